/* SPDX-License-Identifier: MIT
 *
 * Makes a model from the syntax tree, statement by statement, in their order.
 */
#include "model/check.h"

#include <string.h>

/* -- declarations ---------------------------------------------------------- */

/* The last value given for this name, or NULL. */
static syntax given_value(const struct setting *setting, int n,
                          const char *name)
{
    for (int i = n - 1; i >= 0; i--)
        if (!strcmp(setting[i].name, name))
            return setting[i].value;
    return NULL;
}

/* The value, of this shape, of a const or a param: from a setting, else from
 * the declaration. */
static struct value declared_value(struct check *c, syntax s, int shape,
                                   num *out)
{
    const bool is_param = s->kind == AST_PARAM;
    const char *subject = is_param ? "the default of a param" : "a const";
    syntax from = s->child[0];
    syntax set =
        given_value(c->additions->setting, c->additions->settings, s->name);
    struct value v = evaluate_for(c, from, subject, USES_ANY, shape);
    if (set && v.n)
        v = evaluate_for(c, from = set, subject, USES_ANY, value_shape(v));
    return v.n && value_fits(c, from, v, is_param ? "the value" : NULL, out)
               ? v
               : value_none();
}

/* Declares a const, or a param, which is also a field. */
static void check_constant(struct check *c, syntax s)
{
    struct model *m = c->model;
    num exact[VALUE_NUMBERS];
    if (s->kind == AST_CONST) {
        scope_declare(c, s, declared_value(c, s, 0, exact), 0);
        return;
    }
    struct field *f = &m->param[m->params];
    const struct value v =
        declared_value(c, s, declared_size(c, s, "a param"), f->value);
    f->n = v.n;
    f->is_flat = v.is_flat;
    m->params += declare_field(c, s, f);
}

static void check_let(struct check *c, syntax s)
{
    struct model *m = c->model;
    struct value v = evaluate_for(c, s->child[0], "a let", 0, 0);
    if (scope_declare(c, s, v, c->needs) && v.n)
        m->let[m->lets++] = (struct named){s->name, s->note, s->place, v};
}

static void check_keep(struct check *c, syntax s)
{
    struct model *m = c->model;
    struct value v =
        evaluate_for(c, s->child[0], "a kept value", USES_INPUT, 1);
    if (scope_check_name(c, s))
        check_new(c, s);
    table_refuse(m, v.n, v.x);
    m->keep[m->keeps++] = (struct named){s->name, s->note, s->place, v};
}

/* -- inputs ---------------------------------------------------------------
 *
 * The emitted code takes inputs as arguments, which are held over a step.  A
 * run in memory substitutes an input's signal, a function of time, into the
 * equations, so that it also varies inside steps.
 */

static bool is_file(syntax a)
{
    return a->kind == AST_CALL && !strcmp(a->name, "file");
}

/* Reads an expression, or the columns of a file. */
static struct value signal_value(struct check *c, syntax s, syntax a, int shape)
{
    if (!is_file(a))
        return evaluate_for(c, a, "a signal", USES_ANY & ~USES_T & ~USES_PARAM,
                            shape);
    struct columns from = {.name = s->name, .n = shape};
    return columns_numbers(c, a, &from) ? series_read(c, a, &from)
                                        : value_none();
}

/* Takes the given signal, else the spec's; a file that is replaced is not read.
 * An input without a size has the size of the spec's signal, else 1. */
static void check_input(struct check *c, syntax s)
{
    struct field *f = &c->model->input[c->model->inputs];
    int errors = c->diags->errors, shape = declared_size(c, s, "an input");
    syntax own = s->n ? s->child[0] : NULL;
    syntax given =
        given_value(c->additions->signal, c->additions->signals, s->name);
    shape = !shape && !own ? 1 : shape;
    if (given && own && is_file(own))
        own = NULL;
    f->signal = own ? signal_value(c, s, own, shape) : value_none();
    if (given && (f->signal.n || !own))
        f->signal =
            signal_value(c, s, given, own ? value_shape(f->signal) : shape);
    f->n = c->diags->errors > errors ? 0
           : f->signal.n             ? f->signal.n
           : shape == SHAPE_BOTH     ? SHAPE_MATRIX
                                     : shape;
    f->is_flat = f->signal.is_flat;
    c->model->inputs += declare_field(c, s, f);
}

