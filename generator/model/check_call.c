/* SPDX-License-Identifier: MIT
 *
 * Calls of the language's functions, by the table builtins.def; and rotation
 * matrices (body to space) from what people state them by.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* -- rotations --------------------------------------------------------------
 */

/* p + s S(n) + k n n' */
static struct mat combine(struct pool *p, expr one, expr s, expr k,
                          struct vec n)
{
    struct mat a = mat_scale(p, one, mat_identity(p));
    struct mat b = mat_scale(p, s, mat_skew(p, n));
    struct mat c = mat_scale(p, k, mat_outer(p, n, n));
    return mat_add(p, mat_add(p, a, b), c);
}

/* About an axis n, which enters through n n'/|n|^2 and n/|n|, so that a root is
 * taken only where it is needed. */
static struct value turn(struct check *c, const struct ast *a, struct vec n,
                         expr angle)
{
    struct pool *p = c->pool;
    if (vec_is_zero(n))
        return refuse(c, a->child[0]->place, NULL, "the axis is zero");
    expr square = vec_dot(p, n, n);
    expr cosine = expr_unary(p, OP_COS, angle);
    expr sine = expr_unary(p, OP_SIN, angle);
    expr s = expr_div(p, sine, expr_unary(p, OP_SQRT, square));
    expr k = expr_div(p, expr_sub(p, expr_int(p, 1), cosine), square);
    return value_mat(combine(p, cosine, s, k, n));
}

static struct mat rotation_exp(struct pool *p, struct vec v)
{
    expr z = vec_dot(p, v, v);
    expr c[3];
    for (int k = 0; k < 3; k++)
        c[k] = expr_stumpff(p, k, z);
    return combine(p, c[0], c[1], c[2], v);
}

struct mat rotation_quat(struct pool *p, const expr q[4])
{
    struct vec v = {{q[1], q[2], q[3]}};
    expr vv = vec_dot(p, v, v), ww = expr_power(p, q[0], 2);
    expr r = expr_div(p, expr_int(p, 1), expr_add(p, ww, vv));
    expr two = expr_scale(p, number_int(pool_arena(p), 2), r);
    expr cosine = expr_mul(p, expr_sub(p, ww, vv), r);
    return combine(p, cosine, expr_mul(p, two, q[0]), two, v);
}

/* The row of 4 q q' with the largest diagonal entry, which is at least 1, for
 * the unit quaternion q of R; its first entry is not negative.  S. Shepperd, J.
 * Guidance and Control 1 (1978) 223-224. */
static void quaternion_row(struct pool *p, struct mat R, expr row[4])
{
    expr one = expr_int(p, 1), zero = expr_int(p, 0);
    expr k[4][4], largest;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        expr rest = expr_add(p, R.x[4 * j], R.x[4 * l]);
        k[1 + i][1 + i] = expr_sub(p, expr_add(p, one, R.x[4 * i]), rest);
        k[0][1 + i] = k[1 + i][0] = expr_sub(p, R.x[3 * l + j], R.x[3 * j + l]);
        k[1 + j][1 + l] = k[1 + l][1 + j] =
            expr_add(p, R.x[3 * l + j], R.x[3 * j + l]);
    }
    k[0][0] =
        expr_add(p, expr_add(p, one, R.x[0]), expr_add(p, R.x[4], R.x[8]));
    largest = k[0][0];
    for (int n = 0; n < 4; n++)
        row[n] = k[0][n];
    for (int i = 1; i < 4; i++) {
        expr better = expr_binary(p, OP_LT, largest, k[i][i]);
        for (int n = 0; n < 4; n++)
            row[n] = expr_select(p, better, k[i][n], row[n]);
        largest = expr_select(p, better, k[i][i], largest);
    }
    expr other = expr_binary(p, OP_LT, row[0], zero);
    for (int n = 0; n < 4; n++)
        row[n] = expr_select(p, other, expr_neg(p, row[n]), row[n]);
}

/* v = 2 atan2(|k|, k0)/|k| k of a multiple (k0, k) of the quaternion, k0 >= 1
 * near k = 0; there by the series in y = |k|^2/k0^2, right to 1e-18 y^3. */
static struct vec rotation_log(struct pool *p, struct mat R)
{
    expr row[4], one = expr_int(p, 1);
    quaternion_row(p, R, row);
    struct vec k = {{row[1], row[2], row[3]}};
    expr square = vec_dot(p, k, k);
    expr far = expr_binary(p, OP_LT, expr_fraction(p, 1, 1000000), square);
    expr length = expr_unary(p, OP_SQRT, expr_select(p, far, square, one));
    expr angle = expr_binary(p, OP_ATAN2, length, row[0]);
    expr k0 = expr_select(p, far, one, row[0]);
    expr y = expr_div(p, square, expr_power(p, k0, 2));
    expr series =
        expr_sub(p, expr_mul(p, expr_fraction(p, 1, 5), expr_power(p, y, 2)),
                 expr_mul(p, expr_fraction(p, 1, 3), y));
    series = expr_div(p, expr_add(p, one, series), k0);
    expr ratio = expr_select(p, far, expr_div(p, angle, length), series);
    return vec_scale(p, expr_add(p, ratio, ratio), k);
}

