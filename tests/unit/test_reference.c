/* SPDX-License-Identifier: MIT
 *
 * The integration in many digits that other tests compare with reproduces the
 * papers' states from the papers' specs.
 */
#define _POSIX_C_SOURCE 200809L

#include "specs.h"

#include "model_kit.h"
#include "values/reference.h"
#include "values/values.h"

static struct checked open_spec(const char *spec)
{
    char name[100];
    size_t length;
    snprintf(name, sizeof name, "%s.pol", spec);
    char *text = specs_read(POL_ROOT_DIR "/specs", name, &length);
    assert_non_null(text);
    struct checked c = model_kit_good(text);
    free(text);
    return c;
}

/* At most about one radian a step, and no step above an eighth of a second. */
static int steps_of(const struct model *model, double time)
{
    double fastest = 0;
    for (int i = 0; i < 3; i++) {
        double w = 0;
        for (int j = 0; j < 3; j++)
            w += number_double(model->inverse.x[3 * i + j]->number) *
                 number_double(model->start_L[j]);
        fastest = fabs(w) > fastest ? fabs(w) : fastest;
    }
    return 1 + (int)(time * (fastest + 8));
}

static void integrate(struct reference *r, const struct model *model,
                      double end)
{
    double time = end - number_double(model->facts.start_t);
    reference_open(r, model, steps_of(model, time), 12);
    reference_run(r, end);
}

TEST(the_papers_states_are_reproduced)
{
    int n, compared = 0;
    for (const struct reference_state *s = reference_states(&n); n > 0;
         n--, s++) {
        struct checked c;
        struct reference r;
        if (s->t > 1)
            continue;
        c = open_spec(s->spec);
        integrate(&r, c.model, s->t);
        double norm =
            sqrt(s->L[0] * s->L[0] + s->L[1] * s->L[1] + s->L[2] * s->L[2]);
        for (int i = 0; i < 9; i++)
            assert_close(mpfr_get_d(r.y[i], MPFR_RNDN), s->R[i], 3e-16);
        for (int i = 0; i < 3; i++)
            assert_close(mpfr_get_d(r.y[9 + i], MPFR_RNDN), s->L[i],
                         3e-16 * norm);
        reference_close(&r);
        model_kit_free(&c);
        compared++;
    }
    assert_int_equal(compared, 7);
}
