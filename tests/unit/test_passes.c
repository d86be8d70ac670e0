/* SPDX-License-Identifier: MIT
 *
 * The optimiser: passes keep values and share what is equal, lines are named as
 * methods name them, what a program must not be is found, and no work grows
 * faster than the graph.
 */
#include "stepping.h"
#include "effort.h"
#include "opt/pass.h"
#include "random.h"
#include "unit/interpret.h"

/* A step of a quaternion q and a momentum L, whose routine the tests make. */
struct sample {
    struct arena *arena;
    struct names *names;
    struct pool *pool;
    struct recipe recipe;
    struct step step;
    struct field store[2];
    const expr *q, *L;
    expr seen[15];
    struct label label[60];
};

static expr sample_symbol(struct sample *s, const char *name, int tag)
{
    return expr_symbol(s->pool, name_of_text(s->names, name), tag);
}

static struct sample *sample_new(void)
{
    struct arena *arena = test_arena();
    struct sample *s = arena_alloc(arena, sizeof *s);
    s->arena = arena;
    s->names = names_new(arena);
    s->pool = pool_new(arena);
    s->store[0] = (struct field){.name = "q", .n = 4};
    s->store[1] = (struct field){.name = "L", .n = 3};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < s->store[k].n; i++)
            s->store[k].symbol[i] =
                sample_symbol(s, text_format(arena, "%s%d", s->store[k].name, i), SYMBOL_STATE);
    s->q = s->store[0].symbol;
    s->L = s->store[1].symbol;
    for (int i = 0; i < 15; i++)
        s->seen[i] = sample_symbol(s, text_format(arena, "seen%d", i),
                                   i < 9    ? SYMBOL_R
                                   : i < 12 ? SYMBOL_W
                                            : SYMBOL_L);
    s->step = (struct step){.recipe = &s->recipe,
                            .pool = s->pool,
                            .stores = 2,
                            .store = s->store,
                            .h = sample_symbol(s, "h", SYMBOL_STEP),
                            .t = sample_symbol(s, "t", SYMBOL_TIME),
                            .R = s->seen,
                            .w = s->seen + 9,
                            .L = s->seen + 12};
    return s;
}

static void sample_free(struct sample *s)
{
    arena_free(s->arena);
}

/* A routine of n values. */
static struct routine *routine_of(struct sample *s, int n, const expr *value)
{
    struct routine *r = arena_alloc(s->arena, sizeof *r);
    struct output *output = arena_alloc(s->arena, sizeof *output);
    *output = (struct output){"y", n, value};
    *r = (struct routine){.name = "energy", .outputs = 1, .output = output};
    return r;
}

static const struct program *lower_of(struct sample *s, int n, const expr *value, int passes)
{
    return program_lower(s->arena, s->names, &s->step, routine_of(s, n, value), REAL_DOUBLE, passes,
                         false);
}

static struct machine machine;

static const double point[8] = {0.6137, -0.3519, 0.4421, 0.5273, 0.81031, -1.1377, 0.7193, 0.10937};

/* The program and the expressions agree at one point. */
static double furthest(struct sample *s, const struct program *p, int n, const expr *value,
                       double *size)
{
    static const char *const name[8] = {"q0", "q1", "q2", "q3", "L0", "L1", "L2", "h"};
    expr symbol[8] = {s->q[0], s->q[1], s->q[2], s->q[3], s->L[0], s->L[1], s->L[2], s->step.h};
    double got[16], want[16], worst = 0;
    machine_begin(&machine, DOUBLE_BITS);
    for (int i = 0; i < 8; i++)
        machine_set(&machine, name[i], point[i]);
    machine_run(&machine, p, got);
    expr_eval(s->pool, n, value, 8, symbol, point, want);
    *size = 1;
    for (int i = 0; i < n; i++) {
        double off = fabs(got[i] - want[i]);
        if (!(off <= worst)) /* NaN counts */
            worst = off;
        *size = fmax(*size, fabs(want[i]));
    }
    return worst;
}

static void assert_same(struct sample *s, const struct program *p, int n, const expr *value)
{
    double size, off = furthest(s, p, n, value, &size);
    assert_null(program_check(s->arena, p));
    assert_close(off, 0, 1e-14 * size);
}

