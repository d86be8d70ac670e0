/* SPDX-License-Identifier: MIT
 *
 * Calls of the language's functions, by the table builtins.def.
 */
#include "model/check.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "sym/root.h"

typedef struct value make_value(struct check *, const struct ast *,
                                const struct value *, enum op);

/* -- how values are made ----------------------------------------------------
 */

static struct value operation(struct check *c, const struct ast *a,
                              const struct value *v, enum op op)
{
    const struct expr *x[2] = {v[0].x[0], a->n > 1 ? v[1].x[0] : NULL};
    return value_scalar(expr_apply(c->pool, op, a->n, x));
}

static struct value power(struct check *c, const struct ast *a,
                          const struct value *v, enum op op)
{
    (void)op;
    return value_power(c, a, v[0], v[1]);
}

static struct value root(struct check *c, const struct ast *a,
                         const struct value *v, enum op op)
{
    (void)op;
    struct root found = root_find(c->pool, v[0].x[0], v[1].x[0]);
    if (found.value)
        return value_scalar(expr_number(c->pool, found.value));
    diag_error(c->diags, a->child[found.argument]->place, "%s", found.fault);
    if (found.hint)
        diag_hint(c->diags, "%s", found.hint);
    return value_none();
}

static struct value choice(struct check *c, const struct ast *a,
                           const struct value *v, enum op op)
{
    (void)a;
    struct value y = {.n = v[1].n};
    for (int i = 0; i < y.n; i++) {
        const struct expr *x[3] = {v[0].x[0], v[1].x[i], v[2].x[i]};
        y.x[i] = expr_apply(c->pool, op, 3, x);
    }
    return y;
}

/* Each component. */
static struct value saturation(struct check *c, const struct ast *a,
                               const struct value *v, enum op op)
{
    (void)op;
    const struct expr *low = v[1].x[0], *high = v[2].x[0];
    struct value y = {.n = v[0].n};
    if (expr_is_const(low) && expr_is_const(high) &&
        number_compare(low->number, high->number) > 0)
        diag_warning(c->diags, a->place,
                     "the lower bound is above the upper one");
    for (int i = 0; i < y.n; i++) {
        const struct expr *x[2] = {v[0].x[i], low};
        x[0] = expr_apply(c->pool, OP_MAX, 2, x);
        x[1] = high;
        y.x[i] = expr_apply(c->pool, OP_MIN, 2, x);
    }
    return y;
}

static struct value derivative(struct check *c, const struct ast *a,
                               const struct value *v, enum op op)
{
    (void)op;
    return motion_derivative(c, a, v[0]);
}

static struct value rotation_vector(struct check *c, const struct ast *a,
                                    const struct value *v, enum op op)
{
    (void)op;
    struct mat R = mat_of_value(v[0]);
    double fault = rotation_fault(c->pool, R);
    if (fault > 1e-6 && isfinite(fault)) { /* infinite: it is no constant */
        diag_error(c->diags, a->child[0]->place,
                   "not a rotation: an entry of R'R is off by %g", fault);
        return value_none();
    }
    const struct expr *volume = mat_det(c->pool, R);
    if (expr_is_const(volume) && number_sign(volume->number) < 0) {
        diag_error(c->diags, a->child[0]->place,
                   "not a rotation: it reflects, its determinant is -1");
        return value_none();
    }
    return value_vec(rotation_log(c->pool, R));
}

static struct value dot(struct check *c, const struct ast *a,
                        const struct value *v, enum op op)
{
    (void)a, (void)op;
    return value_scalar(
        vec_dot(c->pool, vec_of_value(v[0]), vec_of_value(v[1])));
}

static struct value cross(struct check *c, const struct ast *a,
                          const struct value *v, enum op op)
{
    (void)a, (void)op;
    return value_vec(
        vec_cross(c->pool, vec_of_value(v[0]), vec_of_value(v[1])));
}

static struct value norm(struct check *c, const struct ast *a,
                         const struct value *v, enum op op)
{
    (void)a, (void)op;
    struct vec x = vec_of_value(v[0]);
    const struct expr *square = vec_dot(c->pool, x, x);
    return value_scalar(expr_apply(c->pool, OP_SQRT, 1, &square));
}

