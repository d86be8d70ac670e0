/* SPDX-License-Identifier: MIT
 *
 * A small page built by hand, for tests of emission: every kind of read, a
 * Stumpff call, functions of the C library, awkward names, and, if wanted, a
 * Newton loop.  What its step computes is written out in test_emit.c.
 */
#ifndef POL_DEMO_PAGE_H
#define POL_DEMO_PAGE_H

#include <stdio.h>
#include <string.h>

#include "check.h"

#include "base/arena.h"
#include "opt/page.h"
#include "recipe/recipe.h"

struct demo {
    struct arena *arena;
    struct page page;
    struct step step;
    struct recipe recipe;
    bool newton;
};

static inline const struct tree *name_tree(struct demo *d, const char *name)
{
    struct tree *t = arena_alloc(d->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_NAME, .name = name};
    return t;
}

static inline const struct tree *number_tree(struct demo *d,
                                             const struct number *x)
{
    struct tree *t = arena_alloc(d->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_NUMBER, .number = x};
    return t;
}

static inline const struct tree *fraction_tree(struct demo *d, long p, long q)
{
    return number_tree(d, number_fraction(d->arena, p, q));
}

static inline const struct tree *op_tree(struct demo *d, const char *op, int n,
                                         ...)
{
    struct tree *t = arena_alloc(d->arena, sizeof *t);
    va_list list;
    *t = (struct tree){.kind = TREE_OP, .op = op, .n = n};
    va_start(list, n);
    for (int i = 0; i < n; i++)
        t->arg[i] = va_arg(list, const struct tree *);
    va_end(list);
    return t;
}

/* Reverse Polish: names, numbers "p/q", and operations with a $ and their
 * arity behind: "a b mul$2". */
static inline const struct tree *tree_of(struct demo *d, const char *text)
{
    const struct tree *stack[20];
    int n = 0;
    char word[40];
    int used;
    long p, q;
    while (sscanf(text, " %39s%n", word, &used) == 1) {
        char *arity = strchr(word, '$');
        text += used;
        if (arity) {
            int k = arity[1] - '0';
            *arity = '\0';
            n -= k;
            assert_true(n >= 0);
            const char *op = arena_text(d->arena, word, strlen(word));
            stack[n] = op_tree(d, op, k, stack[n], stack[n + 1], stack[n + 2]);
            n++;
        } else if (sscanf(word, "%ld/%ld", &p, &q) == 2) {
            stack[n++] = fraction_tree(d, p, q);
        } else {
            stack[n++] = name_tree(d, arena_text(d->arena, word, strlen(word)));
        }
        stack[n] = stack[n + 1] = NULL;
        assert_true(n < 18);
    }
    assert_int_equal(n, 1);
    return stack[0];
}

static inline struct line make_line(struct demo *d, const char *name,
                                    const char *value)
{
    return (struct line){1, {name}, NULL, tree_of(d, value), NULL};
}

/* ---- programs ---- */

struct parts {
    struct read read[20];
    struct line once[8];
    struct line line[2][20];
    struct paragraph paragraph[2];
    struct block block[3];
    struct write write[9];
    int lines[2];
    struct program program;
};

static inline void add_read(struct parts *p, enum read_kind kind,
                            const char *name, const char *field, int index,
                            int size)
{
    p->read[p->program.reads++] = (struct read){kind, name, field, index, size};
}

static inline void add_line(struct demo *d, struct parts *p, int paragraph,
                            const char *name, const char *value)
{
    p->line[paragraph][p->lines[paragraph]++] = make_line(d, name, value);
}

static inline void add_write(struct demo *d, struct parts *p, const char *field,
                             int index, int size, const char *value)
{
    p->write[p->program.writes++] =
        (struct write){field, index, size, tree_of(d, value), false};
}

static inline struct parts *new_parts(struct demo *d, const char *name)
{
    struct parts *p = arena_alloc(d->arena, sizeof *p);
    p->program.name = name;
    return p;
}

