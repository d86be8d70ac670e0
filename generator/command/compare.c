/* SPDX-License-Identifier: MIT
 *
 * polhode compare: what methods cost to reach an error, on a body of the
 * user's.
 */
#include "command/contest.h"

#include <math.h>
#include <string.h>

#include "model/model.h"

/* ---- who takes part ---- */

/* "order 4, explicit": false with a message. */
static bool read_filter(const char *text, struct listed *asked)
{
#define OPTION(NAME, option, word) option "|"
    static const char words[] = FACT_LIST(OPTION) "order|stages";
#undef OPTION
    char copy[200];
    if (strlen(text) >= sizeof copy)
        return !complain("--tableaus '%.20s...' is too long", text);
    strcpy(copy, text);
    *asked = (struct listed){0};
    char *rest = copy;
    for (bool more = true; more;) {
        char *word = rest + strspn(rest, " "), *end = strchr(word, ',');
        more = end != NULL;
        end = end ? end : word + strlen(word);
        rest = end + more;
        while (end > word && end[-1] == ' ')
            end--;
        *end = '\0';
        char *number = word + strcspn(word, " ");
        long x = 0;
        const bool has_number = *number != '\0';
        if (has_number && !args_whole(number, 1, 999, &x))
            x = -1;
        *number = '\0';
        for (char *p = word; *p; p++)
            *p |= *p >= 'A' && *p <= 'Z' ? 0x20 : 0;
        const int at = text_among(words, '|', word);
        int *to = at == FACTS ? &asked->order : &asked->stages;
        if (at < 0 || at == PLACE_GYRO || at == PLACE_STATES || x < 0 ||
            has_number != (at >= FACTS) || (has_number && *to))
            return !complain("--tableaus takes order P, stages S, explicit, "
                             "implicit, pair, symmetric, symplectic, a-stable, "
                             "l-stable, stiffly-accurate, by commas, not '%s'",
                             text);
        *to = has_number ? (int)x : *to;
        asked->is |= at < FACTS ? 1u << at : 0;
    }
    return true;
}

/* By `rkmk` in the form that is asked for. */
static int enter_tableaus(struct contest *c, const struct request *r)
{
    struct kit kit = job_kit(c->job);
    struct arena *arena = c->job->arena;
    const char *const *call;
    struct listed asked;
    if (!read_filter(r->tableaus, &asked))
        return EXIT_USAGE;
    if (r->form && text_among("rate|momentum", '|', r->form) < 0)
        return complain("--form takes rate|momentum, not '%s'", r->form);
    const int n = tableau_calls(&kit, 0, &call);
    const int before = c->entrants;
    for (int i = 0; i < n; i++)
        if (tableau_fits(c->job, call[i], &asked))
            contest_enter(
                c,
                text_format(arena, r->form ? "rkmk(%s, form = %s)" : "rkmk(%s)",
                            call[i], r->form),
                call[i], false);
    return c->entrants > before
               ? EXIT_DONE
               : complain("no tableau of the shelf is '%s'", r->tableaus);
}

static int enter_all(struct contest *c, const struct request *r)
{
    if (r->form && !r->tableaus)
        return complain("--form goes with --tableaus");
    for (int i = 0; i < r->methods; i++)
        contest_enter(c, r->method[i], NULL, true);
    if (r->all || r->known || (!r->methods && !r->tableaus))
        contest_enter_known(c, "method");
    if (r->all) {
        contest_enter_known(c, "tableau");
        contest_enter_shelf(c);
    }
    return r->tableaus ? enter_tableaus(c, r) : EXIT_DONE;
}

/* ---- who is ahead ---- */

double outcome_least(const struct outcome *o)
{
    const struct order_result *r = &o->ladder.order;
    double least = INFINITY;
    for (int k = 0; k < r->rows; k++)
        least = fmin(least, order_worst(&r->row[k], r->columns));
    return least;
}

/* Those that reach the error by their cost; then the others by the least error
 * that they show; then those without. */
