/* SPDX-License-Identifier: MIT
 *
 * Programs: their rules, their text, their cost, Newton iterations, pages.
 */
#include <stdio.h>

#include "base/diag.h"
#include "check.h"
#include "effort.h"
#include "opt/pass.h"
#include "unit/interpret.h"
#include "unit/sample.h"

/* --- rules: small programs by hand ---------------------------------------- */

static struct tree name_a = {.kind = TREE_NAME, .name = "a"};
static struct tree name_b = {.kind = TREE_NAME, .name = "b"};

struct small {
    struct read read[2];
    struct line line[3];
    struct paragraph paragraph;
    struct block block;
    struct write write;
    struct program program;
};

/* reads a; b = a; writes b */
static void small_new(struct small *s)
{
    *s = (struct small){.read = {{READ_STORE, "a", "q", 0, 4}},
                        .line = {{.n = 1, .name = {"b"}, .value = &name_a}},
                        .write = {"q", 0, 4, &name_b, false}};
    s->paragraph = (struct paragraph){NULL, 1, s->line};
    s->block = (struct block){.paragraphs = 1, .paragraph = &s->paragraph};
    s->program = (struct program){.name = "p",
                                  .reads = 1,
                                  .blocks = 1,
                                  .writes = 1,
                                  .read = s->read,
                                  .block = &s->block,
                                  .write = &s->write};
}

static void assert_fault(const struct small *s, const char *want)
{
    struct arena *arena = test_arena();
    const char *fault = program_check(arena, &s->program);
    if (want)
        assert_string_equal(fault ? fault : "none", want);
    else
        assert_null(fault);
    arena_free(arena);
}

TEST(faults_are_found)
{
    struct small s;
    small_new(&s);
    assert_fault(&s, NULL);

    s.paragraph.lines = 2;
    s.line[1] = (struct line){.n = 1, .name = {"b"}, .value = &name_a};
    assert_fault(&s, "made twice: b");
    s.line[1].name[0] = "c";
    assert_fault(&s, "made for nothing: c");

    small_new(&s);
    s.line[0].value = &name_b;
    assert_fault(&s, "used before it is made: b");

    small_new(&s);
    s.program.reads = 2;
    s.read[1] = (struct read){READ_STORE, "d", "q", 1, 4};
    assert_fault(&s, "read for nothing: d");

    small_new(&s);
    s.program.fault = "an undefined value";
    assert_fault(&s, "an undefined value");
}

/* --- text ----------------------------------------------------------------- */

static const char *printed(struct arena *arena, struct cost c)
{
    struct text out = text_new(arena);
    cost_print(&c, &out);
    return text_chars(&out);
}

TEST(costs_are_readable)
{
    struct arena *arena = test_arena();
    assert_string_equal(printed(arena, (struct cost){0}), "no operations");
    assert_string_equal(
        printed(arena, (struct cost){.step = {.mul = 89, .add = 40, .div = 1}}),
        "89 mul, 40 add, 1 div");
    assert_string_equal(
        printed(arena, (struct cost){.step = {.add = 2, .calls = 1},
                                     .sweep = {.mul = 3}}),
        "2 add, 1 call; each Newton sweep 3 mul");
    assert_int_equal(
        operations_total(&(struct operations){
            .mul = 1, .add = 2, .div = 3, .sqrt = 4, .calls = 5, .neg = 100}),
        15);
    arena_free(arena);
}

/* --- Stumpff functions ---------------------------------------------------- */

static char *read_whole(const char *path, char *chars, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(chars, 1, room - 1, file);
    fclose(file);
    chars[n] = 0;
    return chars;
}

static int count_text(const char *from, const char *end, const char *what)
{
    int n = 0;
    for (const char *at = from; (at = strstr(at, what)) && at < end; at++)
        n++;
    return n;
}

/* The near part of pol_NAME as it is compiled. */
static void recount(const char *text, const char *name, int *mul, int *add)
{
    char head[64];
    snprintf(head, sizeof head, "pol_%s_near(", name);
    const char *from = strstr(text, head);
    assert_non_null(from);
    from = strchr(from, '{');
    const char *end = strstr(from, "\n}");
    *mul = count_text(from, end, " * ");
    *add = count_text(from, end, " + ") + count_text(from, end, " - ");
}

