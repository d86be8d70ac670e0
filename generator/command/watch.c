/* SPDX-License-Identifier: MIT
 *
 * polhode watch: reruns another command at each save of a spec, or of the files
 * that it reads.  Each round is a process of its own: a failure ends only the
 * round.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "command/command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

/* Milliseconds: editors may continue after a save; the interval of looks at
 * files if the system does not report saves. */
enum { SETTLE = 20, LOOK = 1000 };

struct watch {
    struct arena *arena;
    const char *spec;
    struct request round; /* the command */
    /* files that rounds read, each with its zero */
    char files[READ_FILES_ROOM];
    unsigned long long saved; /* their mark at the round's start, or 0 */
    pid_t child;              /* 0: no round is running */
    struct timespec begun;    /* start of the round, by the clock of files */
    int rounds, events;       /* events of inotify; -1: none */
    sigset_t signals;         /* mask of signals during waits */
};

/* Clears the screen, or prints a line between rounds; nothing for JSON. */
static void begin_page(struct watch *w)
{
    char at[16];
    const time_t t = time(NULL);
    strftime(at, sizeof at, "%H:%M:%S", localtime(&t));
    if (isatty(STDOUT_FILENO))
        printf("\033[H\033[2J%s polhode %s\n\n", at, w->round.command->name);
    else if (w->rounds++ && !option_given(&w->round, "json"))
        printf("--- %s\n", at);
    fflush(stdout);
}

static void begin_round(struct watch *w)
{
    begin_page(w);
    clock_gettime(CLOCK_REALTIME_COARSE, &w->begun);
    w->child = process_copy(SIGTERM);
    if (w->child < 0)
        complain("no process for the command: %s", strerror(errno));
    setpgid(w->child, w->child); /* a group with its compilers */
    if (w->child)
        return;
    signal(SIGTTOU, SIG_IGN);
    sigprocmask(SIG_SETMASK, &w->signals, NULL);
    _exit(session_run(&w->round, -1));
}

/* Stops the round, by force after half a second. */
static void stop_round(struct watch *w)
{
    const struct timespec pause = {0, 2000000};
    int status;
    for (int i = 0; w->child > 0 && !process_ended(w->child, false, &status);
         i++) {
        if (i % 250 == 0)
            kill(-w->child, i ? SIGKILL : SIGTERM);
        nanosleep(&pause, NULL);
    }
    w->child = 0;
}

/* Reports on a round; false if nobody reads the output any more. */
static bool end_round(struct watch *w, int status)
{
    const char *more = w->files;
    while (*more)
        more += strlen(more) + 1;
    w->child = 0;
    if (!WIFSIGNALED(status))
        memcpy(w->files, w->round.read_files, READ_FILES_ROOM);
    /* older marks of files that only this round has read are unknown */
    w->saved =
        saves_since(more, w->begun) ? 0 : saves_mark(w->events, more, w->saved);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
        return false;
    if (WIFSIGNALED(status))
        complain("the command was ended by signal %d (please report)",
                 WTERMSIG(status));
    if (isatty(STDOUT_FILENO)) {
        const struct arena_mark mark = arena_mark(w->arena);
        struct text out = text_new(w->arena);
        text_put(&out, "\nCtrl-C ends the watch of\n");
        for (const char *file = w->files; *file; file += strlen(file) + 1)
            if (file_is_regular(file))
                path_put(&out, file);
        fputs(text_chars(&out), stdout);
        fflush(stdout);
        arena_release(w->arena, mark);
    }
    return true;
}

static void wake(int signal)
{
    (void)signal;
}

/* Watches until it is interrupted. */
static int watch(struct watch *w)
{
    struct progress progress;
    int status;
    progress_begin(&progress);
    progress.terminal = false;
    signal(SIGCHLD, wake);
    process_block(SIGCHLD, &w->signals);
    while (!progress_report(&progress, 0)) {
        if (saves_mark(w->events, w->files, 0) != w->saved) {
            stop_round(w);
            for (int i = 0;
                 i < 10 && saves_wait(w->events, SETTLE, &w->signals); i++)
                ;
            w->saved = saves_mark(w->events, w->files, 0);
            if (access(w->spec, F_OK) == 0) {
                begin_round(w);
            } else {
                begin_page(w);
                complain("%s does not exist; waiting for it", w->spec);
            }
        }
        if (w->child > 0 && process_ended(w->child, false, &status) &&
            !end_round(w, status))
            return EXIT_FAULT;
        saves_wait(w->events, LOOK, &w->signals);
    }
    stop_round(w);
    return EXIT_INTERRUPTED;
}

/* Parses the command line of a round, with SPEC before its options. */
static int parse_round(struct pol_job *job, const struct request *r,
                       struct request *round)
{
    char **word =
        arena_array(job->arena, (size_t)r->operands + 3, sizeof *word);
    int i = 1, n = 1;
    if (r->operands == 1 || *r->operand[1] == '-')
        word[n++] = (char *)"order";
    while (i < r->operands && *r->operand[i] != '-')
        word[n++] = (char *)r->operand[i++];
    word[n++] = (char *)r->operand[0];
    while (i < r->operands)
        word[n++] = (char *)r->operand[i++];
    int status = args_parse(n, word, r->commands, round);
    const struct command *c = round->command;
    if (status >= 0 || (c->flags & (READS_SPEC | READS_FILE)))
        return status;
    return complain("watch goes with commands that read a file, not with %s",
                    c->name);
}

int command_watch(struct pol_job *job, struct request *r, struct answer *a)
{
    struct watch *w = arena_alloc(job->arena, sizeof *w);
    (void)a; /* rounds have their own */
    w->arena = job->arena;
    w->spec = r->operand[0];
    if (strcmp(w->spec, "-") == 0)
        return complain("watch takes a file that is saved, not standard input");
    int status = parse_round(job, r, &w->round);
    if (status >= 0)
        return status;
    if (!file_is_regular(w->spec) && errno == 0)
        diag_error_line(&job->diags, w->spec, 0, "is not a regular file");
    if (job->diags.errors || !job_read_file(job, w->spec, LARGEST_TEXT))
        return EXIT_FAULT;
    w->round.read_files = mmap(NULL, READ_FILES_ROOM, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->round.read_files == MAP_FAILED)
        return session_status(NULL, POL_NO_MEMORY);
    strcpy(w->round.read_files, strcpy(w->files, w->spec));
    w->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return watch(w);
}
