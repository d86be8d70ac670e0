/* SPDX-License-Identifier: MIT
 *
 * No step answers OK with a state that is not finite: every method, from what
 * is not a number or too large in the state, the step, a parameter or an input,
 * of bodies that turn and that move.  Whatever a step answers, a failed one
 * leaves the state's bytes, in a single step and in a run.
 */
#include "shelf/drafts.h"
#include "shelf/variants.h"
#include "shelf/dropped.h"

static const char turning[] = "body turning\n"
                              "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
                              "param k = 0.4\ninput u\n"
                              "%s"
                              "start w = [1, -2, 0.5]\nstep 0.01\n";

static const char moving[] =
    "body moving\ninertia diag(1, 1.5, 2)\nmass 2\nparam k = 0.4\ninput u\n"
    "%s"
    "force space (k + u)*[cos(t), x[1], 0.3]\n"
    "start w = [1, -2, 0.5]\nstart v = [0.1, 0, 0]\nstep 0.01\n";

/* From what each method takes to what some take. */
static const char *const loads[] = {
    "potential k*dot(R' * e3, [0.8, -1.6, 2.4])\ntorque body u*cos(t)*e1\n",
    "torque body (k + u)*e2\n", ""};

struct watch {
    const pol_stepper *s;
    const char *call;
    int tried;
};

/* A step, and a run of three, from what the real type makes of the state. */
static void try_from(struct watch *w, const struct body_state *given, double h, const char *what)
{
    struct body_state as_is = *given, *from = &as_is;
    w->s->run(from->x, from->par, from->in, h, 0);
    for (long n = 1; n < 4; n += 2) {
        struct body_state b = *from;
        int status = w->s->run(b.x, b.par, b.in, h, n);
        if (status == POL_STEP_OK && !state_is_finite(w->s, b.x))
            fail_msg("%s, %s: OK with a state that is not finite", w->call, what);
        if (status != POL_STEP_OK && n == 1 && memcmp(&b, from, sizeof b) != 0)
            fail_msg("%s, %s: %d, and the state is another", w->call, what, status);
        if (status != POL_STEP_OK && !state_is_finite(w->s, b.x) && state_is_finite(w->s, from->x))
            fail_msg("%s, %s: %d, and the state is not finite", w->call, what, status);
        w->tried++;
    }
}

static const double evil[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e200, 1e39, 5e-324, 0};
enum { EVIL = sizeof evil / sizeof *evil };

static void try_number(struct watch *w, double *at, struct body_state *b, const char *what)
{
    const double was = *at;
    for (int i = 0; i < EVIL; i++) {
        *at = evil[i];
        try_from(w, b, 0.01, what);
    }
    *at = was;
}

static void try_all(struct watch *w)
{
    const pol_stepper *s = w->s;
    struct body_state b = start_of(s);
    for (int i = 0; i < s->state; i++)
        try_number(w, &b.x[i], &b, "a number of the state");
    for (int i = 0; i < s->par; i++)
        try_number(w, &b.par[i], &b, "a parameter");
    for (int i = 0; i < s->input; i++)
        try_number(w, &b.in[i], &b, "an input");
    for (int i = 0; i < EVIL; i++)
        try_from(w, &b, evil[i], "h");
    for (double h = 1e-3; h < 1e12; h *= 31)
        try_from(w, &b, h, "a large h");
    /* and the state is as good as it was */
    b = start_of(s);
    assert_int_equal(s->step_once(b.x, b.par, b.in, 1e-4), POL_STEP_OK);
    assert_true(state_is_finite(s, b.x));
}

/* False: the method does not take the body. */
static bool try_method(const char *call, const char *body, const char *load, pol_real real,
                       int *tried)
{
    char text[600];
    struct loaded l;
    pol_options o = options_by(call, NULL);
    snprintf(text, sizeof text, body, load);
    o.real = real;
    if (!draft_try(&l, AS_TEXT, text, &o, false))
        return false;
    struct watch w = {l.s, call, 0};
    try_all(&w);
    unload(l);
    *tried += w.tried;
    return true;
}

TEST(no_step_is_done_that_is_not_finite)
{
    static struct variants all;
    int tried = 0;
    calls_of_shelf(&all);
    for (int i = 0; i < all.n; i++) {
        const char *call = all.v[i].call;
        if (i > 0 && same_file(all.v[i - 1].call, call))
            continue;
        bool moves = drawn(call, 2);
        pol_real real = drawn(call, 3) == 0 ? POL_FLOAT : POL_DOUBLE;
        bool taken = false;
        for (int k = 0; k < 3 && !taken; k++)
            taken = try_method(call, moves ? moving : turning, loads[k], real, &tried);
        for (int k = 0; k < 3 && !taken; k++)
            taken = try_method(call, turning, loads[k], real, &tried);
        if (!taken)
            fail_msg("%s takes none of the bodies", call);
    }
    print_message("%d steps\n", tried);
    assert_true(tried > 10000);
}

/* It says that it keeps the momentum and loses energy where projected has no
 * way back: a body that turns about a principal axis has L x w = 0. */
static const char losing[] = "return method { title = 't', source = 's', order = 1, keeps = {\n"
                             " 'momentum' }, step = function(m, s, h)\n"
                             "   return { R = s.R:turned(m.map.element(h/2 * m.omega(s.L))),\n"
                             "            L = 3/4 * s.L } end }";

TEST(energy_without_a_way_back_is_a_failure)
{
    static const char spec[] = "body still inertia diag(1, 2, 2.5) start w = [0, 3, 0]";
    struct dropped d = drop_begin();
    const char *folder = d.folder;
    pol_options o = options_by("projected(losing)", NULL);
    drop(&d, "methods", "losing.lua", losing);
    o.shelf = &folder;
    o.shelves = 1;
    struct loaded l = load_text(spec, &o);
    drop_end(&d);
    struct body_state b = start_of(l.s), before = b;
    assert_int_not_equal(l.s->step_once(b.x, b.par, b.in, 0.01), 0);
    assert_memory_equal(&before, &b, sizeof b);
    unload(l);
}