/* One straight block of the two paragraphs' lines. */
static inline const struct program *close_parts(struct parts *p)
{
    int n = p->lines[1] ? 2 : p->lines[0] ? 1 : 0;
    for (int i = 0; i < n; i++) {
        p->paragraph[i].lines = p->lines[i];
        p->paragraph[i].line = p->line[i];
    }
    if (n && !p->program.blocks) {
        p->program.blocks = 1;
        p->block[0] = (struct block){
            .kind = BLOCK_STRAIGHT, .paragraphs = n, .paragraph = p->paragraph};
    }
    p->program.read = p->read;
    p->program.once = p->once;
    p->program.block = p->block;
    p->program.write = p->write;
    return &p->program;
}

static inline void read_vector(struct parts *p, enum read_kind kind,
                               const char *const *name, const char *field,
                               int n)
{
    for (int i = 0; i < n; i++)
        add_read(p, kind, name[i], field, i, n);
}

static const char *const demo_q[] = {"q0", "q1", "q2", "q3"};
static const char *const demo_L[] = {"L0", "L1", "L2"};
static const char *const demo_u[] = {"u0", "u1", "u2"};
static const char *const demo_w[] = {"w0", "w1", "w2"};
static const char *const demo_R[] = {"R00", "R01", "R02", "R10"};

/* Newton for p = L0 + mass*cos(p)/8, carried as p. */
static inline void add_newton(struct demo *d, struct parts *p)
{
    static const struct tree *start[1], *change[1];
    static const char *const carried[] = {"p"}, *const change_name[] = {"d"};
    start[0] = tree_of(d, "L0 dt u0 swing add$2 mul$2 add$2");
    change[0] = tree_of(d, "d");
    add_line(d, p, 1, "step", "mass p cos$1 mul$2 1/8 mul$2");
    add_line(d, p, 1, "d", "L0 step add$2 p sub$2");
    p->paragraph[0] =
        (struct paragraph){"stage 1: at the start", p->lines[0], p->line[0]};
    p->paragraph[1] = (struct paragraph){NULL, p->lines[1], p->line[1]};
    p->block[0] = (struct block){
        .kind = BLOCK_STRAIGHT, .paragraphs = 1, .paragraph = &p->paragraph[0]};
    p->block[1] = (struct block){
        .kind = BLOCK_NEWTON,
        .paragraphs = 1,
        .paragraph = &p->paragraph[1],
        .title = "p",
        .n = 1,
        .carried = carried,
        .start = start,
        .change = change,
        .change_name = change_name,
        .done = tree_of(d, "d abs$1 1/1000000 lt$2"),
        .accept = tree_of(d, "p abs$1 3/1 lt$2 mass 0/1 select$3"),
        .sweeps = 40};
    p->program.blocks = 2;
}

/* Turns the quaternion by exp of L h/2 (unit inertia), pushes L by the inputs
 * and a torque that swings in time; L2 stays, as a symmetric top's does. */
static inline const struct program *demo_step(struct demo *d)
{
    static const char *const calls[] = {"cos", "sin"};
    struct parts *p = new_parts(d, "step");
    read_vector(p, READ_STORE, demo_q, "q", 4);
    read_vector(p, READ_STORE, demo_L, "L", 3);
    add_read(p, READ_TIME, "t", "t", 0, 1);
    add_read(p, READ_PARAM, "mass", "load", 0, 1);
    read_vector(p, READ_INPUT, demo_u, "u", 2);
    add_read(p, READ_STEP, "dt", "h", 0, 1);
    p->once[0] = make_line(d, "x", "1/2 dt mul$2");
    p->program.onces = 1;
    add_line(d, p, 0, "v_0", "x L0 mul$2");
    add_line(d, p, 0, "v_1", "x L1 mul$2");
    add_line(d, p, 0, "v_2", "x L2 mul$2");
    add_line(d, p, 0, "y",
             "v_0 v_0 mul$2 v_1 v_1 mul$2 v_2 v_2 mul$2 add$2 "
             "add$2");
    struct line *call = &p->line[0][p->lines[0]++];
    *call = (struct line){
        2, {"c0", "c1"}, "c01", op_tree(d, "c01", 1, name_tree(d, "y")), NULL};
    add_line(d, p, 0, "swing", "t sin$1 mass mul$2 -3/4 mul$2");
    p->line[0][p->lines[0] - 1].note = "the torque about axis 1";
    add_line(d, p, 0, "r_0",
             "c0 q0 mul$2 c1 v_0 q1 mul$2 v_1 q2 mul$2 add$2 v_2 q3 mul$2 "
             "add$2 mul$2 sub$2");
    p->paragraph[0].title = "stage 1: at the start";
    p->program.carries = 1;
    p->program.calls = d->newton ? 2 : 1;
    p->program.call = d->newton ? calls : calls + 1;
    if (d->newton)
        add_newton(d, p);
    add_write(d, p, "q", 0, 4, "r_0");
    add_write(d, p, "q", 1, 4,
              "c0 q1 mul$2 c1 v_0 q0 mul$2 v_2 q2 mul$2 add$2 v_1 q3 mul$2 "
              "sub$2 mul$2 add$2");
    add_write(d, p, "q", 2, 4,
              "c0 q2 mul$2 c1 v_1 q0 mul$2 v_0 q3 mul$2 add$2 v_2 q1 mul$2 "
              "sub$2 mul$2 add$2");
    add_write(d, p, "q", 3, 4,
              "c0 q3 mul$2 c1 v_2 q0 mul$2 v_1 q1 mul$2 add$2 v_0 q2 mul$2 "
              "sub$2 mul$2 add$2");
    add_write(d, p, "L", 0, 3,
              d->newton ? "p" : "L0 dt u0 swing add$2 mul$2 add$2");
    add_write(d, p, "L", 1, 3, "L1 dt u1 mul$2 sub$2");
    add_write(d, p, "L", 2, 3, "L2");
    return close_parts(p);
}

