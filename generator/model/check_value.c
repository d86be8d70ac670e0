/* SPDX-License-Identifier: MIT
 *
 * Expressions of the syntax tree to values: names, what is declared, what a
 * name may be and what a wrong one may mean; shapes, operators, indices; calls
 * of the language's functions, by the table builtins.def.
 */
#include "model/check.h"

#include <string.h>

static struct value evaluate(struct check *, const struct ast *);

/* -- names that nobody declared -------------------------------------------- */

/* The nearest name that could stand in an expression. */
static const char *nearest_hint(struct check *c, const char *name)
{
    struct nearest near = nearest_to(name);
    /* a message that is not kept needs none */
    if (c->diags->count - c->diags->first >= DIAG_SHOWN)
        return NULL;
    for (int i = c->quantities; i < c->entries + c->quantities; i++)
        nearest_offer(&near, c->entry[i % c->entries]->name);
    builtin_offer(&near);
    return did_you_mean(c, near);
}

/* What may be meant by a name that is not known; or NULL. */
static const char *meant(struct check *c, const struct ast *a)
{
    static const char *const others[][2] = {
        {"adaptive",
         "write `step adaptive(angle = 1e-8)`, or `step adaptive()`"},
        {"omega", "the angular velocity is w, in the body frame"},
        {"x", "the position of a body is known if it has a `mass`"},
        {"v", "the velocity of a body is known if it has a `mass`"},
    };
    const char *what, *factor;
    if (!strcmp(a->name, "T") && a->place.offset > 0 &&
        a->place.source->chars[a->place.offset - 1] == '^')
        return "a transpose is R'";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i][0], a->name))
            return others[i][1];
    if (!lang_unit(a->name, &what, &factor))
        return nearest_hint(c, a->name);
    return factor ? text_format(c->arena, "%s; `const %s = %s` makes it a name",
                                what, a->name, factor)
                  : what;
}

static void report_unknown(struct check *c, const struct ast *a)
{
    const struct ast *later = memo_find(&c->declared, a->name);
    if (later && c->diags->errors && later->place.source == a->place.source &&
        later->place.offset + later->place.length <= a->place.offset)
        return; /* it ends before the name is used: it was refused */
    if (memo_find(&c->unknown, a->name)) /* it was told */
        return;
    memo_keep(&c->unknown, c->arena, a->name, a->name);
    if (later)
        refuse(c, a->place, line_hint(c, "its declaration is", later->place),
               "'%s' is used before it is declared", a->name);
    else if (!strcmp(a->name, "h"))
        refuse(c, a->place, NULL, "a body may not depend on h, the step size");
    else if (builtin_find(a->name))
        refuse(c, a->place, "its arguments stand in parentheses",
               "'%s' is a function", a->name);
    else
        refuse(c, a->place, meant(c, a), "unknown name '%s'", a->name);
}

/* -- names that may not stand where they do -------------------------------- */

/* The quantity for which a need stands; the lowest bit counts. */
static const char *need_name(unsigned needs)
{
    static const char *const name[] = {"t", "R", "w",        "L",
                                       "x", "v", "an input", "a param"};
    int i = 0;
    while (i < 7 && !(needs >> i & 1))
        i++;
    return name[i];
}

static void report_forbidden(struct check *c, const struct ast *a,
                             const struct entry *e)
{
    const bool is_let = e->kind == ENTRY_LET, is_input = e->kind == ENTRY_INPUT;
    const char *hint = NULL;
    if (c->forbidden != NEED_ANY && is_let)
        refuse(c, a->place, NULL, "%s may not depend on %s, and '%s' does",
               c->what, need_name(e->needs & c->forbidden), a->name);
    else if (c->forbidden != NEED_ANY)
        refuse(c, a->place, NULL, "%s may not depend on %s'%s'", c->what,
               is_input ? "the input " : "", a->name);
    if (c->forbidden != NEED_ANY)
        return;
    if (e->kind == ENTRY_PARAM)
        hint = "declare it with `const`";
    else if (is_let || (!is_input && e->needs == NEED_PARAM))
        hint = text_format(c->arena, "it depends on %s", need_name(e->needs));
    refuse(c, a->place, hint, "%s must be a constant, and '%s' is %s", c->what,
           a->name,
           is_input                 ? "an input"
           : e->kind == ENTRY_PARAM ? "a param"
                                    : "not");
}

