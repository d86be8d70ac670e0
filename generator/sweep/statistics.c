/* SPDX-License-Identifier: MIT
 */
#include "sweep/statistics.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"

enum { BITS = 13, BINS = 1 << BITS, PASSES = 5 };
enum { QUANTILES = STATISTICS_QUANTILES, SEEKS = 2 * QUANTILES };

const double statistics_share[QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};

/* The value below or above a quantile: the leading bits of its key (the rest is
 * 0) and its rank among all keys with these bits.  A pass counts those keys by
 * their next bits; seeks with the same leading bits share the bins. */
struct seek {
    uint64_t key, rank, *bin;
};

/* Cases from `first` on, as read, and the finite values of one of their
 * numbers, of completed cases only. */
struct block {
    const struct record_file *file;
    int pass, shift; /* bits after those that the pass counts */
    uint64_t first;
    size_t count, values;
    char *bytes;
    double x[RECORD_BLOCK];
};

/* Bits whose unsigned order is the order of the doubles. */
static uint64_t key_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double value_of(uint64_t key)
{
    const uint64_t bits = key >> 63 ? key << 1 >> 1 : ~key;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The rank of a quantile, in general fractional. */
static double place(const struct statistics_number *n, size_t quantile)
{
    return statistics_share[quantile] * fmax((double)n->count - 1, 0);
}

/* Adds values; `deviation` holds the sum of squared deviations meanwhile; T.
 * Chan, G. Golub, R. LeVeque, Am. Stat. 37 (1983) 242. */
static void add(struct statistics_number *to, const double *x, size_t values)
{
    const double share = (double)values / (double)(to->count + values);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < values; i++)
        sum += x[i] - x[0]; /* exactly 0 for equal values */
    const double mean = x[0] + sum / (double)values, d = mean - to->mean;
    for (size_t i = 0; i < values; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    to->deviation += squares + d * d * (double)to->count * share;
    to->mean += d * share;
    to->count += values;
}

static void gather(struct block *b, size_t c, struct statistics_number *to)
{
    b->values = 0;
    for (size_t i = 0; i < b->count; i++) {
        double x;
        if (record_status(b->file, b->bytes, i) != RECORD_DONE)
            continue;
        memcpy(&x, record_at(b->file, b->bytes, i) + c * sizeof x, sizeof x);
        x += 0.0; /* never -0 */
        if (isfinite(x))
            b->x[b->values++] = x;
        if (b->pass > 0)
            continue;
        to->nan += isnan(x) != 0;
        to->infinite += isinf(x) != 0;
        if (isfinite(x) && !(x >= to->least)) /* NaN at first */
            to->least = x, to->least_case = b->first + i;
        if (isfinite(x) && !(x <= to->largest))
            to->largest = x, to->largest_case = b->first + i;
    }
    if (b->pass == 0 && b->values)
        add(to, b->x, b->values);
}

static void count_value(struct seek *s, const struct block *b)
{
    for (size_t i = 0; i < b->values; i++) {
        const uint64_t key = key_of(b->x[i]);
        if ((key ^ s->key) >> 1 >> (63 - BITS * b->pass) == 0)
            s->bin[key >> b->shift & (BINS - 1)]++;
    }
}

static void end(struct statistics_number *to, const struct seek *seek)
{
    for (size_t i = 0; i < QUANTILES; i++, seek += 2) {
        const double at = place(to, i), part = at - floor(at);
        const double a = value_of(seek[0].key), b = value_of(seek[1].key);
        to->quantile[i] = isinf(b - a) ? a * (1 - part) + b * part
                          : part < 0.5 ? a + (b - a) * part
                                       : b - (b - a) * (1 - part);
    }
    to->mean = to->count > 0 && isfinite(to->mean) ? to->mean : NAN;
    to->deviation = sqrt(to->deviation / fmax((double)to->count - 1, 0));
}

/* Reads all cases once, and counts; returns 0 or an errno. */
static int count_cases(struct block *b, struct seek *seek,
                       struct statistics *to,
                       int (*progress)(void *context, double done),
                       void *context)
{
    const struct record_file *f = b->file;
    const size_t seeks = f->numbers * SEEKS;
    for (b->first = 0; b->first < f->cases; b->first += b->count) {
        const uint64_t left = f->cases - b->first;
        b->count = left < RECORD_BLOCK ? left : RECORD_BLOCK;
        if (!record_read(f, b->first, b->count, b->bytes))
            return errno;
        for (size_t i = 0; i < b->count && b->pass == 0; i++)
            to->status[record_status(f, b->bytes, i)]++;
        for (size_t i = 0; i < seeks; i++) {
            if (i % SEEKS == 0)
                gather(b, i / SEEKS, &to->number[i / SEEKS]);
            if (i % SEEKS == 0 || seek[i].bin != seek[i - 1].bin)
                count_value(&seek[i], b);
        }
        const double done = (double)(b->first + b->count) / (double)f->cases;
        if (progress && progress(context, (b->pass + done) / PASSES))
            return ECANCELED;
    }
    return 0;
}

/* Narrows seek i to the bin that contains its rank. */
static void narrow(const struct block *b, struct seek *seek, size_t i,
                   const struct statistics *to)
{
    const double at = place(&to->number[i / SEEKS], i % SEEKS / 2);
    struct seek *s = &seek[i];
    uint64_t bin = 0;
    if (b->pass == 0)
        s->rank = (uint64_t)(i % 2 ? ceil(at) : floor(at));
    for (; bin < BINS - 1 && s->rank >= s->bin[bin]; bin++)
        s->rank -= s->bin[bin];
    s->key |= bin << b->shift;
}

int statistics_take(struct arena *arena, const struct record_file *f,
                    int (*progress)(void *context, double done), void *context,
                    struct statistics *to)
{
    const size_t seeks = f->numbers * SEEKS;
    struct seek *seek = arena_array(arena, seeks + 1, sizeof *seek);
    struct block *b = arena_alloc(arena, sizeof *b);
    b->file = f;
    b->bytes = arena_array(arena, RECORD_BLOCK, f->size);
    *to = (struct statistics){
        .number = arena_array(arena, f->numbers + 1, sizeof *to->number)};
    for (size_t c = 0; c < f->numbers; c++)
        to->number[c].least = to->number[c].largest = NAN;
    const struct arena_mark without_bins = arena_mark(arena);
    for (; b->pass < PASSES; b->pass++) {
        b->shift = b->pass < PASSES - 1 ? 64 - BITS * (b->pass + 1) : 0;
        arena_release(arena, without_bins);
        for (size_t i = 0; i < seeks; i++)
            seek[i].bin = i % SEEKS && seek[i].key == seek[i - 1].key
                              ? seek[i - 1].bin
                              : arena_array(arena, BINS, sizeof *seek->bin);
        const int fault = count_cases(b, seek, to, progress, context);
        if (fault)
            return fault;
        if (to->status[RECORD_UNDONE] > 0)
            return 0;
        for (size_t i = 0; i < seeks; i++)
            narrow(b, seek, i, to);
    }
    for (size_t c = 0; c < f->numbers; c++)
        end(&to->number[c], seek + c * SEEKS);
    return 0;
}
