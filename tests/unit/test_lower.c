/* SPDX-License-Identifier: MIT
 *
 * Lowering: a program gives what its expressions give, is complete and
 * without dead lines, is counted exactly, and is always the same.
 */
#include "check.h"
#include "opt/pass.h"
#include "unit/interpret.h"
#include "unit/sample.h"

static uint64_t random_state;

/* xorshift; in (-1, 1) */
static double random_value(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(int64_t)(random_state >> 11) * 0x1p-52 - 1;
}

/* All symbols of a sample's step with random values. */
struct inputs {
    int n;
    const struct expr *symbol[20];
    double value[20];
};

static void add_input(struct inputs *in, const struct expr *symbol, double x)
{
    in->symbol[in->n] = symbol;
    in->value[in->n++] = x;
}

static struct inputs random_inputs(const struct sample *s)
{
    struct inputs in = {0};
    for (int i = 0; i < 4; i++)
        add_input(&in, s->q.x[i], 0.5 * random_value());
    for (int i = 0; i < 3; i++)
        add_input(&in, s->L.x[i],
                  4 * random_value() / number_double(s->inverse.x[i]->number));
    add_input(&in, s->step.h, 0.01 + 0.05 * fabs(random_value()));
    add_input(&in, s->model.t, random_value());
    return in;
}

static void load(struct machine *m, const struct program *p,
                 const struct inputs *in)
{
    machine_begin(m, DOUBLE_BITS);
    for (int i = 0; i < p->reads; i++) {
        const struct read *r = &p->read[i];
        int at = r->kind == READ_STEP         ? 7
                 : r->kind == READ_TIME       ? 8
                 : strcmp(r->field, "q") == 0 ? r->index
                                              : 4 + r->index;
        machine_set(m, r->name, in->value[at]);
    }
}

/* The expressions' own values, in the order of the outputs. */
static int want(const struct sample *s, const struct inputs *in, double *value)
{
    const struct routine *r = &s->step.advance;
    int n = 0;
    for (int i = 0; i < r->outputs; i++) {
        expr_eval(s->pool, r->output[i].n, r->output[i].value, in->n,
                  in->symbol, in->value, value + n);
        n += r->output[i].n;
    }
    return n;
}

