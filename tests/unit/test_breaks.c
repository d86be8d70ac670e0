/* SPDX-License-Identifier: MIT
 *
 * The times at which torque and force are not smooth are found, whatever the
 * comparison looks like, and no others.
 */
#include "model_kit.h"

#include <stdio.h>

#include "random.h"
#include "sampled.h"
#include "test_arena.h"

#define BODY                                                                   \
    "body b\ninertia diag(1, 2, 2.5)\nmass 2\nparam p = 3\nparam q = 1\n"      \
    "const c = 5\ninput u\nlet s = t - c\n"

struct found {
    const char *text;
    const char *times; /* as `show model` has them; "": none */
};

static const struct found all[] = {
    {"torque body if(t < 2, 1, 0)*e3", "2"},
    {"torque body if(2 > t, 1, 0)*e3", "2"},
    {"torque space if(t >= 2, 1, 0)*e3", "2"},
    {"torque body if(t <= p, 1, 0)*e3", "p"},
    {"torque body (s < 0)*e3", "5"},
    {"torque body if(2*t + q < p, 1, 0)*e3", "1/2*(p - q)"},
    {"torque body if(q*(t - c) > 0, 1, 0)*e3", "5"},
    {"torque body if(t/q < p, 1, 0)*e3", "p*q"},
    {"torque body if(t < 1, 0, if(t < 2, 1, 0))*e3", "1, 2"},
    {"torque body (t < 1)*e1 torque space (t < 7)*e2", "1, 7"},
    {"let a = t < 3 torque body [0, a, 2*a]", "3"},
    {"force body (t < 4)*e1", "4"},
    {"force space max(t, 2)*e1", "2 (a kink)"},
    {"torque body min(3 - t, 0)*e3", "3 (a kink)"},
    {"torque body abs(s)*e3", "5 (a kink)"},
    {"torque body abs(sin(abs(2*t - 3)))*e3", "3/2 (a kink)"},
    {"torque body max(0, min(t, 1))*e3", "1 (a kink), 0 (a kink)"},
    {"torque body abs(abs(t - 3) - p/3)*e3",
     "3 (a kink), 1/3*(p + 9) (a kink), -1/3*(p - 9) (a kink)"},
    {"torque body if(abs(t - 3) < 1, abs(t - 3), 1)*e3",
     "3 (a kink), 4 (a kink), 2 (a kink)"},
    {"torque body if(min(t, 4) + abs(t - p) < 11/2, 1, 0)*e3", "p + 3/2"},
    {"until 6 torque body if(t - 2*floor(t/2) < 0.5, 1, 0)*e3",
     "1/2, 5/2, 9/2, 13/2, 0, 2, 4, 6"},
    {"until 6 torque body if(floor(t) < 3, 1, 0)*e3", "3"},
    {"until 3 torque body floor(t)*e3", "0, 1, 2, 3"},
    {"torque body if(t < 1, t, 1)*e3", "1 (a kink)"},
    {"torque body if(t < p, t - p, 0)*e3", "p (a kink)"},
    {"torque body if(t < 1, t, 2)*e3", "1"},
    {"torque body 1/(1 + abs(t - 2))*e3", "2 (a kink)"},
    {"torque body max(t, p)^(-2)*e3", "p (a kink)"},
    {"torque body w/(w[1] + abs(t - 2))", "2 (a kink)"},
    /* with other params they jump */
    {"torque body if(t < 3, t, p)*e3", "3 (a kink at these params)"},
    {"torque body if(t < 1, 0, if(t < p, t - 1, p - 1))*e3",
     "1 (a kink at these params), p (a kink)"},
    /* a bend in a condition or in a denominator that is 0 leaps outside */
    {"torque body if(max(0, t - 2), 0.3, 0)*e3", "2"},
    {"torque body if(min(t - 2, 0) == 0, 0.3, 0)*e3", "2"},
    {"torque body if(saturate(t - 2, 0, p) < q, 0.3, 0)*e3", "q + 2"},
    {"torque body (t - 2)/abs(t - 2)*e3", "2"},
    {"torque body floor(max(t, 2))*e3", "2"},
    {"torque body floor(if(t < 1, t, 1))*e3", "1"},
    {"torque body sqrt(1 + 0*t + abs(t - 2))*e3", "2 (a kink)"},
    {"torque body (t - p)/max(p - t, t - p)*e3", "p"},
    {"torque body abs(t - 2)^3*e3", "2 (a kink)"},
    {"torque body sin(max(t, p))*cos(t)*e3", "p (a kink)"},
    {"torque body (if(t < 1, t, 1) + (t < 1))*e3", "1"},
    {"torque body (abs(t - 1) + (t > 1))*e3", "1"},
    {"torque body (sin(t)*(t < 1) + w[1]*(t < 1))*e3", "1"},
    {"potential if(t < 2, 1, 3)*dot(R*e3, e1)", "2"},
    /* of what is not affine, or not of time alone, nothing is said */
    {"torque body if(t^2 < 2, 1, 0)*e3", ""},
    {"torque body if(sin(t) < 1/2, 1, 0)*e3", ""},
    {"torque body if(floor(t) < 3, 1, 0)*e3", ""},
    {"torque body if(t + floor(t) < 3, 1, 0)*e3", ""},
    {"torque body if(t + if(t < w[1], 1, 2) < 3, 1, 0)*e3", ""},
    {"torque body if(w[1] < t, 1, 0)*e3", ""},
    {"torque body if(t < u, 1, 0)*e3", ""},
    {"torque body if(w[1] < 2, 1, 0)*e3", ""},
    {"torque body if(p < q, 1, 0)*e3", ""},
    {"torque body if(t < 1, 1, 1)*e3", ""},
    {"torque body 0*(t < 1)*e3", ""},
    {"torque body if(t == 1, 1, 0)*e3", ""},
    {"keep k = t < 1", ""},
    {"let a = t < 1", ""},
};

