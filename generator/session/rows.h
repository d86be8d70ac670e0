/* SPDX-License-Identifier: MIT
 *
 * Rows of numbers from a run: their parts, as CSV, in JSON and drawn.
 */
#pragma once

#include "session/session.h"

/* Numbers that belong together. */
struct part {
    const char *name;
    enum { NUMBER, ARRAY, OBJECT } shape; /* in JSON */
    int n;     /* 0: the body has no such part, or an object has no members */
    size_t at; /* offset in the printed struct */
    const char *const *key; /* own names of the numbers, or NULL */
    const char **heading;   /* their columns */
    const char *unit;       /* one for all, NULL: unknown, or */
    const char **units;     /* one for each */
};
enum { PARTS = 10 };

/* Puts numbers, or (`as_words`) words for 0, 1 and 2.  Pages get them in order.
 */
void parts_put(const struct part[PARTS], const void *printed, struct text *,
               bool as_words);

/* ---- the content of a picture ---- */

/* Reads the texts of --plot-of, "w[1], w[2]", and of --section (or NULL) before
 * a spec is read; EXIT_DONE or an exit status. */
int plotted_read(struct pol_job *, int n, const pol_setting *text,
                 const char *section, enum plotted *);
/* Checks that this body has such a picture; EXIT_DONE or an exit status. */
int plotted_fits(const struct session *);
/* The unit of an expression; "1" for a ratio, NULL if unknown. */
const char *plotted_unit(const struct model *, syntax);

/* ---- pictures ---- */

/* Rows of a run, or every second, fourth, ... row, and the last one. */
enum {
    DRAWN = 1000,     /* steps, or times, if none are requested */
    DRAWN_VALUES = 32 /* numbers of a part */
};
struct drawing {
    struct part part[PARTS];
    double *row; /* `columns` numbers, the first is the time */
    int columns, rows, most;
    long seen, each;
};

/* Keeps at most `most` numbers of each part, and at most 2 `points` rows. */
void drawing_begin(struct drawing *, struct arena *, const struct part[PARTS],
                   int most, int points);
void drawing_add(struct drawing *, double t, const void *printed, bool is_last);
/* Writes a JSON object without its closing brace. */
void drawing_put(struct text *, const struct session *, const struct drawing *);

/* ---- rows ---- */

/* Rows for stdout, as CSV or as a JSON array, and for a picture. */
struct rows {
    const struct part *part; /* NULL: nothing is printed */
    bool json, streams;      /* each row is printed at once */
    struct text *out;
    int method_index; /* number of the method, which has a column; or 0 */
    const char *method;
    long printed;
    bool has_events;         /* CSV has a column of events */
    const char *event;       /* the event of the row; NULL: none */
    bool ended;              /* an event that stops gave the last row */
    struct drawing *drawing; /* or NULL */
};

/* Puts the text before the first row: column names, comma-separated, and their
 * units. */
void rows_begin(const struct session *, const struct rows *,
                const char *headings, bool units);
/* Puts a row of `run` or, with steps, of `drift`; then CSV has seven digits. */
void rows_put(struct rows *, const long *steps, double t, const void *printed);

/* ---- the rows and events of a run ---- */

/* The rows and events of a run.  Events, with the state at each, are JSON or
 * Lua in `list`, time and number in `marks` for a picture, and rows.  A section
 * has no other rows. */
struct course {
    const struct session *session;
    struct part part[PARTS];
    struct rows rows;
    struct drawing drawing;
    struct text list, marks;
    int section; /* number of its event; -1: no section */
};

/* Begins the rows, and sets the callback for events. */
void course_begin(struct course *, struct session *, struct rows,
                  bool is_section, bool is_lua);
/* The events, as an array; NULL if the body has none. */
const char *course_list(struct course *);
/* Begins the session's picture.  Returns the number of steps between its rows;
 * 0: by the session's spacing, or as rows are printed (`rows`). */
long course_draw(struct course *, struct session *, bool rows);
/* Puts the record of a picture and returns its page.  The record has: the drawn
 * rows, whether the motion conserves each keep, the number of states, each
 * number of the expressions, the inertia, the events. */
const char *course_picture(struct course *, struct text *, double until,
                           const char *section,
                           const struct explore_state *end);

/* ---- records ---- */

/* Puts a state, with units if there is no key; `events`: an array, or NULL. */
void state_put(struct text *, const struct session *, const struct part *,
               const struct explore_state *, const char *key,
               const char *events);
/* Fills in the parts of drifts, for columns or a text; returns the headings of
 * the columns. */
const char *drift_parts(const struct session *, bool is_text,
                        struct part[PARTS]);
/* Puts the whole record, or the rest after rows. */
void drift_put(struct text *, const struct session *, struct part *,
               const struct drift_result *, const double *kept, bool rows);
/* Puts a record; pages also get unrounded steps, and which errors are noise. */
void order_put_record(struct text *, const struct session *,
                      const struct order_result *);