/* Copies n values from where they are read to where they are written. */
static inline const struct program *demo_copy(struct demo *d, const char *name,
                                              enum read_kind kind,
                                              const char *const *from,
                                              const char *field, const char *to)
{
    struct parts *p = new_parts(d, name);
    read_vector(p, kind, from, field, 3);
    for (int i = 0; i < 3; i++)
        add_write(d, p, to, i, 3, from[i]);
    return close_parts(p);
}

/* Not a rotation, but nine different values. */
static inline const struct program *demo_rotation(struct demo *d)
{
    struct parts *p = new_parts(d, "rotation");
    read_vector(p, READ_STORE, demo_q, "q", 4);
    for (int i = 0; i < 9; i++) {
        char value[40];
        snprintf(value, sizeof value, "q%d %d/1 mul$2", i % 4, i + 1);
        add_write(d, p, "R", i, 9, value);
    }
    return close_parts(p);
}

static inline const struct program *demo_set_rotation(struct demo *d)
{
    struct parts *p = new_parts(d, "set_rotation");
    for (int i = 0; i < 4; i++)
        add_read(p, READ_ARGUMENT, demo_R[i], "R", i, 9);
    add_line(d, p, 0, "big", "R00 R01 lt$2");
    add_write(d, p, "q", 0, 4, "R00 R01 lt$2 R00 R01 select$3");
    add_write(d, p, "q", 1, 4, "big R01 R02 select$3");
    add_write(d, p, "q", 2, 4, "R02");
    add_write(d, p, "q", 3, 4, "R10 big add$2");
    return close_parts(p);
}

static inline const struct program *demo_energy(struct demo *d)
{
    struct parts *p = new_parts(d, "energy");
    read_vector(p, READ_STORE, demo_L, "L", 3);
    add_line(d, p, 0, "double", "L0 L0 mul$2 L1 L1 mul$2 add$2");
    add_write(d, p, "energy", 0, 1, "1/2 double L2 L2 mul$2 add$2 mul$2");
    return close_parts(p);
}

static inline const struct program *demo_watch(struct demo *d)
{
    struct parts *p = new_parts(d, "keep");
    add_read(p, READ_PARAM, "mass", "load", 0, 1);
    add_write(d, p, "load", 0, 1, "mass");
    add_write(d, p, "push", 0, 3, "mass neg$1");
    add_write(d, p, "push", 1, 3, "1/3");
    add_write(d, p, "push", 2, 3, "-1/3");
    return close_parts(p);
}

/* mass u1: what acts at a state. */
static inline const struct program *demo_act(struct demo *d)
{
    struct parts *p = new_parts(d, "act");
    add_read(p, READ_PARAM, "mass", "load", 0, 1);
    add_read(p, READ_INPUT, "u1", "u", 1, 2);
    add_write(d, p, "act", 0, 1, "mass u1 mul$2");
    return close_parts(p);
}

