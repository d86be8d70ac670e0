/* SPDX-License-Identifier: MIT
 *
 * Real roots of polynomials of fractions: Sturm's chain counts them, halving
 * intervals isolates one, Newton's iteration comes near to it, and two exact
 * signs prove how near.
 * J. C. F. Sturm, Mem. savants etrangers 6 (1835) 273-318; D. E. Knuth, The
 * Art of Computer Programming 2, section 4.6.1.
 */
#include "num/polynomial.h"

#include "base/arena.h"

typedef const struct number *value;

enum {
    ROOT_BITS = NUMBER_BITS + 40, /* to which a root is proven */
    NEWTON_BITS = ROOT_BITS + 40,
    NEWTON_STEPS = 12, /* each doubles the bits that are right */
    HALVINGS = 24      /* between attempts of Newton's iteration */
};

/* -- counting ---------------------------------------------------------------
 */

static struct polynomial negate(struct arena *a, const struct polynomial *p)
{
    value minus_one = number_int(a, -1);
    struct polynomial factor = polynomial_of(a, 1, &minus_one);
    return polynomial_mul(a, p, &factor);
}

struct sturm sturm_of(struct arena *a, const struct polynomial *p)
{
    struct sturm s = {.count = 1};
    s.chain = arena_array(a, (size_t)p->degree + 2, sizeof *s.chain);
    s.chain[0] = polynomial_squarefree(a, p);
    struct polynomial next = polynomial_derivative(a, &s.chain[0]);
    while (next.degree >= 0) {
        /* positive factors change no sign */
        s.chain[s.count++] = polynomial_primitive(a, &next);
        struct polynomial rest;
        polynomial_divide(a, &s.chain[s.count - 2], &s.chain[s.count - 1], NULL,
                          &rest);
        next = negate(a, &rest);
    }
    return s;
}

static int sign_far(const struct polynomial *p, bool negative)
{
    int sign = number_sign(p->coef[p->degree]);
    return negative && p->degree % 2 ? -sign : sign;
}

static int sign_at(struct arena *a, const struct polynomial *p, value x)
{
    struct arena_mark mark = arena_mark(a);
    int sign = number_sign(polynomial_value(a, p, x));
    arena_release(a, mark);
    return sign;
}

/* Changes of sign along the chain; x NULL: far out. */
static int variations(struct arena *a, const struct sturm *s, value x,
                      bool negative)
{
    int changes = 0, last = 0;
    for (int i = 0; i < s->count; i++) {
        int sign =
            x ? sign_at(a, &s->chain[i], x) : sign_far(&s->chain[i], negative);
        changes += sign * last < 0;
        last = sign ? sign : last;
    }
    return changes;
}

int sturm_count(struct arena *a, const struct sturm *s, value low, value high)
{
    return variations(a, s, low, true) - variations(a, s, high, false);
}

/* -- isolating --------------------------------------------------------------
 */

/* One root in low < x <= high. */
struct interval {
    value low, high;
};

static value middle(struct arena *a, struct interval i)
{
    value sum = number_add_exactly(a, i.low, i.high);
    return number_mul_exactly(a, sum, number_fraction(a, 1, 2));
}

static value size_of(struct arena *a, value x)
{
    return number_sign(x) < 0 ? number_neg(a, x) : x;
}

/* A power of two above all roots' absolute values: Cauchy's bound
 * 1 + max |a_i / a_n|. */
static value root_bound(struct arena *a, const struct polynomial *p)
{
    value bound = number_int(a, 1), two = number_int(a, 2), most = bound;
    value top = size_of(a, p->coef[p->degree]);
    for (int i = 0; i < p->degree; i++) {
        value size = number_div_exactly(a, size_of(a, p->coef[i]), top);
        if (number_compare(size, most) > 0)
            most = size;
    }
    while (number_compare(bound, most) <= 0)
        bound = number_mul_exactly(a, bound, two);
    return number_mul_exactly(a, bound, two);
}

/* `below` roots are at most `low`, `up_to` at most `high`. */
static struct interval isolate(struct arena *a, const struct sturm *s, int k)
{
    value bound = root_bound(a, &s->chain[0]);
    struct interval i = {number_neg(a, bound), bound};
    int below = 0, up_to = sturm_count(a, s, NULL, NULL);
    while (up_to - below > 1) {
        value x = middle(a, i);
        int n = sturm_count(a, s, NULL, x);
        if (n >= k) {
            i.high = x;
            up_to = n;
        } else {
            i.low = x;
            below = n;
        }
    }
    return i;
}

void sturm_isolate(struct arena *a, const struct sturm *s, int k, value *low,
                   value *high)
{
    struct interval i = isolate(a, s, k);
    *low = i.low;
    *high = i.high;
}

/* -- coming near ------------------------------------------------------------
 */

struct search {
    struct arena *arena;
    struct polynomial p;
    struct interval at;
    int sign;     /* right of the root, up to at.high */
    value exact;  /* the root, once found to be a fraction */
    mpfr_t *coef; /* the coefficients, rounded */
};

/* Takes one half; the root may be met exactly. */
static void halve(struct search *s)
{
    value x = middle(s->arena, s->at);
    int sign = sign_at(s->arena, &s->p, x);
    if (sign == 0)
        s->exact = x;
    else if (sign == s->sign)
        s->at.high = x;
    else
        s->at.low = x;
}

