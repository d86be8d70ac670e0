/* SPDX-License-Identifier: MIT
 *
 * Values of expressions in the syntax tree: names, declarations, allowed names
 * and hints for wrong ones; shapes, operators, indices, calls.
 */
#include "model/check.h"

#include <string.h>

static struct value evaluate(struct check *, syntax);

static bool is_matrix(struct value v)
{
    return v.n == SHAPE_MATRIX && !v.is_flat;
}

/* -- unknown names --------------------------------------------------------- */

/* A hint for an unknown name of a value or a function: what is probably meant;
 * or NULL. */
static const char *meant(struct check *c, syntax a)
{
    const bool is_call = a->kind == AST_CALL;
    const size_t stem =
        strcspn(a->name, "."); /* "w.x", although w has no part x */
    const char *name = text_format(c->arena, "%.*s", (int)stem, a->name);
    const struct constant_scope *outside = c->outside;
    const struct entry *known =
        outside ? NULL
                : memo_find(&c->known, name_of_text(c->model->names, name));
    const char *hint = NULL;
    if (!is_call && !strcmp(a->name, "T") && a->place.offset > 0 &&
        a->place.source->chars[a->place.offset - 1] == '^')
        return "a transpose is R'";
    if (known && known->value.n > 1)
        return text_format(c->arena, "a component is %s[%s]", name,
                           is_matrix(known->value) ? "1,2" : "1");
    if (known && known->kind == AST_WHEEL)
        return text_format(c->arena, "a wheel has %s.speed and %s.momentum",
                           name, name);
    if (known && known->value.n == 1)
        return "a product needs '*'";
    if (!outside && (hint = lang_hint(c->arena, a->name, is_call)))
        return hint;
    if (c->diags->count - c->diags->first >= DIAG_SHOWN)
        return NULL; /* the message is not printed */
    struct nearest near = nearest_to(a->name);
    for (int i = c->quantities; i < c->entries + c->quantities; i++)
        if ((c->entry[i % c->entries].kind == AST_TABLE) == is_call)
            nearest_offer(&near, c->entry[i % c->entries].name);
    for (int i = 0; outside && i < outside->names && !is_call; i++)
        nearest_offer(&near, outside->name[i]);
    if (outside && !is_call)
        nearest_offer(&near, "pi");
    builtin_offer(&near);
    return near.best ? text_format(c->arena, "did you mean '%s'?", near.best)
           : outside ? outside->hint
                     : NULL;
}

/* The declaration of a name that comes after its use, or NULL. */
static syntax declared_later(struct check *c, syntax a)
{
    syntax later = NULL;
    const char *stem = name_of(c->model->names, a->name, strcspn(a->name, "."));
    for (int i = c->file->n - 1; i >= 0; i--) {
        syntax s = c->file->child[i];
        if (s->kind >= AST_CONST && s->kind <= AST_STATE &&
            (s->name == a->name || (s->kind == AST_WHEEL && s->name == stem)))
            later = s;
    }
    return later && memo_find(&c->known, later->name) ? NULL /* no such part */
                                                      : later;
}

#define PARENTHESES "write its arguments in parentheses"

/* Reports an unknown name, once for each name. */
static void report_unknown(struct check *c, syntax a)
{
    syntax later = c->outside ? NULL : declared_later(c, a);
    /* A rate is read at the end, and may use the state's own name. */
    const bool at_end = later && later->kind < AST_WHEEL;
    if (later && c->diags->errors && later->place.source == a->place.source &&
        later->place.offset + at_end * later->place.length <= a->place.offset)
        return; /* the declaration precedes the use: it was refused */
    if (memo_find(&c->unknown, a->name))
        return;
    memo_keep(&c->unknown, c->arena, a->name, a->name);
    if (later)
        refuse(c, a->place, line_hint(c, "its declaration is", later->place),
               "'%s' is used before it is declared", a->name);
    else if (!strcmp(a->name, "h") && !c->outside)
        refuse(c, a->place, NULL, "a body may not depend on h, the step size");
    else if (builtin_shapes(a->name))
        refuse(c, a->place, PARENTHESES, "'%s' is a function", a->name);
    else
        refuse(c, a->kind == AST_CALL ? a->name_place : a->place, meant(c, a),
               "unknown %s '%s'", a->kind == AST_CALL ? "function" : "name",
               a->name);
}