TEST(inner_operations_are_those_of_the_runtime)
{
    static char text[100000];
    (void)state;
    read_whole(POL_ROOT_DIR "/runtime/pol_so3.h", text, sizeof text);
    for (int i = 0; carried_function(i); i++)
        for (int real = REAL_DOUBLE; real <= REAL_FLOAT; real++) {
            const struct carried *f = carried_function(i);
            char name[16];
            int mul, add;
            if (f->cost[real].calls)
                continue; /* it has sweeps, and counts as a call */
            snprintf(name, sizeof name, "%s%s", f->name,
                     real == REAL_FLOAT ? "f" : "");
            recount(text, name, &mul, &add);
            assert_int_equal(f->cost[real].mul, mul);
            assert_int_equal(f->cost[real].add, add);
        }
}

TEST(the_real_type_decides_their_count)
{
    int total[2];
    for (int real = REAL_DOUBLE; real <= REAL_FLOAT; real++) {
        struct sample *s = sample_rkmk(FREE_BODY, RATE);
        total[real] = operations_total(
            &program_lower(s->arena, s->names, &s->step, &s->step.advance,
                           (enum real)real, -1)
                 ->cost.step);
        sample_free(s);
    }
    assert_int_equal(total[REAL_DOUBLE] - total[REAL_FLOAT], 14);
}

/* --- Newton --------------------------------------------------------------- */

/* x = L0 cos(L2) + h sin(L1) x^2 by Newton; then y = x^2 + L2. */
struct newton {
    const struct expr *unknown, *start, *residual, *change, *symbol, *result;
    struct solve solve;
};

static const struct expr *name_symbol(struct sample *s, const char *name,
                                      int tag)
{
    return expr_fresh(s->pool, name_of_text(s->names, name), tag);
}

static struct sample *newton_new(struct newton *n)
{
    struct sample *s = sample_new(FREE_BODY);
    struct pool *p = s->pool;
    const struct expr *sine = expr_apply(p, OP_SIN, 1, &s->L.x[1]);
    const struct expr *slope = expr_mul(p, s->step.h, sine), *d;
    n->unknown = name_symbol(s, "x", SYMBOL_UNKNOWN);
    n->symbol = name_symbol(s, "dx", SYMBOL_UNKNOWN);
    n->result = name_symbol(s, "x", SYMBOL_SOLVED);
    const struct expr *cosine = expr_apply(p, OP_COS, 1, &s->L.x[2]);
    n->start = s->L.x[0];
    n->residual =
        expr_sub(p, expr_sub(p, n->unknown, expr_mul(p, s->L.x[0], cosine)),
                 expr_mul(p, slope, expr_power(p, n->unknown, 2)));
    expr_diff(p, 1, &n->residual, n->unknown, &d);
    n->change = expr_neg(p, expr_div(p, n->residual, d));
    const struct expr *size[2] = {expr_power(p, n->symbol, 2),
                                  expr_fraction(p, 1, 1L << 50)};
    const struct expr *range[2] = {n->result, expr_int(p, 100)};
    static const struct variable x = {"x", -1, 0};
    n->solve = (struct solve){.n = 1,
                              .variable = &x,
                              .unknown = &n->unknown,
                              .start = &n->start,
                              .residual = &n->residual,
                              .change = &n->change,
                              .change_symbol = &n->symbol,
                              .done = expr_apply(p, OP_LT, 2, size),
                              .accept = expr_apply(p, OP_LT, 2, range),
                              .result = &n->result,
                              .sweeps = 20};
    const struct expr **value = arena_alloc(s->arena, sizeof *value);
    value[0] = expr_add(p, expr_power(p, n->result, 2), s->L.x[2]);
    struct output *output = arena_alloc(s->arena, sizeof *output);
    *output = (struct output){"y", 1, value};
    s->step.advance = (struct routine){.name = "step",
                                       .outputs = 1,
                                       .output = output,
                                       .solves = 1,
                                       .solve = &n->solve};
    return s;
}

static struct machine machine;

TEST(newton_iterations_run)
{
    for (int passes = 0; passes <= PASSES; passes++) {
        struct newton n;
        struct sample *s = newton_new(&n);
        const struct program *p = sample_lower(s, passes);
        double out[1], a = 1.5 * cos(0.25), k = 0.1 * sin(0.7), want;
        assert_null(program_check(s->arena, p));
        machine_begin(&machine, DOUBLE_BITS);
        machine_set(&machine, "L0", 1.5);
        machine_set(&machine, "L1", 0.7);
        machine_set(&machine, "L2", -0.25);
        machine_set(&machine, "h", 0.1);
        int sweeps = machine_run(&machine, p, out);
        want = (1 - sqrt(1 - 4 * a * k)) / (2 * k);
        assert_in_range(sweeps, 2, 6);
        assert_close(out[0], want * want - 0.25, 1e-14);
        /* what ran is what costs; the unknown's own addition is no tree */
        const struct cost *c = &p->cost;
        assert_int_equal(machine.mul, c->step.mul + sweeps * c->sweep.mul);
        assert_int_equal(machine.add,
                         c->step.add + sweeps * (c->sweep.add - 1));
        assert_int_equal(machine.div, c->step.div + sweeps * c->sweep.div);
        sample_free(s);
    }
}

