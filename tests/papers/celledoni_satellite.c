/* SPDX-License-Identifier: MIT
 *
 * E. Celledoni, N. Safstrom, J. Phys. A: Math. Gen. 39 (2006) 5463-5478,
 * section 4.3: a satellite in the Earth's gravity gradient, figures 7 and 8.
 */
#include "papers/motion.h"

static const char *const METHODS[] = {"mr", "sej", "sej4", 0};

static void measure(struct sheet *s, double h)
{
    static const char *const way[] = {"vertical in the body, mr",
                                      "vertical in the body, sej",
                                      "vertical in the body, sej4"};
    static const char *const energy[] = {"energy, mr", "energy, sej",
                                         "energy, sej4"};
    for (int i = 0; i < 3; i++) {
        struct panel *u = sheet_panel(s, way[i], "u1", "u2", AXES_SPHERE);
        struct panel *e =
            sheet_panel(s, energy[i], "t (s)", "H/H0 - 1", AXES_PLAIN);
        struct track t = {"satellite", METHODS[i], h, 400, 1, false};
        track_follow(&t, e, METHODS[i], u);
    }
}

static void measure_coarse(struct sheet *s)
{
    measure(s, 0.1);
}

static void measure_fine(struct sheet *s)
{
    measure(s, 0.05);
}
/* The largest errors of the energy, and how far down the vertical comes in the
 * body: with the large step mr goes all over the sphere, and sej4 alone stays
 * where it should.  With the small step "the three different methods perform
 * similarly". */
static void check(const struct sheet *s, struct verdict *v,
                  const double error[3], const double lowest[3])
{
    double got[3];
    for (int i = 0; i < 3; i++) {
        got[i] = sheet_largest(&s->panel[2 * i + 1], METHODS[i]);
        claim_about(v, METHODS[i], got[i], error[i], 1.1);
        claim_close(v, s->panel[2 * i].title,
                    sheet_lowest(&s->panel[2 * i], METHODS[i]), lowest[i],
                    0.03);
    }
    claim_less(v, "10 sej and mr", 10 * got[1], got[0]);
    claim_less(v, "sej4 and sej", got[2], got[1]);
}

static void check_coarse(const struct sheet *s, struct verdict *v)
{
    check(s, v, (const double[]){1.5, 1.3e-3, 7e-4},
          (const double[]){-1, -0.73, 0});
}

static void check_fine(const struct sheet *s, struct verdict *v)
{
    check(s, v, (const double[]){6e-3, 2e-4, 1.4e-4},
          (const double[]){0.05, -0.05, 0.05});
}

const struct figure papers_celledoni_satellite[] = {
    {"004_figure_7", "satellite, 400 s with h = 0.1 s", 2, measure_coarse,
     check_coarse},
    {"004_figure_8", "satellite, 400 s with h = 0.05 s", 2, measure_fine,
     check_fine},
    {0},
};