static struct mat about_axis(struct pool *p, int axis, expr angle)
{
    expr cosine = expr_unary(p, OP_COS, angle);
    expr sine = expr_unary(p, OP_SIN, angle);
    expr k = expr_sub(p, expr_int(p, 1), cosine);
    return combine(p, cosine, sine, k, vec_unit(p, axis));
}

double rotation_fault(struct pool *p, struct mat a)
{
    struct mat square = mat_mul(p, mat_transpose(a), a);
    double worst = 0;
    for (int i = 0; i < 9; i++) {
        expr x = expr_sub(p, square.x[i], expr_int(p, i % 4 == 0));
        double size =
            expr_is_const(x) ? fabs(number_double(x->number)) : INFINITY;
        worst = size > worst ? size : worst;
    }
    return worst;
}

bool rotation_reflects(struct pool *p, struct mat m)
{
    expr volume = mat_det(p, m);
    return expr_is_const(volume) && number_sign(volume->number) < 0;
}

/* Newton's iteration for the orthogonal polar factor, A <- (A + A^-T)/2: from
 * a fault of 1e-6 six steps are beyond 256 bits.  Fractions would grow with
 * every one. */
struct mat rotation_nearest(struct pool *p, struct mat a)
{
    expr half = expr_fraction(p, 1, 2);
    for (int i = 0; i < 9; i++)
        a.x[i] = expr_number(p, number_real(pool_arena(p), a.x[i]->number));
    for (int i = 0; i < 6; i++)
        a = mat_scale(p, half, mat_add(p, a, mat_transpose(mat_inverse(p, a))));
    return a;
}

/* -- values of the table ----------------------------------------------------
 */

static struct value root(struct check *c, const struct ast *a,
                         const struct value *v)
{
    struct root found = root_find(c->pool, v[0].x[0], v[1].x[0]);
    if (found.value)
        return value_scalar(expr_number(c->pool, found.value));
    return refuse(c, a->child[found.argument]->place, found.hint, "%s",
                  found.fault);
}

static struct value choice(struct pool *p, const struct value *v)
{
    struct value y = {.n = v[1].n};
    for (int i = 0; i < y.n; i++)
        y.x[i] = expr_select(p, v[0].x[0], v[1].x[i], v[2].x[i]);
    return y;
}

/* Each component. */
static struct value saturation(struct check *c, const struct ast *a,
                               const struct value *v)
{
    expr low = v[1].x[0], high = v[2].x[0];
    struct value y = {.n = v[0].n};
    if (expr_is_const(low) && expr_is_const(high) &&
        number_compare(low->number, high->number) > 0)
        diag_warning(c->diags, a->place,
                     "the lower bound is above the upper one");
    for (int i = 0; i < y.n; i++) {
        expr x = expr_binary(c->pool, OP_MAX, v[0].x[i], low);
        y.x[i] = expr_binary(c->pool, OP_MIN, x, high);
    }
    return y;
}

static struct value rotation_vector(struct check *c, const struct ast *a,
                                    struct mat R)
{
    const struct place place = a->child[0]->place;
    double fault = rotation_fault(c->pool, R);
    if (fault > 1e-6 && isfinite(fault)) /* infinite: it is no constant */
        return refuse(c, place, NULL,
                      "not a rotation: an entry of R'R is off by %g", fault);
    if (rotation_reflects(c->pool, R))
        return refuse(c, place, NULL,
                      "not a rotation: it reflects, its determinant is -1");
    return value_vec(rotation_log(c->pool, R));
}

/* Warns of a constant quaternion that is not a unit quaternion. */
static bool check_length(struct check *c, const struct ast *a, const expr q[4])
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
                               const struct value *v)
{
    expr q[4] = {v[0].x[0], v[1].x[0], v[2].x[0], v[3].x[0]};
    return check_length(c, a, q) ? value_mat(rotation_quat(c->pool, q))
                                 : value_none();
}

