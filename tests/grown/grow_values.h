/* SPDX-License-Identifier: MIT
 *
 * Values of grown specs, scalars, vectors and matrices, each in its domain; and
 * what a spec stores besides: wheels, of which none lets the body without it be
 * none; states; internal momentum; tolerances of adaptive steps by their names.
 * Rates may look at what is declared later.
 */
#ifndef POL_GROW_VALUES_H
#define POL_GROW_VALUES_H

#include "check.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "random.h"
#include "shelf/attitudes.h"
#include "shelf/variants.h"

/* What a value may depend on. */
enum {
    MAY_PARAM = 1,
    MAY_T = 2,
    MAY_R = 4,
    MAY_X = 8,
    MAY_W = 16,
    MAY_INPUT = 32,
    MAY_INERTIA = 64, /* J is known */
    MAY_MOVE = 128,   /* there is a mass */
    MAY_CALL = 256,   /* functions of math.h, but for roots */
    MAY_EXTRA = 512   /* wheels and states */
};

/* What is on the shelf. */
struct seeds {
    struct variants methods;
    struct tableau_calls tableaus;
    struct attitudes attitudes;
};

static inline void seeds_of_shelf(struct seeds *s)
{
    calls_of_shelf(&s->methods, NULL);
    tableaus_of_shelf(&s->tableaus, NULL);
    s->attitudes = attitudes_of_shelf(NULL);
}

enum { GROWN_NAMES = 200 };
struct grown_name {
    char name[32];
    int n;          /* 1, 3 or 9 values */
    unsigned needs; /* of MAY_* */
};

struct grower {
    struct random random;
    const struct seeds *seeds;
    struct text out;
    unsigned always;    /* of MAY_*: in the whole spec */
    unsigned may, used; /* now; by what was grown since it was 0 */
    int names;
    struct grown_name name[GROWN_NAMES];
};

static inline int pick(struct grower *g, int n)
{
    return random_below(&g->random, n);
}

/* From low to high, each magnitude as likely as another. */
static inline double pick_size(struct grower *g, double low, double high)
{
    return low * pow(high / low, random_between(&g->random, 0, 1));
}

/* ---- expressions --------------------------------------------------------- */

/* One way to write a value.  `$` and a letter stand for another one:
 *   s scalar, v vector, m matrix, q rotation, u vector that is not 0,
 *   p positive, b from -1 to 1, c condition, i index, n number, o fraction,
 *   e axes of angles.
 * What is inside has its turn without what is hidden. */
struct form {
    char of;
    const char *text;
    unsigned needs, hides;
};

static const struct form leaf_form[] = {
    {'s', "$n", 0, 0},
    {'s', "$o", 0, 0},
    {'s', "(-$n)", 0, 0},
    {'s', "pi", 0, 0},
    {'s', "t", MAY_T, 0},
    {'s', "w[$i]", MAY_W, 0},
    {'s', "L[$i]", MAY_W, 0},
    {'s', "v[$i]", MAY_W | MAY_MOVE, 0},
    {'s', "x[$i]", MAY_X | MAY_MOVE, 0},
    {'s', "R[$i, $i]", MAY_R, 0},
    {'s', "J[$i, $i]", MAY_PARAM | MAY_INERTIA, 0},
    {'s', "root(x^3 - 3*x + 1, $i)", 0, 0},
    {'s', "root(x^5 - x - 1, 1)", 0, 0},
    {'v', "e$i", 0, 0},
    {'v', "[$n, $n, $o]", 0, 0},
    {'v', "w", MAY_W, 0},
    {'v', "L", MAY_W, 0},
    {'v', "v", MAY_W | MAY_MOVE, 0},
    {'v', "x", MAY_X | MAY_MOVE, 0},
    {'v', "R[$i]", MAY_R, 0},
    {'m', "R", MAY_R, 0},
    {'m', "R'", MAY_R, 0},
    {'m', "J", MAY_PARAM | MAY_INERTIA, 0},
    {'m', "diag($n, $n, $o)", 0, 0},
    {'m', "[[$n, $o, 0], [1, $n, $o], [0, 2, $n]]", 0, 0},
    {'q', "R", MAY_R, 0},
    {'q', "turn(e$i, $n)", 0, 0},
    {'q', "rotvec([$n, $o, 1])", 0, 0},
    {'u', "e$i", 0, 0},
    {'u', "[1, $n, 2]", 0, 0},
    {'p', "$n", 0, 0},
    {'p', "(1 + $n)", 0, 0},
    {'b', "$o", 0, 0},
    {'b', "sin($n)", 0, 0},
    {'b', "sin(t)", MAY_T | MAY_CALL, 0},
    {'b', "cos($n*t)", MAY_T | MAY_CALL, 0},
    {'b', "R[$i, $i]", MAY_R, 0},
    {'c', "t < $n", MAY_T, 0},
    {'c', "w[$i] > $o", MAY_W, 0},
    {'c', "$n >= $o", 0, 0},
};

