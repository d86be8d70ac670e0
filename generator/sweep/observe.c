/* SPDX-License-Identifier: MIT
 *
 * The observers of a sweep: numbers that each case keeps of its way.
 */
#include "sweep/plan.h"

#include <string.h>

#include "base/name.h"
#include "lang/ast.h"

static const char *const how_name[] = {[WORK_MAX] = "max",
                                       [WORK_MIN] = "min",
                                       [WORK_MEAN] = "mean",
                                       [WORK_LAST] = "last",
                                       [WORK_FIRST] = "first"};

/* if(condition, 1, 0): an observed value is a number. */
static syntax truth_of(struct plan *s, syntax condition)
{
    struct ast *all = arena_array(s->arena, 3, sizeof *all);
    struct ast **child = arena_array(s->arena, 3, sizeof *child);
    for (int i = 1; i < 3; i++) {
        all[i] = *condition;
        all[i].kind = AST_NUMBER;
        all[i].number = number_int(s->arena, i == 1);
        all[i].n = 0;
        child[i] = &all[i];
    }
    child[0] = arena_copy(s->arena, condition, sizeof *condition);
    all[0] = (struct ast){.kind = AST_CALL,
                          .place = condition->place,
                          .name_place = condition->place,
                          .name = name_of_text(s->names, "if"),
                          .depth = condition->depth + 1,
                          .n = 3,
                          .child = child};
    return all;
}

/* "w_max = max(norm(w))": what it watches. */
static bool observe(struct plan *s, const pol_setting *o, struct viewed *watch)
{
    struct work_observe *to = &s->work.observe[s->work.observes];
    const char *option = text_format(s->arena, "--observe %s", o->name);
    syntax said =
        lang_parse_part(s->names, s->diags, LANG_VALUE, option, o->value);
    if (!said)
        return false;
    struct nearest near = nearest_to(said->kind == AST_CALL ? said->name : "");
    int how = -1;
    for (int i = WORK_MAX; i <= WORK_FIRST; i++) {
        nearest_offer(&near, how_name[i]);
        if (said->kind == AST_CALL && strcmp(said->name, how_name[i]) == 0)
            how = i;
    }
    const int n = how == WORK_FIRST ? 2 : 1;
    bool good = how >= 0 && said->n == n;
    for (int i = 0; good && i < n; i++)
        good = said->child[i]->kind != AST_OPTION;
    if (!good) {
        diag_error(s->diags, said->place, "this observes nothing");
        return diag_near(s->diags, how < 0 ? near.best : NULL,
                         "max(a), min(a), mean(a), last(a), first(a, "
                         "condition)");
    }
    *to = (struct work_observe){(enum work_how)how, s->given->watches, 0};
    watch[s->given->watches++] =
        (struct viewed){said->child[0], "an observed value", 1};
    if (how == WORK_FIRST) {
        to->condition = s->given->watches;
        watch[s->given->watches++] = (struct viewed){
            truth_of(s, said->child[1]), "an observed condition", 1};
    }
    s->work.observes++;
    return true;
}

bool plan_observes(struct plan *s)
{
    struct viewed *watch =
        arena_array(s->arena, 2 * WORK_OBSERVES, sizeof *watch);
    bool good = true;
    s->given->watch = watch;
    for (int i = 0; i < s->options.observes; i++)
        good = observe(s, &s->options.observe[i], watch) && good;
    return good;
}
