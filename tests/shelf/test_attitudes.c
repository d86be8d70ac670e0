/* SPDX-License-Identifier: MIT
 *
 * Every attitude with every map on the shelf, against the axioms of their
 * kind, in emitted and compiled code.  A probe stands in for a method: from
 * half a rotation vector v = h L and a half rate k (an input) it gives the
 * attitude moved by element(v), and pull(v, k) in place of the momentum.
 * The same axioms must find out files that lie.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms.h"
#include "shelf/dropped.h"

#include "job.h"

static const char probe_method[] =
    "-- probe.lua - what the tests look through; no source, 2026.\n"
    "return method {\n"
    "  title = 'probe', source = 'none', order = 0,\n"
    "  step = function(m, s, h)\n"
    "    stage('only')\n"
    "    local v = h * s.L\n"
    "    local k = m.torque(s)\n"
    "    return { R = s.R:turned(m.map.element(v)),\n"
    "             L = m.map.pull(v, k) }\n"
    "  end,\n"
    "}\n";

static const char probe_spec[] = "body probe\n"
                                 "inertia diag(1, 1, 1)\n"
                                 "input k[3]\n"
                                 "torque body k\n";

enum { SAMPLES = 300 };

/* A pair from the shelf, loaded. */
struct pair {
    pol_image *image;
    const pol_stepper *s;
};

static struct pair load_pair(const char *folder, const char *attitude,
                             const char *map)
{
    struct pair p = {0};
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = 1;
    o.method = "probe";
    o.attitude = attitude;
    o.map = map;
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, "probe.pol", probe_spec, strlen(probe_spec)) !=
            POL_OK ||
        pol_load(job, POL_TCC, &p.image) != POL_OK)
        print_diags(job);
    pol_close(job);
    assert_non_null(p.image);
    p.s = pol_image_stepper(p.image);
    return p;
}

/* Uniform in [-1, 1], always the same sequence. */
static double sample(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

static void sample3(uint64_t *seed, double size, double v[3])
{
    for (int i = 0; i < 3; i++)
        v[i] = size * sample(seed);
}

/* The state after moving by element(v); L of it is pull(v, k). */
static struct body_state moved(const pol_stepper *s,
                               const struct body_state *from, const double v[3],
                               const double k[3])
{
    struct body_state b = *from;
    double *L = b.x + s->state - 5;
    for (int i = 0; i < 3; i++) {
        L[i] = v[i];
        b.in[i] = k[i];
    }
    assert_int_equal(s->run(b.x, b.par, b.in, 1.0, 1), 0);
    return b;
}

static void multiply_t(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 9; i++) {
        C[i] = 0;
        for (int j = 0; j < 3; j++)
            C[i] += A[3 * j + i / 3] * B[3 * j + i % 3];
    }
}

static double off_identity(const double M[9])
{
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(M[i] - (i % 4 == 0)));
    return worst;
}

