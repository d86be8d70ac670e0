/* SPDX-License-Identifier: MIT
 *
 * Valid specs from the language's grammar, drawn by a seed: every statement,
 * every function, all shapes; what is said is in its domain.  A spec has one
 * statement a line.
 */
#ifndef POL_GROW_H
#define POL_GROW_H

#include "check.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "random.h"
#include "shelf/attitudes.h"
#include "shelf/variants.h"
#include "shelf/whole_shelf.h"

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
    MAY_CALL = 256    /* functions of math.h, but for roots */
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
    char name[16];
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
    {'s', "derivative($s)", MAY_W, MAY_W},
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
    {'v', "derivative($v)", MAY_W, MAY_W},
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
    {'m', "derivative($m)", MAY_W, MAY_W},
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

/* ---- statements ---------------------------------------------------------- */

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

static inline void grow_const(struct grower *g)
{
    struct grown_name *made = new_name(g, 1 + 2 * pick(g, 2));
    text_print(&g->out, "const %s = ", made->name);
    g->may = 0;
    grow(g, made->n == 1 ? 's' : 'v', 2);
    g->names++;
}

static inline void grow_param(struct grower *g, int n)
{
    struct grown_name *made = new_name(g, n);
    text_print(&g->out, n == 1 ? "param %s = " : "param %s[%d] = ", made->name,
               n);
    g->may = 0;
    grow(g, n == 1 ? 's' : n == 3 ? 'v' : 'm', 1);
    made->needs = MAY_PARAM;
    g->names++;
}

static inline void grow_input(struct grower *g)
{
    struct grown_name *made = new_name(g, 1 + 2 * pick(g, 2));
    text_print(&g->out, made->n == 1 ? "input %s" : "input %s[%d]", made->name,
               made->n);
    if (pick(g, 2)) {
        g->may = MAY_PARAM | MAY_T;
        text_put(&g->out, " = ");
        grow(g, made->n == 1 ? 's' : 'v', 2);
    }
    made->needs = MAY_INPUT;
    g->names++;
}

static inline void grow_let(struct grower *g, unsigned may, int terms)
{
    static const char of[] = "svm";
    int shape = pick(g, 3);
    struct grown_name *made = new_name(g, shape == 0 ? 1 : shape == 1 ? 3 : 9);
    text_print(&g->out, "let %s = ", made->name);
    g->may = may;
    g->used = 0;
    grow_sum(g, of[shape], terms, 1);
    made->needs = g->used;
    g->names++;
}

/* Three moments of a body, of which some may be equal, or nearly so. */
static inline void pick_moments(struct grower *g, double moment[3])
{
    const double size = pick_size(g, 0.05, 20);
    for (int i = 0; i < 3; i++)
        moment[i] = size * random_between(&g->random, 0.6, 1.1);
    int way = pick(g, 8), i = pick(g, 3);
    if (way <= 1)
        moment[i] = moment[(i + 1) % 3];
    else if (way == 2)
        moment[0] = moment[1] = moment[2];
    else if (way == 3)
        moment[i] = moment[(i + 1) % 3] * (1 + pick_size(g, 1e-15, 1e-3));
    else if (way == 4) /* a thin rod */
        moment[i] = size * pick_size(g, 0.02, 0.3),
        moment[(i + 1) % 3] = moment[(i + 2) % 3];
}

/* Of constants, by their moments. */
static inline void grow_constant_inertia(struct grower *g, const double m[3])
{
    const double d = 0.1 * fmin(m[0], fmin(m[1], m[2])),
                 off = random_between(&g->random, -d, d);
    int way = pick(g, 6);
    if (way <= 2)
        text_print(&g->out, "inertia diag(%.17g, %.17g, %.17g)\n", m[0], m[1],
                   m[2]);
    else if (way == 3)
        text_print(&g->out,
                   "inertia turn([1, 0.5, -2], 0.7) * diag(%.17g, %.17g, "
                   "%.17g) * turn([1, 0.5, -2], 0.7)'\n",
                   m[0], m[1], m[2]);
    else if (way == 4)
        text_print(&g->out,
                   "inertia box(%.3g, 0.3, 0.5, %.3g) + steiner(%.3g, [0.1, "
                   "-0.3, %.3g])\n",
                   m[0], m[1], m[2], m[0]);
    else
        text_print(&g->out,
                   "inertia [[%.17g, %.17g, 0], [%.17g, %.17g, %.3g], [0, "
                   "%.3g, %.17g]]\n",
                   m[0] + m[1], off, off, m[1] + m[2], d, d, m[2] + m[0]);
}

