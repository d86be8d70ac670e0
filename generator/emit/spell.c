/* SPDX-License-Identifier: MIT
 *
 * Spelling of trees: forms are filled in, parentheses are set where ranks
 * want them, and names that the target reserves are changed.
 */
#include "emit/spell.h"

#include "base/arena.h"
#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

/* Trees are shallow (a program breaks long ones up); deeper is a fault. */
enum { DEPTH_MOST = 1200 };

static int compare_spellings(const void *a, const void *b)
{
    return strcmp(((const struct spelling *)a)->op,
                  ((const struct spelling *)b)->op);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_words(struct words *w)
{
    if (w->n)
        qsort(w->word, (size_t)w->n, sizeof *w->word, compare_words);
}

void spell_prepare(struct speller *s)
{
    if (s->spellings)
        qsort(s->spelling, (size_t)s->spellings, sizeof *s->spelling,
              compare_spellings);
    sort_words(&s->words);
    sort_words(&s->macros);
    sort_words(&s->globals);
    sort_words(&s->locals);
    sort_words(&s->inner);
    sort_words(&s->own);
}

static const struct spelling *find(const struct speller *s, const char *op);

bool spell_is_truth(const struct speller *s, const struct line *line)
{
    const struct tree *t = line->value;
    const struct spelling *how =
        line->call || t->kind != TREE_OP ? NULL : find(s, t->op);
    return how && how->truth;
}

static void note_truths(struct speller *s, const struct line *line, int n)
{
    for (int i = 0; i < n; i++) {
        if (!spell_is_truth(s, &line[i]))
            continue;
        arena_push(s->arena, s->truth, s->truths, s->truth_room);
        s->truth[s->truths++] = line[i].name[0];
    }
}

static bool names_truth(const struct speller *s, const char *name)
{
    for (int i = 0; i < s->truths; i++)
        if (!strcmp(s->truth[i], name))
            return true;
    return false;
}

void spell_program(struct speller *s, const struct program *program)
{
    s->step_local = NULL;
    s->truths = 0;
    if (!program)
        return;
    for (int i = 0; i < program->reads; i++)
        if (program->read[i].kind == READ_STEP)
            s->step_local = program->read[i].name;
    note_truths(s, program->once, program->onces);
    for (int i = 0; i < program->blocks; i++)
        for (int k = 0; k < program->block[i].paragraphs; k++) {
            const struct paragraph *p = &program->block[i].paragraph[k];
            note_truths(s, p->line, p->lines);
        }
}

/* Does the name begin as "PRI*" says? */
static bool begins_so(const char *pattern, const char *name)
{
    while (*name && *pattern == *name) {
        pattern++;
        name++;
    }
    return strcmp(pattern, "*") == 0;
}

/* Letter by letter, no pattern. */
static bool is_listed(const struct words *w, const char *name)
{
    return w->n &&
           bsearch(&name, w->word, (size_t)w->n, sizeof name, compare_words);
}

static bool is_word(const struct words *w, const char *name)
{
    for (int i = 0; i < w->n; i++)
        if (begins_so(w->word[i], name))
            return true;
    return is_listed(w, name);
}

/* Begins with the body's name, as all that is global in the code does?
 * Letters of either case count, since macros have capitals. */
static bool has_prefix(const char *name, const char *body)
{
    while (*body && ascii_lower(*name) == ascii_lower(*body)) {
        name++;
        body++;
    }
    return !*body && (*name == '_' || !*name);
}

/* The name without the underscores behind it. */
static const char *stem(struct speller *s, const char *name)
{
    size_t n = strlen(name);
    while (n > 0 && name[n - 1] == '_')
        n--;
    return name[n] ? arena_text(s->arena, name, n) : name;
}

/* A name that is not free gets an underscore, and so does one that differs
 * from it only by underscores behind: different names stay different. */
static const char *free_name(struct speller *s, const char *name, bool local)
{
    const char *word = stem(s, name);
    bool taken =
        is_word(&s->words, word) || is_word(&s->macros, word) ||
        word[0] == '_' ||
        (local && (is_word(&s->locals, word) || has_prefix(word, s->body)));
    return taken ? text_format(s->arena, "%s_", name) : name;
}

const char *spell_name(struct speller *s, const char *name)
{
    if (s->step_local && !strcmp(name, s->step_local))
        return s->step;
    const char *known = memo_find(&s->names, name);
    if (known)
        return known;
    const char *to = free_name(s, name, true);
    memo_keep(&s->names, s->arena, name, to);
    return to;
}

const char *spell_field(struct speller *s, const char *name)
{
    return free_name(s, name, false);
}

const char *spell_argument(struct speller *s, const char *name)
{
    const char *word = stem(s, name);
    bool taken = is_word(&s->words, word) || is_word(&s->macros, word) ||
                 word[0] == '_' || !strcmp(word, "x") ||
                 has_prefix(word, s->body);
    return taken ? text_format(s->arena, "%s_", name) : name;
}

/* A macro of the page: BODY_ and one of its words. */
static bool is_own_macro(const struct speller *s, const char *name)
{
    size_t n = strlen(s->body);
    for (size_t i = 0; i < n; i++)
        if (name[i] != ascii_upper(s->body[i]))
            return false;
    return name[n] == '_' && is_word(&s->own, name + n + 1);
}

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && !strcmp(name + n - m, ending);
}

