/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf in rkmk: its order on SO(3), measured without
 * round-off, by the program that is emitted, in reals of sixty digits.  The
 * motion of bodies/driven.pol is known without any of polhode: the equations of
 * (quaternion, L), by extrapolation of the midpoint rule.
 * W. Gragg, SIAM J. Numer. Anal. 2 (1965) 384-403; E. Hairer, S. P. Norsett,
 * G. Wanner, Solving Ordinary Differential Equations I, Springer 1993, II.9.
 */
#ifndef POL_WHOLE_SHELF_H
#define POL_WHOLE_SHELF_H

#include <mpfr.h>
#include "load.h"
#include "job.h"
#include "unit/interpret.h"
#include "recipe/recipe.h"
#include "tableau/tableau.h"

enum {
    DRIVEN_BITS = 240,
    DRIVEN_STATE = 7, /* q, L */
    DRIVEN_COLUMNS = 20
};

typedef mpfr_t driven_state[DRIVEN_STATE];

static inline void driven_init(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], DRIVEN_BITS);
        mpfr_set_zero(x[i], 1);
    }
}

static inline void driven_clear(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
}

/* out += a b sign */
static inline void driven_add(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b,
                              int sign)
{
    mpfr_t product;
    mpfr_init2(product, DRIVEN_BITS);
    mpfr_mul(product, a, b, MPFR_RNDN);
    (sign > 0 ? mpfr_add : mpfr_sub)(out, out, product, MPFR_RNDN);
    mpfr_clear(product);
}

/* out += a x b */
static inline void driven_cross(mpfr_t *out, mpfr_t *a, mpfr_t *b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        driven_add(out[i], a[j], b[k], 1);
        driven_add(out[i], a[k], b[j], -1);
    }
}

/* The third row of the quaternion's matrix. */
static inline void driven_up(mpfr_t *q, mpfr_t *up)
{
    driven_add(up[0], q[1], q[3], 1);
    driven_add(up[0], q[0], q[2], -1);
    driven_add(up[1], q[2], q[3], 1);
    driven_add(up[1], q[0], q[1], 1);
    for (int i = 0; i < 2; i++)
        mpfr_mul_2ui(up[i], up[i], 1, MPFR_RNDN);
    for (int i = 0; i < 4; i++)
        driven_add(up[2], q[i], q[i], i == 0 || i == 3 ? 1 : -1);
}

/* out += up x (0.8, -1.6, 2.4) + cos(3 t + 1) (up2, -0.5, up1) */
static inline void driven_torque(mpfr_srcptr t, mpfr_t *up, mpfr_t *out)
{
    mpfr_t x[4];
    driven_init(x, 4);
    for (int i = 0; i < 3; i++) {
        mpfr_set_si(x[i], i == 1 ? -16 : 8 + 8 * i, MPFR_RNDN);
        mpfr_div_ui(x[i], x[i], 10, MPFR_RNDN);
    }
    driven_cross(out, up, x);
    mpfr_mul_ui(x[3], t, 3, MPFR_RNDN);
    mpfr_add_ui(x[3], x[3], 1, MPFR_RNDN);
    mpfr_cos(x[3], x[3], MPFR_RNDN);
    mpfr_set_d(x[1], 0.5, MPFR_RNDN);
    driven_add(out[0], x[3], up[1], 1);
    driven_add(out[1], x[3], x[1], -1);
    driven_add(out[2], x[3], up[0], 1);
    driven_clear(x, 4);
}

/* The quaternion's rate q (0, w)/2. */
static inline void driven_turn(mpfr_t *q, mpfr_t *w, mpfr_t *out)
{
    for (int i = 0; i < 3; i++) {
        driven_add(out[0], q[i + 1], w[i], -1);
        driven_add(out[i + 1], q[0], w[i], 1);
    }
    driven_cross(out + 1, q + 1, w);
    for (int i = 0; i < 4; i++)
        mpfr_div_2ui(out[i], out[i], 1, MPFR_RNDN);
}

static inline void driven_rate(mpfr_srcptr t, mpfr_t *y, mpfr_t *out)
{
    static const unsigned moment[3] = {9, 13, 17}; /* tenths */
    mpfr_t w[3], up[3];
    driven_init(w, 3);
    driven_init(up, 3);
    for (int i = 0; i < 3; i++) {
        mpfr_mul_ui(w[i], y[4 + i], 10, MPFR_RNDN);
        mpfr_div_ui(w[i], w[i], moment[i], MPFR_RNDN);
    }
    for (int i = 0; i < DRIVEN_STATE; i++)
        mpfr_set_zero(out[i], 1);
    driven_turn(y, w, out);
    driven_cross(out + 4, y + 4, w);
    driven_up(y, up);
    driven_torque(t, up, out + 4);
    driven_clear(w, 3);
    driven_clear(up, 3);
}

