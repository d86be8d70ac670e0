/* SPDX-License-Identifier: MIT
 *
 * E. Celledoni, N. Safstrom, J. Phys. A: Math. Gen. 39 (2006) 5463-5478,
 * section 4.1: a body without torque, figures 1 and 2 and the long run between
 * them.
 */
#include "papers/motion.h"

static const char *const EULER[] = {"mr",   "triple4(mr)", "dmv2", "dmv4",
                                    "dmv6", "je",          0};
enum { SPLITTINGS = 2 }; /* the first of them */
static const char *const FREE[] = {"mr", "triple4(mr)", "jem2", "jem4", 0};
static const double STEPS[] = {0.25, 0.125, 0.0625, 0.03125, 0.015625, 0};

static void measure_euler(struct sheet *s)
{
    struct ladder a = {"free_543", 1, EULER, STEPS};
    struct panel *L = sheet_panel(s, "body momentum, error at t = 1", "step",
                                  "error", AXES_LOG);
    ladder_errors(&a, L, NULL);
    if (s->drawn)
        ladder_times(&a,
                     sheet_panel(s, "the same against the time it takes",
                                 "seconds", "error", AXES_LOG),
                     motion_momentum_error);
}

static void measure_free(struct sheet *s)
{
    struct ladder a = {"free_543", 1, FREE, STEPS};
    struct panel *L = sheet_panel(s, "body momentum, error at t = 1", "step",
                                  "error", AXES_LOG);
    struct panel *R =
        sheet_panel(s, "attitude, error at t = 1", "step", "error", AXES_LOG);
    ladder_errors(&a, L, R);
    if (s->drawn)
        ladder_times(&a,
                     sheet_panel(s, "attitude, against the time it takes",
                                 "seconds", "error", AXES_LOG),
                     motion_attitude_error);
}

static void measure_long(struct sheet *s)
{
    struct panel *p = sheet_panel(s, "step 0.4", "t", "H - H0", AXES_PLAIN);
    struct panel *all =
        sheet_panel(s, "all, by size", "t", "|H - H0|", AXES_LOG_Y);
    for (const char *const *m = EULER; *m; m++) {
        struct track t = {"free_543", *m, 0.4, 400, 1, true};
        if (m < EULER + SPLITTINGS)
            track_follow(&t, p, *m, NULL);
        track_follow(&t, all, *m, NULL);
    }
}

/* je is exact up to rounding at any step.  mr and dmv "perform similarly with a
 * slight advantage for the mr in the second-order case, and of dmv in the
 * fourth-order case". */
static void check_euler(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0];
    claim_less(v, "je, largest error", sheet_largest(L, "je"), 1e-13);
    claim_order(v, L, 0.03125, 2, LIST("mr", "dmv2"));
    claim_order(v, L, 0.03125, 4, LIST("triple4(mr)", "dmv4"));
    claim_order(v, L, 0.125, 6, LIST("dmv6"));
    claim_ahead(v, L, 0.0625, LIST("mr"), LIST("dmv2"));
    claim_ahead(v, L, 0.0625, LIST("dmv4"), LIST("triple4(mr)"));
}

/* "Also in this case the jem methods perform very well." */
static void check_free(const struct sheet *s, struct verdict *v)
{
    const struct panel *L = &s->panel[0], *R = &s->panel[1];
    const char *const second[] = {"mr", "jem2", 0};
    const char *const fourth[] = {"triple4(mr)", "jem4", 0};
    claim_less(v, "jem2, momentum", sheet_largest(L, "jem2"), 1e-13);
    claim_less(v, "jem4, momentum", sheet_largest(L, "jem4"), 1e-13);
    claim_order(v, R, 0.03125, 2, second);
    claim_order(v, R, 0.03125, 4, fourth);
    claim_ahead(v, R, 0.0625, LIST("jem2"), LIST("mr"));
    claim_ahead(v, R, 0.0625, LIST("jem4"), LIST("triple4(mr)"));
}

/* "About 1e-3" for mr, "about 1e-5 for the method of order 4", 1e-13 for dmv,
 * 1e-16 for je, which here is stepped and so gathers rounding. */
static void check_long(const struct sheet *s, struct verdict *v)
{
    const struct panel *H = &s->panel[1];
    claim_about(v, "mr", sheet_largest(H, "mr"), 2.4e-3, 1.05);
    claim_about(v, "triple4(mr)", sheet_largest(H, "triple4(mr)"), 6.5e-5,
                1.05);
    for (const char *const *m = LIST("dmv2", "dmv4", "dmv6", "je"); *m; m++)
        claim_less(v, *m, sheet_largest(H, *m), 1e-12);
}

const struct figure papers_celledoni_free[] = {
    {"004_figure_1", "Euler's equations of a free body", 2, measure_euler,
     check_euler},
    {"004_figure_2", "free body with its attitude", 3, measure_free,
     check_free},
    {"004_long_run", "free body, energy on [0, 400]", 2, measure_long,
     check_long},
    {0},
};
