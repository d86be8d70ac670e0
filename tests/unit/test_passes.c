/* SPDX-License-Identifier: MIT
 *
 * The passes: none makes a program longer, and together they bring
 * rkmk(kutta4) to the counts of a stepper written by hand.
 */
#include "check.h"
#include "in_reals.h"
#include "opt/pass.h"
#include "unit/interpret.h"
#include "unit/sample.h"

static int count(enum body body, enum form form, int passes)
{
    struct sample *s = sample_rkmk(body, form);
    int total = operations_total(&sample_lower(s, passes)->cost.step);
    sample_free(s);
    return total;
}

/* Golden: a change that raises one of these is a loss. */
TEST(the_counts_are_those_of_the_hand_program)
{
    static const int want[2][BODIES] = {{246, 447, 508, 524},
                                        {429, 573, 634, 626}};
    (void)state;
    for (enum body body = FREE_BODY; body < BODIES; body++)
        for (enum form form = RATE; form <= MOMENTUM; form++)
            assert_int_equal(count(body, form, -1), want[form][body]);
}

static const struct program *
lower_of(struct sample *s, int n, const struct expr *const *value, int passes)
{
    struct routine *r = arena_alloc(s->arena, sizeof *r);
    struct output *output = arena_alloc(s->arena, sizeof *output);
    *output = (struct output){"y", n, value};
    *r = (struct routine){.name = "energy", .outputs = 1, .output = output};
    return program_lower(s->arena, s->names, &s->step, r, REAL_DOUBLE, passes);
}

static struct machine machine;

static const double point[8] = {0.6137,  -0.3519, 0.4421, 0.5273,
                                0.81031, -1.1377, 0.7193, 0.10937};

