/* SPDX-License-Identifier: MIT
 *
 * polhode example, polhode new: specs to read, and one to begin with.
 */
#include "command/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- example --------------------------------------------------------------
 */

static const char folder[] = "specs/", ending[] = ".pol";

/* "ralston3" of the built-in file specs/searches/ralston3.pol; NULL for one
 * that is no spec. */
static const char *spec_name(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *end = strrchr(path, '.');
    if (strncmp(path, folder, strlen(folder)) != 0 || !end ||
        strcmp(end, ending) != 0)
        return NULL;
    return text_format(a, "%.*s", (int)(end - slash - 1), slash + 1);
}

/* Their first line is "# NAME.pol - why it is there". */
static void list_some(struct arena *a, bool searches)
{
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct source *e = &shelf_builtin[i].text;
        const char *name = spec_name(a, e->path);
        const char *why = strstr(e->chars, " - ");
        if (name && why && (strstr(e->path, "/searches/") != NULL) == searches)
            printf("  %-14s %.*s\n", name, (int)strcspn(why + 3, "\n"),
                   why + 3);
    }
}

int command_example(struct pol_job *job, struct request *r)
{
    if (r->operands == 0) {
        printf("bodies\n");
        list_some(job->arena, false);
        printf("searches for tableaus\n");
        list_some(job->arena, true);
        printf("\nto a file: polhode example fast_top > fast_top.pol\n");
        return EXIT_DONE;
    }
    struct nearest near = nearest_to(r->operand[0]);
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct source *e = &shelf_builtin[i].text;
        const char *name = spec_name(job->arena, e->path);
        if (name && strcmp(name, r->operand[0]) == 0) {
            fwrite(e->chars, 1, e->length, stdout);
            return EXIT_DONE;
        }
        if (name)
            nearest_offer(&near, name);
    }
    diag_error_line(&job->diags, r->operand[0], 0, "there is no such example");
    if (near.best)
        diag_hint(&job->diags, "did you mean '%s'?", near.best);
    else
        diag_hint(&job->diags, "polhode example lists them");
    return EXIT_FAULT;
}

/* ---- new ------------------------------------------------------------------
 */

/* What the new file says: that of new.pol, with its name. */
static const char *named_text(struct arena *a, const char *name)
{
    static const char hole[] = "NAME";
    const char *at = shelf_own("generator/command/new.pol")->chars;
    struct text out = text_new(a);
    for (const char *next; (next = strstr(at, hole));
         at = next + strlen(hole)) {
        text_add(&out, at, (size_t)(next - at));
        text_put(&out, name);
    }
    text_put(&out, at);
    return text_chars(&out);
}

static bool is_name(const char *text)
{
    bool good = ascii_is_letter(*text);
    for (; *text && good; text++)
        good = ascii_is_letter(*text) || ascii_is_digit(*text) || *text == '_';
    return good;
}

/* Over nothing that is there. */
static pol_status write_new(struct pol_job *job, const char *path,
                            const char *text)
{
    FILE *f = fopen(path, "wx");
    bool good = f && fputs(text, f) >= 0;
    if (f && fclose(f) == 0 && good)
        return POL_OK;
    diag_error_line(&job->diags, path, 0, "cannot be written: %s",
                    strerror(errno));
    if (f)
        remove(path);
    return POL_NO_FILE;
}

int command_new(struct pol_job *job, struct request *r)
{
    const char *name = r->operand[0]; /* of the body */
    if (!is_name(name)) {
        complain("a name has letters, digits and _, and begins with a letter; "
                 "not '%s'",
                 name);
        return EXIT_USAGE;
    }
    const char *path = text_format(job->arena, "%s%s", name, ending);
    const char *text = named_text(job->arena, name);
    /* can it be the name of a body? */
    pol_status status = pol_read_text(job, path, text, strlen(text));
    if (status == POL_OK)
        status = session_try_emit(job);
    if (status == POL_OK)
        status = write_new(job, path, text);
    if (status == POL_OK)
        printf("%s\npolhode run %s runs it, polhode emit %s makes C of it\n",
               path, path, path);
    return session_status(job, status);
}
