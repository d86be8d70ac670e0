/* SPDX-License-Identifier: MIT
 *
 * Prints a model in the language's notation, for `polhode show model`.
 */
#include "model/check.h"

#include <string.h>

enum { LINE_LIMIT = 2000 };

/* Names for the values of lets and extras. */
struct lets {
    const struct model *model;
    struct swaps known; /* components that have names so far */
};

static struct value renamed(const struct lets *l, struct value v)
{
    const struct swaps *s = &l->known;
    expr_subst(s->pool, v.n, v.x, s->n, s->from, s->to, v.x);
    return v;
}

/* From here on x is printed by its name, "up[1]". */
static void call(struct lets *l, const char *name, const char *at, expr x)
{
    const struct model *m = l->model;
    name = text_format(pool_arena(m->pool), "%s%s", name, at);
    const expr symbol =
        expr_fresh(m->pool, name_of_text(m->names, name), SYMBOL_UNKNOWN);
    swaps_add(&l->known, 1, &x, &symbol);
}

/* Names the components that are more than a symbol. */
static void call_parts(struct lets *l, const struct named *named)
{
    struct arena *arena = pool_arena(l->model->pool);
    const struct value v = named->value;
    for (int i = 0; i < v.n; i++) {
        const char *at = "";
        if (value_shape(v) == SHAPE_MATRIX)
            at = text_format(arena, "[%d,%d]", i / 3 + 1, i % 3 + 1);
        else if (v.n > 1)
            at = text_format(arena, "[%d]", i + 1);
        if (v.x[i]->arity > 0)
            call(l, named->name, at, v.x[i]);
    }
}

/* [a, b, c], or a matrix as three of them */
static void show_list(struct value v, struct text *out)
{
    const int size = value_shape(v) == SHAPE_MATRIX ? VECTOR : 1;
    text_put(out, v.n > 1 ? "[" : "");
    for (int i = 0; i < v.n; i += size) {
        text_put(out, i ? ", " : "");
        if (size > 1)
            show_list(value_from(size, v.x + i), out);
        else
            expr_print(v.x[i], LINE_LIMIT, out);
    }
    text_put(out, v.n > 1 ? "]" : "");
}

static void end_line(const char *note, struct text *out)
{
    if (note)
        text_print(out, "  # %s", note);
    text_char(out, '\n');
}

/* The numbers of a field. */
static struct value shown_value(const struct model *m, const struct field *f)
{
    return value_as(f, model_value(m->pool, f->n, f->value).x);
}

/* "torque [0, 0, 1]", or, with a name, "let a = 3". */
static void show(const char *keyword, const char *name, struct value v,
                 const char *note, struct text *out)
{
    text_print(out, name ? "%s %s = " : "%s ", keyword, name);
    show_list(v, out);
    end_line(note, out);
}

static void show_input(const struct model *m, const struct field *f,
                       struct text *out)
{
    const struct series_file *file = NULL;
    for (int i = 0; i < m->series.files; i++)
        if (!strcmp(m->series.file[i].input, f->name))
            file = &m->series.file[i];
    text_print(out, f->n > 1 ? "input %s[%d]" : "input %s", f->name, f->n);
    text_put(out, f->signal.n ? " = " : "");
    if (file)
        text_print(out, "file(\"%s\"%s", file->source->path, file->options);
    else if (f->signal.n)
        show_list(f->signal, out);
    end_line(f->note, out);
}

/* "state z = 1 rate [0, 0, 1]"; a wheel's speed and momentum have the
 * language's names. */
static void show_extra(const struct lets *l, const struct model_part *e,
                       struct text *out)
{
    const struct field *f = &e->field;
    const struct wheel *wheel = e->wheel;
    if (wheel) {
        text_print(out, "wheel %s(axis = ", f->name);
        show_list(value_vec(wheel->axis), out);
        text_put(out, ", inertia = ");
        show_list(value_scalar(wheel->inertia), out);
        text_put(out, ", speed = ");
        show_list(value_scalar(wheel->start), out);
    } else {
        text_print(out, "state %s = ", f->name);
        show_list(shown_value(l->model, f), out);
    }
    text_put(out, wheel ? ", torque = " : " rate ");
    show_list(renamed(l, value_as(f, e->rate)), out);
    text_put(out, wheel ? ")" : "");
    end_line(f->note, out);
}

