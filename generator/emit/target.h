/* SPDX-License-Identifier: MIT
 *
 * Inside the stage: a target's Lua table, read into C; names, numbers and trees
 * to text as it spells them; the page as Lua tables; the look of a page: long
 * lines are broken, comments are filled, texts are made safe to stand in
 * comments and in strings.
 */
#pragma once

#include <string.h>

#include <lua.h>

#include "base/diag.h"
#include "base/table.h"
#include "base/text.h"
#include "opt/page.h"
#include "shelf/host.h"

/* How one operation is written: by a form such as "$1 + $2" and a rank that
 * says how tightly it binds. */
struct spelling {
    const char *op;   /* "add" */
    const char *form; /* "$1 + $2"; in it $0 is the real type's suffix */
    int rank;         /* higher binds tighter; RANK_ATOM never needs () */
    bool left;        /* a - b - c is (a - b) - c */
    bool truth;       /* its value is a truth, not a real */
};

enum { RANK_ATOM = 100 };

/* Names that mean something, of those the ones that begin with one character;
 * "PRI*" is all that begin so, "sin~" with and without one of the suffixes. */
struct words {
    int n, room;
    const char **word;
};

enum list {
    LIST_WORDS,   /* of the language */
    LIST_MACROS,  /* of its headers, which replace any name */
    LIST_FOREIGN, /* of headers of systems and boards, which may do so */
    LIST_GLOBALS, /* what these headers declare */
    LIST_LOCALS,  /* arguments and locals of the page */
    LIST_INNER,   /* the same where no program stands */
    LIST_OWN,     /* macros of the page, after BODY_ */
    LIST_SUFFIXES,
    LISTS,
    CHARACTERS = 128
};

/* A target's way of writing. */
struct speller {
    struct arena *arena;
    struct diags *diags;
    const char *path; /* of the target, for messages */
    enum real real;
    const char *number_suffix; /* "" or "f" */
    const char *call_suffix;   /* $0: sin or sinf */
    const char *body;          /* prefix of all that is global, "fast_top" */
    const char *capitals;      /* of its macros, "FAST_TOP" */
    const char *step;          /* how the step size is written: "h" */
    struct place extreme;      /* to blame for a number that is out of range */
    bool told_range;
    int spellings;
    struct spelling *spelling;
    const char *language; /* "C" */
    struct words list[LISTS][CHARACTERS];
    struct spelling as_number; /* a truth used as a real */
    struct spelling as_truth;  /* a real used as a truth */

    const num *inertia; /* nine: constants get their formula; or NULL */
    const char *line;   /* the name that a value gets */
    struct {
        int n, room;
        struct constant *constant;
    } named;                     /* the long constants: named.c */
    struct table numbers, names; /* what was spelled before */
    struct spelled {             /* the program that is being spelled */
        const char *step;        /* its own name for the step size */
        int formulas, formula_room;
        const char **formula; /* constants whose formula is written */
        int truths, truth_room;
        const char **truth; /* names that are truths */
    } program;
};

/* The names of another program from now on (NULL: none). */
void spell_program(struct speller *, const struct program *);

/* A name there, with underscores behind it where the target reserves it: as a
 * field of a struct, where only its words count, as a function's second
 * argument (the first one is the state x), or as a local. */
enum use { AS_FIELD, AS_ARGUMENT, AS_LOCAL };
const char *spell_name(struct speller *, const char *name, enum use);
/* Why neither the body can have this name, or a field of its structs: "is ...",
 * or NULL.  (What nobody but the files themselves see is changed instead.) */
const char *spell_fault(struct speller *, const char *name, bool is_body);
const char *spell_number(struct speller *, num);
/* What an operation's form calls: "sqrt" of "sqrt$0($1)", with the suffix;
 * the operation itself if it calls nothing. */
const char *spell_call(struct speller *, const char *op);

/* How an operation is written, or NULL. */
static inline const struct spelling *spelling_of(const struct speller *s,
                                                 const char *op)
{
    for (int i = 0; i < s->spellings; i++)
        if (*s->spelling[i].op == *op && !strcmp(s->spelling[i].op, op))
            return &s->spelling[i];
    return NULL;
}

/* A fault is a message in diags, and the text "0".  truth: the target wants
 * one, as of a loop's end. */
const char *spell_tree(struct speller *, const struct tree *, bool truth);
/* Does the line name a truth, and not a real? */
bool spell_is_truth(const struct speller *, const struct line *);

/* Is a constant of this size long enough to get a name? */
bool named_wanted(const struct speller *, const char *text);
/* Puts a mark for a constant that is long and not negative; is_shown: its
 * formula follows it, unless it has a name. */
void named_put(struct speller *, const char *text, num, const char *formula,
               bool is_shown, struct text *);
/* The page with its constants: those that it has more than once have a name if
 * it has a place for their definitions, a line with the prefix of names. */
#define NAMED_HERE "\5"
/* Placeholder of the prefix of names, which a file gives after NAMED_HERE. */
#define PREFIX_HERE "\6"
/* What a comment ends with, or the mark in its place. */
#define AFTER_COMMENT "/\3"
void named_finish(struct speller *, const char *page, struct text *);

/* The text of a built-in file from `open` to `close` (NULL: to its end),
 * without line feeds behind it; the part between "begin NAME" and "end NAME",
 * such as a function with all that it calls, its names beginning with the
 * body's. */
const char *paste_file(struct speller *, const char *path, const char *open,
                       const char *close);
const char *paste_part(struct speller *, const char *path, const char *name);

struct provenance;

/* In templates the checksum of the C, which is known when the C is there: as
 * many characters, of which no spec can have any. */
#define UNKNOWN_LINK "\1\1\1\1\1\1\1\1"

/* Pushes the table that templates see as `page`: arrays and records, values
 * already spelled. */
void view_push(lua_State *, struct speller *, const struct page *,
               const struct provenance *);

/* ---- the look of a page ---- */

enum { LAYOUT_WIDTH = 80 };

/* Breaks the lines of C code that are too long, after an operator or a comma
 * that is as little nested as possible.  Comments, strings and lines of the
 * preprocessor are left alone. */
void layout_wrap(const char *code, size_t length, struct text *out);

/* Fills words into lines that each begin with `prefix`, except the first one,
 * which begins at `column`; behind the last word `tail` columns stay free.
 * Nothing in the text can end a comment. */
void layout_fill(const char *words, const char *prefix, int column, int tail,
                 struct text *out);

/* A C string constant; long ones are continued on lines that begin with
 * `indent` spaces. */
void layout_quote(const char *chars, int indent, struct text *out);
