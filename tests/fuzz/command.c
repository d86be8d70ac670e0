/* SPDX-License-Identifier: MIT
 *
 * A command line, a word a line, and files: the program in an empty folder.  No
 * other program is started, and runs are stopped early.  No file is one of the
 * target c99, as what that writes is run.
 */
#include "fuzz.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "command/command.h"

int polhode_main(int words, char **word);

enum { WORDS = 24, LOOKS = 30 };

static int looks; /* at how far a run is */
static clock_t begun;

int __wrap_progress_report(void *progress, double done);
int __wrap_progress_report(void *progress, double done)
{
    (void)progress;
    (void)done;
    return ++looks > LOOKS;
}

/* Sweeps do not ask by their progress. */
bool __wrap_session_interrupted(void);
bool __wrap_session_interrupted(void)
{
    return clock() - begun > 2 * CLOCKS_PER_SEC;
}

/* It may lead out of the folder. */
static bool is_far(const char *word)
{
    return *word == '/' || strstr(word, "=/") || strstr(word, "..");
}

static bool has_word(int n, char **word, const char *start)
{
    for (int i = 1; i < n; i++)
        if (strncmp(word[i], start, strlen(start)) == 0)
            return true;
    return false;
}

static void start(char *line)
{
    static char name[] = "polhode";
    char *word[WORDS + 1] = {name};
    int n = 1;
    for (char *end; *line && n < WORDS; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        if (is_far(line))
            return;
        word[n++] = line;
    }
    /* Takes long, whatever is read. */
    if (has_word(n, word, "methods") && has_word(n, word, "--cost"))
        return;
    if (strcmp(word[1] ? word[1] : "", "watch") == 0)
        return; /* it waits for somebody */
    looks = 0;
    begun = clock();
    int status = polhode_main(n, word);
    if (status == EXIT_BUG && !has_word(n, word, "--memory"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size);
    struct fuzz_text words = fuzz_next(&f);
    const struct rlimit most = {1 << 24, 1 << 24};
    signal(SIGXFSZ, SIG_IGN); /* of as many cases as there may be */
    setrlimit(RLIMIT_FSIZE, &most);
    fuzz_folder();
    for (struct fuzz_text t; (t = fuzz_next(&f)).chars; fuzz_free(&t))
        if (*t.name && !is_far(t.name) && !strstr(t.name, "99"))
            fuzz_write(t.name, t.chars, t.length);
    if (words.chars)
        start(words.chars);
    fuzz_free(&words);
    return 0;
}
