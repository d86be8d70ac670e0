/* SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE

#include "sweep/work.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef _OPENMP
#include <omp.h>
#define ONE_AT_A_TIME _Pragma("omp critical(loop)")
#define BY_ALL        _Pragma("omp parallel num_threads(threads)")
#else
#define ONE_AT_A_TIME
#define BY_ALL
#endif

#include "base/arena.h"

/* Buffers of one thread. */
struct thread_buffers {
    struct work_bench *bench;
    double *values, *row;
    unsigned char *status, *records;
};

int loop_threads(void)
{
#ifdef _OPENMP
    return omp_get_num_procs();
#else
    return 1;
#endif
}

int loop_unit(const struct work *w, int threads)
{
    enum { LANES = 16, BLOCKS = 4 };
    const double steps = (double)(w->pace->steps > 0 ? w->pace->steps : 1000);
    const double share =
        (double)w->cases.count / (double)threads / (double)BLOCKS;
    double unit = fmin(2e8 / steps, share); /* a few seconds with slow code */
    if (w->rows) /* a block's trajectories stay in memory */
        unit = fmin(unit, 5e5 / ((double)w->rows * w->row));
    unit = fmin(unit, WORK_BLOCK);
    if (unit >= LANES)
        return (int)unit / LANES * LANES;
    /* side by side, a few lanes take as long as all of them */
    return w->pace->each > 0 && !w->rows ? LANES : unit < 1 ? 1 : (int)unit;
}

uint64_t loop_blocks(const struct loop *l)
{
    const uint64_t unit = (uint64_t)l->unit;
    return (l->work->cases.count + unit - 1) / unit;
}

static struct thread_buffers thread_buffers_new(struct arena *arena,
                                                const struct loop *l)
{
    const struct work *w = l->work;
    const size_t unit = (size_t)fmin((double)w->cases.count, l->unit);
    const size_t row = (size_t)w->rows * (size_t)w->row;
    return (struct thread_buffers){
        .bench = work_bench(arena, w, l->unit),
        .values = arena_array(arena, unit * (size_t)w->columns, sizeof(double)),
        .row =
            l->rows ? arena_array(arena, unit * row + 1, sizeof(double)) : NULL,
        .status = arena_alloc(arena, unit),
        .records = arena_alloc(arena, unit * l->file->size)};
}

/* Keeps the first failure only; returns false. */
static bool fail(struct loop *l, const struct record_file *f, const char *verb)
{
    const int error = errno;
    ONE_AT_A_TIME
    if (!l->failed) {
        l->failed = f;
        l->verb = verb;
        l->error = error;
    }
    return false;
}

/* Computes cases from..from + n - 1, none of them done, all of one step. */
static bool compute(struct loop *l, struct thread_buffers *h, uint64_t from,
                    size_t n, unsigned char *records)
{
    const struct work *w = l->work;
    const size_t columns = (size_t)w->columns, size = l->file->size;
    for (size_t i = 0; i < n && w->cases.has_rows; i++)
        memcpy(h->values + i * columns, records + i * size,
               (size_t)w->values * sizeof(double));
    if (!work_block(h->bench, from, (int)n, l->is_stopped, l->context,
                    h->values, h->status, h->row))
        return false;
    for (size_t i = 0; i < n; i++) {
        memcpy(records + i * size, h->values + i * columns,
               columns * sizeof(double));
        records[i * size + size - 1] =
            (unsigned char)(h->status[i] + RECORD_DONE);
        record_seal(l->file, records, i, from + i, l->rows, h->row);
    }
    if (l->rows && !record_write(l->rows, from, n, h->row))
        return fail(l, l->rows, "write");
    return record_write(l->file, from, n, records) || fail(l, l->file, "write");
}

/* Computes the cases of a block that are not done yet. */
static bool finish(struct loop *l, struct thread_buffers *h, uint64_t block)
{
    const struct cases *c = &l->work->cases;
    const uint64_t from = block * (uint64_t)l->unit;
    const uint64_t share = c->count / (uint64_t)l->work->paces;
    const size_t n = (size_t)fmin((double)(c->count - from), l->unit);
    if (!record_read(l->file, from, n, h->records))
        return fail(l, l->file, "read");
    size_t fresh = 0;
    for (size_t i = 0, end; i < n; i = end) {
        const bool is_done = record_status(l->file, h->records, i) != 0;
        for (end = i + 1; end < n && (from + end) % share != 0; end++)
            if ((record_status(l->file, h->records, end) != 0) != is_done)
                break;
        if (!is_done &&
            !compute(l, h, from + i, end - i, h->records + i * l->file->size))
            return false;
        fresh += is_done ? 0 : end - i;
    }
    ONE_AT_A_TIME
    {
        l->fresh += fresh;
        l->report(l->context, n, fresh);
    }
    return true;
}

/* True if thread stacks fit; without room, OpenMP ends the program. */
static bool has_room(int threads)
{
    struct rlimit stack;
    size_t size = (size_t)8 << 20;
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < size)
        size = (size_t)stack.rlim_cur;
    size *= (size_t)threads - 1;
    void *room = size == 0 ? NULL
                           : mmap(NULL, size, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return size == 0 || (room != MAP_FAILED && munmap(room, size) == 0);
}

bool loop_run(struct arena *arena, struct loop *l)
{
    const uint64_t blocks = loop_blocks(l);
    const int threads = l->threads;
    struct thread_buffers *thread =
        arena_array(arena, (size_t)threads, sizeof *thread);
    bool good = true;
    if (!has_room(threads))
        arena_refuse(arena);
    for (int i = 0; i < threads; i++)
        thread[i] = thread_buffers_new(arena, l);
    BY_ALL
    {
#ifdef _OPENMP
        struct thread_buffers *buffers = &thread[omp_get_thread_num()];
#else
        struct thread_buffers *buffers = thread;
#endif
        for (bool goes_on = true; goes_on;) {
            uint64_t block;
            ONE_AT_A_TIME
            block = good && !l->is_stopped(l->context) ? l->next(l->context)
                                                       : blocks;
            goes_on = block < blocks && finish(l, buffers, block);
            if (!goes_on && block < blocks)
                ONE_AT_A_TIME
            good = false;
        }
    }
    for (int i = 0; i < threads; i++)
        work_add_quality(thread[i].bench, &l->quality);
    return good && !l->failed && !l->is_stopped(l->context);
}
