/* SPDX-License-Identifier: MIT
 *
 * Every method has the order that it claims, on the bodies that it admits; on
 * generic bodies it has no higher one.  Symmetric methods come back to where
 * they started when they are run backwards, others do not.  In float a method
 * does what it does in double.
 */
#include "shelf/axioms/subject.h"

/* Times in which the body turns by a few radians: where the smallest errors
 * that are clean of round-off are not asymptotic in one, they are in another.
 */
enum { SPANS = 7 };
static const double span[SPANS] = {1.5, 0.7, 3, 2.1, 1, 4.2, 8};

/* Claimed by methods without any error but round-off. */
enum { EXACT = 90 };

struct body {
    const char *spec;
    double t_end[SPANS];
    struct end end[SPANS];
    double floor[SPANS]; /* below it errors are round-off */
};

static double spin(const pol_stepper *s)
{
    struct body_state b = start_of(s);
    double w[3];
    s->omega(b.x, b.par, b.in, w);
    return norm3(w);
}

/* Its ends, far more accurate than what is measured: order 8 in small steps. */
static struct body prepare(const char *spec)
{
    pol_options o = options_by("rkmk(cooper_verner8, dexpinv = exact)", NULL);
    struct loaded l = load(spec, &o, POL_TCC);
    struct body body = {.spec = spec};
    for (int i = 0; i < SPANS; i++) {
        body.t_end[i] = span[i] / spin(l.s);
        body.end[i] = run_to(l.s, body.t_end[i], 800);
        struct end other = run_to(l.s, body.t_end[i], 700);
        assert_int_equal(body.end[i].status, 0);
        body.floor[i] = 3e-13 + 100 * distance(&other, &body.end[i]);
    }
    unload(l);
    return body;
}

static const struct body *body_of(const char *spec)
{
    enum { MOST = 24 };
    static struct body known[MOST];
    static int n;
    for (int i = 0; i < n; i++)
        if (strcmp(known[i].spec, spec) == 0)
            return &known[i];
    assert_true(n < MOST);
    known[n] = prepare(spec);
    return &known[n++];
}

/* Is the error of this number of steps round-off? */
static bool is_exact(const pol_stepper *s, const struct body *body, long steps, struct trend *o)
{
    struct end e = run_to(s, body->t_end[0], steps);
    o->error = e.status ? NAN : distance(&e, &body->end[0]);
    return o->error < body->floor[0];
}

/* Methods that admit torque may do better without; on a body without symmetry
 * the order is no higher. */
static bool has_order(const pol_stepper *s, const struct body *body, bool is_generic,
                      const struct variant *v, struct trend *o)
{
    bool torque = load_of_file(body->spec).torque;
    int order = torque ? v->order : v->order_free;
    bool capped = is_generic && (torque || !v->admits);
    if (order >= EXACT || is_rounded(v))
        return is_exact(s, body, order >= EXACT ? 2 : 8, o);
    for (int i = 0; i < SPANS; i++) {
        if (body->floor[i] > 1e-9)
            continue; /* the motion itself amplifies round-off */
        const struct observed all = observe(s, &body->end[i], body->t_end[i], body->floor[i]);
        *o = *worst_part(&all);
        if (o->order > order - 0.1 && (!capped || o->order < order + 0.2))
            return true;
    }
    return false;
}

static bool measure(struct subject *s, struct ride ride, bool is_generic)
{
    struct trend o = {.order = NAN};
    bool good = has_order(stepper_of(s, ride), body_of(ride.spec), is_generic, &s->v, &o);
    if (!good)
        announce(s,
                 "on %s, attitude %s, map %s: order %.2f, claims %d, without "
                 "torque %d (error %.1e)",
                 ride.spec, ride.attitude ? ride.attitude : "its own",
                 s->v.map ? s->v.map : "its own", o.order, s->v.order, s->v.order_free, o.error);
    return good;
}

static bool has_its_order_on_generic_bodies(struct subject *s)
{
    static const char *const generic[] = {SPEC("offdiag"), TEST_BODY("free_full")};
    bool good = true;
    assert_int_equal(load_of_file(generic[0]).uses, USES_T | USES_R | USES_W);
    assert_false(load_of_file(generic[1]).torque);
    for (int i = 0; i < 2; i++)
        if (is_admitted(&s->v, generic[i]))
            good &= measure(s, (struct ride){.spec = generic[i]}, true);
    return good;
}

/* ---- on a body, with an attitude and a map that are drawn ---- */

static const char *const specs[] = {
    SPEC("coulomb_wall"), SPEC("damped"),   SPEC("fast_top"),  SPEC("free_body"), SPEC("heavy_top"),
    SPEC("kicked"),       SPEC("slow_top"), SPEC("satellite"), SPEC("tethered"),  SPEC("thrown"),
};
enum { SPECS = sizeof specs / sizeof *specs };