/* The program and the expressions agree at one point. */
static double furthest(struct sample *s, const struct program *p, int n,
                       const struct expr *const *value, double *size)
{
    static const char *const name[8] = {"q0", "q1", "q2", "q3",
                                        "L0", "L1", "L2", "h"};
    const struct expr *symbol[8] = {s->q.x[0], s->q.x[1], s->q.x[2], s->q.x[3],
                                    s->L.x[0], s->L.x[1], s->L.x[2], s->step.h};
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

static void assert_same(struct sample *s, const struct program *p, int n,
                        const struct expr *const *value)
{
    double size, off = furthest(s, p, n, value, &size);
    assert_null(program_check(s->arena, p));
    assert_close(off, 0, 1e-14 * size);
}

TEST(powers_share_one_reciprocal)
{
    struct sample *s = sample_new(FREE_BODY);
    const struct expr *x = s->q.x[0];
    const struct expr *value[2] = {expr_power(s->pool, x, -2),
                                   expr_power(s->pool, x, -11)};
    const struct program *p = lower_of(s, 2, value, -1);
    assert_int_equal(p->cost.step.div, 1);
    assert_int_equal(p->cost.step.mul, 5); /* 1 2 3 4 7 11 */
    assert_same(s, p, 2, value);
    sample_free(s);
}

TEST(multiples_of_the_step_are_made_once)
{
    struct sample *s = sample_new(FREE_BODY);
    struct pool *p = s->pool;
    const struct expr *hx = expr_mul(p, s->step.h, s->q.x[0]);
    const struct expr *y =
        expr_sub(p, s->q.x[1], expr_mul(p, expr_fraction(p, 1, 6), hx));
    const struct program *program = lower_of(s, 1, &y, -1);
    assert_same(s, program, 1, &y);
    assert_int_equal(program->cost.step.mul, 1);
    assert_int_equal(program->cost.once, 1);
    assert_int_equal(program->onces, 1);
    assert_string_equal(program->once[0].name[0], "h_over_6");
    sample_free(s);
}

TEST(half_angles_are_shared)
{
    struct sample *s = sample_new(FREE_BODY);
    struct pool *p = s->pool;
    const struct expr *y = vec_dot(p, s->L, s->L);
    const struct expr *z = expr_mul(p, expr_int(p, 4), y);
    const struct expr *value[8];
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

/* --- random expressions ----------------------------------------------------
 */

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static const struct expr *random_node(struct sample *s, unsigned *state,
                                      const struct expr *const *old, int n)
{
    struct pool *p = s->pool;
    const struct expr *arg[3];
    for (int i = 0; i < 3; i++)
        arg[i] = old[next_random(state) % (unsigned)n];
    const struct expr *c = expr_fraction(p, (long)(next_random(state) % 9) - 4,
                                         1 + (long)(next_random(state) % 5));
    const struct expr *one = expr_int(p, 1);
    switch (next_random(state) % 12) {
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
        return expr_power(p, arg[0], 2 + (int)(next_random(state) % 2));
    case 6:
    case 7:
        return expr_mul(p, arg[0], arg[1]);
    case 8:
        return expr_stumpff(p, (int)(next_random(state) % 6),
                            expr_power(p, expr_apply(p, OP_SIN, 1, arg), 2));
    case 9: {
        const struct expr *m = expr_fraction(p, 1, 3);
        const struct expr *x[3] = {arg[0], m, expr_fraction(p, 2, 3)};
        return expr_result(p, OP_JACOBI, (int)(next_random(state) % 3), x);
    }
    default:
        return expr_add(p, expr_mul(p, c, arg[0]),
                        expr_sub(p, arg[1], expr_mul(p, c, arg[2])));
    }
}

static void random_nodes(struct sample *s, unsigned *seed,
                         const struct expr *node[60])
{
    const struct expr *leaf[8] = {s->q.x[0], s->q.x[1], s->q.x[2], s->q.x[3],
                                  s->L.x[0], s->L.x[1], s->L.x[2], s->step.h};
    memcpy(node, leaf, sizeof leaf);
    for (int i = 8; i < 60; i++)
        node[i] = random_node(s, seed, node, i);
}

/* One pass alone, on a graph as the constructors leave it. */
static struct graph *run_graph(struct sample *s,
                               const struct expr *const *value, int n,
                               int labels, const struct pass *pass)
{
    struct routine *r = arena_alloc(s->arena, sizeof *r);
    struct output *output = arena_alloc(s->arena, sizeof *output);
    *output = (struct output){"y", n, value};
    *r = (struct routine){.name = "energy",
                          .outputs = 1,
                          .output = output,
                          .labels = labels,
                          .label = s->label};
    return pass_run(pass, graph_new(s->arena, arena_child(s->arena), &s->step,
                                    r, REAL_DOUBLE));
}

static const struct program *run_alone(struct sample *s,
                                       const struct expr *const *value, int n,
                                       const struct pass *pass)
{
    return lower_graph(run_graph(s, value, n, 0, pass), s->names, s->arena);
}

TEST(each_pass_alone_keeps_the_values)
{
    enum { FIRST = 1, RUNS = PASSES - FIRST }; /* but for that of rotations */
    unsigned seed = 362436069u;
    for (int round = 0; round < SOME_OF(60) * RUNS; round++) {
        struct sample *s = sample_new(FREE_BODY);
        const struct expr *node[60];
        random_nodes(s, &seed, node);
        const struct program *p =
            run_alone(s, node + 52, 8, &all_passes[FIRST + round % RUNS]);
        double size, off = furthest(s, p, 8, node + 52, &size);
        assert_null(program_check(s->arena, p));
        if (size < 1e6)
            assert_close(off, 0, 1e-9 * size);
        sample_free(s);
    }
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

/* "-2 up_0": what the emitted text says beside a line of another value. */
TEST(each_pass_says_which_multiples_it_makes)
{
    unsigned seed = 521288629u;
    int multiples = 0, negative = 0;
    for (int round = 0; round < SOME_OF(40) * (PASSES - 1); round++) {
        struct sample *s = sample_new(FREE_BODY);
        const struct expr *node[60], *symbol[8];
        random_nodes(s, &seed, node);
        for (int i = 0; i < 52; i++)
            s->label[i] = (struct label){.node = node[8 + i],
                                         .name = "a",
                                         .component = -1,
                                         .soft = true};
        const struct graph *g = run_graph(
            s, node + 52, 8, 52, &all_passes[1 + round % (PASSES - 1)]);
        for (int i = 0; i < 8; i++)
            symbol[i] = g->own[node[i]->id];
        for (int i = 0; i < g->labels; i++) {
            const struct label *now = &g->label[i];
            if (!now->node || !now->factor || now->node->op == OP_CONST)
                continue;
            double want = value_at(s->pool, node, node[8 + i]);
            double factor = number_double(now->factor);
            assert_close(factor * value_at(g->pool, symbol, now->node), want,
                         1e-12 * fabs(want));
            multiples += factor != 1;
            negative += factor == -1;
        }
        sample_free(s);
    }
    assert_true(multiples > 20 && negative > 5);
}

static struct graph *same_graph(const struct graph *g)
{
    return (struct graph *)(size_t)g;
}

static bool is_product(const struct tree *t)
{
    return t->kind == TREE_OP && strcmp(t->op, "mul") == 0;
}

/* sqrt(b) is made before c d, and yet a + c d does not wait for it. */
TEST(what_is_late_is_added_last)
{
    struct sample *s = sample_new(FREE_BODY);
    const struct expr *const *q = s->q.x;
    const struct expr *term[3] = {q[0], expr_apply(s->pool, OP_SQRT, 1, &q[1]),
                                  NULL};
    term[2] = expr_mul(s->pool, q[2], q[3]);
    const struct expr *sum = expr_apply(s->pool, OP_SUM, 3, term);
    const struct pass same = {.run = same_graph},
                      balance = {.run = pass_balance};
    const struct program *plain = run_alone(s, &sum, 1, &same);
    const struct program *p = run_alone(s, &sum, 1, &balance);
    assert_true(is_product(plain->write[0].value->arg[1]));
    assert_false(is_product(p->write[0].value->arg[1]));
    assert_true(is_product(p->write[0].value->arg[0]->arg[1]));
    sample_free(s);
}

/* A graph has the nodes that its routine needs, and forgets those that it needs
 * no more: what stood for them is the undefined node, what stays keeps its
 * stage, and nodes are numbered without gaps in their order. */
TEST(a_graph_forgets_what_it_needs_no_more)
{
    struct sample *s = sample_new(FREE_BODY);
    struct pool *p = s->pool;
    const struct expr *x = s->q.x[0], *y = s->L.x[1];
    const struct expr *early = expr_unary(p, OP_SIN, y);
    const int first = pool_size(p);
    const struct expr *late = expr_add(p, expr_unary(p, OP_COS, x), early);
    struct stage stage = {"late", first, 0};
    struct label label[2] = {{.node = late, .name = "sum", .component = -1},
                             {.node = x, .name = "x", .component = -1}};
    struct output output = {"y", 1, &late};
    struct routine r = {.name = "energy",
                        .outputs = 1,
                        .output = &output,
                        .stages = 1,
                        .stage = &stage,
                        .labels = 2,
                        .label = label};
    struct graph *g =
        graph_new(s->arena, arena_child(s->arena), &s->step, &r, REAL_DOUBLE);
    const struct expr *const undefined = expr_number(g->pool, NULL);
    assert_true(pool_size(g->pool) < pool_size(p));
    assert_ptr_equal(g->own[s->step.h->id], undefined);
    assert_true(g->own[x->id]->op == OP_SYMBOL);
    assert_int_equal(g->stages->of[g->root[0]->id], 0);
    assert_int_equal(g->stages->of[g->own[early->id]->id], -1);

    g->root[0] = g->own[early->id]; /* as if the cosine had cancelled */
    const struct graph *settled = graph_settle(g);
    const int size = pool_size(settled->pool);
    assert_ptr_equal(settled->own[x->id], undefined);
    assert_ptr_equal(settled->own[late->id], undefined);
    assert_ptr_equal(settled->own[early->id], settled->root[0]);
    assert_null(settled->label[0].node);
    assert_null(settled->label[1].node);
    assert_int_equal(settled->stages->count, size);
    assert_int_equal(settled->stages->of[settled->root[0]->id], -1);
    for (int i = 0; i < size; i++)
        assert_int_equal(pool_node(settled->pool, i)->id, i);
    assert_ptr_equal(expr_unary(settled->pool, OP_SIN, settled->own[y->id]),
                     settled->root[0]); /* found again, not made anew */
    assert_int_equal(pool_size(settled->pool), size);
    sample_free(s);
}

TEST(random_expressions_keep_their_values)
{
    unsigned seed = 2463534242u;
    int compared = 0;
    for (int round = 0; round < SOME_OF(400); round++) {
        struct sample *s = sample_new(FREE_BODY);
        const struct expr *node[60];
        random_nodes(s, &seed, node);
        const struct expr *const *value = node + 52;
        const struct program *p = lower_of(s, 8, value, -1);
        double size, off = furthest(s, p, 8, value, &size);
        assert_null(program_check(s->arena, p));
        if (size < 1e6) { /* else rounding decides comparisons */
            assert_close(off, 0, 1e-9 * size);
            compared++;
        }
        sample_free(s);
    }
    assert_true(compared > SOME_OF(300));
}
