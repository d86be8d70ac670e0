/* SPDX-License-Identifier: MIT
 *
 * Fills a page from a step: what the emitted files say of body and method, and
 * the programs of all functions.
 */
#include "opt/page.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "step/step.h"

static struct page_claim claim_of(const struct claim *c)
{
    return (struct page_claim){c->name, c->title, c->source};
}

/* --- fields --------------------------------------------------------------- */

static const struct page_field *store_fields(struct arena *arena,
                                             const struct step *s)
{
    struct page_field *field =
        arena_array(arena, (size_t)s->stores, sizeof *field);
    const struct number *const *start = s->start;
    for (int i = 0; i < s->stores; i++) {
        field[i] = (struct page_field){.name = s->store[i].name,
                                       .note = s->store[i].note,
                                       .size = s->store[i].n,
                                       .value = start};
        start = start ? start + s->store[i].n : NULL;
    }
    return field;
}

static const struct page_field *model_fields(struct arena *arena,
                                             const struct field *from, int n)
{
    struct page_field *field = arena_array(arena, (size_t)n, sizeof *field);
    for (int i = 0; i < n; i++)
        field[i] = (struct page_field){from[i].name, from[i].note,
                                       from[i].place, from[i].n,
                                       from[i].value[0] ? from[i].value : NULL};
    return field;
}

static void fill_fields(struct arena *arena, struct page *page,
                        const struct step *s)
{
    const struct model *m = s->model;
    page->stores = s->stores;
    page->store = store_fields(arena, s);
    page->params = m->params;
    page->param = model_fields(arena, m->param, m->params);
    page->inputs = m->inputs;
    page->input = model_fields(arena, m->input, m->inputs);
}

/* --- the rest ------------------------------------------------------------- */

static void fill_facts(struct arena *arena, struct page *page,
                       const struct step *s)
{
    const struct model *m = s->model;
    page->body = m->name;
    page->place = m->name_place;
    page->note = m->note;
    page->extreme = m->extreme;
    page->method = claim_of(&s->method);
    page->attitude = claim_of(&s->attitude);
    page->map = claim_of(&s->map);
    page->order = step_order(s);
    page->is_exact = page->order >= ORDER_EXACT;
    page->is_free = s->is_free;
    page->symmetric = s->promise.symmetric;
    page->is_implicit = s->promise.is_implicit;
    page->conservative = m->conservative;
    page->has_potential = m->has_potential;
    page->diagonal = m->diagonal;
    page->moves = m->moves;
    if (m->moves && expr_is_const(m->mass))
        page->mass = m->mass->number;
    page->keeps = s->promise.keeps;
    page->keep = s->promise.keep;
    for (int i = 0; i < 9; i++)
        page->inertia[i] = m->default_inertia[i];
    page->varies = m->varies;
    page->start_t = m->start_t ? m->start_t : number_int(arena, 0);
    page->step = s->size ? s->size : s->control.value[CONTROL_FIRST];
    page->until = m->until;
}

static void fill_pushes(struct page *page, const struct step *s)
{
    page->pushes = s->relay.n;
    for (int i = 0; i < page->pushes; i++) {
        int index = s->relay.part[i].index;
        page->pushed[i] = (struct page_place){index < 3 ? "L" : "v", index % 3};
    }
}

static void fill_control(struct arena *arena, struct page *page,
                         const struct step *s)
{
    struct page_control *c = &page->control;
    _Static_assert(sizeof c->value == sizeof s->control.value,
                   "all that controls a step");
    memcpy(c->value, s->control.value, sizeof c->value);
    c->order = s->control.order;
    c->hands_on = s->control.hands_on;
    c->landings = s->control.landings;
    struct page_landing *landing =
        arena_array(arena, (size_t)c->landings + 1, sizeof *landing);
    for (int i = 0; i < c->landings; i++)
        landing[i] = (struct page_landing){s->control.landing[i].time,
                                           s->control.landing[i].is_kink};
    c->landing = landing;
    c->moving = s->control.moving;
    c->moving_is_kink = s->control.moving_is_kink;
}

static void fill_shown(struct arena *arena, struct names *names,
                       struct page *page, const struct step *s, enum real real,
                       int passes)
{
    struct page_shown *all =
        arena_array(arena, (size_t)s->shows + 1, sizeof *all);
    for (int i = 0; i < s->shows; i++) {
        const struct shown *from = &s->shown[i];
        const struct store *x = &from->numbers;
        all[i] = (struct page_shown){
            .call = from->call,
            .name = from->name,
            .field = {.name = x->name, .note = x->note, .size = x->n},
            .asked = from->asked,
            .restores = from->restores,
            .get = program_lower(arena, names, s, &from->get, real, passes),
            .set = program_lower(arena, names, s, &from->set, real, passes),
        };
    }
    page->shows = s->shows;
    page->shown = all;
}

struct cost page_cost(const struct page *page)
{
    struct cost c = page->advance->cost;
    if (!page->push)
        return c;
    const struct cost *p = &page->push->cost;
    /* its constants are made anew each time; then the last kick */
    c.step.mul += p->step.mul + p->once + page->pushes;
    c.step.add += p->step.add + page->pushes;
    c.step.div += p->step.div;
    c.step.sqrt += p->step.sqrt;
    c.step.calls += p->step.calls;
    c.step.neg += p->step.neg;
    c.step.compare += p->step.compare;
    c.once += operations_total(&p->step) + p->once; /* before the first step */
    return c;
}

const struct page *page_build(struct arena *arena, struct names *names,
                              const struct step *s, enum real real, int passes)
{
    struct page *page = arena_alloc(arena, sizeof *page);
    fill_facts(arena, page, s);
    fill_fields(arena, page, s);
    fill_pushes(page, s);
    fill_control(arena, page, s);
    page->dense_order = s->dense.order;
    page->dense_is_cut = s->dense.is_cut;
    const struct {
        const struct routine *routine;
        const struct program **program;
    } all[] = {
#define PROGRAM(name, routine) {&s->routine, &page->name},
        PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].routine->outputs == 0)
            continue;
        const struct program *p =
            program_lower(arena, names, s, all[i].routine, real, passes);
        *all[i].program = p;
        if (p->fault && !page->faulty)
            page->faulty = p;
    }
    fill_shown(arena, names, page, s, real, passes);
    return page;
}
