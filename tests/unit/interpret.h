/* SPDX-License-Identifier: MIT
 *
 * Runs a program, tree by tree, in reals of as many bits as are wanted.  With
 * the 53 of a double it does what emitted code does, bit by bit, calls of
 * math.h and of runtime/ included; with more its results are those of the
 * method, free of round-off: Newton's iterations then go on until nothing
 * changes.
 */
#ifndef POL_INTERPRET_H
#define POL_INTERPRET_H

#include "check.h"
#include "in_reals.h"
#include "opt/page.h"
#include "runtime/pol_elliptic.h"
#include "runtime/pol_so3.h"
#include "unit/summed.h"

enum {
    MACHINE_NAMES = 1 << 17,
    MACHINE_TEMPORARIES = 400,
    MACHINE_SWEEPS = 60, /* where more than a double's bits are wanted */
    DOUBLE_BITS = 53
};

struct machine {
    int bits;    /* of all reals; 0: not yet known */
    int n, made; /* made: reals that have room */
    const char *name[MACHINE_NAMES];
    mpfr_t value[MACHINE_NAMES];
    int slot[2 * MACHINE_NAMES]; /* 1 + index by the name's hash; 0: none */
    mpfr_t temporary[MACHINE_TEMPORARIES];
    int busy; /* temporaries in use */
};

static inline void machine_end(struct machine *m)
{
    for (int i = 0; i < m->made; i++)
        mpfr_clear(m->value[i]);
    for (int i = 0; i < MACHINE_TEMPORARIES && m->bits; i++)
        mpfr_clear(m->temporary[i]);
    m->bits = m->made = 0;
}

/* Forgets all names; from now on reals have so many bits. */
static inline void machine_begin(struct machine *m, int bits)
{
    m->n = m->busy = 0;
    memset(m->slot, 0, sizeof m->slot);
    if (m->bits == bits)
        return;
    machine_end(m);
    m->bits = bits;
    for (int i = 0; i < MACHINE_TEMPORARIES; i++)
        mpfr_init2(m->temporary[i], bits);
}

static inline int *machine_slot(struct machine *m, const char *name)
{
    unsigned hash = 2166136261u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    unsigned at = hash % (2 * MACHINE_NAMES);
    while (m->slot[at] && strcmp(m->name[m->slot[at] - 1], name) != 0)
        at = (at + 1) % (2 * MACHINE_NAMES);
    return &m->slot[at];
}

/* The value of a name, made if it is new. */
static inline mpfr_ptr machine_value(struct machine *m, const char *name)
{
    int *slot = machine_slot(m, name);
    if (*slot == 0) {
        assert_true(m->n < MACHINE_NAMES);
        if (m->n == m->made)
            mpfr_init2(m->value[m->made++], m->bits);
        m->name[m->n] = name;
        *slot = ++m->n;
    }
    return m->value[*slot - 1];
}

static inline void machine_set(struct machine *m, const char *name, double value)
{
    mpfr_set_d(machine_value(m, name), value, MPFR_RNDN);
}

static inline mpfr_ptr machine_borrow(struct machine *m)
{
    assert_true(m->busy < MACHINE_TEMPORARIES);
    return m->temporary[m->busy++];
}

