/* SPDX-License-Identifier: MIT
 *
 * One exponential a step: magnus has the order of every explicit tableau of the
 * shelf, without round-off, beside every kind of attitude and with both maps;
 * its series is that of the polynomial of the rates' moments; what is carried
 * are the vectors that torque, force and rates look at, and no others.
 */
#define _POSIX_C_SOURCE 200809L

#include "sampled.h"
#include "shelf/axioms.h"
#include "shelf/whole_shelf.h"

#include "shelf/kinds.h"
#include "test_arena.h"

/* ---- orders -------------------------------------------------------------- */

static pol_status ask_explicit(struct pol_job *job, void *argument)
{
    struct tableau_calls *c = argument;
    const struct kit kit = job_kit(job);
    int n = 0;
    for (int i = 0; i < c->n; i++) {
        const struct tableau *t = tableau_of_text(&kit, c->call[i]);
        assert_non_null(t);
        if (t->is_explicit)
            memmove(c->call[n++], c->call[i], sizeof c->call[i]);
    }
    c->n = n;
    return POL_OK;
}

TEST(every_explicit_tableau_has_its_order)
{
    const struct attitudes attitudes = attitudes_of_shelf(NULL);
    static struct tableau_calls all;
    bool good = true;
    tableaus_of_shelf(&all, NULL);
    pol_options o = pol_default_options();
    pol_job *job = pol_open(&o);
    assert_int_equal(job_run(job, ask_explicit, &all), POL_OK);
    pol_close(job);
    assert_true(all.n >= 100);
    for (int i = 0; i < all.n; i++) {
        const char *call = all.call[i];
        struct use u = {.tableau = call, .draft = true};
        if (drawn(call, 3) && !sampled_all())
            continue;
        u.attitude = attitudes.call[drawn(call, attitudes.n)];
        snprintf(u.call, sizeof u.call, "magnus(%s)", call);
        good &= is_right(*state, &u);
        u.map = "cay"; /* at least: some have small terms of their order */
        if (drawn(call, 4) && !sampled_all())
            continue;
        struct seen s = see_use(*state, &u);
        if (!(fmin(s.R, s.L) > s.claim - 0.1))
            print_error("%s, cay: order %.2f of R, %.2f of L\n", u.call, s.R,
                        s.L);
        good &= fmin(s.R, s.L) > s.claim - 0.1;
    }
    assert_true(good);
}

/* ---- the series ----------------------------------------------------------
 * One step by its definition: the motion whose rate is the polynomial with the
 * moments of the stages' rates, by Taylor's series.  What Magnus' series leaves
 * out falls by as many powers of h as it says. */

enum { PLACES = 30, POWERS = 5, TERMS = 60 };

struct by_definition {
    int stages, order;
    mpfr_t h, a[PLACES][PLACES], b[PLACES], c[PLACES], x[PLACES];
    mpfr_t w[PLACES][3], F[PLACES][3], A[PLACES][3], G[PLACES][3];
    mpfr_t R[9], L[3];
};

static void prepare(struct by_definition *d, const struct tableau *t, int order,
                    double h)
{
    d->stages = t->stages;
    d->order = order;
    assert_true(t->stages <= PLACES);
    driven_init(&d->h, (int)((sizeof *d - offsetof(struct by_definition, h)) /
                             sizeof(mpfr_t)));
    mpfr_set_d(d->h, h, MPFR_RNDN);
    for (int i = 0; i < t->stages; i++) {
        number_mpfr(t->b[i], d->b[i]);
        number_mpfr(t->c[i], d->c[i]);
        mpfr_set_d(d->x[i], -0.5, MPFR_RNDN);
        for (int j = 0; j < t->stages; j++) {
            number_mpfr(t->a[i * t->stages + j], d->a[i][j]);
            mpfr_add(d->x[i], d->x[i], d->a[i][j], MPFR_RNDN);
        }
    }
}

