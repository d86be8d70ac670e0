/* SPDX-License-Identifier: MIT
 *
 * Steps that choose their own size, `step adaptive(angle = 1e-8, ...)`, and the
 * times that they land on, `at [t1, t2, ...]`.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

static const char *const option_name[CONTROLS] = {
    [CONTROL_ANGLE] = "angle",       [CONTROL_RATE] = "rate",
    [CONTROL_POSITION] = "position", [CONTROL_VELOCITY] = "velocity",
    [CONTROL_FIRST] = "first",       [CONTROL_MIN] = "min",
    [CONTROL_MAX] = "max",
};

const char *control_name(enum control which)
{
    return option_name[which];
}

/* -- adaptive(...) ----------------------------------------------------------
 */

static void take_option(struct check *c, const struct ast *option)
{
    const char *all = c->model->moves
                          ? "angle, rate, position, velocity, first, min, max"
                          : "angle, rate, first, min, max";
    if (option->kind != AST_OPTION) {
        refuse(c, option->place, all,
               "what 'adaptive' is given is named: angle = 1e-8");
        return;
    }
    int i = 0;
    while (i < CONTROLS && strcmp(option_name[i], option->name) != 0)
        i++;
    if (i == CONTROLS) {
        refuse(c, option->name_place, all, "'adaptive' has no option '%s'",
               option->name);
        return;
    }
    if ((i == CONTROL_POSITION || i == CONTROL_VELOCITY) &&
        !mass_needed(
            c, option,
            text_format(c->arena, "a tolerance of %s", option_name[i])))
        return;
    const char *what = text_format(c->arena, "'%s'", option_name[i]);
    if (c->model->control[i]) {
        refuse(c, option->name_place, NULL, "%s is given twice", what);
        return;
    }
    c->control_place[i] = option->place;
    c->model->control[i] = evaluate_positive(c, option->child[0], what);
}

/* `low` may not be above `high`, where both are given. */
static void check_pair(struct check *c, enum control low, enum control high)
{
    const struct number *const *x = c->model->control;
    if (x[low] && x[high] && number_compare(x[low], x[high]) > 0)
        refuse(c, c->control_place[high], NULL, "'%s' is smaller than '%s'",
               option_name[high], option_name[low]);
}

void adaptive_check(struct check *c, const struct ast *call)
{
    int errors = c->diags->errors;
    c->model->adaptive = true;
    c->model->step_place = call->place;
    for (int i = 0; i < call->n; i++)
        take_option(c, call->child[i]);
    if (c->diags->errors > errors)
        return;
    check_pair(c, CONTROL_MIN, CONTROL_FIRST);
    check_pair(c, CONTROL_FIRST, CONTROL_MAX);
    check_pair(c, CONTROL_MIN, CONTROL_MAX);
}

/* -- at [...] ---------------------------------------------------------------
 */

void adaptive_check_at(struct check *c, const struct ast *list)
{
    struct model *m = c->model;
    if (list->kind != AST_VECTOR) {
        refuse(c, list->place, NULL, "times stand in brackets: at [1, 2]");
        return;
    }
    m->landing = arena_array(c->arena, (size_t)list->n, sizeof *m->landing);
    for (int i = 0; i < list->n; i++) {
        const struct ast *a = list->child[i];
        const struct number *n;
        struct value v =
            evaluate_for(c, a, "a breakpoint", NEED_ANY & ~NEED_PARAM, 1);
        if (!v.n ||
            (expr_is_const(v.x[0]) && !value_fits(c, a, v, "a breakpoint", &n)))
            return;
        m->landing[i] = v.x[0];
    }
    m->landings = list->n;
}

/* The numbers are those of the emitted code: times that it cannot tell apart
 * are one.  Of those that depend on params nobody knows. */
void adaptive_check_order(struct check *c)
{
    const struct model *m = c->model;
    double before = m->start_t ? number_double(m->start_t) : -INFINITY;
    bool is_start = true;
    for (int i = 0; i < m->landings; i++) {
        const struct ast *a = c->first[AST_AT]->child[0]->child[i];
        if (!expr_is_const(m->landing[i]))
            continue;
        double t = number_double(m->landing[i]->number);
        if (!(t > before))
            refuse(c, a->place, NULL,
                   is_start ? "the time %g is not after the start, at %g"
                            : "the times must ascend: %g does not come after "
                              "%g",
                   t, before);
        before = t;
        is_start = false;
    }
}
