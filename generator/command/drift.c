/* SPDX-License-Identifier: MIT
 *
 * polhode drift: how far energy, spatial momentum, |L|, orthogonality and each
 * keep of the spec move from their start.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "model/motion.h"

/* What the columns are called; in JSON those of a vector are one array, which
 * its first column names. */
static const struct {
    const char *text, *csv, *json;
    int n;
} columns[DRIFT_KEEP] = {
    [DRIFT_ENERGY] = {"energy", "energy", "energy", 1},
    [DRIFT_MOMENTUM] = {"momentum_x", "momentum_x", "momentum", 3},
    {"momentum_y", "momentum_y", NULL, 0},
    {"momentum_z", "momentum_z", NULL, 0},
    [DRIFT_NORM] = {"|L|", "norm_L", "norm_L", 1},
    [DRIFT_ORTHOGONALITY] = {"orthogonality", "orthogonality", "orthogonality",
                             1},
    [DRIFT_VELOCITY] = {"v_x", "v1", "velocity", 3},
    {"v_y", "v2", NULL, 0},
    {"v_z", "v3", NULL, 0},
};

struct printing {
    const pol_stepper *stepper;
    const char *const *keep; /* headings */
    bool moves;
    enum invariant kept[DRIFT_COLUMNS]; /* by the motion, whatever integrates
                                           it */
};

/* The one after column i that the body has. */
static int next_column(const struct printing *p, int i)
{
    i++;
    return i == DRIFT_VELOCITY && !p->moves ? DRIFT_KEEP : i;
}

static int columns_end(const struct printing *p)
{
    return DRIFT_KEEP + p->stepper->kept;
}

/* Those of CSV are printed. */
static void make_headings(struct printing *p, struct pol_job *job, bool is_text)
{
    struct text line = text_new(job->arena);
    text_put(&line, is_text ? "" : "steps,t");
    for (int i = 0; i < DRIFT_KEEP; i = next_column(p, i))
        text_print(&line, ",%s", is_text ? columns[i].text : columns[i].csv);
    p->keep = session_headings(&line, "keep", p->stepper->keep_name,
                               p->stepper->kept);
    if (!is_text)
        puts(text_chars(&line));
}

static void csv_row(void *to, const struct drift_row *row)
{
    const struct printing *p = to;
    printf("%ld,%s", row->steps, shortest(row->t).text);
    for (int i = 0; i < columns_end(p); i = next_column(p, i))
        printf(",%.6e", plain_number(row->of[i]));
    printf("\n");
}

static void print_text(const struct printing *p, const struct drift_result *d)
{
    static const char *const word[] = {"no", "yes", "?"};
    const pol_stepper *s = p->stepper;
    int width = (int)strlen("orthogonality") + 1;
    for (int i = 0; i < s->kept; i++)
        if ((int)strlen(p->keep[i]) > width)
            width = (int)strlen(p->keep[i]);
    printf("%s, %s: %ld steps to t = %.9g\n", s->name, s->method, d->last.steps,
           d->last.t);
    printf("  %-*s kept %12s %12s\n", width, "", "largest", "at the end");
    for (int i = 0; i < columns_end(p); i = next_column(p, i))
        printf("  %-*s %-4s %12.3e %12.3e\n", width,
               i < DRIFT_KEEP ? columns[i].text : p->keep[i - DRIFT_KEEP],
               word[p->kept[i]], plain_number(d->worst.of[i]),
               plain_number(d->last.of[i]));
    printf("  energy drifts by %.2e a second\n", plain_number(d->energy_slope));
}

/* Column i of a row, or, if that is NULL, whether it is kept. */
static void json_column(const struct printing *p, struct text *out,
                        const char *key, const struct drift_row *row, int i)
{
    static const char *const word[] = {"false", "true", "null"};
    if (row)
        json_real(out, key, row->of[i]);
    else
        json_value(out, key, word[p->kept[i]]);
}

/* A row, or, if that is NULL, whether each is kept. */
static void json_row(const struct printing *p, struct text *out,
                     const char *key, const struct drift_row *row)
{
    json_open(out, key, '{');
    if (row) {
        json_int(out, "steps", row->steps);
        json_real(out, "t", row->t);
    }
    for (int i = 0; i < DRIFT_KEEP; i = next_column(p, i))
        if (columns[i].n == 3) {
            json_open(out, columns[i].json, '[');
            for (int k = i; k < i + 3; k++)
                json_column(p, out, NULL, row, k);
            json_close(out, ']');
        } else if (columns[i].n == 1 && (row || i != DRIFT_ORTHOGONALITY)) {
            json_column(p, out, columns[i].json, row, i);
        }
    json_open(out, "keep", '{');
    for (int i = 0; i < p->stepper->kept; i++)
        json_column(p, out, p->stepper->keep_name[i], row, DRIFT_KEEP + i);
    json_close(out, '}');
    json_close(out, '}');
}

static void print_json(const struct printing *p, const struct session *run,
                       const struct drift_result *d)
{
    struct text out = text_new(run->job->arena);
    json_open(&out, NULL, '{');
    json_string(&out, "body", p->stepper->name);
    json_string(&out, "method", p->stepper->method);
    if (run->span.step > 0)
        json_real(&out, "h", session_held(run, run->span.step));
    json_row(p, &out, "kept", NULL);
    json_row(p, &out, "largest", &d->worst);
    json_row(p, &out, "end", &d->last);
    json_real(&out, "energy_slope", d->energy_slope);
    json_int(&out, "status", d->status);
    json_close(&out, '}');
    puts(text_chars(&out));
}

static void find_kept(struct printing *p, struct pol_job *job,
                      const struct request *r)
{
    struct model run = *job->model; /* as far as it goes */
    const struct model *m = &run;
    if (r->until > 0)
        run.until = number_of_double(job->arena, r->until);
    p->moves = m->moves;
    p->kept[DRIFT_ENERGY] = invariant_of(m, m->energy);
    p->kept[DRIFT_NORM] = invariant_of(m, invariant_square(m));
    p->kept[DRIFT_ORTHOGONALITY] = INVARIANT_YES;
    for (int i = 0; i < 3; i++) {
        p->kept[DRIFT_MOMENTUM + i] = invariant_of(m, invariant_momentum(m, i));
        if (m->moves)
            p->kept[DRIFT_VELOCITY + i] = invariant_of(m, m->v.x[i]);
    }
    for (int i = 0; i < m->keeps - m->held; i++)
        p->kept[DRIFT_KEEP + i] = invariant_of(m, m->keep[i].value.x[0]);
}

int command_drift(struct pol_job *job, struct request *r)
{
    struct session s;
    struct printing p = {.stepper = &s.stepper};
    struct drift_result d = {0};
    int exit = session_begin(&s, job, r, true);
    if (exit != EXIT_DONE)
        return exit;
    find_kept(&p, job, r);
    bool rows = r->csv || r->every > 0;
    make_headings(&p, job, !rows);
    enum explore_status status = explore_drift(&s.stepper, &s.explore, r->every,
                                               rows ? csv_row : NULL, &p, &d);
    progress_end(&s.progress);
    if (r->json)
        print_json(&p, &s, &d);
    else if (!rows)
        print_text(&p, &d);
    return session_end(&s, status, &s.failed_at, !r->json && !rows);
}
