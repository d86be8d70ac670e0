/* SPDX-License-Identifier: MIT
 *
 * The order of elimination: which equation determines which unknown, and
 * which unknowns can only be found together.
 */
#include "sym/linear.h"

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

static int count(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static int lowest(uint64_t set)
{
    return count((set & (0 - set)) - 1);
}

struct pattern linear_pattern(int n, const struct expr *const *matrix)
{
    struct pattern p = {.n = n};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (!expr_is_zero(matrix[i * n + j]))
                p.row[i] |= bit(j);
    return p;
}

/* -- which equation for which unknown ---------------------------------------
 */

struct pairs {
    int row_of[LINEAR_MOST], column_of[LINEAR_MOST]; /* -1: none yet */
};

static void marry(struct pairs *m, int row, int column)
{
    m->row_of[column] = row;
    m->column_of[row] = column;
}

/* Along the way back from a free unknown every equation on it changes over to
 * the unknown by which it was left. */
static void change_over(struct pairs *m, const int *from, int column, int first)
{
    for (int row = -1; row != first;) {
        row = from[column];
        int left = m->column_of[row];
        marry(m, row, column);
        column = left;
    }
}

/* Breadth first from equation `first` to an unknown that is free. */
static bool find_pair(const struct pattern *p, struct pairs *m, int first)
{
    int queue[LINEAR_MOST], from[LINEAR_MOST], head = 0, tail = 0;
    uint64_t seen = 0;
    queue[tail++] = first;
    while (head < tail) {
        int row = queue[head++];
        uint64_t next = p->row[row] & ~seen;
        seen |= next;
        for (; next; next &= next - 1) {
            int column = lowest(next);
            from[column] = row;
            if (m->row_of[column] < 0) {
                change_over(m, from, column, first);
                return true;
            }
            queue[tail++] = m->row_of[column];
        }
    }
    return false;
}

/* Equation i goes with unknown i where it can. */
static void find_pairs(const struct pattern *p, struct pairs *m)
{
    for (int i = 0; i < p->n; i++)
        m->row_of[i] = m->column_of[i] = -1;
    for (int i = 0; i < p->n; i++)
        if (p->row[i] & bit(i))
            marry(m, i, i);
    for (int i = 0; i < p->n; i++)
        if (m->column_of[i] < 0)
            find_pair(p, m, i);
}

/* -- which together ---------------------------------------------------------
 */

/* needs[j]: the unknowns that unknown j depends on, itself included. */
static void find_needs(const struct pattern *p, const struct pairs *m,
                       uint64_t *needs)
{
    for (int j = 0; j < p->n; j++)
        needs[j] = p->row[m->row_of[j]] | bit(j);
    for (int k = 0; k < p->n; k++)
        for (int j = 0; j < p->n; j++)
            if (needs[j] & bit(k))
                needs[j] |= needs[k];
}

/* The unknowns that unknown j can only be found together with. */
static uint64_t block_of(const uint64_t *needs, int n, int j)
{
    uint64_t block = 0;
    for (int i = 0; i < n; i++)
        if ((needs[j] & bit(i)) && (needs[i] & bit(j)))
            block |= bit(i);
    return block;
}

/* A block needs all that the ones before it need, and more. */
static bool goes_before(const uint64_t *needs, int n, int a, int b)
{
    int of_a = count(needs[a]), of_b = count(needs[b]);
    if (of_a != of_b)
        return of_a < of_b;
    int first_a = lowest(block_of(needs, n, a));
    int first_b = lowest(block_of(needs, n, b));
    return first_a != first_b ? first_a < first_b : a < b;
}

static void sort(struct blocks *b, const uint64_t *needs)
{
    for (int k = 0; k < b->n; k++) {
        int at = k;
        for (; at > 0 && goes_before(needs, b->n, k, b->column[at - 1]); at--)
            b->column[at] = b->column[at - 1];
        b->column[at] = k;
    }
}

int linear_order(const struct pattern *p, struct blocks *b)
{
    struct pairs m;
    uint64_t needs[LINEAR_MOST];
    find_pairs(p, &m);
    for (int j = 0; j < p->n; j++)
        if (m.row_of[j] < 0)
            return j;
    find_needs(p, &m, needs);
    b->n = p->n;
    b->blocks = 0;
    sort(b, needs);
    for (int k = 0; k < b->n; k++) {
        int j = b->column[k];
        b->row[k] = m.row_of[j];
        if (k == 0 || !(block_of(needs, b->n, j) & bit(b->column[k - 1])))
            b->start[b->blocks++] = k;
    }
    b->start[b->blocks] = b->n;
    return -1;
}
