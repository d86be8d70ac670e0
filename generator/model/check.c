/* SPDX-License-Identifier: MIT
 *
 * From the syntax tree to a model: statement by statement, in their order.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* -- declarations ---------------------------------------------------------- */

/* The last one that is given for this name. */
static const struct ast *given_value(const struct setting *setting, int n,
                                     const char *name)
{
    for (int i = n - 1; i >= 0; i--)
        if (!strcmp(setting[i].name, name))
            return setting[i].value;
    return NULL;
}

/* The value, of the shape n (0: any), that a const or a param has, by itself or
 * by a setting. */
static struct value declared_value(struct check *c, const struct ast *s,
                                   const char *what, int n,
                                   const struct ast **from)
{
    struct value v = evaluate_for(c, s->child[0], what, NEED_ANY, n);
    const struct ast *set =
        given_value(c->given->setting, c->given->settings, s->name);
    *from = set && v.n ? set : s->child[0];
    return set && v.n ? evaluate_for(c, set, what, NEED_ANY, v.n) : v;
}

static void check_const(struct check *c, const struct ast *s)
{
    const struct number *n[9];
    const struct ast *from;
    struct value v = declared_value(c, s, "a const", 0, &from);
    if (v.n && !value_numbers(c, from, v, n))
        v = value_none();
    scope_declare(c, s, ENTRY_CONST, v, 0);
}

/* The size that stands behind a declared name, 0 without; `what` has it. */
static int field_size(struct check *c, const struct ast *s, const char *what)
{
    long n;
    const struct number *size;
    const char *name = text_format(c->arena, "the size of %s", what);
    if (!s->size || !evaluate_numbers(c, s->size, name, 1, &size))
        return 0;
    if (number_is_int(size, &n) && (n == 1 || n == 3 || n == 9))
        return (int)n;
    refuse(c, s->size->place, NULL, "%s has 1, 3 or 9 values", what);
    return 0;
}

/* A field of a struct of the emitted code: "m", or "r_1" for a component, with
 * symbols of this tag. */
static struct field field_make(struct check *c, const struct ast *s, int n,
                               int tag)
{
    struct field f = {
        .name = s->name, .note = s->note, .place = s->name_place, .n = n};
    for (int i = 0; i < n; i++) {
        const char *name = text_format(c->arena, "%s_%d", s->name, i);
        name = n > 1 ? name_of_text(c->names, name) : s->name;
        f.symbol[i] = expr_symbol(c->pool, name, tag);
    }
    return f;
}

static struct value field_value(const struct field *f)
{
    struct value v = {.n = f->n};
    memcpy(v.x, f->symbol, sizeof v.x);
    return v;
}

static void check_param(struct check *c, const struct ast *s)
{
    const struct ast *from;
    const struct number *n[9];
    int size = field_size(c, s, "a param");
    struct value v =
        declared_value(c, s, "the default of a param", size, &from);
    if (v.n && !value_fits(c, from, v, "the value", n))
        v = value_none();
    struct field f = field_make(c, s, v.n, SYMBOL_PARAM);
    memcpy(f.value, n, (size_t)v.n * sizeof *n);
    if (scope_declare(c, s, ENTRY_PARAM, field_value(&f), NEED_PARAM))
        c->model->param[c->model->params++] = f;
}

static struct named named_by(const struct ast *s, struct value v)
{
    return (struct named){
        .name = s->name, .note = s->note, .place = s->place, .value = v};
}

static void check_let(struct check *c, const struct ast *s)
{
    struct value v = evaluate_for(c, s->child[0], "a let", 0, 0);
    if (scope_declare(c, s, ENTRY_LET, v, c->needs) && v.n)
        c->model->let[c->model->lets++] = named_by(s, v);
}

/* Is it the first of its kind that is called so?  Else a message. */
static bool is_new(struct check *c, const struct ast *s, const char *fault)
{
    struct ast *const *before = c->file->child;
    while (*before != s &&
           ((*before)->kind != s->kind || (*before)->name != s->name))
        before++;
    if (*before != s)
        refuse(c, s->name_place, NULL, "%s '%s'", fault, s->name);
    return *before == s;
}

