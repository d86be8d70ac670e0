/* SPDX-License-Identifier: MIT
 *
 * Values of tables of one or two variables, as expressions: a search for the
 * piece between two knots, look-ups of its coefficients, and arithmetic, so
 * that derivatives are exact.
 *
 * Cubic in one variable: F. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5
 * (1984) 300-304, whose slopes keep the table monotonic between its rows; end
 * slopes from three points.  In two variables: the tensor product of not-a-knot
 * splines, C. de Boor, A Practical Guide to Splines, Springer 2001, chapters 4,
 * 17.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* ---- slopes at the knots ------------------------------------------------- */

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

/* From three points; d: slopes, h: widths of the pieces, from the end on. */
static double end_slope(double h0, double h1, double d0, double d1)
{
    const double m = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (sign(m) != sign(d0))
        return 0;
    return sign(d0) != sign(d1) && fabs(m) > 3 * fabs(d0) ? 3 * d0 : m;
}

static void monotonic_slopes(int n, const double *x, const double *y, double *m)
{
    const double first = (y[1] - y[0]) / (x[1] - x[0]);
    m[0] = m[n - 1] = first;
    if (n == 2)
        return;
    for (int i = 1; i + 1 < n; i++) {
        const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
        const double d0 = (y[i] - y[i - 1]) / h0, d1 = (y[i + 1] - y[i]) / h1;
        m[i] = d0 * d1 > 0
                   ? 3 * (h0 + h1) / ((2 * h1 + h0) / d0 + (h1 + 2 * h0) / d1)
                   : 0;
        if (i == 1)
            m[0] = end_slope(h0, h1, d0, d1);
        if (i == n - 2)
            m[n - 1] = end_slope(h1, h0, d1, d0);
    }
}

/* Slopes of the spline through y[0], y[stride], ...: a tridiagonal system.  Its
 * first and last rows make the third derivative continuous at the knots next to
 * the ends. */
static void spline_slopes(struct arena *a, int n, const double *x,
                          const double *y, int stride, double *m)
{
    double *h = arena_array(a, 3 * (size_t)n, sizeof *h);
    double *d = h + n, *above = d + n;
    for (int i = 0; i + 1 < n; i++) {
        h[i] = x[i + 1] - x[i];
        d[i] = (y[(i + 1) * stride] - y[i * stride]) / h[i];
    }
    if (n == 2) {
        m[0] = m[stride] = d[0];
        return;
    }
    const double s = h[0] + h[1], e = h[n - 2] + h[n - 3];
    if (n == 3) { /* the parabola */
        const double bend = (d[1] - d[0]) / s;
        m[0] = d[0] - h[0] * bend;
        m[stride] = d[0] + h[0] * bend;
        m[2 * stride] = d[1] + h[1] * bend;
        return;
    }
    m[0] = ((h[0] + 2 * s) * h[1] * d[0] + h[0] * h[0] * d[1]) / (s * h[1]);
    above[0] = s / h[1];
    for (int i = 1; i + 1 < n; i++) {
        const double pivot = 2 * (h[i - 1] + h[i]) - h[i] * above[i - 1];
        above[i] = h[i - 1] / pivot;
        m[i * stride] = (3 * (h[i] * d[i - 1] + h[i - 1] * d[i]) -
                         h[i] * m[(i - 1) * stride]) /
                        pivot;
    }
    const double last = (h[n - 2] * h[n - 2] * d[n - 3] +
                         (2 * e + h[n - 2]) * h[n - 3] * d[n - 2]) /
                        e;
    m[(n - 1) * stride] =
        (last - e * m[(n - 2) * stride]) / (h[n - 3] - e * above[n - 2]);
    for (int i = n - 2; i >= 0; i--)
        m[i * stride] -= above[i] * m[(i + 1) * stride];
}

/* ---- grids --------------------------------------------------------------- */

static struct grid *grid_new(struct check *c, const struct lookup *l,
                             const char *subject, int number, int n)
{
    struct grid *g = arena_alloc(c->arena, sizeof *g);
    *g = (struct grid){
        .name =
            number ? text_format(c->arena, "%s_%s_%d", l->name, subject, number)
                   : text_format(c->arena, "%s_%s", l->name, subject),
        .n = n,
        .value = arena_array(c->arena, (size_t)n, sizeof *g->value)};
    return g;
}

static double *numbers_of(const struct grid *g)
{
    return (double *)(uintptr_t)g->value;
}

