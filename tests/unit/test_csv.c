/* SPDX-License-Identifier: MIT
 *
 * Heads of columns: names, units in brackets and behind a name, their sizes in
 * SI units.
 */
#include "test_arena.h"
#include "base/csv.h"

/* The scale is 0 for what is not a unit, -1 for what may be one. */
static const struct {
    const char *head, *name;
    double scale;
    bool is_time;
} heads[] = {
    {"u", "u", 1, false},
    {"u (N m)", "u", 1, false},
    {"u [mN m]", "u", 1e-3, false},
    {"u (mN.m)", "u", 1e-3, false},
    {"u (mN\xC2\xB7m)", "u", 1e-3, false},
    {"F {kN}", "F", 1e3, false},
    {"A (mm\xC2\xB2)", "A", 1e-6, false},
    {"V (cm\xC2\xB3)", "V", 1e-6, false},
    {"V [dm^3]", "V", 0, false},
    {"V [cm^3 / h]", "V", 1e-6 / 3600, false},
    {"V (mm3)", "V", 1e-9, false},
    {"rho (g/cm\xC2\xB3)", "rho", 1e3, false},
    {"rho (kg m^-3)", "rho", 1, false},
    {"k (N mm^-1)", "k", 1e3, false},
    {"k (kN/mm/m)", "k", 1e6, false},
    {"k (N/mm m)", "k", -1, false},
    {"J (kg cm^2)", "J", 1e-4, false},
    {"w (deg/s)", "w", 0.017453292519943295, false},
    {"w [rpm]", "w", 0.10471975511965977, false},
    {"a (cm s^-2)", "a", 1e-2, false},
    {"B (uT)", "B", 1e-6, false},
    {"B (\xC2\xB5T)", "B", 1e-6, false},
    {"t (ms)", "t", 1e-3, true},
    {"t [min]", "t", 60, true},
    {"time_us", "time", 1e-6, true},
    {"t_h", "t", 3600, true},
    {"t^2 (s^2)", "t^2", 1, false},
    {"f (Hz)", "f", -1, false},
    {"p (psi)", "p", 0, false},
    {"m^9 (m^9)", "m^9", 0, false},
    {"w_deg_s", "w", -1, false},
    {"u_N_m", "u", 1, false},
    {"u_max", "u_max", 1, false},
};

static bool is_never_a_name(void *to, const char *head)
{
    (void)to, (void)head;
    return false;
}

TEST(heads_have_names_and_units)
{
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct arena *a = test_arena();
        struct diags diags = diags_new(a);
        struct csv c = {.arena = a,
                        .diags = &diags,
                        .path = "a.csv",
                        .at = heads[i].head,
                        .end = heads[i].head + strlen(heads[i].head)};
        assert_true(csv_begin(&c, is_never_a_name, NULL, "t,u"));
        assert_int_equal(c.columns, 1);
        if (strcmp(c.column->name, heads[i].name) || c.column->is_time != heads[i].is_time ||
            fabs(c.column->scale - heads[i].scale) > 1e-15 * fabs(heads[i].scale))
            fail_msg("%s: '%s', %.17g, %d", heads[i].head, c.column->name, c.column->scale,
                     c.column->is_time);
        arena_free(a);
    }
}
