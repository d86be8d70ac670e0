/* SPDX-License-Identifier: MIT
 *
 * Elementary weights by integers.  As everywhere, memory of the arena is taken
 * before GMP is asked to work.
 */
#include "tableau/elementary.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

typedef const struct number *value;

/* Where c begins in tableau.written. */
int tableau_written_c(const struct tableau *t)
{
    return t->stages * (t->stages + 1 + t->embedded);
}

/* Fixed point: so many bits behind the point. */
enum { POINT = ELEMENTARY_POINT, LIMB_BITS = 64 };

/* Bounds are doubles; each operation on them is rounded up by this. */
#define UP (1 + 1e-14)

/* ---- integers in the arena ---- */

static mp_limb_t *reserve(struct arena *arena, size_t limbs)
{
    return arena_array(arena, limbs + 1, sizeof(mp_limb_t));
}

static void settle(mpz_ptr to, mp_limb_t *room, mpz_srcptr from)
{
    mp_size_t n = (mp_size_t)mpz_size(from);
    if (n > 0)
        memcpy(room, mpz_limbs_read(from), (size_t)n * sizeof *room);
    mpz_roinit_n(to, room, mpz_sgn(from) < 0 ? -n : n);
}

static double point(void)
{
    return ldexp(1, -POINT);
}

/* About the size of a fixed-point number, from above. */
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

static double product_error(const struct scaled *x, const struct scaled *y)
{
    double sizes = size_of(x) * y->error + size_of(y) * x->error;
    return (sizes + x->error * y->error) * UP;
}

static size_t product_limbs(const struct scaled *x, const struct scaled *y)
{
    return mpz_size(&x->integer) + mpz_size(&y->integer);
}

/* x * y */
static struct scaled times(const struct elementary *e, const struct scaled *x,
                           const struct scaled *y)
{
    struct scaled out = {.error = 0};
    mp_limb_t *room = reserve(e->arena, product_limbs(x, y));
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, &x->integer, &y->integer);
    if (!e->exact) {
        mpz_fdiv_q_2exp(product, product, POINT);
        out.error = (product_error(x, y) + point()) * UP;
    }
    settle(&out.integer, room, product);
    mpz_clear(product);
    return out;
}

static size_t dot_limbs(int n, const struct scaled *x, const struct scaled *y)
{
    size_t most = 0;
    for (int i = 0; i < n; i++) {
        size_t limbs = product_limbs(&x[i], &y[i]);
        most = limbs > most ? limbs : most;
    }
    return most + 1; /* the sum of up to 2^64 such products */
}

double elementary_sum(mpz_ptr sum, const struct elementary *e,
                      const struct scaled *x, const struct scaled *y)
{
    double error = 0;
    for (int i = 0; i < e->tableau->stages; i++) {
        if (is_nothing(&x[i]) || is_nothing(&y[i]))
            continue;
        mpz_addmul(sum, &x[i].integer, &y[i].integer);
        if (!e->exact)
            error = (error + product_error(&x[i], &y[i])) * UP;
    }
    return error;
}

struct scaled elementary_dot(const struct elementary *e, const struct scaled *x,
                             const struct scaled *y)
{
    struct scaled out = {.error = 0};
    mp_limb_t *room = reserve(e->arena, dot_limbs(e->tableau->stages, x, y));
    mpz_t sum;
    mpz_init(sum);
    out.error = elementary_sum(sum, e, x, y);
    if (!e->exact && (mpz_sgn(sum) != 0 || out.error > 0)) {
        mpz_fdiv_q_2exp(sum, sum, POINT);
        out.error = (out.error + point()) * UP;
    }
    settle(&out.integer, room, sum);
    mpz_clear(sum);
    return out;
}

/* ---- entries ---- */

static size_t limbs_of(value v)
{
    mpq_srcptr q = number_mpq(v);
    return mpz_size(mpq_numref(q)) + mpz_size(mpq_denref(q));
}

/* The least common denominator of `n` fractions and of what is in `unit`. */
static void join_denominators(struct arena *arena, mpz_ptr unit, int n,
                              const value *v)
{
    for (int i = 0; i < n; i++) {
        mp_limb_t *room = reserve(arena, mpz_size(unit) + limbs_of(v[i]));
        mpz_t both;
        mpz_init(both);
        mpz_lcm(both, unit, mpq_denref(number_mpq(v[i])));
        settle(unit, room, both);
        mpz_clear(both);
    }
}

static struct scaled scaled_fraction(struct arena *arena, value v,
                                     mpz_srcptr unit)
{
    struct scaled out = {.error = 0};
    mp_limb_t *room = reserve(arena, mpz_size(unit) + limbs_of(v));
    mpz_t integer;
    mpz_init(integer);
    mpz_divexact(integer, unit, mpq_denref(number_mpq(v)));
    mpz_mul(integer, integer, mpq_numref(number_mpq(v)));
    settle(&out.integer, room, integer);
    mpz_clear(integer);
    return out;
}

/* Beyond these exponents a number is no coefficient, and its integer would
 * fill the memory. */
enum { LARGEST_EXPONENT = 4096 };

static struct scaled scaled_point(struct arena *arena, value v, double error)
{
    struct scaled out = {.error = error};
    mp_limb_t *room =
        reserve(arena, (LARGEST_EXPONENT + POINT) / LIMB_BITS + 2);
    mpfr_t real;
    mpz_t integer;
    mpfr_init2(real, NUMBER_BITS + POINT);
    mpz_init(integer);
    number_mpfr(v, real);
    if (mpfr_regular_p(real) && mpfr_get_exp(real) > LARGEST_EXPONENT) {
        out.error = HUGE_VAL;
    } else {
        mpfr_mul_2si(real, real, POINT, MPFR_RNDN);
        mpfr_get_z(integer, real, MPFR_RNDN);
        if (!number_is_zero(v))
            out.error = (error + point()) * UP;
    }
    settle(&out.integer, room, integer);
    mpz_clear(integer);
    mpfr_clear(real);
    return out;
}

