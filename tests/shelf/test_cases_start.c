/* SPDX-License-Identifier: MIT
 *
 * The code of a sweep's cases in memory: the start that follows from params is
 * that of a job to which these are given by --set, start values that vary are
 * params, too; a text that goes elsewhere has in itself what files give.
 */
#define _GNU_SOURCE /* mkdtemp */

#include "load.h"

#include <stdlib.h>

#include "compilers.h"
#include "jit/jit.h"
#include "job.h"
#include "sampled.h"

enum { MOST = 80, MOST_FREED = 10, MOST_SET = 12 };

/* ---- jobs ---------------------------------------------------------------- */

struct asked {
    const char *text, *attitude;
    pol_real real;
    bool is_swept, is_draft, acts;
    int freeds, settings, signals;
    const char *freed[MOST_FREED];
    pol_setting setting[MOST_SET];
    pol_setting signal[1];
};

static pol_job *open_job(const struct asked *a, pol_status *status)
{
    pol_options o = pol_default_options();
    o.attitude = a->attitude;
    o.real = a->real;
    o.inputs = a->acts ? POL_ACT : POL_ARGUMENT;
    o.setting = a->setting;
    o.settings = a->settings;
    o.signal = a->signal;
    o.signals = a->signals;
    pol_job *job = pol_open(&o);
    assert_non_null(job);
    job->given.is_swept = a->is_swept;
    job->is_draft = a->is_draft;
    job->given.freed = a->freed;
    job->given.freeds = a->freeds;
    *status = pol_read_text(job, "body.pol", a->text, strlen(a->text));
    return job;
}

static pol_image *load_asked(const struct asked *a)
{
    pol_status status;
    pol_image *image = NULL;
    pol_job *job = open_job(a, &status);
    if (status == POL_OK)
        status = pol_load(job, POL_TCC, &image);
    if (status != POL_OK) {
        print_diags(job);
        fail_msg("%s with %s does not load", a->text,
                 a->attitude ? a->attitude : "its attitude");
    }
    pol_close(job);
    return image;
}

/* As fast as sweeps are compiled, and nothing to warn of. */
static const char fast[] =
    "-O3 -march=native -fno-math-errno -fno-trapping-math "
    "-mprefer-vector-width=512 -ffp-contract=off -Wall -Wextra -Werror";

struct compiled {
    pol_compiler which;
    pol_image *image;
    bool has_address; /* the text names a place in memory */
};

/* The text that goes elsewhere, compiled. */
static pol_status compile(struct pol_job *job, void *argument)
{
    struct compiled *c = argument;
    pol_status status;
    const struct emission *e = job_sweep_text(job, &status);
    if (!e)
        return status;
    for (int i = 0; i < e->files; i++)
        c->has_address |= strstr(e->file[i].chars, "0x") != NULL;
    c->image = jit_load(&job->diags, c->which, job->model->facts.name, e->file,
                        e->files, fast);
    return c->image ? POL_OK : POL_BAD_SHELF;
}

static pol_image *compile_asked(const struct asked *a, pol_compiler which)
{
    struct compiled c = {which, NULL, false};
    pol_status status;
    pol_job *job = open_job(a, &status);
    if (status == POL_OK)
        status = job_run(job, compile, &c);
    if (status != POL_OK) {
        print_diags(job);
        fail_msg("%s: the text of a sweep does not compile", a->text);
    }
    pol_close(job);
    assert_false(c.has_address);
    return c.image;
}

/* ---- bodies -------------------------------------------------------------- */

/* What may change, to which value: a const or param of the spec, and the start
 * value that is the const. */
struct change {
    const char *name, *value, *freed;
    int n;
    double x[3];
};

struct body {
    const char *what, *text;
    struct change change[MOST_SET];
};

#define STARTS                                                                 \
    "const R0 = turn(e1, 0.3)*turn(e3, 0.5)\nconst w0 = [0.3, -0.2, 1.1]\n"    \
    "const L0 = [0.4, 0.5, -0.6]\nconst t0 = 0.7\nstart R = R0\n"              \
    "start t = t0\nstep 0.01\nuntil 1\n"
#define CHANGES                                                                \
    {"R0", "turn(e2, 0.8)*turn(e1, -0.4)", "R", 9, {0}},                       \
        {"w0", "[-0.7, 0.25, 0.9]", "w", 3, {-0.7, 0.25, 0.9}},                \
        {"L0", "[0.125, -0.3, 0.8]", "L", 3, {0.125, -0.3, 0.8}},              \
    {                                                                          \
        "t0", "1.9", "t", 1,                                                   \
        {                                                                      \
            1.9                                                                \
        }                                                                      \
    }

