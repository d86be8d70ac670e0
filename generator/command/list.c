/* SPDX-License-Identifier: MIT
 *
 * polhode list: the entries of the shelf, and the facts about each; list
 * methods --cost, list attitudes --cost: their costs.
 */
#include "command/command.h"

#include <string.h>

#include "catalogue/facts.h"
#include "contest/contest.h"

/* Lists one entry by its name or a call, such as "gauss(2)" or "gauss4". */
static void list_named(struct pol_job *job, enum shelf_kind kind,
                       const char *call, struct text *out)
{
    const struct kit kit = job_kit(job);
    const char *instance = shelf_instance(kit.shelf, kind, call);
    const char *whole = instance ? instance : call;
    const char *name =
        text_format(job->arena, "%.*s", (int)strcspn(whole, "( "), whole);
    const struct shelf_file *file = shelf_find(kit.shelf, kind, name);
    if (file) {
        if (!facts_put_file(&kit, file, out))
            return;
        if (kind == SHELF_ATTITUDE)
            json_print(out, "stores:s", cost_stores(job, file));
        json_print(out, "}");
        return;
    }
    const char *near = shelf_nearest(kit.shelf, kind, name);
    diag_error_line(&job->diags, name, 0, "not among the %ss",
                    shelf_kind_name(kind));
    if (kind == SHELF_METHOD && strchr(name, '.'))
        diag_hint(&job->diags, "a spec goes with list methods --cost");
    else
        diag_near(&job->diags, near, NULL);
}

/* The given filters, as bits FACT_*. */
static unsigned filter_of(const struct request *r)
{
#define OPTION(NAME, option, word) option,
    static const char *const name[] = {FACT_LIST(OPTION)};
#undef OPTION
    unsigned filter = 0;
    for (int i = 0; i < FACTS; i++)
        filter |= option_given(r, name[i]) ? 1u << i : 0;
    return filter;
}

/* Puts the rows that pass the request's filters.  Pages also get the requested
 * kind, since there may be no rows. */
static void list_kinds(struct pol_job *job, const struct request *r, int kind,
                       struct text *out)
{
    const unsigned filter = filter_of(r);
    const long order = option_int(r, "order", 0);
    if (kind != SHELF_KINDS)
        json_print(out, "| asked:s", shelf_kind_name((enum shelf_kind)kind));
    const struct kit kit = job_kit(job);
    for (int k = 0; k < SHELF_KINDS; k++) {
        const enum shelf_kind of = (enum shelf_kind)k;
        if (kind != SHELF_KINDS && kind != k)
            continue;
        for (int i = 0; i < shelf_count(kit.shelf, of); i++) {
            const struct shelf_file *file = shelf_at(kit.shelf, of, i);
            struct listed f;
            if (facts_of(&kit, file, &f) && (f.properties & filter) == filter &&
                (!order || (f.order <= order && order <= f.most)))
                facts_put(file, &f, out);
        }
    }
}

/* Puts the calls that may be written for a kind. */
static void list_calls(struct pol_job *job, enum shelf_kind kind,
                       struct text *out)
{
    const struct kit kit = job_kit(job);
    const char *const *of_tableaus;
    const char **call = NULL;
    const bool is_tableau = kind == SHELF_TABLEAU;
    const int n = is_tableau ? tableau_calls(&kit, 0, &of_tableaus)
                             : facts_calls(&kit, kind, &call);
    for (int i = 0; i < n; i++)
        json_print(out, "s", is_tableau ? of_tableaus[i] : call[i]);
}

int command_list(struct pol_job *job, struct request *r, struct answer *a)
{
    const bool calls = option_given(r, "calls"), cost = option_given(r, "cost");
    static const char kinds[] =
        "tableaus|compositions|methods|maps|attitudes|targets|"
        "tableau|composition|method|map|attitude|target";
    int kind =
        r->operands ? text_among(kinds, '|', r->operand[0]) : SHELF_KINDS;
    if (r->operands && kind >= 0)
        kind %= SHELF_KINDS;
    bool attitudes = cost && kind == SHELF_ATTITUDE;
    if (kind < 0)
        return complain("list takes tableaus, compositions, methods, maps, "
                        "attitudes or targets, not '%s'",
                        r->operand[0]);
    if (cost && !attitudes && kind != SHELF_METHOD)
        return complain("--cost goes with list methods and list attitudes");
    if (r->options.map && !attitudes)
        return complain("--map goes with list attitudes --cost");
    const bool filters = option_given(r, "order") || filter_of(r);
    if ((filters || calls) && (cost || r->operands > 1 || filters == calls))
        return complain("either filters or --calls, without names and --cost");
    a->page = cost              ? "list_cost"
              : calls           ? "list_calls"
              : r->operands > 1 ? "list_file"
                                : "list";
    if (cost)
        return (attitudes ? cost_attitudes : cost_methods)(
            job, r->operands - 1, r->operand + 1, &a->record);
    json_print(&a->record, "[");
    for (int k = 0; calls && k < SHELF_KINDS; k++)
        if (kind == SHELF_KINDS || kind == k)
            list_calls(job, (enum shelf_kind)k, &a->record);
    if (r->operands < 2 && !calls)
        list_kinds(job, r, kind, &a->record);
    for (int i = 1; i < r->operands; i++)
        list_named(job, (enum shelf_kind)kind, r->operand[i], &a->record);
    json_print(&a->record, "]");
    return job->diags.errors ? EXIT_FAULT : EXIT_DONE;
}
