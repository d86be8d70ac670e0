/* SPDX-License-Identifier: MIT
 *
 * The baselines of S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021)
 * 345-378, Runge-Kutta methods on the attitude's own kinematic equation, are
 * what a plain program of the same formulas gives, and have the order of the
 * tableau on every attitude where the equation is regular; theirs of the
 * increment turns by the new rate.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms.h"
#include "job.h"
#include "sampled.h"
#include "shelf/attitudes.h"
#include "shelf/dropped.h"
#include "shelf/rotations.h"

struct body {
    const char *spec;
    double J[3];
    double c[3];   /* torque g x c, g the vertical in the body */
    double tensor; /* torque tensor * g x (J g) */
    double h;
};

static void cross3(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++)
        out[i] =
            a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The rate of the rotation vector psi, or of Cayley's, at the rate w of the
 * body: w + psi x w/2 and a part of second order. */
static void tangent(bool cay, const double *psi, const double *w, double *out)
{
    double first[3], second[3], y = dot3(psi, psi), angle = sqrt(y);
    cross3(psi, w, first);
    cross3(psi, first, second);
    /* (1 - angle/2 cot(angle/2)) / angle^2, for a small angle its series */
    double d = angle < 0.1 ? 1 / 12. + y / 720 + y * y / 30240
                           : (1 - angle / 2 / tan(angle / 2)) / y;
    for (int i = 0; i < 3; i++)
        out[i] = w[i] + first[i] / 2 +
                 (cay ? psi[i] * dot3(psi, w) / 4 : d * second[i]);
}

/* J^-1 (J w x w + T) */
static void euler_equations(const struct body *b, const double *R,
                            const double *w, double *out)
{
    double Jw[3], lever[3], gyro[3], torque[3];
    const double *g = &R[6];
    for (int i = 0; i < 3; i++) {
        Jw[i] = b->J[i] * w[i];
        lever[i] = b->c[i] + b->tensor * b->J[i] * g[i];
    }
    cross3(Jw, w, gyro);
    cross3(g, lever, torque);
    for (int i = 0; i < 3; i++)
        out[i] = (gyro[i] + torque[i]) / b->J[i];
}

static const struct body BODIES[] = {
    {"heavy_top", {15.234375, 0.46875, 15.234375}, {0, 147.15, 0}, 0, 0.002},
    {"fast_top", {5, 5, 1}, {0, 0, 20}, 0, 0.01},
    {"satellite",
     {17000, 37000, 54000},
     {0, 0, 0},
     3 * 3.986e14 / (1.5e5 * 1.5e5 * 1.5e5),
     0.01},
};

/* R of a unit quaternion, scalar first. */
static void matrix_of(const double *q, double *R)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        const double *v = q + 1;
        R[4 * i] = 1 - 2 * (v[j] * v[j] + v[k] * v[k]);
        R[3 * i + j] = 2 * (v[i] * v[j] - q[0] * v[k]);
        R[3 * i + k] = 2 * (v[i] * v[k] + q[0] * v[j]);
    }
}

static void quaternion_product(const double *a, const double *b, double *out)
{
    cross3(a + 1, b + 1, out + 1);
    for (int i = 1; i < 4; i++)
        out[i] += a[0] * b[i] + b[0] * a[i];
    out[0] = a[0] * b[0] - dot3(a + 1, b + 1);
}

/* The rates of the numbers x, as the literature has them. */

static void rate_of_quaternion(const double *x, const double *w, double *out)
{
    const double half[4] = {0, w[0] / 2, w[1] / 2, w[2] / 2};
    quaternion_product(x, half, out);
}

static void rate_of_matrix(const double *x, const double *w, double *out)
{
    for (int i = 0; i < 9; i += 3)
        cross3(x + i, w, out + i);
}

static void rate_of_vector(const double *x, const double *w, double *out)
{
    tangent(false, x, w, out);
}

/* H. Schaub, J. Junkins, J. Astronautical Sciences 44 (1996) 1-19 */
static void rate_of_mrp(const double *x, const double *w, double *out)
{
    double turned[3];
    cross3(x, w, turned);
    for (int i = 0; i < 3; i++)
        out[i] =
            (1 - dot3(x, x)) / 4 * w[i] + turned[i] / 2 + dot3(x, w) / 2 * x[i];
}

