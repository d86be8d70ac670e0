/* SPDX-License-Identifier: MIT
 *
 * polhode compare: the cost at which methods reach an error, on the user's
 * body; polhode advise: the cheapest methods, and why not the others.
 */
#include "command/command.h"

#include "contest/contest.h"

/* ---- entrants ---- */

static void enter_requested(struct contest *c, const struct request *r)
{
    for (const struct option_value *v = NULL;
         (v = option_next(r, "method", v));)
        contest_enter(c, v->set.value, NULL, true);
}

static int enter_all(struct contest *c, const struct request *r)
{
    const char *tableaus = option_text(r, "tableaus");
    const char *form = option_text(r, "form");
    if (form && !tableaus)
        return complain("--form goes with --tableaus");
    enter_requested(c, r);
    if (option_given(r, "all") || r->with_listed ||
        (!option_given(r, "method") && !tableaus))
        contest_enter_listed(c, "method");
    if (option_given(r, "all")) {
        contest_enter_listed(c, "tableau");
        contest_enter_shelf(c);
    }
    return tableaus ? contest_enter_tableaus(c, tableaus, form) : EXIT_DONE;
}

/* Reads the body and begins; EXIT_DONE or an exit status. */
static int contest_of(struct contest *c, struct pol_job *job, struct request *r)
{
    const pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK && job->model->events)
        session_note(job, "note: steps that events cut, and the search for "
                          "events, are not counted\n");
    if (status == POL_OK && job->model->samples)
        session_note(job, "note: what sampled laws cost is not counted\n");
    return status != POL_OK ? session_status(job, status)
                            : contest_begin(c, job, span_of(r), r->compiler,
                                            option_number(r, "error"),
                                            option_number(r, "budget"));
}

int command_compare(struct pol_job *job, struct request *r, struct answer *a)
{
    static const char *const against[] = {"cost", "steps", "time"};
    struct contest c;
    choose_compiler(r);
    int exit = contest_of(&c, job, r);
    exit = exit ? exit : enter_all(&c, r);
    exit = exit ? exit : contest_reference(&c);
    if (exit != EXIT_DONE)
        return exit;
    contest_queue_all(&c);
    const enum explore_status status = contest_run(&c);
    progress_end(&c.session.progress);
    contest_rank(&c);
    a->page = option_given(r, "csv") ? "compare_csv" : "compare";
    contest_put(&a->record, &c, against[option_int(r, "against", 0)]);
    contest_put(&a->picture, &c, against[option_int(r, "against", 0)]);
    exit = session_status(job, POL_OK);
    const struct entrant *const end = c.entrant + c.entrants;
    for (const struct entrant *e = c.entrant; e < end; e++)
        if (e->outcome && e->outcome->steps)
            session_warn_rotation(job, text_format(job->arena, "%s: ", e->call),
                                  &e->outcome->quality);
    for (const struct entrant *e = c.entrant; e < end && !exit; e++)
        if (e->is_requested && e->outcome && e->outcome->kind != OUTCOME_RAN) {
            exit = EXIT_FAULT;
            if (option_given(r, "csv")) /* CSV has no column for it */
                complain("%s: %s", e->call, e->outcome->reason);
        }
    return status == EXPLORE_STOPPED  ? EXIT_INTERRUPTED
           : status == EXPLORE_FAILED ? EXIT_BUG
                                      : exit;
}

int command_advise(struct pol_job *job, struct request *r, struct answer *a)
{
    struct contest c;
    choose_compiler(r);
    int exit = contest_of(&c, job, r);
    if (exit != EXIT_DONE)
        return exit;
    enter_requested(&c, r);
    if (!option_given(r, "method")) {
        contest_enter_listed(&c, "method");
        contest_enter_listed(&c, "tableau");
        contest_enter_shelf(&c);
    }
    exit = contest_reference(&c);
    if (exit != EXIT_DONE)
        return exit;
    if (!contest_is_ranked(&c)) {
        progress_end(&c.session.progress);
        complain("the reference is uncertain by %.1e, too much to measure an "
                 "error of %g; use a smaller --until or a larger --error",
                 c.uncertain, c.error);
        return EXIT_FAULT;
    }
    if (!option_given(r, "cc")) /* the fastest code takes longest to compile */
        c.compiler = jit_compiler();
    const enum explore_status status =
        contest_advise(&c, !option_given(r, "method"), r->compiler);
    progress_end(&c.session.progress);
    if (status != EXPLORE_OK)
        return status == EXPLORE_STOPPED ? EXIT_INTERRUPTED : EXIT_BUG;
    contest_put_advice(&a->record, &c);
    return contest_is_good(c.entrant) ? EXIT_DONE : EXIT_FAULT;
}
