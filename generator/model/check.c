/* SPDX-License-Identifier: MIT
 *
 * From the syntax tree to a model: statement by statement, in their order.
 */
#include "model/check.h"

#include <string.h>

static const char *const keyword[AST_FILE] = {
    [AST_BODY] = "body",
    [AST_INERTIA] = "inertia",
    [AST_ATTITUDE] = "attitude",
    [AST_MAP] = "map",
    [AST_METHOD] = "method",
    [AST_STEP] = "step",
    [AST_UNTIL] = "until",
    [AST_MASS] = "mass",
    [AST_AT] = "at",
    [AST_SEARCH] = "search",
};

/* -- declarations -----------------------------------------------------------
 */

static const struct setting *find_setting(const struct check *c,
                                          const char *name)
{
    for (int i = c->given->settings - 1; i >= 0; i--)
        if (!strcmp(c->given->setting[i].name, name))
            return &c->given->setting[i];
    return NULL;
}

/* The value, of the shape n (0: any), that a const or a param has, by itself or
 * by a setting. */
static struct value declared_value(struct check *c, const struct ast *s,
                                   struct purpose purpose, int n,
                                   const struct ast **from)
{
    const struct setting *set = find_setting(c, s->name);
    struct value v = evaluate_for(c, s->child[0], purpose, n);
    *from = s->child[0];
    if (set && set->value && v.n) {
        *from = set->value;
        return evaluate_for(c, set->value, purpose, v.n);
    }
    return v;
}

static void check_const(struct check *c, const struct ast *s)
{
    const struct number *n[9];
    const struct ast *from;
    struct value v =
        declared_value(c, s, (struct purpose){"a const", NEED_ANY}, 0, &from);
    if (v.n && !value_numbers(c, from, v, n))
        v = value_none();
    for (int i = 0; i < v.n; i++)
        v.x[i] = expr_number(c->pool, n[i]);
    scope_declare(c, s, ENTRY_CONST, v, 0);
}

/* "m", or "r_1" for a component */
struct field field_make(struct check *c, const struct ast *s, int n, int tag)
{
    struct field f = {
        .name = s->name, .note = s->note, .place = s->name_place, .n = n};
    for (int i = 0; i < n; i++) {
        const char *name =
            n == 1 ? s->name
                   : name_of_text(c->names,
                                  text_format(c->arena, "%s_%d", s->name, i));
        f.symbol[i] = expr_symbol(c->pool, name, tag);
    }
    return f;
}

struct value field_value(const struct field *f)
{
    struct value v = {.n = f->n};
    for (int i = 0; i < f->n; i++)
        v.x[i] = f->symbol[i];
    return v;
}

static void check_param(struct check *c, const struct ast *s,
                        struct field *fields)
{
    struct purpose purpose = {"the default of a param", NEED_ANY};
    const struct number *n[9];
    const struct ast *from;
    int size = field_size(c, s, "a param");
    struct value v = declared_value(c, s, purpose, size, &from);
    if (v.n && !value_fits(c, from, v, "the value", n))
        v = value_none();
    struct field f = field_make(c, s, v.n, SYMBOL_PARAM);
    for (int i = 0; i < v.n; i++)
        f.value[i] = n[i];
    if (scope_declare(c, s, ENTRY_PARAM, field_value(&f), NEED_PARAM))
        fields[c->model->params++] = f;
}

static struct named make_named(const struct ast *s, struct value v)
{
    return (struct named){
        .name = s->name, .note = s->note, .place = s->place, .value = v};
}

static void check_let(struct check *c, const struct ast *s, struct named *lets)
{
    struct value v =
        evaluate_for(c, s->child[0], (struct purpose){"a let", 0}, 0);
    if (scope_declare(c, s, ENTRY_LET, v, c->needs) && v.n)
        lets[c->model->lets++] = make_named(s, v);
}

static bool is_watched(const struct check *c, const char *name)
{
    for (int i = 0; i < c->model->keeps; i++)
        if (c->model->keep[i].name == name)
            return true;
    return false;
}

static void check_keep(struct check *c, const struct ast *s,
                       struct named *keeps)
{
    struct purpose purpose = {"a kept value", NEED_INPUT};
    struct value v = evaluate_for(c, s->child[0], purpose, 1);
    if (!scope_check_name(c, s))
        return;
    if (is_watched(c, s->name)) {
        diag_error(c->diags, s->name_place, "duplicate keep '%s'", s->name);
        return;
    }
    keeps[c->model->keeps++] = make_named(s, v);
}

static void check_tableau(struct check *c, const struct ast *s,
                          const struct ast **tableaus)
{
    for (int i = 0; i < c->model->tableaus; i++)
        if (tableaus[i]->name == s->name) {
            diag_error(c->diags, s->name_place, "a second tableau '%s'",
                       s->name);
            return;
        }
    tableaus[c->model->tableaus++] = s;
}

