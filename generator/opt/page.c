/* SPDX-License-Identifier: MIT
 *
 * The page that is made of a step: what it tells of body and method, and the
 * programs of all functions.
 */
#include "opt/page.h"

#include "base/arena.h"

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
    const struct recipe *r = s->recipe;
    struct page_shown *shown =
        arena_array(arena, (size_t)r->shows, sizeof *shown);
    struct page *page = arena_alloc(arena, sizeof *page);
    *page = (struct page){.facts = &s->facts,
                          .method = &r->method.claim,
                          .attitude = &r->attitude.claim,
                          .map = &r->map.claim,
                          .promise = &r->promise,
                          .order = recipe_order(r),
                          .is_exact = recipe_order(r) >= ORDER_EXACT,
                          .is_free = r->is_free,
                          .stores = s->stores,
                          .store = s->store,
                          .step = r->size ? r->size
                                          : r->control.value[CONTROL_FIRST],
                          .dense_order = s->dense.order,
                          .dense_is_cut = s->dense.is_cut,
                          .shows = r->shows,
                          .shown = shown,
                          .pushes = s->relay.n,
                          .control = &r->control,
                          .error_order = s->error_order,
                          .hands_on = s->hands_on};
    for (int i = 0; i < page->pushes; i++)
        page->pushed[i] = s->relay.part[i].index;
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
    for (int i = 0; i < r->shows; i++) {
        const struct shown *from = &s->shown[i];
        shown[i] = (struct page_shown){
            .call = from->as->call,
            .name = from->as->name,
            .field = from->numbers,
            .asked = from->as->asked,
            .restores = from->restores,
            .get = program_lower(arena, names, s, &from->get, real, passes),
            .set = program_lower(arena, names, s, &from->set, real, passes),
        };
    }
    return page;
}