/* -- other statements ------------------------------------------------------ */

/* Statements with a value that the model stores as it is. */
static void check_part(struct check *c, syntax s)
{
    struct model *m = c->model;
    syntax value = s->n ? s->child[0] : NULL;
    if (s->kind == AST_BODY) {
        syntax by = c->additions->name ? c->additions->name : s;
        if (by->kind == AST_CALL)
            refuse(c, by->place, NULL, "a name alone is expected");
        m->facts.name = scope_check_name(c, by) ? by->name : NULL;
        m->facts.place = by->name_place;
    } else if (s->kind == AST_UNTIL) {
        m->facts.until = evaluate_positive(c, value, "the length of a run");
    } else if (s->kind == AST_SHOW) { /* each makes a program */
        if (m->shows > MODEL_SHOWS && s == m->show[MODEL_SHOWS])
            refuse(c, s->place, NULL, "more than %d attitudes to show",
                   MODEL_SHOWS);
    } else {
        *(s->kind == AST_ATTITUDE ? &m->attitude
          : s->kind == AST_MAP    ? &m->map
                                  : &m->method) = value;
    }
}

/* -- the whole ------------------------------------------------------------- */

static const struct {
    void (*check)(struct check *, syntax);
    bool once; /* at most one in a spec */
} statements[AST_FILE] = {
#define STATEMENT(NAME, word, once, soft, check, hint)                         \
    [AST_##NAME] = {check, once},
#include "lang/statements.def"
#undef STATEMENT
};

/* "w1" */
static expr placeholder(struct check *c, const char *name, int i, int tag)
{
    name = text_format(c->arena, "%s%d", name, i);
    return expr_symbol(c->pool, name_of_text(c->model->names, name), tag);
}

/* All statements of a kind. */
static syntax *statements_of(struct check *c, enum ast_kind kind, int *n)
{
    syntax *all = arena_array(c->arena, (size_t)c->file->n, sizeof *all);
    for (int i = 0; i < c->file->n; i++)
        if (c->file->child[i]->kind == kind)
            all[(*n)++] = c->file->child[i];
    return all;
}

/* -- the state ------------------------------------------------------------- */

/* Adds R, L, and x and v if the body moves.  There is room after them for parts
 * that statements declare, and at the end for unused starts of x and v. */
static void open_parts(struct check *c)
{
    static const struct field all[] = {
        {"R", NULL, "1", "body to space", PART_ATTITUDE, .n = MODEL_R},
        {"L", "angular momentum%s, body frame", "N m s", "body", PART_MOMENTUM,
         .n = 3},
        {"x", "position, space frame, m", "m", "space", PART_POSITION, .n = 3},
        {"v", "velocity, space frame, m/s", "m/s", "space", PART_VELOCITY,
         .n = 3}};
    struct model *m = c->model;
    const expr *const symbol[] = {m->R.x, m->L.x, m->x.x, m->v.x};
    num **const start[] = {&m->start_R, &m->start_L, &m->start_x, &m->start_v};
    const int room = STORES + 2 * c->file->n;
    m->part = arena_array(c->arena, (size_t)room, sizeof *m->part);
    for (int i = 0; i < STORES; i++) {
        struct model_part *p = &m->part[room - STORES + i];
        if (i < STORED_X || m->moves) {
            p = part_add(m, all[i]);
            p->field.name = name_of_text(m->names, all[i].name);
            memcpy(p->field.symbol, symbol[i], (size_t)all[i].n * sizeof(expr));
        }
        *start[i] = p->field.value;
    }
    m->extra = m->part + m->parts;
    m->exhaust_moment = vec_zero(c->pool);
    m->exhaust_rate = expr_int(c->pool, 0);
}

/* Each list has room for one entry per statement. */
static void open_model(struct check *c)
{
    const size_t n = (size_t)c->file->n;
    const size_t keeps = n +
                         VALUE_NUMBERS * (n + (size_t)c->additions->watches) +
                         6 + 2 * MODEL_SWITCHES;
    struct model *m = c->model;
    m->facts.note = c->file->note;
    m->source = c->file->place.source;
    m->is_swept = c->additions->is_swept;
    m->pool = c->pool;
    m->param = arena_array(c->arena, n + (size_t)c->additions->free_starts,
                           sizeof *m->param);
    m->input = arena_array(c->arena, n, sizeof *m->input);
    m->let = arena_array(c->arena, n, sizeof *m->let);
    m->keep = arena_array(c->arena, keeps, sizeof *m->keep);
    m->cause = arena_array(c->arena, n, sizeof *m->cause);
    m->table = statements_of(c, AST_TABLE, &m->tables);
    m->show = statements_of(c, AST_SHOW, &m->shows);
    m->tableau = statements_of(c, AST_TABLEAU, &m->tableaus);
    m->composition = statements_of(c, AST_COMPOSITION, &m->compositions);
    for (int i = c->file->n - 1; i >= 0; i--)
        c->statements.first[c->file->child[i]->kind] = c->file->child[i];
    m->t = expr_symbol(c->pool, name_of_text(m->names, "t"), SYMBOL_TIME);
    for (int i = 0; i < 9; i++)
        m->R.x[i] = placeholder(c, "R", 11 + 10 * (i / 3) + i % 3, SYMBOL_R);
    for (int i = 0; i < 3; i++) {
        m->w.x[i] = placeholder(c, "w", i + 1, SYMBOL_W);
        m->L.x[i] = placeholder(c, "L", i + 1, SYMBOL_L);
    }
    m->x = m->v = m->torque = m->force = m->gyro = m->stated_gyro =
        vec_zero(c->pool);
    m->mass = expr_int(c->pool, 1);
    m->potential = expr_int(c->pool, 0);
    m->locked_inertia = m->inertia = m->inverse = mat_identity(c->pool);
    m->moves = c->statements.first[AST_MASS] != NULL;
    m->facts.has_potential = c->statements.first[AST_POTENTIAL] != NULL;
    for (int i = 0; i < 3 && m->moves; i++)
        m->x.x[i] = placeholder(c, "x", i + 1, SYMBOL_X);
    for (int i = 0; i < 3 && m->moves; i++)
        m->v.x[i] = placeholder(c, "v", i + 1, SYMBOL_V);
    open_parts(c);
}

static void check_missing(struct check *c)
{
    syntax body = c->statements.first[AST_BODY];
    const bool has_inertia = c->statements.first[AST_INERTIA] != NULL;
    struct place place = body ? body->place : c->file->place;
    place.length = body ? place.length : 0;
    if (!body || !has_inertia)
        refuse(
            c, place,
            has_inertia ? NULL : "such as `inertia diag(1, 2, 2.5)`, in kg m^2",
            "%s%s",
            body ? "the body has no `inertia`" : "the spec has no `body NAME`",
            body || has_inertia ? "" : " and no `inertia`");
}

/* -- options in addition to the spec --------------------------------------- */

/* Checks that the name is an input, or a const or a param; else a message with
 * a similar name, or all of them. */
static void check_settings(struct check *c, const struct setting *setting,
                           bool is_input)
{
    const char *option = is_input ? "--input" : "--set";
    const struct entry *own =
        memo_find(&c->known, name_of_text(c->model->names, setting->name));
    struct nearest near = nearest_to(setting->name);
    struct text consts = text_new(c->arena), others = consts;
    for (int i = c->quantities; i < c->entries; i++) {
        const struct entry *e = &c->entry[i];
        struct text *list = e->kind == AST_CONST ? &consts : &others;
        if (e->kind >= AST_LET || (e->kind == AST_INPUT) != is_input)
            continue;
        if (e == own)
            return;
        nearest_offer(&near, e->name);
        text_print(list, "%s%s", list->length ? ", " : "", e->name);
    }
    if (own && own->kind != AST_NAME && !is_input)
        diag_error_line(c->diags, option, 0,
                        "'%s' is neither a const nor a param", setting->name);
    else
        diag_error_line(c->diags, option, 0, "the spec has no %s '%s'",
                        is_input ? "input" : "const or param", setting->name);
    if (near.best)
        diag_hint(c->diags, "did you mean '%s'?", near.best);
    else if (is_input && c->model->inputs == 1)
        diag_hint(c->diags, "its input is %s", others.chars);
    else if (!is_input && (others.length || consts.length))
        diag_hint(c->diags, "%s%s%s%s%s",
                  others.length ? "its params are: " : "", text_chars(&others),
                  others.length && consts.length ? "; " : "",
                  consts.length ? "its consts are: " : "", text_chars(&consts));
}

/* Lets watched expressions use the spec's kept values by name, unless another
 * value has that name. */
static void name_kept(struct check *c)
{
    const struct model *m = c->model;
    for (int i = 0; i < m->keeps && c->additions->watches; i++)
        if (!memo_find(&c->known, m->keep[i].name))
            scope_enter(c, (struct entry){AST_KEEP, m->keep[i].name,
                                          m->keep[i].place, m->keep[i].value,
                                          USES_ANY & ~USES_INPUT, 0, NULL});
}

static void keep(struct model *m, const char *name, const char *note,
                 struct place place, expr x)
{
    table_refuse(m, 1, &x);
    m->keep[m->keeps++] = (struct named){name_of_text(m->names, name), note,
                                         place, value_scalar(x)};
}

/* Keeps each number of an expression; inputs may be replaced by signals. */
static void check_watched(struct check *c, const struct watched_value *w)
{
    struct model *m = c->model;
    syntax a = w->value;
    struct value v = evaluate_for(
        c, a, w->subject,
        c->additions->inputs == INPUTS_SIGNALS ? 0 : USES_INPUT, w->n);
    if (c->additions->inputs == INPUTS_SIGNALS)
        model_insert_signals(m, v.n, v.x);
    for (int i = 0; i < v.n; i++, m->watched++)
        keep(m, text_format(c->arena, "plot_%d", m->watched + 1),
             arena_text(c->arena, a->place.source->chars,
                        a->place.source->length),
             a->place, v.x[i]);
}

static void watch_rate(struct model *m, int n, const expr *rate)
{
    for (int i = 0; i < n; i++, m->loads++)
        keep(m, text_format(pool_arena(m->pool), "rate_%d", m->loads + 1), "",
             m->inertia_place, rate[i]);
}

/* Keeps the conditions that switch these and depend on the body's state. */
static void watch_switches(struct check *c, int n, const expr *loads)
{
    enum { STATE = USES_R | USES_W | USES_L | USES_X | USES_V | USES_EXTRA };
    struct model *m = c->model;
    expr rate;
    const unsigned char *reached = expr_reached(c->pool, n, loads);
    for (int i = 0; i < c->compares.count && m->switches < MODEL_SWITCHES;
         i++) {
        const struct compare *a = &c->compares.of[i];
        if (!reached[a->truth->id] || !(model_uses(c->pool, 1, &a->by) & STATE))
            continue;
        m->switched[m->switches++] = arena_text(
            c->arena,
            a->written->place.source->chars + a->written->place.offset,
            a->written->place.length);
        model_rate(m, 1, &a->by, &rate);
        watch_rate(m, 1, &a->by);
        watch_rate(m, 1, &rate);
    }
}

static void watch_loads(struct check *c)
{
    struct model *m = c->model;
    const expr *loads = model_loads(m), *rates = loads + 2 * VECTOR;
    for (int i = 0; i < c->compares.count; i++) {
        model_insert_signals(m, 1, &c->compares.of[i].truth);
        model_insert_signals(m, 1, &c->compares.of[i].by);
    }
    watch_switches(c, 2 * VECTOR + m->extra_values, loads);
    watch_rate(m, m->moves ? 2 * VECTOR : VECTOR, loads);
    watch_rate(m, m->extra_values, rates);
}

/* Reads a value for a param, which may be made from a start value. */
static void check_override(struct check *c, struct override *w)
{
    struct model *m = c->model;
    int n = 1, shape = n;
    w->param = NULL;
    if (m->free_starts <
        c->additions->free_starts) /* the message was printed */
        return;
    for (int i = 0; w->name && i < m->params && !w->param; i++) {
        const int start = i - (m->params - m->free_starts);
        const char *name =
            start < 0 ? m->param[i].name : c->additions->free_start[start];
        w->param = strcmp(name, w->name) == 0 ? &m->param[i] : NULL;
    }
    if (w->param) {
        n = w->param->n;
        shape = value_shape(value_as(w->param, w->param->symbol));
    }
    if (!w->value || (w->name && !w->param))
        return;
    struct value v = evaluate_for(c, w->value, "a value that varies", USES_ANY,
                                  w->is_broadcast ? SHAPE_ANY : shape);
    if (v.n && v.n != 1 && value_shape(v) != shape)
        v = refuse(c, w->value->place, shape_hint(value_shape(v), shape),
                   "%s where %s is expected", shape_name(value_shape(v)),
                   shape_name(shape));
    if (!v.n || !value_fits(c, w->value, v, "the value", w->number))
        return;
    for (int i = 1; i < n && v.n == 1; i++)
        w->number[i] = w->number[0];
}

/* Must come after derivatives along the motion, which hold inputs constant. */
static void drive_inputs(struct model *m)
{
    model_insert_signals(m, 3, m->torque.x);
    model_insert_signals(m, 3, m->force.x);
    model_insert_signals(m, 3, m->gyro.x);
    model_insert_signals(m, 3, m->exhaust_moment.x);
    model_insert_signals(m, 1, &m->exhaust_rate);
    for (int i = 0; i < m->extras; i++)
        model_insert_signals(m, m->extra[i].field.n, m->extra[i].rate);
    for (int i = 0; i < m->samples; i++)
        model_insert_signals(m, m->part[m->sample[i].part].field.n,
                             m->sample[i].law);
    for (int i = 0; i < m->lets; i++)
        model_insert_signals(m, m->let[i].value.n, m->let[i].value.x);
}

/* Adds signals as the last kept values, so that they can be read at a time. */
static void keep_signals(struct model *m)
{
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++, m->held++) {
            const struct field *f = &m->input[i];
            keep(m, f->symbol[k]->name, NULL, (struct place){0},
                 f->signal.n ? f->signal.x[k] : expr_int(m->pool, 0));
        }
}

