/* SPDX-License-Identifier: MIT
 *
 * Expressions of numbers and of a sheet's curves, and claims about these.
 */
#define _GNU_SOURCE
#include "papers/papers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What names stand for: a panel (from 1), a curve, x and a value of the
 * claim's, or x, y, z of a point of a curve. */
struct scope {
    const struct sheet *sheet;
    int panel;
    const char *curve;
    double x, y, z, v;
};

static double sum(const struct scope *, const char **at);

static double all_of(const struct scope *s, const char *text)
{
    const char *at = text;
    double value = sum(s, &at);
    if (*at)
        stop("no expression", text);
    return value;
}

/* The largest of an expression's values at the points of a curve by size, or
 * their least, or their mean; NaN if one is. */
static double over_points(const struct scope *s, const struct curve *c,
                          const char *of, char which)
{
    double largest = 0, least = INFINITY, total = 0;
    for (int i = 0; i < c->points; i++) {
        struct scope here = *s;
        here.x = c->point[i][0];
        here.y = c->point[i][1];
        here.z = c->point[i][2];
        double value = all_of(&here, of);
        largest = fmax(largest, fabs(value));
        least = fmin(least, value);
        total += value;
    }
    if (!c->points || isnan(total))
        return NAN;
    return which == 'l' ? least : which == 'a' ? total / c->points : largest;
}

/* How far two curves are from each other, at the most. */
static double apart(const struct curve *a, const struct curve *b)
{
    double most = a->points && a->points == b->points ? 0 : NAN;
    for (int i = 0; i < a->points && i < b->points; i++) {
        const double *p = a->point[i], *q = b->point[i];
        double d = hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
        if (!(d <= most))
            most = d;
    }
    return most;
}

/* How often a curve jumps by half a turn; -1 if it moves otherwise. */
static int jumps(const struct curve *c)
{
    int count = 0;
    for (int i = 1; i < c->points; i++) {
        double d = fabs(c->point[i][1] - c->point[i - 1][1]);
        if (fabs(d - acos(-1)) < 1e-12)
            count++;
        else if (!(d < 1e-12))
            return -1;
    }
    return count;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const struct curve *c)
{
    double y[MOST_NUMBERS] = {0};
    for (int i = 0; i < c->points && i < MOST_NUMBERS; i++)
        y[i] = c->point[i][1];
    qsort(y, (size_t)c->points, sizeof *y, compare);
    return y[c->points / 2];
}

/* `NAME[PANEL|CURVE|...]`, of which what is left out or empty is the claim's.
 */
static double of_sheet(const struct scope *s, const char *name, char *inside)
{
    char *word[4] = {"", "", "", ""};
    for (int i = 0; inside && i < 4; i++)
        word[i] = strsep(&inside, "|");
    int number = *word[0] ? atoi(word[0]) : s->panel;
    if (!s->sheet || number < 1 || number > s->sheet->panels)
        stop("no such panel", name);
    const struct panel *p = &s->sheet->panel[number - 1];
    const struct curve *c = sheet_find(p, *word[1] ? word[1] : s->curve);
    if (strcmp(name, "most") == 0 || strcmp(name, "least") == 0 ||
        strcmp(name, "average") == 0)
        return over_points(s, c, *word[2] ? word[2] : "y", *name);
    if (strcmp(name, "apart") == 0)
        return apart(c, sheet_find(&s->sheet->panel[atoi(word[2]) - 1],
                                   *word[3] ? word[3] : s->curve));
    if (strcmp(name, "jumps") == 0)
        return jumps(c);
    if (strcmp(name, "median") == 0)
        return median(c);
    if (strcmp(name, "points") == 0)
        return c->points;
    double x = *word[2] ? all_of(s, word[2]) : s->x;
    if (strcmp(name, "at") == 0)
        return sheet_at(c, x);
    /* The order of an error against the step, from 2 x to x or to another. */
    double other = *word[3] ? all_of(s, word[3]) : 2 * x;
    if (strcmp(name, "order") != 0)
        stop("no such value of a curve", name);
    return log(sheet_at(c, x) / sheet_at(c, other)) / log(x / other);
}