static const struct entry *scope_find(struct check *c, const struct ast *a)
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
    if (strcmp(e->name, "J") != 0 || c->inertia_known)
        return e;
    /* else its fault or its absence is reported elsewhere */
    if (c->has[AST_INERTIA] && !c->inertia_checked)
        refuse(c, a->place, NULL, "'J' is used before the inertia is given");
    return NULL;
}

/* -- declarations ---------------------------------------------------------- */

/* Words that begin statements, or mean something of their own, no user's name
 * may be, but those that came when there were specs already.  Those of the
 * language that is emitted are the target's to know. */
static const char *name_fault(const struct check *c, const char *name)
{
    const struct entry *e = memo_find(&c->known, name);
    if (e && e->kind == ENTRY_QUANTITY)
        return e->needs & (NEED_X | NEED_V)
                   ? "is a quantity of a body with `mass`"
                   : "is a quantity of the language";
    if (builtin_find(name) && strcmp(name, "saturate") != 0 &&
        strcmp(name, "derivative") != 0)
        return "is a function of the language";
    if (lang_is_reserved(name) || !strcmp(name, "h"))
        return "is a word of the language";
    if (name[0] == '_' || !strncmp(name, "pol_", 4) ||
        !strncmp(name, "POL_", 4))
        return "begins like names of C and of the emitted code";
    return NULL;
}

bool scope_check_name(struct check *c, const struct ast *s)
{
    const char *fault = name_fault(c, s->name);
    bool is_long = strlen(s->name) > NAME_LONGEST;
    if (is_long)
        refuse(c, s->name_place, NULL, "the name is longer than %d characters",
               NAME_LONGEST);
    else if (fault)
        refuse(c, s->name_place, NULL, "'%s' %s; take another name", s->name,
               fault);
    return !is_long && !fault;
}

static void enter(struct check *c, struct entry entry)
{
    struct entry *e = arena_alloc(c->arena, sizeof *e);
    *e = entry;
    arena_push(c->arena, c->entry, c->entries, c->entry_room);
    c->entry[c->entries++] = e;
    memo_keep(&c->known, c->arena, e->name, e);
}

bool scope_declare(struct check *c, const struct ast *s, enum entry_kind kind,
                   struct value value, unsigned needs)
{
    if (!scope_check_name(c, s))
        return false;
    const struct entry *old = memo_find(&c->known, s->name);
    if (old)
        refuse(c, s->name_place,
               line_hint(c, "its first declaration is", old->place),
               "'%s' is declared already", s->name);
    else
        enter(c, (struct entry){kind, s->name, s->place, value, needs, 0});
    return !old;
}

void scope_open(struct check *c)
{
    const struct model *m = c->model;
    expr pi = expr_number(c->pool, number_pi(c->arena));
    const struct {
        const char *name;
        struct value value;
        unsigned needs;
    } all[] = {
        {"R", value_mat(m->R), NEED_R},
        {"w", value_vec(m->w), NEED_W},
        {"L", value_vec(m->L), NEED_L},
        {"t", value_scalar(m->t), NEED_T},
        {"J", value_none(), 0},
        {"pi", value_scalar(pi), 0},
        {"e1", value_vec(vec_unit(c->pool, 0)), 0},
        {"e2", value_vec(vec_unit(c->pool, 1)), 0},
        {"e3", value_vec(vec_unit(c->pool, 2)), 0},
        {"x", value_vec(m->x), NEED_X},
        {"v", value_vec(m->v), NEED_V},
    };
    c->quantities = m->moves ? 11 : 9;
    for (int i = 0; i < c->quantities; i++)
        enter(c, (struct entry){.kind = ENTRY_QUANTITY,
                                .name = name_of_text(c->names, all[i].name),
                                .value = all[i].value,
                                .needs = all[i].needs});
    for (int i = c->file->n - 1; i >= 0; i--) {
        const struct ast *s = c->file->child[i];
        if (s->kind >= AST_CONST && s->kind <= AST_LET)
            memo_keep(&c->declared, c->arena, s->name, s);
    }
}

/* -- operators ------------------------------------------------------------- */

static struct value each(struct check *c, struct value a, struct value b,
                         expr (*make)(struct pool *, expr, expr))
{
    for (int i = 0; i < a.n; i++)
        a.x[i] = make(c->pool, a.x[i], b.n == 1 ? b.x[0] : b.x[i]);
    return a;
}

