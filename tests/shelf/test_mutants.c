/* SPDX-License-Identifier: MIT
 *
 * Every entry of every tableau of the shelf with two of its digits exchanged,
 * its sign flipped, or its neighbour in its place: the catalogue names this
 * tableau and this entry.  What cannot be told apart is listed.
 */
#define _POSIX_C_SOURCE 200809L

#include "catalogued.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "number_back.h"

typedef const struct number *value;

enum fault { OVER, UNDER, SIGN, NEIGHBOUR, FAULTS };

static const char *const fault_name[] = {"digits above", "digits below", "sign",
                                         "neighbour"};

/* A tableau with one entry that is wrong. */
struct mutant {
    struct arena *arena;
    const struct tableau *of;
    struct tableau tableau;
    value *entry;
    const char **written;
};

static struct mutant mutant_of(struct arena *arena, const struct tableau *t)
{
    int n = t->stages, entries = tableau_entries(t);
    struct mutant m = {.arena = arena, .of = t, .tableau = *t};
    m.entry = arena_array(arena, (size_t)entries, sizeof *m.entry);
    m.written = arena_array(arena, (size_t)entries, sizeof *m.written);
    for (int i = 0; i < entries; i++) {
        m.entry[i] = t->a[i];
        m.written[i] = t->written[i];
    }
    m.tableau.a = m.entry;
    m.tableau.b = m.entry + n * n;
    m.tableau.bhat = t->embedded ? m.entry + n * (n + 1) : NULL;
    m.tableau.c = m.entry + n * (n + 1 + t->embedded);
    m.tableau.written = m.written;
    return m;
}

/* Exchanges the first two neighbouring digits that differ, of the first twelve
 * from `from` on; a number without such has its last one changed. */
static void confuse(char *from)
{
    enum { EARLY = 12 };
    int digits = 0;
    char *last = NULL;
    for (char *c = from; *c && *c != '/' && digits < EARLY; c++) {
        if (!isdigit((unsigned char)*c))
            continue;
        digits += digits > 0 || *c != '0';
        last = digits ? c : last;
        if (digits && isdigit((unsigned char)c[1]) && c[0] != c[1] &&
            !(digits == 1 && c[1] == '0')) {
            char first = c[0];
            c[0] = c[1];
            c[1] = first;
            return;
        }
    }
    if (last)
        *last = *last == '9' ? '8' : (char)(*last + 1);
}

static value parse(struct arena *arena, const char *text)
{
    return strchr(text, '.') ? number_rounded(arena, text, strlen(text))
                             : number_back(arena, text, strlen(text));
}

/* NULL if there is no such fault of this entry. */
static value wrong(const struct mutant *m, int at, enum fault fault)
{
    value v = m->entry[at];
    const char *shown = number_show(m->arena, v);
    char *text = arena_text(m->arena, shown, strlen(shown));
    char *under = strchr(text, '/');
    int n = m->of->stages;
    switch (fault) {
    case OVER:
        confuse(text);
        break;
    case UNDER:
        if (!under)
            return NULL;
        confuse(under);
        break;
    case SIGN:
        return number_neg(m->arena, v);
    default:
        return n == 1 ? m->entry[at == 0] /* of b or of a */
                      : m->entry[at % n ? at - 1 : at + 1];
    }
    return parse(m->arena, text);
}

struct tally {
    struct catalogued *known;
    int mutants;
    struct text misses;
};

/* Is this tableau named, or one of the shelf that is the same, and of it this
 * entry alone? */
static bool is_named(const struct catalogue_look *look, const struct mutant *m,
                     int at)
{
    bool it = false;
    for (int i = 0; i < look->matches; i++) {
        const struct catalogue_match *x = &look->match[i];
        it |= x->known == m->of;
        if (x->differences != 1 || x->difference[0].at != at ||
            x->difference[0].at_known != at || x->exchanged || x->reduced ||
            x->extra)
            return false;
    }
    return it;
}

static void note_miss(struct tally *all, const struct mutant *m, int at,
                      enum fault fault, value v)
{
    text_print(&all->misses, "%s %s %s: %s\n", m->of->name,
               catalogue_entry_name(all->known->arena, m->of, at),
               fault_name[fault], number_show(all->known->arena, v));
}

static void try_fault(struct tally *all, struct mutant *m, int at,
                      enum fault fault)
{
    value right = m->entry[at], v = wrong(m, at, fault);
    if (!v || number_equal(v, right))
        return;
    m->entry[at] = v;
    m->written[at] = number_show(m->arena, v);
    struct catalogue_look look =
        catalogue_look(m->arena, &all->known->catalogue, &m->tableau);
    all->mutants++;
    if (!is_named(&look, m, at))
        note_miss(all, m, at, fault, v);
    m->entry[at] = right;
    m->written[at] = m->of->written[at];
}

static void try_entry(struct tally *all, struct mutant *m, int at)
{
    for (int fault = 0; fault < FAULTS; fault++)
        try_fault(all, m, at, (enum fault)fault);
}

static void try_tableau(struct tally *all, const struct tableau *t)
{
    struct arena *arena = arena_child(all->known->arena);
    struct mutant m = mutant_of(arena, t);
    for (int at = 0; at < tableau_entries(t); at++) {
        struct arena_mark mark = arena_mark(arena);
        if (!number_is_zero(m.entry[at]))
            try_entry(all, &m, at);
        arena_release(arena, mark);
    }
    arena_free(arena);
}

/* Those that are as near to another tableau; the implicit midpoint rule is
 * gauss(1), the trapezoid rule lobatto_iiia(2). */
static const char not_named[] = "gauss(1) a11 digits above: 1\n"
                                "gauss(1) a11 neighbour: 1\n"
                                "gauss(1) c1 digits above: 1\n"
                                "lobatto_iiib(2) a11 neighbour: 0\n"
                                "midpoint a11 digits above: 1\n"
                                "midpoint a11 neighbour: 1\n"
                                "midpoint c1 digits above: 1\n";

TEST(a_wrong_entry_is_named)
{
    struct catalogued known;
    open_catalogue(&known);
    struct tally all = {.known = &known, .misses = text_new(known.arena)};
    for (int i = 0; i < known.count; i++)
        try_tableau(&all, known.all[i]);
    assert_true(all.mutants > 19000);
    assert_string_equal(text_chars(&all.misses), not_named);
    close_catalogue(&known);
}