static void check_keep(struct check *c, const struct ast *s)
{
    struct value v =
        evaluate_for(c, s->child[0], "a kept value", NEED_INPUT, 1);
    if (scope_check_name(c, s) && is_new(c, s, "duplicate keep"))
        c->model->keep[c->model->keeps++] = named_by(s, v);
}

static void check_tableau(struct check *c, const struct ast *s)
{
    if (is_new(c, s, "a second tableau"))
        c->model->tableau[c->model->tableaus++] = s;
}

static void check_composition(struct check *c, const struct ast *s)
{
    if (is_new(c, s, "a second composition"))
        c->model->composition[c->model->compositions++] = s;
}

/* Each is a program. */
static void check_show(struct check *c, const struct ast *s)
{
    struct model *m = c->model;
    if (m->shows == MODEL_SHOWS)
        refuse(c, s->place, NULL, "more than %d attitudes to show",
               MODEL_SHOWS);
    m->show[m->shows++] = s;
}

/* -- inputs ---------------------------------------------------------------
 *
 * The emitted code takes them as arguments, held over a step; what runs the
 * body in memory puts an input's signal, a function of time, into the equations
 * in its place, so that steps see it inside of them, too.
 */

static bool is_file(const struct ast *a)
{
    return a->kind == AST_CALL && !strcmp(a->name, "file");
}

/* An expression, or the columns of a file. */
static struct value signal_value(struct check *c, const struct ast *s,
                                 const struct ast *a, int n)
{
    if (!is_file(a))
        return evaluate_for(c, a, "a signal", NEED_ANY & ~NEED_T & ~NEED_PARAM,
                            n);
    int first = series_read(&c->model->series, c->diags, a, s->name, &n);
    struct value v = {.n = first < 0 ? 0 : n};
    for (int i = 0; i < v.n; i++) {
        expr at[2] = {expr_int(c->pool, first + i), c->model->t};
        v.x[i] = expr_apply(c->pool, OP_SIGNAL, 2, at);
    }
    return v;
}

/* Of the shape n (0: any), as it is given, or else as the spec has it; a file
 * in whose place something is given is not looked at. */
static struct value signal_of(struct check *c, const struct ast *s, int n)
{
    const struct ast *own = s->n ? s->child[0] : NULL;
    const struct ast *given =
        given_value(c->given->signal, c->given->signals, s->name);
    if (given && own && is_file(own))
        own = NULL;
    struct value v = own ? signal_value(c, s, own, n) : value_none();
    if (given && (v.n || !own))
        v = signal_value(c, s, given, own ? v.n : n);
    return v;
}

/* Without a size, an input has that of the signal in the spec, else 1. */
static void check_input(struct check *c, const struct ast *s)
{
    int errors = c->diags->errors, n = field_size(c, s, "an input");
    if (!n && !s->n)
        n = 1;
    struct value signal = signal_of(c, s, n);
    if (c->diags->errors > errors)
        n = 0;
    else if (!n)
        n = signal.n;
    struct field f = field_make(c, s, n, SYMBOL_INPUT);
    f.signal = signal;
    if (scope_declare(c, s, ENTRY_INPUT, field_value(&f), NEED_INPUT))
        c->model->input[c->model->inputs++] = f;
}

/* Not before: a derivative along the motion takes an input as constant. */
static void act_by_signals(struct model *m)
{
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        model_drive(m, f, 3, m->torque.x);
        model_drive(m, f, 3, m->force.x);
        for (int k = 0; k < m->lets; k++)
            model_drive(m, f, m->let[k].value.n, m->let[k].value.x);
    }
}

/* Signals as the last values to keep, by which they are read at a time. */
static void watch_signals(struct model *m)
{
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++, m->held++) {
            const struct field *f = &m->input[i];
            expr x = f->signal.n ? f->signal.x[k] : expr_int(m->pool, 0);
            m->keep[m->keeps++] = (struct named){.name = f->symbol[k]->name,
                                                 .value = value_scalar(x)};
        }
}

/* -- steps that choose their own size, `step adaptive(angle = 1e-8, ...)`, and
 *    the times that they land on, `at [t1, t2, ...]` ------------------------
 */

