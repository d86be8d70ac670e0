/* SPDX-License-Identifier: MIT
 *
 * The reference states of our own specs: recomputed in many digits, by an
 * integration that reproduces the papers' states from the papers' specs.
 * With POL_UPDATE=1 it writes tests/values/own.csv anew.
 */
#define _POSIX_C_SOURCE 200809L

#include "specs.h"

#include "model_kit.h"
#include "values/golden.h"
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
                      double end, int columns, double finer)
{
    double time = end - number_double(model->facts.start_t);
    int steps = (int)(steps_of(model, time) * finer);
    reference_open(r, model, steps, columns);
    reference_run(r, end);
}

/* ---- comparisons ---- */

static double norm_of(mpfr_t *a)
{
    double norm = 0;
    for (int i = 0; i < 3; i++)
        norm = hypot(norm, mpfr_get_d(a[i], MPFR_RNDN));
    return norm > 0 ? norm : 1;
}

/* |a - b| relative to the norm of the vector (1 for R) that holds them */
static double difference(mpfr_t *a, mpfr_t *b)
{
    double worst = 0;
    mpfr_t d;
    mpfr_init2(d, REFERENCE_BITS);
    for (int i = 0; i < REFERENCE_SIZE; i++) {
        mpfr_sub(d, a[i], b[i], MPFR_RNDN);
        double norm = i < 9 ? 1 : norm_of(b + i - i % 3);
        double off = fabs(mpfr_get_d(d, MPFR_RNDN)) / norm;
        if (!(off <= worst))
            worst = off;
    }
    mpfr_clear(d);
    return worst;
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
        integrate(&r, c.model, s->t, 12, 1);
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

/* ---- POL_UPDATE=1 ---- */

static void write_state(FILE *out, const char *spec, double t)
{
    struct checked c;
    struct reference r, other;
    c = open_spec(spec);
    integrate(&r, c.model, t, 16, 1.3);
    integrate(&other, c.model, t, 13, 1.7);
    double off = difference(r.y, other.y);
    printf("%s at t = %g: two settings differ by %g\n", spec, t, off);
    assert_true(off < 1e-22);
    fprintf(out, "%s,%g", spec, t);
    for (int i = 0; i < REFERENCE_SIZE; i++)
        mpfr_fprintf(out, ",%.24Re", r.y[i]);
    fprintf(out, "\n");
    reference_close(&other);
    reference_close(&r);
    model_kit_free(&c);
}

TEST(our_states_are_written)
{
    static const char *const specs[] = {"damped", "kicked", "offdiag",
                                        "tethered", "thrown"};
    static const double times[] = {1, 10};
    char *text;
    size_t length;
    if (!getenv("POL_UPDATE"))
        skip();
    char *then = specs_read(POL_TESTS_DIR "/values", "own.csv", &length);
    const char *columns = strstr(then, "\nspec,");
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "%.*s\n", (int)(strchr(columns + 1, '\n') - then), then);
    free(then);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++)
            write_state(out, specs[i], times[k]);
    fclose(out);
    FILE *file = fopen(POL_TESTS_DIR "/values/own.csv", "w");
    assert_non_null(file);
    fwrite(text, 1, length, file);
    assert_int_equal(fclose(file), 0);
    free(text);
}