/* The same of params, which may be a diagonal alone. */
static inline void grow_varying_inertia(struct grower *g, const double m[3],
                                        bool is_diagonal)
{
    const char *name[3];
    for (int i = 0; i < 3; i++) {
        struct grown_name *made = new_name(g, 1);
        made->needs = MAY_PARAM;
        g->names++;
        name[i] = made->name;
        text_print(&g->out, "param %s = %.17g\n", name[i], m[i]);
    }
    switch (is_diagonal ? 0 : pick(g, 3)) {
    case 0:
        text_print(&g->out, "inertia diag(%s, %s, %s)\n", name[0], name[1],
                   name[2]);
        break;
    case 1:
        text_print(&g->out,
                   "inertia turn(e2, 0.6)*diag(%s, %s, %s)*turn(e2, 0.6)'\n",
                   name[0], name[1], name[2]);
        break;
    default:
        text_print(&g->out,
                   "inertia diag(%s, %s, %s) + [[%s/9, %s/20, 0], [%s/20, "
                   "%s/9, 0], [0, 0, %s/8]]\n",
                   name[0], name[1], name[2], name[0], name[0], name[0],
                   name[0], name[0]);
    }
}

/* `is_plain`: a matrix of params is diagonal; no sphere. */
static inline void grow_inertia(struct grower *g, bool is_plain)
{
    double m[3];
    do
        pick_moments(g, m);
    while (is_plain && m[0] == m[1] && m[1] == m[2]);
    if (pick(g, 3))
        grow_constant_inertia(g, m);
    else
        grow_varying_inertia(g, m, is_plain);
}

/* ---- methods ------------------------------------------------------------- */

static const char *const cheap_method[] = {"rkmk(kutta4)",
                                           "rkmk(heun2, form = rate)",
                                           "fe",
                                           "fem",
                                           "mr",
                                           "sr",
                                           "cf4",
                                           "frb_exact",
                                           "sej",
                                           "semi_euler",
                                           "rkmk(ralston3)",
                                           "cg3"};

static const char *const pair[] = {"bogacki_shampine32",
                                   "dopri5",
                                   "fehlberg45",
                                   "dverk",
                                   "merson",
                                   "zonneveld43",
                                   "cash_karp",
                                   "dop853",
                                   "kvaerno32",
                                   "esdirk324",
                                   "england"};

enum {
    CHEAP = sizeof cheap_method / sizeof *cheap_method,
    PAIRS = sizeof pair / sizeof *pair
};

static inline bool starts_as(const char *text, const char *const *name, int n)
{
    for (int i = 0; i < n; i++)
        if (strncmp(text, name[i], strlen(name[i])) == 0)
            return true;
    return false;
}

/* Does it work in principal axes? */
static inline bool has_axes(const char *call)
{
    static const char *const name[] = {"mr",   "sr",  "sej",        "dmv",
                                       "sdmv", "frb", "free_exact", "je"};
    const char *inner = strchr(call, '(');
    return starts_as(call, name, 8) || (inner && starts_as(inner + 1, name, 8));
}

/* Methods of the shelf as they are listed; rkmk of any tableau; some that the
 * spec defines itself. */
