/* SPDX-License-Identifier: MIT
 *
 * Facts about the entries of the shelf: stored or computed.
 */
#include "catalogue/facts.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/text.h"
#include "lang/ast.h"
#include "recipe/recipe.h"
#include "tableau/analysis.h"

/* ---- texts ---- */

/* The first statement of the kind in a text; warns about later ones, which are
 * ignored.  NULL with messages. */
static syntax find(const struct kit *kit, const struct source *s,
                   enum ast_kind kind, const char *name)
{
    syntax file = lang_parse(kit->names, kit->diags, s);
    syntax first = file ? ast_next(file, kind, NULL) : NULL;
    syntax other = first;
    while (other && (other = ast_next(file, kind, other)))
        diag_warning(kit->diags, other->name_place,
                     "ignored: only the first, '%s', is used", first->name);
    if (file && !first)
        diag_error_line(kit->diags, s->path, 0, "has no %s in it", name);
    return first;
}

const struct composition *shelved_composition(const struct kit *kit,
                                              const struct source *s)
{
    syntax ast = find(kit, s, AST_COMPOSITION, "composition");
    return ast ? composition_build(kit->diags, ast) : NULL;
}

const struct tableau *shelved_tableau(const struct kit *kit,
                                      const struct source *s)
{
    syntax ast = find(kit, s, AST_TABLEAU, "tableau");
    return ast ? tableau_build(kit->diags, ast) : NULL;
}

/* ---- computed ---- */

/* The first paragraph of a file's leading comment, without the file's name. */
static const char *first_paragraph(const struct kit *kit, const char *name,
                                   const char *comment)
{
    struct text out = text_new(kit->arena);
    const size_t n = strlen(name);
    if (strncmp(comment, name, n) == 0 &&
        strncmp(comment + n, ".pol - ", 7) == 0)
        comment += n + 7;
    for (bool ends = false; *comment && !ends;) {
        const size_t length = strcspn(comment, "\n");
        text_put(&out, out.length ? " " : "");
        text_add(&out, comment, length);
        ends = length && comment[length - 1] == '.';
        comment += length + (comment[length] == '\n');
    }
    return text_chars(&out);
}

static void analyse_tableau(const struct kit *kit, const struct tableau *t,
                            struct listed *f)
{
    const struct analysis a = tableau_analyse(kit->arena, t);
    f->properties = (t->is_explicit ? FACT_EXPLICIT : FACT_IMPLICIT) |
                    (a.rows > 1 ? FACT_PAIR : 0) |
                    (a.structure.symmetric ? FACT_SYMMETRIC : 0) |
                    (a.structure.symplectic ? FACT_SYMPLECTIC : 0) |
                    (a.structure.stiffly_accurate ? FACT_STIFFLY : 0) |
                    (a.stability.a_stable ? FACT_A_STABLE : 0) |
                    (a.stability.l_stable ? FACT_L_STABLE : 0);
    f->order = f->most = t->claim ? t->claim : analysis_order(&a.row[0]);
    f->orders = a.rows > 1 ? text_format(kit->arena, "%d(%d)", f->order,
                                         analysis_order(&a.row[1]))
                           : text_format(kit->arena, "%d", f->order);
    f->stages = t->stages;
}

/* The range of orders; the properties of the first and the last member. */
static bool find_family(const struct kit *kit, const struct shelf_file *file,
                        const struct shelf_claim *c, struct listed *f)
{
    const long value[2] = {c->least, c->most};
    struct listed end[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        const struct tableau *t = tableau_of_text(
            kit, text_format(kit->arena, "%s(%ld)", file->name, value[i]));
        if (!t)
            return false;
        analyse_tableau(kit, t, &end[i]);
    }
    f->name = text_format(kit->arena, "%s(%s)", file->name, c->integer);
    f->order = end[0].order;
    f->most = end[1].order;
    f->orders = text_format(kit->arena, "%d-%d", f->order, f->most);
    f->properties = (end[0].properties & end[1].properties) |
                    ((end[0].properties | end[1].properties) &
                     (FACT_EXPLICIT | FACT_IMPLICIT));
    return true;
}

static void find_method(const struct kit *kit, const struct shelf_claim *c,
                        struct listed *f)
{
    struct text keeps = text_new(kit->arena);
    for (int i = 0; i < c->keeps; i++) {
        text_print(&keeps, "%s%s", i ? " " : "", c->keep[i]);
        if (strcmp(c->keep[i], "symplectic") == 0)
            f->properties |= FACT_SYMPLECTIC;
    }
    f->keeps = text_chars(&keeps);
    f->order = f->most = c->order;
    f->orders = c->order ? text_format(kit->arena, "%d", c->order) : "";
    f->properties |= c->is & CLAIM_SYMMETRIC ? FACT_SYMMETRIC : 0;
    f->properties |= c->varies & CLAIM_IMPLICIT ? FACT_EXPLICIT | FACT_IMPLICIT
                     : c->is & CLAIM_IMPLICIT   ? FACT_IMPLICIT
                                                : FACT_EXPLICIT;
    f->properties |= (c->is | c->varies) & CLAIM_GYRO ? FACT_GYRO : 0;
    f->properties |= (c->is | c->varies) & CLAIM_STATES ? FACT_STATES : 0;
    f->properties |= (c->is | c->varies) & CLAIM_INERTIA ? FACT_INERTIA : 0;
}

