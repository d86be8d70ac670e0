/* SPDX-License-Identifier: MIT
 *
 * Many bodies in one call beside each of them alone, of any emitted batch: the
 * same bits and statuses, whoever fails among them.  Compiled with
 *   -DBODY=fast_top -DREAL=double -DH=0.01 -include fast_top_many.h
 * The structs are seen as what they are: reals in one, pointers in the other.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define OF(name)    JOIN(BODY, name)

enum {
    STATES = sizeof(BODY) / sizeof(REAL),
    PARAMS = (sizeof(OF(_many_par)) - sizeof(OF(_par))) / sizeof(REAL *),
    INPUTS = (sizeof(OF(_many_in)) - sizeof(OF(_in))) / sizeof(REAL *),
    NUMBERS = STATES + PARAMS + INPUTS
};

/* What becomes of a body apart from moving: bits. */
enum { FAR = 1, NO_NUMBERS = 2, SHARED = 4, NO_STATUS = 8, MIXED = 8, KINDS = 16 };
enum { CANARY = 12345 };

struct bodies {
    long n;
    REAL *number; /* of all arrays */
    OF(_many) x;
    OF(_many_par) par;
    OF(_many_in) in;
    BODY *alone;
    OF(_par) * own_par;
    OF(_in) * own_in;
    unsigned char *status;
};

static int failures, checks;

static void check(int holds, const char *what, long n, double h, int kind, long i)
{
    checks++;
    if (!holds && failures++ < 5)
        printf("FAILED: %s: body %ld of %ld, h = %g, kind %d\n", what, i, n, h, kind);
}

static void *room(long n, size_t size)
{
    void *p = calloc((size_t)n + 1, size);
    if (!p)
        exit(2);
    return p;
}

static void set_pointers(struct bodies *b)
{
    REAL **field = (REAL **)&b->x;
    for (int k = 0; k < STATES; k++)
        field[k] = b->number + k * b->n;
    field = (REAL **)&b->par;
    for (int k = 0; k < PARAMS; k++)
        field[k] = b->number + (STATES + k) * b->n;
    field = (REAL **)&b->in;
    for (int k = 0; k < INPUTS; k++)
        field[k] = b->number + (STATES + PARAMS + k) * b->n;
}

/* Turns faster from one to the next; of some the step must fail. */
static void set_body(struct bodies *b, long i, int kind)
{
    BODY *x = &b->alone[i];
    REAL *par = (REAL *)&b->own_par[i], *in = (REAL *)&b->own_in[i];
    OF(_start)(x);
    OF(_defaults)(&b->own_par[i]);
    for (int k = 0; k < 3; k++)
        x->L[k] *= (REAL)(1 + (kind & FAR ? 0.5 : 0.01) * (double)i);
    for (int k = i % 5 == 4 ? 0 : 2; k < 2; k++)
        x->L[k] = -(REAL)0; /* a sign that must stay */
    for (int k = 0; k < PARAMS; k++)
        par[k] *= (REAL)(1 + 1e-4 * (double)i);
    for (int k = 0; k < INPUTS; k++)
        in[k] = (REAL)(0.01 * (double)(i - k));
    if ((kind & NO_NUMBERS) && i % 7 == 5)
        x->L[1] = (REAL)NAN;
    if ((kind & NO_NUMBERS) && i % 11 == 3)
        x->L[0] = (REAL)1e5;
    if ((kind & NO_NUMBERS) && i % 13 == 1)
        x->L[2] = (REAL)INFINITY;
    OF(_many_put)(&b->x, i, x);
    for (int k = 0; k < PARAMS; k++)
        b->number[(STATES + k) * b->n + i] = par[k];
    for (int k = 0; k < INPUTS; k++)
        b->number[(STATES + PARAMS + k) * b->n + i] = in[k];
}

static void share(struct bodies *b)
{
    memset(&b->par, 0, sizeof b->par);
    memset(&b->in, 0, sizeof b->in);
    b->par.shared = b->own_par[0];
    b->in.shared = b->own_in[0];
}

