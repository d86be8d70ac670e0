/* SPDX-License-Identifier: MIT
 *
 * For tests: from a spec's text to its symbolic step, and that step as a
 * numeric stepper that evaluates the expressions one by one.  It shares nothing
 * with the passes and the emitted code.
 */
#ifndef POL_STEPPING_H
#define POL_STEPPING_H

#include "test_arena.h"
#include "base/name.h"
#include "model/model.h"
#include "shelf/shelf.h"
#include "recipe/recipe.h"
#include "step/step.h"

struct stepping {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct shelf *shelf;
    struct pool *pool;
    const struct model *model;
    struct recipe *recipe;
    const struct step *step;
    int sweeps; /* of the last solve */
    int status; /* of the last step: as in pol_stepper.h */
};

static inline struct stepping stepping_new(const char *const *folders, int n)
{
    struct stepping s = {.arena = test_arena()};
    s.names = names_new(s.arena);
    s.diags = diags_new(s.arena);
    s.shelf = shelf_open(&s.diags, folders, n);
    return s;
}

/* The file of a method, in front of those of the shelf. */
static inline void stepping_lend(struct stepping *s, const char *name, const char *text)
{
    struct source *file = arena_alloc(s->arena, sizeof *file);
    const size_t n = strlen(text);
    *file =
        (struct source){text_format(s->arena, "%s.lua", name), arena_text(s->arena, text, n), n};
    shelf_add_file(s->shelf, SHELF_METHOD, name, file);
}

static inline const char *stepping_messages(struct stepping *s)
{
    return diags_text(&s->diags);
}

static inline syntax stepping_call(struct stepping *s, const char *text)
{
    return text ? lang_parse_part(s->names, &s->diags, LANG_CALL, "--option", text) : NULL;
}

/* The model of a spec's text; fails the test if it is wrong. */
static inline void stepping_model(struct stepping *s, const char *text)
{
    struct source *source = arena_alloc(s->arena, sizeof *source);
    *source = (struct source){"body.pol", text, strlen(text)};
    syntax tree = lang_parse(s->names, &s->diags, source);
    s->pool = pool_new(s->arena);
    s->model = s->diags.errors
                   ? NULL
                   : model_check(s->names, &s->diags, s->pool, tree, &(struct additions){0});
    if (!s->model)
        fail_msg("%s", stepping_messages(s));
}

/* The step of a choice, or of NULL: as the spec says; NULL with messages. */
static inline const struct step *stepping_chosen(struct stepping *s, const struct choice *choice)
{
    const struct kit kit = {
        .arena = s->arena, .names = s->names, .diags = &s->diags, .shelf = s->shelf};
    s->recipe = recipe_choose(&kit, s->model, choice);
    s->step = s->recipe ? step_derive(s->recipe) : NULL;
    return s->step;
}

/* Options may be NULL: as the spec says. */
static inline const struct step *stepping_derive(struct stepping *s, const char *method,
                                                 const char *attitude, const char *map)
{
    struct choice c = {.method = stepping_call(s, method),
                       .attitude = stepping_call(s, attitude),
                       .map = stepping_call(s, map),
                       .real = REAL_DOUBLE};
    return stepping_chosen(s, &c);
}

static inline void stepping_must(struct stepping *s, const char *spec, const char *method,
                                 const char *attitude, const char *map)
{
    stepping_model(s, spec);
    if (!stepping_derive(s, method, attitude, map) || s->diags.count)
        fail_msg("%s", stepping_messages(s));
}

static inline char *stepping_file(struct stepping *s, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = arena_alloc(s->arena, 1 << 16);
    size_t n = fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    text[n] = 0;
    return text;
}

/* The text of specs/NAME.pol. */
static inline char *stepping_spec(struct stepping *s, const char *name)
{
    return stepping_file(s, text_format(s->arena, POL_ROOT_DIR "/specs/%s.pol", name));
}

/* ---- values ---- */

enum { BINDINGS = 256 };
struct bindings {
    int n;
    expr symbol[BINDINGS];
    double value[BINDINGS];
};

static inline void bind(struct bindings *b, int n, const expr *symbol, const double *value)
{
    assert_true(b->n + n <= BINDINGS);
    for (int i = 0; i < n; i++) {
        b->symbol[b->n] = symbol[i];
        b->value[b->n++] = value[i];
    }
}

static inline void evaluate(struct stepping *s, const struct bindings *b, int n, const expr *e,
                            double *out)
{
    expr_eval(s->pool, n, e, b->n, b->symbol, b->value, out);
}

static inline int stepping_size(const struct stepping *s)
{
    int n = 0;
    for (int i = 0; i < s->step->stores; i++)
        n += s->step->store[i].n;
    return n;
}

/* The state (stored attitude, L; x and v with a mass) at the spec's start. */
static inline void stepping_start(struct stepping *s, double *x)
{
    for (int i = 0; i < s->step->stores; i++)
        for (int k = 0; k < s->step->store[i].n; k++)
            *x++ = number_double(s->step->store[i].value[k]);
}