static double key_of(const struct contest *c, const struct entrant *e,
                     int *group)
{
    const struct outcome *o = e->outcome;
    *group = 3;
    if (!o || o->kind != OUTCOME_RAN)
        return 0;
    *group = 0;
    if (o->ladder.is_reached)
        return o->ladder.reached_cost;
    const double least = outcome_least(o);
    *group = isfinite(least) ? 1 : 2;
    return fmax(least, c->uncertain); /* below which nothing is better */
}

bool contest_is_ranked(const struct contest *c)
{
    return 10 * c->uncertain <= c->error;
}

void contest_rank(struct contest *c)
{
    int group, other;
    if (!contest_is_ranked(c))
        return;
    for (int i = 1; i < c->entrants; i++) /* stays in order where equal */
        for (int k = i; k > 0; k--) {
            struct entrant *e = &c->entrant[k], swap = *e;
            const double key = key_of(c, e, &group);
            const double before = key_of(c, e - 1, &other);
            if (other < group || (other == group && before <= key))
                break;
            *e = e[-1];
            e[-1] = swap;
        }
}

/* ---- what is told ---- */

static void put_row(struct text *out, const struct contest *c,
                    const struct outcome *o, const struct order_row *row,
                    double cost)
{
    const double worst = order_worst(row, o->ladder.order.columns);
    json_print(out, "steps:l h:r", row->steps, row->h);
    json_columns(out, "%s", row->error, o->ladder.order.columns);
    json_print(out, "error:r time:r cost:r roundoff:b failed:b", worst,
               1e9 * o->seconds,
               row->failed ? NAN : cost / c->session.explore.t_end,
               row->noise == o->ladder.order.columns, row->failed);
}

static void put_ladder(struct text *out, const struct contest *c,
                       const struct outcome *o)
{
    const struct order_result *r = &o->ladder.order;
    json_print(out, "ladder:[");
    for (int k = 0; k < r->rows; k++) {
        json_print(out, "{");
        put_row(out, c, o, &r->row[k], o->ladder.cost[k]);
        json_print(out, "}");
    }
    json_print(out, "]");
    if (o->ladder.is_reached) {
        json_print(out, "reached:{");
        put_row(out, c, o, &o->ladder.reached, o->ladder.reached_cost);
        json_print(out, "}");
    }
}

static void put_drift(struct text *out, const struct contest *c,
                      const struct outcome *o)
{
    const pol_stepper *s = pol_image_stepper(c->request->image[1]);
    const int keeps = c->job->model->keeps - c->job->model->held;
    const bool energy = c->kept[DRIFT_ENERGY] == INVARIANT_YES;
    json_print(out, "drift:{steps:l energy:r keep:{", o->steps,
               energy ? o->energy : NAN);
    for (int i = 0; i < keeps && i < EXPLORE_KEEPS; i++)
        json_print(out, "*:r", s->keep_name[i],
                   c->kept[DRIFT_KEEP + i] == INVARIANT_YES ? o->keep[i] : NAN);
    json_print(out, "} | names:w",
               keeps < EXPLORE_KEEPS ? keeps : EXPLORE_KEEPS, s->keep_name);
    json_print(out, "}");
}

void contest_put_entrant(struct text *out, const struct contest *c,
                         const struct entrant *e, int rank)
{
    const struct outcome *o = e->outcome;
    const struct order_result *r = &o->ladder.order;
    json_print(out, "method:s tableau:s rank:n order:i verdict:s", e->call,
               e->tableau, rank, o->order, verdict_name[r->verdict]);
    json_columns(out, "%s_order", r->order, r->columns);
    json_print(out, "implicit:b mul:i add:i div:i sqrt:i calls:i",
               o->is_implicit, o->step.mul, o->step.add, o->step.div,
               o->step.sqrt, o->step.calls);
    json_print(out, "operations:r sweeps:r torques:r time:r", o->operations,
               o->sweeps, o->torques, 1e9 * o->seconds);
    json_print(out, "failure:s dear:b least_steps:l",
               r->status ? session_failure(r->status) : NULL, o->ladder.is_dear,
               o->least);
    if (o->steps)
        put_drift(out, c, o);
    json_print(out, "keeps:[");
    for (const char *at = o->keeps; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        json_print(out, "s", arena_text(out->arena, at, n));
        at += n;
    }
    json_print(out, "]");
    put_ladder(out, c, o);
}