static const struct form branch_form[] = {
    {'s', "($s + $s)", 0, 0},
    {'s', "($s - $s + $s)", 0, 0},
    {'s', "$s*$s", 0, 0},
    {'s', "$s/$p", 0, 0},
    {'s', "(-$s)", 0, 0},
    {'s', "($s)^2", 0, 0},
    {'s', "$b^3", 0, 0},
    {'s', "$p^-2", 0, 0},
    {'s', "$p^$b", MAY_CALL, 0},
    {'s', "pow($p, $b)", MAY_CALL, 0},
    {'s', "tan($b)", MAY_CALL, 0},
    {'s', "asin(0.9*$b)", MAY_CALL, 0},
    {'s', "acos(0.9*$b)", MAY_CALL, 0},
    {'s', "atan($s)", MAY_CALL, 0},
    {'s', "atan2($s, $p)", MAY_CALL, 0},
    {'s', "exp($b)", MAY_CALL, 0},
    {'s', "log($p)", MAY_CALL, 0},
    {'s', "sinh($b)", MAY_CALL, 0},
    {'s', "sqrt($p)", 0, 0},
    {'s', "abs($s)", 0, 0},
    {'s', "floor($s)", 0, 0},
    {'s', "min($s, $s)", 0, 0},
    {'s', "max($s, $s)", 0, 0},
    {'s', "if($c, $s, $s)", 0, 0},
    {'s', "sqrt(if($s > 0, $p, 1))", 0, 0},
    {'s', "($c)*$s", 0, 0},
    {'s', "saturate($s, -$n, $n)", 0, 0},
    {'s', "dot($v, $v)", 0, 0},
    {'s', "norm($u)", 0, 0},
    {'s', "($v)[$i]", 0, 0},
    {'s', "($m)[$i, $i]", 0, 0},
    {'s', "derivative($s)", MAY_W, MAY_W | MAY_EXTRA},
    {'s', "$b", 0, 0},
    {'s', "$p", 0, 0},
    {'v', "[$s, $s, $s]", 0, 0},
    {'v', "($v + $v)", 0, 0},
    {'v', "($v - $v)", 0, 0},
    {'v', "($s*$v)", 0, 0},
    {'v', "($v/$p)", 0, 0},
    {'v', "(-$v)", 0, 0},
    {'v', "cross($v, $v)", 0, 0},
    {'v', "($m*$v)", 0, 0},
    {'v', "(R*$v)", MAY_R, 0},
    {'v', "(R'*$v)", MAY_R, 0},
    {'v', "(J*$v)", MAY_PARAM | MAY_INERTIA, 0},
    {'v', "($m)[$i]", 0, 0},
    {'v', "if($c, $v, $v)", 0, 0},
    {'v', "saturate($v, -$n, $n)", 0, 0},
    {'v', "log($q)", MAY_CALL, 0},
    {'v', "derivative($v)", MAY_W, MAY_W | MAY_EXTRA},
    {'v', "$u", 0, 0},
    {'m', "[$v, $v, $v]", 0, 0},
    {'m', "($m + $m)", 0, 0},
    {'m', "($m - $m)", 0, 0},
    {'m', "($s*$m)", 0, 0},
    {'m', "($m*$m)", 0, 0},
    {'m', "($m/$p)", 0, 0},
    {'m', "($m)'", 0, 0},
    {'m', "outer($v, $v)", 0, 0},
    {'m', "diag($s, $s, $s)", 0, 0},
    {'m', "diag($v)", 0, 0},
    {'m', "box($p, $p, $p, $p)", 0, 0},
    {'m', "cylinder($p, $p, $p)", 0, 0},
    {'m', "sphere($p, $p)", 0, 0},
    {'m', "steiner($p, $v)", 0, 0},
    {'m', "if($c, $m, $m)", 0, 0},
    {'m', "derivative($m)", MAY_W, MAY_W | MAY_EXTRA},
    {'m', "$q", 0, 0},
    {'q', "turn($u, $s)", MAY_CALL, 0},
    {'q', "rotvec($v)", 0, 0},
    {'q', "quat((2 + $b), $b, $b, $b)", 0, 0},
    {'q', "euler($e, $s, $s, $s)", MAY_CALL, 0},
    {'q', "($q*$q)", 0, 0},
    {'q', "$q'", 0, 0},
    {'u', "[$b, $b, (2 + $b)]", 0, 0},
    {'u', "(3*e$i - [$b, $b, $b])", 0, 0},
    {'u', "($q*$u)", 0, 0},
    {'p', "(1 + ($s)^2)", 0, 0},
    {'p', "(2 + $b)", 0, 0},
    {'p', "cosh($b)", MAY_CALL, 0},
    {'p', "exp($b)", MAY_CALL, 0},
    {'p', "(0.5 + abs($s))", 0, 0},
    {'p', "max($p, $s)", 0, 0},
    {'p', "sqrt($p)", 0, 0},
    {'b', "sin($s)", MAY_CALL, 0},
    {'b', "cos($s)", MAY_CALL, 0},
    {'b', "tanh($s)", MAY_CALL, 0},
    {'b', "saturate($s, -1, 1)", 0, 0},
    {'b', "$b*$b", 0, 0},
    {'b', "(-$b)", 0, 0},
    {'c', "$s < $s", 0, 0},
    {'c', "$s <= $s", 0, 0},
    {'c', "$s > $s", 0, 0},
    {'c', "$s >= $s", 0, 0},
    {'c', "$s == $s", 0, 0},
    {'c', "$s != $s", 0, 0},
};

