/* SPDX-License-Identifier: MIT
 *
 * Long constants of the emitted files: one that occurs once is written where it
 * is used; one that occurs more often in a file gets a name there. Until a page
 * is complete, a mark of the same length replaces the constant.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "emit/target.h"

/* Prefix of names for entries of the inverse inertia. */
#define INVERSE "J_INV_"

/* Longer formulas do not become names. */
enum { LONGEST = 16, WIDTH = 75 };

/* A mark: \2, the constant's number, and \3 (its formula is shown) or \4,
 * repeated to the length of the text. */
enum { MARK = 2, SHOWN = 3, HIDDEN = 4 };

struct constant {
    const char *text, *formula, *name;
    num value;
    int uses;
};

/* Returns an operation's form with these texts for $1, $2 and $3. */
static const char *filled(struct speller *s, const char *op,
                          const char *const *part)
{
    struct text out = text_new(s->arena);
    for (const char *p = spelling_of(s, op)->form; *p; p++)
        if (*p == '$')
            text_put(&out, part[*++p - '1']);
        else
            text_char(&out, *p);
    return text_chars(&out);
}

bool named_is_long(const struct speller *s, const char *text)
{
    const size_t length = strspn(text, ".0123456789");
    const int digits = number_digits(text, length);
    const char *point = strchr(text, '.');
    bool is_integer = point && strspn(point + 1, "0") ==
                                   strlen(point + 1) - (s->real == REAL_FLOAT);
    return !is_integer && digits >= (s->real == REAL_FLOAT ? 7 : 9);
}

void named_put(struct speller *s, const char *text, num x, const char *formula,
               bool is_shown, struct text *out)
{
    int i = 0;
    while (i < s->named.n && strcmp(s->named.constant[i].text, text) != 0)
        i++;
    if (i == s->named.n)
        arena_push(s->arena, s->named.constant, s->named.n, s->named.room,
                   (struct constant){.text = text, .value = x});
    struct constant *c = &s->named.constant[i];
    c->formula = c->formula ? c->formula : formula;
    size_t end = out->length + strlen(text);
    if (is_shown)
        end += strlen(filled(s, "constant", &c->formula));
    text_print(out, "%c%d", MARK, i);
    while (out->length < end)
        text_char(out, is_shown ? SHOWN : HIDDEN);
}

/* ---- names ---- */

/* Returns the entry of the inverse inertia with this magnitude (*is_minus: it
 * is negative), or -1. On principal axes the formula decides. */
static int inverse_entry(struct speller *s, const struct constant *c,
                         bool *is_minus)
{
    struct arena *a = s->arena;
    const num *J = s->inertia;
    *is_minus = false;
    if (c->formula)
        return !strncmp(c->formula, "1/J", 3) && !c->formula[4]
                   ? 4 * (c->formula[3] - '1')
                   : -1;
    for (int at = 0; at < 9; at++) {
        num minor[3]; /* cofactors of a row of J */
        for (int k = 0; k < 3; k++) {
            int row = (at % 3 + 1) % 3, other = (at % 3 + 2) % 3;
            int column = (k + 1) % 3, next = (k + 2) % 3;
            minor[k] = number_sub(
                a, number_mul(a, J[3 * row + column], J[3 * other + next]),
                number_mul(a, J[3 * row + next], J[3 * other + column]));
        }
        num det = number_int(a, 0);
        for (int k = 0; k < 3; k++)
            det = number_add(a, det,
                             number_mul(a, J[3 * (at % 3) + k], minor[k]));
        num entry = number_div(a, minor[at / 3], det);
        if (entry &&
            number_equal(number_abs(a, entry), number_abs(a, c->value))) {
            *is_minus = number_sign(entry) < 0;
            return at;
        }
    }
    return -1;
}

/* Returns "PI_SQ_OVER_16" for "pi^2/16". */
static const char *name_of(struct speller *s, const struct constant *c, int i)
{
    static const struct {
        const char *part, *as;
    } words[] = {{" - ", "_MINUS_"}, {" + ", "_PLUS_"}, {"^-", "_TO_MINUS_"},
                 {"^2", "_SQ"},      {"^", "_TO_"},     {"/", "_OVER_"},
                 {"pi", "PI"},       {"*", "_"},        {"(", ""},
                 {")", ""}};
    enum { WORDS = sizeof words / sizeof *words };
    bool is_minus;
    const int at = inverse_entry(s, c, &is_minus);
    if (at >= 0)
        return text_format(s->arena, "%s" INVERSE "%d%d",
                           is_minus ? "MINUS_" : "", at / 3, at % 3);
    if (!c->formula || strlen(c->formula) > LONGEST)
        return text_format(s->arena, "K%d", i);
    struct text name = text_new(s->arena);
    for (const char *p = c->formula; *p;) {
        const bool inside =
            p > c->formula && (ascii_is_word(p[-1]) || p[-1] == '/');
        int k = 0;
        if (!inside && !strncmp(p, "1/J", 3)) {
            text_print(&name, "J%c_INV", p[3]);
            p += 4;
            continue;
        }
        while (k < WORDS && strncmp(p, words[k].part, strlen(words[k].part)))
            k++;
        text_add(&name, k < WORDS ? words[k].as : p,
                 k < WORDS ? strlen(words[k].as) : 1);
        p += k < WORDS ? strlen(words[k].part) : 1;
    }
    return text_chars(&name);
}

