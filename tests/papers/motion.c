/* SPDX-License-Identifier: MIT
 *
 * The figures of the papers: runs papers.lua, to which it lends emitted
 * steppers and the states of bodies that are known to 20 digits.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "include/polhode.h"
#include "values/values.h"

/* A body on its way by a method. */
struct motion {
    pol_image *image;
    const pol_stepper *s;
    double x[32], par[64], in[64];
    int failed; /* the status of the step that has failed, or 0 */
};

/* A text of the table that is given first, or NULL. */
static const char *option(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    return lua_tostring(L, -1); /* which the table holds, too */
}

/* motion{body=, method=, attitude=, constant=, value=, gcc=}: of a spec of this
 * folder or of specs/; what is nil stays as it is. */
static int motion_open(lua_State *L)
{
    char path[1024];
    const char *body = option(L, "body");
    pol_setting setting = {option(L, "constant"), option(L, "value")};
    pol_options o = pol_default_options();
    o.method = option(L, "method");
    o.attitude = option(L, "attitude");
    o.setting = &setting;
    o.settings = setting.value != NULL;
    const pol_compiler compiler = option(L, "gcc") ? POL_GCC : POL_TCC;
    snprintf(path, sizeof path, POL_TESTS_DIR "/papers/%s.pol", body);
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    else
        snprintf(path, sizeof path, POL_ROOT_DIR "/specs/%s.pol", body);
    struct motion *m = lua_newuserdatauv(L, sizeof *m, 0);
    *m = (struct motion){0};
    luaL_setmetatable(L, "motion");
    pol_job *job = pol_open(&o);
    if (!job || pol_read(job, path) || pol_load(job, compiler, &m->image)) {
        for (int i = 0; job && i < pol_diag_count(job); i++)
            fputs(pol_diag_at(job, i)->text, stderr);
        pol_close(job);
        return luaL_error(L, "%s cannot be used by %s", body, o.method);
    }
    pol_close(job);
    m->s = pol_image_stepper(m->image);
    if (m->s->state > 32 || m->s->par > 64 || m->s->input > 64)
        return luaL_error(L, "%s has too many numbers", body);
    return 1;
}

static struct motion *motion_of(lua_State *L)
{
    return luaL_checkudata(L, 1, "motion");
}

static int motion_unload(lua_State *L)
{
    pol_unload(motion_of(L)->image);
    return 0;
}

static int motion_start(lua_State *L)
{
    struct motion *m = motion_of(L);
    m->s->start(m->x, m->par);
    m->failed = POL_STEP_OK;
    return 0;
}

/* L, which stands before t and its rest, times a number. */
static int motion_nudge(lua_State *L)
{
    struct motion *m = motion_of(L);
    m->x[m->s->state - 5] *= luaL_checknumber(L, 2);
    return 0;
}

/* Takes n steps of h, or none after a step that failed; returns the status. */
static int motion_run(lua_State *L)
{
    struct motion *m = motion_of(L);
    if (!m->failed)
        m->failed = m->s->run(m->x, m->par, m->in, luaL_checknumber(L, 2), luaL_checkinteger(L, 3));
    lua_pushinteger(L, m->failed);
    return 1;
}

/* The same one by one; gives the most that the three numbers of the attitude
 * change by in a step, and their largest length. */
static int motion_leaps(lua_State *L)
{
    struct motion *m = motion_of(L);
    const double h = luaL_checknumber(L, 2);
    double change = 0, length = 0, last[3];
    for (long n = luaL_checkinteger(L, 3); n > 0; n--) {
        memcpy(last, m->x, sizeof last);
        m->failed = m->failed ? m->failed : m->s->run(m->x, m->par, m->in, h, 1);
        const double *x = m->x;
        change = fmax(change, hypot(hypot(x[0] - last[0], x[1] - last[1]), x[2] - last[2]));
        length = fmax(length, hypot(hypot(x[0], x[1]), x[2]));
    }
    lua_pushnumber(L, m->failed ? NAN : change);
    lua_pushnumber(L, m->failed ? NAN : length);
    return 2;
}

static int put(lua_State *L, const double *x, int n, int lost)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, lost ? NAN : x[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* ---- what is read of it; NaN once a step has failed ---- */

static int motion_energy(lua_State *L)
{
    struct motion *m = motion_of(L);
    lua_pushnumber(L, m->failed ? NAN : m->s->energy(m->x, m->par, m->in));
    return 1;
}

/* The first three numbers of the attitude. */
static int motion_numbers(lua_State *L)
{
    return put(L, motion_of(L)->x, 3, motion_of(L)->failed);
}

/* Body to space, row by row. */
static int motion_rotation(lua_State *L)
{
    double R[9];
    motion_of(L)->s->rotation(motion_of(L)->x, R);
    return put(L, R, 9, motion_of(L)->failed);
}

static int motion_momentum(lua_State *L)
{
    double p[3];
    motion_of(L)->s->momentum(motion_of(L)->x, p);
    return put(L, p, 3, motion_of(L)->failed);
}

static int motion_rate(lua_State *L)
{
    struct motion *m = motion_of(L);
    double w[3];
    m->s->omega(m->x, m->par, m->in, w);
    return put(L, w, 3, m->failed);
}

/* known(body, t): R and L, out of tables. */
static int exact_motion(lua_State *L)
{
    const char *body = luaL_checkstring(L, 1);
    const double t = luaL_checknumber(L, 2);
    const struct reference_state *found = NULL;
    int n;
    for (const struct reference_state *s = reference_states(&n); n-- > 0; s++)
        if (strcmp(s->spec, body) == 0 && s->t == t)
            found = s;
    for (const struct paper_state *s = paper_states(&n); n-- > 0; s++)
        if (strcmp(s->is.spec, body) == 0 && s->is.t == t)
            found = &s->is;
    if (!found)
        return luaL_error(L, "no known state of %s", body);
    put(L, found->R, 9, 0);
    put(L, found->L, 3, 0);
    return 2;
}

static const luaL_Reg METHODS[] = {{"__gc", motion_unload},
                                   {"start", motion_start},
                                   {"nudge", motion_nudge},
                                   {"run", motion_run},
                                   {"leaps", motion_leaps},
                                   {"energy", motion_energy},
                                   {"numbers", motion_numbers},
                                   {"rotation", motion_rotation},
                                   {"momentum", motion_momentum},
                                   {"rate", motion_rate},
                                   {NULL, NULL}};

int main(int n, char **word)
{
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    luaL_newmetatable(L, "motion");
    luaL_setfuncs(L, METHODS, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_register(L, "motion", motion_open);
    lua_register(L, "known", exact_motion);
    lua_createtable(L, n, 0);
    for (int i = 1; i < n; i++) {
        lua_pushstring(L, word[i]);
        lua_rawseti(L, -2, i);
    }
    lua_setglobal(L, "arg");
    bool good = !luaL_dofile(L, POL_TESTS_DIR "/papers/papers.lua");
    if (!good)
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
    good = good && lua_toboolean(L, -1);
    lua_close(L);
    return good ? 0 : 1;
}
