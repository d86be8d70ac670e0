/* SPDX-License-Identifier: MIT
 *
 * Euler angles for tests: the twelve sets, their matrices in long double, and a
 * stepper that moves them by the rotation of a half vector (the momentum
 * before the step).
 */
#ifndef POL_EULERS_H
#define POL_EULERS_H

#include "random.h"
#include "shelf/attitude_subject.h"

/* R = E(a e_i) E(b e_j) E(c e_l), axes from 0; k is beside i and j, s = 1 where
 * i, j, k are in turn; `ends` where l is i. */
struct set {
    const char *word;
    int number, i, j, k, l, s;
    bool ends;
};

enum { SETS = 12 };

static inline struct set set_of(int n)
{
    static const char *const word[] = {"xyz", "yzx", "zxy", "xzy",
                                       "zyx", "yxz", "xyx", "xzx",
                                       "yxy", "yzy", "zxz", "zyz"};
    const char *w = word[n];
    int i = w[0] - 'x', j = w[1] - 'x', l = w[2] - 'x';
    return (struct set){w, 100 * i + 10 * j + l + 111,    i,     j, 3 - i - j,
                        l, (j - i + 3) % 3 == 1 ? 1 : -1, i == l};
}

/* ---- matrices, row by row ---- */

/* R E for the turn E by an angle about an axis. */
static inline void turn_about_axis(long double R[9], int axis,
                                   long double angle)
{
    int m = (axis + 1) % 3, n = (axis + 2) % 3;
    long double c = cosl(angle), s = sinl(angle);
    for (int row = 0; row < 9; row += 3) {
        long double u = R[row + m], v = R[row + n];
        R[row + m] = c * u + s * v;
        R[row + n] = c * v - s * u;
    }
}

static inline void matrix_of_angles(const struct set *f, const double x[3],
                                    long double R[9])
{
    for (int n = 0; n < 9; n++)
        R[n] = n % 4 == 0;
    turn_about_axis(R, f->i, x[0]);
    turn_about_axis(R, f->j, x[1]);
    turn_about_axis(R, f->l, x[2]);
}

/* R E(2 v), or R cay(2 v) */
static inline void turn_by_half(long double R[9], const double v[3], bool cay)
{
    long double y = 0, out[9];
    for (int i = 0; i < 3; i++)
        y += (long double)v[i] * v[i];
    long double size = sqrtl(y), c = cay ? 1 / sqrtl(1 + y) : cosl(size);
    long double s = cay ? c : size > 0 ? sinl(size) / size : 1;
    long double x = s * v[0], w = s * v[1], z = s * v[2];
    const long double G[9] = {1 - 2 * (w * w + z * z), 2 * (x * w - c * z),
                              2 * (x * z + c * w),     2 * (x * w + c * z),
                              1 - 2 * (x * x + z * z), 2 * (w * z - c * x),
                              2 * (x * z - c * w),     2 * (w * z + c * x),
                              1 - 2 * (x * x + w * w)};
    for (int i = 0; i < 9; i++)
        out[i] = R[i / 3 * 3] * G[i % 3] + R[i / 3 * 3 + 1] * G[3 + i % 3] +
                 R[i / 3 * 3 + 2] * G[6 + i % 3];
    memcpy(R, out, sizeof out);
}

static inline double matrix_gap(const long double A[9], const long double B[9])
{
    double worst = 0;
    for (int i = 0; i < 9; i++) {
        double off = (double)fabsl(A[i] - B[i]);
        worst = off <= worst ? worst : off; /* NaN stays */
    }
    return worst;
}

/* The number as a float; gcc 12 may forget a mere cast that long double
 * follows.
 */
static inline double rounded_to_float(double x)
{
    volatile float rounded = (float)x;
    return rounded;
}

/* How far the angles `after` are from R(before) E(2 v). */
static inline double move_error(const struct set *f, const double before[3],
                                const double v[3], const double after[3])
{
    long double R[9], got[9];
    matrix_of_angles(f, before, R);
    turn_by_half(R, v, false);
    matrix_of_angles(f, after, got);
    return matrix_gap(got, R);
}

/* Some angles of R, away from lock. */
static inline void angles_of_matrix(const struct set *f, const long double R[9],
                                    double x[3])
{
    int i = f->i, j = f->j, k = f->k, l = f->l, o = f->ends ? k : i;
    long double y = f->ends ? R[3 * j + l] : -f->s * R[3 * j + l];
    long double z = f->ends ? -f->s * R[3 * k + l] : R[3 * k + l];
    long double a = atan2l(y, z), sa = sinl(a), ca = cosl(a), r = hypotl(y, z);
    long double sc = f->s * ca * R[3 * j + o] + sa * R[3 * k + o];
    long double cc = ca * R[3 * j + j] + f->s * sa * R[3 * k + j];
    x[0] = (double)a;
    x[1] = (double)(f->ends ? atan2l(r, R[4 * i])
                            : atan2l(f->s * R[3 * i + k], r));
    x[2] = (double)atan2l(f->ends ? -sc : sc, cc);
}

/* ---- the stepper ---- */

/* While the tests run: a shelf with the probe, and what they look through. */
enum { MOST_EULERS = 100 };
static struct dropped euler_shelf;
static int eulers;
static struct {
    char call[40];
    struct subject subject;
} euler[MOST_EULERS];

static inline int open_eulers(void **state)
{
    (void)state;
    euler_shelf = drop_begin();
    drop(&euler_shelf, "methods", "probe.lua", attitude_probe);
    return 0;
}

static inline int close_eulers(void **state)
{
    (void)state;
    while (eulers > 0)
        subject_close(&euler[--eulers].subject);
    drop_end(&euler_shelf);
    return 0;
}

/* The probe that does `what` to euler(call). */
static inline const pol_stepper *euler_by(const char *what, const char *call,
                                          pol_real real, const char *map)
{
    char attitude[sizeof euler->call];
    int i = 0;
    snprintf(attitude, sizeof attitude, "euler(%s)", call);
    while (i < eulers && strcmp(euler[i].call, attitude) != 0)
        i++;
    assert_true(i < MOST_EULERS);
    if (i == eulers) {
        strcpy(euler[eulers++].call, attitude);
        euler[i].subject = (struct subject){.folder = euler_shelf.folder,
                                            .call = euler[i].call};
    }
    return probe_by(&euler[i].subject, what, map, real)->s;
}

/* x moved by the half vector v. */
static inline void euler_move(const pol_stepper *s, const double x[3],
                              const double v[3], double out[3])
{
    struct body_state b = {0};
    memcpy(b.x, x, 3 * sizeof *x);
    memcpy(b.x + 3, v, 3 * sizeof *v);
    assert_int_equal(s->step_once(b.x, b.par, b.in, 1), POL_STEP_OK);
    memcpy(out, b.x, 3 * sizeof *out);
}

/* sin b, or cos b of sets of three axes: zero at lock. */
static inline double lock_distance(const struct set *f, const double x[3])
{
    return f->ends ? sin(x[1]) : cos(x[1]);
}

/* The n-th angle b of lock, n of any sign. */
static inline double lock_angle(const struct set *f, int n)
{
    const double pi = 3.141592653589793;
    return f->ends ? n * pi : n * pi + pi / 2;
}

#endif
