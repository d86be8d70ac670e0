/* SPDX-License-Identifier: MIT
 *
 * Runs a program, tree by tree, in reals of as many bits as are wanted, and
 * counts its operations anew.  With the 53 of a double it does what emitted
 * code does; with more its results are those of the method, free of round-off:
 * Newton's iterations then go on until nothing changes.
 */
#ifndef POL_INTERPRET_H
#define POL_INTERPRET_H

#include "check.h"

#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "opt/program.h"
#include "runtime/pol_elliptic.h"

enum {
    MACHINE_NAMES = 1 << 15,
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
    int busy;          /* temporaries in use */
    int mul, add, div; /* done so far */
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

static inline void machine_set(struct machine *m, const char *name,
                               double value)
{
    mpfr_set_d(machine_value(m, name), value, MPFR_RNDN);
}

static inline mpfr_ptr machine_borrow(struct machine *m)
{
    assert_true(m->busy < MACHINE_TEMPORARIES);
    return m->temporary[m->busy++];
}

/* c_k by its series. */
static inline void machine_stumpff(struct machine *m, int k, mpfr_srcptr z,
                                   mpfr_ptr sum)
{
    mpfr_ptr term = machine_borrow(m);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (int i = 2; i <= k; i++)
        mpfr_div_si(term, term, i, MPFR_RNDN);
    mpfr_set(sum, term, MPFR_RNDN);
    for (int i = 0; i < 2 * m->bits && !mpfr_zero_p(term); i++) {
        mpfr_mul(term, term, z, MPFR_RNDN);
        mpfr_div_si(term, term, -(k + 2 * i + 1) * (k + 2 * i + 2), MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        if (mpfr_zero_p(sum) ||
            mpfr_get_exp(term) < mpfr_get_exp(sum) - m->bits - 4)
            break;
    }
    m->busy--;
}

typedef int machine_unary(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int machine_binary(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

static inline bool machine_one(const char *op, mpfr_srcptr a, mpfr_ptr out)
{
    static const struct {
        const char *op;
        machine_unary *function;
    } table[] = {{"neg", mpfr_neg},   {"sqrt", mpfr_sqrt},
                 {"sin", mpfr_sin},   {"cos", mpfr_cos},
                 {"exp", mpfr_exp},   {"abs", mpfr_abs},
                 {"asin", mpfr_asin}, {"floor", mpfr_rint_floor}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(op, table[i].op) == 0)
            return table[i].function(out, a, MPFR_RNDN), true;
    return false;
}

/* A truth, as a number. */
static inline bool machine_compare(const char *op, mpfr_srcptr a, mpfr_srcptr b,
                                   mpfr_ptr out)
{
    bool is_less = strcmp(op, "lt") == 0, is_most = strcmp(op, "le") == 0;
    if (!is_less && !is_most && strcmp(op, "eq") != 0)
        return false;
    int truth = is_less   ? mpfr_less_p(a, b)
                : is_most ? mpfr_lessequal_p(a, b)
                          : mpfr_equal_p(a, b);
    mpfr_set_ui(out, truth != 0, MPFR_RNDN);
    return true;
}

static inline bool machine_two(struct machine *m, const char *op, mpfr_srcptr a,
                               mpfr_srcptr b, mpfr_ptr out)
{
    const struct {
        const char *op;
        machine_binary *function;
        int *count;
    } table[] = {{"add", mpfr_add, &m->add},  {"sub", mpfr_sub, &m->add},
                 {"mul", mpfr_mul, &m->mul},  {"div", mpfr_div, &m->div},
                 {"atan2", mpfr_atan2, NULL}, {"min", mpfr_min, NULL},
                 {"max", mpfr_max, NULL},     {"power", mpfr_pow, NULL}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(op, table[i].op) == 0) {
            if (table[i].count)
                ++*table[i].count;
            return table[i].function(out, a, b, MPFR_RNDN), true;
        }
    return machine_compare(op, a, b, out);
}

static inline void machine_tree(struct machine *m, const struct tree *t,
                                mpfr_ptr out)
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
    for (int i = 0; i < t->n; i++)
        machine_tree(m, t->arg[i], arg[i] = machine_borrow(m));
    if (t->n == 3 && strcmp(t->op, "select") == 0)
        mpfr_set(out, arg[mpfr_zero_p(arg[0]) ? 2 : 1], MPFR_RNDN);
    else if (!(t->n == 1 && machine_one(t->op, arg[0], out)) &&
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

/* Of a double's accuracy. */
static inline void machine_jacobi(struct machine *m, const struct line *line)
{
    double x[4], r[6];
    for (int k = 0; k < line->value->n; k++)
        x[k] = machine_number(m, line->value->arg[k]);
    if (strcmp(line->call, "jacobi") == 0)
        pol_jacobi(x[0], x[1], x[2], &r[0], &r[1], &r[2]);
    else if (strcmp(line->call, "jacobi_pi") == 0)
        pol_jacobi_pi(x[0], x[1], x[2], x[3], &r[0], &r[1], &r[2], &r[3],
                      &r[4]);
    else
        fail_msg("what is the call '%s'?", line->call);
    for (int k = 0; k < line->n; k++)
        machine_set(m, line->name[k], r[k]);
}

static inline void machine_line(struct machine *m, const struct line *line)
{
    if (!line->call) {
        machine_tree(m, line->value, machine_value(m, line->name[0]));
        return;
    }
    if (line->call[0] != 'c') {
        machine_jacobi(m, line);
        return;
    }
    mpfr_ptr z = machine_borrow(m);
    machine_tree(m, line->value->arg[0], z);
    for (int k = 0; k < line->n; k++)
        machine_stumpff(m, k, z, machine_value(m, line->name[k]));
    m->busy--;
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
    for (int sweep = 1; sweep <= (is_double ? b->sweeps : MACHINE_SWEEPS);
         sweep++) {
        double change = machine_sweep(m, b);
        if (machine_number(m, b->done) != 0 && (is_double || change < least))
            return sweep;
    }
    return -1;
}

/* `m` has the values of the reads; those of the writes follow by
 * machine_tree.  The sweeps of the last iteration, or -1. */
static inline int machine_execute(struct machine *m, const struct program *p)
{
    int sweeps = 0;
    for (int i = 0; i < p->onces; i++)
        machine_line(m, &p->once[i]);
    m->mul = m->add = m->div = 0;
    for (int i = 0; i < p->blocks && sweeps >= 0; i++) {
        const struct block *b = &p->block[i];
        if (b->kind == BLOCK_NEWTON)
            sweeps = machine_loop(m, b);
        else
            machine_paragraphs(m, b);
        if (b->accept && machine_number(m, b->accept) == 0)
            sweeps = -1;
    }
    return sweeps;
}

/* The same, and the writes go to out, in order. */
static inline int machine_run(struct machine *m, const struct program *p,
                              double *out)
{
    int sweeps = machine_execute(m, p);
    for (int i = 0; i < p->writes; i++)
        out[i] = machine_number(m, p->write[i].value);
    return sweeps;
}

#endif
