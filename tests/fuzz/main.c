/* SPDX-License-Identifier: MIT
 *
 * fuzz_NAME FOLDER: a harness without libFuzzer, on each file of a folder.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

static bool try_file(const char *path)
{
    static uint8_t data[1 << 16];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(data, 1, sizeof data, f) : 0;
    if (!f || n == sizeof data) {
        perror(path);
        return false;
    }
    fclose(f);
    fprintf(stderr, "%s\n", path);  /* the last one is at fault */
    uint8_t *copy = malloc(n + !n); /* ends where the input does */
    if (!copy)
        return false;
    for (size_t i = 0; i < n; i++)
        copy[i] = data[i];
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
    return true;
}

int main(int words, char **word)
{
    struct dirent **file = NULL;
    int n = words == 2 ? scandir(word[1], &file, NULL, alphasort) : -1;
    bool good = n > 2; /* . and .. */
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", word[1], file[i]->d_name);
        good = (file[i]->d_name[0] == '.' || try_file(path)) && good;
        free(file[i]);
    }
    free(file);
    return good ? 0 : 1;
}
