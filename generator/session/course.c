/* SPDX-License-Identifier: MIT
 *
 * The rows and events of a run.
 */
#include "session/rows.h"

#include <math.h>
#include <string.h>

#include "model/model.h"

static void row_of_event(void *to, int which, const struct explore_state *x)
{
    struct course *c = to;
    struct rows *rows = &c->rows;
    const char *name = c->session->stepper.event[which].name;
    if (which == c->section || (c->section < 0 && !rows->json)) {
        rows->event = name;
        rows_put(rows, NULL, x->t, x);
        rows->event = NULL;
    } else if (c->section < 0 && rows->drawing) {
        drawing_add(rows->drawing, x->t, x, false);
    }
    if (which == c->section)
        return;
    json_print(&c->list, "{name:s t:r", name, x->t);
    parts_put(c->part, x, &c->list, false);
    json_print(&c->list, "}");
    json_print(&c->marks, "{which:i t:r}", which, x->t);
}

void course_begin(struct course *c, struct session *s, struct rows rows,
                  bool is_section, bool is_lua)
{
    struct arena *kept = arena_child(s->job->arena); /* the run releases that */
    const int events = s->stepper.events;
    *c = (struct course){.session = s,
                         .rows = rows,
                         .list = is_lua ? json_lua(kept) : text_new(kept),
                         .marks = json_lua(kept),
                         .section = is_section ? events - 1 : -1};
    c->rows.has_events = events > 0 && !is_section;
    const char *headings = state_parts(s, rows.part, false, c->part);
    if (rows.part)
        rows_begin(s, &c->rows, headings, true);
    json_print(&c->list, "[");
    json_print(&c->marks, "[");
    s->explore.event = row_of_event;
    s->explore.events = c;
}

const char *course_list(struct course *c)
{
    const int events = c->session->stepper.events;
    json_print(&c->list, "]");
    return events > (c->section >= 0) ? json_value(&c->list) : NULL;
}

long course_draw(struct course *c, struct session *s, int values)
{
    struct part part[PARTS];
    state_parts(s, false, values > 0, part);
    for (int i = 0; i < PARTS && values; i++)
        part[i].n *= strcmp(part[i].name, "keep") == 0;
    drawing_begin(&c->drawing, s->job->arena, part,
                  values ? 9 * values : DRAWN_VALUES);
    if (c->rows.part)
        return 0;
    if (s->explore.h > 0)
        return explore_steps(s->explore.t_end, s->explore.h) / DRAWN + 1;
    s->explore.spacing = fabs(s->explore.t_end) / DRAWN;
    return 0;
}

void course_picture(struct course *c, struct text *out, double until,
                    const char *section, const struct explore_state *end)
{
    const struct session *s = c->session;
    const struct model *m = s->job->model;
    const int keeps = model_kept(m);
    double kept[DRIFT_COLUMNS] = {0};
    if (c->section < 0)
        drawing_add(&c->drawing, end->t, end, true);
    drawing_put(out, s, &c->drawing);
    json_print(out, "gyro:b states:i keeps:i kept:[", s->explore.gyro,
               s->stepper.extra, keeps - m->watched);
    session_kept(s->job, until, false, kept);
    for (int i = 0; i < keeps; i++)
        json_print(out, "i", (int)kept[DRIFT_KEEP + i]);
    json_print(out, "] watch:[");
    for (int i = keeps - m->watched; i < keeps; i++)
        json_print(out, "s", m->keep[i].note);
    json_print(&c->marks, "]");
    json_print(out, "] marks:v section:s each:l events:[",
               json_value(&c->marks), section, c->drawing.each);
    for (int i = 0; i < s->stepper.events; i++)
        json_print(out, "s", s->stepper.event[i].name);
    json_print(out, "]}");
}
