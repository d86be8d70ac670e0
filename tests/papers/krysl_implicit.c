/* SPDX-License-Identifier: MIT
 *
 * P. Krysl, "Dynamically equivalent implicit algorithms for the integration of
 * rigid body rotations", Commun. Numer. Meth. Eng. 24 (2008) 141-156, figures 1
 * to 3: errors of seven methods of order 2 against the step size.
 */
#include "papers/motion.h"

static const char *const METHODS[] = {"trap",   "imid", "trapm", "imidm",
                                      "bbtrap", "swc1", "akw",   0};
static const double FREE_STEPS[] = {2, 1, 0.5, 0.25, 0.125, 0.0625, 0};
static const double SLOW_STEPS[] = {0.1, 0.05, 0.02, 0.01, 0.005, 0};
static const double FAST_STEPS[] = {0.04,   0.02,    0.01,     0.005,
                                    0.0025, 0.00125, 0.000625, 0};

static void measure(struct sheet *s, const struct ladder *a)
{
    struct panel *L = sheet_panel(s, "body momentum", "step (s)",
                                  "error (kg m^2/s)", AXES_LOG);
    struct panel *R = sheet_panel(s, "attitude", "step (s)", "error", AXES_LOG);
    ladder_errors(a, L, R);
}

static void measure_free_body(struct sheet *s)
{
    measure(s, &(struct ladder){"free_body", 100, METHODS, FREE_STEPS});
}

static void measure_slow_top(struct sheet *s)
{
    measure(s, &(struct ladder){"slow_top", 20, METHODS, SLOW_STEPS});
}

static void measure_fast_top(struct sheet *s)
{
    measure(s, &(struct ladder){"fast_top", 20, METHODS, FAST_STEPS});
}

/* All seven are of second order, in both errors, where the steps are small. */
static void claim_all_second(const struct sheet *s, struct verdict *v, double h)
{
    for (int i = 0; i < s->panels; i++)
        claim_order(v, &s->panel[i], h, 2, METHODS);
}

/* Section 5.1: imid is the most accurate, akw matches it in the momentum but
 * "is in order of magnitude less accurate in the attitude", trap is slightly
 * behind in the momentum, bbtrap and swc1 are "rather inaccurate in the
 * momenta".  In the attitude imid is not the best: trap is by a tenth. */
static void check_free_body(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0], *R = &s->panel[1];
    const double h = 0.125;
    claim_all_second(s, v, 0.0625);
    claim_ahead(v, L, h, LIST("imid"), LIST("trap"));
    claim_ahead(v, L, h, LIST("trap"), LIST("trapm", "imidm"));
    claim_ahead(v, L, h, LIST("trapm", "imidm"), LIST("bbtrap", "swc1"));
    claim_close(v, "momentum, akw / imid",
                sheet_at(L, "akw", h) / sheet_at(L, "imid", h), 1, 1e-9);
    claim_ahead(v, R, h, LIST("imid", "trap"), LIST("trapm", "imidm"));
    claim_close(v, "attitude, trap / imid",
                sheet_at(R, "trap", h) / sheet_at(R, "imid", h), 0.91, 0.01);
    claim_less(v, "attitude, ten times imid and akw",
               10 * sheet_at(R, "imid", h), sheet_at(R, "akw", h));
}

/* Section 5.2: quadratic convergence of all; "absolute accuracy" of the four
 * new ones "is also outstanding", which is so beside akw only. */
static void check_slow_top(const struct sheet *s, struct verdict *v)
{
    const double h = 0.01;
    claim_all_second(s, v, 0.005);
    for (int i = 0; i < 2; i++)
        claim_ahead(v, &s->panel[i], h, LIST("trap", "trapm", "imid", "imidm"),
                    LIST("akw"));
    claim_ahead(v, &s->panel[1], h, LIST("trap", "imid"),
                LIST("trapm", "imidm", "bbtrap", "swc1"));
    claim_ahead(v, &s->panel[0], h, LIST("swc1"), LIST("trapm", "imidm"));
}

/* Section 5.3: "the present imidm/trapm pair are significantly more accurate
 * than the other algorithms". */
static void check_fast_top(const struct sheet *s, struct verdict *v)
{
    const double h = 0.005;
    claim_all_second(s, v, 0.000625);
    claim_ahead(v, &s->panel[0], h, LIST("imidm", "trapm"),
                LIST("bbtrap", "swc1", "imid", "trap", "akw"));
    claim_ahead(v, &s->panel[1], h, LIST("imidm", "trapm"),
                LIST("bbtrap", "swc1"));
    claim_ahead(v, &s->panel[1], h, LIST("bbtrap", "swc1"),
                LIST("imid", "trap"));
    claim_ahead(v, &s->panel[1], h, LIST("imid", "trap"), LIST("akw"));
}

const struct figure papers_krysl_implicit[] = {
    {"000_figure_1", "free body, error at t = 100 s", 2, measure_free_body,
     check_free_body},
    {"000_figure_2", "slow Lagrangian top, error at t = 20 s", 2,
     measure_slow_top, check_slow_top},
    {"000_figure_3", "fast Lagrangian top, error at t = 20 s", 2,
     measure_fast_top, check_fast_top},
    {0},
};