/* out += h a_j rate_j */
static void add_rates(const struct by_definition *d, mpfr_srcptr weight,
                      const mpfr_t *rate, mpfr_t *out)
{
    mpfr_t part;
    driven_init(&part, 1);
    mpfr_mul(part, d->h, weight, MPFR_RNDN);
    for (int k = 0; k < 3; k++)
        driven_add(out[k], part, rate[k], 1);
    driven_clear(&part, 1);
}

static void by_moments(mpfr_t *out, const mpfr_t *x)
{
    static const unsigned moment[3] = {9, 13, 17}; /* tenths */
    for (int k = 0; k < 3; k++) {
        mpfr_mul_ui(out[k], x[k], 10, MPFR_RNDN);
        mpfr_div_ui(out[k], out[k], moment[k], MPFR_RNDN);
    }
}

static void run_stages(struct by_definition *d, mpfr_t *start)
{
    mpfr_t y[7]; /* L, R'e3, t */
    driven_init(y, 7);
    for (int i = 0; i < d->stages; i++) {
        for (int k = 0; k < 6; k++)
            mpfr_set_zero(y[k], 1);
        driven_up(start, y + 3);
        for (int k = 0; k < 3; k++)
            mpfr_set(y[k], start[4 + k], MPFR_RNDN);
        for (int j = 0; j < i; j++) {
            add_rates(d, d->a[i][j], d->F[j], y);
            add_rates(d, d->a[i][j], d->G[j], y + 3);
        }
        mpfr_mul(y[6], d->h, d->c[i], MPFR_RNDN);
        by_moments(d->w[i], y);
        driven_cross(d->F[i], y, d->w[i]);
        driven_torque(y[6], y + 3, d->F[i]);
        driven_cross(d->G[i], y + 3, d->w[i]);
        by_moments(d->A[i], d->F[i]);
    }
    for (int k = 0; k < 3; k++)
        mpfr_set(d->L[k], start[4 + k], MPFR_RNDN);
    for (int i = 0; i < d->stages; i++)
        add_rates(d, d->b[i], d->F[i], d->L);
    driven_clear(y, 7);
}

/* Legendre's polynomials of 2 x, P_0 to P_n. */
static void legendre(mpfr_srcptr x, int n, mpfr_t *P)
{
    mpfr_set_ui(P[0], 1, MPFR_RNDN);
    mpfr_mul_2ui(P[1], x, 1, MPFR_RNDN);
    for (int k = 1; k < n; k++) {
        mpfr_mul(P[k + 1], P[k], P[1], MPFR_RNDN);
        mpfr_mul_si(P[k + 1], P[k + 1], 2 * k + 1, MPFR_RNDN);
        mpfr_mul_si(P[k], P[k], k, MPFR_RNDN); /* and back */
        mpfr_div_si(P[k], P[k], k, MPFR_RNDN);
        mpfr_mul_si(P[k - 1], P[k - 1], k, MPFR_RNDN);
        mpfr_sub(P[k + 1], P[k + 1], P[k - 1], MPFR_RNDN);
        mpfr_div_si(P[k - 1], P[k - 1], k, MPFR_RNDN);
        mpfr_div_si(P[k + 1], P[k + 1], k + 1, MPFR_RNDN);
    }
}

/* The k-th Legendre moment of the rate; from order 5 on by parts. */
static void moment_of(const struct by_definition *d, int k, mpfr_t *out)
{
    mpfr_t P[POWERS + 2], weight;
    driven_init(P, POWERS + 2);
    driven_init(&weight, 1);
    const bool by_parts = k > 0 && d->order > 4;
    for (int i = 0; i < d->stages; i++) {
        legendre(d->x[i], k + 1, P);
        if (by_parts) { /* minus the integral of P_k */
            mpfr_sub(weight, P[k - 1], P[k + 1], MPFR_RNDN);
            mpfr_div_si(weight, weight, 2 * (2 * k + 1), MPFR_RNDN);
            mpfr_mul(weight, weight, d->h, MPFR_RNDN);
        } else
            mpfr_set(weight, P[k], MPFR_RNDN);
        mpfr_mul(weight, weight, d->b[i], MPFR_RNDN);
        for (int l = 0; l < 3; l++)
            driven_add(out[l], weight, (by_parts ? d->A : d->w)[i][l], 1);
    }
    driven_clear(P, POWERS + 2);
    driven_clear(&weight, 1);
}

