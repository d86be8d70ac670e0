/* SPDX-License-Identifier: MIT
 *
 * polhode emit: writes the files of a target and says what they cost.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

static bool is_code(const struct emitted *file)
{
    size_t n = strlen(file->name);
    return n > 2 && strcmp(file->name + n - 2, ".c") == 0;
}

/* The comment with which a file begins: what it is, and what it costs. */
static void print_banner(const struct emission *e)
{
    for (int i = 0; i < e->files; i++) {
        const struct emitted *file = &e->file[i];
        const char *end = strstr(file->text, "*/");
        if (is_code(file) && end)
            printf("%.*s\n", (int)(end + 2 - file->text), file->text);
    }
}

static void print_code(const struct emission *e)
{
    for (int i = 0; i < e->files; i++)
        if (is_code(&e->file[i]))
            fwrite(e->file[i].text, 1, e->file[i].length, stdout);
}

static pol_status emit_work(struct pol_job *job, void *argument)
{
    struct request *r = argument;
    pol_status status;
    const struct emission *e = job_emit(job, r->target, &status);
    if (!e)
        return status;
    if (strcmp(r->folder, "-") == 0) {
        print_code(e);
        return POL_OK;
    }
    bool is_stdin = strcmp(r->operand[0], "-") == 0;
    const struct emit_place place = {
        .folder = r->folder,
        .input = is_stdin ? NULL : r->operand[0],
        .force = r->force,
    };
    const char *const *path = emit_write(job->arena, &job->diags, e, &place);
    if (!path)
        return POL_NO_FILE;
    for (int i = 0; i < e->files; i++)
        print_path(path[i]);
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
    int exit = session_status(job, status);
    pol_close(job);
    return exit;
}
