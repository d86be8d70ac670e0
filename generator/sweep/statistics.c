/* SPDX-License-Identifier: MIT
 */
#include "sweep/statistics.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { BINS = 2048, QUANTILES = STATISTICS_QUANTILES, SEEKS = 2 * QUANTILES };

/* So many values, the least and the largest of them. */
struct span {
    uint64_t count;
    double low, high;
};

/* An order statistic: in which span it is, and its rank there.  A pass counts
 * the span's values by bins, equal in size and equal in logarithms, of which
 * that with fewer values is the next span; few values are a bin each. */
struct seek {
    struct span span, *bin; /* NULL: it is found */
    uint64_t rank, few;
    bool is_shared; /* bins with the one before */
};

struct number {
    struct statistics_number *to;
    struct seek seek[SEEKS]; /* below and above each quantile */
    double part[QUANTILES];  /* of the way from one to the other */
    double count, mean, squares;
    int exponent; /* values are divided by 2 to this: squares are in range */
};

static void put(struct span *s, double x)
{
    s->low = s->count == 0 || x < s->low ? x : s->low;
    s->high = s->count == 0 || x > s->high ? x : s->high;
    s->count++;
}

/* Is there one left to be looked for? */
static bool prepare(struct seek *seek, struct arena *arena)
{
    bool is_left = false;
    for (struct seek *s = seek; s < seek + SEEKS; s++) {
        const struct span a = s->span, b = s > seek ? s[-1].span : a;
        const size_t bins = a.count < 2 * BINS ? (size_t)a.count : 2 * BINS;
        s->few = 0;
        s->is_shared = s > seek && !(a.low < b.low || a.low > b.low) &&
                       !(a.high < b.high || a.high > b.high);
        s->bin = s->is_shared     ? s[-1].bin
                 : a.low < a.high ? arena_array(arena, bins, sizeof *s->bin)
                                  : NULL;
        is_left |= s->bin != NULL;
    }
    return is_left;
}

/* Bits that are ordered as the doubles are, nearly as their logarithms. */
static uint64_t key_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static void seek_look(struct seek *s, const double *x, size_t values)
{
    const double low = s->span.low, high = s->span.high;
    const double scale = (BINS - 1) / (0.5 * high - 0.5 * low);
    const uint64_t key = key_of(low), length = key_of(high) - key;
    int shift = 0;
    while (length >> shift >= BINS)
        shift++;
    for (size_t i = 0; i < values; i++) {
        if (x[i] < low || x[i] > high)
            continue;
        if (s->span.count <= 2 * BINS) {
            put(&s->bin[s->few++ % s->span.count], x[i]);
            continue;
        }
        const double at = (0.5 * x[i] - 0.5 * low) * scale;
        put(&s->bin[at < BINS ? (int)at : 0], x[i]); /* 0: of tiny ones */
        put(&s->bin[BINS + ((key_of(x[i]) - key) >> shift)], x[i]);
    }
}

