/* SPDX-License-Identifier: MIT
 *
 * polhode list: what stands on the shelf, and what is known of each entry; list
 * methods --cost, list attitudes --cost: what they cost.
 */
#include "command/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/facts.h"
#include "contest/contest.h"
#include "recipe/recipe.h"
#include "tableau/analysis.h"

enum { ORDER_LOOKED_AT = 10 }; /* of a tableau that claims none */

struct storing {
    struct pol_job *to;
    const char *text; /* or NULL */
};

/* "stores q[4]: unit quaternion ..."; else its messages among the job's. */
static pol_status find_stores(struct pol_job *job, void *argument)
{
    static const char all[] = "attitude: "; /* which all notes begin with */
    struct storing *s = argument;
    struct arena *arena = s->to->arena;
    if (cost_derive(job) == POL_OK) {
        const struct field *store = &job->step->store[0];
        const char *note = store->note ? store->note : "";
        if (strncmp(note, all, sizeof all - 1) == 0)
            note += sizeof all - 1;
        s->text = text_format(arena, "stores %s[%d]%s%s", store->name, store->n,
                              *note ? ": " : "", note);
    }
    job_show(job);
    for (int i = 0; i < job->shown.count; i++) {
        const pol_diag *d = job->shown.item[i];
        const char *file = d->file ? text_format(arena, "%s", d->file) : NULL;
        if (d->is_error)
            diag_error_line(&s->to->diags, file, d->line, "%s", d->message);
    }
    session_hush(job);
    return POL_OK;
}

/* ---- one file ---- */

/* What a text is. */
static bool put_text(struct pol_job *job, const struct shelf_file *file,
                     struct text *out)
{
    const struct kit kit = job_kit(job);
    const bool is_tableau = file->kind == SHELF_TABLEAU;
    const struct tableau *t =
        is_tableau ? shelved_tableau(&kit, file->text) : NULL;
    const struct composition *c =
        is_tableau ? NULL : shelved_composition(&kit, file->text);
    if (t)
        json_print(out, "order:i stages:i explicit:b pair:b source:s",
                   t->claim ? t->claim
                            : tableau_order(job->arena, t, 0, ORDER_LOOKED_AT),
                   t->stages, t->is_explicit, t->embedded, t->source);
    else if (c)
        json_print(out, "order:i stages:i base:i source:s",
                   c->claim
                       ? c->claim
                       : composition_order(job->arena, c, COMPOSITION_ORDER),
                   c->steps, c->base, c->source);
    return t || c;
}

/* What a Lua file says of itself. */
static bool put_said(struct pol_job *job, const struct shelf_file *file,
                     struct text *out)
{
    struct shelf_claim c = {0};
    if (!shelf_describe(&job->diags, file, &c))
        return false;
    json_print(out, "title:s source:s singular:s range:s options:s whole:s",
               c.title, c.source, c.singular, c.range, c.options, c.whole);
    json_print(out, "least:l most:l order:i order_free:i", c.least, c.most,
               c.order, c.order_free);
    json_print(out, "symmetric:b implicit:b symmetric_varies:b", c.symmetric,
               c.is_implicit, c.symmetric_varies);
    json_print(out, "implicit_varies:b keeps_vary:b admits_vary:b",
               c.implicit_varies, c.keeps_vary, c.admits_vary);
    json_print(out, "gyro:b states:b gyro_varies:b states_vary:b numbers:b",
               c.gyro, c.states, c.gyro_varies, c.states_vary, c.numbers);
    json_print(out, "turn:r turn_varies:b maps:b", c.turn, c.turn_varies,
               c.maps);
    json_print(out, "keeps:w aliases:w examples:w instances:w", c.keeps, c.keep,
               c.aliases, c.alias, c.examples, c.example, c.instances,
               c.instance);
    if (c.admit)
        json_print(out, "admits:w", c.admits, c.admit);
    struct listed facts; /* of a family from its first to its last value */
    const struct kit kit = job_kit(job);
    if (c.whole && facts_of(&kit, file, &facts))
        json_print(out, "lowest_order:i highest_order:i explicit:b",
                   facts.order, facts.most, !(facts.is & FACT_IMPLICIT));
    if (file->kind == SHELF_ATTITUDE) {
        struct storing s = {job, NULL};
        pol_options o = job->options;
        o.method = "update";
        /* without options, or the first example */
        o.attitude = c.examples ? c.example[0] : file->name;
        session_aside(&o, find_stores, &s);
        json_print(out, "stores:s", s.text);
    }
    return true;
}