/* True if another constant has the name. The speller changes those names of the
 * spec that begin like the body's. */
static bool is_taken(const struct speller *s, const char *name)
{
    for (int i = 0; i < s->named.n; i++)
        if (s->named.constant[i].name &&
            !strcmp(s->named.constant[i].name, name))
            return true;
    return false;
}

/* ---- pages ---- */

/* Returns the constant at a mark and moves *p past the mark. */
static struct constant *constant_at(struct speller *s, const char **p,
                                    bool *is_shown)
{
    char *end;
    struct constant *c = &s->named.constant[strtol(*p + 1, &end, 10)];
    *is_shown = *end == SHOWN;
    *p = end + strspn(end, "\3\4");
    return c;
}

static void define_all(struct speller *s, struct text *out)
{
    bool is_first = true;
    for (int i = 0; i < s->named.n; i++) {
        const struct constant *c = &s->named.constant[i];
        const char *words = c->formula;
        if (!c->name)
            continue;
        if (strstr(c->name, "_" INVERSE))
            words = text_format(s->arena, "%s%s1/(kg m^2)", words ? words : "",
                                words ? ", " : "");
        const char *part[] = {c->name, c->text,
                              words ? filled(s, "constant", &words) : ""};
        const char *line = filled(s, "named", part), *above = part[2];
        text_put(out, is_first ? "\n" : "");
        is_first = false;
        if (strlen(c->text) + strlen(above) > WIDTH) { /* too long beside it */
            text_print(out, "%s\n", above + strspn(above, " "));
            part[2] = "";
            line = filled(s, "named", part);
        }
        text_put(out, line);
        text_char(out, '\n');
    }
}

/* Names the constants that the page has more than once. */
static void choose_names(struct speller *s, const char *chars)
{
    bool is_shown;
    for (int i = 0; i < s->named.n; i++) {
        s->named.constant[i].uses = 0;
        s->named.constant[i].name = NULL;
    }
    const char *here = strchr(chars, *NAMED_HERE);
    if (!here || !spelling_of(s, "named"))
        return;
    for (const char *p = chars; (p = strchr(p, MARK));)
        constant_at(s, &p, &is_shown)->uses++;
    for (int i = 0, n = 1; i < s->named.n; i++) {
        struct constant *c = &s->named.constant[i];
        if (c->uses < 2 || !named_is_long(s, c->text))
            continue;
        const char *name =
            text_format(s->arena, "%.*s%s", (int)strcspn(here + 1, "\n"),
                        here + 1, name_of(s, c, n));
        while (is_taken(s, name))
            name = text_format(s->arena, "%s_", name);
        c->name = name;
        n += !c->formula || strlen(c->formula) > LONGEST;
    }
}

void named_finish(struct speller *s, const char *chars, struct text *out)
{
    bool is_shown;
    const char *here = strchr(chars, *NAMED_HERE);
    const int prefix = here ? (int)strcspn(here + 1, "\n") : 0;
    choose_names(s, chars);
    while (*chars) {
        const size_t n = strcspn(chars, "\2" NAMED_HERE PREFIX_HERE);
        text_add(out, chars, n);
        chars += n;
        if (*chars == MARK) {
            const struct constant *c = constant_at(s, &chars, &is_shown);
            text_put(out, c->name ? c->name : c->text);
            if (is_shown && !c->name)
                text_put(out, filled(s, "constant", &c->formula));
            chars += is_shown && c->name && *chars == ' ' &&
                     strchr("*/", chars[1]); /* it was after the formula */
        } else if (*chars == *PREFIX_HERE) {
            text_print(out, "%.*s", prefix, here + 1);
            chars++;
        } else if (*chars) {
            chars += strcspn(chars, "\n") + 1;
            define_all(s, out);
        }
    }
}
