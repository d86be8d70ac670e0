/* SPDX-License-Identifier: MIT
 *
 * Chooses the files of the shelf that make a step of a body, and their options.
 * Opens a session for them, which the step continues.
 */
#include <string.h>

#include "base/name.h"
#include "base/text.h"
#include "recipe/called.h"

/* ---- attitudes ---- */

static bool has(const struct fields *f, const char *function)
{
    return field_type(f, function) == LUA_TFUNCTION;
}

/* Runs an attitude's file, passes the options to its functions and adds those
 * that it leaves out; false with messages. */
static bool open_attitude(struct recipe *r, struct called *c)
{
    struct kit *kit = &r->kit;
    lua_State *L = kit->host->lua;
    if (!called_open(kit, c))
        return false;
    lua_getglobal(L, "complete_attitude");
    struct fields f = called_push(kit, c);
    if (!(has(&f, "rows") && has(&f, "set")) &&
        !(has(&f, "element") && has(&f, "from")))
        called_blame(kit, c,
                     "an attitude needs 'rows' and 'set', or 'element' and "
                     "'from'");
    option_push(kit, c);
    lua_pushstring(L, c->file->text->path);
    lua_call(L, 3, 1);
    luaL_unref(L, LUA_REGISTRYINDEX, c->table);
    c->table = luaL_ref(L, LUA_REGISTRYINDEX);
    return true;
}

/* ---- the attitudes that are shown ---- */

/* Always shown; others are shown if the spec asks for them by `show`. */
static const char quaternion[] = "quaternion";

/* Names of functions, types and macros in the emitted code, after the body's
 * name. */
static const char taken[] =
    " start defaults tick copy push run step time keep rotation omega momentum "
    "energy set_rotation load set_omega store load_par load_in stepper par in "
    "h ok too_large not_converged kept singular no_include step_too_large "
    "step_too_small keep_names shown_names interp load_rates loads accept "
    "fsal advance "
    "aim bounded breaks control control_start factor find landing load_control "
    "power reason same size smaller store_control trial try worst finite "
    "numbers squares count not_finite too_small rejected unfinished stepper_h "
    "check not_positive not_physical table tables slot rows_to value corner "
    "is_jump plain parts values ";

/* Returns the file's name plus the call's unnamed options, with one underscore
 * for each run of characters that a name cannot contain. */
static const char *name_functions(struct recipe *r, const struct called *c)
{
    struct text name = text_new(r->kit.arena);
    text_put(&name, c->file->name);
    for (int i = 0; c->call->kind == AST_CALL && i < c->call->n; i++) {
        const struct place *at = &c->call->child[i]->place;
        if (c->call->child[i]->kind == AST_OPTION)
            continue;
        text_char(&name, '_');
        char last = 0;
        for (size_t k = 0; k < at->length; k++) {
            char next = at->source->chars[at->offset + k];
            next = ascii_is_word(next) ? next : '_';
            if (next != '_' || last != '_')
                text_char(&name, next);
            last = next;
        }
    }
    return text_chars(&name);
}

/* True if `name` is the setter's name among the functions of `of`. */
static bool is_setter(const char *name, const char *of)
{
    return !strncmp(name, "set_", 4) && !strcmp(name + 4, of);
}

/* True if emitted code has this name; others start with any_, c01, jacobi. */
static bool is_taken(struct recipe *r, const char *name)
{
    for (int k = 0; k < 2; k++) {
        char *word = text_format(r->kit.arena, " %s%s ", k ? "set_" : "", name);
        for (char *c = word; *c; c++)
            *c = ascii_lower(*c);
        if (strstr(taken, word))
            return true;
    }
    return !strncmp(name, "any_", 4) || !strncmp(name, "c01", 3) ||
           !strncmp(name, "jacobi", 6);
}

/* Reports an attitude that is shown already, or whose function names are not
 * unique. */
