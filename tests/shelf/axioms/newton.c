/* SPDX-License-Identifier: MIT
 *
 * Newton's iterations of all implicit methods: few sweeps where a step is
 * small, at rest, too, and in no time.  (Their Jacobians: test_solve.  Steps
 * that are too large: steady.c.)
 */
#include "shelf/rotations.h"
#include "stepping.h"
#include "shelf/axioms/subject.h"

static const char *const bodies[] = {TEST_BODY("free_full"), TEST_BODY("tilted_top"),
                                     SPEC("offdiag")};
enum { FREE, TOP, BODIES = sizeof bodies / sizeof *bodies };

/* A tableau among many need not be tried on everything. */
static bool is_tried(const struct variant *v, int body)
{
    return v->implicit && is_admitted(v, bodies[body]) && (v->everywhere || body == TOP);
}

static bool is_tried_on_something(const struct variant *v)
{
    bool tried = false;
    for (int i = 0; i < BODIES; i++)
        tried |= is_tried(v, i);
    return tried;
}

/* ---- symbolic steps ------------------------------------------------------ */

struct iteration {
    int status, sweeps; /* the most of all solves of the step */
};

/* What is carried from the step before. */
static void bind_carried(struct stepping *s, struct bindings *b)
{
    const struct relay *c = &s->step->relay;
    double value[MOST_LOADS];
    if (!c->n)
        return;
    evaluate(s, b, c->n, c->routine.output[0].value, value);
    for (int i = 0; i < c->n; i++)
        bind(b, 1, &c->part[i].symbol, &value[i]);
}

/* All iterations of a step of size h from the state x. */
static struct iteration iterate(struct stepping *s, const double *x, double h)
{
    const struct routine *r = &s->step->advance;
    struct bindings b = stepping_bind(s, x, 0, NULL);
    struct iteration out = {0};
    bind_carried(s, &b);
    bind(&b, 1, &s->step->h, &h);
    for (int i = 0; i < r->solves && !out.status; i++) {
        out.status = stepping_solve(s, &b, &r->solve[i]);
        out.sweeps = s->sweeps > out.sweeps ? s->sweeps : out.sweeps;
    }
    return out;
}

/* A random state, R by rows and L, of |L| = 20; its |w|. */
static double next_state(struct stepping *s, uint64_t *seed, double x[12])
{
    double w[3], size;
    fine_rows(fine_random(seed), x);
    sample3(seed, 1, x + 9);
    size = norm3(x + 9);
    for (int i = 0; i < 3; i++)
        x[9 + i] *= 20 / size;
    stepping_observe(s, &s->step->offer.omega, x, 0, 0, NULL, NULL, w);
    return norm3(w);
}

/* dmv's equations are quadratic; those of the others are nearly linear. */
static bool small_steps_are_quick(struct subject *on, int body)
{
    const int most = strstr(on->v.call, "dmv") ? 5 : 4;
    bool good = true;
    uint64_t seed = 1 + (uint64_t)body;
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, stepping_file(&s, bodies[body]), on->v.call, "matrix", NULL);
    for (int i = 0; i < 12 && good; i++) {
        double x[12], rate = next_state(&s, &seed, x);
        double turn = i % 2 ? 0.5 : sample(&seed) / 2;
        struct iteration n = iterate(&s, x, turn / rate);
        good = !n.status && n.sweeps <= most;
        if (!good)
            announce(on, "%s: h |w| = %.2f: status %d, %d sweeps", bodies[body], turn, n.status,
                     n.sweeps);
    }
    arena_free(s.arena);
    return good;
}

static bool a_small_step_takes_few_sweeps(struct subject *s)
{
    bool good = true;
    for (int i = 0; i < BODIES; i++)
        if (is_tried(&s->v, i))
            good &= small_steps_are_quick(s, i);
    return good;
}

/* ---- degenerate steps ---------------------------------------------------- */

/* A step: 0, or its status; -1 if it hands out NaN or touches the state and
 * fails. */
static int careful_step(const pol_stepper *s, struct body_state *b, double h)
{
    struct body_state before = *b;
    int status = s->step_once(b->x, b->par, b->in, h);
    if (status == 0)
        return state_is_finite(s, b->x) ? 0 : -1;
    return memcmp(&before, b, sizeof before) == 0 ? status : -1;
}

static bool stands_still(struct subject *s, int body)
{
    const pol_stepper *on =
        stepper_of(s, (struct ride){.spec = bodies[body], .attitude = "matrix"});
    struct body_state start = start_of(on), b = start, none = start;
    memset(b.x + 9, 0, 3 * sizeof b.x[9]);
    int at_rest = careful_step(on, &b, 0.1);
    bool stays = body != FREE || memcmp(b.x, start.x, 9 * sizeof b.x[0]) == 0;
    int no_time = careful_step(on, &none, 0);
    double off = 0;
    for (int i = 0; i < 12; i++)
        off = fmax(off, fabs(none.x[i] - start.x[i]));
    bool good = at_rest == 0 && stays && no_time >= 0 && off < 1e-14;
    if (!good)
        announce(s, "%s: at rest status %d%s; h = 0: status %d, off by %.1e", bodies[body], at_rest,
                 stays ? "" : ", the body turns", no_time, off);
    return good;
}

static bool a_body_at_rest_and_no_time_are_harmless(struct subject *s)
{
    bool good = true;
    for (int i = 0; i < BODIES; i++)
        if (is_tried(&s->v, i))
            good &= stands_still(s, i);
    return good;
}

const struct axiom newton_axioms[] = {
    {"a small step takes few sweeps", is_tried_on_something, a_small_step_takes_few_sweeps},
    {"a body at rest and no time are harmless", is_tried_on_something,
     a_body_at_rest_and_no_time_are_harmless},
    {0},
};
