/* SPDX-License-Identifier: MIT
 *
 * The region of stability and the order star (G. Wanner, E. Hairer, S. P.
 * Norsett, BIT 18 (1978) 475-489), drawn by gnuplot: what is inside as bars,
 * the boundary as a contour of values on a grid.
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

enum { POINTS = 301, SCAN = 81 };

struct window {
    double left, right, top; /* symmetric about the real axis */
};

/* log |R| (region) or log |R exp(-z)| (star) at the points of a grid. */
struct picture {
    const struct stability *stability;
    bool star;
    struct window w;
    int n;
    double value[POINTS][POINTS];
};

/* ---- values ---- */

static double complex value_at(const struct polynomial *p, double complex z)
{
    double complex sum = 0;
    for (int k = p->degree; k >= 0; k--)
        sum = sum * z + number_double(p->coef[k]);
    return sum;
}

static double level(const struct stability *s, bool star, double complex z)
{
    double size = cabs(value_at(&s->over, z)) / cabs(value_at(&s->under, z));
    double level = log(fmax(size, 1e-300)) - (star ? creal(z) : 0);
    return isfinite(level) ? fmin(level, 100) : 100;
}

static double x_of(const struct picture *f, double i)
{
    return f->w.left + (f->w.right - f->w.left) * i / (f->n - 1);
}

static double y_of(const struct picture *f, double j)
{
    return f->w.top * (2 * j / (f->n - 1) - 1);
}

static void fill(struct picture *f)
{
    for (int j = 0; j < f->n; j++)
        for (int i = 0; i < f->n; i++)
            f->value[j][i] =
                level(f->stability, f->star, x_of(f, i) + y_of(f, j) * I);
}

/* ---- the window ---- */

/* Around the stable or the unstable part, whichever is bounded; a square with
 * a margin. */
static struct window window_of(struct picture *f, int stages)
{
    bool inside =
        !(f->stability->far && fabs(number_double(f->stability->far)) <= 1);
    double most = 4 * stages + 4, reach = 1.5, left = 0, right = 0;
    if (f->stability->real) /* those for stiff equations reach far */
        most = fmax(most, 1.2 * number_double(f->stability->real));
    f->w = (struct window){-most, most, most};
    f->n = SCAN;
    fill(f);
    for (int j = 0; j < SCAN; j++)
        for (int i = 0; i < SCAN; i++) {
            double x = x_of(f, i), y = fabs(y_of(f, j));
            if ((f->value[j][i] <= 0) != inside)
                continue;
            /* half planes, of which there is no end, are not followed */
            if (fmax(fabs(x), y) > most * 0.95)
                return (struct window){-2 * stages - 2, 2 * stages + 2,
                                       2 * stages + 2};
            left = fmin(left, x);
            right = fmax(right, x);
            reach = fmax(reach, y);
        }
    reach = 1.2 * fmax(reach, (right - left) / 2) + 0.5;
    double middle = (left + right) / 2;
    return (struct window){middle - reach, middle + reach, reach};
}

/* ---- drawing ---- */

/* Runs of points inside, as bars: x, y, left, right, bottom, top. */
static void draw_bars(FILE *out, const struct picture *f)
{
    double half = 1.05 * f->w.top / (f->n - 1); /* no gaps between them */
    for (int j = 0; j < f->n; j++)
        for (int i = 0; i < f->n; i++) {
            int first = i;
            while (i < f->n && (f->value[j][i] <= 0) != f->star)
                i++;
            if (i == first)
                continue;
            double y = y_of(f, j), left = x_of(f, first - 0.5);
            double right = x_of(f, i - 0.5);
            fprintf(out, "%.5g %.5g %.5g %.5g %.5g %.5g\n", (left + right) / 2,
                    y, left, right, y - half, y + half);
        }
    fputs("e\n", out);
}

/* The values, row by row, and from them the contour. */
static void draw_contour(FILE *out, const struct picture *f)
{
    fputs("$values << e\n", out);
    for (int j = 0; j < f->n; j++, fputs("\n", out))
        for (int i = 0; i < f->n; i++)
            fprintf(out, "%.6g ", f->value[j][i]);
    fprintf(out,
            "e\nset table $edge\nsplot $values matrix using "
            "(%.9g + %.9g * $1):(%.9g + %.9g * $2):3\nunset table\n",
            x_of(f, 0), x_of(f, 1) - x_of(f, 0), y_of(f, 0),
            y_of(f, 1) - y_of(f, 0));
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

static void draw_panel(FILE *out, const struct picture *f, const char *title)
{
    draw_contour(out, f);
    fputs("set title ", out);
    put_quoted(out, title);
    fprintf(out,
            " noenhanced\n"
            "set xrange [%g:%g]\nset yrange [%g:%g]\n"
            "plot '-' with boxxyerror fillstyle solid noborder linecolor rgb "
            "'#c8d8ec', $edge with lines linewidth 1.2 linecolor rgb "
            "'#203a5c'\n",
            f->w.left, f->w.right, -f->w.top, f->w.top);
    draw_bars(out, f);
}

/* What gnuplot draws goes to its standard output: nobody's file is named in
 * the script. */
static void draw(FILE *out, const char *name, struct picture *f, int stages)
{
    char title[160];
    fputs("set terminal svg size 1000,520 dynamic\nset multiplot layout 1,2\n"
          "set size ratio -1\nunset key\nset grid\n"
          "set xlabel 'Re z'\nset ylabel 'Im z'\n"
          "set xzeroaxis\nset yzeroaxis\n"
          "set contour\nunset surface\nset cntrparam levels discrete 0\n",
          out);
    f->w = window_of(f, stages);
    f->n = POINTS;
    fill(f);
    snprintf(title, sizeof title, "%.100s: |R(z)| <= 1", name);
    draw_panel(out, f, title);
    f->star = true;
    fill(f);
    snprintf(title, sizeof title, "%.100s: |R(z)| > |exp(z)|", name);
    draw_panel(out, f, title);
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
    struct picture *f = arena_alloc(job->arena, sizeof *f);
    FILE *script = tmpfile(), *picture = tmpfile();
    const char *fails = "a temporary file"; /* what cannot be written */
    f->stability = &a->stability;
    if (script && picture)
        draw(script, name, f, a->tableau->stages);
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
