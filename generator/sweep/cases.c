/* SPDX-License-Identifier: MIT
 */
#include "sweep/cases.h"

#include <math.h>
#include <string.h>

bool cases_multiply(struct cases *c)
{
    const double most = 0x1p53; /* as doubles count them */
    double count = (double)c->draws;
    c->count = c->draws;
    for (int i = c->sources - 1; i >= 0; i--) {
        struct case_source *s = &c->source[i];
        s->stride = c->count;
        count *= (double)s->count;
        c->count *= (uint64_t)s->count;
        if (!(count <= most) || c->count > (uint64_t)most)
            return false;
    }
    return true;
}

/* From one end to the other, and exactly there. */
static double between(double a, double b, int64_t i, int64_t n)
{
    const double share = n > 1 ? (double)i / (double)(n - 1) : 0;
    return i == n - 1 && n > 1 ? b : a + (b - a) * share;
}

/* The matrix of a unit quaternion, by rows. */
static void matrix_of(const double q[4], double R[9])
{
    const double s = q[0], x = q[1], y = q[2], z = q[3];
    const double all[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - s * z),
                           2 * (x * z + s * y),     2 * (x * y + s * z),
                           1 - 2 * (x * x + z * z), 2 * (y * z - s * x),
                           2 * (x * z - s * y),     2 * (y * z + s * x),
                           1 - 2 * (x * x + y * y)};
    memcpy(R, all, sizeof all);
}

static double drawn(enum case_kind kind, double u, double a, double b)
{
    return kind == CASE_UNIFORM      ? draw_uniform(u, a, b)
           : kind == CASE_LOGUNIFORM ? draw_loguniform(u, a, b)
                                     : a + b * draw_normal(u);
}

void cases_values(const struct cases *c, const struct draws *draws, uint64_t k,
                  double *value)
{
    for (const struct case_source *s = c->source, *end = s + c->sources;
         s < end; s++) {
        const double *a = c->number + s->first, *b = a + s->n;
        const int64_t i = (int64_t)(k / s->stride % (uint64_t)s->count);
        double *out = value + s->at, u[4], q[4];
        for (int j = 0; j < 4 && s->kind == CASE_ROTATION; j++)
            u[j] = draw_unit(draws, k, s->dimension + j);
        if (s->kind == CASE_ROTATION) {
            draw_rotation(u, q);
            matrix_of(q, out);
        }
        for (int j = 0; j < s->n && s->kind < CASE_ROTATION; j++)
            if (s->kind == CASE_LIST)
                out[j] = a[i * s->n + j];
            else if (s->kind == CASE_RANGE)
                out[j] = between(a[j], b[j], i, s->count);
            else
                out[j] = drawn(s->kind, draw_unit(draws, k, s->dimension + j),
                               a[j], b[j]);
    }
}