static const char *drawn_map(const struct variant *v, const char *key)
{
    static const char *const map[] = {"exp", "cay"};
    if (!v->maps || strstr(v->call, "map ="))
        return NULL;
    return map[drawn(key, 2)];
}

/* What is claimed may depend on the map. */
static bool has_its_order_on(struct subject *s, const char *spec)
{
    char key[300];
    snprintf(key, sizeof key, "%s %s", s->v.call, strrchr(spec, '/'));
    struct ride ride = {.spec = spec, .attitude = attitude_by_chance(s->v.call, key)};
    struct subject mapped = {.v = s->v};
    key[0]++; /* apart from the attitude */
    mapped.v.map = drawn_map(&s->v, key);
    assert_true(variant_claims(&mapped.v, true));
    bool good = measure(&mapped, ride, false);
    subject_end(&mapped);
    return good;
}

static bool has_its_order_on_a_body(struct subject *s)
{
    int first = drawn(s->v.call, SPECS);
    bool good = true;
    for (int i = 0; i < SPECS; i++) {
        const char *spec = specs[(first + i) % SPECS];
        if (!is_admitted(&s->v, spec))
            continue;
        good &= has_its_order_on(s, spec);
        if (!sampled_all())
            break;
    }
    return good;
}

const struct axiom order_axioms[] = {
    {"the order is that on generic bodies, and no higher", is_for_all,
     has_its_order_on_generic_bodies},
    {"the order is at least that on all bodies", is_for_some, has_its_order_on_a_body},
    {0},
};

/* The distance from the start after n steps forth and n back; `turn` is the
 * angle by which the body turns at first in one. */
static double return_error(const pol_stepper *s, double turn, long n)
{
    struct body_state b = start_of(s);
    struct end start = {0}, end = {0};
    double w[3];
    s->omega(b.x, b.par, b.in, w);
    double h = turn / norm3(w);
    read_end(s, b.x, &start);
    assert_int_equal(s->run(b.x, b.par, b.in, h, n), 0);
    assert_int_equal(s->run(b.x, b.par, b.in, -h, n), 0);
    read_end(s, b.x, &end);
    return distance(&end, &start);
}

static bool returns(struct subject *s)
{
    const pol_stepper *on = stepper_on(s, hardest_body(&s->v));
    double once = return_error(on, 0.4, 1);
    double often = s->v.symmetric ? return_error(on, 0.1, 100) : 0;
    bool good = s->v.symmetric ? once < 1e-13 && often < 1e-11 : once > 1e-13 || is_rounded(&s->v);
    if (!good)
        announce(s,
                 "%s symmetric, but off by %.1e after one step forth and "
                 "back, %.1e after a hundred",
                 s->v.symmetric ? "is" : "is not", once, often);
    return good;
}

const struct axiom symmetry_axioms[] = {
    {"symmetric methods return, others do not", is_for_all, returns},
    {0},
};

/* R and L / |L| after some steps; false if one fails. */
static bool follow(const pol_stepper *s, double out[12])
{
    struct body_state b = start_of(s);
    int status = s->run(b.x, b.par, b.in, 0x1p-7, 40);
    s->rotation(b.x, out);
    s->momentum(b.x, out + 9);
    double size = sqrt(out[9] * out[9] + out[10] * out[10] + out[11] * out[11]);
    for (int i = 9; i < 12; i++)
        out[i] /= size;
    return status == 0;
}

/* By how many eps the same in float is off, which is rounding; infinite if a
 * step fails. */
static double off_in_float(const pol_stepper *in_float, const double exact[12])
{
    double rounded[12], worst = 0;
    if (!follow(in_float, rounded))
        return INFINITY;
    for (int i = 0; i < 12; i++) {
        double off = fabs(rounded[i] - exact[i]) / (double)FLT_EPSILON;
        worst = fmax(worst, isfinite(off) ? off : INFINITY);
    }
    return worst;
}

/* What differs is rounding. */
static bool works_in_float(struct subject *s)
{
    struct ride ride = {.spec = hardest_body(&s->v), .attitude = "quaternion(renormalise = each)"};
    double exact[12];
    bool good = follow(stepper_of(s, ride), exact);
    ride.real = POL_FLOAT;
    double off = off_in_float(stepper_of(s, ride), exact);
    if (good && off < 800)
        return true;
    announce(s, "float and double are %.0f eps apart", good ? off : INFINITY);
    return false;
}

static bool is_no_tableau_of_many(const struct variant *v)
{
    return v->everywhere ||
           (strncmp(v->call, "rkmk(", 5) != 0 && strncmp(v->call, "kinematic(", 10) != 0);
}

const struct axiom real_axioms[] = {
    {"float does what double does", is_no_tableau_of_many, works_in_float},
    {0},
};
