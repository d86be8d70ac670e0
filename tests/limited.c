/* SPDX-License-Identifier: MIT
 *
 * limited PRESET LABEL NAME FILE COMMAND...: runs a test under a limit of CPU
 * time, which a busy machine does not shorten, and appends what it used, with
 * its children, to FILE: "PRESET LABEL NAME SECONDS".  What sleeps for ever is
 * ended by a limit of the clock, and named with all that it has started.
 * Nothing that a test started outlives it, or holds its output open.
 */
#define _GNU_SOURCE /* setitimer, PR_SET_CHILD_SUBREAPER */

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t is_late;

static int is_all(void)
{
    const char *all = getenv("POL_ALL");
    return all && strcmp(all, "1") == 0;
}

/* Of a process, and of all together. */
static rlim_t most_seconds(void)
{
    return is_all() ? 7200 : 300;
}

/* By the clock: of the test. */
static time_t most_clock(void)
{
    const char *most = getenv("POL_CLOCK");
    return most ? atol(most) : is_all() ? 36000 : 900;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static int record(char **word, double used)
{
    FILE *f = fopen(word[4], "a");
    int done = f && fprintf(f, "%s %s %s %.2f\n", word[1], word[2], word[3], used) > 0;
    done = f && fclose(f) == 0 && done;
    if (!done)
        fprintf(stderr, "%s: cannot be written\n", word[4]);
    return done;
}

/* A file of a process, its zeros as blanks; "" if it has gone. */
static void read_process(const char *process, const char *file, char text[1000])
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/%s", process, file);
    FILE *f = fopen(path, "r");
    const size_t n = f ? fread(text, 1, 999, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    for (size_t i = 0; i < n; i++)
        text[i] = text[i] ? text[i] : ' ';
}

/* Children are those of the test, too, whose parents have gone. */
static void end_children(int is_reported)
{
    DIR *all = opendir("/proc");
    char text[1000];
    for (struct dirent *at; all && (at = readdir(all));) {
        const char *name = at->d_name;
        int parent = 0;
        if (!isdigit((unsigned char)*name))
            continue;
        read_process(name, "stat", text);
        const char *behind = strrchr(text, ')'); /* the name, which is free */
        if (!behind || sscanf(behind, ") %*c %d", &parent) != 1 || parent != getpid())
            continue;
        read_process(name, "cmdline", text);
        if (is_reported && *text)
            fprintf(stderr, "  was running: %s\n", text);
        kill((pid_t)atol(name), SIGKILL);
    }
    if (all)
        closedir(all);
}

static void be_late(int number)
{
    (void)number;
    is_late = 1;
}

/* Waits for the test, ends what it leaves, and gives its status. */
static int wait_for(pid_t test, const char *name)
{
    int status = 0, given = 1, is_running = 1, is_reported = 0;
    for (;;) {
        const pid_t ended = waitpid(-1, &status, is_running ? 0 : WNOHANG);
        if (ended < 0 && errno == ECHILD)
            return given;
        if (ended == test) {
            given = status;
            is_running = 0;
        }
        if (is_late && !is_reported)
            fprintf(stderr, "%s: did not end in %ld s, and is ended\n", name, (long)most_clock());
        is_reported = is_late;
        if (is_late || !is_running)
            end_children(is_late);
        if (ended == 0)
            usleep(1000);
    }
}

int main(int words, char **word)
{
    const struct sigaction late = {.sa_handler = be_late};
    const rlim_t most = most_seconds();
    const struct itimerval clock = {{1, 0}, {most_clock(), 0}};
    struct rusage used;
    if (words < 6) {
        fputs("usage: limited PRESET LABEL NAME FILE COMMAND...\n", stderr);
        return 2;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigaction(SIGALRM, &late, NULL);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {most, most + 5};
        setrlimit(RLIMIT_CPU, &limit);
        execvp(word[5], word + 5);
        perror(word[5]);
        _exit(127);
    }
    if (child < 0) {
        perror("limited");
        return 1;
    }
    setitimer(ITIMER_REAL, &clock, NULL);
    const int status = wait_for(child, word[3]);
    getrusage(RUSAGE_CHILDREN, &used);
    const double cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
    if (!record(word, cpu))
        return 1;
    if (WIFSIGNALED(status))
        fprintf(stderr, "%s: ended by signal %d after %.0f s of CPU time\n", word[3],
                WTERMSIG(status), cpu);
    if (cpu > (double)most)
        fprintf(stderr, "%s: more than %.0f s of CPU time\n", word[3], (double)most);
    return WIFEXITED(status) && !is_late && cpu <= (double)most ? WEXITSTATUS(status) : 1;
}
