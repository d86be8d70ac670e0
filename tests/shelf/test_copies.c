/* SPDX-License-Identifier: MIT
 *
 * Copies of the shelf's tableaus, as people write them: rounded to 3 to 20
 * places or digits, with stages in another order, with b - bhat in the place of
 * bhat.  Each is known for what it is, and has every page.
 * Every entry of a tableau with its sign flipped, or its neighbour in its
 * place: the catalogue names this tableau and this entry.  What cannot be told
 * apart is listed.  Small tableaus, and some of the others, which are drawn;
 * with POL_ALL=1 all of the shelf.
 */
#include "families.h"
#include "json.h"
#include "random.h"
#include "report/report.h"
#include "sampled.h"

enum { PLACES, PLACES_FILLED, DIGITS, CUSTOMS };

struct copy {
    struct catalogued *k;
    const struct tableau *of;
    int digits; /* 3 to 20, by one of three customs: */
    int custom;
    int sign; /* of b - bhat in the place of bhat; 0: it is bhat */
    int stage[TABLEAU_STAGES];
};

/* As programs print an entry: in so many places, in so many with zeros behind,
 * in so many digits. */
static const char *printed(const struct copy *c, value v)
{
    struct arena *arena = c->k->arena;
    double x = fabs(number_double(v));
    int digits = c->digits;
    if (x == 0)
        return "0";
    if (digits <= 15) {
        const char *form = c->custom == DIGITS ? "%#.*g" : "%.*f";
        char *text = text_format(arena, form, digits, number_double(v));
        size_t n = strlen(text);
        while (c->custom == PLACES && n > 1 && text[n - 1] == '0')
            text[--n] = '\0';
        return text;
    }
    if (c->custom != DIGITS)
        digits += (int)floor(log10(x)) + 1;
    return digits > 0 ? number_sure(arena, v, digits) : text_format(arena, "%.*f", c->digits, 0.0);
}

static void print_row(const struct copy *c, int row, int n, struct text *out)
{
    const struct tableau *t = c->of;
    const value *x = t->a + row * t->stages, *b = t->b;
    bool turned = row > t->stages && c->sign;
    for (int i = 0; i < n; i++) {
        value v = x[c->stage[i]];
        if (turned)
            v = c->sign > 0 ? number_sub(c->k->arena, b[c->stage[i]], v)
                            : number_sub(c->k->arena, v, b[c->stage[i]]);
        text_print(out, "%s%s", i ? ", " : " ", printed(c, v));
    }
    text_char(out, '\n');
}

static const char *copied(const struct copy *c, bool renumbered)
{
    const struct tableau *t = c->of;
    struct text out = text_new(c->k->arena);
    text_print(&out, "tableau mine order %d {\n", t->claim);
    for (int i = 0; i < t->stages; i++) {
        text_print(&out, " %s :", printed(c, t->c[c->stage[i]]));
        print_row(c, c->stage[i], t->is_explicit && !renumbered ? i : t->stages, &out);
    }
    for (int row = 0; row <= t->embedded; row++) {
        text_put(&out, row ? " bhat :" : " b :");
        print_row(c, t->stages + row, t->stages, &out);
    }
    text_char(&out, '}');
    return text_chars(&out);
}

/* It is known from four digits on, of its orders, and without a warning; every
 * page is written of any. */
static void check_copy(struct copy *c, struct random *r)
{
    static const char *const form[] = {"text", "csv", "latex", "json"};
    struct catalogued k = *c->k;
    k.arena = k.bench.kit.arena = arena_child(c->k->arena);
    k.bench.diags = diags_new(k.arena);
    k.bench.kit.diags = &k.bench.diags;
    k.bench.kit.names = names_new(k.arena);
    c->k = &k;
    bool renumbered = random_below(r, 3) == 0;
    for (int i = 0; i < c->of->stages; i++) {
        int at = renumbered ? random_below(r, i + 1) : i;
        c->stage[i] = c->stage[at];
        c->stage[at] = i;
    }
    const char *text = copied(c, renumbered);
    struct analysis a = tableau_analyse(
        k.arena, catalogue_orient(k.arena, &k.catalogue, tableau_in_text(&k, text)));
    if (c->digits > 3 && analysis_order_most(&a.row[0]) < c->of->claim)
        fail_msg("%s in %d digits is refuted", c->of->name, c->digits);
    struct report_catalogue of = report_catalogue_of(k.arena, &k.catalogue, &a);
    struct report report = {&a, report_rotations_of(&a), &of};
    for (int i = 0; i < 4; i++) {
        struct diags diags = diags_new(k.arena);
        struct text out = text_new(k.arena);
        if (!report_write(&diags, &report, form[i], &out) ||
            (c->digits > 3 && strstr(text_chars(&out), "wrong")) ||
            (i == 0 && a.proven && a.row[0].order < c->of->claim &&
             !strstr(text_chars(&out), ", proven for ")) ||
            (i == 3 && !is_json(text_chars(&out))))
            fail_msg("%s of %s", form[i], text);
    }
    const int *stage, off = tableau_mismatches(k.arena, c->of, false, &stage);
    int order = analysis_order(&a.row[0]);
    if (c->digits > 3 && (of.verdict != CATALOGUE_KNOWN || of.nearest.match[0].extra ||
                          (k.bench.diags.count && !off) || order != c->of->claim))
        fail_msg("%s in %d digits: %s", c->of->name, c->digits, text);
    arena_free(k.arena);
}