/* -- forbidden names ------------------------------------------------------- */

/* Hints for forbidden dependences, by `subject`; the last is not for inputs. */
static const char *const fixed[][2] = {
    {"the inertia of wheel", "a `param` in it may change between steps"},
    {"the axis of wheel", "for an axis that turns, write a `gyro` that depends "
                          "on a `state`: `gyro 2*[cos(a), sin(a), 0]`"},
    {"the inertia", "it may depend on constants, params, t and states; a state "
                    "may follow other values: `state a = 0 rate u`"},
    {"the mass", "it may depend on constants, params, t and states; a state "
                 "may follow other values: `state m = 3 rate -u`"},
    {"the rate of an exhaust", "it may depend on t, params, inputs and states"},
    {"the place of an exhaust", "it may depend on t, params, inputs and "
                                "states; it is in body coordinates"},
    {"a signal", "a law of the state is a torque, `torque body -0.1*w`, or "
                 "sampled and held, `sample u = 0 every 0.01: -0.1*w[1]`"},
};

static const char *fixed_hint(const char *subject, unsigned needs)
{
    const size_t all = sizeof fixed / sizeof *fixed;
    for (size_t i = 0; i < all - !!(needs & USES_INPUT); i++)
        if (!strncmp(subject, fixed[i][0], strlen(fixed[i][0])))
            return fixed[i][1];
    return NULL;
}

static void report_forbidden(struct check *c, syntax a, const struct entry *e)
{
    const bool is_let = e->kind == AST_LET, is_input = e->kind == AST_INPUT;
    const bool is_param = e->kind == AST_PARAM;
    const char *hint = is_param ? "declare it with `const`" : NULL;
    if (c->forbidden != USES_ANY) {
        const char *of = is_input ? "the input " : "";
        hint = fixed_hint(c->subject, e->needs);
        refuse(c, a->place, hint, "%s may not depend on %s%s'%s'%s", c->subject,
               is_let ? use_name(e->needs & c->forbidden) : of,
               is_let ? ", and " : "", a->name, is_let ? " does" : "");
        return;
    }
    if (is_let || (!is_input && !is_param && e->needs == USES_PARAM))
        hint = text_format(c->arena, "it depends on %s", use_name(e->needs));
    const char *kind = is_input ? "an input" : is_param ? "a param" : "not";
    refuse(c, a->place, hint, "%s must be a constant, and '%s' is %s",
           c->subject, a->name, kind);
}

static const struct entry *scope_find(struct check *c, syntax a)
{
    struct entry *e = memo_find(&c->known, a->name);
    if (!e) {
        report_unknown(c, a);
        return NULL;
    }
    c->needs |= e->needs;
    if (e->needs & c->forbidden) {
        if (e->refused != c->evaluations)
            report_forbidden(c, a, e);
        e->refused = c->evaluations;
        return NULL;
    }
    if (e->kind == AST_TABLE) {
        refuse(c, a->place, PARENTHESES, "'%s' is a table", a->name);
        return NULL;
    }
    if (e->kind == AST_WHEEL && !strchr(e->name, '.')) {
        refuse(c, a->place, meant(c, a), "'%s' is a wheel, not a value",
               e->name);
        return NULL;
    }
    if (strcmp(e->name, "J") != 0 || c->inertia_known)
        return e;
    /* otherwise its fault or absence is reported elsewhere */
    if (c->statements.first[AST_INERTIA] && !c->inertia_checked)
        refuse(c, a->place, NULL, "'J' is used before the inertia is given");
    return NULL;
}

/* The value of a name without a body; compares the characters. */
static struct value outside_value(struct check *c, syntax a)
{
    const struct constant_scope *o = c->outside;
    for (int i = 0; i < o->names; i++)
        if (!strcmp(o->name[i], a->name))
            return o->value[i]->op == OP_UNDEFINED ? value_none()
                                                   : value_scalar(o->value[i]);
    if (!strcmp(a->name, "pi"))
        return value_scalar(
            expr_number(c->pool, number_pi(pool_arena(c->pool))));
    report_unknown(c, a);
    return value_none();
}

