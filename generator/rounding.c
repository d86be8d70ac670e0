/* SPDX-License-Identifier: MIT
 *
 * Warnings of coarse rounding by the real type: a float's time, and parts of
 * the state that are large at the start compared to their change in a step.
 */
#include "job.h"

#include <math.h>

/* The state has a compensation term for the time, but the equations use only
 * the rounded t. */
static void warn_time(struct pol_job *job)
{
    num size = job->step->recipe->size;
    double bound = size ? 0.01 * number_double(size) : 1e-3;
    if (job_real(job) != REAL_FLOAT || !(job->model->uses & USES_T))
        return;
    diag_warning(&job->diags, (struct place){0},
                 "the equations use t, and a float rounds t by up to 6e-8 of "
                 "its size: above |t| = %.2g s by more than %s",
                 bound / (job_epsilon(job) / 2),
                 size ? "a hundredth of a step" : "1 ms");
    diag_hint(&job->diags, "restart t from 0 before that, if the torque is "
                           "periodic, or use --real double");
}

/* The radius of gyration, m. */
static double radius_of(const struct model *m)
{
    const num *J = m->facts.inertia;
    return sqrt(
        (number_double(J[0]) + number_double(J[4]) + number_double(J[8])) / 2 /
        model_mass(m));
}

/* A part is `size` at the start; a step adds `change`, 0: not known. */
static void warn_part(struct pol_job *job, const struct field *part,
                      double size, double change)
{
    const double lost = job_epsilon(job) / 2 * size;
    const bool is_float = job_real(job) == REAL_FLOAT;
    const bool is_coarse =
        part->kind == PART_POSITION && lost > 0.01 * radius_of(job->model);
    if (!(change > 0 && lost > 0.01 * change) && !is_coarse)
        return;
    const char *unit = part->unit && *part->unit
                           ? text_format(job->arena, " %s", part->unit)
                           : "";
    const char *by =
        text_format(job->arena, "; a step changes it by %.2g%s", change, unit);
    diag_warning(&job->diags, part->place,
                 "%s is %.2g%s at the start, which a %s rounds by up to "
                 "%.2g%s in each step%s",
                 part->name, size, unit, is_float ? "float" : "double", lost,
                 unit, change > 0 ? by : "");
    diag_hint(&job->diags, "%s%s",
              part->kind == PART_POSITION
                  ? "measure x from a point near the body, and add that point "
                    "in the equations"
                  : "take larger steps",
              is_float ? ", or --real double" : "");
}

/* Checks wheels, states, x and v; not R and L, whose numbers are bounded. */
static void warn_parts(struct pol_job *job)
{
    const struct model *m = job->model;
    const struct recipe *r = job->step->recipe;
    num h = r->adaptive ? NULL : r->size;
    double state[MODEL_NUMBERS], rate[MODEL_NUMBERS];
    if (m->parts == STORED_X)
        return;
    model_begin(m, state, rate);
    for (int i = STORED_X; i < m->parts; i++) {
        const double change = model_size(&m->part[i], rate);
        warn_part(job, &m->part[i].field, model_size(&m->part[i], state),
                  h && isfinite(change) ? change * fabs(number_double(h)) : 0);
    }
}

void job_rounding(struct pol_job *job)
{
    if (job->rounding_reported)
        return;
    job->rounding_reported = true;
    warn_time(job);
    warn_parts(job);
}