/* One by its name, or by a call of it: that of "gauss(2)" and of "gauss4". */
static void list_named(struct pol_job *job, enum shelf_kind kind,
                       const char *call)
{
    struct shelf *shelf = job_shelf(job);
    const char *instance = shelf_instance(shelf, kind, call);
    const char *whole = instance ? instance : call;
    const char *name =
        text_format(job->arena, "%.*s", (int)strcspn(whole, "( "), whole);
    const struct shelf_file *file = shelf_find(shelf, kind, name);
    if (file) {
        struct text out = json_lua(job->arena);
        json_print(&out, "{kind:s name:s is_family:b", shelf_kind_name(kind),
                   file->name, file->is_lua);
        bool is_text = kind <= SHELF_COMPOSITION && !file->is_lua;
        bool good =
            is_text ? put_text(job, file, &out) : put_said(job, file, &out);
        json_print(&out, "}");
        if (good)
            session_page(job, "list_file", &out);
        return;
    }
    const char *near = shelf_nearest(shelf, kind, name);
    diag_error_line(&job->diags, name, 0, "not among the %ss",
                    shelf_kind_name(kind));
    if (kind == SHELF_METHOD && strchr(name, '.'))
        diag_hint(&job->diags, "a spec goes with list methods --cost");
    else
        diag_near(&job->diags, near, NULL);
}

/* ---- whole kinds ---- */

static void put_row(struct text *out, const struct shelf_file *file,
                    const struct listed *f)
{
#define WORD(NAME, option, word) word,
    static const char *const words[] = {FACT_LIST(WORD)};
#undef WORD
    json_print(
        out, "{kind:s name:s order:n highest_order:n stages:n properties:[",
        shelf_kind_name(file->kind), f->name, f->order, f->most, f->stages);
    for (int i = 0; i < FACTS; i++)
        if (f->is >> i & 1)
            json_print(out, "s", words[i]);
    json_print(out, "]");
    json_words(out, "invariants", f->keeps, ' ');
    json_print(out, "title:s file:s | orders:s", f->title, file->text->path,
               f->orders);
    json_print(out, "}");
}

/* FACT_*: the filters that are given. */
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

/* The rows that the request's filters leave.  Pages see of which kind they are,
 * should there be none. */
static void list_kinds(struct pol_job *job, const struct request *r, int kind,
                       struct text *out)
{
    const unsigned filter = filter_of(r);
    const long order = option_whole(r, "order", 0);
    json_print(out, "[");
    if (!option_given(r, "json") && kind != SHELF_KINDS)
        json_print(out, "asked:s", shelf_kind_name((enum shelf_kind)kind));
    const struct kit kit = job_kit(job);
    struct shelf *shelf = kit.shelf;
    for (int k = 0; k < SHELF_KINDS; k++) {
        const enum shelf_kind of = (enum shelf_kind)k;
        if (kind != SHELF_KINDS && kind != k)
            continue;
        for (int i = 0; i < shelf_count(shelf, of); i++) {
            const struct shelf_file *file = shelf_at(shelf, of, i);
            struct listed f;
            if (facts_of(&kit, file, &f) && (f.is & filter) == filter &&
                (!order || (f.order <= order && order <= f.most)))
                put_row(out, file, &f);
        }
    }
    json_print(out, "]");
}

/* What may be written where one of a kind is called, a line each. */
static void list_calls(struct pol_job *job, enum shelf_kind kind)
{
    const struct kit kit = job_kit(job);
    const char *const *of_tableaus;
    const char **call = NULL;
    const bool is_tableau = kind == SHELF_TABLEAU;
    const int n = is_tableau ? tableau_calls(&kit, 0, &of_tableaus)
                             : facts_calls(&kit, kind, &call);
    for (int i = 0; i < n; i++)
        puts(is_tableau ? of_tableaus[i] : call[i]);
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
    const bool rows =
        option_given(r, "json") || option_given(r, "order") || filter_of(r);
    if ((rows || calls) && (cost || r->operands > 1 || rows == calls))
        return complain("--json and filters, or --calls, go with whole lists");
    if (cost)
        return (attitudes ? cost_attitudes : cost_methods)(job, r->operands - 1,
                                                           r->operand + 1);
    for (int k = 0; calls && k < SHELF_KINDS; k++)
        if (kind == SHELF_KINDS || kind == k)
            list_calls(job, (enum shelf_kind)k);
    if (r->operands < 2 && !calls)
        list_kinds(job, r, kind, &a->record);
    for (int i = 1; i < r->operands; i++)
        list_named(job, (enum shelf_kind)kind, r->operand[i]);
    return job->diags.errors ? EXIT_FAULT : EXIT_DONE;
}