/* L between two states, with h times what acts at both added to L0. */
static inline const struct program *demo_interp(struct demo *d)
{
    static const char *const end[] = {"end_L0", "end_L1", "end_L2"};
    struct parts *p = new_parts(d, "interp");
    read_vector(p, READ_STORE, demo_q, "q", 4);
    read_vector(p, READ_STORE, demo_L, "L", 3);
    read_vector(p, READ_END, end, "L", 3);
    add_read(p, READ_ARGUMENT, "T", "act", 0, 1);
    add_read(p, READ_ARGUMENT, "end_T", "act_end", 0, 1);
    add_read(p, READ_STEP, "dt", "h", 0, 1);
    add_read(p, READ_SHARE, "theta", "theta", 0, 1);
    add_line(d, p, 0, "to", "end_L0 L0 sub$2");
    for (int i = 0; i < 4; i++)
        add_write(d, p, "q", i, 4, demo_q[i]);
    add_write(d, p, "L", 0, 3,
              "L0 theta to mul$2 add$2 dt T end_T add$2 mul$2 add$2");
    add_write(d, p, "L", 1, 3, "L1 theta end_L1 L1 sub$2 mul$2 add$2");
    add_write(d, p, "L", 2, 3, "L2 theta end_L2 L2 sub$2 mul$2 add$2");
    return close_parts(p);
}

static inline void fill_fields(struct demo *d)
{
    static struct field store[2], param[1], input[1];
    static const struct number *value[8];
    for (int i = 0; i < 8; i++)
        value[i] = number_fraction(d->arena, i == 0 || i == 7 ? 1 : i - 4, 2);
    value[0] = number_int(d->arena, 1);
    value[1] = value[2] = value[3] = number_int(d->arena, 0);
    store[0] =
        (struct field){.name = "q", .note = "attitude: scalar first", .n = 4};
    store[1] = (struct field){.name = "L", .note = "body momentum", .n = 3};
    param[0] = (struct field){.name = "load", .note = "load */ kg", .n = 1};
    input[0] = (struct field){.name = "u", .n = 2};
    memcpy(store[0].value, value, 4 * sizeof *value);
    memcpy(store[1].value, value + 4, 3 * sizeof *value);
    param[0].value[0] = value[7];
    d->step.stores = 2;
    d->step.store = store;
    d->step.params = d->step.inputs = 1;
    d->step.param = param;
    d->step.input = input;
}

static inline void fill_demo(struct demo *d)
{
    static const char *const keep[] = {"momentum"};
    struct page *p = &d->page;
    d->step.facts = (struct facts){
        .name = "demo",
        .note = "a body for tests \342\200\223 \"quoted\" */ and long enough "
                "to need a second line of the banner",
        .diagonal = true};
    for (int i = 0; i < 9; i++)
        d->step.facts.inertia[i] = number_int(d->arena, i % 4 == 0);
    d->recipe.promise =
        (struct promise){.is_implicit = d->newton, .keeps = 1, .keep = keep};
    d->recipe.method.claim =
        (struct claim){"euler(x)", "a method", "A. Uthor \"1900\""};
    d->recipe.attitude.claim =
        (struct claim){"quaternion", "unit quaternion", NULL};
    d->recipe.map.claim = (struct claim){"exp", "exponential map", NULL};
    d->recipe.size = number_fraction(d->arena, 1, 100);
    d->step.recipe = &d->recipe;
    p->step = &d->step;
    p->order = 1;
    fill_fields(d);
}

/* The page; `newton`: the step solves an equation for L0. */
static inline struct demo *demo_new(struct arena *arena, bool newton)
{
    struct demo *d = arena_alloc(arena, sizeof *d);
    d->arena = arena;
    d->newton = newton;
    fill_demo(d);
    struct page *p = &d->page;
    p->advance = demo_step(d);
    p->rotation = demo_rotation(d);
    p->set_rotation = demo_set_rotation(d);
    p->omega = demo_copy(d, "omega", READ_STORE, demo_L, "L", "w");
    p->set_omega = demo_copy(d, "set_omega", READ_ARGUMENT, demo_w, "w", "L");
    p->momentum = demo_copy(d, "momentum", READ_STORE, demo_L, "L", "pi");
    p->energy = demo_energy(d);
    p->watch_values = demo_watch(d);
    p->act = demo_act(d);
    p->interp = demo_interp(d);
    return d;
}

#endif
