/* SPDX-License-Identifier: MIT
 *
 * limited PRESET LABEL NAME FILE COMMAND...: runs a test under a limit of CPU
 * time, which a busy machine does not shorten, and appends what it used, with
 * its children, to FILE: "PRESET LABEL NAME SECONDS".
 */
#define _DEFAULT_SOURCE /* wait4 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of a process, and of all together. */
static rlim_t most_seconds(void)
{
    const char *all = getenv("POL_ALL");
    return all && strcmp(all, "1") == 0 ? 7200 : 300;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static int record(char **word, double used)
{
    FILE *f = fopen(word[4], "a");
    int done =
        f && fprintf(f, "%s %s %s %.2f\n", word[1], word[2], word[3], used) > 0;
    done = f && fclose(f) == 0 && done;
    if (!done)
        fprintf(stderr, "%s: cannot be written\n", word[4]);
    return done;
}

int main(int words, char **word)
{
    const rlim_t most = most_seconds();
    struct rusage used;
    int status;
    if (words < 6) {
        fputs("usage: limited PRESET LABEL NAME FILE COMMAND...\n", stderr);
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {most, most + 5};
        setrlimit(RLIMIT_CPU, &limit);
        execvp(word[5], word + 5);
        perror(word[5]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        perror("limited");
        return 1;
    }
    const double cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
    if (!record(word, cpu))
        return 1;
    if (WIFSIGNALED(status))
        fprintf(stderr, "%s: ended by signal %d after %.0f s of CPU time\n",
                word[3], WTERMSIG(status), cpu);
    if (cpu > (double)most)
        fprintf(stderr, "%s: more than %.0f s of CPU time\n", word[3],
                (double)most);
    return WIFEXITED(status) && cpu <= (double)most ? WEXITSTATUS(status) : 1;
}
