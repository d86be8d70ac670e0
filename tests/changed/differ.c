/* SPDX-License-Identifier: MIT
 *
 * Do two steppers of one body differ at some of 10^4 drawn states: in one step,
 * in _interp, or in _set_rotation?  Exit status 0: by no more than a share; 1:
 * they do.
 *
 *     differ SHARE BODY.so OTHER.so
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/pol_stepper.h"

/* A stepper, and _rotation of what _set_rotation made of R, with its status. */
static struct side {
    const pol_stepper *s;
    int (*set)(const double R[9], double out[9]);
} body, other;

enum { STATES = 10000, ROOM = 300 };

static unsigned long long seed = 7;

static double draw(double base, double wide)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    const double u = (double)(seed >> 40) / 0x1p23 - 1;
    return base + wide * (base != 0 ? fabs(base) : 1) * u;
}

static int unlike(const double *x, const double *y, int n, double share)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= share * fmax(fabs(x[i]), 1e-3)))
            return 1;
    return 0;
}

/* The rotation of a drawn quaternion, every second one near a half turn. */
static int sets_differ(int k, double share)
{
    double q[4], R[9], a[9] = {0}, b[9] = {0}, norm = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = draw(0, 1) * (k % 2 && i == k / 2 % 4 ? 1e-7 : 1);
        norm += q[i] * q[i];
    }
    for (int i = 0; i < 3; i++) {
        const int m = (i + 1) % 3, n = (i + 2) % 3;
        const double *u = q + 1;
        R[4 * i] = 1 - 2 * (u[m] * u[m] + u[n] * u[n]) / norm;
        R[3 * i + m] = 2 * (u[i] * u[m] - q[0] * u[n]) / norm;
        R[3 * m + i] = 2 * (u[i] * u[m] + q[0] * u[n]) / norm;
    }
    const int status = body.set(R, a);
    return status != other.set(R, b) || unlike(a, b, 9, share);
}

/* Between a state and the next one. */
static int interp_differs(const double *x0, const double *x1, const double *par, const double *in,
                          double h, double theta, double share)
{
    const pol_stepper *s = body.s, *o = other.s;
    double a[ROOM] = {0}, b[ROOM] = {0};
    const int status = s->interp(x0, x1, par, in, h, theta, a);
    return status != o->interp(x0, x1, par, in, h, theta, b) || unlike(a, b, s->state - 2, share);
}

static struct side load(const char *path)
{
    struct side side = {0};
    void *library = dlopen(path, RTLD_NOW);
    const pol_stepper **s = library ? dlsym(library, "described") : NULL;
    if (!s) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    side.s = *s;
    *(void **)&side.set = dlsym(library, "set");
    return side;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    body = load(argv[2]);
    other = load(argv[3]);
    const pol_stepper *s = body.s, *o = other.s;
    const double share = strtod(argv[1], NULL);
    const int last = s->state - 2, extra = last - s->part->count;
    const int L = last - extra;
    const double h = s->step > 0 ? s->step : 0.01;
    double start[ROOM], x[ROOM], y[ROOM], before[ROOM], par[ROOM], now[ROOM], in[ROOM] = {0};
    int good = 0;
    s->start(start, par);
    memcpy(x, start, sizeof x);
    for (int k = 0; k < STATES; k++) {
        const double wide = pow(10, draw(0, 1.5));
        for (int i = 0; i < 3; i++) /* another attitude */
            x[L + i] = draw(start[L + i], 3);
        memcpy(x + L + 3, start + L + 3, (size_t)(s->state - L - 3) * sizeof *x);
        if (s->run(x, par, in, h, 5) != POL_STEP_OK)
            memcpy(x, start, sizeof x);
        for (int i = L; i < last; i++)
            x[i] = draw(start[i], k % 2 ? wide : pow(10, draw(0, 1)));
        x[last] = start[last] + (s->until > 0 ? s->until : 1) * (draw(0, 0.5) + 0.5);
        x[last + 1] = 0;
        for (int i = 0; i < s->par; i++)
            now[i] = draw(par[i], 0.3);
        for (int i = 0; i < s->input; i++)
            in[i] = draw(0, k % 3 ? 1 : 10);
        memcpy(y, x, sizeof x);
        memcpy(before, x, sizeof x);
        const int a = s->step_once(x, now, in, h), b = o->step_once(y, now, in, h);
        if (a != b)
            return 1;
        good += a == POL_STEP_OK;
        if (a == POL_STEP_OK && unlike(x, y, last, share))
            return 1;
        if (sets_differ(k, share) || (s->interp && a == POL_STEP_OK &&
                                      interp_differs(before, x, now, in, h, draw(0.5, 1), share)))
            return 1;
    }
    return good > STATES / 10 ? 0 : 2;
}