static bool check_new(struct recipe *r, const struct shown_as *s)
{
    const struct shown_as *same_name = NULL;
    int line, column;
    for (const struct shown_as *other = r->show; other < s; other++) {
        if (!strcmp(other->call, s->call)) {
            place_find(other->called.place, &line, &column);
            diag_error(r->kit.diags, s->called.place, "'%s' is shown already",
                       s->call);
            return diag_hint(r->kit.diags, "in line %d", line);
        }
        if (!same_name &&
            (!strcmp(other->name, s->name) || is_setter(s->name, other->name) ||
             is_setter(other->name, s->name)))
            same_name = other;
    }
    if (!same_name)
        return true;
    return diag_refuse(
        r->kit.diags, s->called.place,
        "an unnamed option is part of the function's name: `euler(zyx)`",
        "the functions for '%s' and for '%s' would have the same name",
        same_name->call, s->call);
}

/* Finds the shown attitudes.  The quaternion comes first unless the spec lists
 * it; numbers given for it are divided by their length. */
static bool find_shown(struct recipe *r)
{
    const struct model *m = r->model;
    syntax always = called_parse(&r->kit, "what is always shown",
                                 "quaternion(renormalise = each)");
    bool good = true, requested = false;
    r->show = arena_array(r->kit.arena, (size_t)m->shows + 1, sizeof *r->show);
    for (int i = 0; i <= m->shows; i++) {
        syntax call = i ? m->show[i - 1]->child[0] : always;
        struct shown_as *s = &r->show[i];
        s->is_requested = i > 0;
        if (!called_find(&r->kit, SHELF_ATTITUDE, call, NULL, &s->called)) {
            good = false;
            continue;
        }
        if (!strcmp(s->called.file->name, quaternion) && call->kind == AST_NAME)
            s->called.call = always;
        s->name = name_functions(r, &s->called);
        requested |= i && !strcmp(s->name, quaternion);
    }
    r->show += requested;
    r->shows = m->shows + !requested;
    return good;
}

static bool open_shown(struct recipe *r, struct shown_as *s)
{
    struct called *c = &s->called;
    s->call = c->file->name;
    if (!name_is_good(c->file->name))
        called_blame(&r->kit, c,
                     "no function can be named after this file: its name may "
                     "have only letters, digits and _");
    if (!open_attitude(r, c))
        return false;
    if (c->call->place.source == r->model->source) /* as the spec writes it */
        s->call = c->claim.name;
    if (!check_new(r, s))
        return false;
    if (!is_taken(r, s->name))
        return true;
    return diag_refuse(
        r->kit.diags, c->place, "give the attitude's file another name",
        "the emitted code has another '%s_%s'", r->model->facts.name, s->name);
}

/* ---- bodies and maps that the method does not support ---- */

/* True if the claims, constant or omitted, accept all that is wanted. */
static bool takes(const struct shelf_claim *c, unsigned wanted)
{
    if ((wanted & HAS_GYRO && !(c->is & CLAIM_GYRO)) ||
        (wanted & USES_EXTRA && !(c->is & CLAIM_STATES)) ||
        (wanted & HAS_CHANGE && !(c->is & CLAIM_INERTIA)))
        return false;
    wanted &= USES_T | USES_R | USES_W | USES_X;
    for (int i = 0; i < c->admits; i++)
        for (int k = 0; k < CAUSES; k++)
            if (!strcmp(c->admit[i], promise_cause[k]))
                wanted &= ~promise_uses[k];
    return !(c->varies & CLAIM_ADMITS) && (!c->admit || (c->admits && !wanted));
}

enum { OTHERS = 3 };

/* Finds other methods that accept the body: first those of the same paper, then
 * those of similar names; nearest first, equal ones in shelf order. */