/* The first parameter alone. */
static void share_first(struct bodies *b)
{
    ((REAL **)&b->par)[0] = NULL;
    for (long i = 0; i < b->n; i++)
        ((REAL *)&b->own_par[i])[0] = ((REAL *)&b->own_par[0])[0];
    b->par.shared = b->own_par[0];
}

static struct bodies bodies_new(long n, int kind)
{
    struct bodies b = {.n = n,
                       .number = room(n * NUMBERS + 1, sizeof(REAL)),
                       .alone = room(n, sizeof(BODY)),
                       .own_par = room(n, sizeof(OF(_par))),
                       .own_in = room(n, sizeof(OF(_in))),
                       .status = room(n, 1)};
    set_pointers(&b);
    for (long i = 0; i < n; i++)
        set_body(&b, i, kind);
    b.number[n * NUMBERS] = (REAL)CANARY;
    if (kind & SHARED)
        share(&b);
    else if (kind & MIXED && PARAMS > 1)
        share_first(&b);
    return b;
}

static void bodies_free(struct bodies *b)
{
    free(b->number);
    free(b->alone);
    free(b->own_par);
    free(b->own_in);
    free(b->status);
}

/* Do they have the same bits?  Any number that is none is like any other. */
static int same(const BODY *a, const BODY *b)
{
    const REAL *u = (const REAL *)a, *v = (const REAL *)b;
    for (int k = 0; k < STATES; k++)
        if (memcmp(&u[k], &v[k], sizeof *u) != 0 && !(u[k] != u[k] && v[k] != v[k]))
            return 0;
    return 1;
}

static void compare(struct bodies *b, int got, const int *status, double h, int kind)
{
    int failed = 0;
    for (long i = 0; i < b->n; i++) {
        BODY x;
        failed += status[i] != 0;
        OF(_many_get)(&b->x, i, &x);
        check(same(&x, &b->alone[i]), "the state is another", b->n, h, kind, i);
        check(kind & NO_STATUS || status[i] == b->status[i], "the status is another", b->n, h, kind,
              i);
    }
    check(got == failed, "the number of those that failed", b->n, h, kind, got);
    const REAL last = b->number[b->n * NUMBERS];
    check(last >= (REAL)CANARY && last <= (REAL)CANARY, "memory behind", b->n, h, kind, 0);
}

static void run(long n, double h, long steps, int kind)
{
    struct bodies b = bodies_new(n, kind);
    int *status = room(n, sizeof *status);
    const int got = OF(_run_many)(n, &b.x, PARAMS ? &b.par : NULL, INPUTS ? &b.in : NULL, (REAL)h,
                                  steps, kind & NO_STATUS ? NULL : b.status);
    for (long i = 0; i < n; i++) {
        const long own = kind & SHARED ? 0 : i;
        status[i] = OF(_run)(&b.alone[i], &b.own_par[own], &b.own_in[own], (REAL)h, steps);
    }
    compare(&b, got, status, h, kind);
    free(status);
    bodies_free(&b);
}

#ifdef ADAPTIVE
static void advance(long n, double span, int kind)
{
    struct bodies b = bodies_new(n, kind);
    int *status = room(n, sizeof *status);
    OF(_control) *c = room(n, sizeof *c);
    const double t = (double)b.alone[0].t;
    for (int half = 1; half <= 2; half++) {
        for (long i = 0; half == 1 && i < n; i++)
            OF(_control_start)(&c[i]);
        const REAL end = (REAL)(t + span * half / 2);
        OF(_control) *own = room(n, sizeof *own);
        memcpy(own, c, (size_t)n * sizeof *c);
        const int got = OF(_advance_many)(n, &b.x, PARAMS ? &b.par : NULL, INPUTS ? &b.in : NULL, c,
                                          end, b.status);
        for (long i = 0; i < n; i++) {
            const long k = kind & SHARED ? 0 : i;
            status[i] = OF(_advance)(&b.alone[i], &b.own_par[k], &b.own_in[k], &own[i], end);
            check(own[i].steps == c[i].steps, "steps", n, span, kind, i);
        }
        compare(&b, got, status, span, kind);
        free(own);
    }
    free(c);
    free(status);
    bodies_free(&b);
}
#endif

