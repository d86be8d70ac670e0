/* SPDX-License-Identifier: MIT
 *
 * What rkmk keeps with each tableau of the shelf, and no more, to fifty digits:
 * in rate form the energy and |L| where the tableau keeps squares, L under
 * reversal where it is symmetric; in momentum form the spatial momentum; and
 * the attitude under reversal with the implicit midpoint alone, and with the
 * trapezoid that goes straight.  G. Cooper, IMA J. Numer. Anal. 7 (1987) 1-13;
 * E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer
 * 2006, sections IV.2, V.2 and IX.5.
 */
#define _POSIX_C_SOURCE 200809L

#include "sampled.h"
#include "shelf/whole_shelf.h"

#include "shelf/kept.h"

/* ---- of the tableau ---- */

/* To a double's digits, what is equal being equal to many more. */
struct numbers {
    int stages;
    double a[TABLEAU_STAGES][TABLEAU_STAGES], b[TABLEAU_STAGES];
};

static bool is_nothing(double a)
{
    return fabs(a) < 1e-13;
}

static bool have_equal_rows(const struct numbers *t, int i, int j)
{
    for (int k = 0; k < t->stages; k++)
        if (!is_nothing(t->a[i][k] - t->a[j][k]))
            return false;
    return true;
}

/* Two stages that are always the same become one, i. */
static void join_stages(struct numbers *t, int i, int j)
{
    int s = t->stages;
    t->b[i] += t->b[j];
    for (int k = 0; k < s; k++)
        t->a[k][i] += t->a[k][j];
    for (int k = 0; k < s; k++)
        memmove(&t->a[k][j], &t->a[k][j + 1],
                (size_t)(s - j - 1) * sizeof t->a[k][0]);
    memmove(t->a[j], t->a[j + 1], (size_t)(s - j - 1) * sizeof t->a[j]);
    memmove(&t->b[j], &t->b[j + 1], (size_t)(s - j - 1) * sizeof t->b[j]);
    t->stages--;
}

static struct numbers numbers_of(const struct tableau *tableau)
{
    struct numbers t = {.stages = tableau->stages};
    for (int i = 0; i < t.stages; i++) {
        t.b[i] = number_double(tableau->b[i]);
        for (int j = 0; j < t.stages; j++)
            t.a[i][j] = number_double(tableau->a[i * t.stages + j]);
    }
    for (int i = 0; i < t.stages; i++)
        for (int j = t.stages - 1; j > i; j--)
            if (have_equal_rows(&t, i, j))
                join_stages(&t, i, j);
    return t;
}

/* b_i a_ij + b_j a_ji = b_i b_j */
static bool keeps_squares(const struct numbers *t)
{
    for (int i = 0; i < t->stages; i++)
        for (int j = 0; j <= i; j++)
            if (!is_nothing(t->b[i] * t->a[i][j] + t->b[j] * t->a[j][i] -
                            t->b[i] * t->b[j]))
                return false;
    return true;
}

/* a_ij + a_(s+1-i)(s+1-j) = b_j */
static bool is_symmetric(const struct numbers *t)
{
    int last = t->stages - 1;
    for (int i = 0; i <= last; i++)
        for (int j = 0; j <= last; j++)
            if (!is_nothing(t->a[i][j] + t->a[last - i][last - j] - t->b[j]))
                return false;
    return true;
}

/* The implicit midpoint, or the trapezoid. */
static bool is_straight(const struct numbers *t)
{
    return is_symmetric(t) &&
           (t->stages == 1 || (t->stages == 2 && is_nothing(t->a[0][0]) &&
                               is_nothing(t->a[0][1])));
}

struct nature {
    bool squares, symmetric, straight;
};

struct question {
    const char *tableau;
    struct nature answer;
};

static pol_status ask_nature(struct pol_job *job, void *argument)
{
    struct question *q = argument;
    const struct kit kit = job_kit(job);
    const struct tableau *t = tableau_of_text(&kit, q->tableau);
    assert_non_null(t);
    struct numbers n = numbers_of(t);
    q->answer =
        (struct nature){keeps_squares(&n), is_symmetric(&n), is_straight(&n)};
    return POL_OK;
}

static struct nature nature_of(const char *tableau)
{
    struct question q = {.tableau = tableau};
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, ask_nature, &q), POL_OK);
    pol_close(job);
    return q.answer;
}

/* ---- of a step ---- */