bool facts_compute(const struct kit *kit, const struct shelf_file *file,
                   struct listed *f)
{
    const struct tableau *t;
    const struct composition *k;
    struct shelf_claim c = {0};
    *f = (struct listed){
        .name = file->name, .orders = "", .keeps = "", .title = ""};
    if (file->kind == SHELF_TABLEAU && !file->is_lua) {
        if (!(t = shelved_tableau(kit, file->text)))
            return false;
        analyse_tableau(kit, t, f);
        f->title = first_paragraph(kit, file->name, t->source ? t->source : "");
        return true;
    }
    if (file->kind == SHELF_COMPOSITION) {
        if (!(k = shelved_composition(kit, file->text)))
            return false;
        f->order = f->most =
            k->claim ? k->claim
                     : composition_order(kit->arena, k, COMPOSITION_ORDER);
        f->orders = text_format(kit->arena, "%d", f->order);
        f->stages = k->steps;
        f->properties = FACT_SYMMETRIC;
        f->title = text_format(kit->arena, "for symmetric methods of order %d",
                               k->base);
        return true;
    }
    if (!shelf_describe(kit->diags, file, &c))
        return false;
    f->title = c.title ? c.title : "";
    if (file->kind == SHELF_METHOD)
        find_method(kit, &c, f);
    return file->kind != SHELF_TABLEAU || !c.integer ||
           find_family(kit, file, &c, f);
}

/* ---- stored ---- */

/* A hash of kind, name and text: a copy with another name differs. */
static unsigned long long mark_of(const struct shelf_file *file)
{
    const XXH64_hash_t name = XXH3_64bits_withSeed(
        file->name, strlen(file->name), (XXH64_hash_t)file->kind);
    return XXH3_64bits_withSeed(file->text->chars, file->text->length, name);
}

void facts_write(const struct shelf_file *file, const struct listed *f,
                 struct text *out)
{
    text_print(out, "%016llx\t%s\t%s\t%d\t%d\t%d\t%u\t%s\t%s\n", mark_of(file),
               f->name, f->orders, f->order, f->most, f->stages, f->properties,
               f->keeps, f->title);
}

bool facts_stored(const struct kit *kit, const struct shelf_file *file,
                  struct listed *f)
{
    const struct source *known = shelf_builtin_file("facts.tsv");
    const char *mark = text_format(kit->arena, "%016llx\t", mark_of(file));
    const char *line = known ? strstr(known->chars, mark) : NULL;
    const char *field[9];
    if (!line)
        return false;
    for (int i = 0; i < 9; i++) {
        const size_t n = strcspn(line, "\t\n");
        field[i] = arena_text(kit->arena, line, n);
        line += n + (line[n] != '\0');
    }
    *f = (struct listed){.name = field[1],
                         .orders = field[2],
                         .order = atoi(field[3]),
                         .most = atoi(field[4]),
                         .stages = atoi(field[5]),
                         .properties = (unsigned)strtoul(field[6], NULL, 10),
                         .keeps = field[7],
                         .title = field[8]};
    return true;
}

bool facts_of(const struct kit *kit, const struct shelf_file *file,
              struct listed *f)
{
    return facts_stored(kit, file, f) || facts_compute(kit, file, f);
}

/* True if it has this order and number of stages (0: any), and all these
 * properties. */
static bool tableau_fits(const struct kit *kit, const char *call,
                         const struct listed *requested)
{
    const char *name =
        text_format(kit->arena, "%.*s", (int)strcspn(call, "( "), call);
    const struct shelf_file *file = shelf_find(kit->shelf, SHELF_TABLEAU, name);
    struct listed f = {0};
    if (!file)
        return false;
    if (!file->is_lua && !facts_of(kit, file, &f))
        return false;
    if (file->is_lua) {
        const struct tableau *t = tableau_of_text(kit, call);
        const bool may = t &&
                         (!requested->order || t->claim == requested->order) &&
                         (!requested->stages || t->stages == requested->stages);
        if (!may)
            return false;
        analyse_tableau(kit, t, &f);
    }
    return (!requested->order || f.order == requested->order) &&
           (!requested->stages || f.stages == requested->stages) &&
           (f.properties & requested->properties) == requested->properties;
}

int facts_calls(const struct kit *kit, enum shelf_kind kind, const char ***call)
{
    struct shelf *shelf = kit->shelf;
    int n = 0, room = 0;
    *call = NULL;
    for (int i = 0; i < shelf_count(shelf, kind); i++) {
        const struct shelf_file *file = shelf_at(shelf, kind, i);
        struct shelf_claim c = {0};
        if (file->is_lua && !shelf_describe(kit->diags, file, &c))
            continue;
        if (!c.examples)
            arena_push(kit->arena, *call, n, room, file->name);
        for (int k = 0; k < c.examples; k++)
            arena_push(kit->arena, *call, n, room, c.example[k]);
    }
    if (kind != SHELF_METHOD)
        return n;
    for (int i = 0; i < shelf_count(shelf, SHELF_COMPOSITION); i++)
        arena_push(kit->arena, *call, n, room,
                   text_format(kit->arena, "%s(sej)",
                               shelf_at(shelf, SHELF_COMPOSITION, i)->name));
    return n;
}