static const char *in_capitals(struct speller *s, const char *name)
{
    char *word = text_format(s->arena, "%s", name);
    for (char *c = word; *c; c++)
        *c = ascii_upper(*c);
    return word;
}

/* A body's name begins all that is global in the code, its macros in
 * capitals. */
static const char *body_fault(struct speller *s, const char *name)
{
    const char *capitals = in_capitals(s, name);
    if (is_word(&s->globals, name))
        return text_format(s->arena, "is declared in %s's headers",
                           s->language);
    if (is_word(&s->locals, name) || is_word(&s->inner, name))
        return "means something in the emitted code";
    if (ends_in(name, "_"))
        return "ends like names that the emitted code makes";
    if (ends_in(name, "_stepper"))
        return "ends like the descriptor of another body";
    if (!strcmp(capitals, "POL") || !strncmp(capitals, "POL_", 4))
        return "begins like the descriptor's own names";
    if (ends_in(name, "_t"))
        return text_format(s->arena, "ends like types of %s", s->language);
    for (int i = 0; i < s->own.n; i++)
        if (is_listed(&s->macros,
                      text_format(s->arena, "%s_%s", capitals, s->own.word[i])))
            return text_format(s->arena, "makes %s_%s, a macro of %s's headers",
                               capitals, s->own.word[i], s->language);
    return NULL;
}

const char *spell_fault(struct speller *s, const char *name, bool is_body)
{
    if (is_word(&s->words, name))
        return text_format(s->arena, "is a word of %s or of its compilers",
                           s->language);
    if (is_word(&s->macros, name))
        return text_format(s->arena, "is a macro of %s's headers or compilers",
                           s->language);
    if (is_body)
        return body_fault(s, name);
    return is_own_macro(s, name) ? "is a macro of the emitted header" : NULL;
}

