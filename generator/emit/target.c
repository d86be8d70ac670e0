/* SPDX-License-Identifier: MIT
 *
 * Reads what target.lua returns: spelling of operations, words that names may
 * not be, and the files with their pages.
 */
#include "emit/target.h"

#include <string.h>

#include "base/arena.h"
#include "shelf/claim.h"

/* The real type's key in the target's tables. */
static const char *real_key(enum real real)
{
    return real == REAL_FLOAT ? "float" : "double";
}

static bool miss(struct speller *s, const char *what)
{
    diag_error_line(s->diags, s->path, 0, "the target has no %s", what);
    return false;
}

/* The text on top of the stack, which it leaves, or NULL. */
static const char *take_text(lua_State *L, struct speller *s)
{
    size_t n;
    const char *text = NULL;
    if (lua_type(L, -1) == LUA_TSTRING) {
        text = lua_tolstring(L, -1, &n);
        text = arena_text(s->arena, text, n);
    }
    lua_pop(L, 1);
    return text;
}

static const char *text_at(lua_State *L, struct speller *s, const char *key)
{
    lua_getfield(L, -1, key);
    return take_text(L, s);
}

static const char *text_in(lua_State *L, struct speller *s, int index)
{
    lua_rawgeti(L, -1, index);
    return take_text(L, s);
}

/* The text table[key][real], or NULL. */
static const char *text_for_real(lua_State *L, struct speller *s,
                                 const char *key)
{
    const char *text = NULL;
    if (lua_getfield(L, -1, key) == LUA_TTABLE)
        text = text_at(L, s, real_key(s->real));
    lua_pop(L, 1);
    return text;
}

/* { "add", "$1 + $2", rank = 6, left = true }; the real type's own form, if
 * there is one, stands under its name. */
static bool read_spelling(lua_State *L, struct speller *s, int form,
                          struct spelling *out)
{
    struct fields f = {L, s->path, lua_gettop(L)};
    const char *own = text_at(L, s, real_key(s->real));
    out->op = form > 1 ? text_in(L, s, 1) : NULL;
    out->form = own ? own : text_in(L, s, form);
    out->rank = (int)field_whole(&f, "rank", 0, RANK_ATOM, RANK_ATOM);
    out->left = field_holds(&f, "left");
    out->truth = field_holds(&f, "truth");
    return out->form && (form == 1 || out->op);
}

static bool read_operations(lua_State *L, struct speller *s)
{
    bool ok = lua_getfield(L, -1, "operations") == LUA_TTABLE;
    int n = ok ? (int)lua_rawlen(L, -1) : 0;
    s->spelling = arena_array(s->arena, (size_t)n + 1, sizeof *s->spelling);
    for (int i = 0; ok && i < n; i++) {
        ok = lua_rawgeti(L, -1, i + 1) == LUA_TTABLE &&
             read_spelling(L, s, 2, &s->spelling[i]);
        lua_pop(L, 1);
    }
    s->spellings = n;
    lua_pop(L, 1);
    return ok ? true : miss(s, "proper list of operations");
}

/* Its argument is of the other kind. */
static bool read_conversion(lua_State *L, struct speller *s, const char *key,
                            struct spelling *out)
{
    bool ok =
        lua_getfield(L, -1, key) == LUA_TTABLE && read_spelling(L, s, 1, out);
    out->truth = out == &s->as_number;
    lua_pop(L, 1);
    return ok ? true : miss(s, key);
}

/* The words of all texts of the list, which are separated by blanks. */
static struct words read_words(lua_State *L, struct speller *s, const char *key)
{
    struct words words = {0};
    int room = 0, n = 0;
    if (lua_getfield(L, -1, key) == LUA_TTABLE)
        n = (int)lua_rawlen(L, -1);
    for (int i = 1; i <= n; i++) {
        const char *text = text_in(L, s, i);
        text = text ? text : "";
        for (size_t length; *(text += strspn(text, " \n\t")); text += length) {
            length = strcspn(text, " \n\t");
            arena_push(s->arena, words.word, words.n, room);
            words.word[words.n++] = arena_text(s->arena, text, length);
        }
    }
    lua_pop(L, 1);
    return words;
}

bool target_read(lua_State *L, struct speller *s)
{
    static const char *const list[LISTS] = {"words",  "macros", "globals",
                                            "locals", "inner",  "own"};
    if (!lua_istable(L, -1))
        return miss(s, "table to return");
    s->number_suffix = text_for_real(L, s, "number");
    s->call_suffix = text_for_real(L, s, "call");
    s->step = text_at(L, s, "step");
    if (!s->number_suffix || !s->call_suffix)
        return miss(s, "suffix for this real type");
    s->language = text_at(L, s, "language");
    if (!s->language)
        return miss(s, "name of its language");
    if (!s->step)
        return miss(s, "name for the step size");
    if (!read_operations(L, s) ||
        !read_conversion(L, s, "as_number", &s->as_number) ||
        !read_conversion(L, s, "as_truth", &s->as_truth))
        return false;
    for (int i = 0; i < LISTS; i++)
        s->list[i] = read_words(L, s, list[i]);
    return true;
}

/* Of a file beside the others: it may not lead elsewhere. */
static bool is_ending(const char *ending)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+";
    return *ending && ending[strspn(ending, plain)] == '\0';
}

int target_files(lua_State *L, struct speller *s, struct target_file *file)
{
    bool ok = lua_getfield(L, -1, "files") == LUA_TTABLE;
    int n = ok ? (int)lua_rawlen(L, -1) : 0;
    ok = n > 0 && n <= TARGET_FILES;
    for (int i = 0; ok && i < n; i++) {
        ok = lua_rawgeti(L, -1, i + 1) == LUA_TTABLE;
        if (ok) {
            struct fields f = {L, s->path, lua_gettop(L)};
            file[i].ending = text_at(L, s, "ending");
            file[i].page = text_at(L, s, "page");
            file[i].is_stepper = field_holds(&f, "stepper");
            ok = file[i].ending && file[i].page && is_ending(file[i].ending);
            for (int k = 0; ok && k < i; k++)
                ok = strcmp(file[k].ending, file[i].ending) != 0;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return ok || miss(s, "proper list of files: each has a page and an ending "
                         "of its own, of "
                         "letters, digits and ._-+")
               ? n
               : -1;
}
