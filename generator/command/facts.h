/* SPDX-License-Identifier: MIT
 *
 * What `polhode list` shows of each entry of the shelf.  To find it out takes
 * seconds: of the files that are built in it is known (templates/facts.tsv,
 * which a test keeps true), as long as their text is the one that it was found
 * out of.
 */
#ifndef POL_FACTS_H
#define POL_FACTS_H

#include "job.h"

enum fact_place {
#define FACT(NAME, option, word, purpose) PLACE_##NAME,
#include "command/facts.def"
#undef FACT
    FACTS
};
enum {
#define FACT(NAME, option, word, purpose) FACT_##NAME = 1 << PLACE_##NAME,
#include "command/facts.def"
#undef FACT
};
/* "A-stable" */
const char *fact_word(int place);

struct listed {
    const char *name;   /* as it is called: "kutta4", "gauss(s)" */
    const char *orders; /* "4", "5(4)", "2-12", "" where options say it */
    int order, most;    /* of a family from its first to its last; else equal */
    int stages;         /* 0: none, or many */
    unsigned is;        /* FACT_*; explicit and implicit: as options say */
    const char *keeps;  /* "momentum energy"; "" */
    const char *title;  /* one line */
};

/* False with messages: the file is at fault. */
bool facts_of(struct pol_job *, const struct shelf_file *, struct listed *);
/* The same, found out anew; and as a line of templates/facts.tsv. */
bool facts_find_out(struct pol_job *, const struct shelf_file *,
                    struct listed *);
void facts_write(const struct shelf_file *, const struct listed *,
                 struct text *);

#endif