/* Makes n grids of `size` numbers for value k; `to`: their numbers. */
static void make_coefficients(struct check *c, struct lookup *l, int k, int n,
                              const char *const *subject, int size, double **to)
{
    for (int i = 0; i < n; i++) {
        l->coefficient[k][i] =
            grid_new(c, l, subject[i], l->values > 1 ? k + 1 : 0, size);
        to[i] = numbers_of(l->coefficient[k][i]);
    }
}

/* True if a piece follows the last knot; else pieces end there. */
static bool ends_open(const struct lookup *l)
{
    return l->interpolation == HOLD || l->n[0] == 1 ||
           (l->variables == 1 && l->outside == OUTSIDE_HOLD);
}

static void make_knots(struct check *c, struct lookup *l, int k)
{
    const int n = l->n[k], pieces = ends_open(l) ? n : n - 1;
    struct grid *g =
        grid_new(c, l, "knots", l->variables > 1 ? k + 1 : 0, pieces);
    memcpy(numbers_of(g), l->knot[k], (size_t)pieces * sizeof *g->value);
    g->table = l->name;
    g->smooth = (int)l->interpolation - 1 +
                (l->interpolation == CUBIC && l->variables > 1);
    g->refuses = l->outside == OUTSIDE_REFUSE;
    g->last = l->knot[k][n - 1];
    const double step = pieces > 2 ? g->value[1] - g->value[0] : 0;
    g->per = step > 0 ? 1 / step : 0;
    for (int i = 0; i < pieces; i++)
        if (!(fabs(g->value[0] + i * step - g->value[i]) < 1e-3 * step))
            g->per = 0;
    l->at[k] = g;
    if (l->variables == 1 || l->interpolation == HOLD)
        return;
    g = grid_new(c, l, "per", k + 1, pieces);
    for (int i = 0; i < pieces; i++)
        numbers_of(g)[i] = 1 / (l->knot[k][i + 1] - l->knot[k][i]);
    l->width[k] = g;
}

/* c0 + c1 d + c2 d^2 + c3 d^3 of the piece after each knot; the value stays
 * constant after the last knot. */
static void make_pieces(struct check *c, struct lookup *l, int k)
{
    const int pieces = l->at[0]->n,
              degree = l->n[0] == 1 ? HOLD : (int)l->interpolation;
    const double *x = l->knot[0], *y = l->entry[k];
    double *m = arena_array(c->arena, (size_t)l->n[0], sizeof *m);
    static const char *const subject[] = {"c0", "c1", "c2", "c3"};
    double *to[COEFFICIENTS] = {0};
    if (degree == CUBIC)
        monotonic_slopes(l->n[0], x, y, m);
    make_coefficients(c, l, k, degree == CUBIC ? COEFFICIENTS : degree + 1,
                      subject, pieces, to);
    for (int i = 0; i < pieces; i++) {
        to[0][i] = y[i];
        if (degree == HOLD || i + 1 == l->n[0])
            continue;
        const double h = x[i + 1] - x[i], d = (y[i + 1] - y[i]) / h;
        to[1][i] = degree == CUBIC ? m[i] : d;
        if (degree == CUBIC) {
            to[2][i] = (3 * d - 2 * m[i] - m[i + 1]) / h;
            to[3][i] = (m[i] + m[i + 1] - 2 * d) / (h * h);
        }
    }
}

/* The value at each knot, and its derivatives. */
static void make_nodes(struct check *c, struct lookup *l, int k)
{
    const int nx = l->n[0], ny = l->n[1];
    static const char *const subject[] = {"value", "by_1", "by_2", "by_12"};
    double *to[COEFFICIENTS];
    make_coefficients(c, l, k, l->interpolation == CUBIC ? COEFFICIENTS : 1,
                      subject, nx * ny, to);
    memcpy(to[0], l->entry[k], (size_t)(nx * ny) * sizeof **to);
    if (l->interpolation != CUBIC)
        return;
    for (int j = 0; j < ny; j++)
        spline_slopes(c->arena, nx, l->knot[0], to[0] + j, ny, to[1] + j);
    for (int i = 0; i < nx; i++)
        spline_slopes(c->arena, ny, l->knot[1], to[0] + i * ny, 1,
                      to[2] + i * ny);
    for (int j = 0; j < ny; j++)
        spline_slopes(c->arena, nx, l->knot[0], to[2] + j, ny, to[3] + j);
}

