/* SPDX-License-Identifier: MIT
 *
 * What is known of the entries of the shelf: orders, stages, properties.
 */
#pragma once

#include "shelf/shelf.h"
#include "tableau/tableau.h"

/* The first tableau of a text, or composition; NULL with messages. */
const struct tableau *shelved_tableau(const struct kit *,
                                      const struct source *);
const struct composition *shelved_composition(const struct kit *,
                                              const struct source *);

/* ---- facts of the shelf's entries ----
 *
 * What `polhode list` shows of each.  Finding it out takes seconds: built-in
 * tableaus and compositions have it in templates/facts.tsv (which a test keeps
 * true), as long as their text is the one of that line. */

/* FACT(NAME, option, word): what may be so of an entry of the shelf, the option
 * of `list` that asks for it, and the word that says it. */
#define FACT_LIST(FACT)                                                        \
    FACT(EXPLICIT, "explicit", "explicit")                                     \
    FACT(IMPLICIT, "implicit", "implicit")                                     \
    FACT(PAIR, "pair", "pair")                                                 \
    FACT(SYMMETRIC, "symmetric", "symmetric")                                  \
    FACT(SYMPLECTIC, "symplectic", "symplectic")                               \
    FACT(A_STABLE, "a-stable", "A-stable")                                     \
    FACT(L_STABLE, "l-stable", "L-stable")                                     \
    FACT(STIFFLY, "stiffly-accurate", "stiffly accurate")                      \
    FACT(GYRO, "gyro", "gyro")                                                 \
    FACT(STATES, "states", "states")                                           \
    FACT(INERTIA, "inertia", "inertia")

#define PLACE(NAME, option, word) PLACE_##NAME,
#define BIT(NAME, option, word)   FACT_##NAME = 1 << PLACE_##NAME,
enum fact_place { FACT_LIST(PLACE) FACTS };
enum { FACT_LIST(BIT) };
#undef PLACE
#undef BIT
struct listed {
    const char *name;   /* as it is called: "kutta4", "gauss(s)" */
    const char *orders; /* "4", "5(4)", "2-12", "" where options say it */
    int order, most;    /* of a family from its first to its last; else equal */
    int stages;         /* 0: none, or many */
    unsigned is;        /* FACT_*; explicit, implicit, gyro and states: as
                           options say */
    const char *keeps;  /* "momentum energy"; "" */
    const char *title;  /* one line */
};

/* False: nothing is known. */
bool facts_known(const struct kit *, const struct shelf_file *,
                 struct listed *);
/* Found out anew, false with messages if the file is wrong; and as a line of
 * templates/facts.tsv. */
bool facts_find_out(const struct kit *, const struct shelf_file *,
                    struct listed *);
void facts_write(const struct shelf_file *, const struct listed *,
                 struct text *);

/* One or the other. */
bool facts_of(const struct kit *, const struct shelf_file *, struct listed *);

/* A record of what is known. */
void facts_put(const struct shelf_file *, const struct listed *, struct text *);
/* The same of all that a file says, to which may be added: it is not closed;
 * false with messages. */
bool facts_put_file(const struct kit *, const struct shelf_file *,
                    struct text *);

/* The examples of all files of a kind, or their names, and each composition of
 * a method: how many; what cannot be read is left out with messages. */
int facts_calls(const struct kit *, enum shelf_kind, const char ***call);

/* The calls of tableaus that fit "order 4, explicit"; -1: that is something
 * else. */
int facts_tableaus(const struct kit *, const char *filter, const char ***call);
