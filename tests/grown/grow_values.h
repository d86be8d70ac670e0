/* SPDX-License-Identifier: MIT
 *
 * Values of grown specs, scalars, vectors and matrices, each in its domain; and
 * what a spec stores besides: wheels, of which none lets the body without it be
 * none; states; internal momentum; tolerances of adaptive steps by their names.
 * Rates may look at what is declared later.
 */
#ifndef POL_GROW_VALUES_H
#define POL_GROW_VALUES_H

#include "shelf/attitudes.h"
#include "base/text.h"
#include "random.h"
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
    calls_of_shelf(&s->methods);
    tableaus_of_shelf(&s->tableaus);
    s->attitudes = attitudes_of_shelf();
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

/* Ways to write a value, one after another.  `$` and a letter stand for another
 * one: s scalar, v vector, m matrix, q rotation, u vector that is not 0, p
 * positive, b from -1 to 1, c condition, i index, n number, o fraction, e axes
 * of angles. `hides`: kinds that are not used inside the form. */
struct form {
    char of;
    unsigned needs, hides;
    const char *text;
};

static const struct form leaf_form[] = {
    {'s', 0, 0,
     "$n;$o;(-$n);pi;root(x^3 - 3*x + 1, $i);"
     "root(x^5 - x - 1, 1)"},
    {'s', MAY_T, 0, "t"},
    {'s', MAY_W, 0, "w[$i];L[$i]"},
    {'s', MAY_W | MAY_MOVE, 0, "v[$i]"},
    {'s', MAY_X | MAY_MOVE, 0, "x[$i]"},
    {'s', MAY_R, 0, "R[$i, $i]"},
    {'s', MAY_PARAM | MAY_INERTIA, 0, "J[$i, $i]"},
    {'v', 0, 0, "e$i;[$n, $n, $o]"},
    {'v', MAY_W, 0, "w;L"},
    {'v', MAY_W | MAY_MOVE, 0, "v"},
    {'v', MAY_X | MAY_MOVE, 0, "x"},
    {'v', MAY_R, 0, "R[$i]"},
    {'m', MAY_R, 0, "R;R'"},
    {'m', MAY_PARAM | MAY_INERTIA, 0, "J"},
    {'m', 0, 0, "diag($n, $n, $o);[[$n, $o, 0], [1, $n, $o], [0, 2, $n]]"},
    {'q', MAY_R, 0, "R"},
    {'q', 0, 0, "turn(e$i, $n);rotvec([$n, $o, 1])"},
    {'u', 0, 0, "e$i;[1, $n, 2]"},
    {'p', 0, 0, "$n;(1 + $n)"},
    {'b', 0, 0, "$o;sin($n)"},
    {'b', MAY_T | MAY_CALL, 0, "sin(t);cos($n*t)"},
    {'b', MAY_R, 0, "R[$i, $i]"},
    {'c', MAY_T, 0, "t < $n"},
    {'c', MAY_W, 0, "w[$i] > $o"},
    {'c', 0, 0, "$n >= $o"},
};

static const struct form branch_form[] = {
    {'s', 0, 0,
     "($s + $s);($s - $s + $s);$s*$s;$s/$p;(-$s);($s)^2;$b^3;"
     "$p^-2;sqrt($p);abs($s);floor($s);min($s, $s);"
     "max($s, $s);if($c, $s, $s);sqrt(if($s > 0, $p, 1));"
     "($c)*$s;saturate($s, -$n, $n);dot($v, $v);norm($u);"
     "($v)[$i];($m)[$i, $i];$b;$p"},
    {'s', MAY_CALL, 0,
     "$p^$b;pow($p, $b);tan($b);asin(0.9*$b);acos(0.9*$b);"
     "atan($s);atan2($s, $p);exp($b);log($p);sinh($b)"},
    {'s', 0, 0, "held($s);line($s);curve($s);plane($s, $s);face($s, $s)"},
    {'s', MAY_W, MAY_W | MAY_EXTRA, "derivative($s)"},
    {'v', 0, 0,
     "[$s, $s, $s];($v + $v);($v - $v);($s*$v);($v/$p);(-$v);"
     "cross($v, $v);($m*$v);($m)[$i];if($c, $v, $v);"
     "saturate($v, -$n, $n);$u"},
    {'v', 0, 0, "turns($s)"},
    {'v', MAY_R, 0, "(R*$v);(R'*$v)"},
    {'v', MAY_PARAM | MAY_INERTIA, 0, "(J*$v)"},
    {'v', MAY_CALL, 0, "log($q)"},
    {'v', MAY_W, MAY_W | MAY_EXTRA, "derivative($v)"},
    {'m', 0, 0,
     "[$v, $v, $v];($m + $m);($m - $m);($s*$m);($m*$m);"
     "($m/$p);($m)';outer($v, $v);diag($s, $s, $s);diag($v);"
     "box($p, $p, $p, $p);cylinder($p, $p, $p);sphere($p, $p);"
     "steiner($p, $v);if($c, $m, $m);$q"},
    {'m', MAY_W, MAY_W | MAY_EXTRA, "derivative($m)"},
    {'q', MAY_CALL, 0, "turn($u, $s);euler($e, $s, $s, $s)"},
    {'q', 0, 0, "rotvec($v);quat((2 + $b), $b, $b, $b);($q*$q);$q'"},
    {'u', 0, 0, "[$b, $b, (2 + $b)];(3*e$i - [$b, $b, $b]);($q*$u)"},
    {'p', 0, 0,
     "(1 + ($s)^2);(2 + $b);(0.5 + abs($s));max($p, $s);"
     "sqrt($p)"},
    {'p', MAY_CALL, 0, "cosh($b);exp($b)"},
    {'b', MAY_CALL, 0, "sin($s);cos($s);tanh($s)"},
    {'b', 0, 0, "saturate($s, -1, 1);$b*$b;(-$b)"},
    {'c', 0, 0, "$s < $s;$s <= $s;$s > $s;$s >= $s;$s == $s;$s != $s"},
};