/* Nothing happens to none, nor where the arrays cannot be. */
static void refuse(void)
{
    struct bodies b = bodies_new(20, 0);
    REAL **state = (REAL **)&b.x;
    OF(_many_par) *par = PARAMS ? &b.par : NULL;
    OF(_many_in) *in = INPUTS ? &b.in : NULL;
#define RUN(n, x, par, in, steps) OF(_run_many)(n, x, par, in, (REAL)H, steps, b.status)
    check(RUN(0, NULL, NULL, NULL, 1) == 0, "none", 0, H, 0, 0);
    check(RUN(-1, NULL, NULL, NULL, 1) == 0, "fewer than none", 0, H, 0, 0);
    check(RUN(2, NULL, NULL, NULL, 0) == 0, "no steps, no arrays", 2, H, 0, 0);
    check(RUN(2, NULL, par, in, 1) == -1, "no arrays", 2, H, 0, 0);
    check(RUN(20, &b.x, par, in, 0) == 0, "no steps", 20, H, 0, 0);
    check(RUN(20, &b.x, par, in, -3) == 0, "fewer steps", 20, H, 0, 0);
    if (PARAMS)
        check(RUN(2, &b.x, NULL, in, 1) == -1, "no par", 2, H, 0, 0);
    if (INPUTS)
        check(RUN(2, &b.x, par, NULL, 1) == -1, "no in", 2, H, 0, 0);
    for (int k = 0; k < STATES; k++) {
        REAL *kept = state[k];
        state[k] = NULL;
        check(RUN(2, &b.x, par, in, 1) == -1, "an array is missing", 2, H, 0, k);
        state[k] = k ? state[0] + 1 : state[1] - 1;
        check(RUN(20, &b.x, par, in, 1) == -1, "arrays overlap", 20, H, 0, k);
        state[k] = k ? state[0] + 19 : state[1] - 19;
        check(RUN(20, &b.x, par, in, 1) == -1, "by one", 20, H, 0, k);
        if (PARAMS + INPUTS) {
            state[k] = b.number + STATES * 20 + 3;
            check(RUN(20, &b.x, par, in, 1) == -1, "over parameters", 20, H, 0, k);
        }
        state[k] = kept;
        check(OF(_run_many)(20, &b.x, par, in, (REAL)H, 1, (unsigned char *)(state[k] + 1)) == -1,
              "status over the state", 20, H, 0, k);
    }
    for (long i = 0; i < 20; i++) {
        BODY x;
        OF(_many_get)(&b.x, i, &x);
        check(same(&x, &b.alone[i]), "it is changed", 20, H, 0, i);
    }
    bodies_free(&b);
}

int main(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        run(37, H, 150, kind);
        run(1, H, 3, kind);
        run(16, 20 * H, 70, kind);
        run(33, 300 * H, 65, kind);
    }
    run(5, -H, 10, 0);
    for (long steps = 63; steps < 66; steps++)
        run(17, H, steps, 0);
    run(3, 0, 5, 0);
    run(3, NAN, 5, 0);
#ifdef ADAPTIVE
    struct bodies b = bodies_new(2, 0);
    check(OF(_advance_many)(2, &b.x, &b.par, &b.in, NULL, 1, NULL) == -1, "no control", 2, H, 0, 0);
    bodies_free(&b);
    advance(19, 40 * H, 0);
    advance(3, -20 * H, SHARED);
    advance(17, 40 * H, NO_NUMBERS);
#endif
    refuse();
    printf("%d checks, %d failures\n", checks, failures);
    return failures > 0;
}
