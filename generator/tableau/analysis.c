/* SPDX-License-Identifier: MIT
 *
 * Everything about a tableau in one record: its structure, from the pattern of
 * its entries (which stages need which, whether the last one is the step, which
 * ones are idle or equal to others, symmetry, quadratic invariants), and its
 * orders.  Elementary weights are computed once for all rows.
 */
#include "tableau/analysis.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"

static num entry(const struct tableau *t, int i, int j)
{
    return t->a[i * t->stages + j];
}

/* True if x - y is zero within the tolerance. */
static bool means_equal(struct arena *arena, const struct tableau *t, num x,
                        num y)
{
    return tableau_means_zero(t, number_sub(arena, x, y));
}

/* ---- shape ---- */

/* True if the diagonal from stage `first` on is one number, not zero. */
static bool is_single(struct arena *arena, const struct tableau *t, int first)
{
    if (first >= t->stages || tableau_means_zero(t, entry(t, first, first)))
        return false;
    for (int i = first + 1; i < t->stages; i++)
        if (!means_equal(arena, t, entry(t, i, i), entry(t, first, first)))
            return false;
    return true;
}

/* ---- stages that are used ---- */

int tableau_used(const struct tableau *t, int rows, int *use)
{
    bool used[TABLEAU_STAGES] = {false}, more = true;
    int n = t->stages, count = 0;
    while (more) {
        more = false;
        for (int at = 0; at < n * (n + rows); at++) { /* the weights follow a */
            bool needed = at >= n * n || used[at / n];
            if (needed && !used[at % n] && !tableau_means_zero(t, t->a[at]))
                more = used[at % n] = true;
        }
    }
    for (int i = 0; i < n; i++)
        if (used[i])
            use[count++] = i;
    return count;
}

/* ---- equal stages ----
 *
 * Stages that are equal for every equation: the coarsest partition such that
 * all stages of a class have the same sum of a over each class.  One stage of
 * each class is enough.
 * R. Jeltsch, W. Hundsdorfer, M. Spijker: S-reducible, as in E. Hairer,
 * G. Wanner, Solving Ordinary Differential Equations II, section IV.12. */

/* The sum of a row's entries over a class. */
static num sum_over(struct arena *arena, const struct tableau *t,
                    const num *row, const int *of, int class)
{
    num sum = number_int(arena, 0);
    for (int j = 0; j < t->stages; j++)
        if (of[j] == class)
            sum = number_add(arena, sum, row[j]);
    return sum;
}

static bool are_alike(struct arena *arena, const struct tableau *t, int i,
                      int k, const int *of, int classes)
{
    for (int c = 0; c < classes; c++)
        if (!means_equal(arena, t,
                         sum_over(arena, t, t->a + i * t->stages, of, c),
                         sum_over(arena, t, t->a + k * t->stages, of, c)))
            return false;
    return true;
}

/* Splits classes until all stages of each class agree; returns the number of
 * classes. */
static int classes_of(struct arena *arena, const struct tableau *t, int *of)
{
    int last[TABLEAU_STAGES], n = 1, before = 0;
    const size_t size = (size_t)t->stages * sizeof *of;
    memset(of, 0, size);
    while (n != before) {
        memcpy(last, of, size);
        before = n;
        n = 0;
        for (int i = 0; i < t->stages; i++) {
            int k = 0;
            while (k < i && !(last[k] == last[i] &&
                              are_alike(arena, t, i, k, last, before)))
                k++;
            of[i] = k < i ? of[k] : n++;
        }
    }
    return n;
}

