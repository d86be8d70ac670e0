/* SPDX-License-Identifier: MIT
 *
 * Many of everything: bodies of 1000 terms, params, inputs, statements.  What
 * is emitted has the torque that is computed here by plain sums; what there is
 * no room for gets a message at its place.
 */
#include "load.h"
#include "test_arena.h"

ARENA_AROUND_EACH()

/* Reads x = f(t) in the test's own words. */
typedef double torque_at(double t, int n);

/* A body about e1, whose torque is that of f: after one step of forward Euler
 * its momentum is h f.  Formats take the number and the one before it. */
struct many {
    const char *what, *declare, *before, *term, *after; /* after: of the last */
    torque_at *f;
};

static const double start = 0.4, h = 0.01;

static double sum_of_sines(double t, int n)
{
    double sum = 0;
    for (int i = 1; i <= n; i++)
        sum += sin(i * t);
    return sum;
}

static double polynomial(double t, int n)
{
    double sum = 0, power = 1;
    for (int i = 1; i <= n; i++)
        sum += i * (power *= t);
    return sum;
}

static double cases(double t, int n)
{
    double sum = 0;
    for (int i = 1; i <= n; i++)
        sum += t < i / 2000.0 ? t : sin(i * t);
    return sum;
}

static double harmonic(double t, int n)
{
    double sum = 1;
    for (int i = 1; i <= n; i++)
        sum += 1.0 / i;
    return sum * t;
}

static double params(double t, int n)
{
    return harmonic(t, n) - t;
}

/* Input i is i/1000. */
static double inputs(double t, int n)
{
    return t * n * (n + 1) / 2000.0;
}

#define SUM "torque body (0"
#define END ")*e1\n"

/* In cases each condition compares with a time that comes before, in or after
 * the step. */
static const struct many all[] = {
    {"torques", "torque body sin(%1$d*t)*e1\n", "", "", "", sum_of_sines},
    {"degrees", "", SUM, " + %1$d*t^%1$d", END, polynomial},
    {"cases", "", SUM, " + if(t < %1$d/2000, t, sin(%1$d*t))", END, cases},
    {"consts", "const p%1$d = p%2$d + 1/%1$d\n", "", "", "torque body p%1$d*t*e1\n", harmonic},
    {"params", "param p%1$d = 1/%1$d\n", SUM, " + p%1$d*t", END, params},
    {"inputs", "input u%1$d\n", SUM, " + u%1$d*t", END, inputs},
};

static void write_many(struct text *t, const struct many *m, int n)
{
    for (int i = 1; i <= n; i++)
        text_print(t, m->declare, i, i - 1);
    text_put(t, m->before);
    for (int i = 1; i <= n; i++)
        text_print(t, m->term, i);
    text_print(t, m->after, n);
}

static struct text body_of(void)
{
    struct text t = text_new(arena);
    text_print(&t,
               "body b\ninertia diag(1, 2, 3)\nmethod fem\nstep %g\n"
               "start t = %g\nconst p0 = 1\n",
               h, start);
    return t;
}

static void expect_torque(const struct many *m, int n)
{
    struct text t = body_of();
    write_many(&t, m, n);
    struct loaded l = load_text(text_chars(&t), NULL);
    double *x = arena_array(arena, (size_t)l.s->state, sizeof *x), L[3];
    double *par = arena_array(arena, (size_t)l.s->par + 1, sizeof *par);
    double *in = arena_array(arena, (size_t)l.s->input + 1, sizeof *in);
    for (int i = 0; i < l.s->input; i++)
        in[i] = (i + 1) / 1000.0;
    l.s->start(x, par);
    assert_int_equal(l.s->step_once(x, par, in, h), 0);
    l.s->momentum(x, L);
    double want = h * m->f(start, n);
    if (!(fabs(L[0] - want) <= 1e-13 * (1 + n * fabs(want))))
        print_error("%d %s: %.17g, expected %.17g\n", n, m->what, L[0], want);
    assert_close(L[0], want, 1e-13 * (1 + n * fabs(want)));
    unload(l);
}

TEST(as_many_as_one_likes_have_the_right_torque)
{
    static const int some[] = {1, 64, 65, SOME_OF(1000)};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t k = 0; k < sizeof some / sizeof *some; k++)
            expect_torque(&all[i], some[k]);
}

/* ---- what is watched, set and landed on ---- */

TEST(a_thousand_values_are_watched)
{
    struct text t = body_of();
    double *value = arena_array(arena, 1000, sizeof *value);
    text_put(&t, "start w = [1, 0, 0]\n");
    for (int i = 1; i <= 1000; i++)
        text_print(&t, "keep k%d = %d*L[1]\n", i, i);
    struct loaded l = load_text(text_chars(&t), NULL);
    double *x = arena_array(arena, (size_t)l.s->state, sizeof *x), par[1];
    assert_int_equal(l.s->kept, 1000);
    l.s->start(x, par);
    l.s->keep(x, par, NULL, value);
    for (int i = 1; i <= 1000; i++)
        assert_close(value[i - 1], i, 1e-12);
    assert_string_equal(l.s->keep_name[999], "k1000");
    unload(l);
}

/* ---- what is refused ---- */

struct refused {
    const char *before, *part, *after, *message;
    int parts; /* 0: a thousand */
};

enum { DEEP = SOME_OF(100000) };

/* Parts are counted from 1; where a nest is too deep nothing
 * recurses.  The midpoint's equations have 3 + 62 unknown
 * numbers, a stage of trbdf2 6 + 62, the stages of gauss(3) 3*(6 + 20). */
