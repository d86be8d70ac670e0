/* SPDX-License-Identifier: MIT
 *
 * Messages about values; rotation matrices (body to space) from the usual ways
 * to give a rotation; the functions of the language, in the table builtins.def.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

const char *line_hint(struct check *c, const char *subject, struct place place)
{
    int line, column;
    place_find(place, &line, &column);
    return text_format(c->arena, "%s in line %d", subject, line);
}

struct value value_finite(struct check *c, syntax a, struct value v,
                          const char *otherwise)
{
    for (int i = 0; i < v.n; i++)
        if (v.x[i]->op == OP_UNDEFINED)
            return refuse(c, a->place, NULL, "%s", otherwise);
    return v;
}

/* -- rotations ------------------------------------------------------------- */

/* The rotation about an axis n.  It uses only n n'/|n|^2 and n/|n|, so that a
 * root is taken only where it is needed. */
static struct mat rotation_turn(struct pool *p, struct vec n, expr angle)
{
    expr square = vec_dot(p, n, n), one = expr_int(p, 1);
    expr cosine = expr_unary(p, OP_COS, angle);
    expr sine = expr_unary(p, OP_SIN, angle);
    expr s = expr_div(p, sine, expr_unary(p, OP_SQRT, square));
    expr k = expr_div(p, expr_sub(p, one, cosine), square);
    return rotation_about(p, cosine, s, k, n);
}