static inline struct variant pick_method(struct grower *g, int terms,
                                         bool *defines)
{
    struct variant v;
    do {
        v = (struct variant){0};
        int way = pick(g, 10);
        *defines = false;
        if (terms > 60) {
            snprintf(v.call, sizeof v.call, "%s", cheap_method[pick(g, CHEAP)]);
        } else if (way == 0) {
            *defines = true; /* of a tableau that is not on the shelf */
            snprintf(v.call, sizeof v.call, "rkmk(midpoint)");
        } else if (way <= 3) {
            const struct tableau_calls *all = &g->seeds->tableaus;
            snprintf(v.call, sizeof v.call, "rkmk(%s, form = %s%s)",
                     all->call[pick(g, all->n)],
                     pick(g, 2) ? "rate" : "momentum",
                     pick(g, 4) ? "" : ", dexpinv = exact");
        } else {
            v = g->seeds->methods.v[pick(g, g->seeds->methods.n)];
        }
    } while (!variant_claims(&v, false));
    return v;
}

/* One that tells its error; a cheap one where there is much to be done. */
static inline struct variant pick_pair(struct grower *g, int terms)
{
    struct variant v = {0};
    snprintf(v.call, sizeof v.call, "rkmk(%s, form = %s)",
             pair[terms > 60 ? 0 : pick(g, PAIRS)],
             pick(g, 2) ? "rate" : "momentum");
    if (!variant_claims(&v, true))
        fail_msg("%s is refused", v.call);
    return v;
}

/* It takes potentials alone, and no sphere. */
static inline bool is_projected(const struct variant *v)
{
    return strncmp(v->call, "projected", 9) == 0;
}

static inline void grow_method(struct grower *g, const struct variant *v,
                               bool defines)
{
    if (!defines) {
        text_print(&g->out, "method %s\n", v->call);
    } else if (pick(g, 2)) {
        double c = random_between(&g->random, 0.3, 0.9);
        text_print(&g->out,
                   "tableau own order 2 {\n  0 :\n  %.3f : %.3f\n"
                   "  b : 1 - 1/(2*%.3f), 1/(2*%.3f)\n}\nmethod rkmk(own)\n",
                   c, c, c, c);
    } else {
        text_put(&g->out,
                 "composition own order 4 for symmetric order 2: "
                 "1/(2 - 2^(1/3)), 1 - 2/(2 - 2^(1/3)), 1/(2 - 2^(1/3))\n"
                 "method own(imidm)\n");
    }
    if (v->maps && pick(g, 3) == 0)
        text_print(&g->out, "map %s\n", pick(g, 2) ? "cay" : "exp");
}

static inline void grow_attitude(struct grower *g)
{
    const struct attitudes *all = &g->seeds->attitudes;
    const char *shown[2];
    if (pick(g, 3))
        text_print(&g->out, "attitude %s\n", all->call[pick(g, all->n)]);
    for (int i = 0; i < 2 && pick(g, 3) == 0; i++) {
        shown[i] = all->call[pick(g, all->n)];
        if (!strchr(shown[i], '=') && (i == 0 || strcmp(shown[0], shown[1])))
            text_print(&g->out, "show %s\n", shown[i]);
    }
}

/* ---- a spec -------------------------------------------------------------- */

static inline void grow_load(struct grower *g, const struct variant *v,
                             bool moves, int terms)
{
    const bool is_kept = is_projected(v);
    unsigned known = MAY_INERTIA | MAY_PARAM | (moves ? MAY_MOVE : 0);
    unsigned load = known | MAY_INPUT | (v->admits & USES_T ? MAY_T : 0) |
                    (v->admits & USES_R ? MAY_R : 0) |
                    (v->admits & USES_W ? MAY_W : 0) |
                    (v->admits & USES_X && moves ? MAY_X : 0);
    unsigned all = known | MAY_T | MAY_R | MAY_W | (moves ? MAY_X : 0);
    unsigned place = load & ~(unsigned)(MAY_W | MAY_INPUT);
    while (terms > 0) {
        int n = (int)pick_size(g, 1, terms + 0.99);
        int way = pick(g, 8);
        terms -= n;
        if (way == 0) {
            grow_let(g, pick(g, 2) ? load : place, n < 4 ? n : 4);
        } else if (way == 1) {
            text_print(&g->out, "keep seen%d = ", terms);
            g->may = all;
            grow_sum(g, 's', n < 4 ? n : 4, 1);
        } else if (!v->admits) {
            continue;
        } else if (is_kept || (way <= 3 && place & MAY_R)) {
            text_put(&g->out, "potential ");
            g->may = is_kept ? place & ~(unsigned)MAY_T : place;
            grow_sum(g, 's', n, 0.5);
        } else {
            bool space = pick(g, 2) && load & MAY_R,
                 force = moves && pick(g, 3) == 0;
            text_print(&g->out, "%s %s ", force ? "force" : "torque",
                       (force && !(load & MAY_R)) || space ? "space" : "body");
            g->may = load;
            grow_sum(g, 'v', n, 0.3);
        }
        text_char(&g->out, '\n');
    }
}

