/* SPDX-License-Identifier: MIT
 *
 * Part of the build: embed OUT ROOT FILE ... writes files as C arrays, with the
 * bytecode of Lua files and templates.  Paths are relative to templates/ for
 * the shelf; others are "runtime/..." for headers, "generator/..." for Lua that
 * is part of the program, "specs/..." for bodies; NAME=FILE is any file.
 */
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/text.h"
#include "shelf/shelf.h"

enum { MOST = 1 << 24, ACROSS = 20 };

static void no_memory(void *context)
{
    (void)context;
    fputs("embed: no memory\n", stderr);
    exit(1);
}

static void refuse(const char *path, const char *why)
{
    fprintf(stderr, "embed: %s: %s\n", path, why);
    exit(1);
}

static int add_code(lua_State *L, const void *bytes, size_t n, void *out)
{
    (void)L;
    text_add(out, bytes, n);
    return 0;
}

/* Adds the file's Lua bytecode, with line numbers for error messages. */
static void compile(struct arena *arena, const struct source *file,
                    struct text *code)
{
    struct diags diags = diags_new(arena);
    lua_State *L = luaL_newstate();
    const char *name = text_format(arena, "@%s", file->path);
    file = template_script(arena, &diags, file);
    if (!file)
        refuse(diags.items[0].path, diags.items[0].message);
    if (luaL_loadbufferx(L, file->chars, file->length, name, "t") != LUA_OK)
        refuse(file->path, lua_tostring(L, -1));
    lua_dump(L, add_code, code, 0);
    lua_close(L);
}

/* Prints the bytes as an array, followed by a 0. */
static void print_array(FILE *out, const char *name, int i, const char *bytes,
                        size_t n)
{
    fprintf(out, "static const char %s%d[] = {\n", name, i);
    for (size_t k = 0; k < n; k++)
        fprintf(out, "%d,%s", bytes[k], k % ACROSS == ACROSS - 1 ? "\n" : "");
    fputs("0};\n", out);
}

/* Writes the arrays of file i, and adds its line to the table. */
static void embed(struct arena *arena, FILE *out, int i, const char *root,
                  const char *path, struct text *table)
{
    static const char shelf[] = "templates/";
    const bool is_own = strncmp(path, root, strlen(root)) == 0;
    const char *equal = is_own ? NULL : strchr(path, '=');
    struct source file = {.path = path + strlen(root) + 1};
    struct text code = text_new(arena);
    if (equal) {
        file.path = arena_text(arena, path, (size_t)(equal - path));
        path = equal + 1;
    } else if (strncmp(file.path, shelf, sizeof shelf - 1) == 0) {
        file.path += sizeof shelf - 1;
    }
    file.chars = file_read(arena, path, MOST, &file.length);
    if (!file.chars)
        refuse(path, "cannot be read");
    if (shelf_ends_in(path, ".lua") || shelf_ends_in(path, ".tpl"))
        compile(arena, &file, &code);
    print_array(out, "file", i, file.chars, file.length);
    print_array(out, "code", i, code.chars, code.length);
    text_print(table, "    {{\"%s\", file%d, %zu}, code%d, %zu},\n", file.path,
               i, file.length, i, code.length);
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new(no_memory, NULL);
    struct text table = text_new(arena);
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;
    if (!out)
        refuse("usage", "embed OUT ROOT FILE ...");
    fputs("/* Made by embed; do not edit. */\n#include \"shelf/shelf.h\"\n",
          out);
    for (int i = 3; i < argc; i++)
        embed(arena, out, i - 3, argv[2], argv[i], &table);
    fprintf(
        out,
        "const char shelf_lua[] = \"%s\";\n"
        "const struct shelf_entry shelf_builtin[] = {\n%s    {{0}, 0, 0}};\n"
        "const int shelf_builtin_count = %d;\n",
        lua_ident, text_chars(&table), argc - 3);
    arena_free(arena);
    return fclose(out) == 0 ? 0 : 1;
}
