/* SPDX-License-Identifier: MIT
 *
 * Polynomials: arithmetic, common divisors, real roots.  Fractions never become
 * reals here, however long they get: results on roots must be exact, and the
 * degree bounds the length.
 */
#include "num/polynomial.h"

#include "base/arena.h"

/* Drops zeros of the highest powers; the polynomial takes over the list. */
static struct polynomial trim(int n, num const *coef)
{
    while (n > 0 && number_is_zero(coef[n - 1]))
        n--;
    return (struct polynomial){n > 0 ? n - 1 : -1, coef};
}

struct polynomial polynomial_of(struct arena *a, int n, num const *coef)
{
    return trim(n, arena_copy(a, coef, (size_t)n * sizeof *coef));
}

bool polynomial_is_exact(struct polynomial p)
{
    for (int i = 0; i <= p.degree; i++)
        if (!number_is_exact(p.coef[i]))
            return false;
    return true;
}

/* ---- arithmetic ---- */

/* list += factor * x^shift * p, or -= for `sum` '-' */
static void collect(struct arena *a, char sum, num *list, num factor, int shift,
                    struct polynomial p)
{
    for (int i = 0; i <= p.degree; i++)
        list[i + shift] = number_exactly(
            a, sum, list[i + shift], number_exactly(a, '*', factor, p.coef[i]));
}

struct polynomial polynomial_add(struct arena *a, struct polynomial p,
                                 struct polynomial q)
{
    if (p.degree < q.degree)
        return polynomial_add(a, q, p);
    num *sum = arena_copy(a, p.coef, ((size_t)p.degree + 1) * sizeof *sum);
    collect(a, '+', sum, number_int(a, 1), 0, q);
    return trim(p.degree + 1, sum);
}

struct polynomial polynomial_mul(struct arena *a, struct polynomial p,
                                 struct polynomial q)
{
    int n = p.degree < 0 || q.degree < 0 ? 0 : p.degree + q.degree + 1;
    num *product = number_zeros(a, n);
    for (int i = 0; n > 0 && i <= p.degree; i++)
        collect(a, '+', product, p.coef[i], i, q);
    return trim(n, product);
}

static struct polynomial polynomial_derivative(struct arena *a,
                                               struct polynomial p)
{
    num *coef = number_zeros(a, p.degree);
    for (int i = 1; i <= p.degree; i++)
        coef[i - 1] = number_exactly(a, '*', number_int(a, i), p.coef[i]);
    return trim(p.degree, coef);
}

num polynomial_value(struct arena *a, struct polynomial p, num x)
{
    num sum = number_int(a, 0);
    for (int i = p.degree; i >= 0; i--)
        sum = number_exactly(a, '+', number_exactly(a, '*', sum, x), p.coef[i]);
    return sum;
}

struct division polynomial_divide(struct arena *a, struct polynomial p,
                                  struct polynomial b)
{
    int n = p.degree - b.degree + 1;
    num *digit = number_zeros(a, n);
    num *rest = arena_copy(a, p.coef, ((size_t)p.degree + 1) * sizeof *rest);
    for (int shift = n - 1; shift >= 0; shift--) {
        digit[shift] =
            number_exactly(a, '/', rest[shift + b.degree], b.coef[b.degree]);
        collect(a, '-', rest, digit[shift], shift, b);
        /* reals may leave a rest that is zero up to rounding */
        rest[shift + b.degree] = number_int(a, 0);
    }
    return (struct division){trim(n, digit),
                             trim(n > 0 ? b.degree : p.degree + 1, rest)};
}

/* ---- polynomials of fractions ---- */

/* A multiple with integer coefficients without common divisor: divided by the
 * greatest common divisor of the numerators, times the least common multiple of
 * the denominators. */
static struct polynomial polynomial_primitive(struct arena *a,
                                              struct polynomial p)
{
    mpq_t q;
    mpq_init(q);
    mpz_set_ui(mpq_numref(q), 1);
    mpz_set_ui(mpq_denref(q), p.degree < 0);
    for (int i = 0; i <= p.degree; i++) {
        mpq_srcptr coef = number_mpq(p.coef[i]);
        mpz_lcm(mpq_numref(q), mpq_numref(q), mpq_denref(coef));
        mpz_gcd(mpq_denref(q), mpq_denref(q), mpq_numref(coef));
    }
    num factor = number_take(a, q);
    num *coef = number_zeros(a, p.degree + 1);
    collect(a, '+', coef, factor, 0, p);
    return trim(p.degree + 1, coef);
}

size_t polynomial_digits(struct polynomial p)
{
    size_t most = 0;
    for (int i = 0; i <= p.degree; i++)
        if (number_is_fraction(p.coef[i]) && number_length(p.coef[i]) > most)
            most = number_length(p.coef[i]);
    return most;
}

bool polynomial_is_moderate(struct arena *a, struct polynomial p)
{
    struct polynomial whole = polynomial_primitive(a, p);
    size_t degree = p.degree < 1 ? 1 : (size_t)p.degree;
    return polynomial_digits(whole) <= POLYNOMIAL_DIGITS / degree;
}

struct polynomial polynomial_gcd(struct arena *a, struct polynomial p,
                                 struct polynomial q)
{
    struct polynomial x = polynomial_primitive(a, p);
    struct polynomial y = polynomial_primitive(a, q);
    while (y.degree >= 0) {
        struct polynomial rest = polynomial_divide(a, x, y).remainder;
        x = y;
        y = polynomial_primitive(a, rest);
    }
    return x;
}

