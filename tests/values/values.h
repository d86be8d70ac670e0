/* SPDX-License-Identifier: MIT
 *
 * The numbers of this folder: a table FILE.csv says in lines with # what it
 * has, names its columns, and has a row a line.  Of each table a function gives
 * the rows: int n; const struct reference_state *s = reference_states(&n);
 */
#ifndef POL_VALUES_VALUES_H
#define POL_VALUES_VALUES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct values_text {
    const char *file;
    char *at;
    int line;
};

static inline void values_stop(const struct values_text *t, const char *what)
{
    fprintf(stderr, "values/%s.csv:%d: %s\n", t->file, t->line, what);
    abort();
}

/* The text of the file, which ends with a line. */
static inline char *values_load(struct values_text *t)
{
    enum { ROOM = 1 << 17 };
    char path[1024], *text = calloc(1, ROOM);
    snprintf(path, sizeof path, "%s/values/%s.csv", POL_TESTS_DIR, t->file);
    FILE *f = fopen(path, "r");
    if (!f || !text || fread(text, 1, ROOM - 1, f) == ROOM - 1)
        values_stop(t, "cannot be read");
    fclose(f);
    return text;
}

/* The next field, "..." where it holds commas, ended by a zero. */
static inline char *values_field(struct values_text *t, char behind)
{
    bool quoted = *t->at == '"';
    char *field = t->at + quoted;
    char *end = field + strcspn(field, quoted ? "\"\n" : ",\n");
    t->at = end + quoted;
    if (*t->at != behind)
        values_stop(t, "another number of fields");
    t->at++;
    *end = '\0';
    return field;
}

static inline double values_number(const struct values_text *t, const char *field)
{
    char *end;
    double x = strtod(field, &end);
    if (*end || end == field)
        values_stop(t, "not a number");
    return x;
}

/* The rows, n of `size` bytes each: words (an empty one is NULL), then doubles.
 * They stay. */
static inline void *values_read(const char *file, size_t words, size_t size, int *n)
{
    _Static_assert(sizeof(double) == sizeof(char *), "a row is an array");
    struct values_text t = {.file = file};
    char *text = values_load(&t), *rows = NULL;
    const size_t fields = size / sizeof(double);
    bool named = false;
    *n = 0;
    for (t.at = text; *t.at;) {
        t.line++;
        if (*t.at == '#' || !named) {
            named = *t.at != '#';
            t.at += strcspn(t.at, "\n") + 1;
            continue;
        }
        rows = realloc(rows, (size_t)(*n + 1) * size);
        if (!rows)
            values_stop(&t, "no memory");
        char *to = rows + (size_t)(*n)++ * size;
        for (size_t i = 0; i < fields; i++, to += sizeof(double)) {
            char *field = values_field(&t, i + 1 < fields ? ',' : '\n');
            const char *word = *field ? field : NULL;
            double x = i < words ? 0 : values_number(&t, field);
            memcpy(to, i < words ? (void *)&word : (void *)&x, sizeof x);
        }
    }
    if (words == 0)
        free(text);
    return rows;
}

/* struct TYPE begins with its words. */
#define VALUES(type, words, file)                                                                  \
    static inline const struct type *type##s(int *n)                                               \
    {                                                                                              \
        static struct type *rows;                                                                  \
        static int count;                                                                          \
        if (!rows)                                                                                 \
            rows = values_read(file, words, sizeof *rows, &count);                                 \
        *n = count;                                                                                \
        return rows;                                                                               \
    }

struct reference_state {
    const char *spec;
    double t, R[9], L[3];
    double floor;
};
VALUES(reference_state, 1, "states")

struct paper_state {
    struct reference_state is;
};
VALUES(paper_state, 1, "paper_states")

struct reference_table {
    const char *table, *arguments; /* "(x) linear { 0: 1, 1: 2 }", "0.3" */
    double value, slope;           /* where all arguments grow at the rate 1 */
};
VALUES(reference_table, 2, "tables")

struct reference_step {
    const char *spec, *paper, *method, *map; /* map NULL: the method's own */
    double h;
    double value[24]; /* R row by row, L: after one step, after three */
};
VALUES(reference_step, 4, "steps")

struct reference_map {
    double u[3], x[3];
    double exp_u_x[3], cay_u_x[3];
    double dexp[3], dexpinv[3], dexpinv_q2[3];
    double dcay[3], dcayinv[3];
    double qexp[4], qcay[4];
};
VALUES(reference_map, 0, "maps")

struct composed_vector {
    double v0[3], w[3];
    double principal[3], paper[3], near[3];
};
VALUES(composed_vector, 0, "rotation_vectors")

struct reference_jacobi {
    double u, m1, value[3]; /* sn, cn, dn */
};
VALUES(reference_jacobi, 0, "jacobi")

struct reference_third {
    double u, m1, n, value, rest;
};
VALUES(reference_third, 0, "third")

struct reference_motion {
    const char *note, *J[3];
    double L0[3], h, L[3], R[9];
};
VALUES(reference_motion, 4, "free_motion")

struct reference_point {
    double at[4];
};
VALUES(reference_point, 0, "sobol")

#endif