/* Checks given values and signals, watched expressions and starts. */
static void check_additions(struct check *c)
{
    const struct additions *additions = c->additions;
    for (int i = 0; i < additions->settings; i++)
        check_settings(c, &additions->setting[i], false);
    for (int i = 0; i < additions->signals; i++)
        check_settings(c, &additions->signal[i], true);
    name_kept(c);
    for (int i = 0; i < additions->watches; i++)
        check_watched(c, &additions->watch[i]);
    check_starts(c);
    extras_start(c);
    for (int i = 0; i < additions->overrides; i++)
        check_override(c, &additions->override[i]);
}

const struct model *model_check(struct names *names, struct diags *diags,
                                struct pool *pool, syntax file,
                                const struct additions *additions)
{
    const int before = diags->errors, reported = diags->count;
    struct model *m = arena_alloc(diags->arena, sizeof *m);
    m->names = names;
    struct check c = {.arena = diags->arena,
                      .diags = diags,
                      .pool = pool,
                      .model = m,
                      .file = file,
                      .additions = additions};
    open_model(&c);
    scope_open(&c);
    for (int i = 0; i < file->n; i++) {
        syntax s = file->child[i], first = c.statements.first[s->kind];
        if (s != first && statements[s->kind].once)
            refuse(&c, s->place, line_hint(&c, "the first is", first->place),
                   "a second `%s`", ast_statement(s->kind)->word);
        else if (statements[s->kind].check)
            statements[s->kind].check(&c, s);
    }
    check_missing(&c);
    check_samples(&c);
    check_extras(&c);
    check_events(&c);
    diags_sort(diags, reported); /* rates and events were read late */
    check_additions(&c);
    check_at_order(&c);
    if (diags->errors > before)
        return NULL;
    if (additions->inputs == INPUTS_SIGNALS)
        drive_inputs(m);
    if (additions->inputs != INPUTS_ARGUMENTS)
        series_finish(&m->series, c.arena, additions->real);
    if (additions->keeps_loads && (m->adaptive || additions->is_adaptive) &&
        model_kept_loads(m))
        watch_loads(&c);
    check_energy(&c);
    event_finish(m, additions->inputs == INPUTS_SIGNALS); /* needs the torque */
    if (additions->inputs == INPUTS_HELD)
        keep_signals(m);
    return diags->errors > before ? NULL : m;
}