struct polynomial polynomial_squarefree(struct arena *a, struct polynomial p)
{
    if (p.degree < 1)
        return polynomial_primitive(a, p);
    struct polynomial shared =
        polynomial_gcd(a, p, polynomial_derivative(a, p));
    return polynomial_primitive(a, polynomial_divide(a, p, shared).quotient);
}

/* ---- real roots ----
 *
 * Sturm's chain counts them; bisection isolates a root and approximates it.
 * J. C. F. Sturm, Mem. savants etrangers 6 (1835) 273-318; D. E. Knuth, The Art
 * of Computer Programming 2, section 4.6.1. */

enum { ROOT_BITS = NUMBER_BITS + 40 }; /* relative precision of a root */

struct sturm sturm_of(struct arena *a, struct polynomial p)
{
    struct sturm s = {.count = 1};
    struct polynomial minus = {0, (num[]){number_int(a, -1)}};
    s.chain = arena_array(a, (size_t)p.degree + 2, sizeof *s.chain);
    s.chain[0] = polynomial_squarefree(a, p);
    struct polynomial next = polynomial_derivative(a, s.chain[0]);
    while (next.degree >= 0) {
        /* positive factors keep the signs */
        s.chain[s.count++] = polynomial_primitive(a, next);
        const struct polynomial *last = &s.chain[s.count - 1];
        next = polynomial_divide(a, last[-1], last[0]).remainder;
        next = polynomial_mul(a, next, minus);
    }
    return s;
}

/* The sign of v^n p(u/v), x = u/v, p with integers: Horner's scheme. */
static int sign_at(const struct polynomial *p, num x)
{
    mpq_srcptr at = number_mpq(x);
    mpz_t sum, power;
    mpz_inits(sum, power, (mpz_ptr)0);
    mpz_set_ui(power, 1);
    for (int i = p->degree; i >= 0; i--) {
        mpz_mul(sum, sum, mpq_numref(at));
        mpz_addmul(sum, power, mpq_numref(number_mpq(p->coef[i])));
        mpz_mul(power, power, mpq_denref(at));
    }
    int sign = mpz_sgn(sum);
    mpz_clears(sum, power, (mpz_ptr)0);
    return sign;
}

/* Sign changes along the chain; x NULL: at -infinity (`left`) or infinity. */
static int variations(const struct sturm *s, num x, bool left)
{
    int changes = 0, last = 0;
    for (int i = 0; i < s->count; i++) {
        const struct polynomial *p = &s->chain[i];
        int sign = x ? sign_at(p, x) : number_sign(p->coef[p->degree]);
        if (!x && left && p->degree % 2)
            sign = -sign;
        changes += sign * last < 0;
        last = sign ? sign : last;
    }
    return changes;
}

int sturm_count(const struct sturm *s, num low, num high)
{
    return variations(s, low, true) - variations(s, high, false);
}

/* ---- isolating ---- */

static num middle(struct arena *a, num low, num high)
{
    num sum = number_exactly(a, '+', low, high);
    return number_exactly(a, '*', sum, number_fraction(a, 1, 2));
}

/* A power of two above all roots' absolute values: Cauchy's bound
 * 1 + max |a_i / a_n|. */
static num root_bound(struct arena *a, const struct polynomial *p)
{
    num bound = number_int(a, 1), two = number_int(a, 2), most = bound;
    for (int i = 0; i < p->degree; i++) {
        num size = number_abs(
            a, number_exactly(a, '/', p->coef[i], p->coef[p->degree]));
        if (number_compare(size, most) > 0)
            most = size;
    }
    while (number_compare(bound, most) <= 0)
        bound = number_exactly(a, '*', bound, two);
    return number_exactly(a, '*', bound, two);
}

/* ---- approximating ---- */

/* The denominator of a rational root divides the leading coefficient, so that
 * only one candidate is near the middle x; NULL: it is no root. */
static num fraction_in(struct arena *a, const struct polynomial *p, num low,
                       num x, num high)
{
    num top = p->coef[p->degree], half = number_fraction(a, 1, 2);
    num whole = number_exactly(a, '+', number_exactly(a, '*', top, x), half);
    num root = number_exactly(a, '/', number_floor(a, whole), top);
    bool inside =
        number_compare(root, low) > 0 && number_compare(root, high) <= 0;
    return inside && sign_at(p, root) == 0 ? root : NULL;
}

/* Bisects until the k-th root is alone in the interval, then until it is met
 * exactly or the interval is narrow: then the result is the middle, with the
 * width as error. */
num sturm_root(struct arena *a, const struct sturm *s, int k)
{
    struct arena *work = arena_child(a);
    const struct polynomial *p = &s->chain[0];
    num high = root_bound(work, p), low = number_neg(work, high), root = NULL;
    num narrow = number_power(work, number_int(work, 2), -ROOT_BITS);
    /* the number of roots up to `low`, and up to `high` */
    int below = 0, up_to = sturm_count(s, NULL, NULL);
    while (up_to - below > 1) {
        num x = middle(work, low, high);
        int n = sturm_count(s, NULL, x);
        *(n >= k ? &high : &low) = x;
        *(n >= k ? &up_to : &below) = n;
    }
    int right = sign_at(p, high);
    if (right == 0)
        root = high;
    while (!root) {
        num x = middle(work, low, high);
        num width = number_exactly(work, '-', high, low);
        num most = number_exactly(work, '*', number_abs(work, x), narrow);
        int sign = sign_at(p, x);
        if (sign == 0)
            root = x;
        else if (number_compare(width, most) <= 0 &&
                 !(root = fraction_in(work, p, low, x, high)))
            root =
                number_widen(work, number_real(work, x), number_at_most(width));
        *(sign == right ? &high : &low) = x;
    }
    root = number_copy(a, root);
    arena_free(work);
    return root;
}