static int compare(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

static void seek_settle(struct seek *s)
{
    const struct span *best = NULL;
    uint64_t rank = 0;
    if (s->few)
        qsort(s->bin, s->few, sizeof *s->bin, compare);
    for (int i = 0; i < (s->span.count <= 2 * BINS ? 1 : 2); i++) {
        const struct span *b = s->bin + i * BINS;
        uint64_t left = s->rank;
        for (; left >= b->count; b++)
            left -= b->count;
        if (!best || b->count < best->count)
            best = b, rank = left;
    }
    s->span = *best;
    s->rank = rank;
}

/* A block's values, and those of all blocks so far; T. Chan, G. Golub,
 * R. LeVeque, Am. Stat. 37 (1983) 242. */
static void add_moments(struct number *n, double *x, size_t values)
{
    const double count = (double)values, all = n->count + count;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < values; i++) {
        x[i] = n->exponent ? ldexp(x[i], -n->exponent) : x[i];
        sum += x[i] - x[0]; /* equal ones have no deviation */
    }
    const double mean = x[0] + sum / count, d = mean - n->mean;
    for (size_t i = 0; i < values; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    n->squares += squares + d * d * n->count * (count / all);
    n->mean = n->count > 0 ? n->mean + d * (count / all) : mean;
    n->count = all;
}

static void add_extremes(struct statistics_number *n, double x, uint64_t k)
{
    if (!isfinite(x)) {
        *(isnan(x) ? &n->nan : &n->infinite) += 1;
        return;
    }
    if (!(x >= n->least)) /* NaN at first */
        n->least = x, n->least_case = k;
    if (!(x <= n->largest))
        n->largest = x, n->largest_case = k;
    n->count++;
}

/* The first pass says what the others look for. */
static void begin_number(struct number *n)
{
    static const double share[QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};
    const struct statistics_number *to = n->to;
    const struct span all = {to->count, to->least, to->largest};
    const uint64_t last = to->count > 0 ? to->count - 1 : 0;
    if (to->count > 0)
        frexp(fmax(-to->least, to->largest), &n->exponent);
    n->exponent = abs(n->exponent) < 400 ? 0 : n->exponent;
    for (int i = 0; i < QUANTILES; i++) {
        const double at = share[i] * (double)last;
        const uint64_t rank = (uint64_t)at;
        n->part[i] = at - (double)rank;
        n->seek[2 * i] = (struct seek){.span = all, .rank = rank};
        n->seek[2 * i + 1] = n->seek[2 * i];
        n->seek[2 * i + 1].rank += rank < last;
    }
}

static void end_number(const struct number *n)
{
    struct statistics_number *to = n->to;
    for (int i = 0; i < QUANTILES; i++) {
        const double a = n->seek[2 * i].span.low, part = n->part[i];
        const double b = n->seek[2 * i + 1].span.low, d = b - a;
        to->quantile[i] = part < 0.5 ? a + d * part : b - d * (1 - part);
        if (isinf(d))
            to->quantile[i] = a * (1 - part) + b * part;
    }
    to->mean = ldexp(n->count > 0 ? n->mean : NAN, n->exponent);
    to->deviation =
        ldexp(sqrt(n->squares / fmax(n->count - 1, 0)), n->exponent);
}

/* Cases that are read, from `first` on. */
struct block {
    const struct record_file *file;
    uint64_t first;
    size_t count;
    void *bytes;
    double x[RECORD_BLOCK]; /* one number's values */
};

static void look_at_number(struct block *b, size_t c, struct number *n,
                           int pass)
{
    size_t values = 0;
    for (size_t i = 0; i < b->count; i++) {
        double x;
        if (record_status(b->file, b->bytes, i) != RECORD_DONE)
            continue;
        memcpy(&x, record_at(b->file, b->bytes, i) + c * sizeof x, sizeof x);
        x += 0.0; /* never -0 */
        if (pass == 0)
            add_extremes(n->to, x, b->first + i);
        else if (isfinite(x))
            b->x[values++] = x;
    }
    for (int i = 0; i < SEEKS && pass > 0; i++)
        if (n->seek[i].bin && !n->seek[i].is_shared)
            seek_look(&n->seek[i], b->x, values);
    if (pass == 1 && values)
        add_moments(n, b->x, values);
}

int statistics_take(struct arena *arena, const struct record_file *f,
                    int (*progress)(void *context, double done), void *context,
                    struct statistics *to)
{
    *to = (struct statistics){
        .number = arena_array(arena, f->numbers + 1, sizeof *to->number)};
    const struct arena_mark mark = arena_mark(arena);
    struct number *number = arena_array(arena, f->numbers + 1, sizeof *number);
    struct block *b = arena_alloc(arena, sizeof *b);
    b->file = f;
    b->bytes = arena_array(arena, RECORD_BLOCK, f->size);
    for (size_t c = 0; c < f->numbers; c++) {
        number[c].to = &to->number[c];
        to->number[c].least = to->number[c].largest = NAN;
    }
    const struct arena_mark without_bins = arena_mark(arena);
    int error = 0;
    for (bool is_open = true; is_open && !error; to->passes++) {
        uint64_t status[256] = {0};
        for (b->first = 0; b->first < f->cases && !error;
             b->first += b->count) {
            const uint64_t left = f->cases - b->first;
            b->count = left < RECORD_BLOCK ? left : RECORD_BLOCK;
            if (!record_read(f, b->first, b->count, b->bytes))
                error = errno;
            for (size_t i = 0; i < b->count; i++)
                status[record_status(f, b->bytes, i)]++;
            for (size_t c = 0; c < f->numbers; c++)
                look_at_number(b, c, &number[c], to->passes);
            /* a pass is half of what is left: nobody knows how many */
            const double share = (double)(left - b->count) / (double)f->cases;
            if (progress && !error &&
                progress(context, 1 - ldexp(1 + share, -to->passes - 1)))
                error = ECANCELED;
        }
        if (to->passes == 0)
            memcpy(to->status, status, sizeof status);
        else if (!error && status[RECORD_DONE] != to->status[RECORD_DONE])
            error = EBUSY;
        for (size_t c = 0; c < f->numbers && !error; c++) {
            if (to->passes == 0)
                begin_number(&number[c]);
            for (int i = 0; i < SEEKS; i++)
                if (number[c].seek[i].bin)
                    seek_settle(&number[c].seek[i]);
        }
        arena_release(arena, without_bins);
        is_open = to->passes == 0;
        for (size_t c = 0; c < f->numbers; c++)
            is_open |= prepare(number[c].seek, arena);
    }
    for (size_t c = 0; c < f->numbers; c++)
        end_number(&number[c]);
    arena_release(arena, mark);
    return error;
}
