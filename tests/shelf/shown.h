/* SPDX-License-Identifier: MIT
 *
 * Every attitude that stands on the shelf, in every way in which it can be
 * called, and what rotation its numbers are, by the textbooks' formulas.
 */
#ifndef POL_TESTS_SHOWN_H
#define POL_TESTS_SHOWN_H

#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "shelf/shelf.h"
#include "shelf/ways.h"
#include "test_arena.h"

/* One way to call it. */
struct kind {
    char call[60];     /* "euler(zyx)" */
    char function[60]; /* "euler_zyx" */
    char file[30];     /* "euler" */
    char word[30];     /* of its first option: "zyx", or "" */
};

enum { MOST_KINDS = 100 };
struct kinds {
    int n;
    struct kind k[MOST_KINDS];
};

static inline void add_kind(struct kinds *all, const char *file,
                            const char *option, const char *word, bool plain)
{
    assert_true(all->n < MOST_KINDS);
    struct kind *k = &all->k[all->n++];
    *k = (struct kind){0};
    snprintf(k->file, sizeof k->file, "%s", file);
    snprintf(k->word, sizeof k->word, "%s", word);
    if (plain) {
        snprintf(k->call, sizeof k->call, "%s", file);
        snprintf(k->function, sizeof k->function, "%s", file);
    } else if (option) {
        snprintf(k->call, sizeof k->call, "%s(%s = %s)", file, option, word);
    } else {
        snprintf(k->call, sizeof k->call, "%s(%s)", file, word);
        snprintf(k->function, sizeof k->function, "%s_%s", file, word);
    }
}

/* Plainly, with each word of the first option, and, if `all_options`, with each
 * word of the others by name. */
static inline void add_calls(struct kinds *all, const char *file,
                             const char *options, bool all_options)
{
    const struct ways w = read_ways(options);
    add_kind(all, file, NULL, "", true);
    if (w.n > 0)
        strcpy(all->k[all->n - 1].word, w.way[0].word[0]);
    for (int i = 0; i < (all_options ? w.n : w.n > 0); i++)
        for (int k = 0; k < w.way[i].words; k++)
            add_kind(all, file, i ? w.way[i].name : NULL, w.way[i].word[k],
                     false);
}

/* Sets of angles have numbers, too. */
static inline void add_numbers(struct kinds *all, const char *file)
{
    static const char *const numbers[] = {"123", "321", "313", "212"};
    for (size_t i = 0; !strcmp(file, "euler") && i < 4; i++)
        add_kind(all, file, NULL, numbers[i], false);
}

static inline struct kinds every_kind(bool all_options)
{
    struct kinds all = {0};
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    struct shelf *shelf = shelf_open(&diags, NULL, 0);
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *f = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim c;
        assert_true(shelf_describe(&diags, f, &c));
        add_calls(&all, f->name, c.options, all_options);
        add_numbers(&all, f->name);
    }
    assert_int_equal(diags.count, 0);
    arena_free(a);
    return all;
}

/* ---- their rotations ---- */

typedef long double wide;

static inline void of_quaternion(const wide q[4], wide R[9])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        wide a = q[i + 1], b = q[j + 1], c = q[k + 1], d = q[0];
        wide size = a * a + b * b + c * c + d * d;
        R[3 * i + i] = (d * d + a * a - b * b - c * c) / size;
        R[3 * i + j] = 2 * (a * b - d * c) / size;
        R[3 * i + k] = 2 * (a * c + d * b) / size;
    }
}

/* q = (c, s v) */
static inline void of_axis(wide c, wide s, const wide v[3], wide R[9])
{
    wide q[4] = {c, s * v[0], s * v[1], s * v[2]};
    of_quaternion(q, R);
}

static inline wide square_of(const wide v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

static inline void times_about(wide R[9], int axis, wide angle)
{
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    for (int row = 0; row < 3; row++) {
        wide a = R[3 * row + j], b = R[3 * row + k];
        R[3 * row + j] = a * cosl(angle) + b * sinl(angle);
        R[3 * row + k] = b * cosl(angle) - a * sinl(angle);
    }
}

/* R = E(a e_i) E(b e_j) E(c e_k); the axes as xyz or as 123. */
static inline void of_angles(const char *set, const wide x[3], wide R[9])
{
    if (!strcmp(set, "cardan"))
        set = "xyz";
    assert_int_equal(strlen(set), 3);
    for (int i = 0; i < 9; i++)
        R[i] = i % 4 == 0;
    for (int i = 0; i < 3; i++)
        times_about(R, set[i] - (set[i] < 'a' ? '1' : 'x'), x[i]);
}

/* False for what this file does not know. */
static inline bool rotation_by_book(const struct kind *k, const wide *x,
                                    wide R[9])
{
    wide s = square_of(x), r = sqrtl(s);
    if (!strcmp(k->file, "matrix"))
        memcpy(R, x, 9 * sizeof *R);
    else if (!strcmp(k->file, "quaternion"))
        of_quaternion(x, R);
    else if (!strcmp(k->file, "rotation_vector"))
        of_axis(cosl(r / 2), r > 0 ? sinl(r / 2) / r : 0.5L, x, R);
    else if (!strcmp(k->file, "mrp")) /* tan(angle/4) axis */
        of_axis(1 - s, 2, x, R);
    else if (!strcmp(k->file, "rodrigues")) /* tan(angle/2) axis */
        of_axis(1, 1, x, R);
    else if (!strcmp(k->file, "euler"))
        of_angles(k->word, x, R);
    else
        return false;
    return true;
}

/* Are shown numbers in their canonical range, but for rounding? */
static inline bool in_range(const struct kind *k, const wide *x, wide eps)
{
    const wide pi = acosl(-1), more = 1 + 4 * eps, zero = 16 * eps;
    const char *set = strcmp(k->word, "cardan") ? k->word : "xyz";
    if (!strcmp(k->file, "rotation_vector"))
        return square_of(x) <= pi * pi * more;
    if (!strcmp(k->file, "mrp"))
        return square_of(x) <= more;
    if (strcmp(k->file, "euler"))
        return true;
    bool ends = set[0] == set[2];
    wide low = ends ? -zero : -pi / 2 - zero, high = ends ? pi : pi / 2;
    return fabsl(x[0]) <= pi * more && fabsl(x[2]) <= pi * more &&
           low <= x[1] && x[1] <= high + zero;
}

#endif
