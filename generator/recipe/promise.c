/* SPDX-License-Identifier: MIT
 *
 * What a method promises with the options of its call, and which bodies it
 * may be given: its claims, each plain or function(opt, map).
 */
#include <string.h>

#include "base/name.h"
#include "base/text.h"
#include "recipe/called.h"

/* What a method may say that it keeps. */
static const char *const invariants[] = {
    "momentum",                /* R L without torque */
    "energy",                  /* without torque */
    "norm_L",                  /* without torque */
    "energy_half",             /* without torque: that of L + h/2 L x w */
    "axis_momentum",           /* R L along an axis without torque about it */
    "energy_linear_potential", /* with a potential linear in R */
    "symplectic",              /* the step, with a potential */
    "symplectic_free",         /* without torque */
};
enum { INVARIANTS = sizeof invariants / sizeof *invariants };

const struct cause_name promise_cause[CAUSES] = {
    {"t", USES_T}, {"R", USES_R}, {"w", USES_W}, {"x", USES_X}};
static const unsigned anything = USES_T | USES_R | USES_W | USES_X;

/* 0: it is none of them. */
static unsigned bit_of(const char *name)
{
    for (int i = 0; i < CAUSES; i++)
        if (!strcmp(name, promise_cause[i].name))
            return promise_cause[i].bit;
    return 0;
}

/* ---- reading ---- */

struct promise promise_read(struct kit *kit, const struct called *method,
                            int opt)
{
    lua_State *L = kit->host->lua;
    lua_getglobal(L, "promised");
    struct fields f = called_push(kit, method);
    f.table = lua_gettop(L) - 1; /* that of what it returns */
    lua_pushvalue(L, opt);
    called_push(kit, &kit->recipe->map);
    lua_call(L, 3, 1);
    /* The highest order is that of what is exact. */
    int order = (int)field_whole(&f, "order", 0, ORDER_EXACT, -1), admitted;
    if (order < 0)
        called_blame(kit, method, "a method needs an order");
    struct promise p = {.order = order,
                        .order_free = (int)field_whole(&f, "order_free", order,
                                                       ORDER_EXACT, order),
                        .symmetric = field_holds(&f, "symmetric"),
                        .is_implicit = field_holds(&f, "implicit"),
                        .maps = field_holds(&f, "maps")};
    p.keep = field_texts(&f, "keeps", A_LINE, &p.keeps);
    for (int i = 0; i < p.keeps; i++) {
        int k = 0;
        while (k < INVARIANTS && strcmp(p.keep[i], invariants[k]) != 0)
            k++;
        if (k == INVARIANTS)
            called_blame(kit, method, "keeps has an unknown '%s'; known are %s",
                         p.keep[i],
                         text_list(kit->arena, INVARIANTS, invariants, ", "));
    }
    const char *const *admit = field_texts(&f, "admits", A_LINE, &admitted);
    for (int i = 0; i < admitted; i++) {
        if (!bit_of(admit[i]))
            called_blame(kit, method,
                         "admits has an unknown '%s'; known are t, R, w and x",
                         admit[i]);
        p.admits |= bit_of(admit[i]);
    }
    return p;
}

int recipe_order(const struct recipe *r)
{
    return r->is_free ? r->promise.order_free : r->promise.order;
}

/* ---- refusing ---- */

/* Does it say plainly, or by saying nothing, that it takes all this? */
static bool takes(const struct shelf_claim *c, unsigned wanted)
{
    unsigned bits = 0;
    for (int i = 0; i < c->admits; i++)
        bits |= bit_of(c->admit[i]);
    return !c->admits_vary &&
           (!c->admit || (bits && (bits & wanted) == wanted));
}

/* By the same authors in the same journal: what stands before a number. */
static bool is_related(const char *a, const char *b)
{
    static const char digits[] = "0123456789";
    size_t n = a ? strcspn(a, digits) : 0;
    return b && n > 0 && n == strcspn(b, digits) && !strncmp(a, b, n);
}

enum { OTHERS = 3 };

/* The methods that do of the same paper, or else of the most similar names:
 * the nearest first, of equal ones that which comes first. */
static int find_others(struct recipe *r, unsigned wanted, const char **name)
{
    enum { FAR = 100 };
    struct shelf *shelf = r->kit.shelf;
    int n = 0, distance[OTHERS + 1]; /* the last place is for what falls out */
    for (int i = 0; i < shelf_count(shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_METHOD, i);
        struct diags ignored = diags_new(r->kit.arena);
        struct shelf_claim c;
        if (!shelf_describe(&ignored, file, &c) || !takes(&c, wanted))
            continue;
        int at = n, away = name_distance(file->name, r->method.file->name);
        if (!is_related(c.source, r->method.claim.source))
            away += FAR;
        for (; at > 0 && away < distance[at - 1]; at--) {
            distance[at] = distance[at - 1];
            name[at] = name[at - 1];
        }
        distance[at] = away;
        name[at] = file->name;
        n += n < OTHERS;
    }
    return n;
}

static bool check_torque(struct recipe *r)
{
    const struct promise *p = &r->promise;
    struct diags *diags = r->kit.diags;
    unsigned uses = r->model->uses & anything, more = uses & ~p->admits;
    const char *name = r->method.file->name, *other[OTHERS + 1];
    const char *load = r->model->moves ? "torque or force" : "torque";
    if (r->is_free || (p->admits && !more))
        return true;
    const char *cause[CAUSES];
    int n = 0;
    for (int i = 0; i < CAUSES; i++)
        if (more & promise_cause[i].bit) /* v counts as w */
            cause[n++] = r->model->moves && promise_cause[i].bit == USES_W
                             ? "w or v"
                             : promise_cause[i].name;
    if (p->admits)
        diag_error(diags, r->method.place,
                   "%s takes no %s that depends on %s, and this body's does",
                   name, load, text_list(r->kit.arena, n, cause, " and "));
    else
        diag_error(diags, r->method.place,
                   "%s takes no %s, and this body has one", name, load);
    n = find_others(r, uses, other);
    if (n)
        diag_hint(diags, "take a method that does, such as %s",
                  text_list(r->kit.arena, n, other, " or "));
    return false;
}

bool promise_check(struct recipe *r)
{
    /* The map that was given for this method: with it, by --map, or beside it
     * in the spec (that of a spec whose method was replaced is not meant). */
    const struct choice *c = &r->choice;
    const struct ast *map = c->map;
    if (!map)
        called_map(NULL, r->method.call, &map);
    if (!map && !c->method)
        map = r->model->map;
    bool refused = map && !r->promise.maps;
    if (refused)
        diag_error(r->kit.diags, map->place, "%s uses no map",
                   r->method.file->name);
    return check_torque(r) && !refused;
}
