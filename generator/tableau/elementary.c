/* SPDX-License-Identifier: MIT
 *
 * Rooted trees by Butcher products, their elementary weights in integers,
 * residuals of order conditions, and the order up to which all hold.
 */
#include "tableau/elementary.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "num/bound.h"

/* ---- trees ---- */

struct forest forest_new(struct arena *arena, bool timed)
{
    struct forest f = {.arena = arena, .order = 1, .timed = timed};
    f.first = arena_array(arena, TREE_ORDER + 2, sizeof *f.first);
    for (int i = 0; i <= timed; i++)
        arena_push(arena, f.tree, f.count, f.room,
                   (struct rooted_tree){1, -1, -1, 1, 1, 0});
    f.first[2] = f.count;
    return f;
}

static bool is_time(const struct forest *f, int tree)
{
    return f->timed && tree == TREE_TIME;
}

static void graft(struct forest *f, int left, int right)
{
    const struct rooted_tree *l = &f->tree[left], *r = &f->tree[right];
    int order = l->order + r->order;
    /* The root's factor is the only one of `left` that changes. */
    int64_t density = l->density / l->order * r->density * order;
    int alike = l->right == right ? l->alike + 1 : 1;
    int64_t symmetry = l->symmetry * r->symmetry * alike;
    arena_push(
        f->arena, f->tree, f->count, f->room,
        (struct rooted_tree){order, left, right, density, symmetry, alike});
}

/* Branches stay in ascending order; the derivative of t has none. */
void forest_grow(struct forest *f)
{
    int n = f->order + 1;
    for (int k = 1; k < n; k++)
        for (int right = f->first[k]; right < f->first[k + 1]; right++)
            for (int left = f->first[n - k]; left < f->first[n - k + 1]; left++)
                if (f->tree[left].right <= right && !is_time(f, left))
                    graft(f, left, right);
    f->order = n;
    f->first[n + 1] = f->count;
}

/* The depth is that of the tree: at most TREE_ORDER. */
void forest_print(const struct forest *f, int tree, struct text *out)
{
    const struct rooted_tree *t = &f->tree[tree];
    if (t->left < 0) {
        text_char(out, is_time(f, tree) ? '1' : 't');
        return;
    }
    if (f->tree[t->left].left < 0) {
        text_char(out, '[');
    } else { /* the last branch goes before the closing bracket */
        forest_print(f, t->left, out);
        out->chars[out->length - 1] = ',';
    }
    forest_print(f, t->right, out);
    text_char(out, ']');
}

/* ---- integers over a denominator ----
 *
 * Fractions use the least common denominator and its powers; other numbers are
 * fixed-point, with rigorous error bounds. */

enum { POINT = 320 }; /* fractional bits */

struct scaled {
    __mpz_struct integer; /* read-only limbs in the arena */
    double error;         /* error bound of the number itself; 0: exact */
};

/* Bounds are doubles; this factor rounds each operation on them up. */
#define UP (1 + 1e-14)

/* Moves an integer from the heap to the arena. */
static __mpz_struct settle(struct arena *arena, mpz_ptr from)
{
    __mpz_struct to;
    mp_size_t n = (mp_size_t)mpz_size(from);
    int sign = mpz_sgn(from);
    mp_limb_t *limbs = arena_try(arena, (size_t)(n + 1) * sizeof *limbs);
    if (limbs && n > 0)
        memcpy(limbs, mpz_limbs_read(from), (size_t)n * sizeof *limbs);
    mpz_clear(from);
    if (!limbs)
        arena_refuse(arena);
    mpz_roinit_n(&to, limbs, sign < 0 ? -n : n);
    return to;
}

/* A tight upper bound on the size of a fixed-point number. */
static double size_of(const struct scaled *x)
{
    long exponent;
    double part = fabs(mpz_get_d_2exp(&exponent, &x->integer));
    return ldexp(part, (int)exponent - POINT) * UP;
}

static bool is_nothing(const struct scaled *x)
{
    return mpz_sgn(&x->integer) == 0 && x->error <= 0;
}

/* Adds the sum of x[i] * y[i], over the product of their denominators
 * (fixed-point: 2 * POINT fractional bits).  Returns an error bound. */
static double add_products(mpz_ptr sum, bool exact, int n,
                           const struct scaled *x, const struct scaled *y)
{
    double error = 0;
    for (int i = 0; i < n; i++) {
        if (is_nothing(&x[i]) || is_nothing(&y[i]))
            continue;
        mpz_addmul(sum, &x[i].integer, &y[i].integer);
        if (exact)
            continue;
        double sizes =
            size_of(&x[i]) * y[i].error + size_of(&y[i]) * x[i].error;
        error = (error + (sizes + x[i].error * y[i].error) * UP) * UP;
    }
    return error;
}

