/* SPDX-License-Identifier: MIT
 *
 * The program polhode-mpi: a sweep by many processes (ranks) on one or more
 * machines (nodes).  Rank 0 runs like `polhode sweep`, and sends the code and
 * the recipe of the cases to the other ranks.  One rank of each node compiles
 * the code for its processor.  A counter on rank 0 hands out the work.  Each
 * rank writes its cases to the same file.  All agree on the exit status.
 */
#define _GNU_SOURCE /* CPU_COUNT, setenv */

#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/sweep.h"

struct ranks {
    struct sweep_ranks sweep;
    MPI_Comm node;
    int of_node; /* rank in the node */
    MPI_Win counter;
    uint64_t at, end;     /* blocks taken from it: next, end */
    pthread_mutex_t lock; /* MPI is called by one thread at a time */
    bool is_shared;
    int exit; /* common exit status; negative: running */
};

/* Returns the bytes of rank 0 of comm, on all its ranks. */
static void *share(MPI_Comm comm, struct pol_job *job, const void *bytes,
                   size_t size)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    MPI_Bcast(&size, sizeof size, MPI_BYTE, 0, comm);
    void *all = rank ? arena_alloc(job->arena, size + 1) : (void *)bytes;
    MPI_Bcast(all, (int)size, MPI_BYTE, 0, comm);
    return all;
}

/* The worst exit status of all ranks; this one's is `exit`, or EXIT_FAULT with
 * the message `why`.  Only the first rank with the worst reports it. */
static int agree(struct ranks *t, struct pol_job *job, int exit,
                 const char *why)
{
    struct {
        int exit, rank;
    } own = {why ? EXIT_FAULT : exit, t->sweep.rank}, worst;
    MPI_Allreduce(&own, &worst, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    if (why)
        diag_error_line(&job->diags, "--output", 0, "%s", why);
    job_show(job);
    if (own.exit && worst.rank != own.rank)
        session_mark_printed(job);
    return worst.exit;
}

/* ---- the counter ---- */

static uint64_t count(struct ranks *t, uint64_t by, MPI_Op how)
{
    uint64_t before;
    pthread_mutex_lock(&t->lock);
    MPI_Fetch_and_op(&by, &before, MPI_UINT64_T, 0, 0, how, t->counter);
    MPI_Win_flush(0, t->counter);
    pthread_mutex_unlock(&t->lock);
    return before;
}

/* Takes a block for each thread at once, to ask rank 0 less often. */
static uint64_t take(struct sweep_ranks *ranks)
{
    struct ranks *t = (struct ranks *)ranks;
    const uint64_t some = (uint64_t)ranks->threads;
    if (t->at == t->end) {
        t->at = count(t, some, MPI_SUM);
        t->end = t->at + some;
    }
    return t->at++;
}

/* Some networks update the counter only while rank 0 is in an MPI call. */
static void poll(struct sweep_ranks *ranks)
{
    struct ranks *t = (struct ranks *)ranks;
    int any;
    if (ranks->rank || pthread_mutex_trylock(&t->lock) != 0)
        return;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any,
               MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&t->lock);
}

/* ---- what all ranks do ---- */

/* Copies rank 0's sweep to all ranks.  Its pointers are valid on other ranks
 * only if they are set here. */
static struct sweep *share_sweep(struct ranks *t, struct pol_job *job,
                                 struct sweep *s)
{
    const MPI_Comm all = MPI_COMM_WORLD;
    struct request *r = share(all, job, s ? s->request : NULL, sizeof *r);
    s = share(all, job, s, sizeof *s);
    struct work *w = &s->plan.work;
    const char **text[] = {&s->code, &s->body, &s->flags, &s->plan.file.path,
                           &s->plan.trajectories.path};
    w->cases.number = share(all, job, w->cases.number,
                            (size_t)w->cases.numbers * sizeof(double));
    w->pace = share(all, job, w->pace, (size_t)w->paces * sizeof *w->pace);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (*text[i])
            *text[i] = share(all, job, *text[i],
                             t->sweep.rank ? 0 : strlen(*text[i]) + 1);
    t->sweep.threads = (int)option_int(r, "threads", t->sweep.threads);
    if (t->sweep.rank) {
        w->draws = draws_new(job->arena, w->cases.seed, w->cases.is_sobol);
        s->job = job;
        s->plan.arena = job->arena;
        s->plan.diags = &job->diags;
        s->request = r;
        r->ranks = &t->sweep;
        option_put(r, (struct option_value){.option = "quiet"});
    }
    return s;
}

/* On a disk that machines share, data of others are visible once they flushed
 * them and this opens the file.  (What was open stays open, with its lock.) */
static const char *open_files(struct sweep *s)
{
    struct arena *arena = s->job->arena;
    const char *why = record_join(arena, &s->plan.file);
    return !why && s->plan.work.rows ? record_join(arena, &s->plan.trajectories)
                                     : why;
}

static const char *flush_files(const struct sweep *s)
{
    const bool is_kept =
        fsync(s->plan.file.file) == 0 &&
        (!s->plan.work.rows || fsync(s->plan.trajectories.file) == 0);
    return is_kept ? NULL
                   : record_cannot(s->job->arena, "write", s->plan.file.path);
}