/* A function of a number. */
static double called(const char *name, double a)
{
    static const struct {
        const char *name;
        double (*of)(double);
    } known[] = {{"abs", fabs}, {"sin", sin}, {"asin", asin}, {"sqrt", sqrt}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].of(a);
    if (strcmp(name, "lost") == 0)
        return isnan(a);
    if (strcmp(name, "endless") != 0) /* if it is lost */
        stop("no such function", name);
    return isnan(a) ? INFINITY : a;
}

static double name_or_call(const struct scope *s, const char **at)
{
    char name[16], inside[160];
    size_t n = strspn(*at, "abcdefghijklmnopqrstuvwxyz");
    snprintf(name, sizeof name, "%.*s", (int)n, *at);
    *at += n;
    if (**at == '[') {
        n = strcspn(++*at, "]");
        snprintf(inside, sizeof inside, "%.*s", (int)n, *at);
        *at += n + 1;
        return of_sheet(s, name, inside);
    }
    if (**at == '(') {
        ++*at;
        double a = sum(s, at);
        *at += strlen(")");
        return called(name, a);
    }
    if (strcmp(name, "pi") == 0)
        return acos(-1);
    if (n != 1 || *name < 'v' || *name == 'w')
        stop("no such name", name);
    return *name == 'x'   ? s->x
           : *name == 'y' ? s->y
           : *name == 'z' ? s->z
                          : s->v;
}

static double power(const struct scope *s, const char **at)
{
    double value;
    char *end;
    if (**at == '-') {
        ++*at;
        return -power(s, at);
    }
    if (**at == '(') {
        ++*at;
        value = sum(s, at);
        *at += strlen(")");
    } else if (isalpha((unsigned char)**at))
        value = name_or_call(s, at);
    else {
        value = strtod(*at, &end);
        if (end == *at)
            stop("no expression", *at);
        *at = end;
    }
    if (**at != '^')
        return value;
    ++*at;
    return pow(value, power(s, at));
}

static double product(const struct scope *s, const char **at)
{
    double value = power(s, at);
    while (**at == '*' || **at == '/') {
        char operator= *(*at)++;
        double next = power(s, at);
        value = operator== '*' ? value * next : value / next;
    }
    return value;
}

/* Sums have blanks around their signs, or none. */
static double sum(const struct scope *s, const char **at)
{
    double value = product(s, at);
    for (;;) {
        const char *sign = *at + strspn(*at, " ");
        if (*sign != '+' && *sign != '-')
            return value;
        *at = sign + 1 + strspn(sign + 1, " ");
        double next = product(s, at);
        value += *sign == '+' ? next : -next;
    }
}

double expression(const char *text)
{
    return all_of(&(struct scope){.x = NAN}, text);
}

int expressions(const char *text, double out[MOST_NUMBERS])
{
    char copy[400], *rest = copy, *word;
    int n = 0;
    snprintf(copy, sizeof copy, "%s", text);
    while ((word = strsep(&rest, " "))) {
        char *dots = strstr(word, ".."), *low = strstr(word, "2^-");
        if (!dots || !low) {
            out[n++] = expression(word);
            continue;
        }
        int first = atoi(low + 3), last = atoi(dots + 2);
        *low = '\0'; /* a factor and its sign are before it */
        if (low > word)
            low[-1] = '\0';
        for (int i = first; i <= last; i++)
            out[n++] = ldexp(*word ? expression(word) : 1, -i);
    }
    return n;
}

int parts(char *text, char *out[MOST_CURVES])
{
    int n = 0;
    for (char *end; n < MOST_CURVES; text = end + 3) {
        out[n++] = text;
        end = strstr(text, " | ");
        if (!end)
            return n;
        *end = '\0';
    }
    stop("too many", text);
    return 0;
}

/* ---- claims ---- */

/* Panels, places, curves and values that a claim is made of. */
struct loops {
    double panel[MOST_NUMBERS], x[MOST_NUMBERS], value[MOST_NUMBERS];
    const char *curve[MOST_CURVES];
    int panels, xs, curves, values;
    char *what; /* is claimed */
};

