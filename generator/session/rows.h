/* SPDX-License-Identifier: MIT
 *
 * Rows of numbers that a run gives: their parts, as CSV, in JSON and drawn.
 */
#pragma once

#include "session/session.h"

/* Numbers that belong together. */
struct part {
    const char *name;
    enum { NUMBER, ARRAY, OBJECT } shape; /* in JSON */
    int n;     /* 0: the body has no such part, or an object has no members */
    size_t at; /* bytes from the start of what is printed */
    const char *const *key; /* of each that has a name of its own */
    const char **heading;   /* of its column */
    const char *unit;       /* NULL: unknown, or */
    const char **units;     /* of each */
};
enum { PARTS = 10 };

/* Numbers, or the words for 0, 1 and 2.  Pages have them in their order. */
void parts_put(const struct part[PARTS], const void *printed, struct text *,
               bool says);

/* ---- what a picture is of ---- */

/* Reads the texts of --plot-of, "w[1], w[2]", and of --section (or NULL) before
 * a spec is read; EXIT_DONE or an exit status. */
int plotted_read(struct pol_job *, int n, const pol_setting *text,
                 const char *section, enum plotted *);
/* Has this body such a picture?  EXIT_DONE or an exit status. */
int plotted_fits(const struct session *);
/* The unit of an expression; "1" for a ratio, NULL: it is not known. */
const char *plotted_unit(const struct model *, syntax);

/* ---- pictures ---- */

/* Rows of a run, or every second, fourth, ... of them, and the last one. */
enum {
    DRAWN = 1000,     /* steps, or times, if none are asked for */
    DRAWN_VALUES = 32 /* numbers of a part */
};
struct drawing {
    struct part part[PARTS];
    double *row; /* of `columns` numbers, the first one is the time */
    int columns, rows, most;
    long seen, each;
};

/* Keeps at most that many numbers of each part, and twice as many rows as
 * points. */
void drawing_begin(struct drawing *, struct arena *, const struct part[PARTS],
                   int most, int points);
void drawing_add(struct drawing *, double t, const void *printed, bool is_last);
/* Writes a JSON object without its closing brace. */
void drawing_put(struct text *, const struct session *, const struct drawing *);

/* ---- rows ---- */

/* Rows on their way to stdout, as CSV or as an array in JSON, and into a
 * picture. */
struct rows {
    const struct part *part; /* NULL: nothing is printed */
    bool json, streams;      /* each row is printed as it comes */
    struct text *out;
    int turn; /* the number of the method, which has a column; or 0 */
    const char *method;
    long printed;
    bool has_events;         /* CSV has a column for the name of */
    const char *event;       /* that which has led to the row; NULL: none */
    bool ended;              /* by one that stops, whose row was the last */
    struct drawing *drawing; /* or NULL */
};

/* The text ahead of the first row: names of columns, by commas, and their
 * units. */
void rows_begin(const struct session *, const struct rows *,
                const char *headings, bool units);
/* A row of `run`, or with the steps of `drift`; then CSV has seven digits. */
void rows_put(struct rows *, const long *steps, double t, const void *printed);

/* ---- the rows and events of a run ---- */

/* Rows, and events as JSON or Lua, with the state at each; in a picture, by
 * time and number; as rows.  A section has no other rows. */
struct course {
    const struct session *session;
    struct part part[PARTS];
    struct rows rows;
    struct drawing drawing;
    struct text list, marks;
    int section; /* number of its event; -1: there is none */
};

/* Begins the rows, and has the run call at each event. */
void course_begin(struct course *, struct session *, struct rows,
                  bool is_section, bool is_lua);
/* The events, an array; NULL where the body has none. */
const char *course_list(struct course *);
/* Begins a picture of what the session says.  The number of steps between its
 * rows; 0: as the session has them, or as they are printed (`rows`). */
long course_draw(struct course *, struct session *, bool rows);
/* Its page and its record: what is drawn, whether the motion keeps each keep,
 * the number of states, each number of the expressions, the inertia, the
 * events. */
const char *course_picture(struct course *, struct text *, double until,
                           const char *section,
                           const struct explore_state *end);

/* ---- records ---- */

/* With units, if there is no key; `events`: an array, or NULL. */
void state_put(struct text *, const struct session *, const struct part *,
               const struct explore_state *, const char *key,
               const char *events);
/* The parts of drifts, whose columns are printed, or a text; the headings of
 * the columns. */
const char *drift_parts(const struct session *, bool is_text,
                        struct part[PARTS]);
/* All of it, or the rest behind rows. */
void drift_put(struct text *, const struct session *, struct part *,
               const struct drift_result *, const double *kept, bool rows);
/* Pages have also steps before rounding, and which errors are noise. */
void order_put_record(struct text *, const struct session *,
                      const struct order_result *);