/* Beyond half a turn the others are shorter. */
static void switch_shadow(double *x)
{
    double square = dot3(x, x);
    for (int i = 0; i < 3 && square > 1; i++)
        x[i] /= -square;
}

static void rate_of_rodrigues(const double *x, const double *w, double *out)
{
    double turned[3];
    cross3(x, w, turned);
    for (int i = 0; i < 3; i++)
        out[i] = (w[i] + turned[i] + dot3(x, w) * x[i]) / 2;
}

/* The matrix of the paper's section on Cardan angles. */
static void rate_of_cardan(const double *x, const double *w, double *out)
{
    double c2 = cos(x[1]), s2 = sin(x[1]), c3 = cos(x[2]), s3 = sin(x[2]);
    out[0] = (c3 * w[0] - s3 * w[1]) / c2;
    out[1] = s3 * w[0] + c3 * w[1];
    out[2] = (s2 * (s3 * w[1] - c3 * w[0])) / c2 + w[2];
}

static void rate_of_zxz(const double *x, const double *w, double *out)
{
    double s2 = sin(x[1]), c2 = cos(x[1]), c3 = cos(x[2]), s3 = sin(x[2]);
    out[0] = (s3 * w[0] + c3 * w[1]) / s2;
    out[1] = c3 * w[0] - s3 * w[1];
    out[2] = w[2] - c2 / s2 * (s3 * w[0] + c3 * w[1]);
}

struct numbers {
    const char *attitude;
    int n;
    void (*rate)(const double *x, const double *w, double *out);
    void (*restore)(double *x); /* after a step; or NULL */
};

static const struct numbers known[] = {
    {"quaternion(renormalise = none)", 4, rate_of_quaternion, NULL},
    {"matrix(renormalise = none)", 9, rate_of_matrix, NULL},
    {"rotation_vector", 3, rate_of_vector, NULL},
    {"mrp", 3, rate_of_mrp, switch_shadow},
    {"rodrigues", 3, rate_of_rodrigues, NULL},
    {"euler(xyz)", 3, rate_of_cardan, NULL},
    {"euler(zxz)", 3, rate_of_zxz, NULL},
};

enum { MOST = 9, MOST_STAGES = 4 };

struct small_tableau {
    int stages;
    double a[MOST_STAGES][MOST_STAGES], b[MOST_STAGES];
};

static const struct small_tableau rk1 = {1, {{0}}, {1}};
static const struct small_tableau rk4 = {
    4, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}}, {1 / 6., 1 / 3., 1 / 3., 1 / 6.}};

/* A vector of the numbers and the rate. */
struct point {
    double x[MOST], w[3];
};

/* Of the emitted stepper only R of the numbers is asked for. */
struct problem {
    const pol_stepper *s;
    const struct body *body;
    const struct numbers *numbers;
};

static struct point slope_at(const struct problem *p, const struct point *at)
{
    struct body_state b = start_of(p->s);
    struct point k;
    double R[9];
    memcpy(b.x, at->x, (size_t)p->numbers->n * sizeof *b.x);
    p->s->rotation(b.x, R);
    p->numbers->rate(at->x, at->w, k.x);
    euler_equations(p->body, R, at->w, k.w);
    return k;
}

static struct point moved(const struct problem *p, struct point from, double h,
                          const double *weight, int n, const struct point *k)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < p->numbers->n; i++)
            from.x[i] += h * weight[j] * k[j].x[i];
        for (int i = 0; i < 3; i++)
            from.w[i] += h * weight[j] * k[j].w[i];
    }
    return from;
}

typedef struct point step_by_hand(const struct problem *, const struct point *,
                                  double h);

static struct point runge_kutta(const struct small_tableau *t,
                                const struct problem *p,
                                const struct point *from, double h)
{
    struct point k[MOST_STAGES];
    for (int i = 0; i < t->stages; i++) {
        struct point at = moved(p, *from, h, t->a[i], i, k);
        k[i] = slope_at(p, &at);
    }
    return moved(p, *from, h, t->b, t->stages, k);
}