TEST(copies_are_known)
{
    enum { FEW = 8, LEAST = 3, MOST = 20 };
    struct catalogued known, *k = &known;
    (void)state;
    open_catalogue(k);
    int all = k->count * (MOST - LEAST + 1);
    for (int i = 0; i < (sampled_all() ? all : FEW); i++) {
        int n = sampled_all() ? i : drawn(text_format(k->arena, "copy %d", i), all);
        struct random r = random_new(sampled_seed() + (uint64_t)n);
        struct copy c = {.k = k,
                         .of = k->all[n % k->count],
                         .digits = LEAST + n / k->count,
                         .custom = random_below(&r, CUSTOMS),
                         .sign = random_below(&r, 3) - 1};
        if (in_share(i))
            check_copy(&c, &r);
    }
    close_catalogue(k);
}

/* ---- one entry that is wrong ---- */

enum fault { SIGN, NEIGHBOUR, FAULTS };
static const char *const fault_name[FAULTS] = {"sign", "neighbour"};

struct tally {
    struct catalogued *known;
    int mutants;
    struct text misses;
};

static value wrong(struct arena *arena, const struct tableau *t, int at, enum fault fault)
{
    const int n = t->stages;
    if (fault == SIGN)
        return number_neg(arena, t->a[at]);
    return n == 1 ? t->a[at == 0] /* of b or of a */
                  : t->a[at % n ? at - 1 : at + 1];
}

/* Is this tableau named, or one of the shelf that is the same, and of it this
 * entry alone? */
static bool is_named(const struct catalogue_nearest *look, const struct tableau *of, int at)
{
    bool it = false;
    for (int i = 0; i < look->matches; i++) {
        const struct catalogue_match *x = &look->match[i];
        it |= x->known == of;
        if (x->differences != 1 || x->difference[0].at != at || x->difference[0].at_known != at ||
            x->exchanged || x->reduced || x->extra)
            return false;
    }
    return it;
}

static void try_fault(struct tally *all, const struct tableau *t, int at, enum fault fault)
{
    struct arena *arena = arena_child(all->known->arena);
    const int entries = tableau_entries(t);
    const value v = wrong(arena, t, at, fault);
    value *entry = arena_array(arena, (size_t)entries, sizeof *entry);
    const char **written = arena_array(arena, (size_t)entries, sizeof *written);
    for (int i = 0; i < entries; i++) {
        entry[i] = i == at ? v : t->a[i];
        written[i] = i == at ? number_show(arena, v) : t->written[i];
    }
    struct tableau mutant = tableau_changed(t, entry);
    mutant.written = written;
    struct catalogue_nearest look = catalogue_find(arena, &all->known->catalogue, &mutant);
    all->mutants++;
    if (!is_named(&look, t, at))
        text_print(&all->misses, "%s %s %s: %s\n", t->name, catalogue_entry_name(arena, t, at),
                   fault_name[fault], written[at]);
    arena_free(arena);
}

static void try_tableau(struct tally *all, const struct tableau *t)
{
    for (int at = 0; at < tableau_entries(t); at++)
        for (int fault = 0; fault < FAULTS && !number_is_zero(t->a[at]); fault++)
            if (!number_equal(wrong(all->known->arena, t, at, (enum fault)fault), t->a[at]))
                try_fault(all, t, at, (enum fault)fault);
}

/* Those that are as near to another tableau; the implicit midpoint rule is
 * gauss(1). */
static const char not_named[] = "gauss(1) a11 neighbour: 1\n"
                                "lobatto_iiib(2) a11 neighbour: 0\n"
                                "midpoint a11 neighbour: 1\n";

TEST(a_wrong_entry_is_named)
{
    enum { SMALL = 2 };
    struct catalogued known;
    open_catalogue(&known);
    struct tally all = {.known = &known, .misses = text_new(known.arena)};
    for (int i = 0; i < known.count; i++)
        if (sampled_all() || known.all[i]->stages <= SMALL || !drawn(known.all[i]->name, 12))
            try_tableau(&all, known.all[i]);
    assert_true(all.mutants > (sampled_all() ? 9000 : 300));
    assert_string_equal(text_chars(&all.misses), not_named);
    close_catalogue(&known);
}
