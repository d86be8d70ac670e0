/* SPDX-License-Identifier: MIT
 *
 * The figures of the papers:
 *   papers list [NAME...]        their names; are these all?
 *   papers check NAME...         do the claims about them hold?
 *   papers draw FOLDER [NAME...] numbers, gnuplot scripts and pictures
 */
#include "papers/draw.h"

#include <stdio.h>
#include <string.h>

static const struct figure *const PAPERS[] = {
    papers_krysl_implicit,    papers_krysl_wall,
    papers_krysl_explicit,    papers_jones_simo,
    papers_holzinger_vector,  papers_holzinger_cardan,
    papers_holzinger_orders,  papers_holzinger_top,
    papers_holzinger_numbers, papers_celledoni_free,
    papers_celledoni_top,     papers_celledoni_satellite,
};
enum { PAPERS_COUNT = sizeof PAPERS / sizeof *PAPERS };

typedef bool act(const struct figure *, const char *folder);

static bool list(const struct figure *f, const char *folder)
{
    (void)folder;
    printf("%-16s %s\n", f->name, f->shows);
    return true;
}

static bool check(const struct figure *f, const char *folder)
{
    struct sheet sheet = {0};
    struct verdict verdict = {0};
    (void)folder;
    printf("%s: %s\n", f->name, f->shows);
    f->measure(&sheet);
    f->check(&sheet, &verdict);
    sheet_free(&sheet);
    return verdict.claims > 0 && verdict.broken == 0;
}

static bool draw(const struct figure *f, const char *folder)
{
    struct sheet sheet = {.drawn = true};
    f->measure(&sheet);
    bool done = draw_sheet(&sheet, f, folder);
    sheet_free(&sheet);
    return done;
}

/* On figures of these names, or on all; how many, or -1 after a failure. */
static int act_on(act *action, const char *folder, char **name, int names)
{
    int done = 0;
    bool good = true;
    for (int i = 0; i < PAPERS_COUNT; i++)
        for (const struct figure *f = PAPERS[i]; f->name; f++) {
            int wanted = names == 0;
            for (int j = 0; j < names; j++)
                wanted |= strcmp(name[j], f->name) == 0;
            if (wanted)
                good &= action(f, folder);
            done += wanted;
        }
    return good ? done : -1;
}

int main(int n, char **word)
{
    int done = 0, names = n - 2;
    if (n >= 2 && strcmp(word[1], "list") == 0)
        done = act_on(list, NULL, word + 2, 0);
    else if (n >= 2 && strcmp(word[1], "check") == 0)
        done = act_on(check, NULL, word + 2, names);
    else if (n >= 3 && strcmp(word[1], "draw") == 0)
        done = act_on(draw, word[2], word + 3, names = n - 3);
    if (done == 0)
        fputs(
            "papers list [NAME...] | check [NAME...] | draw FOLDER [NAME...]\n",
            stderr);
    return done <= 0 || (names > 0 && done != names);
}