typedef int machine_unary(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int machine_binary(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* The second function: with a double's bits, where it is not exact. */
static inline bool machine_one(const struct machine *m, const char *op, mpfr_srcptr a, mpfr_ptr out)
{
    static const struct {
        const char *op;
        machine_unary *function;
        double (*plain)(double);
    } table[] = {
        {"neg", mpfr_neg, NULL},          {"sqrt", mpfr_sqrt, NULL}, {"abs", mpfr_abs, NULL},
        {"floor", mpfr_rint_floor, NULL}, {"sin", mpfr_sin, sin},    {"cos", mpfr_cos, cos},
        {"tan", mpfr_tan, tan},           {"asin", mpfr_asin, asin}, {"acos", mpfr_acos, acos},
        {"atan", mpfr_atan, atan},        {"exp", mpfr_exp, exp},    {"log", mpfr_log, log},
        {"sinh", mpfr_sinh, sinh},        {"cosh", mpfr_cosh, cosh}, {"tanh", mpfr_tanh, tanh}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(op, table[i].op) != 0)
            continue;
        if (table[i].plain && m->bits == DOUBLE_BITS)
            mpfr_set_d(out, table[i].plain(mpfr_get_d(a, MPFR_RNDN)), MPFR_RNDN);
        else
            table[i].function(out, a, MPFR_RNDN);
        return true;
    }
    return false;
}

/* The second one if it is less, or more: as C has it, also of 0 and -0. */
static inline int machine_min(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t round)
{
    return mpfr_set(out, mpfr_less_p(b, a) ? b : a, round);
}

static inline int machine_max(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t round)
{
    return mpfr_set(out, mpfr_less_p(a, b) ? b : a, round);
}

/* A truth, as a number. */
static inline bool machine_compare(const char *op, mpfr_srcptr a, mpfr_srcptr b, mpfr_ptr out)
{
    bool is_less = strcmp(op, "lt") == 0, is_most = strcmp(op, "le") == 0;
    if (!is_less && !is_most && strcmp(op, "eq") != 0)
        return false;
    int truth = is_less ? mpfr_less_p(a, b) : is_most ? mpfr_lessequal_p(a, b) : mpfr_equal_p(a, b);
    mpfr_set_ui(out, truth != 0, MPFR_RNDN);
    return true;
}

static inline bool machine_two(const struct machine *m, const char *op, mpfr_srcptr a,
                               mpfr_srcptr b, mpfr_ptr out)
{
    static const struct {
        const char *op;
        machine_binary *function;
        double (*plain)(double, double);
    } table[] = {{"add", mpfr_add, NULL},      {"sub", mpfr_sub, NULL},
                 {"mul", mpfr_mul, NULL},      {"div", mpfr_div, NULL},
                 {"min", machine_min, NULL},   {"max", machine_max, NULL},
                 {"atan2", mpfr_atan2, atan2}, {"power", mpfr_pow, pow}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(op, table[i].op) != 0)
            continue;
        if (table[i].plain && m->bits == DOUBLE_BITS)
            mpfr_set_d(out, table[i].plain(mpfr_get_d(a, MPFR_RNDN), mpfr_get_d(b, MPFR_RNDN)),
                       MPFR_RNDN);
        else
            table[i].function(out, a, b, MPFR_RNDN);
        return true;
    }
    return machine_compare(op, a, b, out);
}

/* By trying one knot after another. */
static inline void machine_look_up(struct machine *m, const char *op, const struct grid *g,
                                   mpfr_srcptr x, mpfr_ptr out)
{
    mpfr_ptr knot = machine_borrow(m);
    int i = 0;
    for (int k = 1; k < g->n && g->table && strcmp(op, "find") == 0; k++) {
        mpfr_set_d(knot, g->value[k], MPFR_RNDN);
        i = mpfr_lessequal_p(knot, x) ? k : i;
    }
    if (strcmp(op, "find") == 0)
        mpfr_set_si(out, i, MPFR_RNDN);
    else
        mpfr_set_d(out, g->value[mpfr_get_si(x, MPFR_RNDN)], MPFR_RNDN);
    m->busy--;
}

static inline void machine_tree(struct machine *m, const struct tree *t, mpfr_ptr out)
{
    int busy = m->busy;
    mpfr_ptr arg[4];
    if (t->kind == TREE_NUMBER) {
        number_mpfr(t->number, out);
        return;
    }
    if (t->kind == TREE_NAME) {
        int at = *machine_slot(m, t->name);
        if (at)
            mpfr_set(out, m->value[at - 1], MPFR_RNDN);
        else
            mpfr_set_nan(out);
        return;
    }
    if (t->n == 2 && t->arg[0]->kind == TREE_GRID) {
        machine_tree(m, t->arg[1], arg[1] = machine_borrow(m));
        machine_look_up(m, t->op, t->arg[0]->grid, arg[1], out);
        m->busy = busy;
        return;
    }
    for (int i = 0; i < t->n; i++)
        machine_tree(m, t->arg[i], arg[i] = machine_borrow(m));
    if (t->n == 3 && strcmp(t->op, "select") == 0)
        mpfr_set(out, arg[mpfr_zero_p(arg[0]) ? 2 : 1], MPFR_RNDN);
    else if (!(t->n == 1 && machine_one(m, t->op, arg[0], out)) &&
             !(t->n == 2 && machine_two(m, t->op, arg[0], arg[1], out)))
        fail_msg("what is '%s' of %d?", t->op, t->n);
    m->busy = busy;
}

