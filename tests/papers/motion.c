/* SPDX-License-Identifier: MIT
 *
 * Running emitted steppers, and the measurements that several figures share.
 */
#define _POSIX_C_SOURCE 200809L
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void stop(const pol_job *job, const char *body, const char *method)
{
    for (int i = 0; job && i < pol_diag_count(job); i++)
        fprintf(stderr, "%s", pol_diag_at(job, i)->text);
    fprintf(stderr, "%s: %s cannot be used\n", body, method);
    exit(2);
}

/* This folder's specs come first. */
static void find_spec(const char *body, char path[1024])
{
    snprintf(path, 1024, POL_TESTS_DIR "/papers/%s.pol", body);
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    else
        snprintf(path, 1024, POL_ROOT_DIR "/specs/%s.pol", body);
}

struct motion motion_open(const struct setup *u)
{
    struct motion m = {0};
    pol_setting setting = {u->name, u->value};
    pol_options o = pol_default_options();
    o.method = u->method;
    o.attitude = u->attitude;
    o.setting = &setting;
    o.settings = u->name != NULL;
    char path[1024];
    find_spec(u->body, path);
    pol_job *job = pol_open(&o);
    if (!job || pol_read(job, path) || pol_load(job, u->compiler, &m.image))
        stop(job, u->body, u->method);
    pol_close(job);
    m.s = pol_image_stepper(m.image);
    if (m.s->state > 32 || m.s->par > 64 || m.s->input > 64)
        stop(NULL, u->body, u->method);
    motion_start(&m);
    return m;
}

void motion_close(struct motion *m)
{
    pol_unload(m->image);
}

void motion_start(struct motion *m)
{
    m->s->start(m->x, m->par);
    m->lost = POL_STEP_OK;
}

void motion_run(struct motion *m, double h, long n)
{
    if (!m->lost)
        m->lost = m->s->run(m->x, m->par, m->in, h, n);
}

double motion_energy(const struct motion *m)
{
    return m->lost ? NAN : m->s->energy(m->x, m->par, m->in);
}

double motion_number(const struct motion *m, int i)
{
    return m->lost ? NAN : m->x[i];
}

double motion_length(const struct motion *m)
{
    return m->lost ? NAN : hypot(hypot(m->x[0], m->x[1]), m->x[2]);
}

void motion_rotation(const struct motion *m, double R[9])
{
    m->s->rotation(m->x, R);
    for (int i = 0; m->lost && i < 9; i++)
        R[i] = NAN;
}