static double largest_difference(const double *a, const double *b, int n)
{
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

/* How far the axioms are from holding, the worst over all samples. */
struct faults {
    double rest;       /* move(x, element(0)) from x, relative to |x| > 1 */
    double constraint; /* R'R from 1 */
    double group;      /* R0' R1 depends on R0 */
    double rate;       /* d element / d pull(v, k) from rate 2 k */
};

static void look_at_rest(const pol_stepper *s, const struct body_state *b,
                         struct faults *f)
{
    const double zero[3] = {0};
    struct body_state still = moved(s, b, zero, zero);
    double size = 1;
    for (int i = 0; i < s->state - 5; i++)
        size = fmax(size, fabs(b->x[i]));
    f->rest =
        fmax(f->rest, largest_difference(still.x, b->x, s->state - 5) / size);
}

static void look_at_group(const pol_stepper *s, const struct body_state *a,
                          const struct body_state *b, const double v[3],
                          struct faults *f)
{
    const double zero[3] = {0};
    double R0[9], R1[9], first[9], second[9], one[9];
    struct body_state next = moved(s, a, v, zero);
    s->rotation(a->x, R0);
    s->rotation(next.x, R1);
    multiply_t(R0, R1, first);
    multiply_t(R1, R1, one);
    f->constraint = fmax(f->constraint, off_identity(one));
    next = moved(s, b, v, zero);
    s->rotation(b->x, R0);
    s->rotation(next.x, R1);
    multiply_t(R0, R1, second);
    f->group = fmax(f->group, largest_difference(first, second, 9));
}

/* E' dE/ds along pull(v, k) must be S(2 k): by central differences. */
static void look_at_rate(const pol_stepper *s, const struct body_state *a,
                         const double v[3], const double k[3], struct faults *f)
{
    const double eps = 1e-5, zero[3] = {0};
    double plus[3], minus[3], R[9], Rp[9], Rm[9], D[9], W[9];
    struct body_state at = moved(s, a, v, k);
    const double *pull = at.x + s->state - 5;
    s->rotation(at.x, R);
    for (int i = 0; i < 3; i++) {
        plus[i] = v[i] + eps * pull[i];
        minus[i] = v[i] - eps * pull[i];
    }
    struct body_state p = moved(s, a, plus, zero), m = moved(s, a, minus, zero);
    s->rotation(p.x, Rp);
    s->rotation(m.x, Rm);
    for (int i = 0; i < 9; i++)
        D[i] = (Rp[i] - Rm[i]) / (2 * eps);
    multiply_t(R, D, W);
    const double want[9] = {0,         -2 * k[2], 2 * k[1], 2 * k[2], 0,
                            -2 * k[0], -2 * k[1], 2 * k[0], 0};
    f->rate = fmax(f->rate, largest_difference(W, want, 9));
}

static struct faults examine(const pol_stepper *s)
{
    struct faults f = {0};
    struct body_state a = start_of(s);
    uint64_t seed = 1;
    for (int i = 0; i < SAMPLES; i++) {
        const double zero[3] = {0};
        double v[3], k[3], u[3];
        sample3(&seed, i % 3 ? 0.7 : 1e-4, v);
        sample3(&seed, 1, k);
        sample3(&seed, 0.8, u);
        struct body_state b = moved(s, &a, u, zero);
        look_at_rest(s, &b, &f);
        look_at_group(s, &a, &b, v, &f);
        look_at_rate(s, &b, v, k, &f);
        a = b;
    }
    return f;
}

/* NULL if all is well, else what is not. */
static const char *verdict(const struct faults *f)
{
    if (!(f->rest <= 4 * DBL_EPSILON))
        return "a move by nothing moves";
    if (!(f->constraint < 1e-13))
        return "the constraint is lost";
    if (!(f->group < 1e-12))
        return "the move depends on where it starts";
    if (!(f->rate < 1e-8))
        return "the pull is not the rate";
    return NULL;
}

static const char *axioms(const char *folder, const char *attitude,
                          const char *map)
{
    struct pair p = load_pair(folder, attitude, map);
    struct faults f = examine(p.s);
    pol_unload(p.image);
    return verdict(&f);
}

static pol_status all_pairs(struct pol_job *job, void *argument)
{
    struct shelf *shelf = job_shelf(job);
    const struct dropped *d = argument;
    int pairs = 0;
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++)
        for (int k = 0; k < shelf_count(shelf, SHELF_MAP); k++) {
            const char *attitude = shelf_at(shelf, SHELF_ATTITUDE, i)->name;
            const char *map = shelf_at(shelf, SHELF_MAP, k)->name;
            const char *fault = axioms(d->folder, attitude, map);
            if (fault)
                fail_msg("%s with %s: %s", attitude, map, fault);
            pairs++;
        }
    assert_true(pairs >= 4);
    return POL_OK;
}

static void every_attitude_and_map_keeps_the_axioms(void **state)
{
    (void)state;
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", probe_method);
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, all_pairs, &d), POL_OK);
    pol_close(job);
    drop_end(&d);
}

/* A copy of a shelf file with a part replaced must be found out. */
static void expect_found_out(const char *kind, const char *from,
                             const char *part, const char *by)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", probe_method);
    drop_changed(&d, kind, from, "liar.lua", part, by);
    bool attitude = strcmp(kind, "attitudes") == 0;
    const char *fault = axioms(d.folder, attitude ? "liar" : "quaternion",
                               attitude ? "exp" : "liar");
    drop_end(&d);
    if (!fault)
        fail_msg("%s with '%s' for '%s' is not found out", from, by, part);
}

static void files_that_lie_are_found_out(void **state)
{
    (void)state;
    expect_found_out(
        "attitudes", "quaternion.lua", "restore((of(q) * g):quaternion()",
        "restore((of { q[1], q[3], q[2], q[4] } * g):quaternion()");
    expect_found_out("attitudes", "quaternion.lua",
                     "restore((of(q) * g):quaternion()",
                     "restore((g * of(q)):quaternion()");
    expect_found_out("maps", "exp.lua", "local near = w + vw",
                     "local near = w - vw");
    expect_found_out("maps", "cay.lua", "dot(v, w) * v", "2 * dot(v, w) * v");
    expect_found_out("maps", "cay.lua", "1 / sqrt(1 + dot(v, v))",
                     "1 / (1 + dot(v, v))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attitude_and_map_keeps_the_axioms),
        cmocka_unit_test(files_that_lie_are_found_out),
    };
    return run_group(tests);
}