const struct tableau *tableau_merged(struct arena *arena,
                                     const struct tableau *t)
{
    int of[TABLEAU_STAGES], n = classes_of(arena, t, of);
    if (n == t->stages)
        return NULL;
    struct tableau *m = arena_copy(arena, t, sizeof *m);
    m->stages = n;
    m->written = NULL;
    m->slack = NULL;
    num *entry = arena_array(arena, (size_t)tableau_entries(m), sizeof *entry);
    for (int row = t->stages + t->embedded; row >= 0; row--) {
        int to = row < t->stages ? of[row] : n + row - t->stages;
        for (int k = 0; k < n; k++)
            entry[to * n + k] =
                sum_over(arena, t, t->a + row * t->stages, of, k);
    }
    for (int i = t->stages - 1; i >= 0; i--)
        entry[tableau_written_c(m) + of[i]] = t->c[i];
    *m = tableau_changed(m, entry);
    return m;
}

/* ---- its own adjoint ----
 *
 * A method is its own adjoint if there is a permutation s of its stages with
 *     a[s(i)][s(j)] + a[i][j] = b[j],   b[s(j)] = b[j]
 * E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, theorem V.2.3. */

/* More attempts are needed only by tableaus that nobody uses. */
enum { MOST_ATTEMPTS = 100000 };

struct search {
    struct arena *arena;
    const struct tableau *tableau;
    int partner[TABLEAU_STAGES];
    bool taken[TABLEAU_STAGES];
    long attempts;
};

/* True if the partner of stage i fits, given those of the earlier stages. */
static bool fits(const struct search *s, int i)
{
    const struct tableau *t = s->tableau;
    const int *to = s->partner;
    bool good = means_equal(s->arena, t, t->b[to[i]], t->b[i]);
    for (int j = 0; j <= i && good; j++) {
        num right =
            number_add(s->arena, entry(t, to[i], to[j]), entry(t, i, j));
        num left = number_add(s->arena, entry(t, to[j], to[i]), entry(t, j, i));
        good = means_equal(s->arena, t, right, t->b[j]) &&
               means_equal(s->arena, t, left, t->b[i]);
    }
    return good;
}

/* True if stage i and all later ones have partners. */
static bool pair(struct search *s, int i)
{
    int n = s->tableau->stages;
    for (int k = 0; k < n && i < n; k++) {
        if (s->attempts++ >= MOST_ATTEMPTS)
            return false;
        if (s->taken[k])
            continue;
        struct arena_mark mark = arena_mark(s->arena);
        s->partner[i] = k;
        bool good = fits(s, i);
        arena_release(s->arena, mark);
        s->taken[k] = true;
        if (good && pair(s, i + 1))
            return true;
        s->taken[k] = false;
    }
    return i == n;
}

/* ---- squares ----
 *
 * The matrix m_ij = b_i a_ij + b_j a_ji - b_i b_j.  If it is zero, the method
 * keeps quadratic invariants (G. J. Cooper, IMA J. Numer. Anal. 7 (1987) 1-13,
 * J. M. Sanz-Serna, BIT 28 (1988) 877-883).  If m is positive semidefinite and
 * all b_i >= 0, the method is algebraically stable (K. Burrage, J. C. Butcher,
 * SIAM J. Numer. Anal. 16 (1979) 46-57). */

/* True if m is positive semidefinite, by elimination.  A diagonal entry that is
 * skipped as zero can only decrease later; the final check finds it. */
static bool is_never_negative(struct arena *arena, const struct tableau *t,
                              num *m)
{
    int n = t->stages;
    for (int p = 0; p < n; p++) {
        int sign = tableau_sign(t, m[p * (n + 1)]);
        if (sign < 0)
            return false;
        for (int i = 0; i < n && sign > 0; i++) {
            num factor = number_div(arena, m[i * n + p], m[p * (n + 1)]);
            for (int j = 0; j < n && i != p; j++)
                m[i * n + j] =
                    number_sub(arena, m[i * n + j],
                               number_mul(arena, factor, m[p * n + j]));
        }
        for (int i = 0; i < n && sign > 0; i++)
            m[i * n + p] = m[p * n + i] = number_int(arena, 0);
    }
    return tableau_are_zero(t, n * n, m, 1);
}