static const char *const option_name[CONTROLS] = {
    [CONTROL_ANGLE] = "angle",       [CONTROL_RATE] = "rate",
    [CONTROL_POSITION] = "position", [CONTROL_VELOCITY] = "velocity",
    [CONTROL_FIRST] = "first",       [CONTROL_MIN] = "min",
    [CONTROL_MAX] = "max",
};

const char *control_name(enum control which)
{
    return option_name[which];
}

static void take_option(struct check *c, const struct ast *option)
{
    const char *all = c->model->moves
                          ? "angle, rate, position, velocity, first, min, max"
                          : "angle, rate, first, min, max";
    int i = 0;
    if (option->kind != AST_OPTION) {
        refuse(c, option->place, all,
               "what 'adaptive' is given is named: angle = 1e-8");
        return;
    }
    while (i < CONTROLS && strcmp(option_name[i], option->name) != 0)
        i++;
    const char *what = text_format(c->arena, "'%s'", option->name);
    const char *of_mass =
        i == CONTROL_POSITION || i == CONTROL_VELOCITY
            ? text_format(c->arena, "a tolerance of %s", option->name)
            : NULL;
    if (i == CONTROLS)
        refuse(c, option->name_place, all, "'adaptive' has no option %s", what);
    else if (of_mass && !mass_needed(c, option, of_mass))
        return;
    else if (c->model->control[i])
        refuse(c, option->name_place, NULL, "%s is given twice", what);
    else
        c->model->control[i] = evaluate_positive(c, option->child[0], what);
    if (i < CONTROLS)
        c->control_place[i] = option->place;
}

/* `low` may not be above `high`, where both are given. */
static void check_pair(struct check *c, enum control low, enum control high)
{
    const struct number *const *x = c->model->control;
    if (x[low] && x[high] && number_compare(x[low], x[high]) > 0)
        refuse(c, c->control_place[high], NULL, "'%s' is smaller than '%s'",
               option_name[high], option_name[low]);
}

static void adaptive_check(struct check *c, const struct ast *call)
{
    int errors = c->diags->errors;
    c->model->adaptive = true;
    c->model->step_place = call->place;
    for (int i = 0; i < call->n; i++)
        take_option(c, call->child[i]);
    if (c->diags->errors > errors)
        return;
    check_pair(c, CONTROL_MIN, CONTROL_FIRST);
    check_pair(c, CONTROL_FIRST, CONTROL_MAX);
    check_pair(c, CONTROL_MIN, CONTROL_MAX);
}

static void adaptive_check_at(struct check *c, const struct ast *s)
{
    struct model *m = c->model;
    const struct ast *list = s->child[0];
    m->at_place = s->place;
    if (list->kind != AST_VECTOR) {
        refuse(c, list->place, NULL, "times stand in brackets: at [1, 2]");
        return;
    }
    m->landing = arena_array(c->arena, (size_t)list->n, sizeof *m->landing);
    for (int i = 0; i < list->n; i++) {
        const struct ast *a = list->child[i];
        const struct number *n;
        struct value v =
            evaluate_for(c, a, "a breakpoint", NEED_ANY & ~NEED_PARAM, 1);
        if (!v.n ||
            (expr_is_const(v.x[0]) && !value_fits(c, a, v, "a breakpoint", &n)))
            return;
        m->landing[i] = v.x[0];
    }
    m->landings = list->n;
}

/* The numbers are those of the emitted code: times that it cannot tell apart
 * are one.  Of those that depend on params nobody knows. */
static void adaptive_check_order(struct check *c)
{
    const struct model *m = c->model;
    double before = m->start_t ? number_double(m->start_t) : -INFINITY;
    bool is_start = true;
    for (int i = 0; i < m->landings; i++) {
        const struct ast *a = c->first[AST_AT]->child[0]->child[i];
        if (!expr_is_const(m->landing[i]))
            continue;
        double t = number_double(m->landing[i]->number);
        if (!(t > before))
            refuse(c, a->place, NULL,
                   is_start ? "the time %g is not after the start, at %g"
                            : "the times must ascend: %g does not come after "
                              "%g",
                   t, before);
        before = t;
        is_start = false;
    }
}

/* -- statements that stand once -------------------------------------------- */