TEST(times_are_found)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char spec[400];
        snprintf(spec, sizeof spec, BODY "%s\n", all[i].text);
        struct checked c = model_kit_good(spec);
        struct text shown = text_new(c.l.arena);
        model_show(c.model, &shown);
        const char *line = strstr(text_chars(&shown), "# not smooth at t = ");
        const char *want =
            *all[i].times ? text_format(c.l.arena, "# not smooth at t = %s\n",
                                        all[i].times)
                          : "";
        if (strncmp(line ? line : "", want, strlen(want)) != 0 ||
            (line && !*want))
            fail_msg("%s: %.80s, not %s", all[i].text, line ? line : "nothing",
                     all[i].times);
        model_kit_free(&c);
    }
}

static double constant_time(const struct model *m, int i)
{
    return number_double(m->breakpoint[i].time->number);
}

/* A thousand of them, none twice. */
TEST(a_thousand_are_found)
{
    enum { MANY = 1000 };
    static char spec[64 * MANY];
    int n = sprintf(spec, "body b\ninertia diag(1, 2, 2.5)\n");
    for (int i = 0; i < MANY; i++)
        n += sprintf(spec + n, "torque body (t < %d/8)*e%d\n", MANY - i % 800,
                     i % 3 + 1);
    struct checked c = model_kit_good(spec);
    assert_int_equal(c.model->breaks, 800);
    bool seen[MANY + 1] = {0};
    for (int i = 0; i < 800; i++) {
        int k = (int)(8 * constant_time(c.model, i));
        assert_in_range(k, 201, 1000);
        assert_false(seen[k]);
        seen[k] = true;
    }
    model_kit_free(&c);
}

/* ---- forms that are drawn ----
 *
 * Nested min, max, abs, saturate, if and sums of t, constants and params, as
 * text and as values by a walk of their own. */

struct form {
    char op; /* t, c a constant, p a param, else what is made of a, b, d, e */
    double c;
    int param;
    const struct form *a, *b, *d, *e;
};

static struct form form[400];
static int forms;

static const struct form *form_drawn(struct random *r, int depth)
{
    static const char ops[] = "mMasif+-*";
    struct form *f = &form[forms++];
    *f = (struct form){.op = ops[random_below(r, 9)]};
    if (depth == 0 || random_below(r, 8) == 0) {
        f->op = "ttcp"[random_below(r, 4)];
        f->c = random_below(r, 2) ? random_below(r, 33) / 4.0 - 1
                                  : floor(random_between(r, -100, 700)) / 128;
        f->param = random_below(r, 2);
        return f;
    }
    f->c = random_below(r, 2) ? -0.75 : 1.5;
    f->a = form_drawn(r, depth - 1);
    f->b = form_drawn(r, depth - 1);
    f->d = f->op == 'i' || f->op == 's' ? form_drawn(r, depth - 1) : NULL;
    f->e = f->op == 'i' ? form_drawn(r, depth - 1) : NULL;
    return f;
}

static double value_of(const struct form *f, double t, const double *par)
{
    if (strchr("tcp", f->op))
        return f->op == 't' ? t : f->op == 'c' ? f->c : par[f->param];
    const double a = value_of(f->a, t, par), b = value_of(f->b, t, par);
    const double d = f->d ? value_of(f->d, t, par) : 0;
    switch (f->op) {
    case 'm':
        return fmin(a, b);
    case 'M':
        return fmax(a, b);
    case 'a':
        return fabs(a - b);
    case 's':
        return fmin(fmax(a, b), d);
    case 'i':
        return a < b ? d : value_of(f->e, t, par);
    case 'f': /* a pulse */
        return a <= b && t > 1 ? 1 : -0.5;
    case '*':
        return f->c * a;
    default:
        return f->op == '+' ? a + b : a - b;
    }
}