/* Ends the text before a word, and gives what is behind it. */
static char *behind(char *text, const char *word)
{
    char *at = strstr(text, word);
    if (at)
        *at = '\0';
    return at ? at + strlen(word) : NULL;
}

static void read_loops(const struct sheet *s, char *text, struct loops *l)
{
    *l = (struct loops){{1}, {NAN}, {NAN}, {""}, 1, 1, 1, 1, NULL};
    l->what = behind(text, ": ");
    if (!l->what)
        stop("no claim", text);
    char *with = behind(text, " with "), *of = behind(text, " of ");
    char *at = behind(text, " at "), *in = behind(text, " in ");
    if (with)
        l->values = expressions(with, l->value);
    if (at)
        l->xs = expressions(at, l->x);
    if (in)
        l->panels = expressions(in, l->panel);
    if (of && strcmp(of, "all") == 0) {
        const struct panel *p = &s->panel[(int)l->panel[0] - 1];
        for (l->curves = 0; l->curves < p->curves; l->curves++)
            l->curve[l->curves] = p->curve[l->curves].name;
    } else if (of) {
        char *curve[MOST_CURVES];
        l->curves = parts(of, curve);
        memcpy(l->curve, curve, sizeof curve);
    }
}

static void say(struct verdict *v, const struct scope *s, bool holds)
{
    v->claims++;
    v->broken += !holds;
    printf("%s  %s", holds ? "ok    " : "FAILED",
           s->sheet->panel[s->panel - 1].title);
    if (*s->curve)
        printf(", %s", s->curve);
    if (!isnan(s->x))
        printf(", %g", s->x);
}

static void look_at(const struct scope *s, struct verdict *v, const char *what)
{
    const char *at = what;
    double a = sum(s, &at), b;
    int n = 0;
    char relation[8];
    if (strncmp(at, " < ", 3) == 0) {
        b = all_of(s, at + 3);
        say(v, s, a < b);
        printf(": %s: %.3g < %.3g\n", what, a, b);
        return;
    }
    if (strncmp(at, " is ", 4) != 0)
        stop("no claim", what);
    at += 4;
    b = sum(s, &at);
    if (sscanf(at, " %7s %n", relation, &n) != 1)
        stop("no claim", what);
    double c = all_of(s, at + n);
    say(v, s, *relation == 'w' ? fabs(a - b) <= c : a <= b * c && a >= b / c);
    printf(": %s: %.7g is %.7g %s %.3g\n", what, a, b, relation, c);
}

/* Values go with the places, the curves or the panels, whichever are more than
 * one. */
void claim(const struct sheet *sheet, struct verdict *v, char *text)
{
    struct loops l;
    read_loops(sheet, text, &l);
    for (int i = 0; i < l.panels; i++)
        for (int j = 0; j < l.curves; j++)
            for (int k = 0; k < l.xs; k++) {
                int n = l.values == l.xs ? k : l.values == l.curves ? j : i;
                struct scope s = {.sheet = sheet,
                                  .panel = (int)l.panel[i],
                                  .curve = l.curve[j],
                                  .x = l.x[k],
                                  .v = l.value[n]};
                look_at(&s, v, l.what);
            }
}

void claim_ahead(const struct sheet *sheet, struct verdict *v, char *text)
{
    struct loops l;
    char *first[MOST_CURVES], *other[MOST_CURVES];
    read_loops(sheet, text, &l);
    char *behind_it = behind(l.what, " < ");
    for (int firsts = parts(l.what, first), others; behind_it;
         firsts = others, memcpy(first, other, sizeof first)) {
        char *next = behind(behind_it, " < ");
        others = parts(behind_it, other);
        for (int i = 0; i < l.panels * l.xs; i++)
            for (int j = 0; j < firsts * others; j++) {
                char what[160];
                struct scope s = {.sheet = sheet,
                                  .panel = (int)l.panel[i / l.xs],
                                  .curve = first[j / others],
                                  .x = l.x[i % l.xs]};
                snprintf(what, sizeof what, "at[] < at[|%s]",
                         other[j % others]);
                look_at(&s, v, what);
            }
        behind_it = next;
    }
}
