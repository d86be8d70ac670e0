/* SPDX-License-Identifier: MIT
 *
 * n steps in one call are n single steps, bit by bit, and the time keeps what
 * rounding leaves out: for every spec, method, attitude and real type.
 */
#include "load.h"
#include "sampled.h"
#include "specs.h"

enum { STEPS = 40 };

static const char *const METHODS[] = {"rkmk(kutta4)", "rkmk(kutta4, form = rate)", "imidm"};

static void compare(const char *spec, const pol_options *o)
{
    char path[300];
    snprintf(path, sizeof path, POL_ROOT_DIR "/specs/%.100s", spec);
    struct loaded l = load(path, o, POL_TCC);
    struct body_state run = start_of(l.s);
    for (int i = 0; i < l.s->input; i++)
        run.in[i] = 0.125 * (i + 1);
    struct body_state single = run, start = run;
    double h = l.s->step / 3; /* inexact in any real type */
    int status = l.s->run(run.x, run.par, run.in, h, STEPS);
    for (int i = 0; i < STEPS; i++)
        status |= l.s->step_once(single.x, single.par, single.in, h);
    if (status != 0 || memcmp(&run, &single, sizeof run) != 0)
        fail_msg("%s, %s, %s, %s: a run is not its steps", spec, o->method, o->attitude,
                 o->real == POL_FLOAT ? "float" : "double");
    assert_true(memcmp(run.x, start.x, sizeof run.x) != 0);
    double rounded = o->real == POL_FLOAT ? (double)(float)h : h;
    assert_close(l.s->time(run.x), STEPS * rounded, 4e-16 * STEPS * fabs(rounded));
    unload(l);
}

TEST(a_run_is_its_single_steps)
{
    spec_name name[SPECS_MOST];
    int specs = specs_list(POL_ROOT_DIR "/specs", ".pol", name), ran = 0;
    const int first = drawn("runs", 3);
    for (int i = 0; i < specs; i++)
        for (int k = 0; k < 3 * 2 * 2; k++) {
            if (!sampled_all() && (k + first + i) % 3)
                continue;
            pol_options o = options_by(METHODS[k % 3], k / 3 % 2 ? "matrix" : "quaternion");
            o.real = k / 6 ? POL_FLOAT : POL_DOUBLE;
            o.fixed = 1;
            compare(name[i], &o);
            ran++;
        }
    assert_true(specs >= 9);
    assert_true(ran >= 4 * specs);
}

/* A plain sum is wrong in the tenth digit, in float in the first. */
TEST(ten_million_steps_take_their_time)
{
    for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
        pol_options o = options_by("rkmk(euler, form = rate)", NULL);
        o.real = (pol_real)real;
        struct loaded l = load(SPEC("free_body"), &o, POL_TCC);
        struct body_state b = start_of(l.s);
        double h = real == POL_FLOAT ? (double)1e-7f : 1e-7;
        assert_int_equal(l.s->run(b.x, b.par, b.in, h, 10000000), 0);
        assert_close(l.s->time(b.x), 1e7 * h, real ? 3e-8 : 1e-15);
        unload(l);
    }
}
