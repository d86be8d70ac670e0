/* SPDX-License-Identifier: MIT
 *
 * polhode emit: writes the files of a target and says what they cost.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct writing {
    const char *folder;
    struct arena *arena;
    int error; /* errno of the first file that could not be written */
    const char *path;
};

static void write_one(void *to, const char *name, const char *text,
                      size_t length)
{
    struct writing *w = to;
    if (w->error)
        return;
    w->path = strcmp(w->folder, ".") == 0
                  ? name
                  : text_format(w->arena, "%s/%s", w->folder, name);
    if (emit_write(w->path, text, length))
        printf("%s\n", w->path);
    else
        w->error = errno;
}

/* The comment with which a file begins: what it is, and what it costs. */
static void print_banner(const struct emission *e)
{
    for (int i = 0; i < e->files; i++) {
        const struct emitted *file = &e->file[i];
        const char *end = strstr(file->text, "*/");
        size_t n = strlen(file->name);
        if (n > 2 && strcmp(file->name + n - 2, ".c") == 0 && end)
            printf("%.*s\n", (int)(end + 2 - file->text), file->text);
    }
}

static pol_status emit_work(struct pol_job *job, void *argument)
{
    struct request *r = argument;
    struct writing w = {.folder = r->folder, .arena = job->arena};
    pol_status status;
    const struct emission *e = job_emit(job, r->target, &status);
    if (!e)
        return status;
    if (strcmp(r->folder, ".") != 0)
        mkdir(r->folder, 0777); /* a failure shows when writing */
    for (int i = 0; i < e->files; i++)
        write_one(&w, e->file[i].name, e->file[i].text, e->file[i].length);
    if (w.error) {
        diag_error_line(&job->diags, w.path, 0, "cannot be written: %s",
                        strerror(w.error));
        return POL_NO_FILE;
    }
    print_banner(e);
    return POL_OK;
}

int command_emit(struct request *r)
{
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = job_run(job, emit_work, r);
    session_messages(job);
    pol_close(job);
    return session_status(status);
}
