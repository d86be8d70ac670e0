/* SPDX-License-Identifier: MIT
 *
 * Trees as C expressions: parentheses where they must be, truths and numbers.
 */
#include "emission.h"

#include <math.h>

static unsigned draw(unsigned *seed, unsigned below)
{
    *seed = *seed * 1103515245u + 12345u;
    return (*seed >> 16) % below;
}

static const struct tree *random_tree(struct demo *d, unsigned *seed, int depth)
{
    static const char *const op[] = {"add",    "sub", "mul", "div", "neg",
                                     "lt",     "le",  "and", "or",  "not",
                                     "select", "min", "max", "abs"};
    static const int arity[] = {2, 2, 2, 2, 1, 2, 2, 2, 2, 1, 3, 2, 2, 1};
    unsigned k = draw(seed, 14);
    const struct tree *arg[3] = {NULL, NULL, NULL};
    if (depth == 0 || draw(seed, 6) == 0)
        return draw(seed, 3)
                   ? name_tree(d, demo_L[draw(seed, 3)])
                   : fraction_tree(d, (long)draw(seed, 9) - 4, 1 << (k % 3));
    for (int i = 0; i < arity[k]; i++)
        arg[i] = random_tree(d, seed, depth - 1);
    return op_tree(d, op[k], arity[k], arg[0], arg[1], arg[2]);
}

static double value_of(const struct tree *t, const double L[3])
{
    double a[3] = {0, 0, 0};
    if (t->kind == TREE_NAME)
        return L[t->name[1] - '0'];
    if (t->kind == TREE_NUMBER)
        return number_double(t->number);
    for (int i = 0; i < t->n; i++)
        a[i] = value_of(t->arg[i], L);
    switch (t->op[0] + t->op[1]) {
    case 'a' + 'd':
        return a[0] + a[1];
    case 's' + 'u':
        return a[0] - a[1];
    case 'm' + 'u':
        return a[0] * a[1];
    case 'd' + 'i':
        return a[0] / a[1];
    case 'l' + 't':
        return a[0] < a[1];
    case 'l' + 'e':
        return a[0] <= a[1];
    case 'a' + 'n':
        return a[0] != 0 && a[1] != 0;
    case 'o' + 'r':
        return a[0] != 0 || a[1] != 0;
    case 'm' + 'i':
        return a[1] < a[0] ? a[1] : a[0];
    case 'm' + 'a':
        return a[0] < a[1] ? a[1] : a[0];
    case 'a' + 'b':
        return fabs(a[0]);
    case 'n' + 'e':
        return -a[0];
    case 'n' + 'o':
        return a[0] == 0;
    default:
        return a[0] != 0 ? a[1] : a[2];
    }
}

/* Parentheses stand where they must: the compiled value is the tree's own. */
TEST(spelled_trees_have_their_values)
{
    unsigned seed = 11;
    for (int page = 0; page < 60; page++) {
        struct run r = prepare(false);
        struct parts *p = new_parts(r.demo, "keep");
        read_vector(p, READ_STORE, demo_L, "L", 3);
        for (int i = 0; i < 9; i++)
            p->write[p->program.writes++] =
                (struct write){.field = "kept",
                               .index = i,
                               .size = 9,
                               .value = random_tree(r.demo, &seed, 5)};
        r.demo->page.watch_values = close_parts(p);
        emit_to(&r, "c99", REAL_DOUBLE);
        pol_image *image = load(&r);
        const double L[3] = {1.25, -0.3, 3e5 / 7};
        double x[9] = {1, 0, 0, 0, L[0], L[1], L[2], 0, 0}, par[1] = {1}, v[9];
        const double in[2] = {0};
        pol_image_stepper(image)->keep(x, par, in, v);
        for (int i = 0; i < 9; i++) {
            double want = value_of(p->write[i].value, L);
            if (!(v[i] == want || (isnan(v[i]) && isnan(want))))
                fail_msg("%.17g, not %.17g: value[%d] in\n%s", v[i], want, i,
                         strstr(code_of(&r), "void demo_keep"));
        }
        pol_unload(image);
        close_run(&r);
    }
}

/* A choice that is used as a truth needs no numbers. */
TEST(choices_of_truths_are_joined)
{
    struct run r = prepare(false);
    struct demo *d = r.demo;
    struct parts *p = new_parts(d, "keep");
    read_vector(p, READ_STORE, demo_L, "L", 3);
    const struct tree *L[3];
    for (int i = 0; i < 3; i++)
        L[i] = name_tree(d, demo_L[i]);
    const struct tree *a = op_tree(d, "lt", 2, L[0], L[1], NULL);
    const struct tree *b = op_tree(d, "lt", 2, L[1], L[2], NULL);
    const struct tree *one = fraction_tree(d, 1, 1);
    const struct tree *zero = fraction_tree(d, 0, 1);
    const struct tree *both = op_tree(d, "select", 3, a, b, zero);
    const struct tree *either = op_tree(d, "select", 3, a, one, b);
    p->write[p->program.writes++] =
        (struct write){.field = "kept",
                       .size = 2,
                       .value = op_tree(d, "select", 3, both, L[0], L[1])};
    p->write[p->program.writes++] =
        (struct write){.field = "kept",
                       .index = 1,
                       .size = 2,
                       .value = op_tree(d, "select", 3, either, L[0], L[1])};
    d->page.watch_values = close_parts(p);
    emit_to(&r, "c99", REAL_DOUBLE);
    assert_has(code_of(&r), "= L0 < L1 && L1 < L2 ? L0 : L1;\n");
    assert_has(code_of(&r), "= L0 < L1 || L1 < L2 ? L0 : L1;\n");
    close_run(&r);
}
