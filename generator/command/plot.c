/* SPDX-License-Identifier: MIT
 *
 * The region of stability and the order star (G. Wanner, E. Hairer, S. P.
 * Norsett, BIT 18 (1978) 475-489), drawn by gnuplot, which
 * templates/report/plot.tpl tells R(z) and the part of the plane to look at.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "report/report.h"
#include "tableau/analysis.h"

extern char **environ;

/* ---- the script ---- */

static void put_polynomial(struct text *out, const char *name,
                           const struct polynomial *p)
{
    json_open(out, name, '[');
    for (int k = 0; k <= p->degree; k++)
        json_real(out, NULL, number_double(p->coef[k]));
    json_close(out, ']');
}

/* What gnuplot is told; false with a message. */
static bool write_script(struct pol_job *job, const char *name,
                         const struct analysis *a, struct text *out)
{
    const struct stability *s = &a->stability;
    struct text record = json_lua(job->arena);
    json_open(&record, NULL, '{');
    json_string(&record, "name", name);
    json_int(&record, "stages", a->tableau->stages);
    put_polynomial(&record, "over", &s->over);
    put_polynomial(&record, "under", &s->under);
    if (s->far)
        json_real(&record, "far", number_double(s->far));
    if (s->real) /* the limit on the negative axis */
        json_real(&record, "real", number_double(s->real));
    json_close(&record, '}');
    return report_page(job->arena, &job->diags, "plot", &record, out);
}

/* ---- gnuplot ---- */

/* Starts gnuplot between two files; 0 or an error number. */
static int start(FILE *in, FILE *out, pid_t *child)
{
    char *const words[] = {"gnuplot", NULL};
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
    error = posix_spawnp(child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Did it draw from the one file into the other?  Else a message. */
static bool run(struct diags *diags, FILE *in, FILE *out)
{
    pid_t child;
    int status = -1, error = start(in, out, &child);
    if (error == ENOENT) {
        diag_error_line(diags, "--plot", 0, "gnuplot is needed");
        diag_hint(diags, "apt-get install gnuplot-nox");
        return false;
    }
    while (!error && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (status == 0 && fseek(out, 0, SEEK_END) == 0 && ftell(out) > 0)
        return true;
    diag_error_line(diags, "--plot", 0,
                    "gnuplot could not draw the picture%s%s", error ? ": " : "",
                    error ? strerror(error) : "");
    return false;
}

/* ---- the file ---- */

/* May something be drawn over what stands there?  Nothing, or an SVG, whose
 * first element it is. */
static bool may_go(struct diags *diags, const char *file)
{
    struct stat s;
    char start[1000];
    if (stat(file, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size == 0)
        return true;
    FILE *in = fopen(file, "r");
    size_t n = in ? fread(start, 1, sizeof start - 1, in) : 0;
    if (in)
        fclose(in);
    start[n] = '\0';
    const char *svg = strstr(start, "<svg");
    if (svg && strchr(" \t\r\n>", svg[4]))
        return true;
    diag_error_line(diags, file, 0, "this is no SVG: it is left as it is");
    diag_hint(diags, "give the picture another name");
    return false;
}

/* A file is there whole or not at all; a device is written as it is, and so is
 * what a link leads to: /dev/stdout is one. */
static bool write_picture(struct arena *arena, const char *file, FILE *picture)
{
    struct stat s;
    size_t length = (size_t)ftell(picture);
    char *text = arena_alloc(arena, length + 1);
    rewind(picture);
    if (fread(text, 1, length, picture) != length)
        return false;
    if (lstat(file, &s) != 0 || S_ISREG(s.st_mode))
        return file_write(file, text, length, false);
    FILE *out = fopen(file, "w");
    bool good = out && fwrite(text, 1, length, out) == length;
    return out && fclose(out) == 0 && good;
}

bool plot_stability(struct pol_job *job, const char *file, const char *name,
                    const struct analysis *a)
{
    struct diags *diags = &job->diags;
    if (!a->stability.known) {
        diag_error_line(diags, "--plot", 0, "%s has too many stages", name);
        return false;
    }
    struct text text = text_new(job->arena);
    if (!may_go(diags, file) || !write_script(job, name, a, &text))
        return false;
    FILE *script = tmpfile(), *picture = tmpfile();
    const char *fails = "a temporary file"; /* what cannot be written */
    if (script && picture && fputs(text_chars(&text), script) >= 0 &&
        fflush(script) == 0) {
        rewind(script);
        fails = NULL;
    }
    bool good = !fails && run(diags, script, picture);
    if (good && !write_picture(job->arena, file, picture))
        fails = file;
    if (fails)
        diag_error_line(diags, fails, 0, "cannot be written: %s",
                        strerror(errno));
    if (script)
        fclose(script);
    if (picture)
        fclose(picture);
    return good && !fails;
}
