/* SPDX-License-Identifier: MIT
 *
 * The rows and events of a run.
 */
#include "session/rows.h"

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