static struct mat rotation_exp(struct pool *p, struct vec v)
{
    expr z = vec_dot(p, v, v);
    expr c[3];
    for (int k = 0; k < 3; k++)
        c[k] = expr_stumpff(p, k, z);
    return rotation_about(p, c[0], c[1], c[2], v);
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

/* v = 2 atan2(|k|, k0)/|k| k for a multiple (k0, k) of the quaternion; near k =
 * 0, where k0 >= 1, by a series in y = |k|^2/k0^2 with the error y^3/7. */
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

/* -- values of functions --------------------------------------------------- */

struct value value_power(struct check *c, syntax a, struct value l,
                         struct value r)
{
    if (l.n != 1 || r.n != 1)
        return refuse(c, a->place, "base and exponent must be scalars",
                      "a power of %s to %s", shape_name(value_shape(l)),
                      shape_name(value_shape(r)));
    expr y = expr_binary(c->pool, OP_POWER, l.x[0], r.x[0]);
    return value_finite(c, a, value_scalar(y), "the power has no finite value");
}

/* Warns of angles that look like degrees, if the n components of the angle are
 * known with the params at their defaults. */
static void warn_degrees(struct check *c, syntax a, int n, const expr *part)
{
    double square = 0;
    struct value x = value_from(n, part);
    if (!c->outside)
        x = model_at_defaults(c->model, x);
    for (int i = 0; i < n; i++)
        square +=
            expr_is_const(x.x[i]) ? pow(number_double(x.x[i]->number), 2) : NAN;
    const double turns = sqrt(square) / 6.283185307179586;
    if (turns > 1 + 1e-9 && isfinite(turns)) {
        diag_warning(
            c->diags, a->place,
            "an angle of %.6g rad is %.3g turns; angles are in radians",
            sqrt(square), turns);
        diag_hint(c->diags, "90 degrees are deg(90)");
    }
}

/* Radians from degrees. */
static expr degrees(struct pool *p, expr x)
{
    expr turn = expr_number(p, number_pi(pool_arena(p)));
    return expr_mul(p, x, expr_div(p, turn, expr_int(p, 180)));
}

/* (M + M')/2 */
static struct mat symmetric(struct pool *p, struct mat M)
{
    return mat_scale(p, expr_fraction(p, 1, 2),
                     mat_add(p, M, mat_transpose(M)));
}

static struct value rotvec(struct check *c, syntax a, struct vec v)
{
    warn_degrees(c, a->child[0], 3, v.x);
    return value_mat(rotation_exp(c->pool, v));
}

static struct value turn(struct check *c, syntax a, struct vec n, expr angle)
{
    warn_degrees(c, a->child[1], 1, &angle);
    return vec_is_zero(n)
               ? refuse(c, a->child[0]->place, NULL, "the axis is zero")
               : value_mat(rotation_turn(c->pool, n, angle));
}

static struct value root(struct check *c, syntax a, const struct value *v)
{
    struct root found = root_find(c->pool, v[0].x[0], v[1].x[0]);
    if (found.value)
        return value_scalar(expr_number(c->pool, found.value));
    return refuse(c, a->child[found.argument]->place, found.hint, "%s",
                  found.fault);
}

static struct value choice(struct pool *p, const struct value *v)
{
    struct value y = v[1];
    for (int i = 0; i < y.n; i++)
        y.x[i] = expr_select(p, v[0].x[0], v[1].x[i], v[2].x[i]);
    return y;
}

/* Applies the bounds to each component. */
static struct value saturation(struct check *c, syntax a, const struct value *v)
{
    expr low = v[1].x[0], high = v[2].x[0];
    struct value y = v[0];
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

static struct value rotation_vector(struct check *c, syntax a, struct mat R)
{
    const struct place place = a->child[0]->place;
    double fault = rotation_fault(c->pool, R);
    if (fault > 1e-6 && isfinite(fault)) /* infinite: not a constant */
        return refuse(c, place, NULL,
                      "not a rotation: an entry of R'R is off by %g", fault);
    if (rotation_reflects(c->pool, R))
        return refuse(c, place, NULL,
                      "not a rotation: it reflects, its determinant is -1");
    return value_vec(rotation_log(c->pool, R));
}

/* A constant quaternion may not be 0; a warning if its length is not 1. */
static struct value quaternion(struct check *c, syntax a, const struct value *v)
{
    const expr q[4] = {v[0].x[0], v[1].x[0], v[2].x[0], v[3].x[0]};
    double square = 0;
    for (int i = 0; i < 4; i++) {
        double x = expr_is_const(q[i]) ? number_double(q[i]->number) : NAN;
        square += x * x;
    }
    if (square == 0)
        return refuse(c, a->place, NULL, "the quaternion is zero");
    if (fabs(square - 1) > 1e-6)
        diag_warning(c->diags, a->place,
                     "the quaternion has length %g; it is normalized",
                     sqrt(square));
    return value_mat(rotation_quat(c->pool, q));
}

/* Rotations about axes such as "zxz" or "313". */
static struct value euler(struct check *c, syntax a, const struct value *v)
{
    syntax axes = a->child[0];
    const bool is_text = axes->kind == AST_NAME || axes->kind == AST_NUMBER;
    const char *name = is_text ? axes->name : "";
    const char first = *name >= 'x' ? 'x' : '1';
    bool is_known = strlen(name) == 3;
    struct mat m = mat_identity(c->pool);
    for (int i = 0; is_known && i < 3; i++) {
        const int axis = name[i] - first;
        is_known = axis >= 0 && axis < 3 && (i == 0 || name[i] != name[i - 1]);
        warn_degrees(c, a->child[i + 1], 1, v[i + 1].x);
        if (is_known)
            m = mat_mul(
                c->pool, m,
                rotation_turn(c->pool, vec_unit(c->pool, axis), v[i + 1].x[0]));
    }
    return is_known ? value_mat(m)
                    : refuse(c, axes->place,
                             "one of xyz xzy yxz yzx zxy zyx "
                             "xyx xzx yxy yzy zxz zyz, or 123 ... 323",
                             "not an axis sequence");
}

/* Adds the contribution of the signals' slopes to the derivative, in memory.
 * Emitted code holds inputs: a warning, printed once. */
static void add_slopes(struct check *c, syntax a, const struct value *v,
                       struct value *out)
{
    const struct model *m = c->model;
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        for (int k = 0; k < f->signal.n; k++) {
            if (!expr_depends(c->pool, v->n, v->x, f->symbol[k]))
                continue;
            const expr slope = series_slope(c, f->signal.x[k]);
            if (!c->slopes.reported && !expr_is_zero(slope)) {
                diag_warning(c->diags, a->place,
                             "only runs in memory use the slope of '%s'; it is "
                             "0 in emitted code and --hold, which hold inputs",
                             f->name);
                diag_hint(c->diags,
                          "to give emitted code the slope, declare an input "
                          "for it, such as `input %s_rate%s`",
                          f->name,
                          f->n > 1 ? text_format(c->arena, "[%d]", f->n) : "");
                c->slopes.reported = true;
            }
            if (c->additions->inputs != INPUTS_SIGNALS)
                continue;
            c->needs |= model_uses(c->pool, 1, &slope) & USES_ANY;
            expr part[VALUE_NUMBERS];
            expr_diff_along(c->pool, v->n, v->x, 1, &f->symbol[k], &slope,
                            part);
            for (int j = 0; j < v->n; j++)
                out->x[j] = expr_add(c->pool, out->x[j], part[j]);
        }
    }
}

/* Reads the rates of the wheels and states that a value depends on, and adds
 * the dependences of these rates to `needs`; false with a message. */
static bool read_rates(struct check *c, syntax a, struct value v,
                       unsigned *needs)
{
    struct model *m = c->model;
    for (int i = 0; i < m->extras; i++) {
        struct model_part *e = &m->extra[i];
        const int errors = c->diags->errors;
        for (int k = 0; k < e->field.n; k++) {
            if (!expr_depends(c->pool, v.n, v.x, e->field.symbol[k]))
                continue;
            if (!c->slopes.read_rate(c, e)) {
                if (c->diags->errors > errors)
                    diag_hint(
                        c->diags, "%s",
                        line_hint(c, "its derivative is taken", a->place));
                return false;
            }
            *needs |= model_uses(c->pool, 1, &e->rate[k]) & USES_ANY;
        }
    }
    return true;
}

/* The same for the slip; the statements that cause it must come earlier. */
static bool read_slip(struct check *c, syntax a, unsigned *needs)
{
    const syntax mass = c->statements.first[AST_MASS];
    syntax left = NULL;
    int n = 0;
    for (int i = 0; i < c->file->n; i++) {
        syntax s = c->file->child[i];
        n += s->kind == AST_EXHAUST;
        left = n > c->statements.exhausts && !left ? s : left;
    }
    left = left || !n || c->statements.mass ? left : mass;
    if (left)
        refuse(c, a->place, line_hint(c, "it is", left->place),
               "the rate of x depends on `%s`, which must come first",
               ast_statement(left->kind)->word);
    else
        *needs |= model_uses(c->pool, VECTOR, model_slip(c->model).x);
    return !left;
}

/* Refuses a value that depends on w, L or v: its rate depends on torque and
 * force, which may depend on that rate. */
static struct value derivative(struct check *c, syntax a, struct value v)
{
    const struct model *m = c->model;
    if (c->outside)
        return refuse(c, a->place, NULL, "%s has no derivative", c->subject);
    const unsigned uses = model_uses(m->pool, v.n, v.x);
    unsigned needs =
        (uses & USES_R ? USES_W : 0u) | (uses & USES_X ? (unsigned)USES_V : 0u);
    if (uses & USES_X && !read_slip(c, a, &needs))
        return value_none();
    if (uses & (USES_W | USES_L | USES_V))
        return refuse(c, a->place, NULL,
                      "the derivative of a function of %s would need the %s",
                      uses & USES_W   ? "w"
                      : uses & USES_L ? "L"
                                      : "v",
                      uses & (USES_W | USES_L) ? "torque" : "force");
    if (uses & USES_EXTRA && !read_rates(c, a, v, &needs))
        return value_none();
    if (needs & c->forbidden)
        return refuse(
            c, a->place,
            uses & USES_EXTRA && needs & c->forbidden & USES_W
                ? "a state may follow w if its rate is another state: `state a "
                  "= 0 rate u`, `state u = 0 rate -w[1]`"
                : NULL,
            "%s may not depend on %s, and this derivative does", c->subject,
            use_name(needs & c->forbidden));
    c->needs |= needs;
    struct value out = v;
    model_rate(m, v.n, v.x, out.x);
    add_slopes(c, a, &v, &out);
    return value_finite(c, a, out,
                        "a signal from a file has no second derivative");
}

/* mass and n lengths: m up/down diag(..); entry i is the sum of weight[i][k]
 * times the square of length k */
static struct value solid(struct pool *p, const struct value *v, int n,
                          const long weight[3][3], long up, long down)
{
    struct vec square, diagonal = vec_zero(p);
    for (int k = 0; k < n; k++)
        square.x[k] = expr_power(p, v[k + 1].x[0], 2);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < n; k++) {
            expr part = expr_mul(p, expr_int(p, weight[i][k]), square.x[k]);
            diagonal.x[i] = expr_add(p, diagonal.x[i], part);
        }
    expr scale = expr_mul(p, expr_fraction(p, up, down), v[0].x[0]);
    return value_mat(mat_scale(p, scale, mat_diag(p, diagonal)));
}