TEST(the_unknown_decides_what_stands_in_the_loop)
{
    struct newton n;
    struct sample *s = newton_new(&n);
    const struct program *p = sample_lower(s, -1);
    assert_int_equal(p->blocks, 2);
    assert_int_equal(p->block[0].kind, BLOCK_STRAIGHT); /* sin(L1) h */
    assert_int_equal(p->block[1].kind, BLOCK_NEWTON);
    assert_int_equal(p->cost.step.calls, 2);
    assert_int_equal(p->cost.sweep.calls, 0);
    assert_true(p->cost.sweep.div == 1 && p->cost.step.div == 0);
    assert_int_equal(p->cost.sweep.compare, 1);
    assert_int_equal(p->cost.step.compare, 1);
    assert_int_equal(p->calls, 2);
    assert_string_equal(p->call[0], "sin");
    assert_string_equal(p->call[1], "cos");
    sample_free(s);
}

TEST(a_root_out_of_range_is_not_accepted)
{
    struct newton n;
    double out[1];
    struct sample *s = newton_new(&n);
    const struct program *p = sample_lower(s, -1);
    machine_begin(&machine, DOUBLE_BITS);
    machine_set(&machine, "L0", 150);
    machine_set(&machine, "L1", 0);
    machine_set(&machine, "L2", 0);
    machine_set(&machine, "h", 0.1);
    assert_int_equal(machine_run(&machine, p, out), -1);
    sample_free(s);
}

/* --- size ------------------------------------------------------------------
 */

static struct output *chain(struct sample *s, int n)
{
    struct pool *p = s->pool;
    const struct expr *x = s->q.x[0];
    for (int i = 0; pool_size(p) < n; i++) {
        x = expr_apply(p, OP_SIN, 1, &x);
        x = expr_add(p, expr_mul(p, x, s->q.x[1 + i % 3]), s->L.x[i % 3]);
    }
    const struct expr **value = arena_alloc(s->arena, sizeof *value);
    value[0] = x;
    struct output *output = arena_alloc(s->arena, sizeof *output);
    *output = (struct output){"y", 1, value};
    return output;
}

static struct effort lower_chain(int nodes)
{
    struct sample *s = sample_new(FREE_BODY);
    s->step.advance = (struct routine){
        .name = "step", .outputs = 1, .output = chain(s, nodes)};
    struct effort begin = effort;
    const struct program *p = sample_lower(s, -1);
    struct effort all = effort_since(begin);
    assert_true(p->cost.step.calls > nodes / 4);
    assert_null(program_check(s->arena, p));
    sample_free(s);
    return all;
}

TEST(twice_the_graph_lowers_with_twice_the_effort)
{
    struct effort once = lower_chain(10000);
    effort_doubles(once, lower_chain(20000));
}

TEST(depth_does_not_matter)
{
    struct sample *s = sample_new(FREE_BODY);
    s->step.advance = (struct routine){
        .name = "step", .outputs = 1, .output = chain(s, 200000)};
    const struct program *p = sample_lower(s, 0);
    assert_true(p->cost.step.calls > 60000);
    sample_free(s);
}

/* --- pages -----------------------------------------------------------------
 */

TEST(a_page_says_what_the_step_is)
{
    struct sample *s = sample_rkmk(FAST_TOP, RATE);
    s->step.facts.name = "top";
    s->step.order = 4;
    s->recipe.method.claim = (struct claim){"rkmk(kutta4)", "title", "source"};
    const struct page *page =
        page_build(s->arena, s->names, &s->step, REAL_DOUBLE, -1, 0);
    assert_string_equal(page->step->facts.name, "top");
    assert_string_equal(page->step->recipe->method.claim.name, "rkmk(kutta4)");
    assert_int_equal(page->order, 4);
    assert_int_equal(page->step->stores, 2);
    assert_string_equal(page->step->store[0].name, "q");
    assert_int_equal(page->step->store[0].n, 4);
    assert_close(number_double(page->step->facts.inertia[4]), 5, 0);
    assert_non_null(page->advance);
    assert_null(page->watch_values);
    sample_free(s);
}