TEST(powers_share_one_reciprocal)
{
    struct sample *s = sample_new();
    expr x = s->q[0];
    expr value[2] = {expr_power(s->pool, x, -2), expr_power(s->pool, x, -11)};
    const struct program *p = lower_of(s, 2, value, -1);
    assert_int_equal(p->cost.step.div, 1);
    assert_int_equal(p->cost.step.mul, 5); /* 1 2 3 4 7 11 */
    assert_same(s, p, 2, value);
    sample_free(s);
}

TEST(half_angles_are_shared)
{
    struct sample *s = sample_new();
    struct pool *p = s->pool;
    const struct vec L = {{s->L[0], s->L[1], s->L[2]}};
    expr y = vec_dot(p, L, L);
    expr z = expr_mul(p, expr_int(p, 4), y);
    expr value[8];
    for (int k = 0; k < 6; k++)
        value[k] = expr_stumpff(p, k, z);
    value[6] = expr_stumpff(p, 4, y);
    value[7] = expr_stumpff(p, 5, y);
    const struct program *program = lower_of(s, 8, value, -1);
    int calls = 0;
    for (int i = 0; i < program->blocks; i++)
        for (int k = 0; k < program->block[i].paragraphs; k++)
            for (int l = 0; l < program->block[i].paragraph[k].lines; l++)
                calls += program->block[i].paragraph[k].line[l].call != NULL;
    assert_int_equal(calls, 1);
    assert_int_equal(program->carries, 4);
    assert_same(s, program, 8, value);
    sample_free(s);
}

/* --- random expressions --- */

static expr random_node(struct sample *s, struct random *r, const expr *old, int n)
{
    struct pool *p = s->pool;
    expr arg[3];
    for (int i = 0; i < 3; i++)
        arg[i] = old[random_below(r, n)];
    expr c = expr_fraction(p, random_below(r, 9) - 4, 1 + random_below(r, 5));
    expr one = expr_int(p, 1);
    switch (random_below(r, 12)) {
    case 0:
        return expr_apply(p, OP_SIN, 1, arg);
    case 1:
        return expr_apply(p, OP_SELECT, 3, arg);
    case 2:
        return expr_apply(p, OP_MIN, 2, arg);
    case 3:
        return expr_apply(p, OP_ABS, 1, arg);
    case 4:
        return expr_div(p, arg[0], expr_add(p, one, expr_power(p, arg[1], 2)));
    case 5:
        return expr_power(p, arg[0], 2 + random_below(r, 2));
    case 6:
    case 7:
        return expr_mul(p, arg[0], arg[1]);
    case 8:
        return expr_stumpff(p, random_below(r, 6), expr_power(p, expr_apply(p, OP_SIN, 1, arg), 2));
    case 9: {
        expr m = expr_fraction(p, 1, 3);
        expr x[3] = {arg[0], m, expr_fraction(p, 2, 3)};
        return expr_result(p, OP_JACOBI, random_below(r, 3), x);
    }
    default:
        return expr_add(p, expr_mul(p, c, arg[0]), expr_sub(p, arg[1], expr_mul(p, c, arg[2])));
    }
}

static void random_nodes(struct sample *s, struct random *r, expr node[60])
{
    expr leaf[8] = {s->q[0], s->q[1], s->q[2], s->q[3], s->L[0], s->L[1], s->L[2], s->step.h};
    memcpy(node, leaf, sizeof leaf);
    for (int i = 8; i < 60; i++)
        node[i] = random_node(s, r, node, i);
}

/* One pass alone, on a graph as the constructors leave it. */
static struct graph *run_graph(struct sample *s, const expr *value, int n, int labels,
                               const struct pass *pass)
{
    struct routine *r = routine_of(s, n, value);
    r->labels = labels;
    r->label = s->label;
    return pass_run(pass, graph_new(s->arena, arena_child(s->arena), &s->step, r, REAL_DOUBLE));
}