static inline void grow_start(struct grower *g, bool moves)
{
    g->may = 0;
    if (pick(g, 5)) {
        text_put(&g->out, "start R = ");
        grow(g, 'q', 2);
        text_char(&g->out, '\n');
    }
    double size = pick_size(g, 0.01, 5);
    text_print(&g->out, "start %s = [%.3g, %.3g, %.3g]\n",
               pick(g, 6) ? "w" : "L", size, -0.3 * size,
               size * random_between(&g->random, -1, 1));
    if (moves)
        text_print(&g->out, "start x = [1, %.3g, -2]\nstart v = [0, 0.3, 1]\n",
                   size);
    if (pick(g, 3) == 0)
        text_print(&g->out, "start t = %.3g\n", -size);
}

static inline void grow_step(struct grower *g, bool adapts)
{
    if (!adapts) {
        text_print(
            &g->out, "step %s\n",
            (const char *const[]){"0.01", "1/300", "1e-3", "2^-6"}[pick(g, 4)]);
    } else {
        text_print(&g->out, "step adaptive(angle = %.2g%s)\n",
                   pick_size(g, 1e-9, 1e-5), pick(g, 2) ? ", rate = 1e-7" : "");
        if (pick(g, 3) == 0)
            text_put(&g->out, "at [1/7, 0.25]\n");
    }
    text_put(&g->out, "until 0.4\n");
}

static inline void grow_declarations(struct grower *g)
{
    static const int sizes[] = {1, 1, 1, 3, 9};
    for (int n = pick(g, 5); n > 0; n--) {
        int way = pick(g, 4);
        if (way == 0)
            grow_const(g);
        else if (way == 1)
            grow_input(g);
        else
            grow_param(g, sizes[pick(g, 5)]);
        text_char(&g->out, '\n');
    }
}

/* The text of a spec of at most so many terms. */
static inline const char *grow_spec(struct arena *a, const struct seeds *seeds,
                                    uint64_t seed, int most)
{
    struct grower g = {
        .random = random_new(seed), .seeds = seeds, .out = text_new(a)};
    for (int i = 0; i < 8; i++)
        random_bits(&g.random); /* near seeds begin alike */
    g.always = pick(&g, 3) ? MAY_CALL : 0;
    int terms = (int)pick_size(&g, 1, most + 0.99);
    bool moves = pick(&g, 3) == 0, adapts = pick(&g, 6) == 0, defines = false;
    struct variant v =
        adapts ? pick_pair(&g, terms) : pick_method(&g, terms, &defines);
    text_put(&g.out, "body grown\n");
    grow_declarations(&g);
    if (moves) {
        g.may = MAY_PARAM;
        text_put(&g.out, "mass ");
        grow(&g, 'p', 1);
        text_char(&g.out, '\n');
    }
    grow_inertia(&g, has_axes(v.call) || is_projected(&v));
    grow_load(&g, &v, moves, terms);
    grow_attitude(&g);
    grow_method(&g, &v, defines);
    grow_start(&g, moves);
    grow_step(&g, adapts);
    return text_chars(&g.out);
}

#endif