static struct value outer(struct check *c, const struct ast *a,
                          const struct value *v, enum op op)
{
    (void)a, (void)op;
    return value_mat(
        mat_outer(c->pool, vec_of_value(v[0]), vec_of_value(v[1])));
}

/* Three scalars, or one vector. */
static struct value diagonal(struct check *c, const struct ast *a,
                             const struct value *v, enum op op)
{
    (void)op;
    struct vec x = a->n == 1 ? vec_of_value(v[0])
                             : (struct vec){{v[0].x[0], v[1].x[0], v[2].x[0]}};
    return value_mat(mat_diag(c->pool, x));
}

static struct value turn(struct check *c, const struct ast *a,
                         const struct value *v, enum op op)
{
    (void)op;
    if (vec_is_zero(vec_of_value(v[0]))) {
        diag_error(c->diags, a->child[0]->place, "the axis is zero");
        return value_none();
    }
    return value_mat(rotation_turn(c->pool, vec_of_value(v[0]), v[1].x[0]));
}

static struct value rotvec(struct check *c, const struct ast *a,
                           const struct value *v, enum op op)
{
    (void)a, (void)op;
    return value_mat(rotation_exp(c->pool, vec_of_value(v[0])));
}

/* Warns of a constant quaternion that is not a unit quaternion. */
static bool check_length(struct check *c, const struct ast *a,
                         const struct expr *const q[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++) {
        double x = expr_is_const(q[i]) ? number_double(q[i]->number) : NAN;
        square += x * x;
    }
    if (square == 0)
        diag_error(c->diags, a->place, "the quaternion is zero");
    else if (fabs(square - 1) > 1e-6)
        diag_warning(c->diags, a->place,
                     "the quaternion's length is %g; it is divided by it",
                     sqrt(square));
    return square != 0;
}

static struct value quaternion(struct check *c, const struct ast *a,
                               const struct value *v, enum op op)
{
    (void)op;
    const struct expr *q[4] = {v[0].x[0], v[1].x[0], v[2].x[0], v[3].x[0]};
    return check_length(c, a, q) ? value_mat(rotation_quat(c->pool, q))
                                 : value_none();
}

static struct value euler(struct check *c, const struct ast *a,
                          const struct value *v, enum op op)
{
    (void)op;
    struct mat m;
    const struct expr *angle[3] = {v[1].x[0], v[2].x[0], v[3].x[0]};
    const struct ast *axes = a->child[0];
    if ((axes->kind == AST_NAME || axes->kind == AST_NUMBER) &&
        rotation_euler(c->pool, axes->name, angle, &m))
        return value_mat(m);
    diag_error(c->diags, axes->place, "not an axis sequence");
    diag_hint(c->diags, "one of xyz xzy yxz yzx zxy zyx "
                        "xyx xzx yxy yzy zxz zyz, or 123 ... 323");
    return value_none();
}

/* scale * diag(a, b, c) */
static struct value body(struct check *c, const struct expr *scale,
                         const struct expr *x, const struct expr *y,
                         const struct expr *z)
{
    struct mat m = mat_diag(c->pool, (struct vec){{x, y, z}});
    return value_mat(mat_scale(c->pool, scale, m));
}

/* mass, edges along the axes */
static struct value box(struct check *c, const struct ast *a,
                        const struct value *v, enum op op)
{
    (void)a, (void)op;
    struct pool *p = c->pool;
    const struct expr *s[3];
    for (int i = 0; i < 3; i++)
        s[i] = expr_power(p, v[i + 1].x[0], 2);
    const struct expr *mass = expr_mul(p, expr_fraction(p, 1, 12), v[0].x[0]);
    const struct expr *x = expr_add(p, s[1], s[2]);
    const struct expr *y = expr_add(p, s[0], s[2]);
    return body(c, mass, x, y, expr_add(p, s[0], s[1]));
}