enum {
    LEAVES = sizeof leaf_form / sizeof *leaf_form,
    BRANCHES = sizeof branch_form / sizeof *branch_form
};

/* One of those that may stand here, each as likely as another. */
static inline struct form pick_form(struct grower *g, const struct form *form, int n, char of)
{
    struct form found = {0};
    int seen = 0;
    for (int i = 0; i < n; i++) {
        if (form[i].of != of || form[i].needs & ~(g->may | g->always))
            continue;
        for (const char *c = form[i].text; c; c = strchr(c, ';')) {
            c += *c == ';';
            if (pick(g, ++seen) == 0) {
                found = form[i];
                found.text = c;
            }
        }
    }
    assert_non_null(found.text);
    return found;
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
        if (g->name[i].n == n && !(g->name[i].needs & ~g->may) && pick(g, ++seen) == 0)
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
    static const char *const axes[] = {"xyz", "zyx", "zxz", "313", "yxz", "xyx", "yzx"};
    struct form f;
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
    f = ends ? pick_form(g, leaf_form, LEAVES, of) : pick_form(g, branch_form, BRANCHES, of);
    const unsigned may = g->may;
    g->used |= f.needs;
    g->may &= ~f.hides;
    for (const char *c = f.text; *c && *c != ';'; c++) {
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
    static const char *const stem[] = {"a",   "k",  "t",  "h",     "L",    "q",      "gain", "p0_",
                                       "c0_", "up", "dL", "value", "push", "status", "T"};
    assert_true(g->names < GROWN_NAMES);
    struct grown_name *made = &g->name[g->names];
    snprintf(made->name, sizeof made->name, "%s%d", stem[pick(g, 15)], g->names + 1);
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
static inline void know_part(struct grower *g, const char *name, const char *part, int n,
                             unsigned needs)
{
    assert_true(g->names < GROWN_NAMES);
    struct grown_name *made = &g->name[g->names++];
    snprintf(made->name, sizeof made->name, "%s%s", name, part);
    made->n = n;
    made->needs = needs | MAY_EXTRA;
}

static inline void name_extra(struct grower *g, struct grown_extras *all, int n)
{
    static const char *const stem[] = {"z", "q", "wheel", "L", "error", "state", "kick", "next"};
    const bool is_wheel = all->n < all->wheels;
    char *name = all->of[all->n].name;
    snprintf(name, sizeof all->of->name, "%s%d", stem[pick(g, 8)], g->names + 1);
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
static inline void grow_wheel(struct grower *g, const char *name, unsigned may, bool is_plain)
{
    text_print(&g->out, "wheel %s(axis = ", name);
    if (is_plain || pick(g, 2))
        text_print(&g->out, "e%d", 1 + pick(g, 3));
    else if (pick(g, 2))
        text_put(&g->out, "[1, -1, 0.5]");
    else
        text_print(&g->out, "turn([1, 2, 3], %.3g)*e1", random_between(&g->random, -3, 3));
    text_print(&g->out,
               ", inertia = %.3g*dot(" ROW(1) ", cross(" ROW(2) ", " ROW(3) "))/" TRACE "^2",
               pick_size(g, 0.1, 10));
    if (pick(g, 3))
        text_print(&g->out, ", speed = %.3g", random_between(&g->random, -100, 100));
    if (pick(g, 3)) {
        text_put(&g->out, ", torque = ");
        g->may = may;
        grow_sum(g, 's', 1 + pick(g, 2), 0.01);
    }
    text_put(&g->out, ")\n");
}

/* It fades by itself. */
static inline void grow_state(struct grower *g, const char *name, int n, unsigned may)
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
static inline struct grown_extras grow_extras(struct grower *g, unsigned may, bool is_plain,
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
static inline void grow_tolerances(struct grower *g, const struct grown_extras *all)
{
    for (int i = 0; i < all->n; i++)
        if (pick(g, 2))
            text_print(&g->out, ", %s = %.2g", all->of[i].name, pick_size(g, 1e-8, 1e-5));
}

#endif
