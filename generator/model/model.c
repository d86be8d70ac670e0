/* SPDX-License-Identifier: MIT
 *
 * Prints a model for `polhode show model`.
 */
#include "model/motion.h"

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "model/check.h"

enum { LINE_LIMIT = 2000 };

/* ---- values of lets by their names --------------------------------------- */

struct lets {
    const struct model *model;
    int n;
    expr *from, *to;
};

static void rename(const struct lets *l, int n, expr *x)
{
    expr_subst(l->model->pool, n, x, l->n, l->from, l->to, x);
}

/* "up[2]" stands for the component from now on, unless that is as short. */
static void add_let(struct lets *l, const struct named *let)
{
    const struct model *m = l->model;
    struct arena *a = pool_arena(m->pool);
    for (int i = 0; i < let->value.n; i++) {
        expr e = let->value.x[i];
        const char *name = let->name;
        if (let->value.n == 3)
            name = text_format(a, "%s[%d]", name, i + 1);
        else if (let->value.n == 9)
            name = text_format(a, "%s[%d,%d]", name, i / 3 + 1, i % 3 + 1);
        if (e->arity == 0)
            continue;
        l->from[l->n] = e;
        l->to[l->n++] =
            expr_fresh(m->pool, name_of_text(m->names, name), SYMBOL_UNKNOWN);
    }
}

/* Copies, each in names of the lets so far, to which it is added. */
static struct named *renamed(struct lets *l, int n, const struct named *named,
                             bool is_let)
{
    struct arena *a = pool_arena(l->model->pool);
    struct named *out = arena_array(a, (size_t)n + 1, sizeof *out);
    for (int i = 0; i < n; i++) {
        out[i] = named[i];
        rename(l, out[i].value.n, out[i].value.x);
        if (is_let)
            add_let(l, &named[i]);
    }
    return out;
}

/* The same model, in which a let says what those before it are called. */
static struct model with_lets(const struct model *m)
{
    struct model out = *m;
    struct arena *a = pool_arena(m->pool);
    struct lets l = {.model = m};
    l.from = arena_array(a, 9 * (size_t)m->lets + 1, sizeof *l.from);
    l.to = arena_array(a, 9 * (size_t)m->lets + 1, sizeof *l.to);
    out.let = renamed(&l, m->lets, m->let, true);
    out.keep = renamed(&l, m->keeps, m->keep, false);
    rename(&l, 3, out.torque.x);
    rename(&l, 3, out.force.x);
    rename(&l, 1, &out.potential);
    rename(&l, 1, &out.energy);
    return out;
}

/* ---- lines --------------------------------------------------------------- */

/* [a, b, c], a matrix as three of them */
static void show_list(int n, const expr *x, struct text *out)
{
    if (n == 1) {
        expr_print(x[0], LINE_LIMIT, out);
        return;
    }
    text_char(out, '[');
    for (int i = 0; i < 3; i++) {
        text_put(out, i ? ", " : "");
        show_list(n / 3, x + i * (n / 3), out);
    }
    text_char(out, ']');
}

static void end_line(const char *note, struct text *out)
{
    if (note)
        text_print(out, "  # %s", note);
    text_char(out, '\n');
}

static void show_fields(const struct model *m, struct text *out)
{
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        text_print(out, "param %s = ", f->name);
        show_list(f->n, value_of(m->pool, f->n, f->value).x, out);
        end_line(f->note, out);
    }
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        const char *file = series_call(&m->series, f->name, out->arena);
        text_print(out, f->n > 1 ? "input %s[%d]" : "input %s", f->name, f->n);
        text_put(out, f->signal.n ? " = " : "");
        if (file)
            text_put(out, file);
        else if (f->signal.n)
            show_list(f->n, f->signal.x, out);
        end_line(f->note, out);
    }
}

static void show_named(const char *keyword, int n, const struct named *named,
                       struct text *out)
{
    for (int i = 0; i < n; i++) {
        text_print(out, "%s %s = ", keyword, named[i].name);
        show_list(named[i].value.n, named[i].value.x, out);
        end_line(named[i].note, out);
    }
}

