/* SPDX-License-Identifier: MIT
 *
 * Programs: their rules, and the cost of the functions that they carry.
 */
#include <stdio.h>

#include "base/diag.h"
#include "check.h"
#include "effort.h"
#include "tally.h"
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

/* --- Stumpff functions ---------------------------------------------------- */

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

TEST(inner_operations_are_those_of_the_runtime)
{
    static char text[100000];
    FILE *file = fopen(POL_ROOT_DIR "/runtime/pol_so3.h", "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (int i = 0; carried_function(i); i++)
        for (int real = REAL_DOUBLE; real <= REAL_FLOAT; real++) {
            const struct carried *f = carried_function(i);
            char name[32];
            struct tally t;
            if (f->cost[real].calls)
                continue; /* it has sweeps, and counts as a call */
            snprintf(name, sizeof name, "pol_%s%s_near", f->name,
                     real == REAL_FLOAT ? "f" : "");
            assert_true(tally_function(text, name, &t));
            assert_int_equal(f->cost[real].mul, t.mul);
            assert_int_equal(f->cost[real].add, t.add);
        }
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