static struct value mismatch(struct check *c, const struct ast *a,
                             struct value l, struct value r)
{
    const char *hint = NULL;
    if (a->op == '*' && l.n == 3 && r.n == 3)
        hint = "dot(a, b), cross(a, b) or outer(a, b)";
    else if (a->op == '*' && r.n == 9)
        hint = "a row times a matrix is M' * v";
    else if (a->op == '/' && r.n == 9)
        hint = "there is no division by a matrix";
    return refuse(c, a->place, hint, "'%c' between %s and %s", a->op,
                  shape_name(l.n), shape_name(r.n));
}

static struct value product(struct check *c, const struct ast *a,
                            struct value l, struct value r)
{
    if (l.n == 1)
        return each(c, r, l, expr_mul);
    if (r.n == 1)
        return each(c, l, r, expr_mul);
    if (l.n == 9 && r.n == 9)
        return value_mat(mat_mul(c->pool, l.mat, r.mat));
    if (l.n == 9 && r.n == 3)
        return value_vec(mat_apply(c->pool, l.mat, r.vec));
    return mismatch(c, a, l, r);
}

static struct value binary(struct check *c, const struct ast *a, struct value l,
                           struct value r)
{
    if (!l.n || !r.n)
        return value_none();
    if (a->op == '*')
        return value_finite(c, a, product(c, a, l, r),
                            "the product is out of range");
    if (a->op == '^')
        return value_power(c, a, l, r);
    if (a->op == '/' && r.n == 1)
        return value_finite(c, a, each(c, l, r, expr_div),
                            expr_is_zero(r.x[0])
                                ? "division by zero"
                                : "the quotient is out of range");
    if (a->op == '/' || l.n != r.n)
        return mismatch(c, a, l, r);
    return value_finite(c, a, each(c, l, r, a->op == '+' ? expr_add : expr_sub),
                        "the sum is out of range");
}

static struct value chain(struct check *c, const struct ast *a)
{
    int n;
    const struct ast *const *part = ast_chain(c->arena, a, &n);
    struct value v = evaluate(c, part[0]->child[0]);
    for (int i = 0; i < n; i++)
        v = binary(c, part[i], v, evaluate(c, part[i]->child[1]));
    return v;
}

static struct value comparison(struct check *c, const struct ast *a)
{
    struct value l = evaluate(c, a->child[0]), r = evaluate(c, a->child[1]);
    if (!l.n || !r.n)
        return value_none();
    if (l.n != 1 || r.n != 1)
        return refuse(c, a->place, "only scalars are compared",
                      "a comparison of %s and %s", shape_name(l.n),
                      shape_name(r.n));
    bool swap = a->op == '>' || a->op == 'g';
    enum op op = a->op == '<' || a->op == '>'   ? OP_LT
                 : a->op == 'l' || a->op == 'g' ? OP_LE
                                                : OP_EQ;
    expr y = expr_binary(c->pool, op, swap ? r.x[0] : l.x[0],
                         swap ? l.x[0] : r.x[0]);
    if (a->op == 'n')
        y = expr_sub(c->pool, expr_int(c->pool, 1), y);
    return value_scalar(y);
}

static struct value transpose(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a->child[0]);
    if (v.n == 9)
        return value_mat(mat_transpose(v.mat));
    if (v.n)
        refuse(c, a->place,
               v.n == 3 ? "dot(a, b) or outer(a, b)"
                        : "' is the transpose of a matrix",
               "the transpose of %s", shape_name(v.n));
    return value_none();
}

/* -- indices and brackets -------------------------------------------------- */

/* 0, 1 or 2, or -1 with a message. */
static int axis_index(struct check *c, const struct ast *a)
{
    struct value v = evaluate(c, a);
    long i;
    if (v.n == 1 && expr_is_const(v.x[0]) &&
        number_is_int(v.x[0]->number, &i) && i >= 1 && i <= 3)
        return (int)i - 1;
    if (v.n)
        refuse(c, a->place, NULL, "an index must be 1, 2 or 3");
    return -1;
}

static struct value element(struct check *c, const struct ast *a)
{
    if (a->n > 3)
        return refuse(c, a->place, NULL, "more than two indices");
    struct value v = evaluate(c, a->child[0]);
    int i = axis_index(c, a->child[1]);
    int j = a->n > 2 ? axis_index(c, a->child[2]) : 0;
    if (!v.n || i < 0 || j < 0)
        return value_none();
    if (v.n == 3 && a->n == 2)
        return value_scalar(v.x[i]);
    if (v.n == 9 && a->n == 2)
        return value_vec(mat_row(v.mat, i));
    if (v.n == 9 && a->n == 3)
        return value_scalar(v.x[3 * i + j]);
    return refuse(c, a->place, NULL, "%d %s for %s", a->n - 1,
                  a->n == 2 ? "index" : "indices", shape_name(v.n));
}

