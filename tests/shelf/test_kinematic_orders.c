/* SPDX-License-Identifier: MIT
 *
 * Runge-Kutta methods on the attitude's own kinematic equation have the order
 * of the tableau on every attitude where that is regular, and leave the
 * constraint unless it is restored.
 */
#define _POSIX_C_SOURCE 200809L

#include "job.h"
#include "shelf/axioms.h"
#include "shelf/dropped.h"

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

static void expect_orders(const struct motion *m, const char *attitude)
{
    expect_order(m, "kinematic(kutta4)", attitude, 4);
    expect_order(m, "kinematic(kutta3)", attitude, 3);
    expect_order(m, "semi_kinematic", attitude, 1);
}

/* Of all attitudes of the shelf, and with what their files give for examples.
 */
struct tried {
    const struct motion *motion;
    int attitudes;
};

static pol_status orders_of_all(struct pol_job *job, void *argument)
{
    struct shelf *shelf = job_shelf(job);
    struct tried *t = argument;
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim claim = {0};
        if (!shelf_describe(&job->diags, file, &claim))
            return POL_BAD_SHELF;
        expect_orders(t->motion, file->name);
        for (int k = 0; k < claim.examples; k++)
            expect_orders(t->motion, claim.example[k]);
        t->attitudes++;
    }
    return POL_OK;
}

TEST(orders_are_those_of_the_tableau)
{
    struct motion m = motion_of(pushed, 0.25);
    struct tried tried = {&m, 0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, orders_of_all, &tried), POL_OK);
    pol_close(job);
    assert_true(tried.attitudes >= 6);
    expect_orders(&m, "quaternion(renormalise = each)");
    expect_orders(&m, "quaternion(renormalise = first)");
    expect_orders(&m, "euler(zxz)");
    expect_orders(&m, "euler(zyx)");
}

/* Through all attitudes, also those at which other numbers end. */
TEST(numbers_without_singular_points_have_them_for_long)
{
    static const char *const attitudes[] = {
        "mrp", "quaternion", "quaternion(renormalise = each)", "matrix"};
    struct motion m = motion_of(free_body, 8);
    for (size_t i = 0; i < sizeof attitudes / sizeof *attitudes; i++)
        expect_order(&m, "kinematic(kutta4)", attitudes[i], 4);
}

/* ---- lengths ------------------------------------------------------------- */

/* | |q| - 1 | after a while. */
static double off_the_sphere(const char *method, const char *attitude,
                             long steps)
{
    struct loaded l = load_body_text(free_body, method, attitude);
    struct body_state b = start_of(l.s);
    assert_int_equal(l.s->run(b.x, b.par, b.in, 2. / (double)steps, steps), 0);
    unload(l);
    return fabs(sqrt(b.x[0] * b.x[0] + b.x[1] * b.x[1] + b.x[2] * b.x[2] +
                     b.x[3] * b.x[3]) -
                1);
}

TEST(quaternions_drift_unless_renormalised)
{
    static const char none[] = "quaternion(renormalise = none)";
    (void)state;
    static const struct {
        const char *method;
        int order;
    } methods[] = {{"kinematic(euler)", 1},
                   {"kinematic(heun2)", 2},
                   {"kinematic(kutta4)", 4}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const char *method = methods[i].method;
        double off = off_the_sphere(method, none, 200);
        double half = off_the_sphere(method, none, 400);
        assert_true(off > 1e-11);
        assert_true(log2(off / half) > methods[i].order - 0.1);
        assert_true(log2(off / half) < methods[i].order + 1.2);
        assert_true(off_the_sphere(method, "quaternion", 50) < 4 * DBL_EPSILON);
    }
    assert_true(off_the_sphere("rkmk(kutta4)", "quaternion", 50) < 1e-14);
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