static const struct body bodies[] = {
    {"a top",
     "body b\nparam m = 2\ninput u = sin(t)\ninertia diag(1, 1.5, 2)\n"
     "potential m*R[3,3]\ntorque body u*e1\n" STARTS,
     {CHANGES, {"m", "3.5", NULL, 1, {3.5}}}},
    {"inertia and mass of params",
     "body b\nparam a = 0.3\nparam m = 2\nmass m*a\n"
     "inertia [[1, a/10, 0], [a/10, 1.2, a^2/7], [0, a^2/7, 1.1 + a/5]]\n"
     "force space [a, -m, 0.1*x[1]]\nconst x0 = [1, 2, 3]\n"
     "const v0 = [0, 1, -0.5]\nstart x = x0\nstart v = v0\n" STARTS,
     {CHANGES,
      {"x0", "[0.5, -3, 7]", "x", 3, {0.5, -3, 7}},
      {"v0", "[-1, 0, 0.25]", "v", 3, {-1, 0, 0.25}},
      {"a", "0.45", NULL, 1, {0.45}},
      {"m", "1.5", NULL, 1, {1.5}}}},
    {"wheels",
     "body b\nparam Iw = 0.02\nparam n[3] = [1, 1, 0]\nconst s0 = 3\n"
     "param s = 5\n"
     "wheel a(axis = n, inertia = Iw, speed = s0 + 0, torque = 0.01*a.speed)\n"
     "wheel c(axis = e3, inertia = 2*Iw, speed = s/2)\n"
     "inertia diag(1, 1.5, 2)\n" STARTS,
     {CHANGES,
      {"s0", "-12", "a.speed", 1, {-12}},
      {"Iw", "0.05", NULL, 1, {0.05}},
      {"n", "[1, 0.5, -1]", NULL, 3, {1, 0.5, -1}},
      {"s", "7", NULL, 1, {7}}}},
    {"states that turn inside",
     "body b\nparam k = 0.4\nconst p0 = [1, -1, 0.5]\ninput u = k*cos(2*t)\n"
     "state p = p0 rate -k*p\nstate z = k + 1 rate w[1]\n"
     "wheel start_a(axis = e1, inertia = 0.1, speed = 1)\n"
     "gyro 0.3*p + [0, u, z*k*t]\ngyro [0, 0, 0.2*start_a.momentum]\n"
     "inertia [[1 + k, 0.1, 0], [0.1, 1.5, 0], [0, 0, 2]]\n" STARTS,
     {CHANGES,
      {"p0", "[0.2, 0.3, 4]", "p", 3, {0.2, 0.3, 4}},
      {"k", "0.75", NULL, 1, {0.75}}}},
};

static const char *const attitudes[] = {"quaternion", "matrix", "rodrigues",
                                        "euler(zyx)"};

enum {
    BODIES = sizeof bodies / sizeof *bodies,
    ATTITUDES = sizeof attitudes / sizeof *attitudes
};

/* ---- the start of params ------------------------------------------------- */

/* What the spec says of w or L. */
enum { BY_NONE, BY_W, BY_L, BYS };
static const char *const say[] = {"", "start w = w0\n", "start L = L0\n"};
/* Which start values vary: none, attitude and time, all with w or with L. */
enum { NONE, TURNED, WITH_W, WITH_L, FREED };

struct trial {
    const struct body *body;
    char text[1500], other[1500];
    struct asked swept, set; /* the same start by params, and by --set */
    int n;                   /* params that are start values: */
    const struct change *change[MOST_FREED];
};

static void make_trial(struct trial *t, const int *row)
{
    const int own = row[3] % BYS, freed = row[3] / BYS;
    *t = (struct trial){.body = &bodies[row[0]]};
    t->swept = (struct asked){.attitude = attitudes[row[1]],
                              .real = row[2] ? POL_FLOAT : POL_DOUBLE,
                              .is_draft = true,
                              .acts = true};
    t->set = t->swept;
    t->swept.is_swept = true;
    for (const struct change *c = t->body->change; c->name; c++) {
        bool is_free = c->freed && freed >= WITH_W;
        if (freed == TURNED)
            is_free = c->freed && strchr("Rt", *c->freed);
        else if (c->freed && strchr("wL", *c->freed))
            is_free = *c->freed == "NTwL"[freed];
        if (is_free) {
            t->change[t->n++] = c;
            t->swept.freed[t->swept.freeds++] = c->freed;
        }
        if (is_free || !c->freed)
            t->set.setting[t->set.settings++] =
                (pol_setting){c->name, c->value};
    }
    snprintf(t->text, sizeof t->text, "%s%s", t->body->text, say[own]);
    snprintf(t->other, sizeof t->other, "%s%s", t->body->text,
             say[freed == WITH_W   ? BY_W
                 : freed == WITH_L ? BY_L
                                   : own]);
    t->swept.text = t->text;
    t->set.text = t->other;
}

