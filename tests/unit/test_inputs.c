/* SPDX-License-Identifier: MIT
 *
 * Inputs and their signals: in the equations a signal is what a `let` is, held
 * it is what a caller would give, and for whoever emits it is nothing.
 */
#include "explore/explore.h"
#include "hand_top.h"
#include "job.h"
#include "test_arena.h"

/* `%s` is the declaration of u. */
#define BODY                                                                                       \
    "body b\nparam a = 2e-1\nconst c = 3\nlet s = sin(c*t)\n%s\n"                                  \
    "inertia [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 2.5]]\n"                                            \
    "torque body 0.3*u - 0.1*w\ntorque space [0, a, u[3]]\n"                                       \
    "start w = [0.3, 0.2, 1]\nstart t = 0.4\n"
#define SIGNAL "[a*s, t, if(t < 0.7, 1, -a)]"

static const char *const methods[] = {"rkmk(kutta4)",    "swc1",  "sr",
                                      "kinematic(rk38)", "imidm", "sej",
                                      "suzuki4(bbtrap)", "cf4",   "rkmk(kutta4, form = rate)",
                                      "magnus(rk38)",    "trap"};

static struct loaded load_with(const char *declaration, const char *method, pol_inputs inputs,
                               const pol_setting *given)
{
    char text[800];
    pol_options o = options_by(method, NULL);
    snprintf(text, sizeof text, BODY, declaration);
    o.inputs = inputs;
    o.signal = given;
    o.signals = given != NULL;
    return load_text(text, &o);
}

enum { ROOM = 32 };

/* After some steps, with these values of the input, or none. */
static void run_some(const pol_stepper *s, const double *in, double *x)
{
    double par[ROOM] = {0}, zeros[ROOM] = {0};
    s->start(x, par);
    for (int i = 0; i < 12; i++)
        assert_int_equal(s->step_once(x, par, in ? in : zeros, 0.05), 0);
}

static void assert_same_run(struct loaded a, struct loaded b)
{
    double x[ROOM] = {0}, y[ROOM] = {0}, noise[ROOM];
    for (int i = 0; i < ROOM; i++)
        noise[i] = 7 * i - 3; /* nobody looks at it */
    run_some(a.s, noise, x);
    run_some(b.s, NULL, y);
    for (int i = 0; i < a.s->state; i++)
        assert_close(x[i], y[i], 1e-14);
    unload(a);
    unload(b);
}

TEST(a_signal_is_what_a_let_is)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        assert_same_run(load_with("input u[3] = " SIGNAL, methods[i], POL_ACT, NULL),
                        load_with("let u = " SIGNAL, methods[i], POL_ARGUMENT, NULL));
}

TEST(a_signal_that_is_given_counts)
{
    static const pol_setting given = {"u", SIGNAL};
    static const char *const declared[] = {"input u[3]", "input u = [1, 2, a]"};
    for (int i = 0; i < 2; i++)
        assert_same_run(load_with(declared[i], methods[0], POL_ACT, &given),
                        load_with("let u = " SIGNAL, methods[0], POL_ARGUMENT, NULL));
}

/* What is an argument has no signal, and without a signal it is one. */
TEST(an_argument_is_what_the_caller_gives)
{
    static const double in[3] = {0.5, -1, 0.25};
    static const struct {
        const char *declaration;
        pol_inputs inputs;
    } cases[] = {{"input u[3] = " SIGNAL, POL_ARGUMENT},
                 {"input u[3] = " SIGNAL, POL_HOLD},
                 {"input u[3]", POL_ACT}};
    struct loaded want = load_with("let u = [1/2, -1, 1/4]", methods[0], POL_ARGUMENT, NULL);
    double y[ROOM] = {0};
    run_some(want.s, NULL, y);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded got = load_with(cases[i].declaration, methods[0], cases[i].inputs, NULL);
        double x[ROOM] = {0};
        run_some(got.s, in, x);
        for (int k = 0; k < got.s->state; k++)
            assert_close(x[k], y[k], 1e-14);
        unload(got);
    }
    unload(want);
}

/* A caller who samples the signal itself gets the same. */
TEST(what_is_held_is_sampled_where_steps_start)
{
    enum { STEPS = 12 };
    struct arena *arena = test_arena();
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        struct loaded l =
            load_with("keep k = w[1]\ninput u[3] = " SIGNAL, methods[i], POL_HOLD, NULL);
        pol_stepper s = *l.s;
        double x[ROOM] = {0}, par[ROOM] = {0}, h = 0.05;
        assert_int_equal(s.kept, 1 + 3);
        s.kept -= 3;
        s.start(x, par);
        for (int k = 0; k < STEPS; k++) {
            double t = s.time(x), a = par[0];
            double in[3] = {a * sin(3.0 * t), t, t < 0.7 ? 1 : -a};
            assert_int_equal(s.step_once(x, par, in, h), 0);
        }
        struct explore e = {.arena = arena, .t_end = STEPS * h, .h = h, .held = 3};
        struct explore_state end;
        assert_int_equal(explore_run(&s, &e, 5, NULL, NULL, &end), EXPLORE_OK);
        assert_int_equal(end.steps, STEPS);
        for (int k = 0; k < l.s->part->count; k++)
            assert_close(end.attitude[k], x[k], 1e-14);
        unload(l);
    }
    arena_free(arena);
}

static void refuse_file(void *to, const char *name, const char *text, size_t length)
{
    (void)to;
    fail_msg("%s is emitted: %zu, %.20s", name, length, text);
}

/* The emitted text knows no signals, and is not made with them inside. */
TEST(what_is_emitted_takes_arguments)
{
    static const char *const declared[] = {"input u[3]", "input u[3] = " SIGNAL};
    struct emission const *e[2];
    pol_job *job[2];
    for (int i = 0; i < 2; i++) {
        char text[800];
        pol_status status;
        snprintf(text, sizeof text, BODY, declared[i]);
        job[i] = pol_open(NULL);
        assert_int_equal(pol_read_text(job[i], "b", text, strlen(text)), POL_OK);
        e[i] = job_emit(job[i], "c99", &status);
        assert_non_null(e[i]);
    }
    const char *const end[2] = {strstr(e[0]->file[1].chars, " */"),
                                strstr(e[1]->file[1].chars, " */")};
    assert_string_equal(end[0], end[1]);
    for (int i = 0; i < 2; i++)
        pol_close(job[i]);
    pol_options o = pol_default_options();
    o.inputs = POL_ACT;
    job[0] = pol_open(&o);
    assert_int_equal(pol_read(job[0], SPEC("kicked")), POL_OK);
    assert_int_equal(pol_emit(job[0], "c99", refuse_file, NULL), POL_MISUSE);
    pol_close(job[0]);
}