/* The same sum; fixed-point numbers are scaled back to POINT bits. */
static struct scaled dot(const struct elementary *e, int n,
                         const struct scaled *x, const struct scaled *y)
{
    bool exact = e->tableau->exact;
    mpz_t sum;
    mpz_init(sum);
    double error = add_products(sum, exact, n, x, y);
    if (!exact && (mpz_sgn(sum) != 0 || error > 0)) {
        mpz_fdiv_q_2exp(sum, sum, POINT);
        error = (error + ldexp(1, -POINT)) * UP;
    }
    return (struct scaled){settle(e->arena, sum), error};
}

/* A larger exponent is no coefficient, and its integer would fill the
 * memory. */
enum { LARGEST_EXPONENT = 4096 };

/* Converts v to fixed point; returns the error. */
static double to_point(mpz_ptr integer, num v)
{
    STACK_REAL(real, NUMBER_BITS + POINT);
    number_mpfr(v, real);
    if (mpfr_regular_p(real) && mpfr_get_exp(real) > LARGEST_EXPONENT)
        return HUGE_VAL;
    mpfr_mul_2si(real, real, POINT, MPFR_RNDN);
    mpfr_get_z(integer, real, MPFR_RNDN);
    double error = number_error(v);
    return number_is_zero(v) ? error : (error + ldexp(1, -POINT)) * UP;
}

/* n fractions over the denominator `unit`; if v is NULL, n ones over 1. */
static struct scaled *row_of(const struct elementary *e, int n, const num *v,
                             mpz_srcptr unit)
{
    struct scaled *out = arena_array(e->arena, (size_t)n, sizeof *out);
    for (int i = 0; i < n; i++) {
        double error = 0;
        mpz_t integer;
        mpz_init(integer);
        if (!v) {
            mpz_setbit(integer, e->tableau->exact ? 0 : POINT);
        } else if (e->tableau->exact) {
            mpz_divexact(integer, unit, mpq_denref(number_mpq(v[i])));
            mpz_mul(integer, integer, mpq_numref(number_mpq(v[i])));
        } else {
            error = to_point(integer, v[i]);
        }
        out[i] = (struct scaled){settle(e->arena, integer), error};
    }
    return out;
}

/* Sets `unit` to the lcm of itself and the denominators of n fractions. */
static void join(struct arena *arena, mpz_ptr unit, int n, const num *v)
{
    mpz_t both;
    mpz_init_set(both, unit);
    for (int i = 0; i < n; i++)
        mpz_lcm(both, both, mpq_denref(number_mpq(v[i])));
    *unit = settle(arena, both);
}

/* ---- their weights ---- */

/* The depth is that of the tree: at most TREE_ORDER. */
static struct scaled *phi_of(struct elementary *e, int tree)
{
    const struct rooted_tree *t = &e->forest.tree[tree];
    int n = e->tableau->stages;
    if (e->phi[tree])
        return e->phi[tree];
    if (t->left < 0)
        return e->phi[tree] = row_of(e, n, NULL, NULL);
    struct scaled *image = e->image[t->right];
    if (!image) {
        const struct scaled *right = phi_of(e, t->right);
        image = arena_array(e->arena, (size_t)n, sizeof *image);
        for (int i = 0; i < n; i++)
            image[i] = dot(e, n, e->a + i * n, right);
        e->image[t->right] = image;
    }
    if (t->left == 0)
        return e->phi[tree] = image;
    const struct scaled *left = phi_of(e, t->left);
    struct scaled *phi = arena_array(e->arena, (size_t)n, sizeof *phi);
    for (int i = 0; i < n; i++)
        phi[i] = dot(e, 1, &left[i], &image[i]);
    return e->phi[tree] = phi;
}

/* Makes room for the weights of the added trees. */
static void extend(struct elementary *e, int old_count)
{
    size_t old_size = (size_t)old_count * sizeof(struct scaled *);
    size_t new_size = (size_t)e->forest.count * sizeof(struct scaled *);
    e->phi = arena_grow(e->arena, e->phi, old_size, new_size);
    e->image = arena_grow(e->arena, e->image, old_size, new_size);
}

