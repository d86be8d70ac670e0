/* SPDX-License-Identifier: MIT
 *
 * Trees to text, as a target spells them: every operation has a form such as
 * "$1 + $2" and a rank that says how tightly it binds.
 */
#ifndef POL_SPELL_H
#define POL_SPELL_H

#include "base/diag.h"
#include "base/text.h"
#include "base/memo.h"
#include "opt/program.h"

/* How one operation is written. */
struct spelling {
    const char *op;   /* "add" */
    const char *form; /* "$1 + $2"; in it $0 is the real type's suffix */
    int rank;         /* higher binds tighter; RANK_ATOM never needs () */
    bool left;        /* a - b - c is (a - b) - c */
    bool truth;       /* its value is a truth, not a real */
};

enum { RANK_ATOM = 100 };

/* Names that mean something, in order; "PRI*" is all that begin so. */
struct words {
    int n;
    const char **word;
};

/* A target's way of writing. */
struct speller {
    struct arena *arena;
    struct diags *diags;
    const char *path; /* of the target, for messages */
    enum real real;
    const char *number_suffix; /* "" or "f" */
    const char *call_suffix;   /* $0: sin or sinf */
    const char *body;          /* prefix of all that is global */
    const char *step;          /* how the step size is written: "h" */
    struct place extreme;      /* to blame for a number that is out of range */
    bool told_range;
    int spellings;
    struct spelling *spelling;
    const char *language;      /* "C" */
    struct words words;        /* of it */
    struct words macros;       /* of its headers, which replace any name */
    struct words globals;      /* what these headers declare */
    struct words locals;       /* arguments and locals of the page */
    struct words inner;        /* the same where no program stands */
    struct words own;          /* macros of the page, after BODY_ */
    struct spelling as_number; /* a truth used as a real */
    struct spelling as_truth;  /* a real used as a truth */

    const char *step_local;     /* the program's own name for the step size */
    struct memo numbers, names; /* what was spelled before */
    int truths, truth_room;
    const char **truth; /* names of the program that are truths */
};

/* Sorts the tables; to be called once they are filled. */
void spell_prepare(struct speller *);
/* The names of another program from now on (NULL: none). */
void spell_program(struct speller *, const struct program *);

/* A local's name, with underscores behind it where the target reserves it. */
const char *spell_name(struct speller *, const char *name);
/* The same for a name in a struct, where only words of the target count. */
const char *spell_field(struct speller *, const char *name);
/* The same for a function's second argument: the first one is the state x. */
const char *spell_argument(struct speller *, const char *name);
/* Why neither the body can have this name, or a field of its structs: "is ...",
 * or NULL.  (What nobody but the files themselves see is changed instead.) */
const char *spell_fault(struct speller *, const char *name, bool is_body);
const char *spell_number(struct speller *, const struct number *);
/* What an operation's form calls: "sqrt" of "sqrt$0($1)", with the suffix;
 * NULL if it calls nothing. */
const char *spell_call(struct speller *, const char *op);

/* A fault is a message in diags, and the text "0". */
const char *spell_tree(struct speller *, const struct tree *);
/* The same where the target wants a truth: of a loop's end. */
const char *spell_truth(struct speller *, const struct tree *);
/* Does the line name a truth, and not a real? */
bool spell_is_truth(const struct speller *, const struct line *);

#endif
