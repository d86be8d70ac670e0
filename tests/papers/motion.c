/* SPDX-License-Identifier: MIT
 *
 * Running emitted steppers.
 */
#include "papers/papers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

bool setup_same(const struct setup *a, const struct setup *b)
{
    for (int i = 0; i < SETTINGS; i++)
        if (!a->is[i] != !b->is[i] || (a->is[i] && strcmp(a->is[i], b->is[i])))
            return false;
    return true;
}

/* The two ways that S. Holzinger and J. Gerstmayr compare. */
static const char *method_of(const char *name)
{
    if (name && strcmp(name, "updated") == 0)
        return "rkmk(kutta4, form = rate, dexpinv = exact)";
    return name && strcmp(name, "integrated") == 0 ? "kinematic(kutta4)" : name;
}

struct motion motion_open(const struct setup *u)
{
    struct motion m = {.setup = *u};
    pol_setting setting = {u->is[CONSTANT], u->is[VALUE]};
    pol_options o = pol_default_options();
    o.method = method_of(u->is[METHOD]);
    o.attitude = u->is[ATTITUDE];
    o.setting = &setting;
    o.settings = u->is[VALUE] != NULL;
    char path[1024];
    find_spec(u->is[BODY], path);
    pol_job *job = pol_open(&o);
    if (!job || pol_read(job, path) ||
        pol_load(job, u->is[COMPILER] ? POL_GCC : POL_TCC, &m.image)) {
        for (int i = 0; job && i < pol_diag_count(job); i++)
            fprintf(stderr, "%s", pol_diag_at(job, i)->text);
        stop(u->is[BODY], u->is[METHOD]);
    }
    pol_close(job);
    m.s = pol_image_stepper(m.image);
    if (m.s->state > 32 || m.s->par > 64 || m.s->input > 64)
        stop("too many numbers", u->is[BODY]);
    return m;
}

void motion_start(struct motion *m)
{
    m->s->start(m->x, m->par);
    m->lost = POL_STEP_OK;
    m->energy = motion_energy(m);
    motion_spatial(m, m->spatial);
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

void motion_rotation(const struct motion *m, double R[9])
{
    m->s->rotation(m->x, R);
    for (int i = 0; m->lost && i < 9; i++)
        R[i] = NAN;
}

static void rotate(const double R[9], const double a[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = R[3 * i] * a[0] + R[3 * i + 1] * a[1] + R[3 * i + 2] * a[2];
}

void motion_point(const struct motion *m, const double p[3], double in[3])
{
    double R[9];
    motion_rotation(m, R);
    rotate(R, p, in);
}

void motion_spatial(const struct motion *m, double p[3])
{
    double L[3];
    m->s->momentum(m->x, L);
    motion_point(m, L, p);
}

const struct reference_state *motion_known(const struct setup *u, double t)
{
    int n;
    char name[128];
    snprintf(name, sizeof name, "%s%s%s", u->is[BODY], u->is[VALUE] ? " " : "",
             u->is[VALUE] ? u->is[VALUE] : "");
    for (const struct reference_state *s = reference_states(&n); n > 0;
         n--, s++)
        if (strcmp(s->spec, name) == 0 && s->t == t)
            return s;
    for (const struct paper_state *s = paper_states(&n); n > 0; n--, s++)
        if (strcmp(s->is.spec, name) == 0 && s->is.t == t)
            return &s->is;
    stop("no known state", name);
    return NULL;
}

static double difference(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

double motion_place_error(const struct motion *m,
                          const struct reference_state *k, const double p[3])
{
    double here[3], there[3];
    motion_point(m, p, here);
    rotate(k->R, p, there);
    return difference(here, there, 3);
}

double motion_attitude_error(const double R[9], const struct reference_state *k)
{
    /* The singular values of a difference of rotations are d, d and 0. */
    return difference(R, k->R, 9) / sqrt(2);
}

double motion_momentum_error(const struct motion *m,
                             const struct reference_state *k)
{
    double L[3];
    m->s->momentum(m->x, L);
    return m->lost ? NAN : difference(L, k->L, 3);
}