/* Axes such as "zxz" or "313". */
static struct value euler(struct check *c, const struct ast *a,
                          const struct value *v)
{
    const struct ast *axes = a->child[0];
    bool is_text = axes->kind == AST_NAME || axes->kind == AST_NUMBER;
    bool is_known = is_text && strlen(axes->name) == 3;
    char first = is_text && *axes->name >= 'x' ? 'x' : '1';
    struct mat m = mat_identity(c->pool);
    for (int i = 0; is_known && i < 3; i++) {
        const char *name = axes->name + i;
        is_known = *name >= first && *name <= first + 2 &&
                   (i == 0 || name[0] != name[-1]);
        if (is_known)
            m = mat_mul(c->pool, m,
                        about_axis(c->pool, *name - first, v[i + 1].x[0]));
    }
    return is_known ? value_mat(m)
                    : refuse(c, axes->place,
                             "one of xyz xzy yxz yzx zxy zyx "
                             "xyx xzx yxy yzy zxz zyz, or 123 ... 323",
                             "not an axis sequence");
}

/* scale * diag(a, b, c) */
static struct value body(struct pool *p, expr scale, expr x, expr y, expr z)
{
    struct mat m = mat_diag(p, (struct vec){{x, y, z}});
    return value_mat(mat_scale(p, scale, m));
}

/* mass, edges along the axes */
static struct value box(struct pool *p, const struct value *v)
{
    expr s[3];
    for (int i = 0; i < 3; i++)
        s[i] = expr_power(p, v[i + 1].x[0], 2);
    expr mass = expr_mul(p, expr_fraction(p, 1, 12), v[0].x[0]);
    expr x = expr_add(p, s[1], s[2]);
    expr y = expr_add(p, s[0], s[2]);
    return body(p, mass, x, y, expr_add(p, s[0], s[1]));
}

/* mass, radius, length along axis 3 */
static struct value cylinder(struct pool *p, const struct value *v)
{
    expr r = expr_power(p, v[1].x[0], 2);
    expr l = expr_power(p, v[2].x[0], 2);
    expr side = expr_add(p, expr_mul(p, expr_int(p, 3), r), l);
    expr mass = expr_mul(p, expr_fraction(p, 1, 12), v[0].x[0]);
    return body(p, mass, side, side, expr_mul(p, expr_int(p, 6), r));
}

/* mass, radius */
static struct value sphere(struct pool *p, const struct value *v)
{
    expr r = expr_power(p, v[1].x[0], 2);
    return body(p, expr_mul(p, expr_fraction(p, 2, 5), v[0].x[0]), r, r, r);
}

/* m (r.r 1 - r r'): what a shift by r adds */
static struct value steiner(struct pool *p, expr mass, struct vec r)
{
    expr square = vec_dot(p, r, r);
    struct mat m = mat_scale(p, square, mat_identity(p));
    struct mat outer = mat_outer(p, r, r);
    m = mat_add(p, m, mat_scale(p, expr_int(p, -1), outer));
    return value_mat(mat_scale(p, mass, m));
}

/* -- the table --------------------------------------------------------------
 */

enum builtin_code {
#define BUILTIN(code, ...) CALL_##code,
#include "model/builtins.def"
#undef BUILTIN
};

