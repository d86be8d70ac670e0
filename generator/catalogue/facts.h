/* SPDX-License-Identifier: MIT
 *
 * Facts about the entries of the shelf: orders, stages, properties.
 */
#pragma once

#include "shelf/shelf.h"
#include "tableau/tableau.h"

/* The first tableau or composition of a text; NULL with messages. */
const struct tableau *shelved_tableau(const struct kit *,
                                      const struct source *);
const struct composition *shelved_composition(const struct kit *,
                                              const struct source *);

/* ---- facts of the shelf's entries ----
 *
 * The facts that `polhode list` prints.  Computing them takes seconds.  For
 * built-in tableaus and compositions they are stored in templates/facts.tsv
 * (checked by a test), valid as long as the text has the hash in its line. */

/* FACT(NAME, option, word): a property of an entry of the shelf, the option of
 * `list` that selects it, and its word in the output. */
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
    const char *name;    /* call: "kutta4", "gauss(s)" */
    const char *orders;  /* "4", "5(4)", "2-12"; "" if options decide */
    int order, most;     /* a family's first and last; else equal */
    int stages;          /* 0: none, or it varies */
    unsigned properties; /* FACT_*; explicit, implicit, gyro and states may
                          * depend on options */
    const char *keeps;   /* "momentum energy"; "" */
    const char *title;   /* one line */
};

/* Reads the stored facts; false if the file has none. */
bool facts_stored(const struct kit *, const struct shelf_file *,
                  struct listed *);
/* Computes the facts, false with messages if the file is wrong; writes them as
 * a line of templates/facts.tsv. */
bool facts_compute(const struct kit *, const struct shelf_file *,
                   struct listed *);
void facts_write(const struct shelf_file *, const struct listed *,
                 struct text *);

/* Stored facts, or else computed ones. */
bool facts_of(const struct kit *, const struct shelf_file *, struct listed *);

/* Writes the facts as a record. */
void facts_put(const struct shelf_file *, const struct listed *, struct text *);
/* Writes all claims of a file as a record without its end, so that fields may
 * be added; false with messages. */
bool facts_put_file(const struct kit *, const struct shelf_file *,
                    struct text *);

/* Lists the examples (or names) of all files of a kind, and for methods each
 * composition; returns their number.  Messages for unreadable files. */
int facts_calls(const struct kit *, enum shelf_kind, const char ***call);

/* The calls of tableaus that match "order 4, explicit"; -1 if the filter is
 * invalid. */
int facts_tableaus(const struct kit *, const char *filter, const char ***call);
