/* SPDX-License-Identifier: MIT
 *
 * Records of runs: states, drifts, orders.
 */
#include "session/rows.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* The unit of each number of the part `shown`. */
static const char **units_of_shown(const struct session *s, int n)
{
    const struct step *step = s->job->step;
    const char **unit = arena_array(s->job->arena, (size_t)n + 1, sizeof *unit);
    for (int i = 0, k = 0; i < step->recipe->shows; i++) {
        const struct shown *as = &step->shown[i];
        for (int j = 0; as->as->asked && j < as->numbers.n; j++)
            unit[k++] = as->numbers.unit;
    }
    return unit;
}

#define AT(field) offsetof(struct explore_state, field)

/* What is stored of this kind; a body that does not move has no x and v, which
 * pages expect. */
static struct part stored_part(const pol_stepper *s, enum pol_kind kind)
{
    struct part none = {kind == POL_POSITION ? "x" : "v", ARRAY, .unit = ""};
    for (const pol_state_part *p = s->part; p < s->part + s->parts; p++)
        if (p->kind == (int)kind)
            return (struct part){p->name, ARRAY, p->count,
                                 kind == POL_ATTITUDE
                                     ? AT(attitude)
                                     : AT(rest[explore_place(s, p)]),
                                 .unit = p->unit};
    return none;
}

const char *state_parts(const struct session *s, bool rows, bool watched,
                        struct part part[PARTS])
{
    static const char *const R[] = {"R11", "R12", "R13", "R21", "R22",
                                    "R23", "R31", "R32", "R33"};
    const pol_stepper *of = &s->stepper;
    const int more = s->job->model->watched;
    const int first = watched ? of->kept - more : 0;
    struct text line = text_new(s->job->arena);
    const size_t extras = (size_t)of->extra + 1;
    const char **key = arena_array(s->job->arena, 2 * extras, sizeof *key);
    const char **unit = key + extras;
    for (int i = 0; i < of->extra; i++) {
        key[i] = of->value[i].name;
        unit[i] = *of->value[i].unit ? of->value[i].unit : NULL;
    }
    struct part parts[PARTS] = {
        {"R", ARRAY, 9, AT(R), .key = R, .unit = "1"},
        stored_part(of, POL_ATTITUDE),
        stored_part(of, POL_MOMENTUM),
        {"w", ARRAY, 3, AT(w), .unit = "rad/s"},
        stored_part(of, POL_POSITION),
        stored_part(of, POL_VELOCITY),
        {"energy", NUMBER, 1, AT(energy), .unit = "J"},
        {"states", of->extra ? OBJECT : NUMBER, of->extra, AT(extra),
         .key = key, .units = unit},
        {"keep", OBJECT, watched ? more : of->kept - more, AT(keep[first]),
         .key = of->keep_name + first},
        {"shown", of->shown ? OBJECT : NUMBER, of->shown, AT(shown),
         .key = of->shown_name, .units = units_of_shown(s, of->shown)},
    };
    if (strcmp(parts[1].name, "R") == 0 && parts[1].n == 9)
        parts[1].n = 0; /* as above */
    memcpy(part, parts, sizeof parts);
    text_put(&line, rows ? "t" : "t,R,L,w,x,v,energy,steps,rejected,status,");
    text_put(&line, rows ? "" : parts[1].name);
    parts_head(part, &line, rows);
    return text_chars(&line);
}

#undef AT

void state_put(struct text *out, const struct session *s,
               const struct part *part, const struct explore_state *x,
               const char *key)
{
    json_print(out, key ? "*:{" : "{", key);
    if (!key && !json_is_lua(out))
        parts_units(out, part, false, x->adaptive);
    json_print(out, "t:r", x->t);
    parts_put(part, x, out, false);
    if (!x->adaptive)
        json_print(out, "h:r", session_held(s, s->explore.h));
    json_print(out, "steps:l", x->steps);
    if (x->adaptive)
        json_print(out, "rejected:l smallest:r largest:r", x->rejected,
                   x->smallest, x->largest);
    json_print(out, "status:i}", x->status);
}