static void check_composition(struct check *c, const struct ast *s,
                              const struct ast **compositions)
{
    for (int i = 0; i < c->model->compositions; i++)
        if (compositions[i]->name == s->name) {
            diag_error(c->diags, s->name_place, "a second composition '%s'",
                       s->name);
            return;
        }
    compositions[c->model->compositions++] = s;
}

/* -- statements that stand once ---------------------------------------------
 */

static bool is_first(struct check *c, const struct ast *s)
{
    const struct ast *first = c->first[s->kind];
    if (!first) {
        c->first[s->kind] = s;
        return true;
    }
    int line, column;
    place_find(first->place, &line, &column);
    diag_error(c->diags, s->place, "a second `%s`", keyword[s->kind]);
    diag_hint(c->diags, "the first is in line %d", line);
    return false;
}

static void check_step(struct check *c, const struct ast *s)
{
    const struct ast *value = s->child[0];
    if (value->kind == AST_CALL && !strcmp(value->name, "adaptive"))
        adaptive_check(c, value);
    else
        c->model->step = evaluate_positive(c, value, "the step");
}

static void check_once(struct check *c, const struct ast *s)
{
    struct model *m = c->model;
    if (!is_first(c, s))
        return;
    switch (s->kind) {
    case AST_BODY:
        if (scope_check_name(c, s))
            m->name = s->name;
        m->name_place = s->name_place;
        break;
    case AST_INERTIA:
        check_inertia(c, s);
        break;
    case AST_MASS:
        mass_check(c, s);
        break;
    case AST_ATTITUDE:
        m->attitude = s->child[0];
        break;
    case AST_MAP:
        m->map = s->child[0];
        break;
    case AST_METHOD:
        m->method = s->child[0];
        break;
    case AST_STEP:
        check_step(c, s);
        break;
    case AST_AT:
        m->at_place = s->place;
        adaptive_check_at(c, s->child[0]);
        break;
    case AST_SEARCH:
        break; /* the command's own business */
    default:
        m->until = evaluate_positive(c, s->child[0], "the length of a run");
    }
}

/* -- the whole --------------------------------------------------------------
 */

/* Where the lists of the model grow; each has room for all statements. */
struct lists {
    struct field *param, *input;
    struct named *let, *keep;
    const struct ast **show, **tableau, **composition;
};

static void check_statement(struct check *c, const struct ast *s,
                            struct lists *l)
{
    switch (s->kind) {
    case AST_CONST:
        check_const(c, s);
        break;
    case AST_PARAM:
        check_param(c, s, l->param);
        break;
    case AST_INPUT:
        input_check(c, s, l->input);
        break;
    case AST_LET:
        check_let(c, s, l->let);
        break;
    case AST_KEEP:
        check_keep(c, s, l->keep);
        break;
    case AST_TORQUE:
        check_torque(c, s);
        break;
    case AST_FORCE:
        check_force(c, s);
        break;
    case AST_POTENTIAL:
        check_potential(c, s);
        break;
    case AST_START:
        check_start(c, s);
        break;
    case AST_SHOW: /* each is a program */
        if (c->model->shows++ == MODEL_SHOWS)
            diag_error(c->diags, s->place, "more than %d attitudes to show",
                       MODEL_SHOWS);
        l->show[c->model->shows - 1] = s;
        break;
    case AST_TABLEAU:
        check_tableau(c, s, l->tableau);
        break;
    case AST_COMPOSITION:
        check_composition(c, s, l->composition);
        break;
    default:
        check_once(c, s);
    }
}

static struct lists open_lists(struct check *c)
{
    size_t n = (size_t)c->file->n;
    struct model *m = c->model;
    struct lists l = {
        .param = arena_array(c->arena, n, sizeof *l.param),
        .input = arena_array(c->arena, n, sizeof *l.input),
        .let = arena_array(c->arena, n, sizeof *l.let),
        .keep = arena_array(c->arena, 10 * n, sizeof *l.keep),
        .show = arena_array(c->arena, n, sizeof *l.show),
        .tableau = arena_array(c->arena, n, sizeof *l.tableau),
        .composition = arena_array(c->arena, n, sizeof *l.composition),
    };
    m->param = l.param;
    m->input = l.input;
    m->let = l.let;
    m->keep = l.keep;
    m->cause = c->cause = arena_array(c->arena, n, sizeof *c->cause);
    m->show = l.show;
    m->tableau = l.tableau;
    m->composition = l.composition;
    return l;
}

static const struct expr *placeholder(struct check *c, const char *name,
                                      int tag)
{
    return expr_symbol(c->pool, name_of_text(c->names, name), tag);
}