static struct scaled *scaled_entries(const struct elementary *e, int n,
                                     const value *v, mpz_srcptr unit)
{
    struct scaled *out = arena_array(e->arena, (size_t)n, sizeof *out);
    for (int i = 0; i < n; i++)
        out[i] = e->exact ? scaled_fraction(e->arena, v[i], unit)
                          : scaled_point(e->arena, v[i], number_error(v[i]));
    return out;
}

static mpz_srcptr one_of(struct arena *arena)
{
    __mpz_struct *one = arena_alloc(arena, sizeof *one);
    mp_limb_t *limb = reserve(arena, 1);
    *limb = 1;
    mpz_roinit_n(one, limb, 1);
    return one;
}

struct weights elementary_weights(const struct elementary *e, const value *v)
{
    struct weights w = {.unit = *one_of(e->arena)};
    int n = e->tableau->stages;
    if (e->exact)
        join_denominators(e->arena, &w.unit, n, v);
    w.value = scaled_entries(e, n, v, &w.unit);
    return w;
}

/* ---- trees ---- */

/* Powers of the denominator of a, up to what trees of this order have. */
static void raise_units(struct elementary *e, int order)
{
    __mpz_struct *unit = arena_array(e->arena, (size_t)order + 1, sizeof *unit);
    memcpy(unit, e->unit, (size_t)e->units * sizeof *unit);
    for (; e->units <= order; e->units++) {
        mpz_srcptr last = &unit[e->units - 1];
        mp_limb_t *room =
            reserve(e->arena, mpz_size(last) + mpz_size(&unit[1]));
        mpz_t power;
        mpz_init(power);
        mpz_mul(power, last, &unit[1]);
        settle(&unit[e->units], room, power);
        mpz_clear(power);
    }
    e->unit = unit;
}

static const struct scaled *image_of(struct elementary *e, int tree)
{
    int n = e->tableau->stages;
    if (e->image[tree])
        return e->image[tree];
    struct scaled *image = arena_array(e->arena, (size_t)n, sizeof *image);
    for (int i = 0; i < n; i++)
        image[i] =
            elementary_dot(e, e->a + (size_t)i * (size_t)n, e->phi[tree]);
    return e->image[tree] = image;
}

/* 1 for each stage, over the 0-th power of the denominator. */
static struct scaled *ones(const struct elementary *e)
{
    int n = e->tableau->stages;
    struct scaled *one = arena_array(e->arena, (size_t)n, sizeof *one);
    value unity = number_int(e->arena, 1);
    for (int i = 0; i < n; i++) {
        one[i] = e->exact ? scaled_fraction(e->arena, unity, one_of(e->arena))
                          : scaled_point(e->arena, unity, 0);
        one[i].error = 0; /* of a power of two there is none */
    }
    return one;
}

static struct scaled *phi_of(struct elementary *e, int tree)
{
    const struct tree *t = &e->forest.tree[tree];
    int n = e->tableau->stages;
    if (t->left < 0)
        return ones(e);
    const struct scaled *image = image_of(e, t->right);
    if (t->left == 0)
        return e->image[t->right];
    struct scaled *phi = arena_array(e->arena, (size_t)n, sizeof *phi);
    for (int i = 0; i < n; i++)
        phi[i] = times(e, &e->phi[t->left][i], &image[i]);
    return phi;
}

static void extend(struct elementary *e, int old_count)
{
    size_t old_size = (size_t)old_count * sizeof(struct scaled *);
    size_t new_size = (size_t)e->forest.count * sizeof(struct scaled *);
    e->phi = arena_grow(e->arena, e->phi, old_size, new_size);
    e->image = arena_grow(e->arena, e->image, old_size, new_size);
    if (e->c && old_count <= TREE_TIME) {
        e->image[TREE_TIME] =
            arena_array(e->arena, (size_t)e->tableau->stages, sizeof *e->c);
        memcpy(e->image[TREE_TIME], e->c,
               (size_t)e->tableau->stages * sizeof *e->c);
    }
    for (int tree = old_count; tree < e->forest.count; tree++)
        e->phi[tree] = phi_of(e, tree);
}

struct elementary *elementary_new(struct arena *arena, const struct tableau *t,
                                  bool timed)
{
    struct elementary *e = arena_alloc(arena, sizeof *e);
    __mpz_struct *unit = arena_array(arena, 2, sizeof *unit);
    int n = t->stages;
    *e = (struct elementary){.arena = arena,
                             .tableau = t,
                             .exact = t->exact,
                             .unit = unit,
                             .units = 2};
    unit[0] = unit[1] = *one_of(arena);
    if (e->exact)
        join_denominators(arena, &unit[1], n * n, t->a);
    if (e->exact && timed)
        join_denominators(arena, &unit[1], n, t->c);
    e->a = scaled_entries(e, n * n, t->a, &unit[1]);
    if (timed)
        e->c = scaled_entries(e, n, t->c, &unit[1]);
    e->forest = timed ? forest_timed(arena) : forest_new(arena);
    extend(e, 0);
    return e;
}

void elementary_grow(struct elementary *e, int order)
{
    if (order >= e->units)
        raise_units(e, order);
    while (e->forest.order < order) {
        int old_count = e->forest.count;
        forest_grow(&e->forest);
        extend(e, old_count);
    }
}