/* mass, radius, length along axis 3 */
static struct value cylinder(struct check *c, const struct ast *a,
                             const struct value *v, enum op op)
{
    (void)a, (void)op;
    struct pool *p = c->pool;
    const struct expr *r = expr_power(p, v[1].x[0], 2);
    const struct expr *l = expr_power(p, v[2].x[0], 2);
    const struct expr *side = expr_add(p, expr_mul(p, expr_int(p, 3), r), l);
    const struct expr *mass = expr_mul(p, expr_fraction(p, 1, 12), v[0].x[0]);
    return body(c, mass, side, side, expr_mul(p, expr_int(p, 6), r));
}

/* mass, radius */
static struct value sphere(struct check *c, const struct ast *a,
                           const struct value *v, enum op op)
{
    (void)a, (void)op;
    struct pool *p = c->pool;
    const struct expr *r = expr_power(p, v[1].x[0], 2);
    return body(c, expr_mul(p, expr_fraction(p, 2, 5), v[0].x[0]), r, r, r);
}

/* m (r.r 1 - r r'): what a shift by r adds */
static struct value steiner(struct check *c, const struct ast *a,
                            const struct value *v, enum op op)
{
    (void)a, (void)op;
    struct pool *p = c->pool;
    struct vec r = vec_of_value(v[1]);
    const struct expr *square = vec_dot(p, r, r);
    struct mat m = mat_scale(p, square, mat_identity(p));
    struct mat outer = mat_outer(p, r, r);
    m = mat_add(p, m, mat_scale(p, expr_int(p, -1), outer));
    return value_mat(mat_scale(p, v[0].x[0], m));
}

/* -- the table --------------------------------------------------------------
 */

