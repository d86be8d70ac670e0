/* SPDX-License-Identifier: MIT
 *
 * Methods of the shelf on bodies with wheels, states and internal momentum, all
 * drawn: their order in all that is stored, against a program of its own;
 * whether they return; what they keep and claim to keep.
 */
#include "shelf/gyrostat.h"
#include "shelf/kept.h"

/* ---- bodies, and where they go ------------------------------------------- */

/* From what holds everything to what the fewest refuse: those before READ read
 * what they store, the next ones do not. */
static const unsigned kind[] = {
    EVERYTHING, EVERYTHING | MOVES, WHEELS | DRIVEN, GYRO | INPUT | TORQUE | WHEELS | DRIVEN,
    GYRO | SCALAR | MOVES, WHEELS | MOTORS | QUAD, WHEELS | MOTORS | STILL | MOVES,
    /* what methods take that know of no internal momentum */
    SCALAR | VECTOR3 | TORQUE | INPUT | QUAD, SCALAR | VECTOR3 | TORQUE | MOVES,
    STILL | QUAD | MOVES, QUAD, SCALAR | VECTOR3};
enum { KINDS = sizeof kind / sizeof *kind, READ = 5, INTERNAL = 7, SPANS = 7 };
static const double span[SPANS] = {1.5, 0.7, 3, 2.2, 1, 4.2, 0.4};

struct course {
    struct gyrostat g;
    struct spec text;
    bool known;
    struct end end[SPANS];
};

static struct course course[KINDS];

static void prepare(int k)
{
    struct course *c = &course[k];
    if (c->text.n)
        return;
    c->g = gyrostat_drawn(k, kind[k]);
    c->text = gyrostat_text(&c->g);
}

static void find_ends(struct course *c, const struct end *start)
{
    for (int i = 0; i < SPANS && !c->known; i++)
        c->end[i] = gyro_truth(&c->g, 0, start, span[i], 60);
    c->known = true;
}

/* ---- order ---- */

static bool has_orders(const struct course *c, const pol_stepper *s, const char *what)
{
    struct observed o;
    const struct trend *worst;
    for (int at = 0; at < SPANS; at++) {
        o = observe(s, &c->end[at], span[at], 1e-12);
        worst = worst_part(&o);
        if (worst->order > s->order - (s->order > 3 ? 0.5 : 0.1))
            return true;
    }
    print_error("%s: order %.2f of %s, not %d (%.1e)\n%s\n", what, worst->order,
                part_of_end[worst - o.part], s->order, worst->error, c->text.s);
    return false;
}

/* ---- a method on a body that it takes ---- */

struct ride {
    struct loaded l;
    int kind;
    bool gyro, symmetric;
    unsigned keeps;
    char what[300];
};

/* False where it is refused.  What is claimed is that of this body. */
static bool try_ride(struct ride *r, const char *text, const pol_options *o)
{
    pol_job *job = pol_open(o);
    job->is_draft = is_draft(text, o);
    pol_status status = pol_read_text(job, "g.pol", text, strlen(text));
    if (status == POL_OK)
        status = pol_load(job, POL_TCC, &r->l.image);
    if (status == POL_OK) {
        const struct promise *p = &job->step->recipe->promise;
        r->l.s = pol_image_stepper(r->l.image);
        r->gyro = p->gyro;
        r->symmetric = p->symmetric;
        r->keeps = keeps_bits(p);
    }
    pol_close(job);
    return status == POL_OK;
}

static struct variants all_variants;

/* On this body, with a map that is drawn; on the outer ones where it takes no
 * internal momentum, or no torque that looks at w. */
static bool ride_of(const struct variant *v, int first, struct ride *r)
{
    char key[200];
    pol_options o = variant_options(v);
    snprintf(key, sizeof key, "attitude of %s", v->call);
    o.attitude = attitude_by_chance(v->call, key);
    snprintf(key, sizeof key, "map of %s", v->call);
    const char *map = strstr(v->call, "map =") || drawn(key, 2) ? NULL : "cay";
    snprintf(key, sizeof key, "outer body of %s", v->call);
    int other = drawn(key, KINDS - INTERNAL);
    for (int i = 0; i < 1 + KINDS - INTERNAL; i++) {
        int k = i ? INTERNAL + (other + i) % (KINDS - INTERNAL) : first;
        prepare(k);
        for (int m = map ? 0 : 1; m < 2; m++) {
            *r = (struct ride){.kind = k};
            o.map = m ? v->map : map;
            snprintf(r->what, sizeof r->what, "%s, %s, %s, body %d", v->call,
                     o.attitude ? o.attitude : "", o.map ? o.map : "", k);
            if (try_ride(r, course[k].text.s, &o))
                return true;
        }
    }
    return false;
}

static void collect(void)
{
    if (!all_variants.n)
        calls_of_shelf(&all_variants);
}

/* After n steps forth and n back. */
static double return_error(const struct ride *r, double h, long n)
{
    const pol_stepper *s = r->l.s;
    struct body_state b = gyro_start(&course[r->kind].g, s);
    struct end start = end_at(s, b.x), end;
    assert_int_equal(s->run(b.x, b.par, b.in, h, n), 0);
    assert_int_equal(s->run(b.x, b.par, b.in, -h, n), 0);
    end = end_at(s, b.x);
    return gyro_distance(&end, &start);
}

