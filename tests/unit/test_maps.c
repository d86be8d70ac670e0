/* SPDX-License-Identifier: MIT
 *
 * Maps and attitudes of the shelf: against vectors computed elsewhere, and
 * against the axioms of their kind.
 */
#include "stepping.h"

#include "random.h"
#include "shelf/attitudes.h"
#include "values/values.h"

static const char spec[] = "body b inertia diag(1, 2, 2.5) start w = e1";

static struct stepping probe(const char *what, const char *attitude,
                             const char *map)
{
    const char *const folder = POL_TESTS_DIR "/unit/probe";
    struct stepping s = stepping_new(&folder, 1);
    stepping_must(&s, spec, text_format(s.arena, "probe(%s)", what), attitude,
                  map);
    return s;
}

enum { REFERENCES = 4 };

static const struct reference_map *references(void)
{
    int n;
    const struct reference_map *all = reference_maps(&n);
    assert_int_equal(n, REFERENCES);
    return all;
}

static void near(const double *got, const double *want, int n, const char *what)
{
    double scale = 1;
    for (int i = 0; i < n; i++)
        scale = fmax(scale, fabs(want[i]));
    for (int i = 0; i < n; i++)
        if (!(fabs(got[i] - want[i]) <= 1e-14 * scale))
            fail_msg("%s[%d]: %.17g, expected %.17g", what, i, got[i], want[i]);
}

/* The probe's L at half vectors scale * u and arguments x (no rotations), one
 * for each reference. */
static void check(const char *what, const char *map, double scale,
                  const double want[REFERENCES][3])
{
    struct stepping s = probe(what, "matrix", map);
    for (int k = 0; k < REFERENCES; k++) {
        const struct reference_map *r = &references()[k];
        double x[12] = {r->x[0], r->x[1], r->x[2], 0, 1, 0, 0, 0, 1};
        for (int i = 0; i < 3; i++)
            x[9 + i] = scale * r->u[i];
        assert_int_equal(stepping_step(&s, x, 0, 1, NULL), 0);
        near(x + 9, want[k], 3, what);
    }
    arena_free(s.arena);
}

/* Ours are body-frame: pull(v) is dexpinv of -2 v, push(v) is dexp of -2 v. */
TEST(maps_are_those_of_an_independent_program)
{
#define AT(member) offsetof(struct reference_map, member)
    static const struct {
        const char *what, *map;
        double scale;
        size_t want;
    } all[] = {
        {"rotate", "exp", 0.5, AT(exp_u_x)},
        {"unrotate", "exp", -0.5, AT(exp_u_x)},
        {"rotate", "cay", 0.5, AT(cay_u_x)},
        {"unrotate", "cay", -0.5, AT(cay_u_x)},
        {"square", "exp", 0.25, AT(exp_u_x)},
        {"pull", "exp", -0.5, AT(dexpinv)},
        {"pull2", "exp", -0.5, AT(dexpinv_q2)},
        {"push", "exp", -0.5, AT(dexp)},
        {"pull", "cay", -0.5, AT(dcayinv)},
        {"push", "cay", -0.5, AT(dcay)},
    };
#undef AT
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double want[REFERENCES][3];
        for (int k = 0; k < REFERENCES; k++)
            memcpy(want[k], (const char *)&references()[k] + all[i].want,
                   sizeof want[k]);
        check(all[i].what, all[i].map, all[i].scale, want);
    }
}

static void cross_with(const double u[3], double x[3])
{
    double y[3] = {u[1] * x[2] - u[2] * x[1], u[2] * x[0] - u[0] * x[2],
                   u[0] * x[1] - u[1] * x[0]};
    for (int i = 0; i < 3; i++)
        x[i] = y[i];
}

/* sum over k <= n of B_k/k! (u x)^k x, B_k Bernoulli's numbers */
static void bernoulli_series(const double u[3], const double x[3], int n,
                             double sum[3])
{
    static const double weight[9] = {
        1, -1 / 2., 1 / 12., 0, -1 / 720., 0, 1 / 30240., 0, -1 / 1209600.};
    double term[3] = {x[0], x[1], x[2]};
    for (int i = 0; i < 3; i++)
        sum[i] = x[i];
    for (int k = 1; k <= n; k++) {
        cross_with(u, term);
        for (int i = 0; i < 3; i++)
            sum[i] += weight[k] * term[i];
    }
}