static void open_model(struct check *c, struct model *m)
{
    m->note = c->file->note;
    m->source = c->file->place.source;
    m->pool = c->pool;
    m->names = c->names;
    m->t = placeholder(c, "t", SYMBOL_TIME);
    for (int i = 0; i < 9; i++)
        m->R.x[i] = placeholder(
            c, text_format(c->arena, "R%d%d", i / 3 + 1, i % 3 + 1), SYMBOL_R);
    for (int i = 0; i < 3; i++) {
        m->w.x[i] =
            placeholder(c, text_format(c->arena, "w%d", i + 1), SYMBOL_W);
        m->L.x[i] =
            placeholder(c, text_format(c->arena, "L%d", i + 1), SYMBOL_L);
    }
    m->x = m->v = m->torque = m->force = vec_zero(c->pool);
    m->mass = expr_int(c->pool, 1);
    m->potential = expr_int(c->pool, 0);
    m->inertia = m->inverse = mat_identity(c->pool);
}

static void check_missing(struct check *c)
{
    const struct ast *body = c->first[AST_BODY];
    bool has_inertia = c->first[AST_INERTIA] != NULL;
    struct place place = c->file->place;
    place.length = 0;
    if (!body)
        diag_error(c->diags, place, "the spec has no `body NAME`%s",
                   has_inertia ? "" : " and no `inertia`");
    else if (!has_inertia)
        diag_error(c->diags, body->place, "the body has no `inertia`");
    if (!has_inertia)
        diag_hint(c->diags, "such as `inertia diag(1, 2, 2.5)`, in kg m^2");
}

/* "its params are: m, k", if there are any. */
static void list_settable(const struct check *c, enum entry_kind kind,
                          struct text *out)
{
    const char *between = kind == ENTRY_PARAM ? "params are: " : "consts are: ";
    for (int i = 0; i < c->entries; i++) {
        if (c->entry[i]->kind != kind)
            continue;
        if (*between == ',')
            text_put(out, between);
        else
            text_print(out, "%sits %s", out->length ? "; " : "", between);
        text_put(out, c->entry[i]->name);
        between = ", ";
    }
}

static void refuse_setting(struct check *c, const char *name, bool other)
{
    const char *near = scope_nearest_setting(c, name);
    struct text all = text_new(c->arena);
    list_settable(c, ENTRY_PARAM, &all);
    list_settable(c, ENTRY_CONST, &all);
    if (other)
        diag_error_line(c->diags, "--set", 0,
                        "'%s' is neither a const nor a param", name);
    else
        diag_error_line(c->diags, "--set", 0,
                        "the spec has no const or param '%s'", name);
    if (near)
        diag_hint(c->diags, "did you mean '%s'?", near);
    else if (all.length)
        diag_hint(c->diags, "%s", text_chars(&all));
}

static void check_settings(struct check *c)
{
    for (int i = 0; i < c->given->settings; i++) {
        const struct setting *s = &c->given->setting[i];
        bool known = false, other = false;
        for (int k = 0; k < c->entries; k++) {
            bool same = !strcmp(c->entry[k]->name, s->name);
            known |= same && c->entry[k]->kind <= ENTRY_PARAM;
            other |= same && c->entry[k]->kind > ENTRY_PARAM;
        }
        if (!known)
            refuse_setting(c, s->name, other);
    }
}

struct value model_at_defaults(const struct model *m, struct value v)
{
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const struct expr *value[9];
        for (int k = 0; k < f->n; k++)
            value[k] = expr_number(m->pool, f->value[k]);
        expr_subst(m->pool, v.n, v.x, f->n, f->symbol, value, v.x);
    }
    return v;
}

const struct model *model_check(struct arena *arena, struct names *names,
                                struct diags *diags, struct pool *pool,
                                const struct ast *file,
                                const struct given *given)
{
    int before = diags->errors;
    struct model *m = arena_alloc(arena, sizeof *m);
    struct check c = {.arena = arena,
                      .names = names,
                      .diags = diags,
                      .pool = pool,
                      .model = m,
                      .file = file,
                      .real = given->real,
                      .given = given};
    open_model(&c, m);
    if (mass_is_given(&c))
        mass_open(&c);
    scope_open(&c);
    struct lists lists = open_lists(&c);
    for (int i = 0; i < file->n; i++)
        check_statement(&c, file->child[i], &lists);
    check_missing(&c);
    check_settings(&c);
    input_check_given(&c);
    check_start_state(&c);
    adaptive_check_order(&c);
    if (diags->errors > before)
        return NULL;
    if (given->inputs == INPUTS_SIGNALS) {
        input_act(&c, lists.let);
        series_finish(&m->series, arena, c.real);
    }
    check_energy(&c);
    break_find(&c);
    if (given->inputs == INPUTS_HELD)
        input_watch(&c, lists.keep);
    return m;
}
