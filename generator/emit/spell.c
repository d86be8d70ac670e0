/* SPDX-License-Identifier: MIT
 *
 * Spelling of trees: fills in forms, adds parentheses by rank, and changes
 * names that the target reserves.
 */
#include "emit/target.h"

#include <string.h>

#include "shelf/shelf.h"

/* Trees are shallow (a program breaks long ones up); deeper is a fault. */
enum { DEPTH_MOST = 1200 };

bool spell_is_truth(const struct speller *s, const struct line *line)
{
    const struct tree *t = line->value;
    const struct spelling *how =
        line->call || t->kind != TREE_OP ? NULL : spelling_of(s, t->op);
    return how && how->truth;
}

static void note_truths(struct speller *s, const struct line *line, int n)
{
    for (int i = 0; i < n; i++)
        if (spell_is_truth(s, &line[i]))
            arena_push(s->arena, s->program.truth, s->program.truths,
                       s->program.truth_room, line[i].name[0]);
}

void spell_program(struct speller *s, const struct program *program)
{
    s->program.step = NULL;
    s->program.truths = s->program.formulas = 0;
    if (!program)
        return;
    for (int i = 0; i < program->reads; i++)
        if (program->read[i].kind == READ_STEP)
            s->program.step = program->read[i].name;
    note_truths(s, program->once, program->onces);
    for (int i = 0; i < program->blocks; i++)
        for (int k = 0; k < program->block[i].paragraphs; k++) {
            const struct paragraph *p = &program->block[i].paragraph[k];
            note_truths(s, p->line, p->lines);
        }
}

/* True if the name is in the list, literally or by a pattern. */
static bool is_listed(const struct speller *s, enum list list, const char *name,
                      bool patterns)
{
    const struct words *w = &s->list[list][*name & (CHARACTERS - 1)];
    for (int i = 0; i < w->n; i++) {
        const char *word = w->word[i];
        const size_t n = strcspn(word, "*~");
        if (!strncmp(word, name, n) &&
            (word[n] == '*'
                 ? patterns
                 : !name[n] || (word[n] &&
                                is_listed(s, LIST_SUFFIXES, name + n, false))))
            return true;
    }
    return false;
}

static bool is_word(const struct speller *s, enum list list, const char *name)
{
    return is_listed(s, list, name, true);
}

/* True if the name begins with the body's, as all global names in the code do.
 * Case is ignored, since macros are in capitals. */
static bool has_prefix(const char *name, const char *body)
{
    while (*body && ascii_lower(*name) == ascii_lower(*body)) {
        name++;
        body++;
    }
    return !*body && (*name == '_' || !*name);
}

/* A reserved name gets an underscore, and so does one that differs from it only
 * by trailing underscores: different names stay different. */
static const char *free_name(struct speller *s, const char *name, enum use use)
{
    size_t n = strlen(name);
    while (n > 0 && name[n - 1] == '_')
        n--;
    const char *word = name[n] ? arena_text(s->arena, name, n) : name;
    bool taken = is_word(s, LIST_WORDS, word) ||
                 is_word(s, LIST_MACROS, word) ||
                 is_word(s, LIST_FOREIGN, word) || word[0] == '_' ||
                 (use != AS_FIELD && has_prefix(word, s->body)) ||
                 (use == AS_ARGUMENT && !strcmp(word, "x")) ||
                 (use == AS_LOCAL && is_word(s, LIST_LOCALS, word));
    return taken ? text_format(s->arena, "%s_", name) : name;
}

const char *spell_name(struct speller *s, const char *name, enum use use)
{
    if (use != AS_LOCAL)
        return free_name(s, name, use);
    if (s->program.step && !strcmp(name, s->program.step))
        return s->step;
    const char *to = memo_find(&s->names, name);
    if (!to) {
        to = free_name(s, name, use);
        memo_keep(&s->names, s->arena, name, to);
    }
    return to;
}

/* All global names of the code begin with the body's name, macros with its
 * capitals. */
