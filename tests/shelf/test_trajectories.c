/* SPDX-License-Identifier: MIT
 *
 * Whatever the attitude, a method goes the way that it goes with matrix: every
 * attitude with every choice of its options, with a method of each family, on
 * ways that lead through the attitudes where its numbers are singular.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/dropped.h"
#include "shelf/following.h"
#include "shelf/variants.h"
#include "shelf/waypoints.h"

#include "values/states.h"

/* Round-off of a hundred steps, in units of a number's rounding.  Numbers near
 * gimbal lock could magnify it by the inverse cosine (sine) of the middle
 * angle; since each step goes over the rotation, none does. */
static const double CLOSE = 1e-12 / DBL_EPSILON;

/* ---- loading ------------------------------------------------------------- */

struct family {
    const char *method, *map, *spec;
    double whole; /* the end of a whole run of which the floor is known, or 0 */
};

/* What everything of one test has in common. */
static struct {
    const char *folder; /* a shelf in front, or NULL */
    pol_real real;
} common;

static pol_options options_of(const char *attitude)
{
    pol_options o = pol_default_options();
    o.attitude = attitude;
    o.shelf = &common.folder;
    o.shelves = common.folder != NULL;
    o.real = common.real;
    return o;
}

static struct loaded load_family(const struct family *y, const char *attitude)
{
    pol_options o = options_of(attitude);
    o.method = y->method;
    o.map = y->map;
    return load(y->spec, &o, POL_TCC);
}

static struct attitudes all;
static struct loaded spheres[MOST_ATTITUDES];

static double rounding(void)
{
    return common.real == POL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
}

/* ---- whole runs ---------------------------------------------------------- */

static double floor_of(const struct family *y)
{
    for (int i = 0; i < REFERENCE_STATE_COUNT; i++) {
        const struct reference_state *r = &REFERENCE_STATES[i];
        if (r->t == y->whole && strstr(y->spec, r->spec))
            return r->floor;
    }
    fail_msg("no floor for %s at %g", y->spec, y->whole);
    return 0;
}

/* From the spec's start to the same state as matrix. */
static bool ends_with(const struct family *y, const struct follower *f)
{
    long steps = lround(y->whole / f->h);
    struct end a = run_to(f->one, y->whole, steps);
    struct end b = run_to(f->matrix, y->whole, steps);
    double off = distance(&a, &b), most = 100 * floor_of(y);
    assert_int_equal(b.status, 0);
    if (!a.status && off < most)
        return true;
    print_error("%s, %s: off by %.1e, not %.1e, at the end; status %d\n",
                y->method, f->attitude, off, most, a.status);
    return false;
}

/* ---- following ----------------------------------------------------------- */

static const char *lock_of(const char *attitude)
{
    return axes_of(attitude) ? axes_of(attitude) : "zxz";
}

/* Through `count` of the waypoints, from number `first` on. */
static void follow_through(struct follower *f, int first, int count)
{
    struct waypoints points = singular_waypoints(lock_of(f->attitude));
    for (int i = first; i < first + count; i++) {
        const struct waypoint *p = &points.at[i % points.n];
        struct pose from = aim(f->matrix, f->h, 4 * rounding(), p->R);
        follow(f, &from, p->via);
    }
}

/* One that is infinite at half a turn may stop there.  Ways that should come
 * to lock do so. */
static bool has_followed(const struct follower *f, int count)
{
    bool infinite = strncmp(f->attitude, "rodrigues", 9) == 0;
    bool locked = !axes_of(f->attitude) || count < ALL_WAYPOINTS ||
                  f->kappa > 1e-3 / rounding();
    return f->steps >= (count - f->refused) * FOLLOW_STEPS && locked &&
           (infinite || f->refused == 0) && f->clear < 16 * rounding() &&
           f->worst < CLOSE * rounding();
}

static void complain(const struct family *y, const struct follower *f)
{
    print_error("%s, %s, %s: off by %.1e (kappa %.0e), %d steps, %d ways end "
                "%.1e from half a turn\n",
                y->method, y->map ? y->map : "", f->attitude, f->worst,
                f->kappa, f->steps, f->refused, f->clear);
}

/* With the spec's own steps, which are small enough for its body. */
static bool follows(const struct family *y, int attitude,
                    const pol_stepper *matrix, int first, int count)
{
    struct loaded one = load_family(y, all.call[attitude]);
    struct follower f = {.attitude = all.call[attitude],
                         .sphere = spheres[attitude].s,
                         .one = one.s,
                         .matrix = matrix,
                         .h = matrix->step > 0 ? matrix->step : 0.02};
    follow_through(&f, first, count);
    bool good = has_followed(&f, count);
    if (!good && !common.folder)
        complain(y, &f);
    if (y->whole > 0)
        good &= ends_with(y, &f);
    unload(one);
    return good;
}

/* ---- every attitude ------------------------------------------------------ */

static void open_spheres(void)
{
    for (int i = 0; i < all.n; i++)
        spheres[i] = load_sphere(options_of(all.call[i]));
}

static void close_spheres(void)
{
    for (int i = 0; i < all.n; i++)
        unload(spheres[i]);
}

#define TOP TEST_BODY("tilted_top")