#define STATE "state z%1$d = 1 rate -z%1$d\n"
static const struct refused refusals[] = {
    {"tableau many {\n", " 0 : 0\n", " b : 1\n}\nmethod rkmk(many)\n",
     "body.pol:2:9: error: tableau many has 1000 stages; at most 64 are "
     "possible\n",
     0},
    {"composition many for symmetric order 2: 1", ", 0", "\nmethod many(imidm)\n",
     "body.pol:2:13: error: composition many has 1001 steps; at most 64 are "
     "possible\n",
     0},
    {"const r = root(x", " + x^%d", ", 1)\n",
     "body.pol:2:16: error: the degree of this polynomial is above 64\n", 0},
    {"let a = ", "sin(", "1", "body.pol:2:3997: error: the expression is nested too deeply\n",
     DEEP},
    {"let a = ", "a*-(f(a + b*c^", "1",
     "body.pol:2:3493: error: the expression is nested too deeply\n", DEEP},
    {"let a = ", "[", "1", "body.pol:2:2003: error: the expression is nested too deeply\n", DEEP},
    {"let a = ", "-", "1\n", "body.pol:2:2003: error: the expression is nested too deeply\n", DEEP},
    {"let a = R", "'", "\n", "body.pol:2:9: error: the expression is nested too deeply\n", 0},
    {"let a = 1", "^t", "\n", "body.pol:2:2003: error: the expression is nested too deeply\n",
     DEEP},
    /* nor is a line looked through again for each of its characters */
    {"tableau x {", "\\", "\n", "body.pol:2:12: error: unexpected '\\'", 10 * DEEP},
    {"tableau t ", "{", "\n", "body.pol:2:12: error: unexpected '{'", 10 * DEEP},
    {"let a = min(1", ", t", ")\n", "body.pol:2:9: error: 'min' takes 1 or 2 arguments, not 1001\n",
     0},
    {"let a = [1", ", t", "]\n", "body.pol:2:9: error: a vector has at most 16 entries, not 1001\n",
     0},
    {"let a = e1[1", ", 1", "]\n", "body.pol:2:9: error: more than two indices\n", 0},
    {"torque body e1", "\ntorque body nope%d*e1", "\n",
     "body.pol:3:13: error: unknown name 'nope1'\n", 0},
    {"", "wheel a%d(axis = e3, inertia = 0.01)\n", "",
     "body.pol:66:1: error: more than 64 wheels\n", 65},
    {"", "show euler(zyx)\n", "", "body.pol:66:1: error: more than 64 attitudes to show\n", 65},
    {"", "state z%1$d = e3 rate -z%1$d\n", "",
     "body.pol:87:1: error: wheels and states have more than 256 numbers\n", 86},
    {"", STATE, "method imidm\n",
     "body.pol:64:8: error: the method would solve for more than 64 numbers at "
     "once, wheels and states among them\n",
     62},
    {"", STATE, "method rkmk(gauss(3))\n",
     "body.pol:22:13: error: too many stages of 'gauss(3)' need one another: "
     "78 "
     "numbers are unknown, and at most 64 can be\n",
     20},
    {"", STATE, "method rkmk(trbdf2)\n",
     "body.pol:64:13: error: a stage of 'trbdf2' has 68 unknown numbers, and "
     "at "
     "most 64 can be\n",
     62},
};

static void refuse(const struct refused *r)
{
    struct text t = text_new(arena);
    pol_job *job = pol_open(NULL);
    text_put(&t, "body b inertia diag(1, 2, 3) step 0.01\n");
    text_put(&t, r->before);
    for (int i = 1; i <= (r->parts ? r->parts : 1000); i++)
        if (strchr(r->part, '%'))
            text_print(&t, r->part, i);
        else
            text_put(&t, r->part);
    text_put(&t, r->after);
    pol_status status = pol_read_text(job, "body.pol", text_chars(&t), t.length);
    if (status == POL_OK)
        status = pol_derive(job);
    assert_int_equal(status, POL_BAD_SPEC);
    const char *said = pol_diag_at(job, 0)->text;
    if (strncmp(said, r->message, strlen(r->message)) != 0)
        print_error("said %sexpected %s", said, r->message);
    assert_int_equal(strncmp(said, r->message, strlen(r->message)), 0);
    pol_close(job);
}

/* Lets nest 5000 deep; 20,000 kept values take less memory than a byte for each
 * pair of them; a sum has any number of terms. */
TEST(lets_and_keeps_are_as_many_as_one_likes)
{
    struct text t = text_new(arena);
    pol_options o = pol_default_options();
    o.memory = (size_t)320 << 20;
    pol_job *job = pol_open(&o);
    text_put(&t, "body b inertia diag(1, 1, 1) step 0.01\nlet a0 = t\n");
    for (int i = 1; i < 5000; i++)
        text_print(&t, "let a%d = sin(a%d) + t\n", i, i - 1);
    for (int i = 1; i < 20000; i++)
        text_print(&t, "keep b%d = %d*t\n", i, i);
    text_put(&t, "let sum = 0");
    for (int i = 0; i < DEEP; i++)
        text_put(&t, i % 2 ? "+1" : "-1/1");
    text_put(&t, "\ntorque body a4999*e1\n");
    assert_int_equal(pol_read_text(job, "b.pol", text_chars(&t), t.length), POL_OK);
    assert_int_equal(pol_derive(job), POL_OK);
    pol_close(job);
}

TEST(what_there_is_no_room_for_has_a_message)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        refuse(&refusals[i]);
}
