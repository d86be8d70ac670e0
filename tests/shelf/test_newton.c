/* SPDX-License-Identifier: MIT
 *
 * Newton's iterations of all implicit methods: few sweeps where a step is
 * small, and where it is large a root or a status, with the state as it was.
 */
#define _POSIX_C_SOURCE 200809L

#include "beside.h"
#include "shelf/axioms.h"
#include "shelf/newton.h"

enum { STATES = 12, LARGE_STATES = 60 };

static struct variants all;

static int collect(void **state)
{
    (void)state;
    variants_of_shelf(&all, NULL);
    return 0;
}

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
    stepping_observe(&t->s, &t->s.step->omega, t->x, 0, 0, NULL, NULL, w);
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

static bool small_steps_are_quick(const struct variant *v, enum acting acting)
{
    bool good = true;
    struct trial t = open_trial(v, acting, 1 + acting);
    for (int i = 0; i < STATES && good; i++) {
        next_state(&t, 20);
        double turn = i % 2 ? 0.5 : random_between(&t.r, -0.5, 0.5);
        struct iteration n = iterate(&t.s, t.x, turn / t.rate);
        good = !n.status && n.sweeps <= most_sweeps(v) &&
               (n.left < 1e-12 || is_rounding(v));
        if (!good)
            print_error("%s (%s): h |w| = %.2f: status %d, %d sweeps, "
                        "%.1e left\n",
                        v->call, acting_name[acting], turn, n.status, n.sweeps,
                        n.left);
    }
    arena_free(t.s.arena);
    return good;
}

static void a_small_step_takes_few_sweeps(void **state)
{
    (void)state;
    bool good = true;
    int tried = 0;
    for (int i = 0; i < all.n; i++)
        for (enum acting a = NOTHING; a < ACTINGS; a++)
            if (is_tried(&all.v[i], a)) {
                good &= small_steps_are_quick(&all.v[i], a);
                tried++;
            }
    assert_true(tried >= 3);
    assert_true(good);
}

static bool large_steps_end_at_roots(const struct variant *v,
                                     enum acting acting)
{
    bool good = true;
    struct trial t = open_trial(v, acting, 100 + acting);
    for (int i = 0; i < STATES && good; i++) {
        next_state(&t, 20);
        struct iteration n = iterate(&t.s, t.x, 3 / t.rate);
        good = n.status || n.left < 1e-7; /* the last correction's square */
        if (!good)
            print_error("%s (%s): what was found is no root: %.1e left\n",
                        v->call, acting_name[acting], n.left);
    }
    arena_free(t.s.arena);
    return good;
}

static void a_large_step_ends_at_a_root_or_fails(void **state)
{
    (void)state;
    bool good = true;
    for (int i = 0; i < all.n; i++)
        if (is_tried(&all.v[i], GRAVITY))
            good &= large_steps_end_at_roots(&all.v[i], GRAVITY);
    assert_true(good);
}

/* ---- compiled steps ------------------------------------------------------ */

struct machine {
    struct loaded l;
    struct random r;
    struct body_state start;
};

static struct machine load_random(const struct variant *v, enum acting acting,
                                  uint64_t seed)
{
    struct machine m = {.r = random_new(seed)};
    struct arena *a = test_arena();
    char *body = random_body(a, &m.r, acting);
    pol_options o = variant_options(v);
    o.attitude = "matrix";
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "thing.pol", body, strlen(body)),
                     POL_OK);
    assert_int_equal(pol_load(job, POL_TCC, &m.l.image), POL_OK);
    pol_close(job);
    arena_free(a);
    m.l.s = pol_image_stepper(m.l.image);
    m.start = start_of(m.l.s);
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
static int count_failures(const struct variant *v, enum acting acting,
                          double turn)
{
    struct machine m = load_random(v, acting, 1000 + acting);
    int failures = 0;
    for (int i = 0; i < LARGE_STATES && failures >= 0; i++) {
        struct body_state b = m.start;
        double w[3];
        random_rotation(&m.r, b.x);
        random_direction(&m.r, 3, b.x + 9);
        for (int k = 0; k < 3; k++)
            b.x[9 + k] *= 20;
        m.l.s->omega(b.x, w);
        int status = careful_step(m.l.s, &b, turn / norm3(w));
        failures = status < 0 ? -1 : failures + (status != 0);
    }
    unload(m.l);
    return failures;
}

