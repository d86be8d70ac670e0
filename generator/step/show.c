/* SPDX-License-Identifier: MIT
 *
 * Prints the step as text, for `polhode show step`.
 */
#include "recipe/recipe.h"
#include "step/step.h"

#include "base/text.h"

static void show_claim(const char *kind, const struct claim *c,
                       struct text *out)
{
    if (!c->name)
        return;
    text_print(out, "%-9s %s: %s", kind, c->name, c->title ? c->title : "");
    if (c->source)
        text_print(out, " [%s]", c->source);
    text_char(out, '\n');
}

static void show_nodes(const struct pool *p, const char *title, int n,
                       const expr *value, struct text *out)
{
    text_print(out, "  %s\n", title);
    expr_show(p, n, value, out);
}

static void show_part(const struct pool *p, const struct taylor_part *part,
                      struct text *out)
{
    static const char *const kind[] = {"begins", "sums", "ends"};
    text_print(out, "  series %d of order %d: %s\n", part->number + 1,
               part->order, kind[part->kind]);
    show_nodes(p, "next, and stored", part->values, part->value, out);
}

static void show_solve(const struct pool *p, const struct solve *s,
                       struct text *out)
{
    if (s->part)
        show_part(p, s->part, out);
    if (s->n > 0) {
        text_put(out, "  solve for ");
        for (int i = 0; i < s->n; i++)
            if (i == 0 || s->variable[i].unknown != s->variable[i - 1].unknown)
                text_print(out, "%s%s", i ? ", " : "", s->variable[i].name);
        text_print(out, ", at most %d sweeps\n", s->sweeps);
        show_nodes(p, "start", s->n, s->start, out);
        show_nodes(p, "residual", s->n, s->residual, out);
        show_nodes(p, "change", s->n, s->change, out);
        show_nodes(p, "done when", 1, &s->done, out);
    }
    if (s->accept)
        show_nodes(p, "accepted if", 1, &s->accept, out);
}

static void show_routine(const struct pool *p, const struct routine *r,
                         struct text *out)
{
    text_print(out, "\n%s\n", r->name);
    for (int i = 0; i < r->stages; i++)
        text_print(out, "  %s begins at %%%d\n", r->stage[i].title,
                   r->stage[i].first);
    for (int i = 0; i < r->labels; i++) {
        const struct label *l = &r->label[i];
        if (l->soft)
            continue;
        text_print(out, "  %s", l->name);
        if (l->component >= 0)
            text_print(out, "[%d]", l->component);
        text_print(out, " is %%%d\n", l->node->id);
    }
    for (int i = 0; i < r->solves; i++)
        show_solve(p, &r->solve[i], out);
    for (int i = 0; i < r->outputs; i++)
        show_nodes(p, r->output[i].name, r->output[i].n, r->output[i].value,
                   out);
}

void step_show(const struct step *s, struct text *out)
{
    const struct routine *all[] = {
        &s->advance,      &s->offer.rotation,    &s->offer.set_rotation,
        &s->offer.omega,  &s->offer.set_omega,   &s->offer.momentum,
        &s->offer.energy, &s->offer.keep_values, &s->offer.breaks,
        &s->offer.check};
    const struct promise *p = &s->recipe->promise;
    show_claim("method", &s->recipe->method.claim, out);
    show_claim("map", &s->recipe->map.claim, out);
    show_claim("attitude", &s->recipe->attitude.claim, out);
    text_print(out, "order     %d%s%s\n", p->order,
               p->symmetric ? ", symmetric" : "",
               p->is_implicit ? ", implicit" : "");
    for (int i = 0; i < p->keeps; i++)
        text_print(out, "keeps     %s\n", p->keep[i]);
    for (int i = 0; i < s->stores; i++)
        text_print(out, "state     %s[%d]: %s\n", s->store[i].name,
                   s->store[i].n, s->store[i].note ? s->store[i].note : "");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->name)
            show_routine(s->pool, all[i], out);
    for (int i = 0; i < s->offer.shows; i++) {
        show_routine(s->pool, &s->offer.shown[i].get, out);
        show_routine(s->pool, &s->offer.shown[i].set, out);
    }
}
