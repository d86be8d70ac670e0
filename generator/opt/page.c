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
    const num *start = s->start;
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

/* --- the rest ------------------------------------------------------------- */

static struct page page_of(struct arena *arena, const struct step *s)
{
    const struct facts *m = &s->facts;
    int order = recipe_order(s->recipe);
    struct page page = {
        .body = m->name,
        .place = m->place,
        .note = m->note,
        .extreme = m->extreme,
        .method = claim_of(&s->recipe->method.claim),
        .attitude = claim_of(&s->recipe->attitude.claim),
        .map = claim_of(&s->recipe->map.claim),
        .order = order,
        .is_exact = order >= ORDER_EXACT,
        .is_free = s->recipe->is_free,
        .symmetric = s->recipe->promise.symmetric,
        .is_implicit = s->recipe->promise.is_implicit,
        .conservative = m->conservative,
        .has_potential = m->has_potential,
        .diagonal = m->diagonal,
        .moves = m->moves,
        .varies = m->varies,
        .keeps = s->recipe->promise.keeps,
        .keep = s->recipe->promise.keep,
        .stores = s->stores,
        .params = m->params,
        .inputs = m->inputs,
        .store = store_fields(arena, s),
        .param = model_fields(arena, m->param, m->params),
        .input = model_fields(arena, m->input, m->inputs),
        .start_t = m->start_t ? m->start_t : number_int(arena, 0),
        .mass = m->mass,
        .step = s->recipe->size ? s->recipe->size
                                : s->recipe->control.value[CONTROL_FIRST],
        .until = m->until,
        .dense_order = s->dense.order,
        .dense_is_cut = s->dense.is_cut,
        .pushes = s->relay.n,
    };
    memcpy(page.inertia, m->inertia, sizeof page.inertia);
    for (int i = 0; i < page.pushes; i++)
        page.pushed[i] = s->relay.part[i].index;
    return page;
}

static void fill_control(struct arena *arena, struct page_control *c,
                         const struct step *s)
{
    const struct control_facts *from = &s->recipe->control;
    _Static_assert(sizeof c->value == sizeof from->value,
                   "all that controls a step");
    size_t n = (size_t)from->landings + 1;
    num *time = arena_array(arena, n, sizeof *time);
    bool *is_kink = arena_array(arena, n, sizeof *is_kink);
    for (int i = 0; i < from->landings; i++) {
        time[i] = from->landing[i].time;
        is_kink[i] = from->landing[i].is_kink;
    }
    *c = (struct page_control){.order = s->error_order,
                               .hands_on = s->hands_on,
                               .landings = from->landings,
                               .landing = time,
                               .landing_is_kink = is_kink,
                               .moving = from->moving,
                               .moving_is_kink = from->moving_is_kink};
    memcpy(c->value, from->value, sizeof c->value);
}

static void fill_shown(struct arena *arena, struct names *names,
                       struct page *page, const struct step *s, enum real real,
                       int passes)
{
    struct page_shown *all =
        arena_array(arena, (size_t)s->recipe->shows + 1, sizeof *all);
    for (int i = 0; i < s->recipe->shows; i++) {
        const struct shown *from = &s->shown[i];
        const struct store *x = &from->numbers;
        all[i] = (struct page_shown){
            .call = from->as->call,
            .name = from->as->name,
            .field = {.name = x->name, .note = x->note, .size = x->n},
            .asked = from->as->asked,
            .restores = from->restores,
            .get = program_lower(arena, names, s, &from->get, real, passes),
            .set = program_lower(arena, names, s, &from->set, real, passes),
        };
    }
    page->shows = s->recipe->shows;
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
    *page = page_of(arena, s);
    fill_control(arena, &page->control, s);
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