static void check_body(struct check *c, const struct ast *s)
{
    c->model->name = scope_check_name(c, s) ? s->name : NULL;
    c->model->name_place = s->name_place;
}

static void check_choice(struct check *c, const struct ast *s)
{
    struct model *m = c->model;
    *(s->kind == AST_ATTITUDE ? &m->attitude
      : s->kind == AST_MAP    ? &m->map
                              : &m->method) = s->child[0];
}

static void check_step(struct check *c, const struct ast *s)
{
    const struct ast *value = s->child[0];
    if (s->kind == AST_UNTIL)
        c->model->until = evaluate_positive(c, value, "the length of a run");
    else if (value->kind == AST_CALL && !strcmp(value->name, "adaptive"))
        adaptive_check(c, value);
    else
        c->model->step = evaluate_positive(c, value, "the step");
}

/* -- the whole ------------------------------------------------------------- */

static const struct {
    void (*check)(struct check *, const struct ast *);
    bool once; /* it stands once */
} statements[AST_FILE] = {
    [AST_BODY] = {check_body, true},
    [AST_CONST] = {check_const, false},
    [AST_PARAM] = {check_param, false},
    [AST_INPUT] = {check_input, false},
    [AST_LET] = {check_let, false},
    [AST_INERTIA] = {check_inertia, true},
    [AST_TORQUE] = {check_action, false},
    [AST_MASS] = {check_mass, true},
    [AST_FORCE] = {check_action, false},
    [AST_POTENTIAL] = {check_potential, false},
    [AST_KEEP] = {check_keep, false},
    [AST_ATTITUDE] = {check_choice, true},
    [AST_SHOW] = {check_show, false},
    [AST_MAP] = {check_choice, true},
    [AST_METHOD] = {check_choice, true},
    [AST_START] = {check_start, false},
    [AST_STEP] = {check_step, true},
    [AST_UNTIL] = {check_step, true},
    [AST_AT] = {adaptive_check_at, true},
    [AST_SEARCH] = {NULL, true}, /* the command's own business */
    [AST_TABLEAU] = {check_tableau, false},
    [AST_COMPOSITION] = {check_composition, false},
};

static void check_statement(struct check *c, const struct ast *s)
{
    const struct ast *first = c->first[s->kind];
    c->first[s->kind] = first ? first : s;
    if (first && statements[s->kind].once)
        refuse(c, s->place, line_hint(c, "the first is", first->place),
               "a second `%s`", ast_keyword(s->kind));
    else if (statements[s->kind].check)
        statements[s->kind].check(c, s);
}

/* "w1" */
static expr placeholder(struct check *c, const char *name, int i, int tag)
{
    name = text_format(c->arena, "%s%d", name, i);
    return expr_symbol(c->pool, name_of_text(c->names, name), tag);
}

/* Each list has room for all statements. */
static void open_model(struct check *c)
{
    size_t n = (size_t)c->file->n;
    struct model *m = c->model;
    m->note = c->file->note;
    m->source = c->file->place.source;
    m->pool = c->pool;
    m->names = c->names;
    m->param = arena_array(c->arena, n, sizeof *m->param);
    m->input = arena_array(c->arena, n, sizeof *m->input);
    m->let = arena_array(c->arena, n, sizeof *m->let);
    m->keep = arena_array(c->arena, 10 * n, sizeof *m->keep);
    m->cause = arena_array(c->arena, n, sizeof *m->cause);
    m->show = arena_array(c->arena, n, sizeof *m->show);
    m->tableau = arena_array(c->arena, n, sizeof *m->tableau);
    m->composition = arena_array(c->arena, n, sizeof *m->composition);
    m->t = expr_symbol(c->pool, name_of_text(c->names, "t"), SYMBOL_TIME);
    for (int i = 0; i < 9; i++)
        m->R.x[i] = placeholder(c, "R", 11 + 10 * (i / 3) + i % 3, SYMBOL_R);
    for (int i = 0; i < 3; i++) {
        m->w.x[i] = placeholder(c, "w", i + 1, SYMBOL_W);
        m->L.x[i] = placeholder(c, "L", i + 1, SYMBOL_L);
    }
    m->x = m->v = m->torque = m->force = vec_zero(c->pool);
    m->mass = expr_int(c->pool, 1);
    m->potential = expr_int(c->pool, 0);
    m->inertia = m->inverse = mat_identity(c->pool);
    for (int i = 0; i < c->file->n; i++)
        c->has[c->file->child[i]->kind] = true;
    m->moves = c->has[AST_MASS];
    for (int i = 0; i < 3 && m->moves; i++)
        m->x.x[i] = placeholder(c, "x", i + 1, SYMBOL_X);
    for (int i = 0; i < 3 && m->moves; i++)
        m->v.x[i] = placeholder(c, "v", i + 1, SYMBOL_V);
}

