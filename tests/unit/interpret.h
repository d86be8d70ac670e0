/* SPDX-License-Identifier: MIT
 *
 * Runs a program in double, tree by tree, so that tests can compare it with
 * the expressions it was made from; and counts its operations anew.
 */
#ifndef POL_INTERPRET_H
#define POL_INTERPRET_H

#include <math.h>
#include <string.h>

#include "opt/program.h"
#include "runtime/pol_elliptic.h"

struct machine {
    int n;
    const char *name[6000];
    double value[6000];
    int mul, add, div; /* done so far */
};

static void machine_set(struct machine *m, const char *name, double value)
{
    for (int i = 0; i < m->n; i++)
        if (strcmp(m->name[i], name) == 0) {
            m->value[i] = value;
            return;
        }
    m->name[m->n] = name;
    m->value[m->n++] = value;
}

static double machine_get(const struct machine *m, const char *name)
{
    for (int i = m->n - 1; i >= 0; i--)
        if (m->name[i] == name || strcmp(m->name[i], name) == 0)
            return m->value[i];
    return NAN;
}

/* c_k by its series, in long double. */
static double machine_stumpff(int k, double z)
{
    long double term = 1, sum = 0;
    for (int i = 1; i <= k; i++)
        term /= i;
    for (int i = 0; i < 60; i++) {
        sum += term;
        term *= -(long double)z / ((k + 2 * i + 1) * (k + 2 * i + 2));
    }
    return (double)sum;
}

static double machine_unary(const char *op, double a)
{
    if (strcmp(op, "neg") == 0)
        return -a;
    if (strcmp(op, "sqrt") == 0)
        return sqrt(a);
    if (strcmp(op, "sin") == 0)
        return sin(a);
    if (strcmp(op, "cos") == 0)
        return cos(a);
    if (strcmp(op, "exp") == 0)
        return exp(a);
    return NAN;
}

static double machine_binary(struct machine *m, const char *op, double a,
                             double b)
{
    if (strcmp(op, "add") == 0)
        return m->add++, a + b;
    if (strcmp(op, "sub") == 0)
        return m->add++, a - b;
    if (strcmp(op, "mul") == 0)
        return m->mul++, a * b;
    if (strcmp(op, "div") == 0)
        return m->div++, a / b;
    if (strcmp(op, "lt") == 0)
        return a < b;
    if (strcmp(op, "le") == 0)
        return a <= b;
    if (strcmp(op, "eq") == 0)
        return a == b;
    if (strcmp(op, "atan2") == 0)
        return atan2(a, b);
    return NAN;
}

static double machine_tree(struct machine *m, const struct tree *t)
{
    if (t->kind == TREE_NUMBER)
        return number_double(t->number);
    if (t->kind == TREE_NAME)
        return machine_get(m, t->name);
    double a = machine_tree(m, t->arg[0]);
    if (t->n == 1)
        return machine_unary(t->op, a);
    double b = machine_tree(m, t->arg[1]);
    if (t->n == 2)
        return machine_binary(m, t->op, a, b);
    double c = machine_tree(m, t->arg[2]);
    return strcmp(t->op, "select") == 0 ? (a != 0 ? b : c) : NAN;
}

static void machine_line(struct machine *m, const struct line *line)
{
    if (!line->call) {
        machine_set(m, line->name[0], machine_tree(m, line->value));
        return;
    }
    double x[4], result[6];
    for (int k = 0; k < line->value->n; k++)
        x[k] = machine_tree(m, line->value->arg[k]);
    for (int k = 0; line->call[0] == 'c' && k < line->n; k++)
        result[k] = machine_stumpff(k, x[0]);
    if (strcmp(line->call, "jacobi") == 0)
        pol_jacobi(x[0], x[1], x[2], &result[0], &result[1], &result[2]);
    if (strcmp(line->call, "jacobi_pi") == 0)
        pol_jacobi_pi(x[0], x[1], x[2], x[3], &result[0], &result[1],
                      &result[2], &result[3], &result[4]);
    for (int k = 0; k < line->n; k++)
        machine_set(m, line->name[k], result[k]);
}

static void machine_paragraphs(struct machine *m, const struct block *b)
{
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++)
            machine_line(m, &b->paragraph[i].line[k]);
}

/* The number of sweeps, or -1 if the iteration fails. */
static int machine_loop(struct machine *m, const struct block *b)
{
    double now[64];
    for (int k = 0; k < b->n; k++)
        machine_set(m, b->carried[k], machine_tree(m, b->start[k]));
    for (int sweep = 1; sweep <= b->sweeps; sweep++) {
        machine_paragraphs(m, b);
        for (int k = 0; k < b->n; k++)
            now[k] = machine_tree(m, b->change[k]);
        for (int k = 0; k < b->n; k++) {
            machine_set(m, b->change_name[k], now[k]);
            machine_set(m, b->carried[k],
                        machine_get(m, b->carried[k]) + now[k]);
        }
        if (machine_tree(m, b->done) != 0)
            return sweep;
    }
    return -1;
}

/* `m` has the values of the reads; writes go to out, in order. */
static int machine_run(struct machine *m, const struct program *p, double *out)
{
    int sweeps = 0;
    for (int i = 0; i < p->onces; i++)
        machine_line(m, &p->once[i]);
    m->mul = m->add = m->div = 0;
    for (int i = 0; i < p->blocks; i++) {
        if (p->block[i].kind == BLOCK_NEWTON)
            sweeps = machine_loop(m, &p->block[i]);
        else
            machine_paragraphs(m, &p->block[i]);
        if (p->block[i].accept && machine_tree(m, p->block[i].accept) == 0)
            sweeps = -1;
        if (sweeps < 0)
            break;
    }
    for (int i = 0; i < p->writes; i++)
        out[i] = machine_tree(m, p->write[i].value);
    return sweeps;
}

#endif