static const char *body_fault(struct speller *s, const char *name)
{
    const char *capitals = s->capitals;
    if (is_word(s, LIST_FOREIGN, name))
        return "is a macro of headers of some systems or boards";
    if (is_word(s, LIST_GLOBALS, name))
        return text_format(s->arena, "is declared in %s's headers",
                           s->language);
    if (is_word(s, LIST_LOCALS, name) || is_word(s, LIST_INNER, name))
        return "means something in the emitted code";
    if (shelf_ends_in(name, "_"))
        return "ends like names that the emitted code makes";
    if (shelf_ends_in(name, "_stepper"))
        return "ends like the descriptor of another body";
    if (!strcmp(capitals, "POL") || !strncmp(capitals, "POL_", 4))
        return "begins like the descriptor's own names";
    if (shelf_ends_in(name, "_t"))
        return text_format(s->arena, "ends like types of %s", s->language);
    for (int c = 0; c < CHARACTERS; c++)
        for (int i = 0; i < s->list[LIST_PAGE][c].n; i++) {
            const char *own = text_format(s->arena, "%s_%s", capitals,
                                          s->list[LIST_PAGE][c].word[i]);
            if (is_listed(s, LIST_MACROS, own, false) ||
                is_listed(s, LIST_FOREIGN, own, false))
                return text_format(s->arena, "makes %s, a macro of headers",
                                   own);
        }
    return NULL;
}

const char *spell_fault(struct speller *s, const char *name, bool is_body)
{
    if (is_word(s, LIST_WORDS, name))
        return text_format(s->arena, "is a word of %s or of its compilers",
                           s->language);
    if (is_word(s, LIST_MACROS, name))
        return text_format(s->arena, "is a macro of %s's headers or compilers",
                           s->language);
    if (is_body)
        return body_fault(s, name);
    const size_t n =
        strlen(s->capitals); /* BODY_ and one of the page's words */
    return !strncmp(name, s->capitals, n) && name[n] == '_' &&
                   is_word(s, LIST_PAGE, name + n + 1)
               ? "is a macro of the emitted header"
               : NULL;
}

/* Reports only one constant: the others are multiples of it. */
static void report_range(struct speller *s, num x, enum fit fit)
{
    static const char *const name[] = {"double", "float"};
    if (s->range_reported)
        return;
    s->range_reported = true;
    diag_error(s->diags, s->extreme,
               "a constant of the emitted code is %s, too %s for a %s",
               number_brief(s->arena, x),
               fit == FIT_TOO_LARGE ? "large" : "small", name[s->real]);
    diag_hint(s->diags,
              "it is made of the spec's constants%s: take units in which these "
              "are moderate%s",
              s->extreme.source ? ", above all of this one" : "",
              number_fit(x, REAL_DOUBLE) == FIT_WELL ? ", or --real double"
                                                     : "");
}

const char *spell_number(struct speller *s, num x)
{
    const char *text = memo_find(&s->numbers, x);
    if (text)
        return text;
    text = number_text(s->arena, x, s->real);
    enum fit fit = number_fit(x, s->real);
    if (fit != FIT_WELL)
        report_range(s, x, fit);
    text = text ? text : "0.0";
    text = text_format(s->arena, "%s%s", text, s->number_suffix);
    memo_keep(&s->numbers, s->arena, x, text);
    return text;
}

/* A constant of six or more digits after the point gets its formula at its
 * first use in a program, unless the line's name shows it. */
static void put_number(struct speller *s, const char *text, num x,
                       struct text *out)
{
    enum { LONG = 6 };
    const char *point = strchr(text, '.'), *is = NULL;
    bool is_long = point && strspn(point + 1, "0123456789") >= LONG;
    bool is_listed = false;
    if (*text == '-')
        text_char(out, *text++);
    if (!s->inertia || !spelling_of(s, "constant") ||
        !(is_long || named_is_long(s, text))) {
        text_put(out, text);
        return;
    }
    for (int i = 0; i < s->program.formulas && !is_listed; i++)
        is_listed = strcmp(s->program.formula[i], text) == 0;
    if (!is_listed)
        is = number_derivation(s->arena, x, s->inertia);
    bool is_shown =
        is && is_long &&
        !(s->line && strstr(s->line, "_over_") && !strpbrk(is, "Jp"));
    if (is_shown)
        arena_push(s->arena, s->program.formula, s->program.formulas,
                   s->program.formula_room, text);
    named_put(s, text, x, is, is_shown, out);
}

const char *spell_call(struct speller *s, const char *op)
{
    const struct spelling *how = spelling_of(s, op);
    size_t n = 0;
    while (how && ascii_is_word(how->form[n]))
        n++;
    if (n == 0 || (how->form[n] != '$' && how->form[n] != '('))
        return op;
    bool suffixed = !strncmp(how->form + n, "$0", 2);
    return text_format(s->arena, "%.*s%s", (int)n, how->form,
                       suffixed ? s->call_suffix : "");
}

static void put_tree(struct speller *, const struct tree *, int rank,
                     bool truth, int depth, struct text *);

