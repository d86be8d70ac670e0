/* SPDX-License-Identifier: MIT
 *
 * An attitude has three ways to turn: its file's constraint takes all but three
 * of the stored numbers' freedom, no more and no less.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/attitude_axioms.h"
#include "shelf/rotations.h"

enum { MOST = 9, ATTITUDES = 20 };

/* How the constraint's values change with number k: central differences. */
static void slope_of(const struct probe *p, const double *stored, int k,
                     double slope[MOST])
{
    static const double zeros[MOST];
    const double d = 0x1p-10;
    struct body_state plus, minus;
    double x[MOST];
    memcpy(x, stored, (size_t)p->n * sizeof *x);
    x[k] = stored[k] + d;
    assert_int_equal(probe_ask(p, x, zeros, &plus), 0);
    x[k] = stored[k] - d;
    assert_int_equal(probe_ask(p, x, zeros, &minus), 0);
    for (int i = 0; i < MOST; i++)
        slope[i] = (plus.x[p->n + i] - minus.x[p->n + i]) / (2 * d);
}

/* Takes out of the rows behind `first` what is along row `first`. */
static void reduce(double row[MOST][MOST], int first, int n)
{
    double square = 0;
    for (int i = 0; i < MOST; i++)
        square += row[first][i] * row[first][i];
    for (int k = first + 1; k < n; k++) {
        double along = 0;
        for (int i = 0; i < MOST; i++)
            along += row[k][i] * row[first][i] / square;
        for (int i = 0; i < MOST; i++)
            row[k][i] -= along * row[first][i];
    }
}

/* Puts the longest of the rows from `first` on there; its length, squared. */
static double longest_first(double row[MOST][MOST], int first, int n)
{
    double most = -1, swap[MOST];
    int best = first;
    for (int k = first; k < n; k++) {
        double square = 0;
        for (int i = 0; i < MOST; i++)
            square += row[k][i] * row[k][i];
        if (square > most) {
            most = square;
            best = k;
        }
    }
    memcpy(swap, row[best], sizeof swap);
    memcpy(row[best], row[first], sizeof swap);
    memcpy(row[first], swap, sizeof swap);
    return most;
}

/* How many of the numbers' changes the constraint notices, one by one. */
static int rank_at(const struct probe *p, const double *stored)
{
    double row[MOST][MOST];
    int rank = 0;
    for (int k = 0; k < p->n; k++)
        slope_of(p, stored, k, row[k]);
    while (rank < p->n && longest_first(row, rank, p->n) > 1e-6)
        reduce(row, rank++, p->n);
    return rank;
}

/* At all of some attitudes? */
static bool leaves_three(const char *folder, const char *attitude)
{
    struct probe store = probe_open(folder, "store", attitude, NULL, 0);
    struct probe zero = probe_open(folder, "constraint", attitude, NULL, 0);
    struct rotations all = rotations_random(ATTITUDES);
    bool good = true;
    for (int i = 0; i < all.n; i++) {
        struct body_state b;
        assert_int_equal(probe_ask(&store, NULL, all.R[i], &b), 0);
        good &= rank_at(&zero, b.x) == zero.n - 3;
    }
    rotations_free(&all);
    probe_close(store);
    probe_close(zero);
    return good;
}

static const char *fault_of(const char *folder, const char *attitude,
                            const void *none)
{
    (void)none;
    return leaves_three(folder, attitude)
               ? NULL
               : "its constraint does not leave three ways to turn";
}

static void constraints_leave_three_ways_to_turn(void **state)
{
    (void)state;
    expect_of_all(fault_of, NULL);
}

/* A copy of a shelf file with a part replaced must be found out. */
static void files_that_lie_are_found_out(void **state)
{
    (void)state;
    static const struct attitude_lie lies[] = {
        {"matrix.lua", "liar", "dot(b, d), dot(d, a)", "dot(b, d), dot(b, d)"},
        {"quaternion.lua", "liar", "return { square(q) - 1 }", "return {}"},
        {"mrp.lua", "liar", "rate = function(s, w)",
         "constraint = function(s) return { s[1] - s[1]^2 } end,\n"
         "  rate = function(s, w)"},
    };
    EXPECT_FOUND_OUT(fault_of, NULL, lies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constraints_leave_three_ways_to_turn),
        cmocka_unit_test(files_that_lie_are_found_out),
    };
    return run_group(tests);
}