/* ---- the record ---- */

void contest_put(struct text *out, const struct contest *c)
{
    static const char *const against[] = {"cost", "steps", "time"};
    const struct request *r = c->request;
    const pol_stepper *s = pol_image_stepper(r->image[1]);
    const struct weights *w = &c->weights;
    json_print(out, "{body:s until:r error:r ranked:b compiler:s against:s",
               s->name, c->session.explore.t_end, c->error,
               contest_is_ranked(c), c->compiler, against[r->against]);
    json_print(out, "weights:{mul:r add:r div:r sqrt:r call:r}", w->mul, w->add,
               w->div, w->sqrt, w->call);
    json_print(out, "reference:{method:s steps:l", s->method, c->exact.steps);
    json_columns(out, "%s", c->exact.uncertainty,
                 order_new(s, &c->exact).columns);
    json_print(out, "}");
}

static void put_record(struct text *out, const struct contest *c)
{
    contest_put(out, c);
    json_print(out, "methods:[");
    for (int i = 0, rank = 0; i < c->entrants; i++) {
        const struct outcome *o = c->entrant[i].outcome;
        if (!o || o->kind != OUTCOME_RAN)
            continue;
        const bool has = contest_is_ranked(c) && o->ladder.is_reached;
        json_print(out, "{");
        contest_put_entrant(out, c, &c->entrant[i], has ? ++rank : 0);
        json_print(out, "}");
    }
    json_print(out, "] left_out:[");
    for (int i = 0; i < c->entrants; i++) {
        const struct outcome *o = c->entrant[i].outcome;
        if (!o || o->kind != OUTCOME_RAN)
            json_print(out, "{method:s reason:s}", c->entrant[i].call,
                       o ? o->reason : "not tried");
    }
    json_print(out, "]}");
}

int command_compare(struct pol_job *job, struct request *r)
{
    struct contest c;
    int exit = contest_begin(&c, job, r);
    if (exit == EXIT_DONE)
        exit = enter_all(&c, r);
    if (exit == EXIT_DONE)
        exit = contest_reference(&c);
    if (exit != EXIT_DONE)
        return exit;
    contest_turn_all(&c);
    const enum explore_status status = contest_run(&c);
    progress_end(&c.session.progress);
    contest_rank(&c);
    struct text record = r->json ? text_new(job->arena) : json_lua(job->arena);
    put_record(&record, &c);
    session_page(job, r->csv ? "compare_csv" : "compare", &record);
    struct text page = json_lua(job->arena);
    put_record(&page, &c);
    const bool drawn = !r->plot || plot_page(job, "compare", &page, r->plot);
    exit = session_status(job, drawn ? POL_OK : POL_NO_FILE);
    for (int i = 0; i < c.entrants; i++)
        if (c.entrant[i].outcome && c.entrant[i].outcome->steps)
            session_loose(job,
                          text_format(job->arena, "%s: ", c.entrant[i].call),
                          &c.entrant[i].outcome->seen);
    for (int i = 0; i < c.entrants && exit == EXIT_DONE; i++)
        if (c.entrant[i].is_asked && c.entrant[i].outcome &&
            c.entrant[i].outcome->kind != OUTCOME_RAN) {
            exit = EXIT_FAULT;
            if (r->csv) /* which has no place for it */
                complain("%s: %s", c.entrant[i].call,
                         c.entrant[i].outcome->reason);
        }
    return status == EXPLORE_STOPPED  ? EXIT_INTERRUPTED
           : status == EXPLORE_FAILED ? EXIT_BUG
                                      : exit;
}