static double norm(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static struct machine machine;

static void compare(const struct sample *s, const struct program *p)
{
    double got[20], expected[20];
    struct inputs in = random_inputs(s);
    load(&machine, p, &in);
    machine_run(&machine, p, got);
    want(s, &in, expected);
    for (int i = 0; i < p->writes; i++) {
        bool is_q = strcmp(p->write[i].field, "q") == 0;
        int at = (is_q ? 0 : 4) + p->write[i].index;
        double size = is_q ? norm(expected, 4) : norm(expected + 4, 3);
        assert_close(got[i], expected[at], 4e-14 * size);
    }
}

/* Until constants have found their place, coefficients pile up, beyond what a
 * double can hold where moments of inertia are large or forms are long. */
static bool is_in_range(enum body body, enum form form, int passes)
{
    int scales = 0;
    while (strcmp(all_passes[scales].name, "scales") != 0)
        scales++;
    return passes > scales || (body != SATELLITE && form == RATE);
}

TEST(every_prefix_of_passes_keeps_the_values)
{
    random_state = 88172645463325252u;
    for (enum body body = FREE_BODY; body < BODIES; body++)
        for (enum form form = RATE; form <= MOMENTUM; form++)
            for (int n = 0; n <= PASSES; n++) {
                struct sample *s = sample_rkmk(body, form);
                const struct program *p = sample_lower(s, n);
                assert_null(program_check(s->arena, p));
                for (int i = 0; i < 20 && is_in_range(body, form, n); i++)
                    compare(s, p);
                sample_free(s);
            }
}

/* Each tree is evaluated once, so what ran is what costs. */
TEST(the_cost_is_what_runs)
{
    for (enum body body = FREE_BODY; body < BODIES; body++) {
        struct sample *s = sample_rkmk(body, RATE);
        const struct program *p = sample_lower(s, -1);
        struct inputs in = random_inputs(s);
        double out[20];
        int calls = 0;
        for (int i = 0; i < p->blocks; i++)
            for (int k = 0; k < p->block[i].paragraphs; k++)
                for (int l = 0; l < p->block[i].paragraph[k].lines; l++)
                    calls += p->block[i].paragraph[k].line[l].call != NULL;
        load(&machine, p, &in);
        machine_run(&machine, p, out);
        assert_int_equal(calls, body == FREE_BODY ? 1 : 4);
        assert_int_equal(machine.mul + 17 * calls, p->cost.step.mul);
        assert_int_equal(machine.add + 16 * calls, p->cost.step.add);
        assert_int_equal(machine.div, p->cost.step.div);
        sample_free(s);
    }
}

TEST(dead_components_do_not_appear)
{
    struct sample *s = sample_rkmk(FAST_TOP, RATE);
    const struct program *p = sample_lower(s, -1);
    /* the top's L2 is constant: read, never written */
    assert_int_equal(p->writes, 6);
    for (int i = 0; i < p->writes; i++)
        assert_false(strcmp(p->write[i].field, "L") == 0 &&
                     p->write[i].index == 2);
    sample_free(s);
}

TEST(the_free_body_takes_one_exponential)
{
    struct sample *s = sample_rkmk(FREE_BODY, RATE);
    const struct program *p = sample_lower(s, -1);
    int calls = 0;
    for (int i = 0; i < p->blocks; i++)
        for (int k = 0; k < p->block[i].paragraphs; k++)
            for (int l = 0; l < p->block[i].paragraph[k].lines; l++)
                calls += p->block[i].paragraph[k].line[l].call != NULL;
    assert_int_equal(calls, 1); /* only the last element turns anything */
    assert_int_equal(p->carries, 1);
    sample_free(s);
}

static const char *shown(struct sample *s, int passes)
{
    struct text out = text_new(s->arena);
    program_show(sample_lower(s, passes), &out);
    return text_chars(&out);
}

TEST(the_same_step_gives_the_same_text)
{
    struct sample *a = sample_rkmk(COULOMB_WALL, MOMENTUM);
    struct sample *b = sample_rkmk(COULOMB_WALL, MOMENTUM);
    free(malloc(1000)); /* another heap must not matter */
    assert_string_equal(shown(a, -1), shown(b, -1));
    sample_free(a);
    sample_free(b);
}

TEST(the_text_speaks_the_method_s_language)
{
    static const char *const want[] = {
        "# stage 2\n", "  h_over_2 = 0.5 * h\n",    "  v2_0 = L0 * ",
        "  K2_0 = ",   "  c0_2, c1_2 = c01(y_2)\n", "  e2_0 = v2_0 * c1_2\n"};
    struct sample *s = sample_rkmk(FAST_TOP, RATE);
    const char *text = shown(s, -1);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr(text, want[i]))
            fail_msg("'%s' is missing in\n%s", want[i], text);
    sample_free(s);
}

/* Names of the user's that the lowering would like for itself, or that mean
 * something else in C, get out of the way or are got out of the way of. */
TEST(names_do_not_collide)
{
    static const char *const name[] = {"t1", "x",  "double",   "y1",
                                       "q0", "k1", "h_over_2", "y_part"};
    enum { NAMES = sizeof name / sizeof *name };
    struct sample *s = sample_new(FREE_BODY);
    struct pool *p = s->pool;
    struct field *field = arena_array(s->arena, NAMES, sizeof *field);
    const struct expr *sum = expr_mul(p, expr_fraction(p, 1, 2), s->step.h);
    sum = expr_add(p, expr_mul(p, sum, s->q.x[0]), s->q.x[0]);
    for (int i = 0; i < NAMES; i++) {
        const struct expr *y = sample_symbol(s, name[i], SYMBOL_PARAM);
        field[i] = (struct field){.name = y->name, .n = 1, .symbol = {y}};
        y = expr_apply(p, OP_SIN, 1, &y);
        sum = expr_add(p, expr_power(p, y, 2), expr_mul(p, sum, y));
    }
    s->step.params = NAMES;
    s->step.param = field;
    struct output output = {"y", 1, &sum};
    s->step.advance =
        (struct routine){.name = "step", .outputs = 1, .output = &output};
    const struct program *program = sample_lower(s, -1);
    assert_null(program_check(s->arena, program));
    assert_int_equal(program->reads, NAMES + 2);
    sample_free(s);
}
