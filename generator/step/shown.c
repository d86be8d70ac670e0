/* SPDX-License-Identifier: MIT
 *
 * The attitude in other numbers than those that are stored: for each that is
 * shown there is a routine that gives them and one that takes them.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* The numbers x of one attitude as those of another. */
static void convert(struct derive *d, const struct called *from,
                    const struct called *to, int n, const struct expr *const *x,
                    int size, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_getglobal(L, "attitude_convert");
    called_push(d->kit, from);
    called_push(d->kit, to);
    algebra_push_array(L, n, x);
    lua_call(L, 3, 1);
    algebra_array(L, -1, size, out);
    lua_pop(L, 1);
}

static void restore(struct derive *d, const struct called *c,
                    const struct store *numbers, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    algebra_push_array(L, numbers->n, numbers->symbol);
    called_run(d->kit, c, "restore", 1);
    algebra_array(L, -1, numbers->n, out);
    lua_pop(L, 1);
}

static void make_get(struct derive *d, struct shown *s)
{
    const struct store *stored = &d->step->store[STORED_R];
    const struct expr *out[MOST_VALUES];
    convert(d, &d->recipe->attitude, &s->as->called, stored->n, stored->symbol,
            s->numbers.n, out);
    observe_routine(d, &s->get, s->as->name, s->numbers.name, s->numbers.n,
                    out);
}

static void make_set(struct derive *d, struct shown *s)
{
    const struct store *stored = &d->step->store[STORED_R];
    const struct expr *given[MOST_VALUES], *out[MOST_VALUES];
    restore(d, &s->as->called, &s->numbers, given);
    s->restores = memcmp(given, s->numbers.symbol,
                         (size_t)s->numbers.n * sizeof *given) != 0;
    convert(d, &s->as->called, &d->recipe->attitude, s->numbers.n, given,
            stored->n, out);
    observe_routine(d, &s->set, text_format(d->arena, "set_%s", s->as->name),
                    stored->name, stored->n, out);
}

void shown_make(struct derive *d)
{
    int n = d->recipe->shows;
    struct shown *all = arena_array(d->arena, (size_t)n + 1, sizeof *all);
    for (int i = 0; i < n; i++) {
        struct shown *s = &all[i];
        s->as = &d->recipe->show[i];
        s->numbers = state_store(d, &s->as->called, true);
        state_symbols(d, &s->numbers, SYMBOL_SHOWN);
        make_get(d, s);
        make_set(d, s);
    }
    d->step->shown = all;
}
