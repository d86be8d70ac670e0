/* SPDX-License-Identifier: MIT
 *
 * Statistics of a sweep's numbers beside a direct computation by sorting, of
 * numbers of all kinds; what is no value is left out.
 */
#include "test_arena.h"

#include <errno.h>

#include "random.h"
#include "sweep/statistics.h"

/* ---- numbers of all kinds ---- */

ARENA_AROUND_EACH()

enum {
    NEGATIVE,
    CONSTANT,
    FEW,
    ZEROS,
    ANY,
    HUGE,
    TINY,
    CROWDED,
    LOGUNIFORM,
    WITH_HOLES,
    NONE,
    KINDS
};

static double draw_number(int kind, struct random *r)
{
    static const double few[] = {-1, 0.3, 0.3000000001, 1e9}, hole[] = {NAN, INFINITY, -INFINITY};
    double x = 0;
    int i;
    switch (kind) {
    case NEGATIVE:
        return -exp(random_between(r, -20, 20));
    case FEW:
        return few[random_below(r, 4)];
    case ZEROS:
        return random_below(r, 2) ? 0.0 : -0.0;
    case ANY:
        do
            x = random_double(r);
        while (!isfinite(x));
        return x;
    case HUGE:
        x = random_between(r, 1.6e308, 1.7e308);
        return random_below(r, 2) ? x : -x;
    case TINY:
        return (double)random_below(r, 100000) * 0x1p-1074 - 0x1p-1060;
    case CROWDED:
        x = 1 + (double)random_below(r, 50000) * 0x1p-52;
        return x + (random_below(r, 5000) ? 0 : 1e300);
    case LOGUNIFORM:
        return exp(random_between(r, -600, 600));
    case WITH_HOLES:
        i = random_below(r, 30);
        return i < 3 ? hole[i] : random_between(r, 0, 1);
    case NONE:
        return random_below(r, 2) ? NAN : INFINITY;
    default:
        return 0.1;
    }
}

enum { LIMIT = 800 };

/* Statuses but 1 are told apart, and their numbers are nothing. */
static int status_of(struct random *r, int kinds)
{
    const int i = random_below(r, kinds);
    return i > 0 && i < 4 ? i : RECORD_DONE;
}

/* ---- the direct computation ---- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* As numpy.quantile does. */
static double quantile(const double *sorted, size_t n, double share)
{
    const double at = share * (double)(n - 1), part = at - floor(at);
    const size_t i = (size_t)at, j = i + 1 < n ? i + 1 : i;
    const double d = sorted[j] - sorted[i];
    if (isinf(d))
        return sorted[i] * (1 - part) + sorted[j] * part;
    return part < 0.5 ? sorted[i] + d * part : sorted[j] - d * (1 - part);
}

/* In long doubles, whose range has the squares of all doubles. */
static void check_moments(const struct statistics_number *s, const double *x, size_t n)
{
    long double sum = 0, squares = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        size += fabsl((long double)x[i]);
    }
    const long double mean = sum / (long double)n;
    for (size_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    const double deviation = (double)sqrtl(squares / (long double)(n - 1));
    const double rounding = (double)(size / (long double)n * 1e-13L);
    if (!(size < 1e150L)) /* squares are out of range, in numpy, too */
        return;
    assert_close(s->mean, mean, rounding + 0x1p-1074);
    if (n > 1)
        assert_close(s->deviation, deviation, rounding + 1e-12 * deviation + 1e-160);
    else
        assert_true(isnan(s->deviation));
}