/* -- declarations ---------------------------------------------------------- */

/* A user's name must not begin a statement or have another meaning, except
 * words that were added when specs existed already.  The target itself knows
 * the words of the emitted language. */
bool scope_check_name(struct check *c, syntax s)
{
    const char *name = s->name, *fault = NULL;
    const struct entry *e = memo_find(&c->known, name);
    if (strlen(name) > NAME_LONGEST)
        return refused(c, s->name_place, NULL,
                       "the name is longer than %d characters", NAME_LONGEST);
    if (e && e->kind == AST_NAME)
        fault = e->needs & (USES_X | USES_V)
                    ? "is a quantity of a body with `mass`"
                    : "is a quantity of the language";
    else if (builtin_shapes(name) &&
             text_among("saturate derivative deg inverse solve symmetric sum",
                        ' ', name) < 0)
        fault = "is a function of the language";
    else if (!strcmp(name, "h"))
        fault = "is the step size";
    else if (lang_is_reserved(name))
        fault = "is a word of the language";
    else if (name[0] == '_' || !strncmp(name, "pol_", 4) ||
             !strncmp(name, "POL_", 4))
        fault = "begins like names of C and of the emitted code";
    else if (strstr(name, "__"))
        fault = "has __, which C++ keeps for itself";
    else if (strchr(name, '.'))
        fault = "has a point, as in `wheel.speed`";
    return !fault || refused(c, s->name_place, NULL,
                             "'%s' %s; take another name", name, fault);
}

void scope_enter(struct check *c, struct entry entry)
{
    struct entry *e = &c->entry[c->entries++];
    *e = entry;
    memo_keep(&c->known, c->arena, e->name, e);
}

bool scope_declare(struct check *c, syntax s, struct value value,
                   unsigned needs)
{
    if (!scope_check_name(c, s))
        return false;
    const struct entry *old = memo_find(&c->known, s->name);
    if (old)
        refuse(c, s->name_place,
               line_hint(c, "its first declaration is", old->place),
               "'%s' is declared already", s->name);
    else
        scope_enter(c, (struct entry){s->kind, s->name, s->place, value, needs,
                                      0, NULL});
    return !old;
}

void scope_open(struct check *c)
{
    const struct model *m = c->model;
    expr pi = expr_number(c->pool, number_pi(pool_arena(c->pool)));
    struct entry all[] = {
        {.name = "R", .value = value_mat(m->R), .needs = USES_R},
        {.name = "w", .value = value_vec(m->w), .needs = USES_W},
        {.name = "L", .value = value_vec(m->L), .needs = USES_L},
        {.name = "t", .value = value_scalar(m->t), .needs = USES_T},
        {.name = "J"},
        {.name = "pi", .value = value_scalar(pi)},
        {.name = "e1", .value = value_vec(vec_unit(c->pool, 0))},
        {.name = "e2", .value = value_vec(vec_unit(c->pool, 1))},
        {.name = "e3", .value = value_vec(vec_unit(c->pool, 2))},
        {.name = "x", .value = value_vec(m->x), .needs = USES_X},
        {.name = "v", .value = value_vec(m->v), .needs = USES_V},
    };
    c->quantities = m->moves ? 11 : 9;
    c->entry = arena_array(c->arena,
                           3 * (size_t)c->file->n + 11 +
                               (size_t)c->additions->free_starts,
                           sizeof *c->entry);
    for (int i = 0; i < c->quantities; i++) {
        all[i].kind = AST_NAME;
        all[i].name = name_of_text(m->names, all[i].name);
        scope_enter(c, all[i]);
    }
}

/* Declares a field of an emitted struct, with f->n values: "m", or "r_1" for a
 * component.  Returns the number of fields added: 1, or 0 on error. */