/* A root that is a fraction has a divisor of the leading coefficient for its
 * denominator, so that only one can be near x. */
static void try_fraction(struct search *s, value x)
{
    struct arena *a = s->arena;
    value top = s->p.coef[s->p.degree];
    value whole = number_round(a, number_mul_exactly(a, top, x));
    value root = number_div_exactly(a, whole, top);
    if (number_compare(root, s->at.low) > 0 &&
        number_compare(root, s->at.high) <= 0 && sign_at(a, &s->p, root) == 0)
        s->exact = root;
}

/* x - p(x)/p'(x), by Horner's scheme for both */
static void newton_step(const struct search *s, mpfr_ptr x)
{
    mpfr_t p, slope;
    mpfr_inits2(NEWTON_BITS, p, slope, (mpfr_ptr)0);
    mpfr_set_zero(p, 1);
    mpfr_set_zero(slope, 1);
    for (int i = s->p.degree; i >= 0; i--) {
        mpfr_fma(slope, slope, x, p, MPFR_RNDN);
        mpfr_fma(p, p, x, s->coef[i], MPFR_RNDN);
    }
    mpfr_div(p, p, slope, MPFR_RNDN);
    mpfr_sub(x, x, p, MPFR_RNDN);
    mpfr_clears(p, slope, (mpfr_ptr)0);
}

/* A real of the machine stack: nothing to clear when memory runs out. */
struct local {
    mpfr_t x;
    mp_limb_t limbs[NEWTON_BITS / 8 / sizeof(mp_limb_t) + 1];
};

static void set_up(struct local *l)
{
    mpfr_custom_init(l->limbs, NEWTON_BITS);
    mpfr_custom_init_set(l->x, MPFR_ZERO_KIND, 0, NEWTON_BITS, l->limbs);
}

static void newton(const struct search *s, value start, mpfr_ptr x)
{
    for (int i = 0; i <= s->p.degree; i++) {
        mpfr_init2(s->coef[i], NEWTON_BITS);
        number_mpfr(s->p.coef[i], s->coef[i]);
    }
    number_mpfr(start, x);
    for (int i = 0; i < NEWTON_STEPS && mpfr_number_p(x); i++)
        newton_step(s, x);
    for (int i = 0; i <= s->p.degree; i++)
        mpfr_clear(s->coef[i]);
}

/* Does the root lie between the two? */
static bool is_between(struct search *s, value low, value high)
{
    return number_compare(low, s->at.low) > 0 &&
           number_compare(high, s->at.high) <= 0 &&
           sign_at(s->arena, &s->p, low) == -s->sign &&
           sign_at(s->arena, &s->p, high) == s->sign;
}

/* Newton's iteration from the middle: if it came to the root, the interval
 * shrinks to 2^-ROOT_BITS of it on either side. */
static bool approach(struct search *s)
{
    struct local at;
    struct arena *a = s->arena;
    set_up(&at);
    newton(s, middle(a, s->at), at.x);
    if (!mpfr_regular_p(at.x))
        return false;
    value x = number_of_mpfr_exactly(a, at.x);
    mpfr_set_ui_2exp(at.x, 1, mpfr_get_exp(at.x) - ROOT_BITS, MPFR_RNDN);
    value margin = number_of_mpfr_exactly(a, at.x);
    value low = number_sub_exactly(a, x, margin);
    value high = number_add_exactly(a, x, margin);
    if (!is_between(s, low, high))
        return false;
    s->at = (struct interval){low, high};
    return true;
}

/* Halving alone has come there: near a root that is almost a double one
 * Newton's iteration has not bits enough. */
static bool is_narrow(const struct search *s)
{
    struct arena *a = s->arena;
    value width = number_sub_exactly(a, s->at.high, s->at.low);
    value power = number_power(a, number_int(a, 2), ROOT_BITS);
    return number_compare(number_mul_exactly(a, width, power),
                          size_of(a, middle(a, s->at))) <= 0;
}

static void search(struct search *s)
{
    if (sign_at(s->arena, &s->p, s->at.high) == 0)
        s->exact = s->at.high;
    do {
        for (int i = 0; i < HALVINGS && !s->exact; i++)
            halve(s);
        if (!s->exact)
            try_fraction(s, middle(s->arena, s->at));
    } while (!s->exact && !is_narrow(s) && !approach(s));
}

/* The middle of what it was narrowed down to, with the width for an error. */
static value near_root(const struct search *s, struct arena *a)
{
    struct arena *scratch = s->arena;
    value width = number_sub_exactly(scratch, s->at.high, s->at.low);
    value root = number_real(a, middle(scratch, s->at));
    return number_widen(a, root, number_at_most(width));
}

const struct number *sturm_root(struct arena *a, const struct sturm *sturm,
                                int k)
{
    struct arena *scratch = arena_child(a);
    struct search s = {.arena = scratch, .p = sturm->chain[0]};
    s.at = isolate(scratch, sturm, k);
    s.sign = sign_at(scratch, &s.p, s.at.high);
    s.coef = arena_array(scratch, (size_t)s.p.degree + 1, sizeof *s.coef);
    search(&s);
    value root = s.exact ? number_copy(a, s.exact) : near_root(&s, a);
    arena_free(scratch);
    return root;
}