static void print_rates(FILE *out, const struct variant *v)
{
    fprintf(out, "%-44s", v->call);
    for (enum acting a = NOTHING; a < ACTINGS; a++) {
        if (!is_tried(v, a)) {
            fprintf(out, " %6s", "-");
            continue;
        }
        int failures = count_failures(v, a, 3);
        if (failures < 0)
            fail_msg("%s: a step that fails changes the state, or NaN is "
                     "handed out",
                     v->call);
        fprintf(out, " %6d", failures);
    }
    fprintf(out, "\n");
}

static void print_all_rates(FILE *out)
{
    fprintf(out, "of %d steps with h |w| = 3, how many fail:  ", LARGE_STATES);
    for (enum acting a = NOTHING; a < ACTINGS; a++)
        fprintf(out, " %6s", acting_name[a]);
    fprintf(out, "\n");
    for (int i = 0; i < all.n; i++)
        if (all.v[i].implicit)
            print_rates(out, &all.v[i]);
}

static void failures_are_as_many_as_they_were(void **state)
{
    (void)state;
    static char now[1 << 16];
    FILE *f = tmpfile();
    assert_non_null(f);
    print_all_rates(f);
    rewind(f);
    now[fread(now, 1, sizeof now - 1, f)] = '\0';
    fclose(f);
    printf("%s", now);
    assert_true(beside_is(POL_TESTS_DIR "/golden", "newton", now));
}

/* A body that turns several times in a step: what solves the equations then is
 * not its motion.  projected leaves that to its base. */
static void far_too_large_steps_fail(void **state)
{
    (void)state;
    for (int i = 0; i < all.n; i++) {
        const struct variant *v = &all.v[i];
        if (!is_tried(v, GRAVITY) || strstr(v->call, "projected"))
            continue;
        for (double turn = 15; turn < 40; turn *= 1.3) {
            int failures = count_failures(v, GRAVITY, turn);
            if (failures != LARGE_STATES)
                fail_msg("%s: %d of %d steps with h |w| = %.1f fail", v->call,
                         failures, LARGE_STATES, turn);
        }
    }
}

/* ---- degenerate steps ---------------------------------------------------- */

static bool stands_still(const struct variant *v, enum acting acting)
{
    struct machine m = load_random(v, acting, 7);
    struct body_state b = m.start, none = m.start;
    memset(b.x + 9, 0, 3 * sizeof b.x[9]);
    int at_rest = careful_step(m.l.s, &b, 0.1);
    bool stays =
        acting != NOTHING || memcmp(b.x, m.start.x, 9 * sizeof b.x[0]) == 0;
    int no_time = careful_step(m.l.s, &none, 0);
    double off = 0;
    for (int i = 0; i < 12; i++)
        off = fmax(off, fabs(none.x[i] - m.start.x[i]));
    unload(m.l);
    bool good = at_rest == 0 && stays && no_time >= 0 && off < 1e-14;
    if (!good)
        print_error("%s (%s): at rest status %d%s; h = 0: status %d, off by "
                    "%.1e\n",
                    v->call, acting_name[acting], at_rest,
                    stays ? "" : ", the body turns", no_time, off);
    return good;
}

static void a_body_at_rest_and_no_time_are_harmless(void **state)
{
    (void)state;
    bool good = true;
    for (int i = 0; i < all.n; i++)
        for (enum acting a = NOTHING; a < ACTINGS; a++)
            if (is_tried(&all.v[i], a))
                good &= stands_still(&all.v[i], a);
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_step_takes_few_sweeps),
        cmocka_unit_test(a_large_step_ends_at_a_root_or_fails),
        cmocka_unit_test(failures_are_as_many_as_they_were),
        cmocka_unit_test(far_too_large_steps_fail),
        cmocka_unit_test(a_body_at_rest_and_no_time_are_harmless),
    };
    return cmocka_run_group_tests(tests, collect, NULL);
}