/* All of them, through all waypoints. */
static bool all_follow(pol_real real)
{
    const struct family top = {"rkmk(kutta4, form = rate)", NULL, TOP, 0};
    bool good = true;
    common.real = real;
    open_spheres();
    struct loaded matrix = load_family(&top, "matrix");
    for (int i = 0; i < all.n; i++)
        good &= follows(&top, i, matrix.s, 0, ALL_WAYPOINTS);
    unload(matrix);
    close_spheres();
    common.real = POL_DOUBLE;
    return good;
}

static void every_attitude_passes_all_singular_ones(void **state)
{
    (void)state;
    all = attitudes_of_shelf(NULL);
    assert_true(all_follow(POL_DOUBLE));
}

static void so_it_does_in_float(void **state)
{
    (void)state;
    all = attitudes_of_shelf(NULL);
    assert_true(all_follow(POL_FLOAT));
}

/* ---- a method of each family --------------------------------------------- */

static const struct family families[] = {
    {"rkmk(kutta4)", "exp", SPEC("fast_top"), 1},
    {"rkmk(heun3)", "cay", SPEC("thrown"), 0},
    {"rkmk(rk38, form = rate)", "cay", SPEC("heavy_top"), 1},
    {"rkmk(ralston3, form = rate)", "exp", SPEC("offdiag"), 0},
    {"rkmk(gauss4)", NULL, SPEC("free_body"), 10},
    {"imidm", NULL, SPEC("satellite"), 1},
    {"trapm", NULL, SPEC("slow_top"), 1},
    {"bbtrap", NULL, TOP, 0},
    {"cf4", NULL, SPEC("slow_top"), 10},
    {"cg4", NULL, SPEC("free_body"), 100},
    {"liemid_ea", NULL, SPEC("tethered"), 0},
    {"semi_euler", NULL, SPEC("damped"), 0},
    {"mr", NULL, SPEC("satellite"), 1},
    {"sr", NULL, SPEC("slow_top"), 1},
    {"sej", NULL, SPEC("fast_top"), 1},
    {"je", NULL, SPEC("free_body"), 10},
    {"dmv2", NULL, SPEC("free_body"), 100},
    {"simo", NULL, SPEC("heavy_top"), 1},
    {"triple4(mr)", NULL, SPEC("fast_top"), 1},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* Calls of one file make one kind, of euler those of one set. */
static bool same_kind(const char *a, const char *b)
{
    size_t n = strcspn(a, "(");
    if (strcspn(b, "(") != n || strncmp(a, b, n) != 0)
        return false;
    return !axes_of(a) || strncmp(axes_of(a), axes_of(b), 3) == 0;
}

/* One of each kind has its turn, and every third of the Euler sets. */
static bool has_its_turn(int i, int turn)
{
    int before = 0, members = 0;
    for (int k = 0; k < all.n; k++)
        if (same_kind(all.call[k], all.call[i])) {
            before += k < i;
            members++;
        }
    bool other_set = axes_of(all.call[i]) && (i + turn) % 3 != 0;
    return turn % members == before && !other_set;
}

static void every_attitude_takes_a_method_of_each_family(void **state)
{
    (void)state;
    bool good = true;
    int pairs = 0;
    all = attitudes_of_shelf(NULL);
    open_spheres();
    for (int m = 0; m < FAMILIES; m++) {
        struct loaded matrix = load_family(&families[m], "matrix");
        for (int i = 0; i < all.n; i++) {
            if (!has_its_turn(i, m) || !strcmp(all.call[i], "matrix"))
                continue;
            good &= follows(&families[m], i, matrix.s, pairs * 5, 5);
            pairs++;
        }
        unload(matrix);
    }
    close_spheres();
    print_message("%d pairs\n", pairs);
    assert_true(good && pairs >= FAMILIES);
}

/* ---- every method -------------------------------------------------------- */

/* The next method of the list that is no other call of the same one. */
static int next_method(const struct variants *methods, int i)
{
    size_t n = strcspn(methods->v[i].call, "(");
    const char *name = methods->v[i].call;
    while (i < methods->n && strcspn(methods->v[i].call, "(") == n &&
           strncmp(methods->v[i].call, name, n) == 0)
        i++;
    return i;
}

/* On the numbers themselves, not over the rotation: near what is singular it
 * leaves matrix's way. */
static bool goes_its_own_way(const char *call)
{
    return strstr(call, "kinematic") != NULL;
}

static void every_method_takes_some_attitude(void **state)
{
    (void)state;
    static struct variants methods;
    struct load_of load = load_of_spec(TOP);
    int ran = 0;
    bool good = true;
    variants_of_shelf(&methods, NULL);
    all = attitudes_of_shelf(NULL);
    open_spheres();
    for (int m = 0; m < methods.n; m = next_method(&methods, m)) {
        const struct variant *v = &methods.v[m];
        const struct family y = {
            v->call, NULL,
            variant_admits(v, load) ? TOP : TEST_BODY("free_full"), 0};
        if (goes_its_own_way(v->call))
            continue;
        struct loaded matrix = load_family(&y, "matrix");
        good &= follows(&y, ran * 7 % all.n, matrix.s, ran, 3);
        unload(matrix);
        ran++;
    }
    close_spheres();
    assert_true(good && ran >= 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attitude_passes_all_singular_ones),
        cmocka_unit_test(so_it_does_in_float),
        cmocka_unit_test(every_attitude_takes_a_method_of_each_family),
        cmocka_unit_test(every_method_takes_some_attitude),
    };
    return run_group(tests);
}
