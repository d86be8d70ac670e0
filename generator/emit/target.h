/* SPDX-License-Identifier: MIT
 *
 * Internals of the stage: a target's Lua table, read into C; names, numbers and
 * trees as text in the target's spelling; the page as Lua tables; the layout of
 * a page: breaking of long lines, filling of comments, escaping of texts for
 * comments and strings.
 */
#pragma once

#include <string.h>

#include <lua.h>

#include "base/diag.h"
#include "base/table.h"
#include "base/text.h"
#include "opt/page.h"
#include "shelf/host.h"

/* How one operation is written: a form such as "$1 + $2" and a rank, its
 * precedence. */
struct spelling {
    const char *op;   /* "add" */
    const char *form; /* "$1 + $2"; in it $0 is the real type's suffix */
    int rank;         /* higher binds tighter; RANK_ATOM never needs () */
    bool left;        /* left-associative: a - b - c is (a - b) - c */
    bool truth;       /* its value is a truth value, not a real */
};

enum { RANK_ATOM = 100 };

/* Reserved names that begin with one character. "PRI*": all that begin with
 * PRI; "sin~": sin alone or with one of the suffixes. */
struct words {
    int n, room;
    const char **word;
};

enum list {
    LIST_WORDS,   /* words of the language */
    LIST_MACROS,  /* macros of its headers, which replace any name */
    LIST_FOREIGN, /* macros of system and board headers, may do so */
    LIST_GLOBALS, /* declared in the language's headers */
    LIST_LOCALS,  /* arguments and locals of the page */
    LIST_INNER,   /* the same in functions without a program */
    LIST_PAGE,    /* macros of the page, after BODY_ */
    LIST_SUFFIXES,
    LISTS,
    CHARACTERS = 128
};

/* The spelling rules of a target and the state of the speller. */
struct speller {
    struct arena *arena;
    struct diags *diags;
    const char *path; /* the target's file, for messages */
    enum real real;
    const char *number_suffix; /* "" or "f" */
    const char *call_suffix;   /* $0: sin or sinf */
    const char *body;          /* prefix of all global names, "fast_top" */
    const char *capitals;      /* prefix of macros, "FAST_TOP" */
    const char *step;          /* how the step size is written: "h" */
    struct place extreme;      /* blamed for numbers out of range */
    bool range_reported;
    int spellings;
    struct spelling *spelling;
    const char *language; /* "C" */
    struct words list[LISTS][CHARACTERS];
    struct spelling as_number; /* a truth used as a real */
    struct spelling as_truth;  /* a real used as a truth */

    const num *inertia; /* nine entries, for formulas of constants; or NULL */
    const char *line;   /* name of the line that is being spelled */
    struct {
        int n, room;
        struct constant *constant;
    } named;                     /* the long constants: named.c */
    struct table numbers, names; /* cached spellings */
    struct spelled {             /* the program that is being spelled */
        const char *step;        /* the program's name for the step size */
        int formulas, formula_room;
        const char **formula; /* constants whose formula is written */
        int truths, truth_room;
        const char **truth; /* names that are truths */
    } program;
};

/* Switches to the names of a program (NULL: none). */
void spell_program(struct speller *, const struct program *);

/* Returns the name, with an underscore if the target reserves it in this use: a
 * field of a struct (only the target's words count), a function's second
 * argument (the first one is the state x), or a local. */
enum use { AS_FIELD, AS_ARGUMENT, AS_LOCAL };
const char *spell_name(struct speller *, const char *name, enum use);
/* Returns why the body, or a field of its structs, must not have this name: "is
 * ...", or NULL. (Names that only the files themselves use are changed.) */
const char *spell_fault(struct speller *, const char *name, bool is_body);
const char *spell_number(struct speller *, num);
/* Returns the function that an operation's form calls: "sqrt" for "sqrt$0($1)",
 * with the suffix; the operation itself if it calls nothing. */
const char *spell_call(struct speller *, const char *op);

/* Returns how an operation is written, or NULL. */
static inline const struct spelling *spelling_of(const struct speller *s,
                                                 const char *op)
{
    for (int i = 0; i < s->spellings; i++)
        if (*s->spelling[i].op == *op && !strcmp(s->spelling[i].op, op))
            return &s->spelling[i];
    return NULL;
}

/* Returns the text of a tree; on a fault "0", with a message in diags. truth:
 * the target needs a truth value here, as in a loop's test. */
const char *spell_tree(struct speller *, const struct tree *, bool truth);
/* True if the line names a truth value, not a real. */
bool spell_is_truth(const struct speller *, const struct line *);

/* True if a constant with this text is long enough to get a name. */
bool named_is_long(const struct speller *, const char *text);
/* Puts a mark for a constant that is long and not negative. is_shown: its
 * formula follows it, unless the constant gets a name. */
void named_put(struct speller *, const char *text, num, const char *formula,
               bool is_shown, struct text *);
/* Puts the page with its constants. Those that occur more than once get a name
 * if the page has a place for definitions: a line with the prefix of names. */
#define NAMED_HERE "\5"
/* Placeholder of the prefix of names, which a file gives after NAMED_HERE. */
#define PREFIX_HERE "\6"
/* Last character of a comment, or of the mark for it. */
#define AFTER_COMMENT "/\3"
void named_finish(struct speller *, const char *page, struct text *);

/* paste_file: the text of a built-in file from `open` to `close` (NULL: to its
 * end), without trailing line feeds. paste_part: the part between "begin NAME"
 * and "end NAME", such as a function with all that it calls; its names get the
 * body's prefix. */
const char *paste_file(struct speller *, const char *path, const char *open,
                       const char *close);
const char *paste_part(struct speller *, const char *path, const char *name);

struct provenance;

/* Placeholder in templates for the checksum of the C code, which is computed
 * later. It has the same length, and no spec can contain its characters. */
#define UNKNOWN_LINK "\1\1\1\1\1\1\1\1"

/* Pushes the table that templates see as `page`: arrays and records, values
 * already spelled. */
void view_push(lua_State *, struct speller *, const struct page *,
               const struct provenance *);

/* ---- layout of a page ---- */

enum { LAYOUT_WIDTH = 80 };

/* Breaks C code lines that are too long, after the least nested operator or
 * comma possible. Comments, strings and preprocessor lines are not changed. */
void layout_wrap(const char *code, size_t length, struct text *out);

/* Fills words into lines that begin with `prefix`, except the first one, which
 * begins at `column`; after the last word `tail` columns stay free. The result
 * cannot end a comment. */
void layout_fill(const char *words, const char *prefix, int column, int tail,
                 struct text *out);

/* Puts a C string constant; a long one continues on lines that begin with
 * `indent` spaces. */
void layout_quote(const char *chars, int indent, struct text *out);