static inline void driven_start(mpfr_t *y)
{
    static const int tenths[DRIVEN_STATE] = {50, 50, -50, 50, 90, -260, 85};
    for (int i = 0; i < DRIVEN_STATE; i++) {
        mpfr_set_si(y[i], tenths[i], MPFR_RNDN);
        mpfr_div_ui(y[i], y[i], 100, MPFR_RNDN);
    }
}

/* n midpoint steps to t_end, the first one by Euler. */
static inline void driven_midpoint(double t_end, int n, mpfr_t *out)
{
    mpfr_t time[2], before[DRIVEN_STATE], rate[DRIVEN_STATE];
    driven_init(time, 2);
    driven_init(before, DRIVEN_STATE);
    driven_init(rate, DRIVEN_STATE);
    driven_start(before);
    mpfr_t *h = &time[1];
    mpfr_set_d(*h, t_end, MPFR_RNDN);
    mpfr_div_si(*h, *h, n, MPFR_RNDN);
    driven_rate(time[0], before, rate);
    for (int i = 0; i < DRIVEN_STATE; i++) {
        mpfr_set(out[i], before[i], MPFR_RNDN);
        driven_add(out[i], *h, rate[i], 1);
    }
    for (int k = 1; k < n; k++) {
        mpfr_mul_si(time[0], *h, k, MPFR_RNDN);
        driven_rate(time[0], out, rate);
        for (int i = 0; i < DRIVEN_STATE; i++) {
            driven_add(before[i], *h, rate[i], 1);
            driven_add(before[i], *h, rate[i], 1);
            mpfr_swap(before[i], out[i]);
        }
    }
    driven_clear(time, 2);
    driven_clear(before, DRIVEN_STATE);
    driven_clear(rate, DRIVEN_STATE);
}

/* The state at t_end, with so many columns of the scheme. */
static inline void driven_at(double t_end, int columns, mpfr_t *out)
{
    driven_state table[DRIVEN_COLUMNS];
    mpfr_t d;
    driven_init(&d, 1);
    for (int j = 0; j < columns; j++) {
        driven_init(table[j], DRIVEN_STATE);
        driven_midpoint(t_end, 2 * (j + 1), table[j]);
        for (int i = j - 1; i >= 0; i--)
            for (int k = 0; k < DRIVEN_STATE; k++) {
                int n = (j + 1) * (j + 1), m = (i + 1) * (i + 1);
                mpfr_sub(d, table[i + 1][k], table[i][k], MPFR_RNDN);
                mpfr_mul_si(d, d, m, MPFR_RNDN);
                mpfr_div_si(d, d, n - m, MPFR_RNDN);
                mpfr_add(table[i][k], table[i + 1][k], d, MPFR_RNDN);
            }
    }
    for (int k = 0; k < DRIVEN_STATE; k++)
        mpfr_set(out[k], table[0][k], MPFR_RNDN);
    for (int j = 0; j < columns; j++)
        driven_clear(table[j], DRIVEN_STATE);
    driven_clear(&d, 1);
}

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

enum { MOST_TABLEAUS = 400 };

struct tableau_calls {
    int n;
    char call[MOST_TABLEAUS][64];
};

static inline pol_status collect_tableaus(struct pol_job *job, void *argument)
{
    struct tableau_calls *c = argument;
    const struct kit kit = job_kit(job);
    const char *const *call;
    c->n = tableau_calls(&kit, 0, &call);
    assert_true(c->n > 0 && c->n <= MOST_TABLEAUS);
    for (int i = 0; i < c->n; i++)
        snprintf(c->call[i], sizeof c->call[i], "%s", call[i]);
    return POL_OK;
}

/* All of them, with those of a folder in front unless NULL. */
static inline void tableaus_of_shelf(struct tableau_calls *c,
                                     const char *folder)
{
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = folder != NULL;
    pol_job *job = pol_open(&o);
    assert_int_equal(job_run(job, collect_tableaus, c), POL_OK);
    pol_close(job);
}