TEST(a_truncated_pull_is_the_series_of_bernoulli)
{
    static const int many[] = {0, 1, 2, 4, 6, 8};
    for (int i = 0; i < 6; i++) {
        char what[10];
        double want[REFERENCES][3];
        snprintf(what, sizeof what, "pull%d", many[i]);
        for (int k = 0; k < REFERENCES; k++)
            bernoulli_series(references()[k].u, references()[k].x, many[i],
                             want[k]);
        check(what, "exp", -0.5, want);
    }
}

TEST(quaternions_are_those_of_an_independent_program)
{
    for (int cay = 0; cay < 2; cay++) {
        struct stepping s = probe("move", "quaternion", cay ? "cay" : "exp");
        for (int i = 0; i < REFERENCES; i++) {
            const struct reference_map *r = &references()[i];
            double x[7] = {1};
            for (int k = 0; k < 3; k++)
                x[4 + k] = r->u[k] / 2;
            stepping_step(&s, x, 0, 1, NULL);
            near(x, cay ? r->qcay : r->qexp, 4, "quaternion");
        }
        arena_free(s.arena);
    }
}

static const char *const maps[] = {"exp", "cay"};

/* A stored attitude from a random matrix, through set_rotation. */
static void random_attitude(struct stepping *s, struct random *r, double *x)
{
    double q[4], n = 0, R[9];
    for (int i = 0; i < 4; i++) {
        q[i] = random_between(r, -1, 1);
        n += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(n);
    double a = q[0], b = q[1], c = q[2], d = q[3];
    double rows[9] = {1 - 2 * (c * c + d * d), 2 * (b * c - a * d),
                      2 * (b * d + a * c),     2 * (b * c + a * d),
                      1 - 2 * (b * b + d * d), 2 * (c * d - a * b),
                      2 * (b * d - a * c),     2 * (c * d + a * b),
                      1 - 2 * (b * b + c * c)};
    double zeros[12] = {0};
    memcpy(R, rows, sizeof R);
    stepping_observe(s, &s->step->offer.set_rotation, zeros, 0, 9,
                     s->model->R.x, R, x);
    for (int i = 0; i < 3; i++)
        x[s->step->store[0].n + i] = random_between(r, -0.7, 0.7);
}

typedef void axiom(struct stepping *, struct random *);

/* Every attitude with every map, some random states each. */
static void for_all(const char *what, axiom *check_one)
{
    struct random r = random_new(7);
    struct attitudes all = attitudes_of_shelf(NULL);
    for (int a = 0; a < all.n; a++)
        for (int m = 0; m < 2; m++) {
            struct stepping s = probe(what, all.call[a], maps[m]);
            for (int i = 0; i < SOME_OF(20); i++)
                check_one(&s, &r);
            arena_free(s.arena);
        }
}

static void moves_by_zero_leave(struct stepping *s, struct random *r)
{
    double x[12], y[12];
    random_attitude(s, r, x);
    int n = s->step->store[0].n;
    x[n] = x[n + 1] = x[n + 2] = 0;
    memcpy(y, x, sizeof y);
    stepping_step(s, y, 0, 1, NULL);
    near(y, x, n, "moved by zero");
}

TEST(moving_by_zero_changes_nothing)
{
    for_all("move", moves_by_zero_leave);
}

static void stays(struct stepping *s, struct random *r)
{
    double x[12];
    random_attitude(s, r, x);
    stepping_step(s, x, 0, 1, NULL);
    assert_close(x[s->step->store[0].n], 0, 1e-28);
}

TEST(moving_keeps_the_constraint)
{
    for_all("constraint", stays);
}

static void inverts(struct stepping *s, struct random *r)
{
    double x[12], a[3];
    random_attitude(s, r, x);
    double R[9], L[3];
    stepping_state(s, x, R, L);
    memcpy(a, R, sizeof a);
    stepping_step(s, x, 0, 1, NULL);
    near(x + s->step->store[0].n, a, 3, "push of pull");
}

TEST(push_is_the_inverse_of_pull)
{
    for_all("inverse", inverts);
}

/* The rotation matrix after the move, as expressions in the stored values. */
static void moved_rotation(struct stepping *s, const struct expr **out)
{
    const struct step *p = s->step;
    const struct field *q = &p->store[0];
    expr_subst(s->pool, 9, p->offer.rotation.output[0].value, q->n, q->symbol,
               p->advance.output[0].value, out);
}

/* d/ds R(move(x, element(v + s pull(v, w / 2)))) = R S(w), by our own
 * derivative, for the w that the probe takes: the first row of the old R. */
static void turns_at_the_rate(struct stepping *s, struct random *r)
{
    const struct step *p = s->step;
    const struct expr *R[9], *dR[3][9];
    double x[12], w[9], dv[3], now[9], d[3][9], L[3];
    random_attitude(s, r, x);
    stepping_state(s, x, w, L);
    moved_rotation(s, R);
    struct bindings b = stepping_bind(s, x, 0, NULL);
    evaluate(s, &b, 9, R, now);
    evaluate(s, &b, 3, p->advance.output[1].value, dv);
    for (int j = 0; j < 3; j++) {
        expr_diff(s->pool, 9, R, p->store[1].symbol[j], dR[j]);
        evaluate(s, &b, 9, dR[j], d[j]);
    }
    for (int i = 0; i < 9; i++) {
        const double *row = now + i / 3 * 3;
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double got = d[0][i] * dv[0] + d[1][i] * dv[1] + d[2][i] * dv[2];
        got /= 2;
        assert_close(got, row[j] * w[k] - row[k] * w[j], 4e-14);
    }
}

TEST(moving_along_pull_turns_at_the_rate)
{
    for_all("pull", turns_at_the_rate);
}

/* The closed forms by which rotated vectors are differentiated. */
static void differentiates(struct stepping *s, struct random *r)
{
    const struct step *p = s->step;
    const struct expr *const *v = p->store[1].symbol, *d[3];
    double x[12], got[3], ahead[3], behind[3], e = 1e-5;
    random_attitude(s, r, x);
    double *at = x + p->store[0].n;
    for (int j = 0; j < 3; j++) {
        struct bindings b = stepping_bind(s, x, 0, NULL);
        expr_diff(s->pool, 3, p->advance.output[1].value, v[j], d);
        evaluate(s, &b, 3, d, got);
        at[j] += e;
        b = stepping_bind(s, x, 0, NULL);
        evaluate(s, &b, 3, p->advance.output[1].value, ahead);
        at[j] -= 2 * e;
        b = stepping_bind(s, x, 0, NULL);
        evaluate(s, &b, 3, p->advance.output[1].value, behind);
        at[j] += e;
        for (int i = 0; i < 3; i++)
            assert_close(got[i], (ahead[i] - behind[i]) / (2 * e), 2e-9);
    }
}

TEST(rotated_vectors_are_differentiated)
{
    for_all("rotate", differentiates);
    for_all("unrotate", differentiates);
    for_all("square", differentiates);
}

/* ---- matrices to stored attitudes ---- */

static void round_trip(struct stepping *s, const double R[9])
{
    double x[12] = {0}, zeros[12] = {0}, got[9], L[3];
    stepping_observe(s, &s->step->offer.set_rotation, zeros, 0, 9,
                     s->model->R.x, R, x);
    stepping_state(s, x, got, L);
    near(got, R, 9, "round trip");
    if (s->step->store[0].n == 4)
        assert_true(x[0] >= 0 && isfinite(x[0]));
}

/* The identity, half turns about all axes and between, and near them: where
 * one of Shepperd's cases would divide by zero. */
TEST(all_rotations_can_be_stored)
{
    struct attitudes all = attitudes_of_shelf(NULL);
    for (int a = 0; a < all.n; a++) {
        struct stepping s = probe("move", all.call[a], "exp");
        static const double axis[][3] = {
            {1, 0, 0},          {0, 1, 0},         {0, 0, 1},
            {0.6, 0.8, 0},      {0, -0.6, 0.8},    {0.48, 0.6, 0.64},
            {-0.48, 0.64, 0.6}, {0.64, 0.6, -0.48}};
        static const double off[] = {0, 1e-300, 1e-12, 1e-6, 0.3};
        for (size_t i = 0; i < sizeof axis / sizeof *axis; i++)
            for (size_t k = 0; k < 10; k++) {
                double t = (k < 5 ? 0 : acos(-1)) + off[k % 5];
                double c = k < 5 ? cos(t) : -cos(off[k % 5]);
                double n = k < 5 ? sin(t) : -sin(off[k % 5]), R[9];
                const double *e = axis[i];
                for (int j = 0; j < 9; j++) {
                    int p = j / 3, q = j % 3, o = 3 - p - q;
                    R[j] = (1 - c) * e[p] * e[q] + (p == q ? c : 0);
                    if (p != q)
                        R[j] += ((q - p + 3) % 3 == 1 ? -n : n) * e[o];
                }
                round_trip(&s, R);
            }
        arena_free(s.arena);
    }
}