/* edges along the axes; radius and length along axis 3; radius */
static const long of_box[3][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
static const long of_cylinder[3][3] = {{3, 1}, {3, 1}, {6, 0}};
static const long of_sphere[3][3] = {{1}, {1}, {1}};

/* m (r.r 1 - r r'): the contribution of a shift by r */
static struct value steiner(struct pool *p, expr mass, struct vec r)
{
    struct mat m = mat_scale(p, vec_dot(p, r, r), mat_identity(p));
    struct mat outer = mat_scale(p, expr_int(p, -1), mat_outer(p, r, r));
    return value_mat(mat_scale(p, mass, mat_add(p, m, outer)));
}

/* The largest component of a vector, or the smallest. */
static expr extreme(struct pool *p, const struct value *v, enum op op)
{
    expr all = v->x[0];
    for (int i = 1; i < v->n; i++)
        all = expr_binary(p, op, all, v->x[i]);
    return all;
}

/* The scalar product of two vectors of one shape. */
static expr dot(struct pool *p, const struct value *a, const struct value *b)
{
    expr term[VALUE_NUMBERS];
    for (int i = 0; i < a->n; i++)
        term[i] = expr_mul(p, a->x[i], b->x[i]);
    return expr_apply(p, OP_SUM, a->n, term);
}

/* -- the table of functions ------------------------------------------------ */

/* Ways to call functions; a way is identified by its line. */
static const struct builtin {
    int line;
    const char *name, *shapes, *called; /* "axis, angle" */
} builtins[] = {
#define BUILTIN(name, shapes, called, value) {__LINE__, #name, shapes, called},
#include "model/builtins.def"
#undef BUILTIN
    {0}};

/* Calls the way in this line.  Missing arguments have n = 0. */
static struct value make(struct check *c, syntax a, const struct value *v,
                         int line)
{
    struct pool *p = c->pool;
    const struct vec u = v[0].vec, w = v[1].vec;
    expr x = v[0].x[0], y = v[1].x[0], z = v[2].x[0];
    switch (line) {
#define BUILTIN(name, shapes, called, value)                                   \
    case __LINE__:                                                             \
        return value;
#include "model/builtins.def"
#undef BUILTIN
    }
    return value_none();
}

const char *builtin_shapes(const char *name)
{
    const struct builtin *b = builtins;
    while (b->name && strcmp(b->name, name) != 0)
        b++;
    return b->shapes;
}

void builtin_offer(struct nearest *near)
{
    for (const struct builtin *b = builtins; b->name; b++)
        nearest_offer(near, b->name);
}

/* The shape of argument i in a way to call a function. */
static int shape_at(const char *shapes, const struct value *v, int i)
{
    const int first = (int)strcspn(shapes, "n");
    return shapes[i] == 'v'   ? VECTOR
           : shapes[i] == 'm' ? SHAPE_MATRIX
           : shapes[i] != 'n' ? 1
           : first < i        ? value_shape(v[first])
                              : SHAPE_ANY; /* except a scalar or a matrix */
}

static bool is_at(const char *shapes, const struct value *v, int i)
{
    const int want = shape_at(shapes, v, i), is = value_shape(v[i]);
    return shapes[i] == 'a' || is == want ||
           (want == SHAPE_ANY && is != 1 && is != SHAPE_MATRIX);
}

/* The ways to call it with different argument names: "turn(axis, angle)". */
static const char *usage(struct check *c, const char *name)
{
    struct text t = text_new(c->arena);
    const char *before = NULL;
    for (const struct builtin *b = builtins; b->name; b++)
        if (!strcmp(b->name, name) &&
            (!before || strcmp(b->called, before) != 0)) {
            text_print(&t, "%s%s(%s)", before ? " or " : "", name, b->called);
            before = b->called;
        }
    return text_chars(&t);
}

bool builtin_takes(struct check *c, syntax a)
{
    struct text t = text_new(c->arena);
    int before = 0;
    for (const struct builtin *b = builtins; b->name; b++) {
        const int n = (int)strlen(b->shapes);
        if (n == before || strcmp(b->name, a->name) != 0)
            continue;
        if (n == a->n)
            return true;
        text_print(&t, "%s%d", before ? " or " : "", n);
        before = n;
    }
    return refused(c, a->place, usage(c, a->name),
                   "'%s' takes %s argument%s, not %d", a->name, text_chars(&t),
                   strcmp(text_chars(&t), "1") ? "s" : "", a->n);
}

/* Takes the way to call it that matches the most leading arguments. */
struct value builtin_value(struct check *c, syntax a, const struct value *v)
{
    const struct builtin *way = NULL;
    int fits = -1;
    for (const struct builtin *b = builtins; b->name; b++) {
        const char *shape = b->shapes;
        int n = 0;
        if (strlen(shape) != (size_t)a->n || strcmp(b->name, a->name) != 0)
            continue;
        while (n < a->n && is_at(shape, v, n))
            n++;
        way = n > fits ? b : way;
        fits = n > fits ? n : fits;
    }
    if (fits == a->n)
        return value_finite(c, a, make(c, a, v, way->line),
                            "the function has no finite value here");
    return refuse(c, a->child[fits]->place, usage(c, a->name),
                  "%s where %s is expected", shape_name(value_shape(v[fits])),
                  shape_name(shape_at(way->shapes, v, fits)));
}
