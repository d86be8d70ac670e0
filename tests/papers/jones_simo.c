/* SPDX-License-Identifier: MIT
 *
 * R. Jones, J. Simo, "Symplectic integrators and the dynamics of the rigid
 * body": the alpha family, of which the paper has no figure.  The spatial
 * momentum is kept for every alpha, but only for 1/2 the attitude stays a
 * rotation.
 */
#include "papers/papers.h"

#include <math.h>

static const char *const FAMILY[] = {"simo_alpha(1/4)", "simo_alpha(2/5)",
                                     "simo_alpha(1/2)", "simo_alpha(3/5)",
                                     "simo_alpha(3/4)", 0};

enum { HALF = 2 };

static double norm(const double a[3])
{
    return hypot(hypot(a[0], a[1]), a[2]);
}

static void follow(const char *method, struct curve *shape,
                   struct curve *momentum)
{
    struct motion m = motion_open(&(struct setup){
        .body = "free_body", .method = method, .attitude = "matrix"});
    double first[3], p[3];
    motion_spatial(&m, first);
    for (int i = 1; i <= 1000; i++) {
        motion_run(&m, 0.1, 1);
        motion_spatial(&m, p);
        for (int j = 0; j < 3; j++)
            p[j] -= first[j];
        sheet_point(shape, 0.1 * i, motion_distortion(&m), 0);
        sheet_point(momentum, 0.1 * i, norm(p) / norm(first), 0);
    }
    motion_close(&m);
}

static void measure_family(struct sheet *s)
{
    struct panel *shape =
        sheet_panel(s, "attitude", "t (s)", "norm of R'R - 1", AXES_LOG_Y);
    struct panel *momentum = sheet_panel(s, "spatial momentum", "t (s)",
                                         "relative error", AXES_LOG_Y);
    for (const char *const *m = FAMILY; *m; m++)
        follow(*m, sheet_curve(shape, *m), sheet_curve(momentum, *m));
}

static void check_family(const struct sheet *s, struct verdict *v)
{
    const struct panel *shape = &s->panel[0], *momentum = &s->panel[1];
    for (const char *const *m = FAMILY; *m; m++) {
        claim_less(v, "momentum", sheet_largest(momentum, *m), 1e-11);
        if (m == FAMILY + HALF)
            claim_less(v, *m, sheet_largest(shape, *m), 1e-12);
        else
            claim_less(v, *m, 1, sheet_largest(shape, *m));
    }
}

const struct figure papers_jones_simo[] = {
    {"002_alpha", "alpha family on the free body, h = 0.1 s", 2, measure_family,
     check_family},
    {0},
};