static void show_uses(const struct model *m, struct text *out)
{
    static const char *const uses[] = {" t", " R", " w",      "",
                                       " x", "",   " inputs", " states"};
    static const char *const kept[] = {"not ", "", "perhaps "};
    text_put(out, m->extras || m->has_gyro ? "# the equations look at:"
                  : m->moves               ? "# torque and force look at:"
                                           : "# the torque looks at:");
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        text_put(out, m->uses >> i & 1 ? uses[i] : "");
    text_put(out, m->uses & USES_HELD ? " samples" : "");
    text_print(out, "%s\n# energy is %skept\n",
               m->uses & (USES_HELD | (USES_PARAM - 1)) ? "" : " nothing",
               kept[invariant_of(m, m->energy)]);
}

static void show_choice(const char *keyword, syntax choice, struct text *out)
{
    if (!choice)
        return;
    text_print(out, "%s ", keyword);
    ast_show(choice, out);
}

/* `step adaptive(...)` with the options in the spec, and `at [...]`. */
static void show_control(const struct model *m, struct text *out)
{
    const char *before = "";
    text_put(out, m->adaptive ? "step adaptive(" : "");
    for (int i = 0; i < CONTROLS + m->extras; i++) {
        const struct model_part *e =
            i < CONTROLS ? NULL : &m->extra[i - CONTROLS];
        const num x = e ? e->tolerance : m->control[i];
        if (!x)
            continue;
        text_print(out, "%s%s = %g", before,
                   e ? e->field.name : control_name[i], number_double(x));
        before = ", ";
    }
    text_put(out, m->adaptive ? ")\n" : "");
    for (int i = 0; i < m->landings; i++) {
        text_put(out, i ? ", " : "at [");
        show_list(value_scalar(m->landing[i]), out);
    }
    text_put(out, m->landings ? "]\n" : "");
    int shown = 0;
    for (int i = 0; i < m->breaks; i++) {
        if (m->breakpoint[i].is_idle)
            continue;
        text_put(out, shown++ ? ", " : "# not smooth at t = ");
        show_list(value_scalar(m->breakpoint[i].time), out);
        text_put(out, m->breakpoint[i].is_kink ? " (a kink)"
                      : m->breakpoint[i].default_kink
                          ? " (a kink at these params)"
                          : "");
    }
    text_put(out, shown ? "\n" : "");
}

/* Prints a statement as it is in the spec. */
static void show_written(syntax written, struct text *out)
{
    struct ast *const one = (struct ast *)(uintptr_t)written;
    ast_show(&(struct ast){.kind = AST_FILE, .n = 1, .child = &one}, out);
}

/* "let up2 = up[2]": prints components of earlier lets by name, unless they are
 * symbols or constants. */
static struct lets show_lets(const struct model *m, struct text *out)
{
    struct lets l = {.model = m, .known = {.pool = m->pool}};
    for (int i = 0; i < m->extras; i++) {
        const struct field *f = &m->extra[i].field;
        const struct wheel *wheel = m->extra[i].wheel;
        if (wheel)
            call(&l, wheel->speed_name, "", wheel->speed);
        for (int k = 0; k < f->n; k++)
            call(&l, f->name,
                 wheel       ? ".momentum"
                 : f->n == 1 ? ""
                             : text_format(out->arena, "[%d]", k + 1),
                 f->symbol[k]);
    }
    for (int i = 0; i < m->tables; i++)
        show_written(m->table[i], out);
    for (int i = 0; i < m->lookups; i++)
        call_parts(&l, &m->lookup[i]);
    for (int k = 0; k < m->lets; k++) {
        const struct named *let = &m->let[k];
        show("let", let->name, renamed(&l, let->value), let->note, out);
        call_parts(&l, let);
    }
    for (int i = 0; i < m->keeps; i++) /* makes nodes first: they order sums */
        (void)renamed(&l, m->keep[i].value);
    return l;
}

