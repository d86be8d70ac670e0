/* SPDX-License-Identifier: MIT
 *
 * What a method promises with the options of its call, and which bodies it
 * may be given: its claims, each plain or function(opt, map).
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

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

/* What a torque may change with. */
static const struct {
    const char *name;
    unsigned bit;
} causes[] = {{"t", USES_T}, {"R", USES_R}, {"w", USES_W}, {"x", USES_X}};
enum { CAUSES = sizeof causes / sizeof *causes };
static const unsigned anything = USES_T | USES_R | USES_W | USES_X;

/* ---- reading ---- */

struct reader {
    struct derive *derive;
    const struct called *method;
    int opt;
};

static void blame(const struct reader *r, const char *message)
{
    host_blame(host_lua(r->derive->host), r->method->file->text->path, message);
}

/* Pushes a table with the claim; a function is called with opt and the map. */
static struct fields push(const struct reader *r, const char *field)
{
    struct derive *d = r->derive;
    lua_State *L = host_lua(d->host);
    lua_newtable(L);
    struct fields f = {d->host, r->method->file->text->path, lua_gettop(L)};
    scene_table(d, r->method);
    lua_getfield(L, -1, field);
    lua_remove(L, -2);
    if (lua_isfunction(L, -1)) {
        lua_pushvalue(L, r->opt);
        scene_table(d, &d->map);
        lua_call(L, 2, 1);
    }
    lua_setfield(L, f.table, field);
    return f;
}

static bool is_given(const struct fields *f, const char *field)
{
    lua_State *L = host_lua(f->host);
    bool given = lua_getfield(L, f->table, field) != LUA_TNIL;
    lua_pop(L, 1);
    return given;
}

static void pop(const struct fields *f)
{
    lua_settop(host_lua(f->host), f->table - 1);
}

static bool read_truth(const struct reader *r, const char *field,
                       bool otherwise)
{
    struct fields f = push(r, field);
    bool value = is_given(&f, field) ? field_holds(&f, field) : otherwise;
    pop(&f);
    return value;
}

/* The highest one is that of what is exact. */
static int read_order(const struct reader *r, const char *field, int least,
                      int otherwise)
{
    struct fields f = push(r, field);
    int order = (int)field_whole(&f, field, least, ORDER_EXACT, otherwise);
    pop(&f);
    return order;
}

/* A list of texts, or NULL if there is no such field. */
static const char *const *read_list(const struct reader *r, const char *field,
                                    int *n)
{
    struct fields f = push(r, field);
    const char *const *list =
        is_given(&f, field) ? field_texts(&f, field, n) : NULL;
    pop(&f);
    return list;
}

static void check_invariant(const struct reader *r, const char *name)
{
    struct derive *d = r->derive;
    struct text known = text_new(d->arena);
    for (int i = 0; i < INVARIANTS; i++) {
        if (!strcmp(name, invariants[i]))
            return;
        text_print(&known, "%s%s", i ? ", " : "", invariants[i]);
    }
    blame(r, text_format(d->arena, "keeps has an unknown '%s'; known are %s",
                         name, text_chars(&known)));
}

static unsigned cause_bit(const struct reader *r, const char *name)
{
    for (int i = 0; i < CAUSES; i++)
        if (!strcmp(name, causes[i].name))
            return causes[i].bit;
    blame(r, text_format(r->derive->arena,
                         "admits has an unknown '%s'; known are t, R, w and x",
                         name));
    return 0;
}

static unsigned read_admits(const struct reader *r)
{
    int n = 0;
    unsigned bits = 0;
    const char *const *name = read_list(r, "admits", &n);
    for (int i = 0; i < n; i++)
        bits |= cause_bit(r, name[i]);
    return name ? bits : anything;
}

struct promise promise_read(struct derive *d, const struct called *method,
                            int opt)
{
    struct reader r = {d, method, opt};
    struct promise p = {.order = read_order(&r, "order", 0, -1)};
    if (p.order < 0)
        blame(&r, "a method needs an order");
    p.order_free = read_order(&r, "order_free", p.order, p.order);
    p.symmetric = read_truth(&r, "symmetric", false);
    p.is_implicit = read_truth(&r, "implicit", false);
    p.maps = read_truth(&r, "maps", true);
    p.keep = read_list(&r, "keeps", &p.keeps);
    for (int i = 0; i < p.keeps; i++)
        check_invariant(&r, p.keep[i]);
    p.admits = read_admits(&r);
    return p;
}

int promise_admits(const struct promise *p, const char **name)
{
    int n = 0;
    for (int i = 0; i < CAUSES; i++)
        if (p->admits & causes[i].bit)
            name[n++] = causes[i].name;
    return n;
}

/* ---- refusing ---- */

