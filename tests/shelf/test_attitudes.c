/* SPDX-License-Identifier: MIT
 *
 * Every attitude with every map on the shelf, against the axioms of their
 * kind, in emitted and compiled code: attitudes are moved from random places,
 * from places at and near where some attitude is singular, and on a long walk.
 * The same axioms must find out files that lie.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/attitude_probe.h"
#include "shelf/attitudes.h"
#include "shelf/rotations.h"

#include <fenv.h>
#include <float.h>

enum { RANDOM = 150, WALK = 150 };

/* An attitude with a map, in one of the real types. */
struct pair {
    struct probe move, store, rate, state, zero;
    int n; /* stored numbers */
    double eps;
};

static struct pair open_pair(const char *folder, const char *attitude,
                             const char *map, pol_real real)
{
    struct pair p = {.eps = real == POL_FLOAT ? FLT_EPSILON : DBL_EPSILON};
    p.move = probe_open(folder, "move", attitude, map, real);
    p.store = probe_open(folder, "store", attitude, NULL, real);
    p.rate = probe_open(folder, "rate", attitude, NULL, real);
    p.state = probe_open(folder, "state", attitude, NULL, real);
    p.zero = probe_open(folder, "constraint", attitude, NULL, real);
    p.n = p.move.n;
    return p;
}

static void close_pair(struct pair p)
{
    probe_close(p.move);
    probe_close(p.store);
    probe_close(p.rate);
    probe_close(p.state);
    probe_close(p.zero);
}

/* The numbers x moved by element(v); L is pull(v, k).  False if there are no
 * such numbers. */
static bool moved(const struct pair *p, const double *x, const double v[3],
                  const double k[3], struct body_state *out)
{
    *out = start_of(p->move.s);
    memcpy(out->x, x, (size_t)p->n * sizeof *x);
    memcpy(out->x + p->n, v, 3 * sizeof *v);
    memcpy(out->in, k, 3 * sizeof *k);
    int status = p->move.s->run(out->x, out->par, out->in, 1.0, 1);
    if (status != POL_STEP_SINGULAR)
        assert_int_equal(status, 0);
    return status == 0;
}

/* How far the axioms are from holding, the worst over all samples; the first
 * four in eps, times what the numbers' size and their sensitivity cost. */
struct faults {
    double rest;       /* R(move(x, 0)) from R(x) */
    double numbers;    /* move(x, 0) from x */
    double constraint; /* R'R from 1, and the constraint from 0 */
    double group;      /* R(move(x, g)) from R(x) R(g) */
    double pull;       /* d element / d pull(v, k) from the rate 2 k */
    int looks, none;   /* places, and those without numbers */
    int walked;        /* moves since numbers were set */
    int raised;        /* moves that divide by zero, or the like */
};

static const double zero[9];

static void note(double *worst, double value)
{
    *worst = isnan(value) ? INFINITY : fmax(*worst, value);
}

static double size_of(const struct pair *p, const double *x)
{
    double sum = 0;
    for (int i = 0; i < p->n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* How much the numbers change for a turn by a small angle; NaN where they say
 * that they are singular. */
static double sensitivity(const struct pair *p, const double *x)
{
    struct body_state b;
    double most = 1;
    assert_int_equal(probe_ask(&p->state, x, zero, &b), 0);
    if (b.x[p->n] == 0)
        return NAN;
    for (int i = 0; i < 3; i++) {
        double w[9] = {i == 0, i == 1, i == 2}, sum = 0;
        assert_int_equal(probe_ask(&p->rate, x, w, &b), 0);
        for (int k = 0; k < 9; k++)
            sum += b.x[p->n + k] * b.x[p->n + k];
        most = fmax(most, sqrt(sum));
    }
    return most;
}

/* Larger numbers are rounded more, and each move on the way adds to it. */
static double coarseness(const struct pair *p, const double *x,
                         const struct faults *f)
{
    return p->eps * (fmax(1, size_of(p, x) / 6) + f->walked / 8.0);
}

/* Half turns have two sets of numbers in some ranges. */
static bool is_half_turn(const double R[9])
{
    return R[0] + R[4] + R[8] < -1 + 1e-5;
}

static void look_at_rest(const struct pair *p, const double *x,
                         struct faults *f)
{
    struct body_state still;
    double R0[9], R1[9];
    if (!moved(p, x, zero, zero, &still)) {
        f->none++;
        return;
    }
    p->move.s->rotation(x, R0);
    p->move.s->rotation(still.x, R1);
    note(&f->rest, largest_difference(R0, R1, 9) / coarseness(p, x, f));
    double worst = sensitivity(p, x);
    if (isnan(worst) || is_half_turn(R0))
        return;
    double off = largest_difference(still.x, x, p->n);
    note(&f->numbers, off / (p->eps * (1 + size_of(p, x) + worst)));
}

static void look_at_constraint(const struct pair *p, const double *x,
                               struct faults *f)
{
    struct body_state b;
    double R[9], one[9];
    p->move.s->rotation(x, R);
    multiply_t(R, R, one);
    note(&f->constraint, off_identity(one) / coarseness(p, x, f));
    assert_int_equal(probe_ask(&p->zero, x, zero, &b), 0);
    note(&f->constraint,
         largest_difference(b.x + p->n, zero, 9) / coarseness(p, x, f));
}

/* The rotation that element(v) is, from where nothing is turned. */
static void rotation_by(const struct pair *p, const double v[3], double G[9])
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    struct body_state b, turned;
    assert_int_equal(probe_ask(&p->store, NULL, one, &b), 0);
    assert_true(moved(p, b.x, v, zero, &turned));
    p->move.s->rotation(turned.x, G);
}

static void look_at_group(const struct pair *p, const double *x,
                          const double v[3], struct faults *f)
{
    double R0[9], R1[9], G[9], want[9];
    struct body_state next;
    feclearexcept(FE_ALL_EXCEPT);
    bool exists = moved(p, x, v, zero, &next);
    f->raised += fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW) != 0;
    if (!exists) {
        f->none++;
        return;
    }
    rotation_by(p, v, G);
    p->move.s->rotation(x, R0);
    p->move.s->rotation(next.x, R1);
    multiply(R0, G, want);
    note(&f->group, largest_difference(R1, want, 9) / coarseness(p, x, f));
    look_at_constraint(p, next.x, f);
}