static struct value bracket(struct check *c, const struct ast *a)
{
    struct value part[3];
    bool known = true;
    for (int i = 0; i < a->n; i++) {
        struct value v = evaluate(c, a->child[i]);
        known = known && v.n;
        if (i < 3)
            part[i] = v;
    }
    if (!known)
        return value_none();
    if (a->n != 3)
        return refuse(c, a->place, NULL, "a vector has 3 entries, not %d",
                      a->n);
    int n = part[0].n;
    if (n != part[1].n || n != part[2].n || n == 9)
        return refuse(c, a->place,
                      "[a, b, c] of scalars is a vector, of vectors the "
                      "matrix with these rows",
                      "brackets around %s, %s and %s", shape_name(n),
                      shape_name(part[1].n), shape_name(part[2].n));
    struct value v = {.n = 3 * n};
    for (int i = 0; i < v.n; i++)
        v.x[i] = part[i / n].x[i % n];
    return v;
}

/* -- calls ----------------------------------------------------------------- */

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
        expr outer = c->variable;
        if (shape == 'p') /* x is its variable, whatever else it may be */
            c->variable = root_variable(c->pool);
        v[i] = e->kind == AST_OPTION
                   ? refuse(c, e->place, NULL, "'%s' takes no options", a->name)
                   : evaluate(c, e);
        c->variable = outer;
        known = known && v[i].n;
    }
    return known;
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
    struct nearest near = nearest_to(a->name);
    builtin_offer(&near);
    const char *hint = did_you_mean(c, near);
    if (known && known->value.n > 1)
        hint = text_format(c->arena, "a component is %s[%s]", a->name,
                           known->value.n == 3 ? "1" : "1,2");
    else if (known && known->value.n == 1)
        hint = "a product needs '*'";
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (!strcmp(hints[i][0], a->name))
            hint = hints[i][1];
    return refuse(c, a->name_place, hint, "unknown function '%s'", a->name);
}

static struct value call(struct check *c, const struct ast *a)
{
    struct value v[MOST_ARGUMENTS] = {{0}};
    const struct builtin *b = builtin_find(a->name);
    if (!b)
        return refuse_unknown(c, a);
    return builtin_takes(c, b, a) && evaluate_arguments(c, a, *b->shapes, v)
               ? builtin_value(c, b, a, v)
               : value_none();
}

/* The depth of a tree is bounded by AST_DEPTH. */
struct value evaluate(struct check *c, const struct ast *a)
{
    const struct entry *e;
    struct value v;
    switch (a->kind) {
    case AST_NUMBER:
        return value_scalar(expr_number(c->pool, a->number));
    case AST_NAME:
        if (c->variable && !strcmp(a->name, "x"))
            return value_scalar(c->variable);
        e = scope_find(c, a);
        return e ? e->value : value_none();
    case AST_NEGATE:
        v = evaluate(c, a->child[0]);
        for (int i = 0; i < v.n; i++)
            v.x[i] = expr_neg(c->pool, v.x[i]);
        return v;
    case AST_BINARY:
        return chain(c, a);
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

struct value evaluate_for(struct check *c, const struct ast *a,
                          const char *what, unsigned forbidden, int n)
{
    c->what = what;
    c->forbidden = forbidden;
    c->needs = 0;
    c->evaluations++;
    struct value v = evaluate(c, a);
    bool is_constant = !(c->needs || forbidden & NEED_PARAM) && forbidden;
    if (forbidden != NEED_ANY &&
        !value_holds(c, a, v, is_constant ? what : "a number in it"))
        return value_none();
    if (!v.n || !n || v.n == n)
        return v;
    return refuse(c, a->place, NULL, "%s where %s is expected", shape_name(v.n),
                  shape_name(n));
}

bool evaluate_numbers(struct check *c, const struct ast *a, const char *what,
                      int n, const struct number **out)
{
    struct value v = evaluate_for(c, a, what, NEED_ANY, n);
    return v.n && value_fits(c, a, v, what, out);
}

const struct number *evaluate_positive(struct check *c, const struct ast *a,
                                       const char *what)
{
    const struct number *n;
    if (!evaluate_numbers(c, a, what, 1, &n))
        return NULL;
    if (number_sign(n) <= 0)
        refuse(c, a->place, NULL, "%s must be positive", what);
    return n;
}