static struct point by_euler(const struct problem *p, const struct point *from,
                             double h)
{
    return runge_kutta(&rk1, p, from, h);
}

static struct point by_kutta(const struct problem *p, const struct point *from,
                             double h)
{
    return runge_kutta(&rk4, p, from, h);
}

/* As the authors' program has it: the numbers move at the new rate. */
static struct point by_semi(const struct problem *p, const struct point *from,
                            double h)
{
    struct point to = runge_kutta(&rk1, p, from, h);
    double rate[MOST];
    p->numbers->rate(from->x, to.w, rate);
    for (int i = 0; i < p->numbers->n; i++)
        to.x[i] = from->x[i] + h * rate[i];
    return to;
}

/* The largest difference of the numbers, of which large ones change by their
 * squares, and, relative, of w. */
static double apart(const struct problem *p, const double *state,
                    const struct point *at)
{
    double w[3], worst = 0, square = 0;
    p->s->omega(state, NULL, NULL, w);
    for (int i = 0; i < p->numbers->n; i++) {
        worst = fmax(worst, fabs(state[i] - at->x[i]));
        square += at->x[i] * at->x[i];
    }
    worst = fmax(worst / (1 + square), gap3(w, at->w) / norm3(at->w));
    return isfinite(square + norm3(w)) ? worst : INFINITY;
}

/* An attitude far from all singular points. */
static void start_at(const struct numbers *numbers, double *x)
{
    static const double q[4] = {0.8, 0.2, -0.4, 0.4},
                        three[3] = {0.3, 0.6, -0.4};
    if (numbers->n == 9)
        matrix_of(q, x);
    else
        memcpy(x, numbers->n == 4 ? q : three, (size_t)numbers->n * sizeof *x);
}

static void compare(const struct problem *p, step_by_hand *step,
                    const char *method)
{
    struct body_state b = start_of(p->s);
    struct point at;
    double h = p->body->h / 3;
    start_at(p->numbers, b.x);
    for (int i = 1; i <= 10; i++) {
        memcpy(at.x, b.x, sizeof at.x);
        p->s->omega(b.x, b.par, b.in, at.w);
        at = step(p, &at, h);
        if (p->numbers->restore)
            p->numbers->restore(at.x);
        assert_int_equal(p->s->step_once(b.x, b.par, b.in, h), 0);
        double off = apart(p, b.x, &at);
        if (!(off < 2e-14))
            fail_msg("%s, %s, %s: off by %.1e in step %d", p->s->name, method,
                     p->numbers->attitude, off, i);
    }
}

TEST(steps_are_those_of_plain_programs)
{
    static const struct {
        const char *call;
        step_by_hand *step;
    } methods[] = {{"kinematic(euler)", by_euler},
                   {"kinematic(kutta4)", by_kutta},
                   {"semi_kinematic", by_semi}};
    for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++)
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
                char path[300];
                snprintf(path, sizeof path, SPEC("%s"), BODIES[i].spec);
                pol_options o = pol_default_options();
                o.method = methods[m].call;
                o.attitude = known[k].attitude;
                struct loaded l = load(path, &o, POL_TCC);
                struct problem p = {l.s, &BODIES[i], &known[k]};
                compare(&p, methods[m].step, methods[m].call);
                unload(l);
            }
}

/* One step of a body that falls: its centre of mass moves at the velocity
 * before the step, or at the one after it, as the numbers do. */
static void expect_fall(const char *method, double z)
{
    static const char falling[] =
        "body falling mass 2 inertia diag(1, 2, 2.5)\n"
        "force space [0, 0, -3] start x = e2 start v = e1\n";
    struct loaded l = load_body_text(falling, method, "mrp");
    struct body_state b = start_of(l.s);
    const double *x = b.x + 6, *v = b.x + 9;
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.5), 0);
    assert_true(x[0] == 0.5 && x[1] == 1 && x[2] == z);
    assert_true(v[0] == 1 && v[1] == 0 && v[2] == -0.75);
    unload(l);
}

TEST(the_centre_of_mass_moves_as_the_numbers_do)
{
    expect_fall("kinematic(euler)", 0);
    expect_fall("semi_kinematic", -0.375);
}

