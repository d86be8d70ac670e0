/* SPDX-License-Identifier: MIT
 *
 * polhode run: integrates in memory and prints the end state, with --every or
 * --sample the trajectory as CSV.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "explore/explore.h"

struct printing {
    const pol_stepper *stepper;
    const char *stored; /* the attitude's field, "q"; NULL: R, which stands
                           there anyway */
    const char *header; /* of CSV */
    const char *const *keep, *const *shown; /* headings */
    struct span span;
    bool header_done;
};

static const char *stored_name(const struct pol_job *job)
{
    const struct store *s = &job->step->store[0];
    return strcmp(s->name, "R") == 0 && s->n == 9 ? NULL : s->name;
}

/* What stands there beside what the spec names: columns, or lines. */
static void make_headings(struct printing *p, const struct pol_job *job,
                          bool is_text)
{
    const pol_stepper *s = p->stepper;
    int stored = job->step->store[0].n;
    struct text line = text_new(job->arena);
    text_put(&line, is_text ? "t,R,L,w,x,v,energy,steps,rejected,status"
                            : "t,R11,R12,R13,R21,R22,R23,R31,R32,R33");
    if (is_text && p->stored)
        text_print(&line, ",%s", p->stored);
    for (int i = 0; !is_text && p->stored && i < stored; i++)
        text_print(&line, ",%s%d", p->stored, stored == 4 ? i : i + 1);
    if (!is_text)
        text_print(&line, ",L1,L2,L3,w1,w2,w3%s,energy",
                   job->model->moves ? ",x1,x2,x3,v1,v2,v3" : "");
    p->keep = session_headings(&line, "keep", s->keep_name, s->kept);
    p->shown = session_headings(&line, "show", s->shown_name, s->shown);
    p->header = text_chars(&line);
}

static void csv_numbers(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        printf(",%s", shortest(x[i]).text);
}

static void csv_row(void *to, const struct explore_state *x)
{
    struct printing *p = to;
    if (!p->header_done)
        printf("%s\n", p->header);
    p->header_done = true;
    fputs(shortest(x->t).text, stdout);
    csv_numbers(x->R, 9);
    csv_numbers(x->attitude, p->stored ? x->stored : 0);
    csv_numbers(x->L, 3);
    csv_numbers(x->w, 3);
    csv_numbers(x->x, x->moves ? 3 : 0);
    csv_numbers(x->v, x->moves ? 3 : 0);
    csv_numbers(&x->energy, 1);
    csv_numbers(x->keep, p->stepper->kept);
    csv_numbers(x->shown, p->stepper->shown);
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

/* Of the column of names. */
static int name_width(const struct printing *p)
{
    return widest(widest(8, p->keep, p->stepper->kept), p->shown,
                  p->stepper->shown);
}

/* Values with names of their own. */
static void text_named(int width, const char *const *name, const double *x,
                       int n)
{
    for (int i = 0; i < n; i++)
        text_numbers(width, name[i], &x[i], 1);
}

static void print_text(const struct printing *p, const struct explore_state *x)
{
    const pol_stepper *s = p->stepper;
    int width = name_width(p);
    text_numbers(width, "t", &x->t, 1);
    for (int i = 0; i < 3; i++)
        text_numbers(width, i ? "" : "R", x->R + 3 * i, 3);
    if (p->stored)
        text_numbers(width, p->stored, x->attitude, x->stored);
    text_numbers(width, "L", x->L, 3);
    text_numbers(width, "w", x->w, 3);
    if (x->moves) {
        text_numbers(width, "x", x->x, 3);
        text_numbers(width, "v", x->v, 3);
    }
    text_numbers(width, "energy", &x->energy, 1);
    text_named(width, p->keep, x->keep, s->kept);
    text_named(width, p->shown, x->shown, s->shown);
    printf("%-*s %24ld\n", width, "steps", x->steps);
    if (x->adaptive) {
        printf("%-*s %24ld\n", width, "rejected", x->rejected);
        text_numbers(width, "least h", &x->smallest, 1);
        text_numbers(width, "most h", &x->largest, 1);
    }
    printf("%-*s %24d\n", width, "status", x->status);
}

/* An object of values with names of their own. */
static void json_named(const char *key, const char *const *name,
                       const double *x, int n)
{
    printf(", \"%s\": {", key);
    for (int i = 0; i < n; i++) {
        printf("%s", i ? ", " : "");
        json_text(name[i]);
        printf(": ");
        json_number(x[i]);
    }
    printf("}");
}

static void print_json(const struct printing *p, const struct explore_state *x)
{
    const pol_stepper *s = p->stepper;
    printf("{\"t\": ");
    json_number(x->t);
    printf(", ");
    json_numbers("R", x->R, 9);
    printf(", ");
    if (p->stored) {
        json_numbers(p->stored, x->attitude, x->stored);
        printf(", ");
    }
    json_numbers("L", x->L, 3);
    printf(", ");
    json_numbers("w", x->w, 3);
    if (x->moves) {
        printf(", ");
        json_numbers("x", x->x, 3);
        printf(", ");
        json_numbers("v", x->v, 3);
    }
    printf(", \"energy\": ");
    json_number(x->energy);
    json_named("keep", s->keep_name, x->keep, s->kept);
    if (s->shown)
        json_named("shown", s->shown_name, x->shown, s->shown);
    if (!x->adaptive) {
        printf(", \"h\": ");
        json_number(session_held(&p->span, p->span.step));
    }
    printf(", \"steps\": %ld", x->steps);
    if (x->adaptive) {
        printf(", \"rejected\": %ld, \"smallest\": ", x->rejected);
        json_number(x->smallest);
        printf(", \"largest\": ");
        json_number(x->largest);
    }
    printf(", \"status\": %d}\n", x->status);
}

static int run_it(struct pol_job *job, const struct request *r,
                  const pol_stepper *s)
{
    struct progress progress;
    struct explore e = {.arena = job->arena,
                        .held = job->model->held,
                        .progress = progress_report,
                        .context = &progress};
    struct printing p = {.stepper = s, .stored = stored_name(job)};
    bool is_text = !r->json && !r->every && !(r->sample > 0);
    if (!session_span(job, r, true, &p.span))
        return EXIT_FAULT;
    e.t_end = p.span.until;
    e.h = p.span.step;
    struct explore_state end = {0};
    struct watch watch;
    watch_begin(&watch, job, &e);
    make_headings(&p, job, is_text);
    progress_begin(&progress);
    enum explore_status status =
        r->sample > 0
            ? explore_sample(s, &e, r->sample, csv_row, &p, &end)
            : explore_run(s, &e, r->every, r->every ? csv_row : NULL, &p, &end);
    progress_end(&progress);
    if (r->json)
        print_json(&p, &end);
    else if (is_text)
        print_text(&p, &end);
    session_step(&p.span, is_text);
    watch_tell(&watch, r, s, e.h);
    return session_judge(status, (struct outcome){end.steps, end.t, end.status},
                         &watch, e.h);
}

int command_run(struct request *r)
{
    r->options.without |= POL_INTERP; /* --sample does without */
    return session_measure(r, run_it);
}