/* Compiles the code, or loads the object of the node's first rank; opens the
 * files.  False if any rank fails. */
static bool join(struct ranks *t, struct sweep *s)
{
    struct diags *diags = &s->job->diags;
    const struct request *r = s->request;
    struct source code = {.path = "sweep.c", .chars = s->code};
    pol_image *image = s->job->image[JOB_STEPPER];
    if (t->of_node == 0 && !image)
        image = jit_load(diags, r->compiler, s->body, &code, 1, s->flags);
    code.path = image ? jit_object(diags->arena, image) : "";
    code.path = share(t->node, s->job, code.path, strlen(code.path) + 1);
    code.chars = NULL;
    if (t->of_node && *code.path)
        image = jit_load(diags, r->compiler, s->body, &code, 1, NULL);
    s->plan.work.stepper = pol_image_stepper(image);
    s->plan.work.batch = image ? image->batch : NULL;
    const int exit = agree(t, s->job, image ? EXIT_DONE : EXIT_FAULT,
                           image && t->sweep.rank ? open_files(s) : NULL);
    if (exit) {
        t->exit = exit;
        return false;
    }
    uint64_t *number;
    MPI_Win_allocate(sizeof *number, sizeof *number, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &number, &t->counter);
    *number = 0;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, t->counter);
    MPI_Barrier(MPI_COMM_WORLD);
    return true;
}

static int end(struct sweep_ranks *ranks, struct sweep *s, int exit)
{
    struct ranks *t = (struct ranks *)ranks;
    const char *why = flush_files(s);
    if (exit || why) /* no rank takes further blocks */
        count(t, (uint64_t)1 << 53, MPI_REPLACE);
    t->exit = agree(t, s->job, exit, exit ? NULL : why);
    MPI_Win_unlock_all(t->counter);
    MPI_Win_free(&t->counter);
    why = t->exit || ranks->rank ? NULL : open_files(s);
    if (why)
        diag_error_line(&s->job->diags, "--output", 0, "%s", why);
    return why ? EXIT_FAULT : t->exit;
}

/* ---- rank 0, and the others ---- */

static bool begin(struct sweep_ranks *ranks, struct sweep *s)
{
    struct ranks *t = (struct ranks *)ranks;
    const char *why = flush_files(s);
    if (why)
        return diag_error_line(&s->job->diags, "--output", 0, "%s", why);
    share(MPI_COMM_WORLD, s->job, &t->exit, sizeof t->exit);
    t->is_shared = true;
    share_sweep(t, s->job, s);
    if (!join(t, s))
        return false;
    if (s->plan.work.batch->libm)
        fputs("note: functions of math.h are called: bits may differ between "
              "machines whose libm differs\n",
              stderr);
    return true;
}

static int lead(struct ranks *t, int argc, char **argv)
{
    struct request request;
    int exit, level;
    MPI_Query_thread(&level);
    if (argc < 2 || (*argv[1] != '-' && strcmp(argv[1], "sweep") != 0)) {
        exit = complain("polhode-mpi has one command, sweep; the others are "
                        "polhode's");
    } else if (level < MPI_THREAD_SERIALIZED) {
        exit = complain("this MPI takes calls from one thread alone");
    } else {
        exit = args_parse(argc, argv, polhode_commands, &request);
        request.ranks = &t->sweep;
        exit = session_run(&request, exit);
    }
    if (!t->is_shared) {
        t->exit = exit;
        share(MPI_COMM_WORLD, NULL, &t->exit, sizeof t->exit);
    }
    return exit;
}

static pol_status follow(struct pol_job *job, void *context)
{
    struct ranks *t = context;
    t->exit = *(int *)share(MPI_COMM_WORLD, job, NULL, 0);
    if (t->exit >= 0)
        return POL_OK;
    signal(SIGXFSZ, SIG_IGN);
    struct sweep *s = share_sweep(t, job, NULL);
    if (join(t, s))
        sweep_cases(s);
    return t->exit == EXIT_FAULT ? POL_BAD_SPEC : POL_OK;
}

/* This rank's share of the processors that all ranks of its node may use. */
static int processors(struct ranks *t)
{
    int ranks;
    cpu_set_t own, all;
    MPI_Comm_size(t->node, &ranks);
    sched_getaffinity(0, sizeof own, &own);
    MPI_Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BOR, t->node);
    const int share = CPU_COUNT(&all) / ranks, most = loop_threads();
    return share < 1 ? 1 : share < most ? share : most;
}

int main(int argc, char **argv)
{
    struct ranks t = {.sweep = {0, 0, 0, begin, end, take, poll},
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .exit = -1};
    int level, *rank = &t.sweep.rank;
    /* Debian's setting leaves no osc that counts across machines; no ucx */
    setenv("OMPI_MCA_osc", "^ucx", 0);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t.sweep.count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, *rank,
                        MPI_INFO_NULL, &t.node);
    MPI_Comm_rank(t.node, &t.of_node);
    t.sweep.threads = processors(&t);
    int exit = *rank ? session_run_new(NULL, follow, &t) : lead(&t, argc, argv);
    if (t.exit < 0) /* such as no memory: the other ranks would wait */
        MPI_Abort(MPI_COMM_WORLD, exit);
    MPI_Finalize();
    return exit ? exit : t.exit;
}