/* Once: the others are its multiples. */
static void report_range(struct speller *s, const struct number *x,
                         enum fit fit)
{
    static const char *const name[] = {"double", "float"};
    if (s->told_range)
        return;
    s->told_range = true;
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

/* The number's digits, and a message where the type cannot hold it. */
static const char *digits(struct speller *s, const struct number *x)
{
    const char *text = number_text(s->arena, x, s->real);
    enum fit fit = number_fit(x, s->real);
    if (fit != FIT_WELL)
        report_range(s, x, fit);
    return text ? text : "0.0";
}

const char *spell_number(struct speller *s, const struct number *x)
{
    const char *known = memo_find(&s->numbers, x);
    if (known)
        return known;
    const char *text = digits(s, x);
    const char *form = text[0] == '-' ? "(%s%s)" : "%s%s";
    text = text_format(s->arena, form, text, s->number_suffix);
    memo_keep(&s->numbers, s->arena, x, text);
    return text;
}

static const struct spelling *find(const struct speller *s, const char *op)
{
    struct spelling key = {.op = op};
    if (!s->spellings)
        return NULL;
    return bsearch(&key, s->spelling, (size_t)s->spellings, sizeof key,
                   compare_spellings);
}

const char *spell_call(struct speller *s, const char *op)
{
    const struct spelling *how = find(s, op);
    size_t n = 0;
    if (!how)
        return NULL;
    while (ascii_is_word(how->form[n]))
        n++;
    if (n == 0 || !strchr("$(", how->form[n]) || !how->form[n])
        return NULL;
    bool suffixed = !strncmp(how->form + n, "$0", 2);
    return text_format(s->arena, "%.*s%s", (int)n, how->form,
                       suffixed ? s->call_suffix : "");
}

static void put_tree(struct speller *, const struct tree *, int rank,
                     bool truth, int depth, struct text *);

/* What an argument must bind like to stand without parentheses. */
static int rank_wanted(const struct spelling *how, int argument)
{
    if (how->rank == RANK_ATOM)
        return 0;
    bool first = argument == 0 && how->left;
    return first ? how->rank : how->rank + 1;
}

static bool wants_truth(const struct spelling *how, const char *op, int i)
{
    if (!strcmp(op, "select"))
        return i == 0;
    return !strcmp(op, "and") || !strcmp(op, "or") || !strcmp(op, "not") ||
           (!how->op && how->truth);
}

static void put_form(struct speller *s, const struct spelling *how,
                     const struct tree *t, int depth, struct text *out)
{
    for (const char *p = how->form; *p; p++) {
        int i = p[0] == '$' && ascii_is_digit(p[1]) ? p[1] - '0' : -1;
        if (i < 0) {
            text_char(out, *p);
            continue;
        }
        p++;
        if (i == 0)
            text_put(out, s->call_suffix);
        else if (i <= t->n)
            put_tree(s, t->arg[i - 1], rank_wanted(how, i - 1),
                     wants_truth(how, t->op, i - 1), depth + 1, out);
    }
}

static void fault(struct speller *s, struct text *out, const char *format,
                  const char *what)
{
    diag_error_line(s->diags, s->path, 0, format, what);
    text_char(out, '0');
}

static void put_op(struct speller *s, const struct spelling *how,
                   const struct tree *t, int rank, int depth, struct text *out)
{
    bool wrapped = how->rank < rank;
    if (wrapped)
        text_char(out, '(');
    put_form(s, how, t, depth, out);
    if (wrapped)
        text_char(out, ')');
}

static bool is_truth(const struct speller *s, const struct tree *t)
{
    if (t->kind == TREE_NAME)
        return names_truth(s, t->name);
    const struct spelling *how = t->kind == TREE_OP ? find(s, t->op) : NULL;
    return how && how->truth;
}

static bool is_zero(const struct tree *t)
{
    return t->kind == TREE_NUMBER && number_is_zero(t->number);
}

static bool is_one(const struct tree *t)
{
    return t->kind == TREE_NUMBER && number_is_one(t->number);
}

/* A choice used as a truth: between a and 0 it is "and", between 1 and a "or".
 */
static bool put_joined(struct speller *s, const struct tree *t, int rank,
                       int depth, struct text *out)
{
    if (t->kind != TREE_OP || strcmp(t->op, "select") != 0)
        return false;
    bool both = is_zero(t->arg[2]);
    const char *op = both ? "and" : "or";
    const struct spelling *how = find(s, op);
    if (!how || !(both || is_one(t->arg[1])))
        return false;
    const struct tree *second = t->arg[both ? 1 : 2];
    struct tree joined = {TREE_OP, op, NULL, NULL, 2, {t->arg[0], second}};
    put_op(s, how, &joined, rank, depth, out);
    return true;
}

/* A tree of the other kind goes through the target's conversion, which is
 * an operation with this tree as its only argument. */
static void convert(struct speller *s, const struct spelling *how,
                    const struct tree *t, int rank, int depth, struct text *out)
{
    struct tree around = {TREE_OP, "", NULL, NULL, 1, {t}};
    struct spelling as = *how;
    as.op = NULL;
    as.truth = how == &s->as_number;
    put_op(s, &as, &around, rank, depth, out);
}

static void put_tree(struct speller *s, const struct tree *t, int rank,
                     bool truth, int depth, struct text *out)
{
    if (depth > DEPTH_MOST) {
        fault(s, out, "a value is nested too deeply%s", "");
        return;
    }
    if (is_truth(s, t) != truth) {
        if (!truth || !put_joined(s, t, rank, depth, out))
            convert(s, truth ? &s->as_truth : &s->as_number, t, rank, depth,
                    out);
        return;
    }
    const struct spelling *how;
    switch (t->kind) {
    case TREE_NAME:
        text_put(out, spell_name(s, t->name));
        break;
    case TREE_NUMBER:
        text_put(out, spell_number(s, t->number));
        break;
    case TREE_OP:
        how = find(s, t->op);
        if (how)
            put_op(s, how, t, rank, depth, out);
        else
            fault(s, out, "the target cannot spell '%s'", t->op);
        break;
    }
}

static const char *spell(struct speller *s, const struct tree *t, bool truth)
{
    if (t->kind == TREE_NAME && is_truth(s, t) == truth)
        return spell_name(s, t->name);
    struct text out = text_new(s->arena);
    put_tree(s, t, 0, truth, 0, &out);
    return text_chars(&out);
}

const char *spell_tree(struct speller *s, const struct tree *t)
{
    return spell(s, t, false);
}

const char *spell_truth(struct speller *s, const struct tree *t)
{
    return spell(s, t, true);
}