enum {
    LEAVES = sizeof leaf_form / sizeof *leaf_form,
    BRANCHES = sizeof branch_form / sizeof *branch_form
};

static inline const struct form *
pick_form(struct grower *g, const struct form *form, int n, char of)
{
    for (;;) {
        const struct form *f = &form[pick(g, n)];
        if (f->of == of && !(f->needs & ~(g->may | g->always)))
            return f;
    }
}

static inline void grow_number(struct grower *g, char of)
{
    double x = pick_size(g, 0.03, 3);
    int way = pick(g, 5);
    if (of == 'o' || way == 0)
        text_print(&g->out, "%d/%d", 1 + pick(g, 6), 7 + pick(g, 5));
    else if (way == 1)
        text_print(&g->out, "%d", 1 + pick(g, 3));
    else if (way == 2)
        text_print(&g->out, "%.4e", x);
    else if (way == 3 && x < 1)
        text_print(&g->out, ".%02d", 1 + pick(g, 99));
    else
        text_print(&g->out, "%.*g", 1 + pick(g, 9), x);
}

/* A name of this shape that may stand here; false if there is none. */
static inline bool grow_name(struct grower *g, int n)
{
    int found = -1, seen = 0;
    for (int i = 0; i < g->names; i++)
        if (g->name[i].n == n && !(g->name[i].needs & ~g->may) &&
            pick(g, ++seen) == 0)
            found = i;
    if (found < 0)
        return false;
    g->used |= g->name[found].needs;
    text_put(&g->out, g->name[found].name);
    return true;
}

static inline int shape_of(char of)
{
    return of == 's' ? 1 : of == 'v' ? 3 : of == 'm' ? 9 : 0;
}

static inline void grow(struct grower *g, char of, int depth)
{
    static const char *const axes[] = {"xyz", "zyx", "zxz", "313",
                                       "yxz", "xyx", "yzx"};
    const struct form *f;
    if (of == 'i') {
        text_print(&g->out, "%d", 1 + pick(g, 3));
        return;
    }
    if (of == 'e') {
        text_put(&g->out, axes[pick(g, 7)]);
        return;
    }
    if (of == 'n' || of == 'o') {
        grow_number(g, of);
        return;
    }
    bool ends = depth <= 0 || pick(g, 5) == 0;
    if (ends && pick(g, 2) && grow_name(g, shape_of(of)))
        return;
    f = ends ? pick_form(g, leaf_form, LEAVES, of)
             : pick_form(g, branch_form, BRANCHES, of);
    const unsigned may = g->may;
    g->used |= f->needs;
    g->may &= ~f->hides;
    for (const char *c = f->text; *c; c++) {
        if (*c == '$')
            grow(g, *++c, depth - 1);
        else
            text_char(&g->out, *c);
    }
    g->may = may;
}

/* So many terms, about as large together whatever their number. */
static inline void grow_sum(struct grower *g, char of, int terms, double size)
{
    for (int i = 0; i < terms; i++) {
        text_print(&g->out, "%s%.4g*",
                   i == 0       ? ""
                   : pick(g, 2) ? " + "
                                : " - ",
                   size * pick_size(g, 0.1, 1) / sqrt(terms));
        grow(g, of, 1 + pick(g, 3));
    }
}

/* ---- names of its own ---------------------------------------------------- */

static inline struct grown_name *new_name(struct grower *g, int n)
{
    static const char *const stem[] = {"a",  "k",     "t",    "h",      "L",
                                       "q",  "gain",  "p0_",  "c0_",    "up",
                                       "dL", "value", "push", "status", "T"};
    assert_true(g->names < GROWN_NAMES);
    struct grown_name *made = &g->name[g->names];
    snprintf(made->name, sizeof made->name, "%s%d", stem[pick(g, 15)],
             g->names + 1);
    made->n = n;
    made->needs = 0;
    return made;
}

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