/* R'R - 1 */
static void compare_columns(const struct motion *m, double out[9])
{
    double R[9];
    motion_rotation(m, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[3 * i + j] = R[i] * R[j] + R[3 + i] * R[3 + j] +
                             R[6 + i] * R[6 + j] - (i == j);
}

double motion_distortion(const struct motion *m)
{
    double d[9], sum = 0;
    compare_columns(m, d);
    for (int i = 0; i < 9; i++)
        sum += d[i] * d[i];
    return sqrt(sum);
}

double motion_skewness(const struct motion *m)
{
    double d[9], most = 0;
    compare_columns(m, d);
    for (int i = 0; i < 9; i++)
        most = fabs(d[i]) <= most ? most : fabs(d[i]);
    return m->lost ? NAN : most;
}

void motion_rate(const struct motion *m, double w[3])
{
    m->s->omega(m->x, m->par, m->in, w);
    for (int i = 0; m->lost && i < 3; i++)
        w[i] = NAN;
}

static void rotate(const double R[9], const double a[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = R[3 * i] * a[0] + R[3 * i + 1] * a[1] + R[3 * i + 2] * a[2];
}

void motion_spatial(const struct motion *m, double p[3])
{
    double R[9], L[3];
    motion_rotation(m, R);
    m->s->momentum(m->x, L);
    rotate(R, L, p);
}

void motion_vertical(const struct motion *m, double u[3])
{
    double R[9];
    motion_rotation(m, R);
    for (int i = 0; i < 3; i++)
        u[i] = R[6 + i];
}

void motion_point(const struct motion *m, const double p[3], double in[3])
{
    double R[9];
    motion_rotation(m, R);
    rotate(R, p, in);
}

const struct reference_state *motion_known(const char *body, double t)
{
    int n;
    for (const struct reference_state *s = reference_states(&n); n > 0;
         n--, s++)
        if (strcmp(s->spec, body) == 0 && s->t == t)
            return s;
    for (const struct paper_state *s = paper_states(&n); n > 0; n--, s++)
        if (strcmp(s->is.spec, body) == 0 && s->is.t == t)
            return &s->is;
    stop(NULL, body, "a known state");
    return NULL;
}

static double distance(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

double motion_point_error(const struct motion *m,
                          const struct reference_state *k, const double p[3])
{
    double here[3], there[3];
    motion_point(m, p, here);
    rotate(k->R, p, there);
    return distance(here, there, 3);
}

double motion_distance(const double R[9], const struct reference_state *k)
{
    /* The singular values of a difference of rotations are d, d and 0. */
    return distance(R, k->R, 9) / sqrt(2);
}

double motion_attitude_error(const struct motion *m,
                             const struct reference_state *k)
{
    double R[9];
    motion_rotation(m, R);
    return motion_distance(R, k);
}

double motion_momentum_error(const struct motion *m,
                             const struct reference_state *k)
{
    double L[3];
    m->s->momentum(m->x, L);
    return m->lost ? NAN : distance(L, k->L, 3);
}

void ladder_errors(const struct ladder *a, struct panel *momentum,
                   struct panel *attitude)
{
    const struct reference_state *known = motion_known(a->body, a->until);
    for (const char *const *name = a->method; *name; name++) {
        struct motion m =
            motion_open(&(struct setup){.body = a->body, .method = *name});
        struct curve *L = momentum ? sheet_curve(momentum, *name) : NULL;
        struct curve *R = attitude ? sheet_curve(attitude, *name) : NULL;
        for (const double *h = a->step; *h > 0; h++) {
            motion_start(&m);
            motion_run(&m, *h, lround(a->until / *h));
            if (L)
                sheet_point(L, *h, motion_momentum_error(&m, known), 0);
            if (R)
                sheet_point(R, *h, motion_attitude_error(&m, known), 0);
        }
        motion_close(&m);
    }
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The seconds of one run, out of as many as take a while. */
static double run_time(struct motion *m, double h, long n)
{
    long runs = 0;
    double begin = seconds(), end = begin;
    for (; end - begin < 5e-3; end = seconds(), runs += 20)
        for (int i = 0; i < 20; i++) {
            motion_start(m);
            motion_run(m, h, n);
        }
    return (end - begin) / (double)runs;
}

void ladder_times(const struct ladder *a, struct panel *p, motion_error *error)
{
    const struct reference_state *known = motion_known(a->body, a->until);
    for (const char *const *name = a->method; *name; name++) {
        struct motion m = motion_open(&(struct setup){
            .body = a->body, .method = *name, .compiler = POL_GCC});
        struct curve *c = sheet_curve(p, *name);
        for (const double *h = a->step; *h > 0; h++) {
            double time = run_time(&m, *h, lround(a->until / *h));
            sheet_point(c, time, error(&m, known), 0);
        }
        motion_close(&m);
    }
}

void track_follow(const struct track *a, struct panel *energy, const char *name,
                  struct panel *vertical)
{
    struct motion m =
        motion_open(&(struct setup){.body = a->body, .method = a->method});
    struct curve *e = energy ? sheet_curve(energy, name) : NULL;
    struct curve *v = vertical ? sheet_curve(vertical, name) : NULL;
    double first = motion_energy(&m), scale = a->absolute ? 1 : first;
    long steps = lround(a->until / a->step);
    for (long i = 0; i <= steps; i += a->stride) {
        double u[3];
        motion_vertical(&m, u);
        if (e)
            sheet_point(e, (double)i * a->step,
                        (motion_energy(&m) - first) / scale, 0);
        if (v)
            sheet_point(v, u[0], u[1], u[2]);
        motion_run(&m, a->step, a->stride);
    }
    motion_close(&m);
}

/* ---- bodies that come close to a singular point of their attitude's numbers
 * ---- */

static struct motion approach_open(const struct approach *a, const char *miss)
{
    return motion_open(&(struct setup){.body = a->body,
                                       .method = a->method,
                                       .attitude = a->attitude,
                                       .name = "miss",
                                       .value = miss});
}

void approach_course(const struct approach *a, double h, double until,
                     struct panel *p)
{
    for (const char *const *miss = a->miss; *miss; miss++) {
        struct motion m = approach_open(a, *miss);
        struct curve *c = sheet_curve(p, *miss);
        for (long i = 0; i <= lround(until / h); i++) {
            sheet_point(c, (double)i * h, motion_length(&m), 0);
            motion_run(&m, h, 1);
        }
        motion_close(&m);
    }
}

void approach_ends(const struct approach *a, double h, double until,
                   struct panel *p, const char *name)
{
    struct curve *c = sheet_curve(p, name);
    for (int i = 0; a->miss[i]; i++) {
        struct motion m = approach_open(a, a->miss[i]);
        motion_run(&m, h, lround(until / h));
        sheet_point(c, i + 1, m.lost, 0);
        motion_close(&m);
    }
}

const struct reference_state *approach_known(const struct approach *a,
                                             const char *miss, double t)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", a->body, miss);
    return motion_known(name, t);
}

void approach_errors(const struct approach *a, double until, int first,
                     int last, struct panel *p)
{
    for (const char *const *miss = a->miss; *miss; miss++) {
        struct motion m = approach_open(a, *miss);
        struct curve *c = sheet_curve(p, *miss);
        const struct reference_state *known = approach_known(a, *miss, until);
        for (int i = first; i <= last; i++) {
            motion_start(&m);
            motion_run(&m, ldexp(1, -i), lround(ldexp(until, i)));
            sheet_point(c, ldexp(1, -i), motion_attitude_error(&m, known), 0);
        }
        motion_close(&m);
    }
}

void claim_fourth(struct verdict *v, const struct panel *p, const char *miss,
                  int first, int last)
{
    for (int i = first + 1; i <= last; i++)
        claim_order(v, p, ldexp(1, -i), 4, LIST(miss));
}

/* What a claim is of, for its line. */
static const char *title(char to[160], const struct panel *p, const char *miss)
{
    snprintf(to, 160, "%s, %s", p->title, miss);
    return to;
}

void claim_below(struct verdict *v, const struct panel *p, const char *miss,
                 int first, int last, double bound)
{
    char what[160];
    for (int i = first; i <= last; i++)
        claim_less(v, title(what, p, miss), sheet_at(p, miss, ldexp(1, -i)),
                   bound);
}

void claim_above(struct verdict *v, const struct panel *p, const char *miss,
                 int first, int last, double bound)
{
    char what[160];
    for (int i = first; i <= last; i++)
        claim_less(v, title(what, p, miss), bound,
                   sheet_at(p, miss, ldexp(1, -i)));
}

void claim_alike(struct verdict *v, const struct panel *p,
                 const struct panel *other, const char *miss, int first,
                 int last, double factor)
{
    char what[160];
    for (int i = first; i <= last; i++)
        claim_about(v, title(what, p, miss), sheet_at(p, miss, ldexp(1, -i)),
                    sheet_at(other, miss, ldexp(1, -i)), factor);
}

void claim_course(struct verdict *v, const struct panel *p, const char *miss,
                  double (*of)(double t), double within)
{
    const struct curve *c = sheet_find(p, miss);
    double off = c->points ? 0 : NAN;
    for (int i = 0; i < c->points; i++) {
        double d = fabs(c->point[i][1] - of(c->point[i][0]));
        if (!(d <= off))
            off = d;
    }
    char what[160];
    claim_less(v, title(what, p, miss), off, within);
}

void claim_together(struct verdict *v, const struct panel *p,
                    const struct panel *other, const char *miss, double within)
{
    const struct curve *a = sheet_find(p, miss), *b = sheet_find(other, miss);
    double apart = a->points && a->points == b->points ? 0 : NAN;
    for (int i = 0; i < a->points && i < b->points; i++) {
        double d = fabs(a->point[i][1] - b->point[i][1]);
        if (!(d <= apart))
            apart = d;
    }
    char what[160];
    claim_less(v, title(what, p, miss), apart, within);
}

void claim_ends(struct verdict *v, const struct panel *p, const char *name,
                const struct approach *a, const int *status)
{
    for (int i = 0; a->miss[i]; i++) {
        char what[160];
        snprintf(what, sizeof what, "status, %s, misses by %s", name,
                 a->miss[i]);
        claim_close(v, what, sheet_at(p, name, i + 1), status[i], 0);
    }
}