/* E' dE/ds along pull(v, k) must be S(2 k): by central differences. */
static void look_at_pull(const struct pair *p, const double *x,
                         const double v[3], const double k[3], struct faults *f)
{
    const double d = 1e-5;
    double plus[3], minus[3], R[9], Rp[9], Rm[9], D[9], W[9];
    struct body_state at, b;
    if (p->eps > DBL_EPSILON || !moved(p, x, v, k, &at))
        return;
    p->move.s->rotation(at.x, R);
    for (int i = 0; i < 3; i++) {
        plus[i] = v[i] + d * at.x[p->n + i];
        minus[i] = v[i] - d * at.x[p->n + i];
    }
    if (!moved(p, x, plus, zero, &b))
        return;
    p->move.s->rotation(b.x, Rp);
    if (!moved(p, x, minus, zero, &b))
        return;
    p->move.s->rotation(b.x, Rm);
    for (int i = 0; i < 9; i++)
        D[i] = (Rp[i] - Rm[i]) / (2 * d);
    multiply_t(R, D, W);
    const double want[9] = {0,         -2 * k[2], 2 * k[1], 2 * k[2], 0,
                            -2 * k[0], -2 * k[1], 2 * k[0], 0};
    note(&f->pull, largest_difference(W, want, 9));
}

/* A value of the real type. */
static void round_to(const struct pair *p, int n, double *v)
{
    for (int i = 0; p->eps > DBL_EPSILON && i < n; i++)
        v[i] = (double)(float)v[i];
}

static void look(const struct pair *p, const double *x, uint64_t *seed,
                 struct faults *f)
{
    static const double length[] = {0.7, 0.7, 0.05, 1e-4, 1e-9};
    double v[3], k[3];
    sample3(seed, length[f->looks++ % 5], v);
    sample3(seed, 1, k);
    round_to(p, 3, v);
    look_at_rest(p, x, f);
    look_at_group(p, x, v, f);
    look_at_pull(p, x, v, k, f);
}

static void look_from(const struct pair *p, const struct rotations *all,
                      struct faults *f)
{
    uint64_t seed = 1;
    for (int i = 0; i < all->n; i++) {
        struct body_state b;
        double R[9];
        memcpy(R, all->R[i], sizeof R);
        round_to(p, 9, R);
        if (probe_ask(&p->store, NULL, R, &b) == 0)
            look(p, b.x, &seed, f);
    }
}

/* On and on, so that the numbers leave the range in which they were set. */
static void look_on_a_walk(const struct pair *p, struct faults *f)
{
    uint64_t seed = 3;
    struct body_state b = start_of(p->move.s), next;
    for (int i = 0; i < WALK; i++) {
        double v[3];
        sample3(&seed, 0.6, v);
        v[i / 50] += 0.3;
        round_to(p, 3, v);
        if (moved(p, b.x, v, zero, &next))
            b = next;
        f->walked++;
        look(p, b.x, &seed, f);
    }
}