const char *drift_parts(const struct session *s, bool is_text,
                        struct part part[PARTS])
{
    static const char *const momentum[] = {"momentum_x", "momentum_y",
                                           "momentum_z"};
    static const char *const v[] = {"v_x", "v_y", "v_z"}, *const column[] = {
                                                              "v1", "v2", "v3"};
    struct text line = text_new(s->job->arena);
    const pol_stepper *of = &s->stepper;
#define AT(column) (column) * sizeof(double)
    const struct part parts[PARTS] = {
        {"energy", NUMBER, 1, AT(DRIFT_ENERGY), .key = NULL},
        {"momentum", ARRAY, 3, AT(DRIFT_MOMENTUM), .key = momentum},
        {is_text ? "|L|" : "norm_L", NUMBER, 1, AT(DRIFT_NORM), .key = NULL},
        {"orthogonality", NUMBER, 1, AT(DRIFT_ORTHOGONALITY), .key = NULL},
        {"velocity", ARRAY, of->moves ? 3 : 0, AT(DRIFT_VELOCITY),
         .key = is_text ? v : column},
        {"keep", OBJECT, of->kept, AT(DRIFT_KEEP), .key = of->keep_name},
    };
#undef AT
    memcpy(part, parts, sizeof parts);
    text_put(&line, "steps,t");
    parts_head(part, &line, true);
    return text_chars(&line);
}

void drift_put(struct text *out, const struct session *run, struct part *part,
               const struct drift_result *d, const double *kept, bool rows)
{
    const struct drift_row *row[] = {&d->worst, &d->last};
    const bool is_page = json_is_lua(out);
    if (rows)
        text_put(out, "\n]");
    else
        json_print(out, "{body:s method:s", run->stepper.name,
                   run->stepper.method);
    if (run->explore.h > 0)
        json_print(out, "h:r", session_held(run, run->explore.h));
    json_print(out, "conserved:{");
    part[3].n = is_page; /* orthogonality is no matter of the motion */
    parts_put(part, kept, out, !is_page);
    part[3].n = 1;
    json_print(out, "}");
    for (int i = 0; i < 2; i++) {
        json_print(out, "*:{steps:l t:r", i == 0 ? "largest" : "end",
                   row[i]->steps, row[i]->t);
        parts_put(part, row[i]->of, out, false);
        json_print(out, "}");
    }
    json_print(out, "energy_slope:r status:i}", d->energy_slope, d->status);
}

void order_put_record(struct text *out, const struct session *s,
                      const struct order_result *o)
{
    const struct recipe *recipe = s->job->recipe;
    json_print(out, "{body:s method:s claim:i h:r until:r rows:[",
               s->stepper.name, s->stepper.method, s->stepper.order,
               session_held(s, s->explore.h), s->explore.t_end);
    for (const struct order_row *row = o->row; row < o->row + o->rows; row++) {
        json_print(out, "{steps:l h:r", row->steps, session_held(s, row->h));
        order_put(out, "%s", row->error, o->columns);
        order_put(out, "%s_order", row->order, o->columns);
        json_print(out, "roundoff:b failed:b | size:r noise:i", row->noise,
                   row->failed, row->h, row->noise);
        json_print(out, "}");
    }
    json_print(out, "] verdict:s", order_verdict_name[o->verdict]);
    if (o->verdict == ORDER_ROUGH)
        json_print(
            out, "rough_order:i rough_at:r | rough_inside:b moves:b",
            s->explore.rough, s->explore.rough_at,
            fabs(remainder(s->explore.rough_at -
                               number_double(s->job->model->facts.start_t),
                           s->explore.h)) > 1e-9 * s->explore.h,
            s->job->model->moves);
    if (o->verdict == ORDER_CONVERGING)
        json_print(out, "from_steps:l to_steps:l", o->row[o->from].steps,
                   o->row[o->to].steps);
    order_put(out, "%s_order", o->order, o->columns);
    order_put(out, "uncertainty_%s", o->uncertainty, o->columns);
    json_print(out, "reference_steps:l c_not_row_sum:s}", o->reference_steps,
               recipe_off(s->job->arena, &recipe->method));
}