int declare_field(struct check *c, syntax s, struct field *f)
{
    const bool is_param = s->kind == AST_PARAM;
    struct value v = {.n = f->n, .is_flat = f->is_flat};
    f->name = s->name;
    f->note = s->note;
    f->place = s->name_place;
    for (int i = 0; i < v.n; i++) {
        const char *name = text_format(c->arena, "%s_%d", s->name, i);
        name = v.n > 1 ? name_of_text(c->model->names, name) : s->name;
        v.x[i] = f->symbol[i] =
            expr_unique(c->pool, name, is_param ? SYMBOL_PARAM : SYMBOL_INPUT);
    }
    return scope_declare(c, s, v, is_param ? USES_PARAM : USES_INPUT);
}

bool mass_needed(struct check *c, syntax s, const char *subject,
                 const char *name)
{
    return c->model->moves ||
           refused(c, s->place, "declare one, such as `mass 2`, in kg",
                   "%s%s needs a body with `mass`", subject, name);
}

/* -- operators ------------------------------------------------------------- */

static struct value each(struct check *c, struct value a, struct value b,
                         expr (*make)(struct pool *, expr, expr))
{
    for (int i = 0; i < a.n; i++)
        a.x[i] = make(c->pool, a.x[i], b.n == 1 ? b.x[0] : b.x[i]);
    return a;
}

static struct value binary(struct check *c, syntax a, struct value l,
                           struct value r)
{
    const char *fault = "the product is out of range", *hint = NULL;
    struct value v = {.n = 0};
    if (!l.n || !r.n)
        return v;
    if (a->op == '^')
        return value_power(c, a, l, r);
    if (a->op == '*' && l.n == 1) {
        v = each(c, r, l, expr_mul);
    } else if (a->op == '*' && r.n == 1) {
        v = each(c, l, r, expr_mul);
    } else if (a->op == '*' && is_matrix(l) && is_matrix(r)) {
        v = value_mat(mat_mul(c->pool, l.mat, r.mat));
    } else if (a->op == '*' && is_matrix(l) && r.n == VECTOR) {
        v = value_vec(mat_apply(c->pool, l.mat, r.vec));
    } else if (a->op == '/' && r.n == 1) {
        v = each(c, l, r, expr_div);
        fault = expr_is_zero(r.x[0]) ? "division by zero"
                                     : "the quotient is out of range";
    } else if ((a->op == '+' || a->op == '-') &&
               value_shape(l) == value_shape(r)) {
        v = each(c, l, r, a->op == '+' ? expr_add : expr_sub);
        fault = "the sum is out of range";
    }
    if (v.n)
        return value_finite(c, a, v, fault);
    if (a->op == '*' && value_shape(l) == value_shape(r))
        hint = l.n == VECTOR ? "dot(a, b), cross(a, b) or outer(a, b)"
                             : "dot(a, b)";
    else if (a->op == '*' && l.n == VECTOR && is_matrix(r))
        hint = "a row times a matrix is M' * v";
    else if (a->op == '/' && is_matrix(r))
        hint = "there is no division by a matrix";
    else
        hint = shape_hint(value_shape(l), value_shape(r));
    return refuse(c, a->place, hint, "'%c' between %s and %s", a->op,
                  shape_name(value_shape(l)), shape_name(value_shape(r)));
}

static struct value comparison(struct check *c, syntax a)
{
    struct value l = evaluate(c, a->child[0]), r = evaluate(c, a->child[1]);
    if (!l.n || !r.n)
        return value_none();
    if (l.n != 1 || r.n != 1)
        return refuse(c, a->place, "only scalars are compared",
                      "a comparison of %s and %s", shape_name(value_shape(l)),
                      shape_name(value_shape(r)));
    const bool swap = a->op == '>';
    const enum op op = a->op == '=' || a->op == '!' ? OP_EQ
                       : a->name[1]                 ? OP_LE
                                                    : OP_LT;
    const expr x[] = {(swap ? r : l).x[0], (swap ? l : r).x[0]};
    expr y = expr_apply(c->pool, op, 2, x);
    if (op != OP_EQ)
        arena_push(c->arena, c->compares.of, c->compares.count,
                   c->compares.room,
                   (struct compare){y, expr_sub(c->pool, x[0], x[1]), a});
    return value_scalar(
        a->op == '!' ? expr_sub(c->pool, expr_int(c->pool, 1), y) : y);
}