static inline struct bindings stepping_bind(struct stepping *s, const double *x, double t,
                                            const double *in)
{
    struct bindings b = {0};
    const struct model *m = s->model;
    static const double zeros[9];
    for (int i = 0; i < s->step->stores; i++) {
        bind(&b, s->step->store[i].n, s->step->store[i].symbol, x);
        x += s->step->store[i].n;
    }
    bind(&b, 1, &m->t, &t);
    for (int i = 0; i < m->params; i++)
        for (int j = 0; j < m->param[i].n; j++) {
            double v = number_double(m->param[i].value[j]);
            bind(&b, 1, &m->param[i].symbol[j], &v);
        }
    for (int i = 0; i < m->inputs; i++) {
        bind(&b, m->input[i].n, m->input[i].symbol, in ? in : zeros);
        in += in ? m->input[i].n : 0;
    }
    return b;
}

/* A routine of one output, at a state; extra symbols may be bound. */
static inline void stepping_observe(struct stepping *s, const struct routine *r, const double *x,
                                    double t, int extra, const expr *symbol, const double *value,
                                    double *out)
{
    struct bindings b = stepping_bind(s, x, t, NULL);
    bind(&b, extra, symbol, value);
    for (int i = 0; i < r->outputs; out += r->output[i++].n)
        evaluate(s, &b, r->output[i].n, r->output[i].value, out);
}

/* Newton's iteration as the contract of struct solve says; its status. */
static inline int stepping_solve(struct stepping *s, struct bindings *b, const struct solve *v)
{
    double x[64], d[64], done = v->n == 0, accept = 1;
    evaluate(s, b, v->n, v->start, x);
    for (s->sweeps = 0; s->sweeps < v->sweeps && done == 0; s->sweeps++) {
        struct bindings in = *b;
        bind(&in, v->n, v->unknown, x);
        evaluate(s, &in, v->n, v->change, d);
        for (int i = 0; i < v->n; i++)
            x[i] += d[i];
        struct bindings after = *b;
        bind(&after, v->n, v->unknown, x);
        bind(&after, v->n, v->change_symbol, d);
        evaluate(s, &after, 1, &v->done, &done);
    }
    if (done == 0)
        return 1;
    bind(b, v->n, v->result, x);
    if (v->accept)
        evaluate(s, b, 1, &v->accept, &accept);
    static const int status[] = {[FAILS_TOO_LARGE] = 2, [FAILS_SINGULAR] = 3, [FAILS_RANGE] = 10};
    return accept != 0 ? 0 : status[v->fails];
}

/* What torque and acceleration are at a state, of those that are carried. */
static inline void stepping_push(struct stepping *s, const double *x, double t, const double *in,
                                 double *out)
{
    const struct relay *c = &s->step->relay;
    struct bindings b = stepping_bind(s, x, t, in);
    if (c->n)
        evaluate(s, &b, c->n, c->routine.output[0].value, out);
}

/* The last kick, where it is left to whoever makes the step. */
static inline void stepping_kick(struct stepping *s, double *x, double t, double kick,
                                 const double *in)
{
    const struct relay *c = &s->step->relay;
    double push[MOST_LOADS];
    stepping_push(s, x, t, in, push);
    for (int i = 0; i < c->n; i++) {
        int index = c->part[i].index; /* v lies behind L and x */
        x[s->step->store[0].n + index + (index < 3 ? 0 : 3)] += kick * push[i];
    }
}

/* One step; the state is left as it is when it fails. */
static inline int stepping_step(struct stepping *s, double *x, double t, double h, const double *in)
{
    const struct routine *r = &s->step->advance;
    struct bindings b = stepping_bind(s, x, t, in);
    double out[19], push[MOST_LOADS];
    int n = 0, size = stepping_size(s);
    bind(&b, 1, &s->step->h, &h);
    stepping_push(s, x, t, in, push);
    for (int i = 0; i < s->step->relay.n; i++)
        bind(&b, 1, &s->step->relay.part[i].symbol, &push[i]);
    for (int i = 0; i < r->solves; i++)
        if ((s->status = stepping_solve(s, &b, &r->solve[i])))
            return s->status;
    for (int i = 0; i < r->outputs; n += r->output[i++].n)
        evaluate(s, &b, r->output[i].n, r->output[i].value, out + n);
    memcpy(x, out, (size_t)size * sizeof *x);
    if (n > size)
        stepping_kick(s, x, t + h, out[size], in);
    return s->status = 0;
}

/* R row by row, and L. */
static inline void stepping_state(struct stepping *s, const double *x, double R[9], double L[3])
{
    stepping_observe(s, &s->step->offer.rotation, x, 0, 0, NULL, NULL, R);
    memcpy(L, x + s->step->store[0].n, 3 * sizeof *L);
}

#endif
