/* SPDX-License-Identifier: MIT
 *
 * The lines of figures.txt.
 */
#define _GNU_SOURCE
#include "papers/papers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const SETTING[SETTINGS] = {"body",     "method", "attitude",
                                              "constant", "value",  "compiler"};
static const char *const NUMBER[WITH_NUMBER] = {"step", "until", "stride",
                                                "from", "group"};

int place_of(const char *word, const char *const *list, int n)
{
    int i = 0;
    while (i < n && strcmp(word, list[i]) != 0)
        i++;
    return i < n ? i : -1;
}

/* `curves SETTING VALUE | NAME: VALUE | ...`, or `curves named NAME | ...`. */
static void set_curves(struct work *w, char *rest)
{
    w->key = place_of(strsep(&rest, " "), SETTING, SETTINGS);
    w->curves = parts(rest, w->name);
    for (int i = 0; i < w->curves; i++) {
        char *value = strstr(w->name[i], ": ");
        w->value[i] = value ? value + 2 : w->name[i];
        if (value)
            *value = '\0';
    }
}

static void perform(struct work *, char *line, struct verdict *);

/* `panel AXES | TITLE | X | Y | MEASURE` */
static void add_panel(struct work *w, char *rest)
{
    static const char *const axes[AXES] = {"plain", "log y", "log", "dots",
                                           "sphere"};
    char *part[MOST_CURVES];
    struct sheet *s = w->sheet;
    int n = parts(rest, part), kind = place_of(part[0], axes, AXES);
    if (n != 5 || kind < 0 || s->panels == MOST_PANELS)
        stop("no panel, or too many", rest);
    w->panel = &s->panel[s->panels++];
    *w->panel = (struct panel){
        .title = part[1], .x = part[2], .y = part[3], .axes = (enum axes)kind};
    perform(w, part[4], NULL);
}

static void set_steps(struct work *w, char *rest)
{
    w->steps = expressions(rest, w->step);
}

static void set_point(struct work *w, char *rest)
{
    expressions(rest, w->point);
}

static void draw(struct work *w, char *rest)
{
    if (w->sheet->drawn)
        perform(w, rest, NULL);
}

static void perform(struct work *w, char *line, struct verdict *v)
{
    static const struct {
        const char *name;
        void (*act)(struct work *, char *rest);
    } acts[] = {
        {"curves", set_curves}, {"panel", add_panel},
        {"steps", set_steps},   {"point", set_point},
        {"track", track},       {"loss", loss},
        {"ranges", starts},     {"starts", starts},
        {"distance", distance}, {"ends", ends},
        {"errors", errors},     {"times", times},
        {"drawn", draw},        {"constants", constants},
    };
    size_t n = strcspn(line, " :");
    if (strncmp(line, "claim", n) == 0 || strncmp(line, "ahead", n) == 0) {
        if (v)
            (*line == 'c' ? claim : claim_ahead)(w->sheet, v, line + n);
        return;
    }
    char *rest = line;
    const char *word = strsep(&rest, " ");
    int setting = place_of(word, SETTING, SETTINGS);
    int number = place_of(word, NUMBER, WITH_NUMBER);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strcmp(word, acts[i].name) == 0) {
            acts[i].act(w, rest);
            return;
        }
    if (setting >= 0)
        w->setup.is[setting] = rest;
    else if (number >= 0)
        w->number[number] = expression(rest);
    else
        stop("no such line", word);
}

void figure_measure(struct figure *f, struct sheet *s, struct verdict *v)
{
    static struct work w;
    char *rest = f->text, *line;
    w = (struct work){
        .sheet = s, .key = -1, .number = {[STRIDE] = 1, [GROUP] = 1}};
    while ((line = strsep(&rest, "\n")))
        for (char *next; line && *line && *line != '#'; line = next) {
            if ((next = strstr(line, "; "))) {
                *next = '\0';
                next += strlen("; ");
            }
            perform(&w, line, v);
        }
    while (w.motions > 0)
        pol_unload(w.motion[--w.motions].image);
}

/* Figures begin with `==== NAME COLUMNS WHAT IT SHOWS`, and end with the text
 * or before `----`. */
struct figure *figures_read(char **text)
{
    enum { MOST_FIGURES = 64, SIZE = 1 << 16 };
    static struct figure figure[MOST_FIGURES + 1];
    FILE *in = fopen(POL_TESTS_DIR "/papers/figures.txt", "r");
    char *at = *text = calloc(1, SIZE);
    if (!in || !at || fread(at, 1, SIZE - 1, in) == 0)
        stop("cannot be read", "figures.txt");
    fclose(in);
    at = strstr(at, "\n==== ");
    for (struct figure *f = figure; at && f < figure + MOST_FIGURES; f++) {
        char *next = strstr(at + 1, "\n==== ");
        if (next)
            *next = '\0';
        at += strlen("\n==== ");
        f->name = strsep(&at, " ");
        f->columns = atoi(strsep(&at, " "));
        f->shows = strsep(&at, "\n");
        f->text = at;
        at = next;
    }
    return figure;
}
