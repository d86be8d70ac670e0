/* SPDX-License-Identifier: MIT
 *
 * What errors under smaller and smaller steps show: an order, or why there is
 * none to be seen.
 */
#include "explore/drive.h"

#include <float.h>
#include <math.h>

/* Rows that show an order, how well their orders agree, and how far below the
 * claim the order is another one; errors beyond ORDER_FAR, rad or relative, say
 * nothing of small steps; beyond LOST the reference says nothing. */
enum { ENOUGH = 4 };
#define AGREE 0.15
#define BELOW 0.3
#define SURE  0.05
#define LOST  1e-3
#define FEW   10 /* errors of so many uncertainties are taken for noise */

double order_roundoff(long steps)
{
    return DBL_EPSILON * sqrt((double)steps);
}

/* What a run of so many steps leaves uncertain: the body's motion magnifies
 * the stepper's rounding as it does the reference's. */
static double noise(const struct order_result *r, int c, long steps,
                    double rounding)
{
    double u = r->uncertainty[c];
    double magnified = fmax(1, u / order_roundoff(r->reference_steps));
    return fmax(u, magnified * rounding / DBL_EPSILON * order_roundoff(steps));
}

static bool is_clean(const struct order_row *row, int c)
{
    return !row->failed && !(row->noise >> c & 1) && row->error[c] > 0 &&
           row->error[c] < ORDER_FAR;
}

static void fill_orders(struct order_result *r, double rounding)
{
    for (int k = 0; k < r->rows; k++) {
        struct order_row *row = &r->row[k], *last = row - 1;
        row->noise = 0;
        for (int c = 0; c < r->columns; c++) {
            double most = FEW * noise(r, c, row->steps, rounding);
            row->order[c] =
                k ? log2(last->error[c] / row->error[c]) /
                        log2((double)row->steps / (double)last->steps)
                  : NAN;
            if (row->error[c] <= most || (k && last->noise >> c & 1))
                row->noise |= 1U << c; /* and with smaller steps it stays */
        }
    }
}

/* The columns in which there are rows enough. */
static unsigned telling(const struct order_result *r)
{
    unsigned columns = 0;
    for (int c = 0; c < r->columns; c++) {
        int clean = 0;
        for (int k = 0; k < r->rows; k++)
            clean += is_clean(&r->row[k], c);
        columns |= (unsigned)(clean >= ENOUGH) << c;
    }
    return columns;
}

/* Are the ENOUGH rows up to k clean, and do neighbouring orders agree? */
static bool agree(const struct order_result *r, int k, unsigned columns)
{
    const int first = k - ENOUGH + 1;
    for (int c = 0; c < r->columns && first >= 0; c++)
        for (int i = first; columns >> c & 1 && i <= k; i++)
            if (!is_clean(&r->row[i], c) ||
                (i > first + 1 &&
                 !(fabs(r->row[i].order[c] - r->row[i - 1].order[c]) <= AGREE)))
                return false;
    return columns && first >= 0;
}

/* Is it the claimed order there, or a higher one?  An order that is no whole
 * number is on its way to another. */
static bool is_claimed(const struct order_row *row, int columns,
                       unsigned telling, int claim)
{
    for (int c = 0; c < columns; c++) {
        double order = row->order[c];
        if (telling >> c & 1 &&
            (order < claim - BELOW ||
             (order > claim + BELOW && fabs(order - round(order)) > SURE)))
            return false;
    }
    return true;
}

static bool is_less(const struct order_row *row, int columns, unsigned telling,
                    int claim)
{
    for (int c = 0; c < columns; c++)
        if (telling >> c & 1 && row->order[c] > BELOW &&
            row->order[c] < claim - BELOW)
            return true;
    return false;
}

static void set_order(struct order_result *r, int to, unsigned columns)
{
    r->verdict = ORDER_CONVERGING;
    r->to = to;
    r->from = to - ENOUGH + 1;
    while (r->from > 0 && agree(r, r->from + ENOUGH - 2, columns))
        r->from--;
    for (int c = 0; c < r->columns; c++)
        if (columns >> c & 1)
            r->order[c] = r->row[to].order[c];
}

/* Is a damped part of the motion faster than a step that is clean? */
static bool is_stiff(const struct order_result *r, double damping)
{
    for (int k = 0; k < r->rows; k++)
        for (int c = 0; c < r->columns; c++)
            if (is_clean(&r->row[k], c) && r->row[k].h * damping > 2)
                return true;
    return false;
}

static enum order_verdict no_order(const struct order_result *r,
                                   unsigned columns, int claim, double damping)
{
    bool noise = false;
    for (int c = 0; c < r->columns; c++)
        if (r->uncertainty[c] > LOST)
            return ORDER_LOST;
    for (int k = r->rows - 1; k >= 0; k--)
        if (agree(r, k, columns) &&
            is_less(&r->row[k], r->columns, columns, claim))
            return ORDER_REDUCED;
    if (is_stiff(r, damping))
        return ORDER_REDUCED;
    for (int k = 0; k < r->rows; k++)
        noise |= r->row[k].noise != 0;
    return noise && !columns ? ORDER_NOISE : ORDER_NOT_SETTLED;
}

void order_judge(struct order_result *r, int claim, double rounding,
                 double damping)
{
    fill_orders(r, fmax(rounding, DBL_EPSILON));
    for (int c = 0; c < ORDER_COLUMNS; c++)
        r->order[c] = NAN;
    const unsigned columns = telling(r);
    for (int k = r->rows - 1; k >= 0; k--)
        if (agree(r, k, columns) &&
            is_claimed(&r->row[k], r->columns, columns, claim)) {
            set_order(r, k, columns);
            return;
        }
    r->verdict = no_order(r, columns, claim, damping);
}
