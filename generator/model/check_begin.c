/* SPDX-License-Identifier: MIT
 *
 * The start of a sweep's cases, as expressions in params, which differ from
 * case to case: what the spec says, and start values that vary, as params of
 * their own.  Their defaults are what the spec has: what the other one of w and
 * L gives where it says that.
 */
#include "model/check.h"

#include <string.h>

/* A param of these defaults in the place of the start value; its symbols. */
static struct value free_start(struct check *c, syntax s, struct value usual)
{
    struct model *m = c->model;
    struct field *f = &m->param[m->params];
    const int n = (int)strcspn(s->name, "."); /* not too long for a name */
    const char *own =
        text_format(c->arena, "start_%s%.*s", s->name[n] ? "speed_" : "",
                    n < 24 ? n : 24, s->name);
    const char *name = own;
    for (int k = 2; memo_find(&c->known, name_of_text(m->names, name)); k++)
        name = text_format(c->arena, "%s%d", own, k);
    struct ast param = *s;
    param.kind = AST_PARAM;
    param.name = name_of_text(m->names, name);
    param.note = text_format(c->arena, "%s at the start", s->name);
    f->n = usual.n;
    usual = model_at_defaults(m, usual);
    for (int k = 0; k < f->n; k++)
        f->value[k] = usual.x[k]->number;
    m->freed += declare_field(c, &param, f);
    m->params++;
    return value_from(f->n, f->symbol);
}

/* What else there is to start with. */
static const char *others(struct check *c, const char *wanted)
{
    const struct model *m = c->model;
    struct nearest near = nearest_to(wanted);
    struct text all = text_new(c->arena);
    for (int i = 0; i < m->params - m->freed; i++) {
        nearest_offer(&near, m->param[i].name);
        text_print(&all, "%s, ", m->param[i].name);
    }
    text_put(&all, m->moves ? "R, w, L, t, x, v" : "R, w, L, t");
    for (int i = 0; i < m->extras; i++) {
        const char *name = part_start(&m->extra[i]);
        text_print(&all, ", %s", name);
        nearest_offer(&near, name);
    }
    return near.best ? text_format(c->arena, "did you mean '%s'?", near.best)
                     : text_format(c->arena, "there are %s", text_chars(&all));
}

/* The wheel or state of which that is the start, or NULL. */
static struct model_part *extra_of(struct model *m, const char *name)
{
    for (int i = 0; i < m->extras; i++)
        if (!strcmp(part_start(&m->extra[i]), name))
            return &m->extra[i];
    return NULL;
}

static void free_extra(struct check *c, syntax s, struct model_part *e)
{
    if (!e->wheel) {
        const struct value usual = value_from(e->field.n, e->begin);
        memcpy(e->begin, free_start(c, s, usual).x, sizeof e->begin);
        return;
    }
    struct wheel *w = arena_copy(c->arena, e->wheel, sizeof *w);
    w->start = free_start(c, s, value_scalar(w->start)).x[0];
    e->wheel = w;
}

/* Frees number i of the given names: a start value, or an extra's. */
static void free_given(struct check *c, int i, struct value *at, bool *is_free)
{
    const struct given *g = c->given;
    const char *name = name_of_text(c->model->names, g->freed[i]);
    const struct source text = {g->freed_by ? g->freed_by[i] : "--vary", name,
                                strlen(name)};
    const struct place place = {arena_copy(c->arena, &text, sizeof text), 0,
                                text.length};
    struct ast s = {AST_START, .place = place, .name_place = place};
    s.name = name;
    bool is_twice = false;
    for (int k = 0; k < i; k++)
        is_twice |= !strcmp(g->freed[k], name);
    struct model_part *e = extra_of(c->model, name);
    const int k = text_among(START_NAMES, ' ', name);
    if (is_twice)
        refuse(c, place, NULL, "'%s' is given twice", name);
    else if (e)
        free_extra(c, &s, e);
    else if (k < 0)
        refuse(c, place, others(c, name),
               "no param or start value is called '%s'", name);
    else if ((k == START_W || k == START_L) && is_free[START_W + START_L - k])
        refuse(c, place, "L = J * w: give one of them",
               "both w and L are given");
    else if (k < START_X || mass_needed(c, &s, "a start of ", name)) {
        at[k] = free_start(c, &s, at[k]);
        is_free[k] = true;
        c->said.start[k] = arena_copy(c->arena, &s, sizeof s);
    }
}

void check_begin(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    struct value at[STARTS] = {[START_R] = model_value(p, 9, m->start_R),
                               [START_W] = value_vec(m->start_w),
                               [START_L] = model_value(p, 3, m->start_L),
                               [START_T] = value_scalar(m->begin_t),
                               [START_X] = model_value(p, 3, m->start_x),
                               [START_V] = model_value(p, 3, m->start_v)};
    bool is_free[STARTS] = {false},
         is_momentum = c->said.start[START_L] != NULL;
    for (int i = 0; i < c->given->freeds; i++)
        free_given(c, i, at, is_free);
    is_momentum = is_free[START_L] || (is_momentum && !is_free[START_W]);
    m->begin_t = at[START_T].x[0];
    for (int i = 0; i < m->parts - m->extras; i++) { /* L is found below */
        static const int of[] = {START_R, START_L, START_X, START_V};
        memcpy(m->part[i].begin, at[of[i]].x,
               (size_t)m->part[i].field.n * sizeof(expr));
    }
    for (int i = 0; i < m->extras; i++)
        if (m->extra[i].wheel)
            m->extra[i].begin[0] = expr_int(p, 0);
    extras_start(c, c->said.first[AST_INERTIA]->child[0],
                 at[is_momentum ? START_L : START_W].vec, is_momentum);
}