static long choose(int n, int k)
{
    long c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

/* The polynomial's coefficients of powers of s = x + 1/2: Legendre's shifted
 * polynomial is the sum of (-1)^(k+j) (k over j) (k+j over j) s^j. */
static void polynomial_of(const struct by_definition *d, mpfr_t W[POWERS][3])
{
    const int last = (d->order - 1) / 2;
    mpfr_t moment[3], part;
    driven_init(&part, 1);
    for (int k = 0; k <= last; k++) {
        driven_init(moment, 3);
        moment_of(d, k, moment);
        for (int j = 0; j <= k; j++)
            for (int l = 0; l < 3; l++) {
                mpfr_mul_si(part, moment[l],
                            (k + j) % 2 ? -(2 * k + 1) : 2 * k + 1, MPFR_RNDN);
                mpfr_mul_si(part, part, choose(k, j) * choose(k + j, j),
                            MPFR_RNDN);
                mpfr_add(W[j][l], W[j][l], part, MPFR_RNDN);
            }
        driven_clear(moment, 3);
    }
    driven_clear(&part, 1);
}

static void turn(struct by_definition *d, mpfr_t *start)
{
    mpfr_t q[TERMS + 1][4], W[POWERS][3], part[4], sum[4];
    for (int n = 0; n <= TERMS; n++)
        driven_init(q[n], 4);
    for (int j = 0; j < POWERS; j++)
        driven_init(W[j], 3);
    driven_init(sum, 4);
    polynomial_of(d, W);
    for (int k = 0; k < 4; k++)
        mpfr_set(q[0][k], start[k], MPFR_RNDN);
    for (int n = 0; n < TERMS; n++)
        for (int j = 0; j < POWERS && j <= n; j++) {
            driven_init(part, 4);
            driven_turn(q[n - j], W[j], part);
            for (int k = 0; k < 4; k++) {
                mpfr_div_si(part[k], part[k], n + 1, MPFR_RNDN);
                driven_add(q[n + 1][k], part[k], d->h, 1);
            }
            driven_clear(part, 4);
        }
    for (int n = 0; n <= TERMS; n++)
        for (int k = 0; k < 4; k++)
            mpfr_add(sum[k], sum[k], q[n][k], MPFR_RNDN);
    precise_rows(sum, d->R);
    for (int n = 0; n <= TERMS; n++)
        driven_clear(q[n], 4);
    for (int j = 0; j < POWERS; j++)
        driven_clear(W[j], 3);
    driven_clear(sum, 4);
}

/* How far a step of the method, in sixty digits, is off. */
static struct precise_error off(struct machine *m, const struct page *page,
                                const struct tableau *t, double h)
{
    struct by_definition *d = calloc(1, sizeof *d);
    struct precise_error e = {NAN, NAN};
    driven_state start;
    mpfr_t R[9], L[3];
    assert_non_null(d);
    driven_init(R, 9);
    driven_init(L, 3);
    driven_init(start, DRIVEN_STATE);
    driven_start(start);
    prepare(d, t, page->order, h);
    run_stages(d, start);
    turn(d, start);
    if (precise_run(m, page, h, 1, R, L))
        e = (struct precise_error){precise_gap(R, d->R, 9),
                                   precise_gap(L, d->L, 3)};
    driven_clear(R, 9);
    driven_clear(L, 3);
    driven_clear(start, DRIVEN_STATE);
    driven_clear(&d->h, (int)((sizeof *d - offsetof(struct by_definition, h)) /
                              sizeof(mpfr_t)));
    free(d);
    return e;
}

struct series_case {
    const char *tableau;
    int power; /* of h, by which what is left out falls; 0: nothing is */
};

static pol_status see_series(struct pol_job *job, void *argument)
{
    const struct series_case *c = argument;
    const struct kit kit = job_kit(job);
    const struct tableau *t = tableau_of_text(&kit, c->tableau);
    struct machine *m = calloc(1, sizeof *m);
    assert_non_null(m);
    const struct precise_error far = off(m, job->page, t, 1 / 64.),
                               near = off(m, job->page, t, 1 / 128.);
    machine_end(m);
    free(m);
    if (!(far.L < 1e-55) || (c->power == 0 && !(far.R < 1e-55)))
        fail_msg("%s: off by %.1e, L by %.1e", c->tableau, far.R, far.L);
    const double power = log2(far.R / near.R);
    if (c->power && !(fabs(power - c->power) < 0.2))
        fail_msg("%s: what is left out falls as h^%.2f, not h^%d", c->tableau,
                 power, c->power);
    return POL_OK;
}

TEST(the_series_is_that_of_the_moments)
{
    static const struct series_case cases[] = {
        {"euler", 0},          {"heun2", 0},      {"kutta3", 5},
        {"kutta4", 5},         {"merson", 5},     {"dopri5", 7},
        {"butcher6", 7},       {"shanks7", 9},    {"verner87e", 9},
        {"cooper_verner8", 9}, {"verner98e", 11}, {"curtis10", 11}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char call[80];
        struct series_case c = cases[i];
        snprintf(call, sizeof call, "magnus(%s)", c.tableau);
        pol_options o = pol_default_options();
        o.method = call;
        pol_job *job = pol_open(&o);
        job->is_draft = true;
        assert_int_equal(pol_read(job, DRIVEN), POL_OK);
        assert_int_equal(pol_lower(job), POL_OK);
        assert_int_equal(job_run(job, see_series, &c), POL_OK);
        pol_close(job);
    }
}

/* Where it turns by so much in a step, the terms beyond the order count. */
TEST(few_steps_of_a_free_body_do)
{
    static const struct {
        const char *text;
        double until, most;
        int steps;
    } cases[] = {{"body tumbling inertia diag(0.9144, 1.098, 1.66)"
                  " start w = [0.45549, 0.82623, 0.03476]",
                  100, 5e-11, 160},
                 {"body plump inertia diag(1, 1, 1.1) start w = [0.1, 0, 3]",
                  40, 1.7e-11, 120}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct end e[2];
        double gap = 0;
        for (int k = 0; k < 2; k++) {
            struct loaded l = load_body_text(cases[i].text,
                                             k ? "rkmk(verner98e, form = rate)"
                                               : "magnus(verner87e)",
                                             "quaternion");
            e[k] = run_to(l.s, cases[i].until, (k ? 15 : 1) * cases[i].steps);
            unload(l);
        }
        for (int k = 0; k < 9; k++)
            gap = fmax(gap, fabs(e[0].R[k] - e[1].R[k]));
        if (!(gap < cases[i].most))
            fail_msg("%s: off by %.2e", cases[i].text, gap);
    }
}

/* ---- what is carried ----------------------------------------------------- */

struct body_case {
    const char *what;
    int carried; /* vectors */
};

#define ALL_THREE "torque space [R[1,2], R[2,3], R[3,1]]"

static const struct body_case bodies[] = {
    {"", 0},
    {"torque body [0.3, -0.2, cos(t)]", 0},
    {"torque body -0.1*w + cross(w, [1, 2, 0.5])", 0},
    {"torque body cross(R'*e3, [0.4, 1, -0.3])", 1},
    {"potential dot(R'*e2, [0.4, 1, -0.3]) + R[2,1]^2", 1},
    {"let up = R'*[3, -1, 2] potential up[1]^2/2 + exp(up[2]/9)", 1},
    {"let up = R'*[sin(0.3), 0, cos(0.3)] torque body cross(up, J*up)", 1},
    {"let up = R'*[sin(0.3), 0, cos(0.3)] potential dot(up, [1, 2, 3])", 1},
    {"torque space [0, 0, cos(2*t)]", 1},
    {"potential R[1,1]*R[3,2]", 2},
    {"let a = R'*[1, 2, 0.5] let b = R'*[0, 1, 1] torque body cross(a, e1) + b",
     2},
    {"let a = R'*[1, 2, 2] torque body a potential 2*dot(a, e1)", 1},
    {ALL_THREE, 2},
    {"param lean = 0.2 torque body cross(R'*[lean, 0, 1], e1)", 2},
    {"input up[3] torque body cross(R'*up, e1) torque body R'*e2", 2},
    {"state z = 0.2 rate R[2,3] - z torque body z*e1", 1},
    {"wheel spin(axis = e1, inertia = 0.02, speed = 9, torque = 0.1*R[3,1])",
     1},
    {"gyro 0.3*e2 torque body cross(R'*e1, e2)", 1},
    {"mass 2 force space [0, 0, -9.81] torque body 0.1*R'*v", 2},
    {"mass 2 force body [0.1, 0, 1]", 2},
    {"mass 2 force space -v - x torque body cross(R'*e3, e1)", 1},
    {"torque body if(t < 0.3, R'*e1, R'*e2)", 2},
};

/* Do the lines name the k-th vector of stage 2? */
static bool carries(const char *text, int k)
{
    char name[30];
    snprintf(name, sizeof name, " %c2_0 =", "gfe"[k - 1]);
    return strstr(text, name) != NULL;
}

static void append(void *to, const char *text, size_t length)
{
    struct text *t = to;
    for (size_t i = 0; i < length; i++)
        text_char(t, text[i]);
}

static bool carries_so_many(const char *spec, int n)
{
    struct arena *a = test_arena();
    struct text t = text_new(a);
    pol_options o = pol_default_options();
    o.method = "magnus(kutta4)";
    pol_job *job = pol_open(&o);
    bool good = pol_read_text(job, "body.pol", spec, strlen(spec)) == POL_OK &&
                pol_show(job, POL_SHOW_PROGRAM, append, &t) == POL_OK;
    if (!good)
        print_diags(job);
    pol_close(job);
    for (int k = 1; good && k <= 3; k++)
        good = carries(text_chars(&t), k) == (k <= n);
    if (!good)
        print_error("%s\nfor: %s\n", text_chars(&t), spec);
    arena_free(a);
    return good;
}

static bool ends_as_rkmk(const char *spec)
{
    static const char *const method[] = {"magnus(dop853)", "rkmk(dop853)",
                                         "magnus(dop853, map = cay)"};
    struct end e[3];
    double gap = 0;
    for (int i = 0; i < 3; i++) {
        struct loaded l = load_body_text(spec, method[i], "matrix");
        e[i] = run_to(l.s, 0.6, 30);
        unload(l);
        for (int k = 0; k < 9; k++)
            gap = fmax(gap, fabs(e[i].R[k] - e[0].R[k]));
        for (int k = 0; k < 3; k++)
            gap = fmax(gap, fabs(e[i].L[k] - e[0].L[k]));
    }
    if (gap < 1e-11)
        return true;
    print_error("off by %.2e: %s\n", gap, spec);
    return false;
}

TEST(what_the_torque_looks_at_is_carried)
{
    bool good = true;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char spec[400];
        snprintf(spec, sizeof spec,
                 "body odd inertia diag(1, 1.4, 1.9)\n%s\n"
                 "start R = quat(0.5, 0.5, -0.5, 0.5) start w = [1, -2, 0.7]\n",
                 bodies[i].what);
        good &= carries_so_many(spec, bodies[i].carried);
        good &= ends_as_rkmk(spec);
    }
    assert_true(good);
}

static int begin(void **state)
{
    *state = motions_new();
    return 0;
}

static int end(void **state)
{
    motions_free(*state);
    return 0;
}

AROUND_ALL(begin, end)