static void judge_squares(struct arena *arena, const struct tableau *t,
                          struct analysis_structure *s)
{
    struct arena_mark mark = arena_mark(arena);
    int n = t->stages;
    num *m = arena_array(arena, (size_t)(n * n), sizeof *m);
    s->algebraic = true;
    for (int i = 0; i < n; i++) {
        s->algebraic &= tableau_sign(t, t->b[i]) >= 0;
        for (int j = 0; j <= i; j++) {
            num one = number_mul(arena, t->b[i], entry(t, i, j));
            num other = number_mul(arena, t->b[j], entry(t, j, i));
            num sum = number_add(arena, one, other);
            num both = number_mul(arena, t->b[i], t->b[j]);
            m[i * n + j] = m[j * n + i] = number_sub(arena, sum, both);
        }
    }
    s->symplectic = tableau_are_zero(t, n * n, m, 1);
    s->algebraic = s->algebraic && is_never_negative(arena, t, m);
    arena_release(arena, mark);
}

static struct analysis_structure structure_of(struct arena *arena,
                                              const struct tableau *t)
{
    struct analysis_structure s = {.stiffly_accurate = true};
    struct search search = {.arena = arena, .tableau = t};
    int of[TABLEAU_STAGES], n = t->stages;
    const bool begins_explicit = tableau_are_zero(t, n, t->a, 1);
    s.shape = t->is_explicit                              ? "explicit"
              : !tableau_is_triangular(t)                 ? "implicit"
              : is_single(arena, t, 0)                    ? "SDIRK"
              : begins_explicit && is_single(arena, t, 1) ? "ESDIRK"
                                                          : "DIRK";
    for (int i = 0; i < n; i++) {
        s.stiffly_accurate &=
            means_equal(arena, t, entry(t, n - 1, i), t->b[i]);
        for (int j = 0; j < i; j++)
            s.confluent |= means_equal(arena, t, t->c[i], t->c[j]);
    }
    s.fsal = s.stiffly_accurate && n > 1 && begins_explicit;
    s.symmetric = pair(&search, 0);
    s.idle = t->stages - tableau_used(t, 1 + t->embedded, of);
    s.equal = t->stages - classes_of(arena, t, of);
    judge_squares(arena, t, &s);
    s.ssp = tableau_ssp(arena, t);
    return s;
}

/* ---- orders ---- */

/* Equations with t on the right side have many more trees. */
enum { TIMED_TREES = 8 };

struct analysing {
    struct arena *arena;
    const struct tableau *working; /* the tableau, or its rounded form */
    struct analysis *out;
    struct elementary *meant, *timed; /* the latter may be NULL */
};

static int least(int x, int y)
{
    return x < y ? x : y;
}

static int largest(int x, int y)
{
    return x > y ? x : y;
}

/* ---- simplifying assumptions ---- */

/* The conditions, with x = c^(k-1) and w the weights,
 *     B: w x = 1/k,   C: A x = c x / k,   D: (w x) A = w (1 - c x) / k;
 * products of vectors are entry by entry.
 * J. C. Butcher, Math. Comp. 18 (1964) 50-64. */
enum assumption { ASSUMES_B, ASSUMES_C, ASSUMES_D };

/* True if the condition holds at k; x is c^(k-1), for D times the weights. */
static bool holds(struct arena *arena, const struct tableau *t,
                  enum assumption kind, const num *w, const num *x, int k)
{
    int n = t->stages;
    for (int i = 0; i < (kind == ASSUMES_B ? 1 : n); i++) {
        const num *row = kind == ASSUMES_B ? w : t->a + i * n;
        num sum = kind == ASSUMES_D ? tableau_dot(arena, n, x, t->a + i, n)
                                    : tableau_dot(arena, n, row, x, 1);
        num want = kind == ASSUMES_B ? number_int(arena, 1)
                                     : number_mul(arena, x[i], t->c[i]);
        if (kind == ASSUMES_D)
            want = number_sub(arena, w[i], want);
        want = number_div(arena, want, number_int(arena, k));
        if (!means_equal(arena, t, sum, want))
            return false;
    }
    return true;
}