static inline double machine_number(struct machine *m, const struct tree *t)
{
    mpfr_ptr out = machine_borrow(m);
    machine_tree(m, t, out);
    m->busy--;
    return mpfr_get_d(out, MPFR_RNDN);
}

/* What emitted code carries along, in double. */
static inline void machine_carried(const char *call, const double *x, double *r)
{
    if (strcmp(call, "c01") == 0)
        pol_c01(x[0], &r[0], &r[1]);
    else if (strcmp(call, "c0123") == 0)
        pol_c0123(x[0], &r[0], &r[1], &r[2], &r[3]);
    else if (strcmp(call, "c012345") == 0)
        pol_c012345(x[0], &r[0], &r[1], &r[2], &r[3], &r[4], &r[5]);
    else if (strcmp(call, "jacobi") == 0)
        pol_jacobi(x[0], x[1], x[2], &r[0], &r[1], &r[2]);
    else if (strcmp(call, "jacobi_pi") == 0)
        pol_jacobi_pi(x[0], x[1], x[2], x[3], &r[0], &r[1], &r[2], &r[3], &r[4]);
    else
        fail_msg("what is the call '%s'?", call);
}

/* The k-th result, exactly. */
static inline void machine_result(const struct line *line, int k, const mpfr_ptr *x, mpfr_ptr out)
{
    const struct expr y = {.arity = line->value->n, .index = k};
    if (line->call[0] == 'c' && mpfr_cmpabs_ui(x[0], 100) < 0)
        stumpff_series(out, k, x[0]);
    else if (line->call[0] == 'c') /* where the series cancels */
        stumpff_real(out, k, x[0]);
    else
        jacobi_real(out, &y, x);
}

static inline void machine_call(struct machine *m, const struct line *line)
{
    mpfr_ptr x[TREE_ARGUMENTS] = {NULL};
    double plain[TREE_ARGUMENTS], r[LINE_NAMES];
    const int busy = m->busy;
    for (int k = 0; k < line->value->n; k++) {
        mpfr_ptr out = machine_borrow(m);
        machine_tree(m, line->value->arg[k], out);
        plain[k] = mpfr_get_d(out, MPFR_RNDN);
        x[k] = out;
    }
    if (m->bits == DOUBLE_BITS)
        machine_carried(line->call, plain, r);
    for (int k = 0; k < line->n; k++) {
        if (m->bits == DOUBLE_BITS)
            machine_set(m, line->name[k], r[k]);
        else
            machine_result(line, k, x, machine_value(m, line->name[k]));
    }
    m->busy = busy;
}

static inline void machine_line(struct machine *m, const struct line *line)
{
    if (line->call)
        machine_call(m, line);
    else
        machine_tree(m, line->value, machine_value(m, line->name[0]));
}

static inline void machine_paragraphs(struct machine *m, const struct block *b)
{
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++)
            machine_line(m, &b->paragraph[i].line[k]);
}

/* One sweep of Newton's iteration; the largest change, or NaN. */
static inline double machine_sweep(struct machine *m, const struct block *b)
{
    double most = 0;
    machine_paragraphs(m, b);
    for (int k = 0; k < b->n; k++)
        machine_tree(m, b->change[k], machine_value(m, b->change_name[k]));
    for (int k = 0; k < b->n; k++) {
        mpfr_ptr now = machine_value(m, b->carried[k]);
        mpfr_srcptr change = machine_value(m, b->change_name[k]);
        mpfr_add(now, now, change, MPFR_RNDN);
        double size = fabs(mpfr_get_d(change, MPFR_RNDN));
        most = size > most || isnan(size) ? size : most;
    }
    return most;
}

