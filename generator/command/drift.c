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
#include "model/invariant.h"

/* What the motion keeps, whatever integrates it. */
struct kept {
    enum invariant energy, momentum[3], square, velocity[3];
    enum invariant keep[EXPLORE_KEEPS];
};

struct printing {
    const pol_stepper *stepper;
    const struct kept *kept;
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

static void text_row(int width, const char *name, enum invariant kept,
                     double worst, double last)
{
    static const char *const word[] = {"no", "yes", "?"};
    printf("  %-*s %-4s %12.3e %12.3e\n", width, name, word[kept],
           plain_number(worst), plain_number(last));
}

static void print_text(const struct printing *p)
{
    static const char *const momentum[] = {"momentum_x", "momentum_y",
                                           "momentum_z"},
                             *const velocity[] = {"v_x", "v_y", "v_z"};
    const pol_stepper *s = p->stepper;
    const struct drift_result *d = p->result;
    const struct kept *k = p->kept;
    const struct drift_row *w = &d->worst, *l = &d->last;
    printf("%s, %s: %ld steps to t = %.9g\n", s->name, s->method, l->steps,
           l->t);
    int width = (int)strlen("orthogonality") + 1;
    for (int i = 0; i < s->kept; i++)
        if ((int)strlen(p->keep[i]) > width)
            width = (int)strlen(p->keep[i]);
    printf("  %-*s kept %12s %12s\n", width, "", "largest", "at the end");
    text_row(width, "energy", k->energy, w->energy, l->energy);
    for (int i = 0; i < 3; i++)
        text_row(width, momentum[i], k->momentum[i], w->spatial[i],
                 l->spatial[i]);
    text_row(width, "|L|", k->square, w->norm_L, l->norm_L);
    text_row(width, "orthogonality", INVARIANT_YES, w->orthogonality,
             l->orthogonality);
    for (int i = 0; i < 3 && d->moves; i++)
        text_row(width, velocity[i], k->velocity[i], w->velocity[i],
                 l->velocity[i]);
    for (int i = 0; i < s->kept; i++)
        text_row(width, p->keep[i], k->keep[i], w->keep[i], l->keep[i]);
    printf("  energy drifts by %.2e a second\n", plain_number(d->energy_slope));
}

static void json_kept(const char *before, const char *key, enum invariant kept)
{
    static const char *const word[] = {"false", "true", "null"};
    printf("%s", before);
    if (key) {
        json_text(key);
        printf(": ");
    }
    printf("%s", word[kept]);
}

static void json_kept_three(const char *key, const enum invariant *kept)
{
    printf(", ");
    json_text(key);
    for (int i = 0; i < 3; i++)
        json_kept(i ? ", " : ": [", NULL, kept[i]);
    printf("]");
}

static void json_all_kept(const struct printing *p)
{
    const struct kept *k = p->kept;
    json_kept(", \"kept\": {", "energy", k->energy);
    json_kept_three("momentum", k->momentum);
    json_kept(", ", "norm_L", k->square);
    if (p->result->moves)
        json_kept_three("velocity", k->velocity);
    printf(", \"keep\": {");
    for (int i = 0; i < p->stepper->kept; i++)
        json_kept(i ? ", " : "", p->stepper->keep_name[i], k->keep[i]);
    printf("}}");
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

static void print_json(const struct printing *p, const struct span *span)
{
    const pol_stepper *s = p->stepper;
    const struct drift_result *d = p->result;
    printf("{\"body\": ");
    json_text(s->name);
    printf(", \"method\": ");
    json_text(s->method);
    if (span->step > 0) {
        printf(", \"h\": ");
        json_number(session_held(span, span->step));
    }
    json_all_kept(p);
    printf(", \"largest\": ");
    json_row(s, d->moves, &d->worst);
    printf(", \"end\": ");
    json_row(s, d->moves, &d->last);
    printf(", \"energy_slope\": ");
    json_number(d->energy_slope);
    printf(", \"status\": %d}\n", d->status);
}

static struct kept *find_kept(struct pol_job *job, const struct request *r)
{
    struct model run = *job->model; /* as far as it goes */
    const struct model *m = &run;
    if (r->until > 0)
        run.until = number_of_double(job->arena, r->until);
    struct kept *k = arena_alloc(job->arena, sizeof *k);
    k->energy = invariant_of(m, m->energy);
    k->square = invariant_of(m, invariant_square(m));
    for (int i = 0; i < 3; i++) {
        k->momentum[i] = invariant_of(m, invariant_momentum(m, i));
        if (m->moves)
            k->velocity[i] = invariant_of(m, m->v.x[i]);
    }
    for (int i = 0; i < m->keeps - m->held; i++)
        k->keep[i] = invariant_of(m, m->keep[i].value.x[0]);
    return k;
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
    struct printing p = {.stepper = s, .kept = find_kept(job, r), .result = &d};
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
    struct watch watch;
    watch_begin(&watch, job, &e);
    progress_begin(&progress);
    enum explore_status status =
        explore_drift(s, &e, r->every, rows ? csv_row : NULL, &p, &d);
    progress_end(&progress);
    if (r->json)
        print_json(&p, &span);
    else if (!rows)
        print_text(&p);
    session_step(&span, !r->json && !rows);
    watch_tell(&watch, r, s, e.h);
    return session_judge(status,
                         (struct outcome){d.last.steps, d.last.t, d.status},
                         &watch, e.h);
}

int command_drift(struct request *r)
{
    r->options.without |= POL_INTERP;
    return session_measure(r, measure);
}