static int assumed(struct arena *arena, const struct tableau *t,
                   enum assumption kind, const num *w)
{
    struct arena_mark mark = arena_mark(arena);
    num *x = arena_array(arena, (size_t)t->stages, sizeof *x);
    int k = 1;
    for (int i = 0; i < t->stages; i++)
        x[i] = kind == ASSUMES_D ? w[i] : number_int(arena, 1);
    for (; k <= ANALYSIS_ORDER && holds(arena, t, kind, w, x, k); k++)
        for (int i = 0; i < t->stages; i++)
            x[i] = number_mul(arena, x[i], t->c[i]);
    arena_release(arena, mark);
    return k - 1;
}

static struct analysis_failure failure_of(struct elementary *e, int row,
                                          int tree)
{
    struct text text = text_new(e->arena);
    forest_print(&e->forest, tree, &text);
    return (struct analysis_failure){text_chars(&text),
                                     elementary_miss(e, row, tree)};
}

/* The residual of sum_i b_i c_i^leaves = 1/(leaves + 1), where c_i is the sum
 * of row i of a, as in the order conditions of trees. */
static struct analysis_failure leaves_alone(const struct analysing *a,
                                            const num *v, int leaves)
{
    struct arena *arena = a->arena;
    const int n = a->out->tableau->stages;
    struct text tree = text_new(arena);
    num sum = number_fraction(arena, -1, leaves + 1);
    for (int i = 0; i < n; i++) {
        num c = tableau_sum(arena, n, a->out->tableau->a + i * n);
        num power = number_power(arena, c, leaves);
        sum = number_add(arena, sum, number_mul(arena, v[i], power));
    }
    for (int i = 0; i < leaves; i++)
        text_put(&tree, i ? ",t" : "[t");
    text_char(&tree, ']');
    return (struct analysis_failure){text_chars(&tree), sum};
}

/* Finds by trees the proven and highest possible orders, and the first failing
 * condition for the numbers as written; false if all conditions hold. */
static bool find_by_trees(const struct analysing *a, struct elementary *e,
                          int row, int *order, int *most,
                          struct analysis_failure *failure)
{
    int tree = elementary_failure(e, row, ANALYSIS_TREES, false);
    if (tree < 0)
        return false;
    *order = e->forest.tree[tree].order - 1;
    *most = ANALYSIS_ORDER;
    tree = elementary_failure(e, row, ANALYSIS_TREES, true);
    if (tree < 0)
        return true;
    *most = e->forest.tree[tree].order - 1;
    elementary_grow(a->meant, *most + 1);
    *failure = failure_of(a->meant, row, tree);
    return true;
}

/* The order beyond the trees, which all hold: order p follows from B(p), C(q),
 * D(r) if p <= q + r + 1 and p <= 2 q + 2.  *b is the p of B. */
static int beyond_trees(struct arena *arena, const struct tableau *t,
                        const num *v, int *b)
{
    int c = assumed(arena, t, ASSUMES_C, NULL);
    int d = assumed(arena, t, ASSUMES_D, v);
    *b = assumed(arena, t, ASSUMES_B, v);
    return largest(least(*b, least(c + d + 1, 2 * c + 2)), ANALYSIS_TREES);
}

/* The order of the numbers as written. */
static void find_order(struct analysing *a, int row)
{
    const struct tableau *t = a->out->tableau;
    struct analysis_row *r = &a->out->row[row];
    const num *v = t->b + row * t->stages;
    if (find_by_trees(a, a->meant, row, &r->order, &r->order_most, &r->failure))
        return;
    int b;
    r->order = beyond_trees(a->arena, t, v, &b);
    /* Bushy trees need B if each c is the sum of its row. */
    r->order_most = a->out->mismatches ? ANALYSIS_ORDER : b;
    if (r->order_most == r->order)
        r->failure = leaves_alone(a, v, r->order);
}

int analysis_order(const struct analysis_row *r)
{
    return largest(r->order_rounded, r->order);
}