/* The number of sweeps, or -1 if the iteration fails. */
static inline int machine_loop(struct machine *m, const struct block *b)
{
    bool is_double = m->bits == DOUBLE_BITS;
    const double least = ldexp(1, 30 - m->bits);
    for (int k = 0; k < b->n; k++)
        machine_tree(m, b->start[k], machine_value(m, b->carried[k]));
    for (int sweep = 1; sweep <= (is_double ? b->sweeps : MACHINE_SWEEPS); sweep++) {
        double change = machine_sweep(m, b);
        if (machine_number(m, b->done) != 0 && (is_double || change < least))
            return sweep;
    }
    return -1;
}

/* A series, from the block on that begins it: blocks of lines lie in between.
 */
struct machine_series {
    struct machine *machine;
    const struct block *first;
};

static inline const struct block *machine_part_block(void *context, int at)
{
    const struct machine_series *s = context;
    const struct block *b = s->first;
    for (; at > 0; at--)
        for (b++; !b->part;)
            b++;
    return b;
}

static inline const struct taylor_part *machine_part(void *context, int at)
{
    return machine_part_block(context, at)->part;
}

static inline void machine_part_values(void *context, int at, mpfr_t *out)
{
    const struct machine_series *s = context;
    const struct block *b = machine_part_block(context, at);
    for (int i = 0; i < b->n; i++) {
        machine_tree(s->machine, (b->start ? b->start : b->change)[i], out[i]);
        if (b->change_name)
            mpfr_set(machine_value(s->machine, b->change_name[i]), out[i], MPFR_RNDN);
    }
    for (int i = 0; i < b->part->stores; i++)
        machine_tree(s->machine, b->stored[i], out[b->n + i]);
}

static inline void machine_part_give(void *context, int at, int result, mpfr_srcptr value)
{
    const struct machine_series *s = context;
    const char *name = machine_part_block(context, at)->result[result];
    if (name)
        mpfr_set(machine_value(s->machine, name), value, MPFR_RNDN);
}

static inline void machine_part_lines(void *context, int at)
{
    const struct machine_series *s = context;
    for (const struct block *b = machine_part_block(context, at) + 1; !b->part; b++)
        machine_paragraphs(s->machine, b);
}

static inline void machine_part_again(void *context)
{
    (void)context; /* names get other values */
}

/* The number of blocks. */
static inline int machine_series(struct machine *m, const struct block *b)
{
    struct machine_series series = {m, b};
    struct summed s = {.bits = m->bits,
                       .context = &series,
                       .part = machine_part,
                       .values = machine_part_values,
                       .give = machine_part_give,
                       .lines = machine_part_lines,
                       .again = machine_part_again};
    const int parts = summed_run(&s);
    return (int)(machine_part_block(&series, parts - 1) - b) + 1;
}

/* `m` has the values of the reads; those of the writes follow by
 * machine_tree.  The sweeps of the last iteration, or -1. */
static inline int machine_execute(struct machine *m, const struct program *p)
{
    int sweeps = 0;
    for (int i = 0; i < p->onces; i++)
        machine_line(m, &p->once[i]);
    for (int i = 0; i < p->blocks && sweeps >= 0; i++) {
        const struct block *b = &p->block[i];
        if (b->kind == BLOCK_NEWTON)
            sweeps = machine_loop(m, b);
        else if (b->kind == BLOCK_SERIES)
            i += machine_series(m, b) - 1;
        else
            machine_paragraphs(m, b);
        if (b->accept && machine_number(m, b->accept) == 0)
            sweeps = -1;
    }
    return sweeps;
}

/* The same, and the writes go to out, in order. */
static inline int machine_run(struct machine *m, const struct program *p, double *out)
{
    int sweeps = machine_execute(m, p);
    for (int i = 0; i < p->writes; i++)
        out[i] = machine_number(m, p->write[i].value);
    return sweeps;
}

#endif
