/* SPDX-License-Identifier: MIT
 *
 * Thousands of damaged specs: whatever is read, the end is a model or a
 * message, never a crash (most telling with the sanitizers), and always in
 * little time.  POL_SEED in the environment chooses others.
 */
#include "expected.h"
#include "model_kit.h"
#include "sampled.h"
#include "fuzz/mutate.c"

static struct random draws;

static const char *const folders[] = {POL_ROOT_DIR "/specs", POL_ROOT_DIR "/templates/tableaus",
                                      POL_TESTS_DIR "/rejects"};

enum { EDITS = 6, ROOM = 4096 };

/* What the fuzzer's mutator does by itself: bytes, and the ends of texts. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    const size_t at = (size_t)random_below(&draws, (int)size);
    switch (random_below(&draws, 4)) {
    case 0:
        data[at] = (uint8_t)random_below(&draws, 256);
        return size;
    case 1:
        return random_below(&draws, 8) ? size : at + 1;
    case 2:
        memmove(data + at, data + at + 1, size - at - 1);
        return size > 1 ? size - 1 : size;
    default:
        return put(data, size, most, (struct span){at, 0},
                   &"(){}[]=<'^*,:#\n\xe2"[random_below(&draws, 16)], 1);
    }
}

/* A model, or at least one error that can be printed; counts the models. */
static bool survives(const char *text, size_t length, int *models)
{
    struct language l = language_new(text, length);
    struct pool *pool = pool_new(l.arena);
    const struct model *model = NULL;
    syntax file = lang_parse(l.names, &l.diags, l.source);
    if (!l.diags.errors)
        model = model_check(l.names, &l.diags, pool, file, &(struct additions){0});
    bool good = (model != NULL) == (l.diags.errors == 0);
    language_messages(&l);
    if (model) {
        ++*models;
        struct text t = text_new(l.arena);
        model_show(model, &t);
        ast_show(file, &t);
    }
    language_free(&l);
    return good;
}

/* The number of mutants tried. */
static int mangle(const char *name, const char *text, size_t length, int count, int *models)
{
    char mutant[ROOM];
    int done = 0;
    for (; done < count && length > 0 && length < ROOM; done++) {
        size_t n = length;
        memcpy(mutant, text, length);
        for (int k = 1 + random_below(&draws, EDITS); k > 0; k--)
            n = LLVMFuzzerCustomMutator((uint8_t *)mutant, n, ROOM,
                                        (unsigned)random_below(&draws, 1 << 30));
        if (!survives(mutant, n, models)) {
            print_error("of %s:\n%.*s\n", name, (int)n, mutant);
            fail();
        }
    }
    return done;
}

/* Of all cases of a transcript, or of a spec. */
static int mangle_file(const char *folder, const char *name, int count, int *models)
{
    size_t length;
    int done = 0;
    char *text = specs_read(folder, name, &length);
    assert_non_null(text);
    const char *at = strstr(name, ".txt") ? strstr(text, "==== ") : NULL;
    if (!at)
        done = mangle(name, text, length, count, models);
    for (struct expected_case c; at && expected_next(&at, &c); free(c.text))
        done += mangle(c.name, c.text, c.length, count, models);
    free(text);
    return done;
}

/* The sanitizers tell most. */
#ifdef POL_HOSTILE
#define TRIES(n) (n)
#else
#define TRIES(n) ((n) / 6)
#endif

TEST(damaged_specs_never_crash)
{
    static spec_name name[SPECS_MOST];
    draws = random_new(sampled_seed());
    int done = 0, models = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        int n = specs_list(folders[f], f == 2 ? ".txt" : ".pol", name);
        assert_true(n > 0);
        for (int i = 0; i < n; i++)
            done += mangle_file(folders[f], name[i], TRIES(f == 0 ? 180 : 36), &models);
    }
    assert_true(done > TRIES(1800));
    assert_true(models > TRIES(50)); /* the checker saw something, too */
}