static const struct builtin {
    enum builtin_code code;
    const char *name, *shapes, *called; /* "axis, angle" */
} builtins[] = {
#define BUILTIN(code, name, shapes, called, value)                             \
    {CALL_##code, #name, shapes, called},
#include "model/builtins.def"
#undef BUILTIN
    {0}};

enum { MOST_ARGUMENTS = 4 };

/* Arguments that are not there are of no shape. */
static struct value make(struct check *c, const struct ast *a,
                         const struct value *v, enum builtin_code code)
{
    struct pool *p = c->pool;
    const struct vec u = v[0].vec, w = v[1].vec;
    expr x = v[0].x[0], y = v[1].x[0], z = v[2].x[0];
    switch (code) {
#define BUILTIN(code, name, shapes, called, value)                             \
    case CALL_##code:                                                          \
        return value;
#include "model/builtins.def"
#undef BUILTIN
    }
    return value_none();
}

/* The first way to call it, or NULL; the others follow. */
static const struct builtin *find_builtin(const char *name)
{
    const struct builtin *b = builtins;
    while (b->name && strcmp(b->name, name) != 0)
        b++;
    return b->name ? b : NULL;
}

static const struct builtin *next_way(const struct builtin *b)
{
    return b[1].name && !strcmp(b[1].name, b->name) ? b + 1 : NULL;
}

bool is_builtin(const char *name)
{
    return find_builtin(name) != NULL;
}

/* Those that came when there were specs already. */
bool builtin_gives_way(const char *name)
{
    return !strcmp(name, "saturate") || !strcmp(name, "derivative");
}

void builtin_offer(struct nearest *near)
{
    for (const struct builtin *b = builtins; b->name; b++)
        nearest_offer(near, b->name);
}

static int size_of(char shape)
{
    return shape == 'v' ? 3 : shape == 'm' ? 9 : 1;
}

/* The way to call it that fits best; *count is how many arguments, from the
 * first, fit.  NULL: none takes so many. */
static const struct builtin *select_way(const struct builtin *b,
                                        const struct ast *a,
                                        const struct value *v, int *count)
{
    const struct builtin *best = NULL;
    *count = -1;
    for (; b; b = next_way(b)) {
        int n = 0;
        if ((int)strlen(b->shapes) != a->n)
            continue;
        while (n < a->n &&
               (b->shapes[n] == 'a' || v[n].n == size_of(b->shapes[n])))
            n++;
        if (n > *count) {
            *count = n;
            best = b;
        }
    }
    return best;
}

/* In a polynomial x is its variable, whatever else it may be. */
static struct value evaluate_polynomial(struct check *c, const struct ast *a)
{
    expr outer = c->variable;
    c->variable = root_variable(c->pool);
    struct value v = evaluate(c, a);
    c->variable = outer;
    return v;
}

/* False if an argument was reported; `first` is the shape of the first one. */
static bool evaluate_arguments(struct check *c, const struct ast *a, char first,
                               struct value *v)
{
    bool known = true;
    for (int i = 0; i < a->n; i++) {
        const struct ast *e = a->child[i];
        char shape = i == 0 ? first : 's';
        if (shape == 'a')
            continue;
        if (e->kind == AST_OPTION)
            refuse(c, e->place, NULL, "'%s' takes no options", a->name);
        else
            v[i] = shape == 'p' ? evaluate_polynomial(c, e) : evaluate(c, e);
        known = known && v[i].n;
    }
    return known;
}

/* The ways to call it that differ in more than shapes: "turn(axis, angle)". */
static const char *usage(struct check *c, const struct builtin *b)
{
    struct text t = text_new(c->arena);
    for (const struct builtin *before = NULL; b; before = b, b = next_way(b))
        if (!before || strcmp(b->called, before->called) != 0)
            text_print(&t, "%s%s(%s)", before ? " or " : "", b->name,
                       b->called);
    return text_chars(&t);
}

static struct value refuse_count(struct check *c, const struct ast *a,
                                 const struct builtin *first)
{
    struct text t = text_new(c->arena);
    size_t before = 0;
    for (const struct builtin *b = first; b; b = next_way(b)) {
        size_t n = strlen(b->shapes);
        if (n != before)
            text_print(&t, "%s%zu", before ? " or " : "", n);
        before = n;
    }
    return refuse(c, a->place, usage(c, first),
                  "'%s' takes %s argument%s, not %d", a->name, text_chars(&t),
                  strcmp(text_chars(&t), "1") ? "s" : "", a->n);
}

static struct value refuse_unknown(struct check *c, const struct ast *a)
{
    static const char *const hints[][2] = {
        {"sign", "the sign of x is `if(x < 0, -1, 1)`"},
        {"sgn", "the sign of x is `if(x < 0, -1, 1)`"},
        {"file", "a file is the whole signal of an input, `input u "
                 "= file(\"name.csv\")`"},
        {"transpose", "a transpose is R'"},
    };
    const struct entry *known = memo_find(&c->known, a->name);
    const char *hint = NULL;
    struct nearest near = nearest_to(a->name);
    builtin_offer(&near);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (!strcmp(hints[i][0], a->name))
            hint = hints[i][1];
    if (!hint && known && known->value.n > 1)
        hint = text_format(c->arena, "a component is %s[%s]", a->name,
                           known->value.n == 3 ? "1" : "1,2");
    else if (!hint && known && known->value.n == 1)
        hint = "a product needs '*'";
    else if (!hint && near.best)
        hint = text_format(c->arena, "did you mean '%s'?", near.best);
    return refuse(c, a->name_place, hint, "unknown function '%s'", a->name);
}

struct value evaluate_call(struct check *c, const struct ast *a)
{
    struct value v[MOST_ARGUMENTS] = {{0}};
    const struct builtin *first = find_builtin(a->name);
    int count;
    if (!first)
        return refuse_unknown(c, a);
    if (!select_way(first, a, v, &count))
        return refuse_count(c, a, first);
    if (!evaluate_arguments(c, a, *first->shapes, v))
        return value_none();
    const struct builtin *way = select_way(first, a, v, &count);
    if (count == a->n)
        return value_finite(c, a, make(c, a, v, way->code),
                            "the function has no finite value here");
    return refuse(c, a->child[count]->place, usage(c, first),
                  "%s where %s is expected", shape_name(v[count].n),
                  shape_name(size_of(way->shapes[count])));
}
