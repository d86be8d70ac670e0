/* SPDX-License-Identifier: MIT
 *
 * polhode run: integrates in memory and prints the end state, with --every or
 * --sample the trajectory as CSV.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

/* A part of the state: numbers under a name, or each under its own. */
struct part {
    const char *name;
    const double *x;
    int n;     /* 0: the body has no such part */
    int first; /* in the headings of CSV: "L1", "q0"; MATRIX: "R11"; NUMBER:
                  the name alone; NAMED: the headings */
};
enum { KEEP = 8, SHOWN, PARTS, NAMED = -2, NUMBER = -1, MATRIX = 11 };

struct printing {
    const pol_stepper *stepper;
    const char *stored; /* the attitude's field, "q"; NULL: R, which stands
                           there anyway */
    struct part part[PARTS];
    const char *const *heading[PARTS], *const *key[PARTS]; /* of NAMED */
};

/* What all forms of output print, of a state that stays where it is. */
static void set_parts(struct printing *p, const struct explore_state *x)
{
    const pol_stepper *s = p->stepper;
    const int vector = x->moves ? 3 : 0;
    const struct part parts[PARTS] = {
        {"t", &x->t, 1, NUMBER},
        {"R", x->R, 9, MATRIX},
        {p->stored, x->attitude, p->stored ? x->stored : 0, x->stored != 4},
        {"L", x->L, 3, 1},
        {"w", x->w, 3, 1},
        {"x", x->x, vector, 1},
        {"v", x->v, vector, 1},
        {"energy", &x->energy, 1, NUMBER},
        [KEEP] = {"keep", x->keep, s->kept, NAMED},
        [SHOWN] = {"shown", x->shown, s->shown, NAMED},
    };
    memcpy(p->part, parts, sizeof parts);
}

static void put_columns(struct text *line, const struct part *p)
{
    for (int i = 0; i < p->n; i++) {
        int tens = p->first == MATRIX ? i / 3 : 0, at = p->first + i + 7 * tens;
        text_print(line, "%s%s", line->length ? "," : "", p->name);
        if (p->first != NUMBER)
            text_print(line, "%d", at);
    }
}

/* What stands there beside what the spec names: columns, which are printed, or
 * lines. */
static void make_headings(struct printing *p, const struct pol_job *job,
                          const struct request *r)
{
    const pol_stepper *s = p->stepper;
    const bool rows = r->every || r->sample > 0;
    const struct explore_state like = {.moves = job->model->moves,
                                       .stored = job->step->store[0].n};
    struct text line = text_new(job->arena);
    if (!rows)
        text_print(&line, "t,R,L,w,x,v,energy,steps,rejected,status,%s",
                   p->stored ? p->stored : "");
    set_parts(p, &like);
    for (int i = 0; rows && i < KEEP; i++)
        put_columns(&line, &p->part[i]);
    p->key[KEEP] = s->keep_name;
    p->key[SHOWN] = s->shown_name;
    p->heading[KEEP] = session_headings(&line, "keep", s->keep_name, s->kept);
    p->heading[SHOWN] =
        session_headings(&line, "show", s->shown_name, s->shown);
    if (rows)
        puts(text_chars(&line));
}

static void csv_row(void *to, const struct explore_state *x)
{
    struct printing *p = to;
    set_parts(p, x);
    for (const struct part *part = p->part; part < p->part + PARTS; part++)
        for (int i = 0; i < part->n; i++)
            printf("%s%s", part == p->part ? "" : ",",
                   shortest(part->x[i]).text);
    printf("\n");
}

static void print_text(const struct printing *p, const struct explore_state *x)
{
    int width = 8;
    for (int k = KEEP; k < PARTS; k++)
        for (int i = 0; i < p->part[k].n; i++)
            if ((int)strlen(p->heading[k][i]) > width)
                width = (int)strlen(p->heading[k][i]);
    for (int k = 0; k < PARTS; k++) {
        const struct part *part = &p->part[k];
        const int row = k >= KEEP ? 1 : part->first == MATRIX ? 3 : part->n;
        for (int i = 0; i < part->n; i++) {
            const char *name = k >= KEEP ? p->heading[k][i]
                               : i       ? ""
                                         : part->name;
            if (i % row == 0)
                printf("%-*s", width, name);
            printf(" %24s%s", shortest(part->x[i]).text,
                   i % row == row - 1 ? "\n" : "");
        }
    }
    printf("%-*s %24ld\n", width, "steps", x->steps);
    if (x->adaptive)
        printf("%-*s %24ld\n%-*s %24s\n%-*s %24s\n", width, "rejected",
               x->rejected, width, "least h", shortest(x->smallest).text, width,
               "most h", shortest(x->largest).text);
    printf("%-*s %24d\n", width, "status", x->status);
}

static void print_json(const struct printing *p, const struct session *run,
                       const struct explore_state *x)
{
    struct text out = text_new(run->job->arena);
    json_open(&out, NULL, '{');
    for (int k = 0; k < PARTS; k++) {
        const struct part *part = &p->part[k];
        if (part->first == NUMBER) {
            json_real(&out, part->name, *part->x);
        } else if (k < KEEP && part->n) {
            json_reals(&out, part->name, part->x, part->n);
        } else if (k == KEEP || part->n) {
            json_open(&out, part->name, '{');
            for (int i = 0; i < part->n; i++)
                json_real(&out, p->key[k][i], part->x[i]);
            json_close(&out, '}');
        }
    }
    if (!x->adaptive)
        json_real(&out, "h", session_held(run, run->span.step));
    json_int(&out, "steps", x->steps);
    if (x->adaptive) {
        json_int(&out, "rejected", x->rejected);
        json_real(&out, "smallest", x->smallest);
        json_real(&out, "largest", x->largest);
    }
    json_int(&out, "status", x->status);
    json_close(&out, '}');
    puts(text_chars(&out));
}

int command_run(struct pol_job *job, struct request *r)
{
    struct session s;
    int exit = session_begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    const struct store *store = &job->step->store[0];
    const bool is_R = strcmp(store->name, "R") == 0 && store->n == 9;
    struct printing p = {.stepper = &s.stepper,
                         .stored = is_R ? NULL : store->name};
    struct explore_state end = {0};
    make_headings(&p, job, r);
    enum explore_status status =
        r->sample > 0 ? explore_sample(&s.stepper, &s.explore, r->sample,
                                       csv_row, &p, &end)
                      : explore_run(&s.stepper, &s.explore, r->every,
                                    r->every ? csv_row : NULL, &p, &end);
    progress_end(&s.progress);
    set_parts(&p, &end);
    const bool is_text = !r->json && !r->every && !(r->sample > 0);
    if (r->json)
        print_json(&p, &s, &end);
    else if (is_text)
        print_text(&p, &end);
    return session_end(&s, status, &end, is_text);
}