/* Far from all singular points: no entry of R is more than 2/3, no angle of any
 * of the Euler sets nearer to where it locks than 0.8. */
static const char pushed[] =
    "body pushed mass 1.3\n"
    "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
    "potential dot(R'*e3, [0.8, -1.6, 2.4])\n"
    "torque body -0.1*w torque space [cos(t), sin(t), 0]\n"
    "force body cross(w, e1) force space -x - v\n"
    "start R = turn([1, 1, 1], pi/3) start w = [1, -2, 0.5] start v = e2\n";

static const char free_body[] =
    "body free_one inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], "
    "[-0.2, 0.3, 0.9]]\nstart w = [1, -2, 0.5]\n";

/* A body, and where it really is at the time t. */
struct motion {
    const char *text;
    double t;
    struct end end;
};

static struct motion motion_of(const char *text, double t)
{
    struct loaded l =
        load_body_text(text, "rkmk(cooper_verner8, dexpinv = exact)", "matrix");
    struct motion m = {text, t, run_to(l.s, t, 400)};
    unload(l);
    assert_int_equal(m.end.status, 0);
    return m;
}

static void expect_order(const struct motion *m, const char *method,
                         const char *attitude, int order)
{
    struct loaded l = load_body_text(m->text, method, attitude);
    struct observed o = observe(l.s, &m->end, m->t, 3e-13);
    unload(l);
    if (!(o.order > order - 0.1 && o.order < order + 0.3))
        fail_msg("%s on %s has order %.2f (error %.1e)", method, attitude,
                 o.order, o.error);
}

/* Every attitude of the shelf, by a method that is drawn. */
TEST(orders_are_those_of_the_tableau)
{
    static const struct {
        const char *call;
        int order;
    } method[] = {{"kinematic(kutta4)", 4},
                  {"kinematic(kutta3)", 3},
                  {"semi_kinematic", 1}};
    struct motion m = motion_of(pushed, 0.25);
    const struct attitudes all = attitudes_of_shelf(NULL);
    for (int i = 0; i < all.n; i++) {
        const int k = drawn(all.call[i], 3);
        expect_order(&m, method[k].call, all.call[i], method[k].order);
    }
}

/* ---- attitudes without an equation --------------------------------------- */

static const char silent[] =
    "return attitude { title = 'silent', source = 's',\n"
    "  store = { name = 'q', size = 4, note = 'attitude' },\n"
    "  element = function(q)\n"
    "    return element { q[1], vec(q[2], q[3], q[4]) } end,\n"
    "  from = function(g) return g:quaternion() end }\n";

TEST(an_attitude_without_a_rate_is_refused)
{
    struct dropped d = drop_begin();
    const char *folder = d.folder;
    drop(&d, "attitudes", "silent.lua", silent);
    pol_options o = pol_default_options();
    o.method = "kinematic(kutta4)";
    o.attitude = "silent";
    o.shelf = &folder;
    o.shelves = 1;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "b.pol", free_body, strlen(free_body)),
                     POL_OK);
    assert_int_not_equal(pol_derive(job), POL_OK);
    assert_int_equal(pol_diag_count(job), 1);
    assert_non_null(strstr(pol_diag_at(job, 0)->text,
                           "the attitude has no kinematic equation: its file "
                           "gives no 'rate'"));
    pol_close(job);
    drop_end(&d);
}

/* As the authors' program has it, the increment is made of the new rate. */
TEST(the_authors_rk1_is_semi_euler)
{
    static const char *const method[] = {"semi_euler", "rk1_semi"};
    for (int i = 0; i < 2; i++) {
        struct loaded l = load_body_text(pushed, method[i], "matrix");
        struct body_state b = start_of(l.s);
        double before[9], after[9], E[9], want[9], w[3];
        l.s->rotation(b.x, before);
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.3), 0);
        l.s->rotation(b.x, after);
        l.s->omega(b.x, b.par, b.in, w);
        for (int k = 0; k < 3; k++)
            w[k] *= 0.3;
        rotation_exp(w, E);
        multiply(before, E, want);
        assert_close(largest_difference(after, want, 9), 0, 1e-14);
        unload(l);
    }
}