/* What a step forth changes, and what a step back leaves changed. */
struct changes {
    double energy, norm_L, momentum;
    double back_R, back_L;
};

struct sight {
    mpfr_t R[9], L[3], momentum[3], energy, norm_L;
};

static void see_state(struct machine *m, const struct page *page, mpfr_t *x,
                      struct sight *s)
{
    driven_init(s->R, 9);
    driven_init(s->L, 3);
    driven_init(s->momentum, 3);
    driven_init(&s->energy, 1);
    driven_init(&s->norm_L, 1);
    precise_look(m, page, x, s->R, s->L);
    for (int i = 0; i < 9; i++)
        driven_add(s->momentum[i / 3], s->R[i], s->L[i % 3], 1);
    for (int i = 0; i < 3; i++)
        driven_add(s->norm_L, s->L[i], s->L[i], 1);
    precise_read(m, page, page->energy, x, NULL, NULL);
    assert_int_equal(machine_execute(m, page->energy), 0);
    machine_tree(m, page->energy->write[0].value, s->energy);
}

static void forget(struct sight *s)
{
    driven_clear(s->R, 9);
    driven_clear(s->L, 3);
    driven_clear(s->momentum, 3);
    driven_clear(&s->energy, 1);
    driven_clear(&s->norm_L, 1);
}

static struct changes step_and_back(struct machine *m, const struct page *page)
{
    enum { START, FORTH, BACK, TIMES };
    struct sight s[TIMES];
    mpfr_t x[PRECISE_STATE], time[TIMES];
    int n = 0;
    driven_init(x, PRECISE_STATE);
    driven_init(time, TIMES);
    for (int i = 0; i < page->step->stores; i++)
        for (int k = 0; k < page->step->store[i].n; k++)
            number_mpfr(page->step->store[i].value[k], x[n++]);
    mpfr_set_d(time[FORTH], 0.25, MPFR_RNDN);
    mpfr_neg(time[BACK], time[FORTH], MPFR_RNDN);
    see_state(m, page, x, &s[START]);
    assert_true(precise_step(m, page, x, time[START], time[FORTH]));
    see_state(m, page, x, &s[FORTH]);
    assert_true(precise_step(m, page, x, time[FORTH], time[BACK]));
    see_state(m, page, x, &s[BACK]);
    struct changes c = {
        .energy = precise_gap(&s[FORTH].energy, &s[START].energy, 1),
        .norm_L = precise_gap(&s[FORTH].norm_L, &s[START].norm_L, 1),
        .momentum = precise_gap(s[FORTH].momentum, s[START].momentum, 3),
        .back_R = precise_gap(s[BACK].R, s[START].R, 9),
        .back_L = precise_gap(s[BACK].L, s[START].L, 3)};
    for (int k = 0; k < TIMES; k++)
        forget(&s[k]);
    driven_clear(x, PRECISE_STATE);
    driven_clear(time, TIMES);
    return c;
}

/* The spec has a torque of time, or none. */
static struct changes changes_of(struct motions *m, const char *method,
                                 bool timed)
{
    static const char *const text[] = {
        "body b\ninertia diag(0.9, 1.3, 1.7)\nstart w = [1, -2, 0.5]\n",
        "body b\ninertia diag(0.9, 1.3, 1.7)\nstart w = [1, -2, 0.5]\n"
        "torque body cos(3*t + 1) * [1, -0.5, 2]\n"};
    pol_options o = pol_default_options();
    o.method = method;
    pol_job *job = pol_open(&o);
    job->is_draft = !sampled_all();
    bool good = pol_read_text(job, "b.pol", text[timed], strlen(text[timed])) ==
                    POL_OK &&
                pol_lower(job) == POL_OK;
    if (!good) {
        print_diags(job);
        fail_msg("%s is refused", method);
    }
    struct changes c = step_and_back(&m->machine, job->page);
    pol_close(job);
    return c;
}

/* ---- tests ---- */

/* Zero, and seen to be, or else seen not to be. */
static bool is_as(bool kept, double change, const char *call, const char *what)
{
    bool good = kept ? change < 1e-50 : change > 1e-40;
    if (!good)
        print_error("%s should%s keep %s: it changes by %.1e\n", call,
                    kept ? "" : " not", what, change);
    return good;
}

static struct tableau_calls all;

