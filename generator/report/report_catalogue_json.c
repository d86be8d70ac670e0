/* SPDX-License-Identifier: MIT
 *
 * What the catalogue says of a tableau, as JSON: entries by name and by their
 * place in a, b, bhat and c, row after row.
 */
#include "report/report.h"

#include "base/arena.h"
#include "base/text.h"

struct writing {
    struct arena *arena;
    const struct tableau *t;
};

static void put(struct text *out, const char *key, const char *text)
{
    text_print(out, "\"%s\": ", key);
    if (text)
        report_json_string(out, text);
    else
        text_put(out, "null");
}

static void put_place(const struct writing *s, struct text *out, int at)
{
    put(out, "entry", catalogue_entry_name(s->arena, s->t, at));
    text_print(out, ", \"at\": %d, ", at);
}

static const char *entry_of(const struct writing *s, const struct tableau *t,
                            int at)
{
    return report_decimal(s->arena, t, tableau_entry(t, at), (size_t)at);
}

static void put_match(const struct writing *s, struct text *out,
                      const struct catalogue_match *m)
{
    text_put(out, "{");
    put(out, "name", m->known->name);
    text_print(out, ", \"order\": %d, ", m->known->claim);
    text_print(out, "\"exchanged\": %s, \"reduced\": %s, \"own_rows\": %d, ",
               m->exchanged ? "true" : "false", m->reduced ? "true" : "false",
               m->extra);
    text_print(out, "\"rounded\": %d, \"entries\": %d, \"differences\": [",
               m->rounded, m->entries);
    for (int i = 0; i < m->differences; i++) {
        const struct catalogue_difference *d = &m->difference[i];
        text_put(out, i ? ", {" : "{");
        put_place(s, out, d->at);
        put(out, "value", entry_of(s, s->t, d->at));
        text_put(out, ", ");
        put(out, "known", entry_of(s, m->known, d->at_known));
        text_put(out, "}");
    }
    text_put(out, "]}");
}

static void put_mend(const struct writing *s, struct text *out,
                     const struct catalogue_mend *m)
{
    text_put(out, "{");
    put_place(s, out, m->at);
    put(out, "value", report_value(s->arena, m->value));
    text_print(out, ", \"order\": %d}", m->order);
}

static void put_suspect(const struct writing *s, struct text *out,
                        const struct catalogue_suspect *x)
{
    static const char *const doubt[] = {
        [DOUBT_FRACTION] = "fraction", [DOUBT_ROOT] = "root",
        [DOUBT_DIGITS] = "digits",     [DOUBT_LARGE] = "large",
        [DOUBT_SUM] = "sum",
    };
    text_put(out, "{");
    put_place(s, out, x->at);
    put(out, "doubt", doubt[x->doubt]);
    text_put(out, ", ");
    put(out, "meant", x->meant);
    text_print(out, ", \"size\": %.17g, \"others\": %.17g}", x->size,
               x->others);
}

void report_catalogue_json(struct arena *arena, const struct report *report,
                           struct text *out)
{
    static const char *const verdict[] = {
        [CATALOGUE_NONE] = "none",   [CATALOGUE_KNOWN] = "known",
        [CATALOGUE_ROW] = "row",     [CATALOGUE_WRONG] = "wrong",
        [CATALOGUE_SOUND] = "sound", [CATALOGUE_FAR] = "far",
    };
    const struct report_catalogue *c = report->catalogue;
    struct writing s = {arena, report->analysis->tableau};
    text_put(out, "{");
    put(out, "verdict", verdict[c->verdict]);
    text_put(out, ", \"nearest\": [");
    for (int i = 0; i < c->look.matches; i++) {
        text_put(out, i ? ", " : "");
        put_match(&s, out, &c->look.match[i]);
    }
    text_put(out, "], \"mends\": [");
    for (int i = 0; i < c->mends; i++) {
        text_put(out, i ? ", " : "");
        put_mend(&s, out, &c->mend[i]);
    }
    text_put(out, "], \"suspects\": [");
    for (int i = 0; i < c->suspects; i++) {
        text_put(out, i ? ", " : "");
        put_suspect(&s, out, &c->suspect[i]);
    }
    text_put(out, "]}");
}