/* The motion to 2^-k, as far as it has been wanted. */
enum { LONGEST = 4, SHORTEST = 24 };
struct motions {
    bool known[SHORTEST + 1];
    driven_state exact[SHORTEST + 1];
    struct machine machine;
};

static inline struct motions *motions_new(void)
{
    struct motions *m = calloc(1, sizeof *m);
    assert_non_null(m);
    return m;
}

static inline void motions_free(struct motions *m)
{
    for (int k = 0; k <= SHORTEST; k++)
        if (m->known[k])
            driven_clear(m->exact[k], DRIVEN_STATE);
    machine_end(&m->machine);
    free(m);
    mpfr_free_cache();
}

static inline mpfr_t *motion_to(struct motions *m, int k)
{
    if (!m->known[k]) {
        driven_init(m->exact[k], DRIVEN_STATE);
        driven_at(ldexp(1, -k), DRIVEN_COLUMNS, m->exact[k]);
        m->known[k] = true;
    }
    return m->exact[k];
}

/* How a tableau is used.  A draft is what is derived, without the passes, which
 * take most of the time. */
struct use {
    const char *tableau;                 /* its own call */
    char call[160];                      /* that of the method */
    const char *map, *attitude, *folder; /* or NULL */
    bool draft;
};

static inline struct use use_of(const char *tableau, const char *form,
                                const char *map, const char *attitude)
{
    struct use u = {.tableau = tableau, .map = map, .attitude = attitude};
    snprintf(u.call, sizeof u.call, "rkmk(%s, form = %s)", tableau, form);
    return u;
}

struct seen {
    bool refused;
    int claim;    /* of the order */
    double R, L;  /* orders of attitude and momentum */
    double error; /* of the attitude, in the larger step */
};

static inline bool is_of_order(const struct seen *s, int order)
{
    double least = fmin(s->R, s->L);
    return !isnan(s->R + s->L) && least > order - 0.1 && least < order + 0.2;
}

static inline struct seen see_to(struct motions *m, const struct page *page,
                                 int k)
{
    mpfr_t *exact = motion_to(m, k);
    struct precise_error e[2];
    for (int i = 0; i < 2; i++)
        e[i] = precise_error(&m->machine, page, ldexp(1, -k), 2 << i, exact);
    return (struct seen){.claim = page->order,
                         .R = log2(e[0].R / e[1].R),
                         .L = log2(e[0].L / e[1].L),
                         .error = e[0].R};
}

/* The motion is so short that the lowest power of the step stands out, however
 * small it is, and so long that the error is far above round-off.  Where a
 * tableau's rounded decimals show, it must be a longer one. */
static inline struct seen see(struct motions *m, const struct page *page,
                              bool rounded)
{
    int k = page->order > 0 ? 150 / page->order : SHORTEST;
    k = rounded ? 8 : k < SHORTEST ? k : SHORTEST;
    struct seen s = see_to(m, page, k);
    for (k /= 2; rounded && k >= LONGEST && !is_of_order(&s, s.claim); k /= 2)
        s = see_to(m, page, k);
    return s;
}

static inline bool is_rounded(struct pol_job *job, const char *call)
{
    const struct kit kit = job_kit(job);
    const struct tableau *t = tableau_of_text(&kit, call);
    assert_non_null(t);
    return t->rounded;
}

static inline struct seen see_use(struct motions *m, const struct use *u)
{
    struct seen s = {.refused = true};
    pol_options o = pol_default_options();
    o.method = u->call;
    o.map = u->map;
    o.attitude = u->attitude;
    o.shelf = &u->folder;
    o.shelves = u->folder != NULL;
    pol_job *job = pol_open(&o);
    job->is_draft = u->draft;
    assert_int_equal(pol_read(job, DRIVEN), POL_OK);
    if (pol_lower(job) == POL_OK)
        s = see(m, job->page, is_rounded(job, u->tableau));
    else
        print_diags(job);
    pol_close(job);
    return s;
}

/* Prints what is not as it should be. */
static inline bool is_right(struct motions *m, const struct use *u)
{
    struct seen s = see_use(m, u);
    bool good = !s.refused && is_of_order(&s, s.claim);
    if (!good)
        print_error("%s, map = %s, attitude = %s: order %.3f of R, %.3f of L, "
                    "proven %d (error %.1e)\n",
                    u->call, u->map ? u->map : "-",
                    u->attitude ? u->attitude : "-", s.R, s.L, s.claim,
                    s.error);
    return good;
}

#endif
