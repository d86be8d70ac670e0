/* SPDX-License-Identifier: MIT
 *
 * Other processes.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/process.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

extern char **environ;

double process_seconds(clockid_t clock)
{
    struct timespec t = {0, 0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool process_is_found(const char *program)
{
    const char *path = getenv("PATH");
    char file[FILE_NAME_ROOM];
    for (; path && *path; path += *path == ':') {
        int n = 0;
        while (path[n] && path[n] != ':')
            n++;
        snprintf(file, sizeof file, "%.*s/%s", n, path, program);
        if (access(file, X_OK) == 0)
            return true;
        path += n;
    }
    return false;
}

int process_run(char *const words[], const int files[3], const void *mask)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = 0;
    int status = -1;
    int error = posix_spawn_file_actions_init(&actions);
    if (!error && (error = posix_spawnattr_init(&attributes)))
        posix_spawn_file_actions_destroy(&actions);
    if (!error) {
        for (int i = 0; i < 3; i++)
            if (files[i] >= 0)
                posix_spawn_file_actions_adddup2(&actions, files[i], i);
        if (mask) {
            posix_spawnattr_setsigmask(&attributes, mask);
            posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        }
        error = posix_spawnp(&child, words[0], &actions, &attributes, words,
                             environ);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    if (!error)
        process_ended(child, true, &status);
    errno = error;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void process_block(int signal, void *before)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

/* A signal that ends the copy is blocked until the copy has removed the handler
 * that would keep it alive. */
pid_t process_copy(int signal_of_death)
{
    sigset_t before;
    fflush(NULL); /* else the copy prints the buffers again */
    process_block(SIGTERM, &before);
    const pid_t copy = fork();
    const int error = errno;
    if (copy == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, signal_of_death);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return copy;
}

bool process_ended(pid_t process, bool waits, int *status)
{
    *status = -1;
    pid_t ended;
    do
        ended = waitpid(process, status, waits ? 0 : WNOHANG);
    while (ended < 0 && errno == EINTR);
    return ended != 0;
}
