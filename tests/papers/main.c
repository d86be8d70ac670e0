/* SPDX-License-Identifier: MIT
 *
 * The figures of the papers:
 *   papers list                  their names
 *   papers check NAME...         do the claims about them hold?
 *   papers draw FOLDER [NAME...] numbers, gnuplot scripts and pictures
 */
#include "papers/papers.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a figure as numbers, as a script for gnuplot, and as a picture ---- */

enum { PATH_MOST = 1024, PANEL_WIDTH = 620, PANEL_HEIGHT = 420 };

static FILE *create(const char *folder, const char *name, const char *ending)
{
    char path[PATH_MOST];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "w");
    if (!file)
        perror(path);
    return file;
}

static bool finish(FILE *file)
{
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

/* Curves one after another, each with a headline, two blank lines between.
 * gnuplot draws no NaN, but does not count a curve without lines. */
static bool write_numbers(const struct panel *p, const char *folder,
                          const char *name, int number)
{
    char ending[32];
    snprintf(ending, sizeof ending, "_%d.csv", number);
    FILE *out = create(folder, name, ending);
    for (int i = 0; out && i < p->curves; i++) {
        const struct curve *c = &p->curve[i];
        fprintf(out, "%s# %s: %s, %s\n", i ? "\n\n" : "", c->name, p->x, p->y);
        for (int j = 0; j < c->points; j++)
            if (p->axes == AXES_SPHERE)
                fprintf(out, "%.6g,%.6g,%.6g\n", c->point[j][0], c->point[j][1],
                        c->point[j][2]);
            else
                fprintf(out, "%.6g,%.6g\n", c->point[j][0], c->point[j][1]);
    }
    return out && finish(out);
}

static void write_axes(FILE *out, const struct panel *p)
{
    bool sphere = p->axes == AXES_SPHERE;
    fprintf(out, "set title \"%s\"\nset xlabel \"%s\"\nset ylabel \"%s\"\n",
            p->title, p->x, p->y);
    fputs(p->axes == AXES_DOTS ? "set offsets 0.5, 0.5\nset xtics 1\n"
                               : "unset offsets\nset xtics autofreq\n",
          out);
    fputs("unset logscale\nset format \"%g\"\nunset zlabel\n", out);
    if (p->axes == AXES_LOG)
        fputs("set logscale xy\nset format \"10^{%T}\"\n", out);
    if (p->axes == AXES_LOG_Y)
        fputs("set logscale y\nset format y \"10^{%T}\"\n", out);
    if (sphere)
        fputs("set xyplane 0\nset view equal xyz\nset view 65, 35\n"
              "set xrange [-1:1]\nset yrange [-1:1]\nset zrange [-1:1]\n",
              out);
    else
        fputs("set autoscale\n", out);
}

/* By size where the axis has no place for a sign. */
static const char *columns(enum axes axes)
{
    return axes == AXES_SPHERE  ? "1:2:3"
           : axes == AXES_LOG_Y ? "1:(abs($2))"
                                : "1:2";
}

/* Nothing could be computed: it is named, but there is nothing to draw. */
static bool is_empty(const struct curve *c)
{
    for (int i = 0; i < c->points; i++)
        if (isfinite(c->point[i][1]))
            return false;
    return true;
}

static void write_curve(FILE *out, const struct panel *p, const char *name,
                        int number, int i)
{
    static const char *const style[] = {
        [AXES_PLAIN] = "lines linewidth 0.7",
        [AXES_LOG_Y] = "lines linewidth 0.7",
        [AXES_LOG] = "linespoints pointsize 0.6",
        [AXES_DOTS] = "points",
        [AXES_SPHERE] = "lines linewidth 0.7",
    };
    if (is_empty(&p->curve[i]))
        fprintf(out, "keyentry with %s", style[p->axes]);
    else
        fprintf(out, "\"%s_%d.csv\" index %d using %s with %s", name, number, i,
                columns(p->axes), style[p->axes]);
    /* Every other one is dashed, since some lie on each other. */
    if (p->axes == AXES_LOG)
        fprintf(out, " dashtype %d", 1 + i % 2);
    fprintf(out, " linecolor %d title \"%s\" noenhanced", i + 1,
            p->curve[i].name);
}

static void write_panel(FILE *out, const struct panel *p, const char *name,
                        int number)
{
    bool sphere = p->axes == AXES_SPHERE;
    write_axes(out, p);
    fputs(p->curves > 1 ? "set key\n" : "unset key\n", out);
    fputs(sphere ? "splot" : "plot", out);
    for (int i = 0; i < p->curves; i++) {
        fprintf(out, "%s \\\n  ", i ? "," : "");
        write_curve(out, p, name, number, i);
    }
    fputc('\n', out);
}

static bool write_script(const struct sheet *s, const struct figure *f,
                         const char *folder)
{
    int columns = f->columns, rows = (s->panels + columns - 1) / columns;
    FILE *out = create(folder, f->name, ".gp");
    if (!out)
        return false;
    fprintf(out,
            "# %s: in this folder, gnuplot %s.gp\n"
            "set terminal svg size %d,%d background rgb \"white\" "
            "font \"sans,11\"\nset output \"%s.svg\"\n"
            "set datafile separator comma\nset key outside right noenhanced\n"
            "set grid linewidth 0.5\n"
            "set multiplot layout %d,%d title \"%s\" noenhanced\n",
            f->name, f->name, columns * PANEL_WIDTH, rows * PANEL_HEIGHT + 30,
            f->name, rows, columns, f->shows);
    for (int i = 0; i < s->panels; i++)
        write_panel(out, &s->panel[i], f->name, i + 1);
    fputs("unset multiplot\n", out);
    return finish(out);
}

static bool run_gnuplot(const struct figure *f, const char *folder)
{
    char command[PATH_MOST];
    int n = snprintf(command, sizeof command, "cd '%s' && gnuplot %s.gp",
                     folder, f->name);
    if (n < 0 || n >= PATH_MOST || system(command) != 0) {
        fprintf(stderr, "%s: gnuplot failed\n", f->name);
        return false;
    }
    printf("%s/%s.svg\n", folder, f->name);
    return true;
}

/* Writes NAME_1.csv (a file for each panel), NAME.gp and NAME.svg; false, with
 * a message, if that cannot be. */
static bool draw_sheet(const struct sheet *s, const struct figure *f,
                       const char *folder)
{
    bool good = true;
    for (int i = 0; i < s->panels; i++)
        good &= write_numbers(&s->panel[i], folder, f->name, i + 1);
    return write_script(s, f, folder) && good && run_gnuplot(f, folder);
}

/* ---- the words of the command ---- */

typedef bool act(struct figure *, const char *folder);

static bool list(struct figure *f, const char *folder)
{
    (void)folder;
    printf("%-16s %s\n", f->name, f->shows);
    return true;
}

static bool check(struct figure *f, const char *folder)
{
    struct sheet sheet = {0};
    struct verdict verdict = {0};
    (void)folder;
    printf("%s: %s\n", f->name, f->shows);
    figure_measure(f, &sheet, &verdict);
    sheet_free(&sheet);
    return verdict.claims > 0 && verdict.broken == 0;
}

static bool draw(struct figure *f, const char *folder)
{
    struct sheet sheet = {.drawn = true};
    figure_measure(f, &sheet, NULL);
    bool done = draw_sheet(&sheet, f, folder);
    sheet_free(&sheet);
    return done;
}

/* On figures of these names, or on all; how many, or -1 after a failure. */
static int act_on(act *action, const char *folder, char **name, int names)
{
    char *text;
    int done = 0;
    bool good = true;
    for (struct figure *f = figures_read(&text); f->name; f++) {
        int wanted = names == 0;
        for (int j = 0; j < names; j++)
            wanted |= strcmp(name[j], f->name) == 0;
        if (wanted)
            good &= action(f, folder);
        done += wanted;
    }
    free(text);
    return good ? done : -1;
}

int main(int n, char **word)
{
    int done = 0, names = n - 2;
    if (n == 2 && strcmp(word[1], "list") == 0)
        done = act_on(list, NULL, NULL, 0);
    else if (n >= 2 && strcmp(word[1], "check") == 0)
        done = act_on(check, NULL, word + 2, names);
    else if (n >= 3 && strcmp(word[1], "draw") == 0)
        done = act_on(draw, word[2], word + 3, names = n - 3);
    if (done == 0)
        fputs("papers list | check [NAME...] | draw FOLDER [NAME...]\n",
              stderr);
    return done <= 0 || (names > 0 && done != names);
}