/* Their values, behind those of the spec's own params as --set has them. */
static void put_params(const struct trial *t, const pol_stepper *set,
                       double *par)
{
    double x[MOST], R[9];
    int at = set->par;
    set->start(x, par);
    set->rotation(x, R);
    for (int i = 0; i < t->n; at += t->change[i++]->n)
        for (int k = 0; k < t->change[i]->n; k++)
            par[at + k] = t->change[i]->n == 9 ? R[k] : t->change[i]->x[k];
}

TEST(starts_follow_their_params)
{
    const struct choices c = {4, {BODIES, ATTITUDES, 2, BYS * FREED}};
    const struct rows rows = rows_of_pairs(&c);
    for (int i = 0; i < SOME_OF(rows.n); i++) {
        struct trial t;
        make_trial(&t, rows.row[i]);
        pol_image *swept = load_asked(&t.swept), *set = load_asked(&t.set);
        const pol_stepper *s = pol_image_stepper(swept);
        const pol_stepper *o = pol_image_stepper(set);
        const pol_batch *b = jit_batch(swept);
        double x[MOST], y[MOST], par[MOST];
        const double eps = t.set.real == POL_FLOAT ? 4e-6 : 1e-14;
        assert_non_null(b);
        assert_null(jit_batch(set));
        assert_int_equal(b->real, t.set.real == POL_FLOAT ? 4 : 8);
        s->start(x, par);
        assert_int_equal(b->begin(y, par), POL_STEP_OK);
        assert_memory_equal(x, y, (size_t)s->state * sizeof *x);
        put_params(&t, o, par);
        o->start(x, y);
        assert_int_equal(s->state, o->state);
        assert_int_equal(b->begin(y, par), POL_STEP_OK);
        for (int k = 0; k < s->state; k++)
            if (!(fabs(x[k] - y[k]) <= eps * (1 + fabs(x[k]))))
                fail_msg("%s, %s: number %d is %.17g, not %.17g\n%s",
                         t.body->what, t.swept.attitude, k, y[k], x[k], t.text);
        pol_unload(swept);
        pol_unload(set);
    }
    rows_free((struct rows *)&rows);
}

/* ---- signals from files -------------------------------------------------- */

TEST(files_stand_in_the_text)
{
    ONCE_IS_ENOUGH();
    static const char text[] =
        "body b\ninput u[3]\ninput k\ninertia diag(1, 2, 2.5)\n"
        "torque body u + k*e1\ngyro 0.1*u\nstart w = [1, 0.1, 0.2]\n"
        "start t = 0.35\n";
    char folder[64], path[100];
    open_folder(folder);
    snprintf(path, sizeof path, "%s/rows.csv", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "t,u1,u2,u3\n0,1,2,3\n0.39269908169872414,-1e-30,"
               "0.76543210987654321,5\n0.7853981633974483,1,1,1e3\n"
               "1.1780972450961724,2,0.30000000000000004,-4\n");
    assert_int_equal(fclose(f), 0);
    for (int real = 0; real < 2; real++) {
        struct asked a = {.text = text,
                          .real = real ? POL_FLOAT : POL_DOUBLE,
                          .is_swept = true,
                          .acts = true,
                          .signals = 1,
                          .signal = {{"u", path}}};
        double x[2][MOST], par[MOST], in[MOST] = {0};
        for (int which = 0; which < 3; which++) {
            pol_image *image =
                which == 2 ? load_asked(&a)
                           : compile_asked(&a, which ? POL_GCC : POL_TCC);
            const pol_stepper *s = pol_image_stepper(image);
            double *at = x[which > 0];
            s->start(at, par);
            assert_int_equal(s->run(at, par, in, 0.02, 60), 0);
            if (which)
                assert_memory_equal(x[0], x[1], (size_t)s->state * sizeof *par);
            pol_unload(image);
        }
        a.freeds = 1;
        a.freed[0] = "t";
        pol_status status;
        pol_job *job = open_job(&a, &status);
        assert_int_equal(status, POL_BAD_SPEC);
        assert_string_equal(
            pol_diag_at(job, 0)->text,
            "--vary:1:1: error: t may not vary: the internal momentum at the "
            "start looks at 'u', which a file gives\n    t\n    ^\n");
        pol_close(job);
    }
    remove_folder(folder);
}
