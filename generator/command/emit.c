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

/* Writes the files into the folder; errno of a failure, with the path. */
static int write_files(struct arena *arena, const struct emission *e,
                       const char *folder, const char **failed)
{
    const char **path = arena_array(arena, (size_t)e->files, sizeof *path);
    bool here = strcmp(folder, ".") == 0;
    if (!here)
        mkdir(folder, 0777); /* a failure shows when writing */
    for (int i = 0; i < e->files; i++)
        path[i] = here ? e->file[i].name
                       : text_format(arena, "%s/%s", folder, e->file[i].name);
    int written = emit_write(arena, e->file, path, e->files);
    if (written < e->files) {
        *failed = path[written];
        return errno;
    }
    for (int i = 0; i < e->files; i++)
        printf("%s\n", path[i]);
    return 0;
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
    const char *path;
    pol_status status;
    const struct emission *e = job_emit(job, r->target, &status);
    if (!e)
        return status;
    int error = write_files(job->arena, e, r->folder, &path);
    if (error) {
        diag_error_line(&job->diags, path, 0, "cannot be written: %s",
                        strerror(error));
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