static void show_value(const char *what, int n, const expr *x, struct text *out)
{
    text_put(out, what);
    show_list(n, x, out);
    text_char(out, '\n');
}

static void show_uses(const struct model *m, struct text *out)
{
    static const struct {
        unsigned use;
        const char *name;
    } uses[] = {{USES_T, " t"},
                {USES_R, " R"},
                {USES_W, " w"},
                {USES_X, " x"},
                {USES_INPUT, " inputs"}};
    static const char *const kept[] = {"not ", "", "perhaps "};
    text_put(out, m->moves ? "# torque and force look at:"
                           : "# the torque looks at:");
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        text_put(out, m->uses & uses[i].use ? uses[i].name : "");
    text_print(out, "%s\n# energy is %skept\n", m->uses ? "" : " nothing",
               kept[invariant_of(m, m->energy)]);
}

static void show_start(const struct model *m, struct text *out)
{
    const struct {
        const char *what;
        int n;
        const struct number *const *value;
    } start[] = {{"R", 9, m->start_R},
                 {"L", 3, m->start_L},
                 {"x", m->moves ? 3 : 0, m->start_x},
                 {"v", m->moves ? 3 : 0, m->start_v},
                 {"t", 1, &m->start_t}};
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        const struct value v = value_of(m->pool, start[i].n, start[i].value);
        if (v.n)
            show_value(text_format(out->arena, "start %s = ", start[i].what),
                       v.n, v.x, out);
    }
}

static void show_choice(const char *keyword, const struct ast *choice,
                        struct text *out)
{
    if (!choice)
        return;
    text_print(out, "%s ", keyword);
    ast_show(choice, out);
}

/* `step adaptive(...)`, with what the spec says, and `at [...]`. */
static void show_control(const struct model *m, struct text *out)
{
    const char *before = "";
    if (m->adaptive)
        text_put(out, "step adaptive(");
    for (int i = 0; i < CONTROLS; i++)
        if (m->control[i]) {
            text_print(out, "%s%s = %g", before, control_name((enum control)i),
                       number_double(m->control[i]));
            before = ", ";
        }
    text_put(out, m->adaptive ? ")\n" : "");
    for (int i = 0; i < m->landings; i++) {
        text_put(out, i ? ", " : "at [");
        show_list(1, &m->landing[i], out);
    }
    text_put(out, m->landings ? "]\n" : "");
    for (int i = 0; i < m->breaks; i++) {
        text_put(out, i ? ", " : "# not smooth at t = ");
        show_list(1, &m->breakpoint[i].time, out);
        text_put(out, m->breakpoint[i].is_kink ? " (a kink)" : "");
    }
    text_put(out, m->breaks ? "\n" : "");
}

void model_show(const struct model *model, struct text *out)
{
    const struct model all = with_lets(model), *m = &all;
    text_print(out, "body %s", m->name);
    end_line(m->note, out);
    show_fields(m, out);
    show_named("let", m->lets, m->let, out);
    show_value("inertia ", 9, m->inertia.x, out);
    show_value("inverse ", 9, m->inverse.x, out);
    show_value("torque ", 3, m->torque.x, out);
    if (m->moves) {
        show_value("mass ", 1, &m->mass, out);
        show_value("force ", 3, m->force.x, out);
    }
    show_value("potential ", 1, &m->potential, out);
    show_value("energy ", 1, &m->energy, out);
    show_uses(model, out);
    show_named("keep", m->keeps, m->keep, out);
    show_choice("attitude", m->attitude, out);
    for (int i = 0; i < m->shows; i++)
        show_choice("show", m->show[i]->child[0], out);
    show_choice("map", m->map, out);
    show_choice("method", m->method, out);
    show_start(m, out);
    if (m->step)
        text_print(out, "step %g\n", number_double(m->step));
    show_control(m, out);
    if (m->until)
        text_print(out, "until %g\n", number_double(m->until));
}