static void check_number(const struct statistics_number *s, double *x, size_t n, const uint64_t *at)
{
    static const double share[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    size_t least = 0, largest = 0;
    assert_int_equal(s->count, n);
    if (n == 0) {
        assert_true(isnan(s->mean) && isnan(s->deviation) && isnan(s->least) && isnan(s->largest) &&
                    isnan(s->quantile[0]));
        return;
    }
    for (size_t i = 1; i < n; i++) {
        least = x[i] < x[least] ? i : least;
        largest = x[i] > x[largest] ? i : largest;
    }
    assert_true(s->least == x[least] && s->least_case == at[least]);
    assert_false(s->least == 0 && signbit(s->least));
    assert_true(s->largest == x[largest] && s->largest_case == at[largest]);
    check_moments(s, x, n);
    qsort(x, n, sizeof *x, compare);
    for (int i = 0; i < STATISTICS_QUANTILES; i++) {
        const double q = quantile(x, n, share[i]);
        if (s->quantile[i] != q)
            print_error("quantile %d of %zu: %a, expected %a\n", i, n, s->quantile[i], q);
        assert_true(s->quantile[i] == q);
    }
}

/* ---- files ---- */

struct sample {
    struct record_file f;
    char *bytes;
};

static struct sample sample_of(uint64_t cases, int first, int kinds)
{
    struct random r = random_new(cases + (uint64_t)first + 1);
    struct record_column column[KINDS];
    struct sample s;
    for (int c = 0; c < kinds; c++)
        column[c] = (struct record_column){"x", "", 1, false};
    const struct record_demand d = {.layout = {column, kinds, cases, 0}, .shards = 1};
    assert_null(record_open(arena, &d, &s.f));
    s.bytes = calloc(cases + 1, s.f.size);
    for (size_t k = 0; k < cases; k++) {
        char *at = s.bytes + k * s.f.size;
        for (int c = 0; c < kinds; c++) {
            const double x = draw_number(first + c, &r);
            memcpy(at + (size_t)c * sizeof x, &x, sizeof x);
        }
        at[s.f.size - 1] = (char)status_of(&r, 20);
    }
    assert_true(record_write(&s.f, 0, cases, s.bytes));
    return s;
}

static void sample_end(struct sample *s)
{
    free(s->bytes);
    assert_true(record_close(&s->f));
}

static void check_sample(const struct sample *s, const struct statistics *all)
{
    const size_t n = s->f.cases;
    double *x = calloc(n + 1, sizeof *x);
    uint64_t *at = calloc(n + 1, sizeof *at), status[256] = {0};
    for (size_t i = 0; i < n; i++)
        status[record_status(&s->f, s->bytes, i)]++;
    assert_memory_equal(status, all->status, sizeof status);
    for (size_t c = 0; c < s->f.numbers; c++) {
        size_t values = 0, nan = 0, infinite = 0;
        for (size_t i = 0; i < n; i++) {
            if (record_status(&s->f, s->bytes, i) != RECORD_DONE)
                continue;
            memcpy(&x[values], record_at(&s->f, s->bytes, i) + c * sizeof *x, sizeof *x);
            nan += isnan(x[values]) != 0;
            infinite += isinf(x[values]) != 0;
            at[values] = i;
            values += isfinite(x[values]) != 0;
        }
        assert_int_equal(all->number[c].nan, nan);
        assert_int_equal(all->number[c].infinite, infinite);
        check_number(&all->number[c], x, values, at);
    }
    free(x);
    free(at);
}

TEST(statistics_are_those_of_a_sorted_array)
{
    static const uint64_t sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4096, 4097, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sample s = sample_of(sizes[i], 0, KINDS);
        struct statistics all;
        assert_int_equal(statistics_take(arena, &s.f, NULL, NULL, &all), 0);
        check_sample(&s, &all);
        sample_end(&s);
    }
}

TEST(memory_does_not_grow_with_the_cases)
{
    for (int i = 0; i < 2; i++) {
        struct sample s = sample_of(i ? 200000 : 10000, NEGATIVE, 1);
        struct statistics all;
        struct arena *few = test_arena();
        arena_limit(few, LIMIT << 10);
        assert_int_equal(statistics_take(few, &s.f, NULL, NULL, &all), 0);
        arena_free(few);
        sample_end(&s);
    }
}

struct watch {
    double last;
    int left, calls;
};

static int watch(void *context, double done)
{
    struct watch *w = context;
    assert_true(done > w->last && done <= 1);
    w->last = done;
    w->calls++;
    return w->left-- == 0;
}

TEST(it_can_be_stopped)
{
    struct sample s = sample_of(10000, 0, 1);
    struct statistics all;
    for (int stop = 0; stop < 16; stop++) { /* of 5 passes, 3 blocks */
        struct watch w = {0, stop, 0};
        assert_int_equal(statistics_take(arena, &s.f, watch, &w, &all), stop < 15 ? ECANCELED : 0);
        assert_int_equal(w.calls, stop < 15 ? stop + 1 : 15);
    }
    sample_end(&s);
}

TEST(of_what_is_not_done_the_status_is_told)
{
    struct sample s = sample_of(5000, 0, 1);
    struct statistics all;
    char undone[100] = {0};
    assert_true(record_write(&s.f, 2, 1, undone));
    assert_int_equal(statistics_take(arena, &s.f, NULL, NULL, &all), 0);
    assert_int_equal(all.status[RECORD_UNDONE], 1);
    assert_true(all.status[RECORD_DONE] > 4000);
    s.f.cases++; /* as if the file were cut off */
    assert_int_equal(statistics_take(arena, &s.f, NULL, NULL, &all), EIO);
    sample_end(&s);
}
