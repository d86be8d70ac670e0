/* SPDX-License-Identifier: MIT
 *
 * Newton's iterations of all implicit methods: few sweeps where a step is
 * small, and where it is large a root or a status, with the state as it was.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/newton.h"

#include "beside.h"
#include "shelf/axioms/subject.h"

enum { STATES = 12, LARGE_STATES = 60 };

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

/* How much of the energy's excess is left is rounding of the energy. */
static bool is_rounding(const struct variant *v)
{
    return strstr(v->call, "projected");
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
        good = !n.status && n.sweeps <= most_sweeps(&s->v) &&
               (n.left < 1e-12 || is_rounding(&s->v));
        if (!good)
            announce(s, "(%s): h |w| = %.2f: status %d, %d sweeps, %.1e left",
                     acting_name[acting], turn, n.status, n.sweeps, n.left);
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

static bool a_large_step_ends_at_a_root_or_fails(struct subject *s)
{
    bool good = true;
    struct trial t = open_trial(&s->v, GRAVITY, 100 + GRAVITY);
    for (int i = 0; i < STATES && good; i++) {
        next_state(&t, 20);
        struct iteration n = iterate(&t.s, t.x, 3 / t.rate);
        good = n.status || n.left < 1e-7; /* the last correction's square */
        if (!good)
            announce(s, "(%s): what was found is no root: %.1e left",
                     acting_name[GRAVITY], n.left);
    }
    arena_free(t.s.arena);
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

static bool is_finite(const pol_stepper *s, const struct body_state *b)
{
    for (int i = 0; i < s->state; i++)
        if (!isfinite(b->x[i]))
            return false;
    return true;
}

/* A step: 0, or its status; -1 if it hands out NaN or touches the state and
 * fails. */
static int careful_step(const pol_stepper *s, struct body_state *b, double h)
{
    struct body_state before = *b;
    int status = s->step_once(b->x, b->par, b->in, h);
    if (status == 0)
        return is_finite(s, b) ? 0 : -1;
    return memcmp(&before, b, sizeof before) == 0 ? status : -1;
}

/* Of the large steps, how many fail; -1: one misbehaves. */
static int count_failures(struct subject *s, enum acting acting, double turn)
{
    struct machine m = machine_of(s, acting);
    int failures = 0;
    for (int i = 0; i < LARGE_STATES && failures >= 0; i++) {
        struct body_state b = m.start;
        double w[3];
        random_rotation(&m.r, b.x);
        random_direction(&m.r, 3, b.x + 9);
        for (int k = 0; k < 3; k++)
            b.x[9 + k] *= 20;
        m.s->omega(b.x, b.par, b.in, w);
        int status = careful_step(m.s, &b, turn / norm3(w));
        failures = status < 0 ? -1 : failures + (status != 0);
    }
    return failures;
}

/* "imidm    0  1  -": of the steps with h |w| = 3. */
static bool print_failures(struct subject *s, char line[200])
{
    int n = snprintf(line, 200, "%-44s", s->v.call);
    for (enum acting a = NOTHING; a < ACTINGS; a++) {
        int failures = is_tried(&s->v, a) ? count_failures(s, a, 3) : 0;
        if (failures < 0) {
            announce(s, "a step that fails changes the state, or NaN is "
                        "handed out");
            return false;
        }
        n += is_tried(&s->v, a)
                 ? snprintf(line + n, 200 - (size_t)n, " %6d", failures)
                 : snprintf(line + n, 200 - (size_t)n, " %6s", "-");
    }
    snprintf(line + n, 200 - (size_t)n, "\n");
    return true;
}

#define TABLE POL_TESTS_DIR "/golden", "newton"
const char newton_heading[] =
    "of 60 steps with h |w| = 3, how many fail:     free    top    all\n";

static void add_to_table(const char *line)
{
    const char *update = getenv("POL_UPDATE");
    size_t length;
    if (!update || strcmp(update, "1") != 0)
        return;
    char *before = specs_read(TABLE, &length);
    struct arena *a = test_arena();
    beside_rewrite(TABLE, text_format(a, "%s%s", before, line));
    arena_free(a);
    free(before);
}

/* golden/newton says how many. */
static bool as_many_large_steps_fail_as_did(struct subject *s)
{
    char line[200];
    size_t length;
    if (!print_failures(s, line))
        return false;
    if (!s->quiet)
        add_to_table(line);
    char *all = specs_read(TABLE, &length);
    bool good = all && strstr(all, line);
    free(all);
    if (!good)
        announce(s, "golden/newton has no line\n%s", line);
    return good;
}

/* A body that turns several times in a step: what solves the equations then is
 * not its motion. */
static bool far_too_large_steps_fail(struct subject *s)
{
    for (double turn = 15; turn < 40; turn *= 1.3) {
        int failures = count_failures(s, GRAVITY, turn);
        if (failures != LARGE_STATES) {
            announce(s, "%d of %d steps with h |w| = %.1f fail", failures,
                     LARGE_STATES, turn);
            return false;
        }
    }
    return true;
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

static bool is_tried_on_a_top(const struct variant *v)
{
    return is_tried(v, GRAVITY);
}

/* projected leaves it to its base. */
static bool bounds_its_steps(const struct variant *v)
{
    return is_tried_on_a_top(v) && !strstr(v->call, "projected");
}

const struct axiom newton_axioms[] = {
    {"a small step takes few sweeps", is_tried_on_something,
     a_small_step_takes_few_sweeps},
    {"a large step ends at a root or fails", is_tried_on_a_top,
     a_large_step_ends_at_a_root_or_fails},
    {"as many large steps fail as did", is_for_implicit,
     as_many_large_steps_fail_as_did},
    {"far too large steps fail", bounds_its_steps, far_too_large_steps_fail},
    {"a body at rest and no time are harmless", is_tried_on_something,
     a_body_at_rest_and_no_time_are_harmless},
    {0},
};