static struct value transpose(struct check *c, syntax a)
{
    struct value v = evaluate(c, a->child[0]);
    if (is_matrix(v) || !v.n)
        return v.n ? value_mat(mat_transpose(v.mat)) : v;
    return refuse(c, a->place,
                  v.n == 3 ? "dot(a, b) or outer(a, b)"
                           : "' is the transpose of a matrix",
                  "the transpose of %s", shape_name(value_shape(v)));
}

/* -- indices and brackets -------------------------------------------------- */

/* The index, from 0 to below `most`, or -1 with a message. */
static int index_below(struct check *c, syntax a, int most)
{
    struct value v = evaluate(c, a);
    long i;
    if (v.n == 1 && expr_is_const(v.x[0]) &&
        number_is_int(v.x[0]->number, &i) && i >= 1 && i <= most)
        return (int)i - 1;
    if (v.n && most == 3)
        refuse(c, a->place, NULL, "an index must be 1, 2 or 3");
    else if (v.n)
        refuse(c, a->place, "components count from 1",
               "an index must be an integer from 1 to %d", most);
    return -1;
}

static struct value element(struct check *c, syntax a)
{
    const int n = a->n - 1;
    if (n > 2)
        return refuse(c, a->place, NULL, "more than two indices");
    struct value v = evaluate(c, a->child[0]);
    const bool of_matrix = is_matrix(v);
    const int most = of_matrix ? 3 : v.n > 1 ? v.n : VALUE_NUMBERS;
    int i = index_below(c, a->child[1], most);
    int j = n > 1 ? index_below(c, a->child[2], most) : 0;
    if (!v.n || i < 0 || j < 0)
        return value_none();
    if (of_matrix && n == 1)
        return value_vec(mat_row(v.mat, i));
    if (of_matrix || (v.n > 1 && n == 1))
        return value_scalar(v.x[n == 1 ? i : 3 * i + j]);
    return refuse(c, a->place,
                  v.n > 1 ? NULL : "`[a]` is the number a, without an index",
                  "%d %s for %s", n, n == 1 ? "index" : "indices",
                  shape_name(value_shape(v)));
}

#define BRACKETS                                                               \
    "[a, b, c] is a vector if these are scalars, a matrix with these rows if " \
    "they are 3-vectors"

/* Scalars make a vector, three 3-vectors make the matrix with these rows. */
static struct value bracket(struct check *c, syntax a)
{
    struct value v = {.n = 0}, part = v, first = v;
    bool known = true, fits = true;
    for (int i = 0; i < a->n && fits; i++) {
        part = evaluate(c, a->child[i]);
        first = i ? first : part;
        known = known && part.n;
        fits =
            !known || (part.n == first.n && (i + 1) * part.n <= VALUE_NUMBERS);
        for (int k = 0; known && fits && k < part.n; k++)
            v.x[v.n++] = part.x[k];
    }
    if (!known)
        return value_none();
    if (part.n != first.n)
        return refuse(c, a->place, BRACKETS, "brackets around %s and %s",
                      shape_name(value_shape(first)),
                      shape_name(value_shape(part)));
    if (first.n == 1 && a->n > VALUE_NUMBERS)
        return refuse(c, a->place, "split it into several vectors",
                      "a vector has at most %d entries, not %d", VALUE_NUMBERS,
                      a->n);
    if (first.n > 1 && (first.n != VECTOR || a->n != VECTOR))
        return refuse(c, a->place, BRACKETS, "brackets around %d times %s",
                      a->n, shape_name(value_shape(first)));
    v.is_flat = first.n == 1 && v.n == SHAPE_MATRIX;
    return v;
}

/* -- calls ----------------------------------------------------------------- */

