/* SPDX-License-Identifier: MIT
 *
 * polhode example, polhode new: specs to read, and one to begin with.
 */
#include "command/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
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
        const struct shelf_entry *e = &shelf_builtin[i];
        const char *name = spec_name(a, e->path);
        const char *why = strstr(e->text, " - ");
        if (name && why && (strstr(e->path, "/searches/") != NULL) == searches)
            printf("  %-14s %.*s\n", name, (int)strcspn(why + 3, "\n"),
                   why + 3);
    }
}

static pol_status list_examples(struct pol_job *job)
{
    printf("bodies\n");
    list_some(job->arena, false);
    printf("searches for tableaus\n");
    list_some(job->arena, true);
    printf("\nto a file: polhode example fast_top > fast_top.pol\n");
    return POL_OK;
}

static pol_status print_example(struct pol_job *job, void *argument)
{
    const struct request *r = argument;
    if (r->operands == 0)
        return list_examples(job);
    struct nearest near = nearest_to(r->operand[0]);
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct shelf_entry *e = &shelf_builtin[i];
        const char *name = spec_name(job->arena, e->path);
        if (name && strcmp(name, r->operand[0]) == 0) {
            fwrite(e->text, 1, e->length, stdout);
            return POL_OK;
        }
        if (name)
            nearest_offer(&near, name);
    }
    diag_error_line(&job->diags, r->operand[0], 0, "there is no such example");
    if (near.best)
        diag_hint(&job->diags, "did you mean '%s'?", near.best);
    else
        diag_hint(&job->diags, "polhode example lists them");
    return POL_BAD_SPEC;
}

int command_example(struct request *r)
{
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    int exit = session_status(job, job_run(job, print_example, r));
    session_messages(job);
    pol_close(job);
    return exit;
}

/* ---- new ------------------------------------------------------------------
 */

/* What the new file says: that of new.pol, with its name. */
static const char *named_text(struct arena *a, const char *name)
{
    const struct source *s = shelf_own(a, "generator/command/new.pol");
    struct text out = text_new(a);
    for (const char *at = s->chars, *hole; *at; at = hole + strlen("NAME")) {
        hole = strstr(at, "NAME");
        if (!hole) {
            text_put(&out, at);
            break;
        }
        text_add(&out, at, (size_t)(hole - at));
        text_put(&out, name);
    }
    return text_chars(&out);
}

static bool is_name(const char *text)
{
    bool good = ascii_is_letter(*text);
    for (; *text && good; text++)
        good = ascii_is_letter(*text) || ascii_is_digit(*text) || *text == '_';
    return good;
}

struct new_spec {
    const char *name; /* of the body */
    const char *path, *text;
};

static pol_status make_new(struct pol_job *job, void *argument)
{
    struct new_spec *n = argument;
    n->path = text_format(job->arena, "%s%s", n->name, ending);
    n->text = named_text(job->arena, n->name);
    return POL_OK;
}

/* Over nothing that is there. */
static pol_status write_new(struct pol_job *job, void *argument)
{
    const struct new_spec *n = argument;
    FILE *f = fopen(n->path, "wx");
    bool good = f && fputs(n->text, f) >= 0;
    int error = errno;
    if (f && fclose(f) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good)
        return POL_OK;
    if (f)
        remove(n->path);
    diag_error_line(&job->diags, n->path, 0, "cannot be written: %s",
                    strerror(error));
    return POL_NO_FILE;
}

int command_new(struct request *r)
{
    struct new_spec n = {.name = r->operand[0]};
    if (!is_name(n.name)) {
        complain("a name has letters, digits and _, and begins with a letter; "
                 "not '%s'",
                 n.name);
        return EXIT_USAGE;
    }
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_status status = job_run(job, make_new, &n);
    if (status == POL_OK) /* can it be the name of a body? */
        status = pol_read_text(job, n.path, n.text, strlen(n.text));
    if (status == POL_OK)
        status = job_run(job, session_try_emit, NULL);
    if (status == POL_OK)
        status = job_run(job, write_new, &n);
    session_messages(job);
    if (status == POL_OK)
        printf("%s\npolhode run %s runs it, polhode emit %s makes C of it\n",
               n.path, n.path, n.path);
    int exit = session_status(job, status);
    pol_close(job);
    return exit;
}
