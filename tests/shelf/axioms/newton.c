/* SPDX-License-Identifier: MIT
 *
 * Newton's iterations of all implicit methods: few sweeps where a step is
 * small, at rest, too, and in no time; the exact Jacobian, torque and force
 * included, compared with differences in MPFR.  (Steps that are too large:
 * steady.c.)
 */
#define _POSIX_C_SOURCE 200809L

#include "random.h"
#include "shelf/rotations.h"
#include "shelf/variants.h"
#include "stepping.h"
#include "beside.h"
#include "shelf/axioms/subject.h"
#include "unit/solving.h"

/* ---- bodies and states --------------------------------------------------- */

enum acting { NOTHING, GRAVITY, EVERYTHING, ACTINGS };
static const char *const acting_name[ACTINGS] = {"free", "top", "all"};

/* The inertia of four random masses: full, and of a real body. */
static void random_inertia(struct random *r, double J[9])
{
    memset(J, 0, 9 * sizeof *J);
    for (int k = 0; k < 4; k++) {
        double m = random_between(r, 0.5, 2), p[3], square = 0;
        for (int i = 0; i < 3; i++) {
            p[i] = random_between(r, -1, 1);
            square += p[i] * p[i];
        }
        for (int i = 0; i < 9; i++)
            J[i] += m * ((i % 4 == 0 ? square : 0) - p[i / 3] * p[i % 3]);
    }
}

static char *random_body(struct arena *a, struct random *r, enum acting acting)
{
    static const char potential[] = "potential dot(R'*e3, [0.8, -1.6, 2.4])\n";
    static const char torques[] =
        "torque body -0.1*w\ntorque space [cos(t), sin(t), 0]\n";
    double J[9];
    random_inertia(r, J);
    return text_format(a,
                       "body thing\ninertia [[%.6f, %.6f, %.6f], [%.6f, %.6f, "
                       "%.6f], [%.6f, %.6f, %.6f]]\n%s%s",
                       J[0], J[1], J[2], J[1], J[4], J[5], J[2], J[5], J[8],
                       acting == NOTHING ? "" : potential,
                       acting == EVERYTHING ? torques : "");
}

static double norm_of(int n, const double *v)
{
    double square = 0;
    for (int i = 0; i < n; i++)
        square += v[i] * v[i];
    return sqrt(square);
}

static void random_rotation(struct random *r, double R[9])
{
    double q[4];
    long double fine[4];
    random_direction(r, 4, q);
    for (int i = 0; i < 4; i++)
        fine[i] = q[i];
    fine_rows(fine_unit(fine), R);
}

/* ---- iterations ---------------------------------------------------------- */

struct iteration {
    int status, sweeps; /* the most of all solves of the step */
};