static const struct builtin {
    const char *name, *shapes;
    make_value *make;
    enum op op;
    const char *called; /* "axis, angle" */
} builtins[] = {
#define BUILTIN(name, shapes, make, op, called)                                \
    {#name, shapes, make, op, called},
#include "model/builtins.def"
#undef BUILTIN
};

enum { BUILTINS = sizeof builtins / sizeof *builtins, MOST_ARGUMENTS = 4 };

bool is_builtin(const char *name)
{
    for (int i = 0; i < BUILTINS; i++)
        if (!strcmp(builtins[i].name, name))
            return true;
    return false;
}

/* Those that came when there were specs already. */
bool builtin_gives_way(const char *name)
{
    return !strcmp(name, "saturate") || !strcmp(name, "derivative");
}

void builtin_offer(struct nearest *near)
{
    for (int i = 0; i < BUILTINS; i++)
        nearest_offer(near, builtins[i].name);
}

static bool fits(char shape, const struct value *v)
{
    int n = shape == 'v' ? 3 : shape == 'm' ? 9 : 1;
    return shape == 'a' || v->n == n;
}

/* The number of arguments, from the first, whose shapes fit. */
static int fitting(const struct builtin *b, const struct value *v)
{
    int i = 0;
    while (b->shapes[i] && fits(b->shapes[i], &v[i]))
        i++;
    return i;
}

/* The way to call it that fits best; *count is how far it fits. */
static const struct builtin *select_builtin(const struct ast *a,
                                            const struct value *v, int *count)
{
    const struct builtin *best = NULL;
    *count = -1;
    for (int i = 0; i < BUILTINS; i++) {
        const struct builtin *b = &builtins[i];
        if (strcmp(b->name, a->name) || (int)strlen(b->shapes) != a->n)
            continue;
        int n = fitting(b, v);
        if (n > *count) {
            *count = n;
            best = b;
        }
    }
    return best;
}

/* What its first argument is. */
static char first_shape(const char *name)
{
    for (int i = 0; i < BUILTINS; i++)
        if (!strcmp(builtins[i].name, name))
            return builtins[i].shapes[0];
    return '\0';
}

/* In a polynomial x is its variable, whatever else it may be. */
static struct value evaluate_polynomial(struct check *c, const struct ast *a)
{
    const struct expr *outer = c->variable;
    c->variable = root_variable(c->pool);
    struct value v = evaluate(c, a);
    c->variable = outer;
    return v;
}

/* False if an argument was reported. */
static bool evaluate_arguments(struct check *c, const struct ast *a,
                               struct value *v)
{
    bool known = true;
    for (int i = 0; i < a->n; i++) {
        const struct ast *e = a->child[i];
        char shape = i == 0 ? first_shape(a->name) : 's';
        if (shape == 'a')
            continue;
        if (e->kind == AST_OPTION) {
            diag_error(c->diags, e->place, "'%s' takes no options", a->name);
            known = false;
        } else {
            v[i] = shape == 'p' ? evaluate_polynomial(c, e) : evaluate(c, e);
            known = known && v[i].n;
        }
    }
    return known;
}

/* The ways to call it that differ in more than shapes: "turn(axis, angle)". */
static const char *usage(struct check *c, const char *name)
{
    struct text t = text_new(c->arena);
    for (int i = 0; i < BUILTINS; i++) {
        const struct builtin *b = &builtins[i];
        bool again = i > 0 && !strcmp(b->name, b[-1].name) &&
                     !strcmp(b->called, b[-1].called);
        if (!strcmp(b->name, name) && !again)
            text_print(&t, "%s%s(%s)", t.length ? " or " : "", name, b->called);
    }
    return text_chars(&t);
}

static void report_count(struct check *c, const struct ast *a)
{
    struct text t = text_new(c->arena);
    for (int i = 0; i < BUILTINS; i++) {
        const struct builtin *b = &builtins[i];
        int n = (int)strlen(b->shapes);
        bool again = i > 0 && !strcmp(b->name, b[-1].name) &&
                     strlen(b[-1].shapes) == strlen(b->shapes);
        if (!strcmp(b->name, a->name) && !again)
            text_print(&t, "%s%d", t.length ? " or " : "", n);
    }
    diag_error(c->diags, a->place, "'%s' takes %s argument%s, not %d", a->name,
               text_chars(&t), strcmp(text_chars(&t), "1") ? "s" : "", a->n);
    diag_hint(c->diags, "%s", usage(c, a->name));
}

static bool count_is_known(const struct ast *a)
{
    for (int i = 0; i < BUILTINS; i++)
        if (!strcmp(builtins[i].name, a->name) &&
            (int)strlen(builtins[i].shapes) == a->n)
            return true;
    return false;
}

static void report_unknown(struct check *c, const struct ast *a)
{
    const struct entry *known = memo_find(&c->known, a->name);
    struct nearest near = nearest_to(a->name);
    builtin_offer(&near);
    diag_error(c->diags, a->name_place, "unknown function '%s'", a->name);
    if (!strcmp(a->name, "sign") || !strcmp(a->name, "sgn"))
        diag_hint(c->diags, "the sign of x is `if(x < 0, -1, 1)`");
    else if (!strcmp(a->name, "file"))
        diag_hint(c->diags, "a file is the whole signal of an input, `input u "
                            "= file(\"name.csv\")`");
    else if (!strcmp(a->name, "transpose"))
        diag_hint(c->diags, "a transpose is R'");
    else if (known && known->value.n > 1)
        diag_hint(c->diags, "a component is %s[%s]", a->name,
                  known->value.n == 3 ? "1" : "1,2");
    else if (known && known->value.n == 1)
        diag_hint(c->diags, "a product needs '*'");
    else if (near.best)
        diag_hint(c->diags, "did you mean '%s'?", near.best);
}

struct value evaluate_call(struct check *c, const struct ast *a)
{
    struct value v[MOST_ARGUMENTS] = {{0}};
    int count;
    if (!is_builtin(a->name)) {
        report_unknown(c, a);
        return value_none();
    }
    if (!count_is_known(a)) {
        report_count(c, a);
        return value_none();
    }
    if (!evaluate_arguments(c, a, v))
        return value_none();
    const struct builtin *b = select_builtin(a, v, &count);
    if (count == a->n)
        return value_finite(c, a, b->make(c, a, v, b->op),
                            "the function has no finite value here");
    const char shape = b->shapes[count];
    diag_error(c->diags, a->child[count]->place, "%s where %s is expected",
               shape_name(v[count].n),
               shape_name(shape == 'v'   ? 3
                          : shape == 'm' ? 9
                                         : 1));
    diag_hint(c->diags, "%s", usage(c, a->name));
    return value_none();
}