int analysis_order_most(const struct analysis_row *r)
{
    return largest(r->order_rounded_most, r->order_most);
}

/* Fills the fields that depend on the orders. */
static void analyse_row(struct analysing *a, int row)
{
    struct analysis_row *r = &a->out->row[row];
    const int n = a->working->stages;
    const num *v = a->working->b + row * n;
    int order = analysis_order(r) + 1, tree = -1;
    r->order_timed = a->timed ? least(order - 1, TIMED_TREES) : -1;
    if (a->timed)
        tree = elementary_failure(a->timed, row, r->order_timed, false);
    if (tree >= 0) {
        r->order_timed = a->timed->forest.tree[tree].order - 1;
        r->failure_timed = failure_of(a->timed, row, tree);
    }
    r->positive = true;
    for (int i = 0; i < n; i++)
        r->positive &= tableau_sign(a->working, v[i]) > 0;
    r->b = assumed(a->arena, a->working, ASSUMES_B, v);
    r->d = assumed(a->arena, a->working, ASSUMES_D, v);
    if (order <= ANALYSIS_TREES + 1)
        r->error = error_of(a->meant, row, order);
    if (row > 0 && order <= ANALYSIS_TREES)
        r->pair = error_pair(a->meant, row, order - 1);
}

/* ---- all ---- */

/* Long decimals may always be rounded; long fractions only where the claimed
 * order is not the order of the written numbers.  Continues with the rounded
 * tableau if its order is higher. */
static void loosen(struct analysing *a)
{
    const struct tableau *t = a->out->tableau, *as_rounded = NULL;
    const struct analysis_row *b = &a->out->row[0];
    bool unmet = t->claim == 0 || b->order < t->claim;
    struct elementary *rounded = NULL;
    for (int row = 1; row < a->out->rows; row++)
        unmet |= a->out->row[row].order + 1 < b->order;
    if (t->decimals.digits > 0 || unmet)
        as_rounded = tableau_as_rounded(a->arena, t);
    if (as_rounded)
        rounded = elementary_new(a->arena, as_rounded, false);
    for (int row = 0; row < a->out->rows; row++) {
        struct analysis_row *r = &a->out->row[row];
        int v = row * t->stages, quadrature;
        r->order_rounded = r->order_rounded_most = -1;
        if (as_rounded &&
            !find_by_trees(a, rounded, row, &r->order_rounded,
                           &r->order_rounded_most, &r->failure_rounded)) {
            r->order_rounded = beyond_trees(a->arena, as_rounded,
                                            as_rounded->b + v, &quadrature);
            r->order_rounded_most = ANALYSIS_ORDER;
        }
    }
    a->out->rounded = as_rounded && b->order_rounded > b->order;
    a->working = a->out->rounded ? as_rounded : t;
    if (a->out->mismatches_rounded > 0)
        a->timed = elementary_new(a->arena, a->working, true);
}

struct analysis tableau_analyse(struct arena *arena, const struct tableau *t)
{
    struct analysis out = {.tableau = t, .rows = 1 + t->embedded};
    struct analysing a = {.arena = arena, .out = &out};
    out.row = arena_array(arena, (size_t)out.rows, sizeof *out.row);
    a.meant = elementary_new(arena, t, false);
    out.mismatches = tableau_mismatches(arena, t, false, &out.mismatched_stage);
    out.mismatches_rounded =
        tableau_mismatches(arena, t, true, &out.mismatched_stage_rounded);
    for (int row = 0; row < out.rows; row++)
        find_order(&a, row);
    loosen(&a);
    for (int row = 0; row < out.rows; row++)
        analyse_row(&a, row);
    out.c = assumed(arena, a.working, ASSUMES_C, NULL);
    out.stage_order = least(out.c, out.row[0].b);
    out.largest = tableau_largest(arena, tableau_written_c(t), t->a);
    out.structure = structure_of(arena, a.working);
    out.stability = tableau_stability(arena, a.working);
    return out;
}
