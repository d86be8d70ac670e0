/* SPDX-License-Identifier: MIT
 *
 * polhode run: integrates in memory and prints the end state, with --every or
 * --sample the trajectory as CSV.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

/* A part of the state: numbers under a name. */
struct part {
    const char *name;
    const double *x;
    int n;     /* 0: the body has no such part */
    int first; /* in the headings of CSV: "L1", "q0"; MATRIX: "R11"; NUMBER:
                  the name alone */
};
enum { PARTS = 8, NUMBER = -1, MATRIX = 11 };

struct printing {
    const pol_stepper *stepper;
    const char *stored; /* the attitude's field, "q"; NULL: R, which stands
                           there anyway */
    const char *const *keep, *const *shown; /* headings */
    const char *header;                     /* of CSV; NULL: it is printed */
    struct part part[PARTS];
};

/* What all forms of output print first, of a state that stays where it is. */
static void set_parts(struct printing *p, const struct explore_state *x)
{
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
    };
    memcpy(p->part, parts, sizeof parts);
}

static const char *stored_name(const struct pol_job *job)
{
    const struct store *s = &job->step->store[0];
    return strcmp(s->name, "R") == 0 && s->n == 9 ? NULL : s->name;
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

/* What stands there beside what the spec names: columns, or lines. */
static void make_headings(struct printing *p, const struct pol_job *job,
                          bool is_text)
{
    const pol_stepper *s = p->stepper;
    const struct explore_state like = {.moves = job->model->moves,
                                       .stored = job->step->store[0].n};
    struct text line = text_new(job->arena);
    if (is_text)
        text_print(&line, "t,R,L,w,x,v,energy,steps,rejected,status,%s",
                   p->stored ? p->stored : "");
    set_parts(p, &like);
    for (int i = 0; i < PARTS && !is_text; i++)
        put_columns(&line, &p->part[i]);
    p->keep = session_headings(&line, "keep", s->keep_name, s->kept);
    p->shown = session_headings(&line, "show", s->shown_name, s->shown);
    p->header = text_chars(&line);
}

static void csv_numbers(const char *before, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s%s", i ? "," : before, shortest(x[i]).text);
}

static void csv_row(void *to, const struct explore_state *x)
{
    struct printing *p = to;
    if (p->header)
        printf("%s\n", p->header);
    p->header = NULL;
    set_parts(p, x);
    for (int i = 0; i < PARTS; i++)
        csv_numbers(i ? "," : "", p->part[i].x, p->part[i].n);
    csv_numbers(",", x->keep, p->stepper->kept);
    csv_numbers(",", x->shown, p->stepper->shown);
    printf("\n");
}

static void text_numbers(int width, const char *name, const double *x, int n)
{
    printf("%-*s", width, name);
    for (int i = 0; i < n; i++)
        printf(" %24s", shortest(x[i]).text);
    printf("\n");
}

static int widest(int width, const char *const *name, int n)
{
    for (int i = 0; i < n; i++)
        if ((int)strlen(name[i]) > width)
            width = (int)strlen(name[i]);
    return width;
}

static void print_text(const struct printing *p, const struct explore_state *x)
{
    const pol_stepper *s = p->stepper;
    const int width = widest(widest(8, p->keep, s->kept), p->shown, s->shown);
    for (const struct part *part = p->part; part < p->part + PARTS; part++) {
        const int row = part->first == MATRIX ? 3 : part->n;
        for (int i = 0; i < part->n; i += row)
            text_numbers(width, i ? "" : part->name, part->x + i, row);
    }
    for (int i = 0; i < s->kept; i++)
        text_numbers(width, p->keep[i], &x->keep[i], 1);
    for (int i = 0; i < s->shown; i++)
        text_numbers(width, p->shown[i], &x->shown[i], 1);
    printf("%-*s %24ld\n", width, "steps", x->steps);
    if (x->adaptive) {
        printf("%-*s %24ld\n", width, "rejected", x->rejected);
        text_numbers(width, "least h", &x->smallest, 1);
        text_numbers(width, "most h", &x->largest, 1);
    }
    printf("%-*s %24d\n", width, "status", x->status);
}

/* An object of values with names of their own. */
static void json_named(struct text *out, const char *key,
                       const char *const *name, const double *x, int n)
{
    json_open(out, key, '{');
    for (int i = 0; i < n; i++)
        json_real(out, name[i], x[i]);
    json_close(out, '}');
}

static void print_json(const struct printing *p, const struct session *run,
                       const struct explore_state *x)
{
    const pol_stepper *s = p->stepper;
    struct text out = text_new(run->job->arena);
    json_open(&out, NULL, '{');
    for (const struct part *part = p->part; part < p->part + PARTS; part++)
        if (part->first == NUMBER)
            json_real(&out, part->name, *part->x);
        else if (part->n)
            json_reals(&out, part->name, part->x, part->n);
    json_named(&out, "keep", s->keep_name, x->keep, s->kept);
    if (s->shown)
        json_named(&out, "shown", s->shown_name, x->shown, s->shown);
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
    int exit = session_load(job, r);
    if (exit != EXIT_DONE)
        return exit;
    if (!session_begin(&s, job, r, true))
        return EXIT_FAULT;
    bool is_text = !r->json && !r->every && !(r->sample > 0);
    struct printing p = {.stepper = &s.stepper, .stored = stored_name(job)};
    struct explore_state end = {0};
    make_headings(&p, job, is_text);
    enum explore_status status =
        r->sample > 0 ? explore_sample(&s.stepper, &s.explore, r->sample,
                                       csv_row, &p, &end)
                      : explore_run(&s.stepper, &s.explore, r->every,
                                    r->every ? csv_row : NULL, &p, &end);
    progress_end(&s.progress);
    set_parts(&p, &end);
    if (r->json)
        print_json(&p, &s, &end);
    else if (is_text)
        print_text(&p, &end);
    return session_end(&s, status, &end, is_text);
}
