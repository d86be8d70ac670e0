/* SPDX-License-Identifier: MIT
 *
 * Finds the emitted steppers, each in a shared object of its own because
 * those of one body bear the same names, and runs any stepper.
 */
#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "rates.h"

static const char *const folders[] = {METHOD_FOLDERS};
static const char *const labels[] = {METHOD_LABELS};

void *symbol_of(const char *path, const char *name)
{
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *at = module ? dlsym(module, name) : NULL;
    if (!at)
        fprintf(stderr, "missing: %s\n", dlerror());
    return at;
}

static const pol_stepper *stepper_of(const char *folder, enum method m, enum problem p)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s_%s.so", folder, folders[m], problem_data[p].body);
    const pol_stepper *const *at = symbol_of(path, "driven");
    const pol_stepper *s = at ? *at : NULL;
    if (s && (s->abi != POL_STEPPER_ABI || s->state > 32 || s->par > 32))
        s = NULL;
    return s;
}

struct runner emitted_runner(const char *folder, enum method m)
{
    struct runner r = {.name = labels[m]};
    for (int p = 0; p < PROBLEMS; p++)
        r.emitted[p] = stepper_of(folder, m, p);
    return r;
}

/* Joins the lines of a banner: one space for every " \n *  ". */
static void join_lines(char *text)
{
    char *out = text;
    for (const char *p = text; *p; p++)
        if (*p != ' ' && *p != '\n' && !(*p == '*' && p > text && p[-1] == ' '))
            *out++ = *p;
        else if (out > text && out[-1] != ' ')
            *out++ = ' ';
    *out = '\0';
}

/* n of "n flops per step". */
double operations_of(const char *path)
{
    static char text[8192];
    FILE *file = fopen(path, "r");
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = '\0';
    if (file)
        fclose(file);
    join_lines(text);
    const char *end = strstr(text, " flops per step");
    while (end && end > text && isdigit((unsigned char)end[-1]))
        end--;
    return end && !strstr(text, "per sweep") ? strtod(end, NULL) : NAN;
}

/* R = Z(a) Y(b) X(c) */
static void zyx_rotation(const double angle[3], double R[9])
{
    const double sa = sin(angle[0]), ca = cos(angle[0]), sb = sin(angle[1]), cb = cos(angle[1]),
                 sc = sin(angle[2]), cc = cos(angle[2]);
    const double S[9] = {ca * cb,
                         ca * sb * sc - sa * cc,
                         ca * sb * cc + sa * sc,
                         sa * cb,
                         sa * sb * sc + ca * cc,
                         sa * sb * cc - ca * sc,
                         -sb,
                         cb * sc,
                         cb * cc};
    memcpy(R, S, sizeof S);
}

/* Where angles are wanted, step by step, with those of each: R is that of the
 * last ones, so that wrong ones would show. */
static int run_emitted(const struct runner *r, enum problem p, double h, long n, double R[9])
{
    const pol_stepper *s = r->emitted[p];
    double x[32] = {0}, par[32] = {0}, angle[3] = {0};
    int status = POL_STEP_OK;
    s->start(x, par);
    if (!r->angles) {
        status = s->run(x, par, NULL, h, n);
        s->rotation(x, R);
        return status;
    }
    while (n-- > 0 && status == POL_STEP_OK) {
        status = s->step_once(x, par, NULL, h);
        r->angles(x, angle);
    }
    zyx_rotation(angle, R);
    return status;
}

static int run_peer(const struct runner *r, enum problem p, double h, long n, double R[9])
{
    double x[7];
    memcpy(x, problem_data[p].q, sizeof problem_data[p].q);
    memcpy(x + 4, problem_data[p].L, sizeof problem_data[p].L);
    const int status = r->peer(p, x, h, n);
    quaternion_rotation(x, R);
    return status;
}

const char *runner_run(const struct runner *r, enum problem p, double h, long n, double R[9])
{
    if (r->peer)
        return run_peer(r, p, h, n, R) ? "fails" : NULL;
    if (!r->emitted[p])
        return "missing";
    const int status = run_emitted(r, p, h, n, R);
    return status == POL_STEP_OK ? NULL : status == POL_STEP_SINGULAR ? "singular" : "fails";
}

long runner_advance(const struct runner *r, enum problem p, double until, double tolerance,
                    double R[9])
{
    const pol_stepper *s = r->emitted[p];
    double x[32] = {0}, par[32] = {0}, control[32] = {0};
    if (!s || !s->advance || s->control + 10 > 32)
        return -1;
    s->start(x, par);
    s->control_start(control);
    control[1] *= tolerance / control[0]; /* of the rate, by that of angles */
    control[0] = tolerance;
    const int status = s->advance(x, par, NULL, control, until);
    s->rotation(x, R);
    return status == POL_STEP_OK ? (long)control[s->control + POL_CONTROL_STEPS] : -1;
}