void lookup_make(struct check *c, struct lookup *l)
{
    for (int k = 0; k < l->variables; k++)
        make_knots(c, l, k);
    for (int k = 0; k < l->values; k++)
        (l->variables == 1 ? make_pieces : make_nodes)(c, l, k);
}

/* ---- values -------------------------------------------------------------- */

/* Clamps variable k to the knots; at the upper end only if no piece follows
 * (two variables).  NaN stays NaN. */
static expr clamp(struct pool *p, const struct lookup *l, int k, expr x)
{
    const double end[] = {l->knot[k][0], l->knot[k][l->n[k] - 1]};
    for (int i = 0; i < l->variables; i++) {
        const expr e = expr_number(p, number_of_double(pool_arena(p), end[i]));
        const expr beyond = expr_binary(p, OP_LT, i ? e : x, i ? x : e);
        x = expr_select(p, beyond, e, x);
    }
    return x;
}

/* Position of a variable: d after knot i; u = d/width, from 0 to 1, in a piece
 * between two knots. */
struct location {
    expr i, d, u, width;
};

static struct location locate(struct pool *p, const struct lookup *l, int k,
                              expr x)
{
    struct location s;
    if (l->outside == OUTSIDE_HOLD && l->interpolation != HOLD && l->n[k] > 1)
        x = clamp(p, l, k, x);
    s.i = expr_lookup(p, OP_FIND, l->at[k], x);
    if (l->interpolation == HOLD)
        return s;
    s.d = expr_sub(p, x, expr_lookup(p, OP_ENTRY, l->at[k], s.i));
    if (l->variables == 1)
        return s;
    const expr per = expr_lookup(p, OP_ENTRY, l->width[k], s.i);
    s.u = expr_mul(p, s.d, per);
    s.width = expr_power(p, per, -1);
    return s;
}

/* Evaluates the piece's polynomial in d. */
static expr piece_value(struct pool *p, const struct lookup *l, int k,
                        const struct location *s)
{
    int degree = COEFFICIENTS - 1;
    while (!l->coefficient[k][degree])
        degree--;
    expr y = expr_lookup(p, OP_ENTRY, l->coefficient[k][degree], s->i);
    for (int n = degree - 1; n >= 0; n--) {
        const expr rest = expr_mul(p, s->d, y);
        y = expr_lookup(p, OP_ENTRY, l->coefficient[k][n], s->i);
        y = expr_add(p, y, rest);
    }
    return y;
}

/* Interpolates between two values: linear, or, with slopes by the variable,
 * Hermite's cubic. */
static expr between(struct pool *p, const struct location *s, const expr y[2],
                    const expr *slope)
{
    expr up = s->u, bend = expr_int(p, 0);
    if (slope) {
        const expr u = s->u, v = expr_sub(p, expr_int(p, 1), u);
        const expr uu = expr_mul(p, u, u), vv = expr_mul(p, v, v);
        const expr three = expr_int(p, 3);
        up = expr_mul(p, uu, expr_sub(p, three, expr_add(p, u, u)));
        const expr end = expr_mul(p, expr_mul(p, uu, v), slope[1]);
        bend = expr_mul(p, expr_mul(p, u, vv), slope[0]);
        bend = expr_sub(p, bend, end);
        bend = expr_mul(p, s->width, bend);
    }
    const expr rise = expr_mul(p, up, expr_sub(p, y[1], y[0]));
    return expr_add(p, expr_add(p, y[0], rise), bend);
}

static expr grid_value(struct pool *p, const struct lookup *l, int k,
                       const struct location *s)
{
    expr node[2][2], f[COEFFICIENTS][2][2], row[2][2];
    const bool is_cubic = l->interpolation == CUBIC;
    const expr row_at = expr_mul(p, expr_int(p, l->n[1]), s[0].i);
    const expr at = expr_add(p, row_at, s[1].i);
    for (int i = 0; i < 4; i++)
        node[i / 2][i % 2] =
            expr_add(p, at, expr_int(p, (i / 2) * l->n[1] + i % 2));
    if (l->interpolation == HOLD)
        return expr_lookup(p, OP_ENTRY, l->coefficient[k][0], node[0][0]);
    for (int n = 0; n < (is_cubic ? COEFFICIENTS : 1); n++)
        for (int i = 0; i < 4; i++)
            f[n][i / 2][i % 2] = expr_lookup(p, OP_ENTRY, l->coefficient[k][n],
                                             node[i / 2][i % 2]);
    for (int i = 0; i < 2; i++) {
        row[0][i] = between(p, &s[1], f[0][i], is_cubic ? f[2][i] : NULL);
        if (is_cubic)
            row[1][i] = between(p, &s[1], f[1][i], f[3][i]);
    }
    return between(p, &s[0], row[0], is_cubic ? row[1] : NULL);
}

