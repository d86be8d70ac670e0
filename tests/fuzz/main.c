/* SPDX-License-Identifier: MIT
 *
 * fuzz_NAME FOLDER FILE: a harness without libFuzzer, on each input of a
 * transcript; the last one that is named is at fault.
 */
#include "expected.h"
#include "fuzz.h"

static void try_input(const struct expected_case *c)
{
    fprintf(stderr, "%s\n", c->name);
    uint8_t *copy = malloc(c->length + !c->length); /* ends where it does */
    assert_non_null(copy);
    memcpy(copy, c->text, c->length);
    LLVMFuzzerTestOneInput(copy, c->length);
    free(copy);
}

int main(int words, char **word)
{
    size_t length;
    char *all = words == 3 ? specs_read(word[1], word[2], &length) : NULL;
    const char *at = all;
    int inputs = 0;
    if (!all)
        return 1;
    for (struct expected_case c; expected_next(&at, &c); inputs++) {
        try_input(&c);
        free(c.text);
    }
    bool whole = *at == '\0';
    free(all);
    return whole && inputs > 0 ? 0 : 1;
}
