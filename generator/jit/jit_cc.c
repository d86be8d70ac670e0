/* SPDX-License-Identifier: MIT
 *
 * C text to functions in memory by the system's compiler and dlopen.  The
 * files in between lie in a private folder that is gone afterwards.
 */
#define _XOPEN_SOURCE 700

#include "jit/image.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

extern char **environ;

enum { ROOM = 4096, WORDS = 64 };

/* The private folder and the files that may be in it. */
enum { CODE, LIBRARY, MESSAGES, FILES };
struct folder {
    char path[ROOM / 2], file[FILES][ROOM];
};

static bool open_folder(struct folder *f)
{
    static const char *const name[FILES] = {"stepper.c", "stepper.so",
                                            "messages"};
    const char *root = getenv("TMPDIR");
    char whole[PATH_MAX]; /* absolute: no name begins as a flag does */
    char path[sizeof f->path];
    if (!realpath(root && *root ? root : "/tmp", whole))
        return false;
    int n = snprintf(path, sizeof path, "%s/polhode-XXXXXX", whole);
    if (n < 0 || (size_t)n >= sizeof path || !mkdtemp(path))
        return false;
    memcpy(f->path, path, sizeof path);
    for (int i = 0; i < FILES; i++)
        snprintf(f->file[i], ROOM, "%s/%s", path, name[i]);
    return true;
}

static void close_folder(const struct folder *f)
{
    for (int i = 0; i < FILES; i++)
        unlink(f->file[i]);
    rmdir(f->path);
}

/* The compiler's messages, from the first error on. */
static void read_messages(const char *path, struct load *load)
{
    char line[sizeof load->message];
    FILE *file = fopen(path, "r");
    load->message[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        bool error = strstr(line, "error") != NULL;
        if (error || !load->message[0])
            snprintf(load->message, sizeof load->message, "%s", line);
        if (error)
            break;
    }
    if (file)
        fclose(file);
}

/* Splits flags at blanks into words[from..]; the number of words then, or -1
 * where there are more than so many. */
static int split(char *flags, char **words, int from, int room)
{
    char *rest = NULL;
    for (char *w = strtok_r(flags, " \t", &rest); w;
         w = strtok_r(NULL, " \t", &rest)) {
        if (from == room)
            return -1;
        words[from++] = w;
    }
    return from;
}

/* What a user stops a program by: it waits until the folder is gone.  The
 * compiler is stopped by it at once. */
static void hold_signals(sigset_t *before)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &stop, before);
}

/* Runs a program to its end, its output into a file, with these signals held;
 * its exit status, -1 if it did not run. */
static int run(char **words, const char *output, const sigset_t *held)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child;
    int status;
    if (posix_spawnattr_init(&attributes) != 0)
        return -1;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        posix_spawnattr_destroy(&attributes);
        return -1;
    }
    posix_spawnattr_setsigmask(&attributes, held);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_addopen(&actions, 1, output,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    int rc =
        posix_spawnp(&child, words[0], &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (rc != 0)
        return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A call without prototype is an error in C99, but only warned of.  The
 * library's own functions are called directly (-Bsymbolic), so that two
 * images of one name do not mix. */
static bool compile(const char *compiler, struct folder *f, struct load *load,
                    const sigset_t *held)
{
    char flags[ROOM];
    /* its own temporary files go with the folder, too */
    char place[sizeof f->path + 8];
    snprintf(place, sizeof place, "TMPDIR=%s", f->path);
    char *words[WORDS + 1] = {"env", place, (char *)compiler, "-std=c99"};
    snprintf(flags, sizeof flags, "%s", load->flags);
    char *const last[] = {"-fPIC",
                          "-shared",
                          "-Wl,-Bsymbolic",
                          "-Werror=implicit-function-declaration",
                          "-o",
                          f->file[LIBRARY],
                          f->file[CODE],
                          "-lm"};
    const int lasts = (int)(sizeof last / sizeof *last);
    int n = split(flags, words, 4, WORDS - lasts);
    if (n < 0 || strlen(load->flags) >= sizeof flags) {
        snprintf(load->message, sizeof load->message,
                 "more flags than %d, or longer than %d characters",
                 WORDS - lasts - 4, ROOM - 1);
        return false;
    }
    for (int i = 0; i < lasts; i++)
        words[n++] = last[i];

    int status = run(words, f->file[MESSAGES], held);
    if (status == 0)
        return true;
    if (status < 0 || status == 127)
        snprintf(load->message, sizeof load->message, "cannot be run");
    else
        read_messages(f->file[MESSAGES], load);
    return false;
}

bool jit_cc_load(struct image *image, const char *compiler, struct load *load)
{
    struct folder f;
    sigset_t before;
    hold_signals(&before);
    if (!open_folder(&f)) {
        snprintf(load->message, sizeof load->message,
                 "no folder for temporary files: %s", strerror(errno));
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        return false;
    }
    if (!file_write(f.file[CODE], load->text, strlen(load->text), false)) {
        snprintf(load->message, sizeof load->message,
                 "the text cannot be written: %s", strerror(errno));
    } else if (compile(compiler, &f, load, &before)) {
        image->library = dlopen(f.file[LIBRARY], RTLD_NOW | RTLD_LOCAL);
        if (!image->library)
            snprintf(load->message, sizeof load->message, "%s", dlerror());
        else
            load->found = dlsym(image->library, load->symbol);
    }
    close_folder(&f);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return image->library != NULL;
}

/* Is a program of this name on the search path? */
bool jit_cc_found(const char *compiler)
{
    char path[ROOM];
    const char *p = getenv("PATH");
    while (p && *p) {
        size_t n = strcspn(p, ":");
        int length =
            snprintf(path, sizeof path, "%.*s/%s", (int)n, p, compiler);
        if (n && length < ROOM && access(path, X_OK) == 0)
            return true;
        p += n + (p[n] == ':');
    }
    return false;
}