bool promise_is_loaded(const struct model *m)
{
    for (int i = 0; i < VECTOR; i++)
        if (!expr_is_zero(m->torque.x[i]) || !expr_is_zero(m->force.x[i]))
            return true;
    return false;
}

int step_order(const struct step *s)
{
    return s->is_free ? s->promise.order_free : s->promise.order;
}

static const char *load_name(const struct model *m)
{
    return m->moves ? "torque or force" : "torque";
}

/* "t", "t and w", "t, R and w"; v counts as w */
static const char *cause_names(struct derive *d, unsigned bits)
{
    struct text t = text_new(d->arena);
    for (int i = 0; i < CAUSES; i++) {
        unsigned bit = causes[i].bit;
        if (!(bits & bit))
            continue;
        bits &= ~bit;
        text_print(&t, "%s%s",
                   t.length == 0 ? ""
                   : bits        ? ", "
                                 : " and ",
                   bit == USES_W && d->model->moves ? "w or v"
                                                    : causes[i].name);
    }
    return text_chars(&t);
}

/* Does it say plainly, or by saying nothing, that it takes all this? */
static bool takes(const struct shelf_claim *c, unsigned wanted)
{
    unsigned bits = 0;
    if (c->admits_vary)
        return false;
    for (int i = 0; i < CAUSES; i++)
        for (int k = 0; k < c->admits; k++)
            if (!strcmp(c->admit[k], causes[i].name))
                bits |= causes[i].bit;
    return !c->admit || (bits && (bits & wanted) == wanted);
}

/* By the same authors in the same journal: what stands before a number. */
static bool is_related(const char *a, const char *b)
{
    static const char digits[] = "0123456789";
    size_t n = a ? strcspn(a, digits) : 0;
    return b && n > 0 && n == strcspn(b, digits) && !strncmp(a, b, n);
}

struct other {
    const char *name;
    int distance;
};

enum { OTHERS = 3 };

/* Puts it in its place among the nearest. */
static void insert(struct other *best, int *n, struct other o)
{
    int at = *n < OTHERS ? (*n)++ : OTHERS - 1;
    if (at == OTHERS - 1 && best[at].name && best[at].distance <= o.distance)
        return;
    for (; at > 0 && o.distance < best[at - 1].distance; at--)
        best[at] = best[at - 1];
    best[at] = o;
}

/* The methods that do of the same paper, or else of the most similar names. */
static int find_others(struct derive *d, const struct called *method,
                       unsigned wanted, struct other *best)
{
    enum { FAR = 100 };
    int n = 0;
    for (int i = 0; i < shelf_count(d->shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(d->shelf, SHELF_METHOD, i);
        struct diags ignored = diags_new(d->arena);
        struct shelf_claim c;
        if (!shelf_describe(d->shelf, &ignored, file, &c) || !takes(&c, wanted))
            continue;
        int distance = name_distance(file->name, method->file->name);
        if (!is_related(c.source, method->claim.source))
            distance += FAR;
        insert(best, &n, (struct other){file->name, distance});
    }
    return n;
}

static void hint_others(struct derive *d, const struct called *method,
                        unsigned wanted)
{
    struct other best[OTHERS] = {{0}};
    struct text t = text_new(d->arena);
    int n = find_others(d, method, wanted, best);
    for (int i = 0; i < n; i++)
        text_print(&t, "%s%s",
                   i == 0       ? ""
                   : i == n - 1 ? " or "
                                : ", ",
                   best[i].name);
    if (n)
        diag_hint(d->diags, "take a method that does, such as %s",
                  text_chars(&t));
}

static bool check_torque(struct derive *d, const struct called *method,
                         const struct promise *p)
{
    unsigned uses = d->model->uses & anything, more = uses & ~p->admits;
    if (!promise_is_loaded(d->model) || (p->admits && !more))
        return true;
    const char *name = method->file->name;
    if (p->admits)
        diag_error(d->diags, method->place,
                   "%s takes no %s that depends on %s, and this body's does",
                   name, load_name(d->model), cause_names(d, more));
    else
        diag_error(d->diags, method->place,
                   "%s takes no %s, and this body has one", name,
                   load_name(d->model));
    hint_others(d, method, uses);
    return false;
}

/* The map that was given for this method: with it, by --map, or beside it in
 * the spec (that of a spec whose method was replaced is not meant). */
static const struct ast *given_map(const struct derive *d)
{
    const struct choice *c = d->choice;
    if (c->map || option_map(d->method.call))
        return c->map ? c->map : option_map(d->method.call);
    return c->method ? NULL : d->model->map;
}

bool promise_check(struct derive *d, const struct called *method,
                   const struct promise *p)
{
    const struct ast *map = p->maps ? NULL : given_map(d);
    if (map)
        diag_error(d->diags, map->place, "%s uses no map", method->file->name);
    return check_torque(d, method, p) && !map;
}