/* At `point`. */
static double value_at(const struct pool *pool, const expr symbol[8], expr e)
{
    mpfr_t given[8], out[1];
    for (int i = 0; i < 8; i++)
        mpfr_init_set_d(given[i], point[i], MPFR_RNDN);
    mpfr_init2(out[0], 120);
    in_reals(pool, 1, &e, 8, symbol, given, out);
    double value = mpfr_get_d(out[0], MPFR_RNDN);
    for (int i = 0; i < 8; i++)
        mpfr_clear(given[i]);
    mpfr_clear(out[0]);
    return value;
}

/* With the names of nodes, "-2 up_0", which the emitted text shows beside a
 * line of another value: nothing in these is for the pass for rotations. */
TEST(each_pass_alone_keeps_the_values)
{
    enum { FIRST = 1, RUNS = PASSES - FIRST };
    struct random r = random_new(521288629);
    int multiples = 0, negative = 0;
    for (int round = 0; round < SOME_OF(60) * RUNS; round++) {
        struct sample *s = sample_new();
        expr node[60], symbol[8];
        random_nodes(s, &r, node);
        for (int i = 0; i < 52; i++)
            s->label[i] =
                (struct label){.node = node[8 + i], .name = "a", .component = -1, .soft = true};
        struct graph *g = run_graph(s, node + 52, 8, 52, &all_passes[FIRST + round % RUNS]);
        for (int i = 0; i < 8; i++)
            symbol[i] = g->node_of[node[i]->id];
        for (int i = 0; i < g->labels; i++) {
            const struct label *now = &g->label[i];
            if (!now->node || !now->factor || now->node->op == OP_CONST)
                continue;
            double want = value_at(s->pool, node, node[8 + i]);
            double factor = number_double(now->factor);
            assert_close(factor * value_at(g->pool, symbol, now->node), want, 1e-12 * fabs(want));
            multiples += factor != 1;
            negative += factor == -1;
        }
        const struct program *p = lower_graph(g, s->names, s->arena);
        double size, off = furthest(s, p, 8, node + 52, &size);
        assert_null(program_check(s->arena, p));
        if (size < 1e6)
            assert_close(off, 0, 1e-9 * size);
        sample_free(s);
    }
    assert_true(multiples > 20 && negative > 5);
}

/* --- names --- */

/* The title shows a long fraction by its first digits. */
TEST(times_of_stages_are_right)
{
    static const char *const title[][2] = {
        {"1/3", "stage 2: t + h/3, attitude exp(v2)"},
        {"2/3", "stage 2: t + 2h/3, attitude exp(v2)"},
        {"1", "stage 2: t + h, attitude exp(v2)"},
        {"-2", "stage 2: t - 2h, attitude exp(v2)"},
        {"12345/67891", "stage 2: t + 0.181836h, attitude exp(v2)"}};
    for (size_t i = 0; i < sizeof title / sizeof *title; i++) {
        struct stepping s = stepping_new(NULL, 0);
        const char *c = title[i][0];
        stepping_must(&s,
                      text_format(s.arena,
                                  "body top\ninertia diag(1, 1, 2)\n"
                                  "torque body cross(R'*e3, e3)\n"
                                  "tableau two {\n0 :\n%s : %s\nb : 0, 1\n}\nstep 0.01\n",
                                  c, c),
                      "rkmk(two)", NULL, NULL);
        assert_string_equal(s.step->advance.stage[1].title, title[i][1]);
        arena_free(s.arena);
    }
}

/* --- effort --- */

static struct effort lower_chain(int nodes, int passes)
{
    struct sample *s = sample_new();
    struct pool *p = s->pool;
    expr x = s->q[0];
    for (int i = 0; pool_size(p) < nodes; i++) {
        x = expr_apply(p, OP_SIN, 1, &x);
        x = expr_add(p, expr_mul(p, x, s->q[1 + i % 3]), s->L[i % 3]);
    }
    struct effort begin = effort;
    const struct program *program = lower_of(s, 1, &x, passes);
    struct effort all = effort_since(begin);
    assert_true(program->cost.step.calls > nodes / 4);
    assert_null(program_check(s->arena, program));
    sample_free(s);
    return all;
}

TEST(twice_the_graph_lowers_with_twice_the_effort)
{
    struct effort once = lower_chain(10000, -1);
    effort_doubles(once, lower_chain(20000, -1));
}

/* No walk recurses. */
TEST(depth_does_not_matter)
{
    lower_chain(200000, 0);
}
