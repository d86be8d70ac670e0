/* SPDX-License-Identifier: MIT
 *
 * S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, figures 3
 * and 4: a rotation vector through zero; and, which is not in the paper, one
 * through the length 2 pi, where its equation is truly singular.
 */
#include "papers/papers.h"

#include <math.h>

#define VECTOR "rotation_vector(branch = near)"

static const char *const MISSES[] = {"0", "1e-7", "1e-5", "1", 0};
static const struct approach INTEGRATED = {"box_vector", VECTOR, KINEMATIC,
                                           MISSES},
                             UPDATED = {"box_vector", VECTOR, UPDATE, MISSES};
enum { FIRST = 1, LAST = 14 };

static const double COURSE_STEP = 0x1p-8;

/* Two panels: integrated and updated. */
static void measure_courses(struct sheet *s, double until)
{
    static const char angle[] = "rotation angle (rad)";
    approach_course(
        &INTEGRATED, COURSE_STEP, until,
        sheet_panel(s, "equation integrated", "t (s)", angle, AXES_PLAIN));
    approach_course(&UPDATED, COURSE_STEP, until,
                    sheet_panel(s, "updated", "t (s)", angle, AXES_PLAIN));
}

/* One panel: how both end. */
static void measure_ends(struct sheet *s, double until)
{
    struct panel *ends = sheet_panel(s, "how it ends (3: singular)",
                                     "0, 1e-7, 1e-5, 1", "status", AXES_DOTS);
    approach_ends(&INTEGRATED, COURSE_STEP, until, ends, "integrated");
    approach_ends(&UPDATED, COURSE_STEP, until, ends, "updated");
}

/* Two panels: integrated and updated. */
static void measure_errors(struct sheet *s, double until)
{
    approach_errors(
        &INTEGRATED, until, FIRST, LAST,
        sheet_panel(s, "equation integrated", "step (s)", "error", AXES_LOG));
    approach_errors(&UPDATED, until, FIRST, LAST,
                    sheet_panel(s, "updated", "step (s)", "error", AXES_LOG));
}

static void measure_zero(struct sheet *s)
{
    measure_courses(s, 1);
}

/* The angle, without a miss. */
static double exact(double t)
{
    return fabs(acos(-1) * (0.5 - t));
}

/* "The rotation vector can no longer be determined": it can, if the equation's
 * 0/0 at zero has the value that it tends to. */
static void check_zero(const struct sheet *s, struct verdict *v)
{
    claim_course(v, &s->panel[0], "0", exact, 2e-14);
    claim_course(v, &s->panel[1], "0", exact, 2e-14);
    for (int i = 0; MISSES[i]; i++)
        claim_together(v, &s->panel[1], &s->panel[0], MISSES[i], 1e-9);
}

static void measure_zero_errors(struct sheet *s)
{
    measure_errors(s, 1);
}

/* Order 4 "for all considered values", as far as rounding lets it be seen; and
 * not "slower the closer": both ways have the same errors. */
static void check_zero_errors(const struct sheet *s, struct verdict *v)
{
    const struct panel *integrated = &s->panel[0], *updated = &s->panel[1];
    claim_below(v, updated, "0", FIRST, LAST, 3e-14);
    claim_below(v, integrated, "0", FIRST, LAST, 1e-12);
    for (int i = 0; i < 2; i++) {
        claim_fourth(v, &s->panel[i], "1e-7", 1, 5);
        claim_fourth(v, &s->panel[i], "1e-5", 1, 7);
        claim_fourth(v, &s->panel[i], "1", 2, 10);
    }
    claim_alike(v, updated, integrated, "1e-7", 1, 5, 1.05);
    claim_alike(v, updated, integrated, "1e-5", 1, 7, 1.05);
    claim_alike(v, updated, integrated, "1", 1, 10, 1.05);
}

static void measure_turn(struct sheet *s)
{
    measure_courses(s, 3);
    measure_ends(s, 3);
    measure_errors(s, 3);
}

/* A step of the update that ends next to the whole turn goes on from zero.
 * Where the miss is small, what is integrated fails or is wrong by as much as a
 * radian; in small steps it does not come near order 4. */
static void check_turn(const struct sheet *s, struct verdict *v)
{
    const struct panel *integrated = &s->panel[3], *updated = &s->panel[4];
    static const int fails[] = {3, 3, 0, 0}, passes[] = {0, 0, 0, 0};
    claim_ends(v, &s->panel[2], "integrated", &INTEGRATED, fails);
    claim_ends(v, &s->panel[2], "updated", &UPDATED, passes);
    claim_above(v, integrated, "1e-5", 5, 7, 0.1);
    claim_above(v, integrated, "1e-5", 8, LAST, 1e-4);
    claim_fourth(v, integrated, "1", 3, 10);

    claim_course(v, &s->panel[1], "0", exact, 1e-12);
    claim_below(v, updated, "0", FIRST, LAST, 3e-11);
    claim_fourth(v, updated, "1e-7", 2, 5);
    claim_fourth(v, updated, "1e-5", 2, 7);
    claim_below(v, updated, "1e-5", 5, LAST, 1e-10);
    claim_fourth(v, updated, "1", 3, 10);
}

const struct figure papers_holzinger_vector[] = {
    {"003_figure_3", "a rotation vector comes to zero, or misses it", 2,
     measure_zero, check_zero},
    {"003_figure_4", "and its errors at t = 1 s", 2, measure_zero_errors,
     check_zero_errors},
    {"003_full_turn", "a rotation vector comes to the length 2 pi", 3,
     measure_turn, check_turn},
    {0},
};
