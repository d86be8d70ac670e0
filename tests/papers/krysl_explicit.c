/* SPDX-License-Identifier: MIT
 *
 * P. Krysl, "Explicit time integrators for nonlinear dynamics derived from the
 * midpoint rule", figure 1: the fast Lagrangian top.  The algorithm NMB of its
 * legend is not defined in the paper; trapm, one of the two best in the other
 * paper's figure of this top, stands in its place; bbtrap, imid and trap are
 * added.
 */
#include "papers/motion.h"

static const char *const METHODS[] = {
    "akw",      "swc1",      "bbtrap",    "imid",      "trap", "trapm",
    "liemid_i", "liemid_e1", "liemid_e2", "liemid_ea", 0};
static const double STEPS[] = {0.04,   0.02,    0.01,     0.005,
                               0.0025, 0.00125, 0.000625, 0};

static void measure_fast_top(struct sheet *s)
{
    struct panel *L = sheet_panel(s, "body momentum", "step (s)",
                                  "error (kg m^2/s)", AXES_LOG);
    struct panel *R = sheet_panel(s, "attitude", "step (s)", "error", AXES_LOG);
    ladder_errors(&(struct ladder){"fast_top", 20, METHODS, STEPS}, L, R);
}

/* The alternating algorithm "is the strongest performer", and "even the
 * first-order methods perform very well for larger time steps". */
static void check_fast_top(const struct sheet *s, struct verdict *v)
{
    for (int i = 0; i < 2; i++) {
        const struct panel *p = &s->panel[i];
        claim_order(v, p, 0.000625, 2, LIST("liemid_i", "trapm", "liemid_ea"));
        claim_ahead(v, p, 0.005, LIST("liemid_ea"),
                    LIST("liemid_i", "trapm", "liemid_e1", "liemid_e2"));
        claim_ahead(v, p, 0.005, LIST("liemid_i", "liemid_e1", "liemid_e2"),
                    LIST("swc1", "akw"));
        claim_ahead(v, p, 0.005, LIST("liemid_i", "trapm"),
                    LIST("swc1", "bbtrap"));
        claim_ahead(v, p, 0.005, LIST("swc1", "bbtrap"), LIST("imid", "trap"));
        claim_about(v, "at 0.01, liemid_e1 is liemid_i",
                    sheet_at(p, "liemid_e1", 0.01),
                    sheet_at(p, "liemid_i", 0.01), 1.1);
        claim_less(v, "order of liemid_e1",
                   sheet_order(p, "liemid_e1", 0.00125, 0.000625), 1.7);
        claim_less(v, "order of liemid_e2",
                   sheet_order(p, "liemid_e2", 0.00125, 0.000625), 1.7);
    }
}

const struct figure papers_krysl_explicit[] = {
    {"001_figure_1", "fast Lagrangian top, error at t = 20 s", 2,
     measure_fast_top, check_fast_top},
    {0},
};
