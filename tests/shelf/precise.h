/* SPDX-License-Identifier: MIT
 *
 * Steps of driven.pol by the program that is emitted, in reals of sixty digits,
 * and how far they end from the motion: orders without round-off.
 */
#ifndef POL_PRECISE_H
#define POL_PRECISE_H

#include "load.h"

#include "job.h"
#include "shelf/driven.h"
#include "unit/interpret.h"

enum { PRECISE_BITS = 224, PRECISE_STATE = 20 };

#define DRIVEN POL_TESTS_DIR "/shelf/bodies/driven.pol"

/* Where a field's component stands among the stores. */
static inline int precise_place(const struct page *page, const char *field,
                                int index)
{
    int at = 0;
    for (int i = 0; i < page->step->stores; at += page->step->store[i++].n)
        if (strcmp(page->step->store[i].name, field) == 0)
            return at + index;
    fail_msg("%s is not stored", field);
    return 0;
}

static inline void precise_read(struct machine *m, const struct page *page,
                                const struct program *p, mpfr_t *x,
                                mpfr_srcptr t, mpfr_srcptr h)
{
    machine_begin(m, PRECISE_BITS);
    for (int i = 0; i < p->reads; i++) {
        const struct read *r = &p->read[i];
        mpfr_ptr to = machine_value(m, r->name);
        if (r->kind == READ_STORE)
            mpfr_set(to, x[precise_place(page, r->field, r->index)], MPFR_RNDN);
        else if (r->kind == READ_TIME || r->kind == READ_STEP)
            mpfr_set(to, r->kind == READ_TIME ? t : h, MPFR_RNDN);
        else
            fail_msg("%s is read", r->name);
    }
}

/* One step; false if the step fails. */
static inline bool precise_step(struct machine *m, const struct page *page,
                                mpfr_t *x, mpfr_srcptr t, mpfr_srcptr h)
{
    const struct program *p = page->advance;
    precise_read(m, page, p, x, t, h);
    if (machine_execute(m, p) < 0)
        return false;
    for (int i = 0; i < p->writes; i++)
        machine_tree(
            m, p->write[i].value,
            x[precise_place(page, p->write[i].field, p->write[i].index)]);
    return true;
}

/* The rows of R and L in the state x. */
static inline void precise_look(struct machine *m, const struct page *page,
                                mpfr_t *x, mpfr_t *R, mpfr_t *L)
{
    precise_read(m, page, page->rotation, x, NULL, NULL);
    assert_int_equal(machine_execute(m, page->rotation), 0);
    for (int i = 0; i < 9; i++)
        machine_tree(m, page->rotation->write[i].value, R[i]);
    for (int i = 0; i < 3; i++)
        mpfr_set(L[i], x[precise_place(page, "L", i)], MPFR_RNDN);
}

/* R and L after so many steps to t_end. */
static inline bool precise_run(struct machine *m, const struct page *page,
                               double t_end, int steps, mpfr_t *R, mpfr_t *L)
{
    mpfr_t x[PRECISE_STATE], time[2];
    int n = 0;
    bool good = true;
    driven_init(x, PRECISE_STATE);
    driven_init(time, 2);
    for (int i = 0; i < page->step->stores; i++)
        for (int k = 0; k < page->step->store[i].n; k++)
            number_mpfr(page->step->store[i].value[k], x[n++]);
    mpfr_set_d(time[1], t_end / steps, MPFR_RNDN);
    for (int i = 0; i < steps && good; i++) {
        mpfr_mul_si(time[0], time[1], i, MPFR_RNDN);
        good = precise_step(m, page, x, time[0], time[1]);
    }
    if (good)
        precise_look(m, page, x, R, L);
    driven_clear(x, PRECISE_STATE);
    driven_clear(time, 2);
    return good;
}

/* The rows of a unit quaternion's matrix. */
static inline void precise_rows(mpfr_t *q, mpfr_t *R)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            mpfr_t *r = &R[3 * i + j];
            int k = 3 - i - j;
            driven_add(*r, q[1 + i], q[1 + j], 1);
            if (i == j)
                driven_add(*r, q[0], q[0], 1);
            else
                driven_add(*r, q[0], q[1 + k], (j - i + 3) % 3 == 2 ? 1 : -1);
            mpfr_mul_2ui(*r, *r, 1, MPFR_RNDN);
            if (i == j)
                mpfr_sub_ui(*r, *r, 1, MPFR_RNDN);
        }
}

static inline double precise_gap(mpfr_t *a, mpfr_t *b, int n)
{
    mpfr_t d, sum;
    driven_init(&d, 1);
    driven_init(&sum, 1);
    for (int i = 0; i < n; i++) {
        mpfr_sub(d, a[i], b[i], MPFR_RNDN);
        mpfr_sqr(d, d, MPFR_RNDN);
        mpfr_add(sum, sum, d, MPFR_RNDN);
    }
    mpfr_sqrt(sum, sum, MPFR_RNDN);
    double gap = mpfr_get_d(sum, MPFR_RNDN);
    driven_clear(&d, 1);
    driven_clear(&sum, 1);
    return gap;
}

/* Errors of the attitude and of L after so many steps. */
struct precise_error {
    double R, L;
};

static inline struct precise_error precise_error(struct machine *m,
                                                 const struct page *page,
                                                 double t_end, int steps,
                                                 mpfr_t *exact)
{
    mpfr_t R[9], L[3], wanted[9];
    struct precise_error e = {NAN, NAN};
    driven_init(R, 9);
    driven_init(L, 3);
    driven_init(wanted, 9);
    precise_rows(exact, wanted);
    if (precise_run(m, page, t_end, steps, R, L))
        e = (struct precise_error){precise_gap(R, wanted, 9),
                                   precise_gap(L, exact + 4, 3)};
    driven_clear(R, 9);
    driven_clear(L, 3);
    driven_clear(wanted, 9);
    return e;
}

#endif