struct elementary *elementary_new(struct arena *arena, const struct tableau *t,
                                  bool timed)
{
    static const mp_limb_t one = 1;
    struct elementary *e = arena_alloc(arena, sizeof *e);
    int n = t->stages, rows = n * (1 + t->embedded);
    *e = (struct elementary){.arena = arena, .tableau = t};
    mpz_roinit_n(&e->unit, &one, 1);
    e->under[1] = e->unit;
    if (t->exact) {
        join(arena, &e->unit, n * n, t->a);
        join(arena, &e->under[1], rows, t->b);
    }
    if (t->exact && timed)
        join(arena, &e->unit, n, t->c);
    e->a = row_of(e, n * n, t->a, &e->unit);
    e->b = row_of(e, rows, t->b, &e->under[1]);
    e->forest = forest_new(arena, timed);
    extend(e, 0);
    if (timed)
        e->image[TREE_TIME] = row_of(e, n, t->c, &e->unit);
    return e;
}

void elementary_grow(struct elementary *e, int order)
{
    while (e->forest.order < order) {
        int old_count = e->forest.count;
        mpz_t under;
        forest_grow(&e->forest);
        extend(e, old_count);
        mpz_init(under);
        mpz_mul(under, &e->under[e->forest.order - 1], &e->unit);
        e->under[e->forest.order] = settle(e->arena, under);
    }
}

/* ---- residuals ---- */

/* The residual sum of b phi - 1/gamma, not in lowest terms; the caller clears
 * it.  Returns its error.  No arena allocation happens while it is live. */
static double miss(struct elementary *e, int row, int tree, mpq_ptr out)
{
    const struct rooted_tree *t = &e->forest.tree[tree];
    const struct scaled *phi = phi_of(e, tree);
    unsigned long density = (unsigned long)t->density;
    mpz_ptr over = mpq_numref(out), under = mpq_denref(out);
    int n = e->tableau->stages;
    bool exact = e->tableau->exact;
    mpq_init(out);
    if (exact)
        mpz_set(under, &e->under[t->order]);
    else
        mpz_mul_2exp(under, under, 2 * POINT);
    double error = add_products(over, exact, n, e->b + row * n, phi);
    mpz_mul_ui(over, over, density);
    mpz_sub(over, over, under);
    mpz_mul_ui(under, under, density);
    return error;
}

/* 0 if 0 is within bounds far below the size of the condition. */
num elementary_miss_real(struct elementary *e, int row, int tree)
{
    STACK_REAL(x, NUMBER_BITS);
    mpq_t exactly;
    double error = miss(e, row, tree, exactly);
    mpfr_set_q(x, exactly, MPFR_RNDN);
    mpq_clear(exactly);
    double rounding = fabs(mpfr_get_d(x, MPFR_RNDA)) * ldexp(4, -NUMBER_BITS);
    num v = number_widen(e->arena, number_of_mpfr(e->arena, x),
                         bound_add(error, bound_up(rounding)));
    double tolerance = tableau_tolerance(e->tableau);
    double most = fmin(tolerance, fmax(1e-3, 10 * tolerance) /
                                      (double)e->forest.tree[tree].density);
    return number_may_be_zero(v) && number_error(v) <= most
               ? number_int(e->arena, 0)
               : v;
}

num elementary_miss(struct elementary *e, int row, int tree)
{
    mpq_t exactly;
    if (!e->tableau->exact)
        return elementary_miss_real(e, row, tree);
    miss(e, row, tree, exactly);
    mpq_canonicalize(exactly);
    return number_take(e->arena, exactly);
}

/* ---- orders ---- */

int elementary_failure(struct elementary *e, int row, int limit, bool surely)
{
    limit = limit < TREE_ORDER ? limit : TREE_ORDER;
    for (int order = 1, tree = 0; order <= limit; order++) {
        elementary_grow(e, order);
        for (; tree < e->forest.first[order + 1]; tree++) {
            phi_of(e, tree); /* kept beyond the release below */
            struct arena_mark mark = arena_mark(e->arena);
            num v = elementary_miss_real(e, row, tree);
            bool holds =
                number_may_be_zero(v) && (surely || number_error(v) <= 0);
            arena_release(e->arena, mark);
            if (!holds && !is_time(&e->forest, tree))
                return tree;
        }
    }
    return -1;
}

int tableau_order(struct arena *arena, const struct tableau *tableau, int row,
                  int limit)
{
    struct arena_mark mark = arena_mark(arena);
    struct elementary *e = elementary_new(arena, tableau, false);
    int tree = elementary_failure(e, row, limit, false);
    int order = tree < 0 ? limit : e->forest.tree[tree].order - 1;
    arena_release(arena, mark);
    return order;
}
