/* SPDX-License-Identifier: MIT
 *
 * The last kick of a step and the first of the next: one evaluation of the
 * torque, the same step.
 */
#include "shelf/axioms.h"
#include "shelf/dropped.h"
#include "job.h"

static const char uneven[] = /* one part of the torque never changes */
    "body uneven inertia diag(1, 2, 2.5) param p = 0.3 input u[3]\n"
    "torque body [0.2, p*dot(R'*e3, e1), sin(t)] + u start w = [1, 2, 3]";

static const char constant[] = "body steady inertia diag(1, 2, 2.5) input u[3]\n"
                               "torque body [0.1, 0, 0] + u start w = [1, 2, 3]";

static const char by_rate[] = "body by_rate inertia diag(1, 2, 2.5)\n"
                              "torque body -0.1*w + R'*e3 start w = [1, 2, 3]";

/* Of a state for the first kick; the last one is left to the next step. */
static const char method[] = "return method { title = 't', source = 's', order = 1, maps = false,\n"
                             "  options = { { name = 'last', words = { 'left', 'done' } } },\n"
                             "  step = function(m, s, h, opt)\n"
                             "    local a = kick(m, %s, h/3)\n"
                             "    local g = m.map.element(h/2 * m.omega(a.L))\n"
                             "    local b = with(turn(drift(m, a, h/2), g), { t = s.t + h })\n"
                             "    if opt.last == 'done' then return kick(m, b, 2*h/3) end\n"
                             "    return last_kick(m, b, 2*h/3)\n"
                             "  end }\n";

static const char moved[] = "body moved inertia diag(1, 2, 2.5) param p = 0.3 input u[3] mass 2*p\n"
                            "torque body [0.2, p*dot(R'*e3, e1), x[1]] + u start w = [1, 2, 3]\n"
                            "force space [1, 2, -5*x[3]] start x = [1, 2, 3] start v = [3, 2, 1]";

struct pair {
    pol_image *left, *done;
    int pushes; /* parts that are carried */
    int saved;  /* operations */
};

static pol_image *load_image(const char *folder, const char *spec, const char *call, int *pushes,
                             int *operations)
{
    pol_options o = options_by(call, NULL);
    pol_image *image = NULL;
    o.shelf = &folder;
    o.shelves = 1;
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, "body.pol", spec, strlen(spec)) != POL_OK ||
        pol_load(job, POL_TCC, &image) != POL_OK) {
        print_diags(job);
        fail();
    }
    struct cost cost = page_cost(job->page);
    *pushes = job->page->step->relay.n;
    *operations = operations_total(&cost.step);
    pol_close(job);
    return image;
}

static struct pair both_of(const char *first_kick, const char *spec)
{
    char text[800];
    struct dropped d = drop_begin();
    struct pair p;
    int none, left, done;
    snprintf(text, sizeof text, method, first_kick);
    drop(&d, "methods", "try.lua", text);
    p.left = load_image(d.folder, spec, "try", &p.pushes, &left);
    p.done = load_image(d.folder, spec, "try(done)", &none, &done);
    p.saved = done - left;
    assert_int_equal(none, 0);
    drop_end(&d);
    return p;
}

/* The largest difference of the states after many steps. */
static double apart(const struct pair *p)
{
    const pol_stepper *s = pol_image_stepper(p->left);
    struct body_state a = start_of(s), b = start_of(s), each = start_of(s);
    double most = 0;
    a.in[1] = b.in[1] = each.in[1] = 0.25;
    assert_int_equal(s->run(a.x, a.par, a.in, 0.01, 200), 0);
    for (int i = 0; i < 200; i++)
        assert_int_equal(s->run(each.x, each.par, each.in, 0.01, 1), 0);
    s = pol_image_stepper(p->done);
    assert_int_equal(s->run(b.x, b.par, b.in, 0.01, 200), 0);
    assert_memory_equal(a.x, each.x, (size_t)s->state * sizeof *a.x);
    for (int i = 0; i < s->state; i++)
        most = fmax(most, fabs(a.x[i] - b.x[i]));
    return most;
}

/* What never changes is not carried, nor by which torque acts by the rate: then
 * the last kick is implicit, and so not that of (done).  Acceleration is, the
 * torque's 2 parts and the force's 1; what acts elsewhere is computed there. */
TEST(what_acts_at_both_ends_is_carried)
{
    const struct {
        const char *first_kick, *spec;
        int pushes, saved;
        double least, most; /* apart */
    } cases[] = {
        {"s", constant, 0, -1, 0, 1e-13},
        {"s", by_rate, 0, -1000, 1e-6, 0.1},
        {"s", moved, 3, 5, 0, 1e-13},
        /* elsewhere: what is carried does not belong there */
        {"drift(m, s, h/2)", moved, 3, -1000, 0, 1e-13},
        {"with(s, { t = s.t + h/2 })", uneven, 2, -1000, 0, 1e-13},
        {"turn(s, m.map.element(h/4 * m.omega(s.L)))", uneven, 2, -1000, 0, 1e-13},
        /* numbers that are not those of the start, in an attitude not turned */
        {"with(s, { R = m.attitude.at(m.attitude.move(s.R:stored(), "
         "m.map.element(h/4 * m.omega(s.L)))) })",
         uneven, 2, -1000, 0, 1e-13},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pair p = both_of(cases[i].first_kick, cases[i].spec);
        const double off = apart(&p);
        assert_int_equal(p.pushes, cases[i].pushes);
        assert_true(p.saved > cases[i].saved);
        assert_true(off >= cases[i].least && off < cases[i].most);
        pol_unload(p.left);
        pol_unload(p.done);
    }
}