static void check_missing(struct check *c)
{
    const struct ast *body = c->first[AST_BODY];
    bool has_inertia = c->first[AST_INERTIA] != NULL;
    struct place place = c->file->place;
    place.length = 0;
    const char *hint =
        has_inertia ? NULL : "such as `inertia diag(1, 2, 2.5)`, in kg m^2";
    if (!body)
        refuse(c, place, hint, "the spec has no `body NAME`%s",
               has_inertia ? "" : " and no `inertia`");
    else if (!has_inertia)
        refuse(c, body->place, hint, "the body has no `inertia`");
}

/* -- what is given beside the text ----------------------------------------- */

/* "its params are: m, k", if there are any. */
static void list_entries(const struct check *c, enum entry_kind kind,
                         const char *what, struct text *out)
{
    const char *before = out->length ? "; its " : "its ";
    for (int i = c->quantities; i < c->entries; i++)
        if (c->entry[i]->kind == kind) {
            text_print(out, "%s%s%s", before, what, c->entry[i]->name);
            before = ", ";
            what = "";
        }
}

/* That it names an entry of one of these kinds, which are `wanted`; else a
 * message, with a name that is near, or all of them. */
static void check_given(struct check *c, const struct setting *given,
                        enum entry_kind first, enum entry_kind last,
                        const char *option, const char *wanted,
                        const struct text *all)
{
    const struct entry *known = NULL;
    struct nearest near = nearest_to(given->name);
    for (int i = c->quantities; i < c->entries; i++) {
        const struct entry *e = c->entry[i];
        known = strcmp(e->name, given->name) ? known : e;
        if (e->kind >= first && e->kind <= last)
            nearest_offer(&near, e->name);
    }
    if (known && known->kind >= first && known->kind <= last)
        return;
    if (known && first != last)
        diag_error_line(c->diags, option, 0,
                        "'%s' is neither a const nor a param", given->name);
    else
        diag_error_line(c->diags, option, 0, "the spec has no %s '%s'", wanted,
                        given->name);
    refuse_hint(c, near.best     ? did_you_mean(c, near)
                   : all->length ? text_chars(all)
                                 : NULL);
}

static void check_all_given(struct check *c)
{
    const struct given *given = c->given;
    struct text settable = text_new(c->arena), input = settable;
    list_entries(c, ENTRY_PARAM, "params are: ", &settable);
    list_entries(c, ENTRY_CONST, "consts are: ", &settable);
    if (c->model->inputs == 1)
        list_entries(c, ENTRY_INPUT, "input is ", &input);
    for (int i = 0; i < given->settings; i++)
        check_given(c, &given->setting[i], ENTRY_CONST, ENTRY_PARAM, "--set",
                    "const or param", &settable);
    for (int i = 0; i < given->signals; i++)
        check_given(c, &given->signal[i], ENTRY_INPUT, ENTRY_INPUT, "--input",
                    "input", &input);
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
    open_model(&c);
    scope_open(&c);
    for (int i = 0; i < file->n; i++)
        check_statement(&c, file->child[i]);
    check_missing(&c);
    check_all_given(&c);
    check_start_state(&c);
    adaptive_check_order(&c);
    if (diags->errors > before)
        return NULL;
    if (given->inputs == INPUTS_SIGNALS) {
        act_by_signals(m);
        series_finish(&m->series, arena, c.real);
    }
    check_energy(&c);
    break_find(&c);
    if (given->inputs == INPUTS_HELD)
        watch_signals(m);
    return m;
}