static struct value call(struct check *c, syntax a)
{
    struct value v[4] = {{0}}; /* maximum number of arguments */
    const struct entry *e = c->outside ? NULL : memo_find(&c->known, a->name);
    const bool looks_up = e && e->kind == AST_TABLE;
    const char *shapes = looks_up ? "" : builtin_shapes(a->name);
    bool known = true;
    if (looks_up && a->n > 2)
        return table_value(c, a, v);
    if (!shapes)
        report_unknown(c, a);
    if (!shapes || (!looks_up && !builtin_takes(c, a)))
        return value_none();
    for (int i = *shapes == 'a'; i < a->n; i++) {
        syntax of = a->child[i];
        expr outer = c->variable;
        if (i == 0 && *shapes == 'p') /* x is the polynomial's variable here */
            c->variable = root_variable(c->pool);
        v[i] = of->kind == AST_OPTION ? refuse(c, of->place, NULL,
                                               "'%s' takes no options", a->name)
                                      : evaluate(c, of);
        c->variable = outer;
        known = known && v[i].n;
    }
    return !known ? value_none()
                  : (looks_up ? table_value : builtin_value)(c, a, v);
}

/* Recursive; AST_DEPTH bounds the depth of a tree. */
static struct value as_written(struct check *c, syntax a)
{
    syntax const *part;
    const struct entry *e;
    struct value v;
    int n;
    switch (a->kind) {
    case AST_NUMBER:
        return value_scalar(expr_number(c->pool, a->number));
    case AST_NAME:
        if (c->variable && !strcmp(a->name, "x"))
            return value_scalar(c->variable);
        if (c->outside)
            return outside_value(c, a);
        e = scope_find(c, a);
        return e ? e->value : value_none();
    case AST_NEGATE:
        v = evaluate(c, a->child[0]);
        for (int i = 0; i < v.n; i++)
            v.x[i] = expr_neg(c->pool, v.x[i]);
        return v;
    case AST_BINARY:
        part = ast_chain(c->arena, a, &n);
        v = evaluate(c, part[0]->child[0]);
        for (int i = 0; i < n; i++)
            v = binary(c, part[i], v, evaluate(c, part[i]->child[1]));
        return v;
    case AST_COMPARE:
        return comparison(c, a);
    case AST_TRANSPOSE:
        return transpose(c, a);
    case AST_INDEX:
        return element(c, a);
    case AST_VECTOR:
        return bracket(c, a);
    case AST_CALL:
        return call(c, a);
    default:
        return refuse(c, a->place, NULL, "an option outside of a call");
    }
}

static struct value evaluate(struct check *c, syntax a)
{
    const struct constant_scope *o = c->outside;
    struct value v = as_written(c, a);
    if (o && o->meaning && v.n == 1 && expr_is_const(v.x[0]))
        v.x[0] = expr_number(c->pool, o->meaning(o->data, pool_arena(c->pool),
                                                 a, v.x[0]->number));
    return v;
}

/* -- evaluation with constraints --------------------------------------------
 */

struct value evaluate_for(struct check *c, syntax a, const char *subject,
                          unsigned forbidden, int shape)
{
    c->subject = subject;
    c->forbidden = forbidden;
    c->needs = 0;
    c->evaluations++;
    struct value v = evaluate(c, a);
    bool is_constant = !(c->needs || forbidden & USES_PARAM) && forbidden;
    if (forbidden != USES_ANY &&
        !value_holds(c, a, v, is_constant ? subject : "a number in it"))
        return value_none();
    const int is = value_shape(v);
    if (!v.n || shape == SHAPE_ANY || is == shape ||
        (shape == SHAPE_BOTH && v.n == SHAPE_MATRIX))
        return v;
    return refuse(c, a->place, shape_hint(is, shape), "%s where %s is expected",
                  shape_name(is), shape_name(shape));
}

bool evaluate_numbers(struct check *c, syntax a, const char *subject, int n,
                      num *out)
{
    struct value v = evaluate_for(c, a, subject, USES_ANY, n);
    return v.n && value_fits(c, a, v, subject, out);
}

num evaluate_positive(struct check *c, syntax a, const char *subject)
{
    num n;
    if (!evaluate_numbers(c, a, subject, 1, &n))
        return NULL;
    if (number_sign(n) <= 0)
        refuse(c, a->place, NULL, "%s must be positive", subject);
    return n;
}
