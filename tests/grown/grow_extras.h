/* SPDX-License-Identifier: MIT
 *
 * Of a grown spec what it stores besides: wheels, of which none lets the body
 * without it be none; states; internal momentum; tolerances of adaptive steps
 * by their names.  Rates may look at what is declared later.
 */
#ifndef POL_GROW_EXTRAS_H
#define POL_GROW_EXTRAS_H

#include "grown/grow_values.h"

enum { GROWN_WHEELS = 3, GROWN_EXTRAS = 5 };

/* Wheels, and behind them states, in the order of their statements. */
struct grown_extras {
    int n, wheels;
    struct {
        char name[16];
        int n;
    } of[GROWN_EXTRAS];
};

/* A value, of the name and what stands behind it. */
static inline void know_part(struct grower *g, const char *name,
                             const char *part, int n, unsigned needs)
{
    assert_true(g->names < GROWN_NAMES);
    struct grown_name *made = &g->name[g->names++];
    snprintf(made->name, sizeof made->name, "%s%s", name, part);
    made->n = n;
    made->needs = needs | MAY_EXTRA;
}

static inline void name_extra(struct grower *g, struct grown_extras *all, int n)
{
    static const char *const stem[] = {"z",     "q",     "wheel", "L",
                                       "error", "state", "kick",  "next"};
    const bool is_wheel = all->n < all->wheels;
    char *name = all->of[all->n].name;
    snprintf(name, sizeof all->of->name, "%s%d", stem[pick(g, 8)],
             g->names + 1);
    know_part(g, name, is_wheel ? ".momentum" : "", n, 0);
    if (is_wheel)
        know_part(g, name, ".speed", n, MAY_W);
    all->of[all->n++].n = n;
}

#define TRACE  "(J[1, 1] + J[2, 2] + J[3, 3])"
#define ROW(i) "(" TRACE "/2*e" #i " - J[" #i "])"

/* What is left without them is a body's: of S = tr(J)/2 1 - J, the second
 * moments of the mass, the least is at least 16 det S / tr(J)^2, half of a
 * wheel's inertia goes of it, and there are at most three.  `is_plain`: about
 * an axis of the body. */
static inline void grow_wheel(struct grower *g, const char *name, unsigned may,
                              bool is_plain)
{
    text_print(&g->out, "wheel %s(axis = ", name);
    if (is_plain || pick(g, 2))
        text_print(&g->out, "e%d", 1 + pick(g, 3));
    else if (pick(g, 2))
        text_put(&g->out, "[1, -1, 0.5]");
    else
        text_print(&g->out, "turn([1, 2, 3], %.3g)*e1",
                   random_between(&g->random, -3, 3));
    text_print(&g->out,
               ", inertia = %.3g*dot(" ROW(1) ", cross(" ROW(2) ", " ROW(
                   3) "))/" TRACE "^2",
               pick_size(g, 0.1, 10));
    if (pick(g, 3))
        text_print(&g->out, ", speed = %.3g",
                   random_between(&g->random, -100, 100));
    if (pick(g, 3)) {
        text_put(&g->out, ", torque = ");
        g->may = may;
        grow_sum(g, 's', 1 + pick(g, 2), 0.01);
    }
    text_put(&g->out, ")\n");
}

/* It fades by itself. */
static inline void grow_state(struct grower *g, const char *name, int n,
                              unsigned may)
{
    g->may = 0;
    text_print(&g->out, "state %s = ", name);
    grow(g, n == 1 ? 's' : 'v', 1);
    text_print(&g->out, " rate -%.3g*%s + ", pick_size(g, 0.1, 3), name);
    g->may = may;
    grow_sum(g, n == 1 ? 's' : 'v', 1 + pick(g, 2), 0.3);
    text_char(&g->out, '\n');
}

/* As much of it as the method takes. */
static inline struct grown_extras grow_extras(struct grower *g, unsigned may,
                                              bool is_plain,
                                              const struct variant *v)
{
    struct grown_extras all = {0};
    if (v->gyro && pick(g, 2))
        all.wheels = 1 + (GROWN_WHEELS - 1) * pick(g, 2);
    while (all.n < all.wheels)
        name_extra(g, &all, 1);
    for (int n = v->states && pick(g, 2) ? 1 + pick(g, 2) : 0; n > 0; n--)
        name_extra(g, &all, pick(g, 3) ? 1 : 3);
    may |= MAY_EXTRA;
    for (int i = 0; i < all.n; i++)
        if (i < all.wheels)
            grow_wheel(g, all.of[i].name, may, is_plain);
        else
            grow_state(g, all.of[i].name, all.of[i].n, may);
    if (v->gyro && pick(g, 3) == 0) {
        text_put(&g->out, "gyro ");
        g->may = may & ~(unsigned)(MAY_W | MAY_R | MAY_X);
        grow_sum(g, 'v', 1 + pick(g, 2), 0.3);
        text_char(&g->out, '\n');
    }
    return all;
}

/* ", z = 1e-7", of some of them. */
static inline void grow_tolerances(struct grower *g,
                                   const struct grown_extras *all)
{
    for (int i = 0; i < all->n; i++)
        if (pick(g, 2))
            text_print(&g->out, ", %s = %.2g", all->of[i].name,
                       pick_size(g, 1e-8, 1e-5));
}

#endif