/* NULL if all is well, else what is not. */
static const char *verdict(const struct faults *f)
{
    if (!(f->rest <= 16))
        return "a move by nothing moves";
    if (!(f->numbers <= 16))
        return "a move by nothing changes the numbers";
    if (!(f->constraint <= 24))
        return "the constraint is lost";
    if (!(f->group <= 24))
        return "a move is not that of the rotation";
    if (!(f->pull < 1e-8))
        return "the pull is not the rate";
    if (f->raised)
        return "a side that is not taken divides by zero";
    if (10 * f->none > f->looks)
        return "there are hardly any numbers";
    return NULL;
}

static const char *axioms(const char *folder, const char *attitude,
                          const char *map, pol_real real)
{
    struct pair p = open_pair(folder, attitude, map, real);
    struct rotations random = rotations_random(RANDOM);
    struct rotations near = rotations_near(NEAR_KINDS * NEAR_DISTANCES);
    struct faults f = {0};
    look_from(&p, &random, &f);
    look_from(&p, &near, &f);
    look_on_a_walk(&p, &f);
    rotations_free(&random);
    rotations_free(&near);
    close_pair(p);
    return verdict(&f);
}

static pol_status all_pairs(struct pol_job *job, void *argument)
{
    struct shelf *shelf = job_shelf(job);
    const struct dropped *d = argument;
    struct attitudes all = attitudes_of_shelf(d->folder);
    assert_true(shelf_count(shelf, SHELF_MAP) >= 2);
    for (int i = 0; i < all.n; i++)
        for (int k = 0; k < 2 * shelf_count(shelf, SHELF_MAP); k++) {
            const char *map = shelf_at(shelf, SHELF_MAP, k / 2)->name;
            pol_real real = k % 2 ? POL_FLOAT : POL_DOUBLE;
            const char *fault = axioms(d->folder, all.call[i], map, real);
            if (fault)
                fail_msg("%s with %s, %s: %s", all.call[i], map,
                         k % 2 ? "float" : "double", fault);
        }
    return POL_OK;
}

static void every_attitude_and_map_keeps_the_axioms(void **state)
{
    (void)state;
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", attitude_probe);
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, all_pairs, &d), POL_OK);
    pol_close(job);
    drop_end(&d);
}

/* A copy of a shelf file with a part replaced must be found out. */
static void expect_found_out(const char *kind, const char *from,
                             const char *call, const char *part, const char *by)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", attitude_probe);
    drop_changed(&d, kind, from, "liar.lua", part, by);
    bool map = strcmp(kind, "maps") == 0;
    const char *fault = axioms(d.folder, map ? "quaternion" : call,
                               map ? call : "exp", POL_DOUBLE);
    drop_end(&d);
    if (!fault)
        fail_msg("%s with '%s' for '%s' is not found out", from, by, part);
}

static void files_that_lie_are_found_out(void **state)
{
    (void)state;
    static const char *const lies[][5] = {
        {"attitudes", "quaternion.lua", "liar",
         "restore((of(q) * g):quaternion()",
         "restore((of { q[1], q[3], q[2], q[4] } * g):quaternion()"},
        {"attitudes", "quaternion.lua", "liar",
         "restore((of(q) * g):quaternion()",
         "restore((g * of(q)):quaternion()"},
        {"attitudes", "matrix.lua", "liar", "g:unrotate", "g:rotate"},
        {"attitudes", "quaternion.lua", "liar(first)",
         "1 - (square(q) - 1) / 2", "1 + (square(q) - 1) / 2"},
        {"attitudes", "euler.lua", "liar", "return { x[1] + select(",
         "return { select("},
        {"attitudes", "euler.lua", "liar",
         "x[3] + select(other, opposite(new.c), new.c)", "x[3] + new.c"},
        {"attitudes", "rotation_vector.lua", "liar(principal)",
         "numbers(2 * ratio * p)", "numbers(ratio * p)"},
        {"attitudes", "mrp.lua", "liar", "1 + dot(v, v))", "1 - dot(v, v))"},
        {"attitudes", "rodrigues.lua", "liar", "element { 1, v } * g",
         "g * element { 1, v }"},
        {"attitudes", "rotation_vector.lua", "liar", "select(lt(1, y), y, 1)",
         "y"},
        {"maps", "exp.lua", "liar", "local near = w + vw",
         "local near = w - vw"},
        {"maps", "cay.lua", "liar", "dot(v, w) * v", "2 * dot(v, w) * v"},
        {"maps", "cay.lua", "liar", "1 / sqrt(1 + dot(v, v))",
         "1 / (1 + dot(v, v))"},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        expect_found_out(lies[i][0], lies[i][1], lies[i][2], lies[i][3],
                         lies[i][4]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attitude_and_map_keeps_the_axioms),
        cmocka_unit_test(files_that_lie_are_found_out),
    };
    return run_group(tests);
}
