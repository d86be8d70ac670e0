/* SPDX-License-Identifier: MIT
 *
 * One exponential a step: where it turns by much in one, the terms beyond the
 * order count; what is carried are the vectors that torque, force and rates
 * look at, and no others.  (Of the order test_whole_shelf speaks.)
 */
#include "shelf/axioms.h"
#include "test_arena.h"

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
                 {"body plump inertia diag(1, 1, 1.1) start w = [0.1, 0, 3]", 40, 1.7e-11, 120}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct end e[2];
        double gap = 0;
        for (int k = 0; k < 2; k++) {
            struct loaded l = load_body_text(
                cases[i].text, k ? "rkmk(verner98e, form = rate)" : "magnus(verner87e)",
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
    {"let a = R'*[1, 2, 0.5] let b = R'*[0, 1, 1] torque body cross(a, e1) + b", 2},
    {"let a = R'*[1, 2, 2] torque body a potential 2*dot(a, e1)", 1},
    {ALL_THREE, 2},
    {"param lean = 0.2 torque body cross(R'*[lean, 0, 1], e1)", 2},
    {"input up[3] torque body cross(R'*up, e1) torque body R'*e2", 2},
    {"state z = 0.2 rate R[2,3] - z torque body z*e1", 1},
    {"wheel spin(axis = e1, inertia = 0.02, speed = 9, torque = 0.1*R[3,1])", 1},
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
    pol_options o = options_by("magnus(kutta4)", NULL);
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
