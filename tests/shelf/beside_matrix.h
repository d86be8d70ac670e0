/* SPDX-License-Identifier: MIT
 *
 * A method on a body, with an attitude of the shelf beside matrix: on ways
 * through singular attitudes, and on whole runs from the spec's start.
 */
#ifndef POL_BESIDE_MATRIX_H
#define POL_BESIDE_MATRIX_H

#include "shelf/drafts.h"
#include "shelf/following.h"
#include "shelf/waypoints.h"

#include "values/values.h"

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

static inline pol_options options_of(const char *attitude)
{
    pol_options o = pol_default_options();
    o.attitude = attitude;
    o.shelf = &common.folder;
    o.shelves = common.folder != NULL;
    o.real = common.real;
    return o;
}

static inline struct loaded load_family(const struct family *y,
                                        const char *attitude)
{
    pol_options o = options_of(attitude);
    o.method = y->method;
    o.map = y->map;
    struct loaded l;
    if (!common.folder)
        return draft(y->spec, &o);
    /* whether round-off lets a wrong file be found out is not left to chance */
    assert_true(draft_so(&l, true, AS_PATH, y->spec, &o, true));
    return l;
}

static struct attitudes all;

/* Of all attitudes, and of those of a shelf in front; loaded once. */
static struct loaded spheres[2][2][MOST_ATTITUDES];

static inline const pol_stepper *sphere_of(int attitude)
{
    struct loaded *l =
        &spheres[common.folder != NULL][common.real == POL_FLOAT][attitude];
    if (!l->s)
        *l = load_sphere(options_of(all.call[attitude]));
    return l->s;
}

static inline void close_some(bool in_front)
{
    for (int k = 0; k < 2 * MOST_ATTITUDES; k++) {
        struct loaded *l = &spheres[in_front][k % 2][k / 2];
        if (l->s)
            unload(*l);
        *l = (struct loaded){0};
    }
}

static inline int close_spheres(void **state)
{
    (void)state;
    close_some(false);
    close_some(true);
    return 0;
}

static inline double rounding(void)
{
    return common.real == POL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
}

/* ---- whole runs ---------------------------------------------------------- */

static inline double floor_of(const struct family *y)
{
    int n;
    const struct reference_state *r = reference_states(&n);
    for (; n > 0; n--, r++)
        if (r->t == y->whole && strstr(y->spec, r->spec))
            return r->floor;
    fail_msg("no floor for %s at %g", y->spec, y->whole);
    return 0;
}

/* From the spec's start to the same state as matrix. */
static inline bool ends_with(const struct family *y, const struct follower *f)
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

static inline const char *lock_of(const char *attitude)
{
    return axes_of(attitude) ? axes_of(attitude) : "zxz";
}

/* Through `count` of the waypoints, from number `first` on. */
static inline void follow_through(struct follower *f, int first, int count)
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
static inline bool has_followed(const struct follower *f, int count)
{
    bool infinite = strncmp(f->attitude, "rodrigues", 9) == 0;
    bool locked = !axes_of(f->attitude) || count < ALL_WAYPOINTS ||
                  f->kappa > 1e-3 / rounding();
    return f->steps >= (count - f->refused) * FOLLOW_STEPS && locked &&
           (infinite || f->refused == 0) && f->clear < 16 * rounding() &&
           f->worst < CLOSE * rounding();
}

static inline void complain(const struct family *y, const struct follower *f)
{
    print_error("%s, %s, %s: off by %.1e (kappa %.0e), %d steps, %d ways end "
                "%.1e from half a turn\n",
                y->method, y->map ? y->map : "", f->attitude, f->worst,
                f->kappa, f->steps, f->refused, f->clear);
}

/* With the spec's own steps, which are small enough for its body. */
static inline bool follows(const struct family *y, int attitude,
                           const pol_stepper *matrix, int first, int count)
{
    struct loaded one = load_family(y, all.call[attitude]);
    struct follower f = {.attitude = all.call[attitude],
                         .sphere = sphere_of(attitude),
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

#endif
