/* SPDX-License-Identifier: MIT
 *
 * polhode drift: how far energy, spatial momentum, |L|, orthogonality and each
 * keep of the spec move from their start.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "explore/explore.h"

struct printing {
    const pol_stepper *stepper;
    const char *header;
    const char *const *keep; /* headings */
    bool header_done;
    const struct drift_result *result;
};

static void csv_numbers(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        printf(",%.6e", plain_number(x[i]));
}

static void csv_row(void *to, const struct drift_row *row)
{
    struct printing *p = to;
    const pol_stepper *s = p->stepper;
    if (!p->header_done)
        printf("%s\n", p->header);
    p->header_done = true;
    printf("%ld,%s", row->steps, shortest(row->t).text);
    csv_numbers(&row->energy, 1);
    csv_numbers(row->spatial, 3);
    csv_numbers(&row->norm_L, 1);
    csv_numbers(&row->orthogonality, 1);
    csv_numbers(row->velocity, p->result->moves ? 3 : 0);
    csv_numbers(row->keep, s->kept);
    printf("\n");
}

static void text_row(int width, const char *name, double worst, double last)
{
    printf("  %-*s %12.3e %12.3e\n", width, name, plain_number(worst),
           plain_number(last));
}

static void print_text(const struct printing *p)
{
    const pol_stepper *s = p->stepper;
    const struct drift_result *d = p->result;
    const struct drift_row *w = &d->worst, *l = &d->last;
    printf("%s, %s: %ld steps to t = %.9g\n", s->name, s->method, l->steps,
           l->t);
    int width = (int)strlen("orthogonality") + 1;
    for (int i = 0; i < s->kept; i++)
        if ((int)strlen(p->keep[i]) > width)
            width = (int)strlen(p->keep[i]);
    printf("  %-*s %12s %12s\n", width, "", "largest", "at the end");
    text_row(width, "energy", w->energy, l->energy);
    text_row(width, "momentum_x", w->spatial[0], l->spatial[0]);
    text_row(width, "momentum_y", w->spatial[1], l->spatial[1]);
    text_row(width, "momentum_z", w->spatial[2], l->spatial[2]);
    text_row(width, "|L|", w->norm_L, l->norm_L);
    text_row(width, "orthogonality", w->orthogonality, l->orthogonality);
    static const char *const velocity[] = {"v_x", "v_y", "v_z"};
    for (int i = 0; i < 3 && d->moves; i++)
        text_row(width, velocity[i], w->velocity[i], l->velocity[i]);
    for (int i = 0; i < s->kept; i++)
        text_row(width, p->keep[i], w->keep[i], l->keep[i]);
    printf("  energy drifts by %.2e a second\n", plain_number(d->energy_slope));
}

static void json_row(const pol_stepper *s, int moves,
                     const struct drift_row *row)
{
    printf("{\"steps\": %ld, \"t\": ", row->steps);
    json_number(row->t);
    printf(", \"energy\": ");
    json_number(row->energy);
    printf(", ");
    json_numbers("momentum", row->spatial, 3);
    printf(", \"norm_L\": ");
    json_number(row->norm_L);
    printf(", \"orthogonality\": ");
    json_number(row->orthogonality);
    if (moves) {
        printf(", ");
        json_numbers("velocity", row->velocity, 3);
    }
    printf(", \"keep\": {");
    for (int i = 0; i < s->kept; i++) {
        if (i)
            printf(", ");
        json_text(s->keep_name[i]);
        printf(": ");
        json_number(row->keep[i]);
    }
    printf("}}");
}

static void print_json(const pol_stepper *s, const struct span *span,
                       const struct drift_result *d)
{
    printf("{\"body\": ");
    json_text(s->name);
    printf(", \"method\": ");
    json_text(s->method);
    if (span->step > 0) {
        printf(", \"h\": ");
        json_number(session_held(span, span->step));
    }
    printf(", \"largest\": ");
    json_row(s, d->moves, &d->worst);
    printf(", \"end\": ");
    json_row(s, d->moves, &d->last);
    printf(", \"energy_slope\": ");
    json_number(d->energy_slope);
    printf(", \"status\": %d}\n", d->status);
}

static int measure(struct pol_job *job, const struct request *r,
                   const pol_stepper *s)
{
    struct progress progress;
    struct explore e = {.arena = job->arena,
                        .held = job->model->held,
                        .progress = progress_report,
                        .context = &progress};
    struct drift_result d = {0};
    struct text header = text_new(job->arena);
    struct printing p = {.stepper = s, .result = &d};
    struct span span;
    if (!session_span(job, r, true, &span))
        return EXIT_FAULT;
    e.t_end = span.until;
    e.h = span.step;
    bool rows = r->csv || r->every > 0;
    text_put(&header,
             rows
                 ? "steps,t,energy,momentum_x,momentum_y,momentum_z,norm_L,"
                   "orthogonality"
                 : "energy,momentum_x,momentum_y,momentum_z,|L|,orthogonality");
    if (job->model->moves)
        text_put(&header, rows ? ",v1,v2,v3" : ",v_x,v_y,v_z");
    p.keep = session_headings(&header, "keep", s->keep_name, s->kept);
    p.header = text_chars(&header);
    progress_begin(&progress);
    enum explore_status status =
        explore_drift(s, &e, r->every, rows ? csv_row : NULL, &p, &d);
    progress_end(&progress);
    if (r->json)
        print_json(s, &span, &d);
    else if (!rows)
        print_text(&p);
    if (!job->model->conservative)
        fprintf(stderr,
                "note: %s does not keep its energy (torque, force, or a "
                "potential that depends on t)\n",
                s->name);
    session_step(&span, !r->json && !rows);
    return session_judge(status,
                         (struct outcome){d.last.steps, d.last.t, d.status});
}

int command_drift(struct request *r)
{
    return session_measure(r, measure);
}