static void put(const struct form *f, struct text *out)
{
    static const char *const pattern[128] = {
        ['m'] = "min(1, 2)",       ['M'] = "max(1, 2)",
        ['a'] = "abs(1 - 2)",      ['s'] = "saturate(1, 2, 3)",
        ['i'] = "if(1 < 2, 3, 4)", ['f'] = "if((1 <= 2)*(t > %), %, -0.5)",
        ['*'] = "(#*1)",           ['+'] = "(1 + 2)",
        ['-'] = "(1 - 2)"};
    const struct form *part[] = {f->a, f->b, f->d, f->e};
    if (f->op == 't')
        text_put(out, "t");
    else if (f->op == 'p')
        text_print(out, "%c", "pq"[f->param]);
    else if (f->op == 'c')
        text_print(out, "(%.17g)", f->c);
    for (const char *s = pattern[(int)f->op]; s && *s; s++)
        if (*s >= '1' && *s <= '4')
            put(part[*s - '1'], out);
        else if (*s == '#')
            text_print(out, "(%.17g)", f->c);
        else
            text_char(out, *s == '%' ? '1' : *s);
}

/* What is looked at: the form, or whether it is below 1. */
struct looked {
    const struct form *form;
    bool compares;
    const double *par;
};

static double look(const struct looked *l, double t)
{
    const double x = value_of(l->form, t, l->par);
    return l->compares ? x < 1 : x;
}

enum { FOUND = 400 };

/* Halves what is not straight until it is short; the times of the rest. */
static void search(const struct looked *l, double from, double to,
                   double *found, int *n)
{
    const double a = look(l, from), b = look(l, to);
    bool straight = true;
    for (int i = 1; i < 16 && straight; i++) {
        const double x = look(l, from + (to - from) * i / 16);
        straight = fabs(x - a - (b - a) * i / 16) < 1e-11 * (1 + fabs(x));
    }
    if (straight || *n == FOUND)
        return;
    if (to - from > 0x1p-20) {
        search(l, from, (from + to) / 2, found, n);
        search(l, (from + to) / 2, to, found, n);
    } else if (*n == 0 || found[*n - 1] < from - 1e-5) {
        found[(*n)++] = (from + to) / 2;
    }
}

static double time_at(const struct model *m, int i, const double *par)
{
    const struct expr *symbol[] = {m->param[0].symbol[0],
                                   m->param[1].symbol[0]};
    double t;
    expr_eval(m->pool, 1, &m->breakpoint[i].time, 2, symbol, par, &t);
    return t;
}

/* All of what a search finds is there; what leaps is said to; of a comparison
 * nothing else is there. */
static void compare(const struct model *m, const struct looked *l, bool idle,
                    const char *text)
{
    const double first = -1 - 0x1.1p-8; /* no rounding on the way */
    double found[FOUND];
    int n = 0;
    for (int i = 0; i < 300; i++)
        search(l, first + i / 32.0, first + (i + 1) / 32.0, found, &n);
    for (int k = 0; k < n; k++) {
        bool is_there = false, leaps = false;
        for (int i = 0; i < m->breaks; i++)
            if ((idle || !m->breakpoint[i].is_idle) &&
                fabs(time_at(m, i, l->par) - found[k]) < 1e-5) {
                is_there = true;
                leaps |= !m->breakpoint[i].is_kink;
            }
        const double leap =
            fabs(look(l, found[k] + 0x1p-20) - look(l, found[k] - 0x1p-20));
        if (!is_there || (leap > 1e-3 && !leaps))
            fail_msg("%s%s: %.9g is %s", text, l->compares ? " < 1" : "",
                     found[k], is_there ? "a leap" : "missing");
    }
    for (int i = 0; i < m->breaks && l->compares && !idle; i++) {
        const double t = time_at(m, i, l->par);
        if (!m->breakpoint[i].is_idle && fabs(t) < 1e3 &&
            look(l, t - 0x1p-30) == look(l, t + 0x1p-30))
            fail_msg("%s < 1: %.9g is none", text, t);
    }
}

TEST(nested_forms_are_found)
{
    static const double par[2] = {3, 1}, others[2][2] = {{0.5, 4}, {-2, 2.25}};
    struct random r = random_new(sampled_seed());
    const int tries = sampled_all() ? 20000 : 300;
    int times = 0;
    for (int i = 0; i < tries; i++) {
        forms = 0;
        struct looked l = {form_drawn(&r, 2 + i % 2), i % 3 == 0, par};
        struct checked c;
        struct arena *arena = test_arena();
        struct text text = text_new(arena);
        put(l.form, &text);
        const char *shown = text_chars(&text);
        c = model_kit_text(
            text_format(arena,
                        l.compares ? BODY "torque body if(%s < 1, 1, 0)*e3\n"
                                   : BODY "torque body (%s)*e3\n",
                        shown));
        assert_non_null(c.model);
        if (!c.model->has_cases) {
            compare(c.model, &l, false, shown);
            for (int k = 0; k < 2; k++) {
                l.par = others[k];
                compare(c.model, &l, true, shown);
            }
            times += c.model->breaks;
        }
        model_kit_free(&c);
        arena_free(arena);
    }
    assert_true(times > tries);
}
