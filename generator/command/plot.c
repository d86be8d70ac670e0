/* SPDX-License-Identifier: MIT
 *
 * The region of stability and the order star (G. Wanner, E. Hairer, S. P.
 * Norsett, BIT 18 (1978) 475-489), drawn by gnuplot, which is told R(z) and the
 * part of the plane to look at.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <complex.h>
#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "tableau/analysis.h"

extern char **environ;

struct window {
    double left, right, top; /* symmetric about the real axis */
};

/* ---- the window ---- */

static double complex value_at(const struct polynomial *p, double complex z)
{
    double complex sum = 0;
    for (int k = p->degree; k >= 0; k--)
        sum = sum * z + number_double(p->coef[k]);
    return sum;
}

/* Around the stable or the unstable part, whichever is bounded; a square with
 * a margin. */
static struct window window_of(const struct stability *s, int stages)
{
    enum { SCAN = 40 }; /* points from the middle to each side */
    bool inside = !(s->far && fabs(number_double(s->far)) <= 1);
    double most = 4 * stages + 4, reach = 1.5, left = 0, right = 0;
    if (s->real) /* those for stiff equations reach far */
        most = fmax(most, 1.2 * number_double(s->real));
    for (int j = -SCAN; j <= SCAN; j++)
        for (int i = -SCAN; i <= SCAN; i++) {
            double x = most * i / SCAN, y = most * j / SCAN;
            double complex over = value_at(&s->over, x + y * I);
            double complex under = value_at(&s->under, x + y * I);
            bool stable = cabs(over) / cabs(under) <= 1;
            if (stable != inside)
                continue;
            /* half planes, of which there is no end, are not followed */
            if (fmax(fabs(x), fabs(y)) > most * 0.95)
                return (struct window){-2 * stages - 2, 2 * stages + 2,
                                       2 * stages + 2};
            left = fmin(left, x);
            right = fmax(right, x);
            reach = fmax(reach, fabs(y));
        }
    reach = 1.2 * fmax(reach, (right - left) / 2) + 0.5;
    double middle = (left + right) / 2;
    return (struct window){middle - reach, middle + reach, reach};
}

/* ---- drawing ---- */

/* Of its size the logarithm. */
static void put_polynomial(FILE *out, const char *name,
                           const struct polynomial *p)
{
    fprintf(out, "%s(z) = log(1e-300 + abs(", name);
    for (int k = 0; k < p->degree; k++)
        fputc('(', out);
    fprintf(out, "%.17e", number_double(p->coef[p->degree]));
    for (int k = p->degree - 1; k >= 0; k--)
        fprintf(out, " * z + (%.17e))", number_double(p->coef[k]));
    fputs("))\n", out);
}

/* In single quotes nothing has a meaning; a quote itself is doubled. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', out);
        fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
    }
    fputc('\'', out);
}

/* Where f is inside, and its contour at zero, half of which is the other one's
 * mirror. */
static void draw_panel(FILE *out, const char *f, const char *inside,
                       const char *name, const char *title)
{
    char text[160];
    snprintf(text, sizeof text, "%.100s: %s", name, title);
    fputs("set title ", out);
    put_quoted(out, text);
    fprintf(out,
            " noenhanced\n"
            "f(x, y) = %s\n"
            "set samples 301\nset isosamples 151\nset yrange [0:top]\n"
            "set table $edge\nsplot f(x, y)\nunset table\n"
            "set samples 201\nset isosamples 201\nset yrange [-top:top]\n"
            "plot '++' using 1:2:(f($1, $2) %s ? 0 : 1/0) with image, "
            "for [k = -1:1:2] $edge using 1:(k * $2) "
            "with lines linewidth 1.2 linecolor rgb '#203a5c'\n",
            f, inside);
}

/* What gnuplot draws goes to its standard output: nobody's file is named in
 * the script. */
static void draw(FILE *out, const char *name, const struct analysis *a)
{
    const struct stability *s = &a->stability;
    const struct window w = window_of(s, a->tableau->stages);
    fputs("set terminal svg size 1000,520 dynamic\nset multiplot layout 1,2\n"
          "set size ratio -1\nunset key\nset grid front\n"
          "set xlabel 'Re z'\nset ylabel 'Im z'\n"
          "set xzeroaxis\nset yzeroaxis\n"
          "set contour\nunset surface\nset cntrparam levels discrete 0\n"
          "set palette defined (0 '#c8d8ec', 1 '#c8d8ec')\n"
          "set cbrange [0:1]\nunset colorbox\n",
          out);
    fprintf(out,
            "left = %g\nright = %g\ntop = %g\n"
            "set xrange [left:right]\nset urange [left:right]\n"
            "set vrange [-top:top]\n",
            w.left, w.right, w.top);
    put_polynomial(out, "over", &s->over);
    put_polynomial(out, "under", &s->under);
    fputs("size(z) = over(z) - under(z)\n", out);
    draw_panel(out, "size(x + {0, 1} * y)", "<= 0", name, "|R(z)| <= 1");
    draw_panel(out, "size(x + {0, 1} * y) - x", "> 0", name,
               "|R(z)| > |exp(z)|");
    fputs("unset multiplot\n", out);
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
    if (!may_go(diags, file))
        return false;
    FILE *script = tmpfile(), *picture = tmpfile();
    const char *fails = "a temporary file"; /* what cannot be written */
    if (script && picture)
        draw(script, name, a);
    if (script && picture && fflush(script) == 0) {
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