static struct value value_of(struct pool *p, const struct lookup *l,
                             const struct value *v)
{
    struct value y = {.n = l->values, .is_flat = l->is_flat};
    struct location s[2];
    for (int i = 0; i < l->variables; i++)
        s[i] = locate(p, l, i, v[i].x[0]);
    for (int k = 0; k < y.n; k++)
        y.x[k] = (l->variables == 1 ? piece_value : grid_value)(p, l, k, s);
    return y;
}

expr table_inside(struct pool *p, const struct grid *g, expr x, expr inside)
{
    const expr none = expr_int(p, 0);
    const expr first =
        expr_number(p, number_of_double(pool_arena(p), *g->value));
    const expr last = expr_number(p, number_of_double(pool_arena(p), g->last));
    inside = expr_select(p, expr_binary(p, OP_LT, last, x), none, inside);
    return expr_select(p, expr_binary(p, OP_LT, x, first), none, inside);
}

/* 1 if x is inside of all tables that it looks up and that have no values
 * outside, else 0. */
static expr all_inside(const struct model *m, expr x)
{
    const int size = pool_size(m->pool);
    const unsigned char *reached = expr_reached(m->pool, 1, &x);
    expr inside = expr_int(m->pool, 1);
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++) {
        const expr e = pool_node(m->pool, i);
        if (e->op == OP_FIND && e->grid->refuses)
            inside = table_inside(m->pool, e->grid, e->arg[0], inside);
    }
    return inside;
}

/* Multiplies by sqrt(1) inside, by sqrt(-1) outside. */
void table_refuse(const struct model *m, int n, expr *x)
{
    const expr one = expr_int(m->pool, 1), less = expr_int(m->pool, -1);
    for (int k = 0; k < n && m->lookups > 0; k++) {
        const expr inside = all_inside(m, x[k]);
        const expr side = expr_select(m->pool, inside, one, less);
        x[k] = expr_mul(m->pool, x[k], expr_root(m->pool, side));
    }
}

struct value table_signal(struct check *c, syntax call,
                          const struct columns *from)
{
    struct lookup l = {.name = from->name,
                       .variables = 1,
                       .values = from->n,
                       .is_flat = from->is_flat,
                       .interpolation = CUBIC,
                       .n = {(int)from->rows, 1},
                       .knot = {from->row[0]}};
    if (from->rows > TABLE_MOST)
        return refuse(c, call->place, "without `cubic`, more rows are allowed",
                      "a cubic signal has more than %d rows", TABLE_MOST);
    memcpy(l.entry, from->row + 1, sizeof l.entry);
    lookup_make(c, &l);
    const struct value t = value_scalar(c->model->t);
    return value_of(c->pool, &l, &t);
}

struct value table_value(struct check *c, syntax a, const struct value *v)
{
    const struct entry *entry = memo_find(&c->known, a->name);
    const struct lookup *l = entry->lookup;
    if (!l)
        return value_none(); /* its error was reported */
    if (a->n != l->variables)
        return refuse(c, a->place, NULL, "'%s' takes %d argument%s, not %d",
                      a->name, l->variables, l->variables > 1 ? "s" : "", a->n);
    for (int i = 0; i < a->n; i++) {
        const bool is_const = v[i].n == 1 && expr_is_const(v[i].x[0]);
        const double x = is_const ? number_double(v[i].x[0]->number) : NAN;
        if (v[i].n != 1)
            return refuse(c, a->child[i]->place, NULL,
                          "%s where a scalar is expected",
                          shape_name(value_shape(v[i])));
        if (l->outside == OUTSIDE_REFUSE &&
            (x < l->knot[i][0] || x > l->knot[i][l->n[i] - 1]))
            return refuse(c, a->child[i]->place, "`outside = hold` or `extend`",
                          "'%s' has no value at %.9g", a->name, x);
    }
    struct text text = text_new(c->arena);
    ast_print(a, true, &text);
    const struct value y = value_of(c->pool, l, v);
    arena_push(c->arena, c->model->lookup, c->model->lookups,
               c->model->lookup_room,
               (struct named){text_chars(&text), NULL, a->place, y});
    return y;
}