TEST(rate_form_keeps_what_the_tableau_keeps_of_L)
{
    bool good = true;
    int squares = 0, symmetric = 0;
    for (int i = 0; i < all.n; i++) {
        struct nature n = nature_of(all.call[i]);
        struct use u = use_of(all.call[i], "rate", NULL, NULL);
        struct changes c = changes_of(*state, u.call, false);
        good &= is_as(n.squares, c.energy, u.call, "the energy");
        good &= is_as(n.squares, c.norm_L, u.call, "|L|");
        good &= is_as(n.symmetric, c.back_L, u.call, "L, there and back");
        good &= is_as(false, c.momentum, u.call, "the spatial momentum");
        if (n.symmetric) {
            c = changes_of(*state, u.call, true);
            good &= is_as(true, c.back_L, u.call, "L with a torque of time");
        }
        squares += n.squares;
        symmetric += n.symmetric;
    }
    assert_true(squares >= 6 && symmetric >= squares + 4);
    assert_true(good);
}

TEST(momentum_form_keeps_the_spatial_momentum)
{
    bool good = true;
    int straight = 0;
    for (int i = 0; i < all.n; i++) {
        struct nature n = nature_of(all.call[i]);
        struct use u = use_of(all.call[i], "momentum", NULL, NULL);
        struct changes c = changes_of(*state, u.call, false);
        good &= is_as(true, c.momentum, u.call, "the spatial momentum");
        good &=
            is_as(n.straight, c.back_R, u.call, "the attitude, there and back");
        straight += n.straight;
    }
    assert_true(straight >= 2);
    assert_true(good);
}

/* ---- long runs ---- */

/* The largest change of the energy in each half of a long run, relatively. */
static void energy_halves(const char *method, double half[2])
{
    enum { STEPS = 40000, LOOKS = 4000 };
    pol_options o = pol_default_options();
    o.method = method;
    struct loaded l = load(TEST_BODY("free_full"), &o, POL_TCC);
    struct body_state b = start_of(l.s);
    double first = l.s->energy(b.x, b.par, b.in), h = 0.3;
    half[0] = half[1] = 0;
    for (int i = 0; i < LOOKS; i++) {
        assert_int_equal(l.s->run(b.x, b.par, b.in, h, STEPS / LOOKS), 0);
        double change = fabs(l.s->energy(b.x, b.par, b.in) / first - 1);
        half[2 * i / LOOKS] = fmax(half[2 * i / LOOKS], change);
    }
    unload(l);
}

TEST(energy_stays_near_with_symmetric_tableaus)
{
    static const char *const method[] = {"rkmk(lobatto_iiia(2), form = rate)",
                                         "rkmk(lobatto_iiia(3), form = rate)",
                                         "rkmk(lobatto_iiia(4), form = rate)",
                                         "rkmk(lobatto_iiib(3), form = rate)"};
    (void)state;
    for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
        double half[2];
        energy_halves(method[i], half);
        if (!(half[0] > 1e-9 && half[1] < 1.1 * half[0]))
            fail_msg("%s: the energy changes by up to %.2e, then %.2e",
                     method[i], half[0], half[1]);
    }
}

TEST(energy_goes_away_with_others)
{
    static const char *const method[] = {"rkmk(radau_iia(2), form = rate)",
                                         "rkmk(lobatto_iiic(3), form = rate)",
                                         "rkmk(kutta4, form = rate)"};
    (void)state;
    for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
        double half[2];
        energy_halves(method[i], half);
        if (!(half[1] > 1.2 * half[0]))
            fail_msg("%s: the energy changes by up to %.2e, then %.2e",
                     method[i], half[0], half[1]);
    }
}

TEST(the_energy_is_kept_for_long_by_gauss)
{
    static const char *const method[] = {"rkmk(gauss(1), form = rate)",
                                         "rkmk(gauss(3), form = rate)",
                                         "rkmk(gauss(4), form = rate)"};
    (void)state;
    for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
        double half[2];
        energy_halves(method[i], half);
        if (!(half[0] < 1e-12 && half[1] < 1e-12))
            fail_msg("%s: the energy changes by up to %.2e, then %.2e",
                     method[i], half[0], half[1]);
    }
}

static int begin(void **state)
{
    tableaus_of_shelf(&all, NULL);
    *state = motions_new();
    return 0;
}

static int end(void **state)
{
    motions_free(*state);
    return 0;
}

AROUND_ALL(begin, end)