/* Reads "order 4, explicit" (and changes the text); false if it is invalid. */
static bool read_filter(char *rest, struct listed *requested)
{
#define OPTION(NAME, option, word) option "|"
    static const char words[] = FACT_LIST(OPTION) "order|stages";
#undef OPTION
    *requested = (struct listed){0};
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
        if (has_number && !text_int(number, 1, 999, &x))
            x = -1;
        *number = '\0';
        for (char *p = word; *p; p++)
            *p |= *p >= 'A' && *p <= 'Z' ? 0x20 : 0;
        const int at = text_among(words, '|', word);
        int *to = at == FACTS ? &requested->order : &requested->stages;
        if (at < 0 || (at >= PLACE_GYRO && at < FACTS) || x < 0 ||
            has_number != (at >= FACTS) || (has_number && *to))
            return false;
        *to = has_number ? (int)x : *to;
        requested->properties |= at < FACTS ? 1u << at : 0;
    }
    return true;
}

int facts_tableaus(const struct kit *kit, const char *filter,
                   const char ***call)
{
    const char *const *all;
    struct listed requested;
    int n = 0, room = 0;
    *call = NULL;
    if (!read_filter(text_format(kit->arena, "%s", filter), &requested))
        return -1;
    for (int i = 0, count = tableau_calls(kit, 0, &all); i < count; i++)
        if (tableau_fits(kit, all[i], &requested))
            arena_push(kit->arena, *call, n, room, all[i]);
    return n;
}

/* ---- as records ---- */

static void put_bits(struct text *out, const char *key, unsigned bits, int n,
                     const char *const *word)
{
    json_print(out, "*:[", key);
    for (int i = 0; i < n; i++)
        if (bits >> i & 1)
            json_print(out, "s", word[i]);
    json_print(out, "]");
}

void facts_put(const struct shelf_file *file, const struct listed *f,
               struct text *out)
{
#define WORD(NAME, option, word) word,
    static const char *const words[] = {FACT_LIST(WORD)};
#undef WORD
    json_print(out, "{kind:s name:s order:n highest_order:n stages:n",
               shelf_kind_name(file->kind), f->name, f->order, f->most,
               f->stages);
    put_bits(out, "properties", f->properties, FACTS, words);
    json_words(out, "invariants", f->keeps, ' ');
    json_print(out, "title:s file:s | orders:s", f->title, file->text->path,
               f->orders);
    json_print(out, "}");
}

static void put_claim(const struct kit *kit, const struct shelf_file *file,
                      const struct shelf_claim *c, struct text *out)
{
    struct listed f; /* from a family's first to its last value */
    json_print(out, "title:s source:s singular:s range:s options:s", c->title,
               c->source, c->singular, c->range, c->options);
    json_print(out, "order:i order_without_torque:i turn:r", c->order,
               c->order_free, c->turn);
    put_bits(out, "properties", c->is, CLAIMS, claim_fields);
    put_bits(out, "by_options", c->varies, CLAIMS, claim_fields);
    json_print(out, "keeps:w aliases:w examples:w instances:w", c->keeps,
               c->keep, c->aliases, c->alias, c->examples, c->example,
               c->instances, c->instance);
    if (c->admit)
        json_print(out, "admits:w", c->admits, c->admit);
    if (c->integer)
        json_print(out, "parameter:s least:l most:l", c->integer, c->least,
                   c->most);
    if (c->integer && facts_of(kit, file, &f))
        json_print(out, "lowest_order:i highest_order:i explicit:b", f.order,
                   f.most, !(f.properties & FACT_IMPLICIT));
}

bool facts_put_file(const struct kit *kit, const struct shelf_file *file,
                    struct text *out)
{
    const bool is_text = file->kind <= SHELF_COMPOSITION && !file->is_lua;
    const struct tableau *t = NULL;
    const struct composition *c = NULL;
    struct shelf_claim claim = {0};
    struct listed f;
    const bool good = !is_text ? shelf_describe(kit->diags, file, &claim)
                      : file->kind == SHELF_TABLEAU
                          ? (t = shelved_tableau(kit, file->text)) != NULL
                          : (c = shelved_composition(kit, file->text)) != NULL;
    if (!good || (is_text && !facts_of(kit, file, &f)))
        return false;
    json_print(out, "{kind:s name:s is_family:b", shelf_kind_name(file->kind),
               file->name, file->is_lua);
    if (is_text)
        json_print(out, "order:i stages:i explicit:b pair:b base:n source:s",
                   f.order, f.stages, f.properties & FACT_EXPLICIT,
                   f.properties & FACT_PAIR, c ? c->base : 0,
                   t ? t->source : c->source);
    else
        put_claim(kit, file, &claim, out);
    return true;
}