static void show_event(const struct lets *l, const struct model_event *e,
                       struct text *out)
{
    const struct model *m = l->model;
    static const char *const crossing[] = {" falling", "", " rising"};
    text_print(out, "event %s when ", e->name);
    show_list(renamed(l, value_scalar(e->guard)), out);
    text_put(out, crossing[e->direction + 1]);
    text_put(out, e->stops ? " stop" : e->assigns ? " then" : "");
    for (int i = 0, n = 0; i < m->parts && e->assigns; i++) {
        const struct field *f = &m->part[i].field;
        if (!e->to[i])
            continue;
        text_print(out, "%s%s = ", n++ ? ", " : " ", f->name);
        show_list(renamed(l, value_as(f, e->to[i])), out);
    }
    if (e->limit < MODEL_NO_LIMIT)
        text_print(out, " limit %ld", e->limit);
    end_line(e->note, out);
}

static void show_extras(const struct lets *l, struct text *out)
{
    const struct model *m = l->model;
    for (int i = 0; i < m->extras; i++)
        if (!m->extra[i].is_held)
            show_extra(l, &m->extra[i], out);
    for (int i = 0; i < m->samples; i++)
        show_written(m->sample[i].written, out);
}

static void show_run(const struct model *m, struct text *out)
{
    for (const struct model_part *part = m->part; part < m->extra; part++)
        show("start", part->field.name, shown_value(m, &part->field), NULL,
             out);
    show("start", "t", model_value(m->pool, 1, &m->facts.start_t), NULL, out);
    if (m->step)
        text_print(out, "step %g\n", number_double(m->step));
    show_control(m, out);
    if (m->facts.until)
        text_print(out, "until %g\n", number_double(m->facts.until));
}

static void show_motion(const struct model *m, const struct lets *l,
                        struct text *out)
{
    if (!m->moves)
        return;
    show("mass", NULL, value_scalar(m->mass), NULL, out);
    show("force", NULL, renamed(l, value_vec(m->force)), NULL, out);
    if (model_slips(m))
        show("# x' - v =", NULL, renamed(l, value_vec(model_slip(m))), NULL,
             out);
}

void model_show(const struct model *m, struct text *out)
{
    text_print(out, "body %s", m->facts.name);
    end_line(m->facts.note, out);
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        show("param", f->name, shown_value(m, f), f->note, out);
    }
    for (int i = 0; i < m->inputs; i++)
        show_input(m, &m->input[i], out);
    const struct lets l = show_lets(m, out);
    show("inertia", NULL, value_mat(m->locked_inertia), NULL, out);
    show_extras(&l, out);
    if (!vec_is_zero(m->stated_gyro))
        show("gyro", NULL, renamed(&l, value_vec(m->stated_gyro)), NULL, out);
    if (m->facts.turning)
        show("# without wheels, inertia", NULL, value_mat(m->inertia), NULL,
             out);
    show("inverse", NULL, value_mat(m->inverse), NULL, out);
    show("torque", NULL, renamed(&l, value_vec(m->torque)), NULL, out);
    show_motion(m, &l, out);
    show("potential", NULL, renamed(&l, value_scalar(m->potential)), NULL, out);
    show("energy", NULL, renamed(&l, value_scalar(m->energy)), NULL, out);
    show_uses(m, out);
    for (int i = 0; i < m->keeps; i++)
        show("keep", m->keep[i].name, renamed(&l, m->keep[i].value),
             m->keep[i].note, out);
    for (int i = 0; i < m->events; i++)
        show_event(&l, &m->event[i], out);
    show_choice("attitude", m->attitude, out);
    for (int i = 0; i < m->shows; i++)
        show_choice("show", m->show[i]->child[0], out);
    show_choice("map", m->map, out);
    show_choice("method", m->method, out);
    show_run(m, out);
}