/* What is carried from the step before. */
static void bind_carried(struct stepping *s, struct bindings *b)
{
    const struct relay *c = &s->step->relay;
    double value[MOST_ACTIONS];
    if (!c->n)
        return;
    evaluate(s, b, c->n, c->push.output[0].value, value);
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

enum { STATES = 12 };

static bool admits_acting(const struct variant *v, enum acting acting)
{
    static const unsigned uses[ACTINGS] = {0, USES_R, USES_T | USES_R | USES_W};
    return variant_admits(v, (struct load_of){acting != NOTHING, uses[acting]});
}

/* A tableau among many need not be tried on everything. */
static bool is_tried(const struct variant *v, enum acting acting)
{
    return v->implicit && admits_acting(v, acting) &&
           (v->everywhere || acting == GRAVITY);
}

/* ---- symbolic steps ------------------------------------------------------ */

struct trial {
    struct stepping s;
    struct random r;
    double x[12]; /* R by rows, L */
    double rate;  /* |w| */
};

static struct trial open_trial(const struct variant *v, enum acting acting,
                               uint64_t seed)
{
    struct trial t = {.s = stepping_new(NULL, 0), .r = random_new(seed)};
    char *body = random_body(t.s.arena, &t.r, acting);
    stepping_must(&t.s, body, v->call, "matrix", NULL);
    return t;
}

/* A random state of |L| = size. */
static void next_state(struct trial *t, double size)
{
    double w[3];
    random_rotation(&t->r, t->x);
    random_direction(&t->r, 3, t->x + 9);
    for (int i = 0; i < 3; i++)
        t->x[9 + i] *= size;
    stepping_observe(&t->s, &t->s.step->offer.omega, t->x, 0, 0, NULL, NULL, w);
    t->rate = norm3(w);
}

/* dmv's equations are quadratic; those of the others are nearly linear. */
static int most_sweeps(const struct variant *v)
{
    return strstr(v->call, "dmv") ? 5 : 4;
}

static bool small_steps_are_quick(struct subject *s, enum acting acting)
{
    bool good = true;
    struct trial t = open_trial(&s->v, acting, 1 + acting);
    for (int i = 0; i < STATES && good; i++) {
        next_state(&t, 20);
        double turn = i % 2 ? 0.5 : random_between(&t.r, -0.5, 0.5);
        struct iteration n = iterate(&t.s, t.x, turn / t.rate);
        good = !n.status && n.sweeps <= most_sweeps(&s->v);
        if (!good)
            announce(s, "(%s): h |w| = %.2f: status %d, %d sweeps",
                     acting_name[acting], turn, n.status, n.sweeps);
    }
    arena_free(t.s.arena);
    return good;
}

static bool a_small_step_takes_few_sweeps(struct subject *s)
{
    bool good = true;
    for (enum acting a = NOTHING; a < ACTINGS; a++)
        if (is_tried(&s->v, a))
            good &= small_steps_are_quick(s, a);
    return good;
}

/* ---- compiled steps ------------------------------------------------------ */

struct machine {
    const pol_stepper *s;
    struct random r;
    struct body_state start;
};

/* A random body, the same for all methods. */
static struct machine machine_of(struct subject *s, enum acting acting)
{
    static struct {
        char *text;
        struct random after; /* it was drawn */
    } body[ACTINGS];
    if (!body[acting].text) {
        struct arena *a = test_arena();
        body[acting].after = random_new(1000 + acting);
        body[acting].text = strdup(random_body(a, &body[acting].after, acting));
        arena_free(a);
    }
    struct machine m = {.r = body[acting].after};
    m.s = stepper_of(
        s, (struct ride){.spec = body[acting].text,
                         .attitude = "matrix",
                         .finished = true}); /* failures are counted */
    m.start = start_of(m.s);
    return m;
}

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

/* ---- degenerate steps ---------------------------------------------------- */

static bool stands_still(struct subject *s, enum acting acting)
{
    struct machine m = machine_of(s, acting);
    struct body_state b = m.start, none = m.start;
    memset(b.x + 9, 0, 3 * sizeof b.x[9]);
    int at_rest = careful_step(m.s, &b, 0.1);
    bool stays =
        acting != NOTHING || memcmp(b.x, m.start.x, 9 * sizeof b.x[0]) == 0;
    int no_time = careful_step(m.s, &none, 0);
    double off = 0;
    for (int i = 0; i < 12; i++)
        off = fmax(off, fabs(none.x[i] - m.start.x[i]));
    bool good = at_rest == 0 && stays && no_time >= 0 && off < 1e-14;
    if (!good)
        announce(s, "(%s): at rest status %d%s; h = 0: status %d, off by %.1e",
                 acting_name[acting], at_rest, stays ? "" : ", the body turns",
                 no_time, off);
    return good;
}

static bool a_body_at_rest_and_no_time_are_harmless(struct subject *s)
{
    bool good = true;
    for (enum acting a = NOTHING; a < ACTINGS; a++)
        if (is_tried(&s->v, a))
            good &= stands_still(s, a);
    return good;
}

static bool is_tried_on_something(const struct variant *v)
{
    bool tried = false;
    for (enum acting a = NOTHING; a < ACTINGS; a++)
        tried |= is_tried(v, a);
    return tried;
}

const struct axiom newton_axioms[] = {
    {"a small step takes few sweeps", is_tried_on_something,
     a_small_step_takes_few_sweeps},
    {"a body at rest and no time are harmless", is_tried_on_something,
     a_body_at_rest_and_no_time_are_harmless},
    {0},
};

static struct stepping open_on(const struct variant *v, const char *path)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, stepping_file(&s, path), v->call, "matrix", NULL);
    return s;
}

/* The spec's start, with what is carried, and h such that the body turns by
 * half a radian. */
static struct bindings start_of_step(struct stepping *s)
{
    double x[19], w[3], h;
    stepping_start(s, x);
    stepping_observe(s, &s->step->offer.omega, x, 0, 0, NULL, NULL, w);
    struct bindings b =
        stepping_bind(s, x, number_double(s->model->facts.start_t), NULL);
    bind_carried(s, &b);
    h = 0.5 / norm_of(3, w);
    bind(&b, 1, &s->step->h, &h);
    return b;
}

/* The unknowns first, at their start values moved by about `by`. */
static struct point point_near_start(struct stepping *s,
                                     const struct bindings *b,
                                     const struct solve *v, double by)
{
    struct point at = {.n = 0};
    struct random r = random_new(3);
    double x[MOST];
    evaluate(s, b, v->n, v->start, x);
    double size = by * (norm_of(v->n, x) / v->n + 1e-3);
    for (int i = 0; i < v->n; i++)
        add_value(&at, v->unknown[i], x[i] + random_between(&r, -size, size));
    for (int i = 0; i < b->n; i++)
        add_value(&at, b->symbol[i], b->value[i]);
    return at;
}

/* ---- differences --------------------------------------------------------- */

/* Of all iterations of a step; `liar` as in newton_error_at. */
static double worst_error(struct stepping *s, double liar)
{
    const struct routine *r = &s->step->advance;
    struct bindings b = start_of_step(s);
    double worst = 0;
    for (int i = 0; i < r->solves; i++) {
        const struct solve *v = &r->solve[i];
        if (v->n > 0) {
            struct point at = point_near_start(s, &b, v, 0.3);
            double error = newton_error_at(s, v, &at, liar);
            worst = error <= worst ? worst : error; /* NaN stays */
            release_point(&at);
        }
        if (stepping_solve(s, &b, v))
            return INFINITY; /* no way to go on */
    }
    return worst;
}

static bool jacobian_is_that_of_the_residual(struct subject *s)
{
    struct stepping on = open_on(&s->v, hardest_body(&s->v));
    double error = worst_error(&on, 0), other = worst_error(&on, 1e-9);
    arena_free(on.arena);
    if (error < 1e-30 && other > 1e-20)
        return true;
    announce(s, "off by %.1e, and by %.1e if the correction is wrong", error,
             other);
    return false;
}

const struct axiom jacobian_axioms[] = {
    {"the Jacobian is that of the residual", is_for_implicit,
     jacobian_is_that_of_the_residual},
    {0},
};