static int find_others(struct recipe *r, unsigned wanted, const char **name)
{
    enum { FAR = 100 };
    static const char digits[] = "0123456789";
    struct shelf *shelf = r->kit.shelf;
    const char *paper = r->method.claim.source ? r->method.claim.source : "";
    size_t length = strcspn(paper, digits); /* authors, journal */
    int n = 0, distance[OTHERS + 1];        /* one more than kept */
    for (int i = 0; i < shelf_count(shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_METHOD, i);
        struct diags ignored = diags_new(r->kit.arena);
        struct shelf_claim c;
        if (!shelf_describe(&ignored, file, &c) || !takes(&c, wanted))
            continue;
        int at = n, away = name_distance(file->name, r->method.file->name);
        if (!c.source || !length || strcspn(c.source, digits) != length ||
            strncmp(c.source, paper, length) != 0)
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

/* Returns the line that declares internal momentum (gyro), else states. */
static int inside_line(const struct model *m, bool gyro)
{
    struct place at = {0};
    int line = 0, column;
    for (int i = m->causes - 1; i >= 0 && gyro; i--)
        if (!strcmp(m->cause[i].name, "the internal momentum"))
            at = m->cause[i].place;
    for (int i = m->extras - 1; i >= 0; i--)
        if (gyro == (m->extra[i].wheel != NULL) && !m->extra[i].is_held)
            at = m->extra[i].field.place;
    place_find(at, &line, &column);
    return line;
}

/* Error if a changing inertia, momentum h, or states are not supported. */
static bool check_inside(struct recipe *r)
{
    const struct promise *p = &r->promise;
    const unsigned uses = r->model->uses;
    const char *name = r->method.file->name;
    if (uses & HAS_CHANGE && !p->inertia) {
        diag_error(r->kit.diags, r->method.place,
                   "%s needs an inertia that is constant within a step, and "
                   "this body's changes",
                   name);
        return diag_hint(r->kit.diags,
                         "take magnus or rkmk, or imidm; `polhode list "
                         "methods` marks what takes it by 'inertia'");
    }
    const char *subject = uses & HAS_GYRO && !p->gyro ? "internal momentum"
                          : uses & USES_EXTRA && !p->states ? "states"
                                                            : NULL;
    if (!subject)
        return true;
    diag_error(r->kit.diags, r->method.place, "%s needs a body without %s",
               name, subject);
    return diag_hint(r->kit.diags,
                     "take mr or rkmk; the declaration is in line %d",
                     inside_line(r->model, subject[0] == 'i'));
}

/* Reports a torque that the method does not admit, and a map for a method that
 * uses none; true if there is nothing to report. */
static bool check_promise(struct recipe *r)
{
    const struct promise *p = &r->promise;
    struct diags *diags = r->kit.diags;
    syntax map = r->map.call;
    unsigned uses = r->model->uses & (USES_T | USES_R | USES_W | USES_X),
             more = uses & ~p->admits;
    const char *name = r->method.file->name, *other[OTHERS + 1];
    const char *load = r->model->moves ? "torque or force" : "torque";
    /* The map given for this method: in its call, by --map, or with it in the
     * spec (the spec's map does not count if its method was replaced). */
    if (map == r->model->map && r->choice.method)
        map = NULL;
    if (map && !p->maps)
        diag_error(diags, map->place, "%s uses no map", name);
    if (!check_inside(r))
        return false;
    if (r->is_free || (p->admits && !more))
        return !map || p->maps;
    const char *cause[CAUSES];
    int n = 0;
    for (int i = 0; i < CAUSES; i++)
        if (more & promise_uses[i]) /* v and states count as w */
            cause[n++] = promise_uses[i] != USES_W ? promise_cause[i]
                         : r->model->extras        ? "w, wheels or states"
                         : r->model->moves         ? "w or v"
                                                   : "w";
    if (p->admits)
        diag_error(diags, r->method.place,
                   "%s takes no %s that depends on %s, and this body's does",
                   name, load, text_list(r->kit.arena, n, cause, " and "));
    else
        diag_error(diags, r->method.place,
                   "%s takes no %s, and this body has one", name, load);
    n = find_others(r, r->model->uses, other);
    return n && diag_hint(diags, "take a method that does, such as %s",
                          text_list(r->kit.arena, n, other, " or "));
}

/* Drops energy from the promises if wheels or states are driven, and the
 * symplectic form then, or if there are states. */
static void drop_promises(struct recipe *r)
{
    struct promise *p = &r->promise;
    const struct model *m = r->model;
    const int before = p->keeps;
    const char **kept =
        arena_array(r->kit.arena, (size_t)before + 1, sizeof *kept);
    bool states = m->is_driven; /* also if the inertia changes */
    for (int i = 0; i < m->extras; i++)
        states |= !m->extra[i].wheel;
    p->keeps = 0;
    for (int i = 0; i < before; i++)
        if (!(m->is_driven && !strncmp(p->keep[i], "energy", 6)) &&
            !(states && !strncmp(p->keep[i], "symplectic", 10)))
            kept[p->keeps++] = p->keep[i];
    p->keep = kept;
}

/* ---- choosing ---- */

int recipe_order(const struct recipe *r)
{
    return r->is_rigid ? r->promise.order_free : r->promise.order;
}

static bool find_files(struct recipe *r)
{
    struct kit *kit = &r->kit;
    const struct model *m = r->model;
    const struct choice *c = &r->choice;
    syntax method = c->method ? c->method : m->method;
    syntax attitude = c->attitude ? c->attitude : m->attitude;
    syntax map = c->map;
    if (!method)
        method = called_parse(kit, "default method", "magnus(kutta4)");
    bool good = called_find(kit, SHELF_METHOD, method, NULL, &r->method);
    if (!map)
        good &= called_map(kit, method, &map);
    good &= called_find(kit, SHELF_MAP, map ? map : m->map, "exp", &r->map);
    good &=
        called_find(kit, SHELF_ATTITUDE, attitude, "quaternion", &r->attitude);
    return find_shown(r) && good;
}

static bool choose(struct host *h, void *data)
{
    struct recipe *r = data;
    struct kit *kit = &r->kit;
    bool good = true;
    luaL_checkstack(h->lua, 40, NULL);
    algebra_open(kit, r->choice.real);
    option_define(kit);
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct source *text = &shelf_builtin[i].text;
        if (strncmp(text->path, "lib/", 4) != 0) /* lib/ defines functions */
            continue;
        if (!host_run(h, text))
            return false;
        lua_pop(h->lua, 1);
    }
    if (!called_open(kit, &r->map) || !called_open(kit, &r->method))
        return false;
    option_push(kit, &r->method);
    r->promise = promise_read(kit, &r->method, lua_gettop(h->lua));
    drop_promises(r);
    lua_pop(h->lua, 1);
    r->opt = luaL_ref(h->lua, LUA_REGISTRYINDEX);
    if (!open_attitude(r, &r->attitude))
        return false;
    for (int i = 0; i < r->shows; i++)
        good &= open_shown(r, &r->show[i]);
    kit->speaker = &r->method;
    return good && recipe_control(r) && check_promise(r);
}

struct recipe *recipe_choose(const struct kit *kit, const struct model *model,
                             const struct choice *choice)
{
    struct recipe *r = arena_alloc(kit->arena, sizeof *r);
    int errors = kit->diags->errors;
    r->kit = *kit;
    r->kit.pool = model->pool;
    r->kit.recipe = r;
    r->model = model;
    if (choice)
        r->choice = *choice;
    r->is_free = vec_is_zero(model->torque) && vec_is_zero(model->force);
    r->is_rigid =
        r->is_free && !(model->uses & (HAS_GYRO | USES_EXTRA | HAS_CHANGE));
    if (!find_files(r))
        return NULL;
    r->kit.host = host_open(kit->diags, host_limits());
    r->kit.host->bound = &r->kit;
    if (!host_work(r->kit.host, choose, r) || kit->diags->errors > errors) {
        recipe_close(r);
        return NULL;
    }
    if (!r->promise.maps)
        r->map.claim = (struct claim){0};
    return r;
}

void recipe_close(struct recipe *r)
{
    if (r)
        host_close(r->kit.host);
}