static bool returns(const struct ride *r)
{
    if (!r->symmetric)
        return true;
    double once = return_error(r, 0.2, 1), often = return_error(r, 0.05, 100);
    bool good = once < 1e-13 && often < 1e-9;
    if (!good)
        print_error("%s: is symmetric, but off by %.1e after one step forth and "
                    "back, by %.1e after a hundred\n",
                    r->what, once, often);
    return good;
}

TEST(methods_have_their_order_and_return)
{
    int inside = 0, others = 0, failed = 0;
    collect();
    for (int i = 0; i < INTERNAL * all_variants.n; i++) {
        const struct variant *v = &all_variants.v[i / INTERNAL];
        char key[200];
        struct ride r;
        snprintf(key, sizeof key, "body of %s", v->call);
        if (!sampled_all() && i % INTERNAL != drawn(key, INTERNAL))
            continue;
        if (!ride_of(v, i % INTERNAL, &r))
            continue;
        struct course *c = &course[r.kind];
        struct body_state b = gyro_start(&c->g, r.l.s);
        struct end start = end_at(r.l.s, b.x);
        find_ends(c, &start);
        failed += !has_orders(c, r.l.s, r.what) || !returns(&r);
        inside += r.gyro;
        others += !r.gyro;
        unload(r.l);
    }
    print_message("%d runs with internal momentum, %d without, of %d ways to "
                  "call a method\n",
                  inside, others, all_variants.n);
    assert_true(inside >= 30 && others >= 4);
    assert_int_equal(failed, 0);
}

/* ---- what is kept ---- */

enum { DRIVEN_BODY, FREE_BODY, KEPT_BODIES };
static const unsigned kept_kind[KEPT_BODIES] = {WHEELS | DRIVEN | GYRO | INPUT | SCALAR,
                                                WHEELS | CONSTANT};
static struct spec kept_text[KEPT_BODIES];

/* By the matrix, on this body; false where it refuses internal momentum, or a
 * wheel's torque. */
static bool kept_ride(const struct variant *v, int body, struct ride *r)
{
    pol_options o = variant_options(v);
    o.attitude = "matrix";
    if (!kept_text[body].n) {
        struct gyrostat g = gyrostat_drawn(100 + body, kept_kind[body]);
        kept_text[body] = gyrostat_text(&g);
    }
    *r = (struct ride){.kind = body};
    snprintf(r->what, sizeof r->what, "%s, kept body %d", v->call, body);
    return try_ride(r, kept_text[body].s, &o);
}

/* Of a method of high order little is lost anyway. */
static bool is_as_claimed(const struct ride *r, bool claimed, double change)
{
    return (change < 1e-11) == claimed || (!claimed && r->l.s->order > 5);
}

/* With motors and friction on R L is kept by those who say so and by no others;
 * with free wheels and a constant internal momentum energy and |L|, too, and
 * half a step on.  Nobody says that a driven body's energy is. */
TEST(wheels_leave_what_is_claimed)
{
    static const unsigned of_body[KEPT_BODIES] = {KEEPS_MOMENTUM,
                                                  KEEPS_MOMENTUM | KEEPS_ENERGY | KEEPS_NORM};
    int kept[KEPT_BODIES] = {0}, failed = 0;
    collect();
    for (int i = 0; i < KEPT_BODIES * all_variants.n; i++) {
        const struct variant *v = &all_variants.v[i / KEPT_BODIES];
        const int body = i % KEPT_BODIES;
        struct ride r;
        double change[ALL_KEPT] = {0};
        if ((!sampled_all() && drawn(v->call, KEPT_BODIES) != body) || !kept_ride(v, body, &r))
            continue;
        const bool is_free = body == FREE_BODY, calm = !is_free && r.keeps;
        const unsigned asked = of_body[body] | (is_free ? r.keeps & KEEPS_ENERGY_HALF : 0);
        run_changes(r.l.s, calm ? 0.05 : 0.8, 1000, asked, change);
        bool good =
            is_free ||
            !(r.keeps & ~(unsigned)(KEEPS_MOMENTUM | KEEPS_NORM | KEEPS_AXIS | KEEPS_LINEAR));
        for (int k = 0; k < ALL_KEPT; k++)
            good &= !(asked >> k & 1) || is_as_claimed(&r, r.keeps >> k & 1, change[k]);
        if (!good)
            print_error("%s: claims %x; the momentum changes by %.1e, the "
                        "energy by %.1e\n",
                        r.what, r.keeps, change[0], change[1]);
        kept[body] += r.keeps & (is_free ? KEEPS_ENERGY : KEEPS_MOMENTUM) ? 1 : 0;
        failed += !good;
        unload(r.l);
    }
    print_message("%d driven and %d free bodies keep it\n", kept[DRIVEN_BODY], kept[FREE_BODY]);
    assert_true(kept[DRIVEN_BODY] >= 4);
    assert_true(kept[FREE_BODY] >= 3 || !sampled_all());
    assert_int_equal(failed, 0);
}