static bool wants_truth(const struct spelling *how, const char *op, int i)
{
    if (!strcmp(op, "select"))
        return i == 0;
    return !strcmp(op, "and") || !strcmp(op, "or") || !strcmp(op, "not") ||
           (!how->op && how->truth);
}

/* An argument that binds tighter needs no parentheses; the first one of a
 * left-associative chain needs none if it binds as tightly. */
static void put_op(struct speller *s, const struct spelling *how,
                   const struct tree *t, int rank, int depth, struct text *out)
{
    bool wrapped = how->rank < rank;
    text_put(out, wrapped ? "(" : "");
    for (const char *p = how->form; *p; p++) {
        int i = p[0] == '$' && ascii_is_digit(p[1]) ? p[1] - '0' : -1;
        if (i < 0) {
            bool touches = (*p == '*' || *p == '/') && out->length &&
                           strchr(AFTER_COMMENT, out->chars[out->length - 1]);
            text_put(out, touches ? " " : "");
            text_char(out, *p);
            continue;
        }
        p++;
        if (i == 0)
            text_put(out, s->call_suffix);
        else if (i <= t->n)
            put_tree(s, t->arg[i - 1],
                     how->rank == RANK_ATOM ? 0
                                            : how->rank + (i > 1 || !how->left),
                     wants_truth(how, t->op, i - 1), depth + 1, out);
    }
    text_put(out, wrapped ? ")" : "");
}

static void fault(struct speller *s, struct text *out, const char *format,
                  const char *text)
{
    diag_error_line(s->diags, s->path, 0, format, text);
    text_char(out, '0');
}

static bool is_truth(const struct speller *s, const struct tree *t)
{
    for (int i = 0; t->kind == TREE_NAME && i < s->program.truths; i++)
        if (!strcmp(s->program.truth[i], t->name))
            return true;
    const struct spelling *how =
        t->kind == TREE_OP ? spelling_of(s, t->op) : NULL;
    return how && how->truth;
}

/* A select used as a truth: "and" between a and 0, "or" between 1 and b. */
static bool put_joined(struct speller *s, const struct tree *t, int rank,
                       int depth, struct text *out)
{
    if (t->kind != TREE_OP || strcmp(t->op, "select") != 0)
        return false;
    const struct tree *a = t->arg[1], *b = t->arg[2];
    bool both = b->kind == TREE_NUMBER && number_is_zero(b->number);
    bool either = a->kind == TREE_NUMBER && number_is_one(a->number);
    const char *op = both ? "and" : "or";
    const struct spelling *how = spelling_of(s, op);
    if (!how || !(both || either))
        return false;
    struct tree joined = {
        .kind = TREE_OP, .op = op, .n = 2, .arg = {t->arg[0], both ? a : b}};
    put_op(s, how, &joined, rank, depth, out);
    return true;
}

static void put_tree(struct speller *s, const struct tree *t, int rank,
                     bool truth, int depth, struct text *out)
{
    if (depth > DEPTH_MOST) {
        fault(s, out, "a value is nested too deeply%s", "");
        return;
    }
    if (is_truth(s, t) != truth) {
        /* the target's conversion is an operation with this argument */
        struct tree around = {.kind = TREE_OP, .op = "", .n = 1, .arg = {t}};
        if (!truth || !put_joined(s, t, rank, depth, out))
            put_op(s, truth ? &s->as_truth : &s->as_number, &around, rank,
                   depth, out);
        return;
    }
    const struct spelling *how;
    const char *number;
    bool wrapped;
    switch (t->kind) {
    case TREE_NAME:
        text_put(out, spell_name(s, t->name, AS_LOCAL));
        break;
    case TREE_NUMBER:
        /* a negative number may begin a product, but not be within it */
        number = spell_number(s, t->number);
        how = spelling_of(s, "neg");
        wrapped = *number == '-' && how && rank >= how->rank;
        text_put(out, wrapped ? "(" : "");
        put_number(s, number, t->number, out);
        text_put(out, wrapped ? ")" : "");
        break;
    case TREE_GRID:
        text_print(out, PREFIX_HERE "%s", t->grid->name);
        break;
    case TREE_OP:
        how = spelling_of(s, t->op);
        if (how)
            put_op(s, how, t, rank, depth, out);
        else
            fault(s, out, "the target cannot spell '%s'", t->op);
        break;
    }
}

const char *spell_tree(struct speller *s, const struct tree *t, bool truth)
{
    if (t->kind == TREE_NAME && is_truth(s, t) == truth)
        return spell_name(s, t->name, AS_LOCAL);
    struct text out = text_new(s->arena);
    put_tree(s, t, 0, truth, 0, &out);
    return text_chars(&out);
}
