/* SPDX-License-Identifier: MIT
 *
 * Thousands of damaged specs: whatever is read, the end is a model or a
 * message, never a crash (most telling with the sanitizers), and always in
 * little time.  POL_SEED in the environment chooses others.
 */
#include "beside.h"
#include "model_kit.h"
#include "random.h"

static const char *const folders[] = {POL_ROOT_DIR "/specs",
                                      POL_ROOT_DIR "/templates/tableaus",
                                      POL_TESTS_DIR "/rejects"};

/* Between blanks; a ~ is a blank. */
static const char pieces[] =
    "( ) [ ] { } , = == < ' ^ ^64 * /0 - : # \n \t e 1e400 0 9 . R w L J t h "
    "pi "
    "e3 ~body~ ~const~ ~let~ ~map ~order~ ~if( ~quat( ~euler(x ~turn( [1] "
    "[2,3] "
    "\xCE\xA9 \xFF \xE2\x88 \u2212 \u2019 \u00B0 \u00A0 \u202E \uFF3B \uFF13 "
    "// /* ** ; \" && ?~1~:~2 ~3~kg~ ~plot~ ~torque~space~ ~tableau~x~{ "
    "~start~R~=~ ~keep~ ~input~ ~inertia~ ~exp(exp( ";

enum { EDITS = 6, ROOM = 20000 };

/* One of them, in `word`; its length. */
static size_t draw_piece(struct random *r, char word[64])
{
    static int count;
    const char *at = pieces;
    if (!count)
        for (const char *c = pieces; *c; c++)
            count += *c == ' ';
    for (int k = random_below(r, count); k > 0; k--)
        at = strchr(at, ' ') + 1;
    const size_t n = strcspn(at, " ");
    for (size_t i = 0; i < n; i++)
        word[i] = at[i] == '~' ? ' ' : at[i];
    return n;
}

struct mutant {
    char text[ROOM];
    size_t length;
};

static void erase(struct mutant *m, size_t at, size_t n)
{
    if (n > m->length - at)
        n = m->length - at;
    memmove(m->text + at, m->text + at + n, m->length - at - n);
    m->length -= n;
}

static void insert(struct mutant *m, size_t at, const char *text, size_t n)
{
    if (m->length + n > ROOM)
        return;
    memmove(m->text + at + n, m->text + at, m->length - at);
    memcpy(m->text + at, text, n);
    m->length += n;
}

static size_t position(struct mutant *m, struct random *r)
{
    return (size_t)random_below(r, (int)m->length + 1);
}

static void edit(struct mutant *m, struct random *r)
{
    size_t at = position(m, r), from = position(m, r);
    char copy[64], piece[64];
    const size_t length = draw_piece(r, piece);
    size_t n = (size_t)random_below(r, sizeof copy);
    switch (random_below(r, 6)) {
    case 0:
        erase(m, at, n / 4);
        break;
    case 1:
        n = n < m->length - from ? n : m->length - from;
        memcpy(copy, m->text + from, n);
        insert(m, at, copy, n);
        break;
    case 2:
        if (at < m->length)
            m->text[at] = (char)random_below(r, 256);
        break;
    case 3:
        m->length = random_below(r, 8) ? m->length : at;
        break;
    default:
        erase(m, at, (size_t)random_below(r, 4));
        insert(m, at, piece, length);
    }
}

/* A model, or at least one error that can be printed; counts the models. */
static bool survives(const struct mutant *m, int *models)
{
    struct language l = language_new(m->text, m->length);
    struct pool *pool = pool_new(l.arena);
    const struct model *model = NULL;
    const struct ast *file = lang_parse(l.names, &l.diags, l.source);
    if (!l.diags.errors)
        model = model_check(l.names, &l.diags, pool, file, &(struct given){0});
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
static int mangle(const char *name, const char *text, size_t length,
                  struct random *r, int count, int *models)
{
    static struct mutant m;
    int done = 0;
    for (; done < count && length < ROOM; done++) {
        memcpy(m.text, text, length);
        m.length = length;
        int edits = 1 + random_below(r, EDITS);
        for (int k = 0; k < edits; k++)
            edit(&m, r);
        if (!survives(&m, models)) {
            print_error("of %s:\n%.*s\n", name, (int)m.length, m.text);
            fail();
        }
    }
    return done;
}

/* Of all cases of a transcript, or of a spec. */
static int mangle_file(const char *folder, const char *name, struct random *r,
                       int count, int *models)
{
    size_t length;
    int done = 0;
    char *text = specs_read(folder, name, &length);
    assert_non_null(text);
    const char *at = strstr(name, ".txt") ? strstr(text, "==== ") : NULL;
    if (!at)
        done = mangle(name, text, length, r, count, models);
    for (struct beside_case c; at && beside_next(&at, &c); free(c.text))
        done += mangle(c.name, c.text, c.length, r, count, models);
    free(text);
    return done;
}

/* The sanitizers tell most. */
#ifdef POL_HOSTILE
#define TRIES(n) (n)
#else
#define TRIES(n) ((n) / 6)
#endif

static uint64_t seed(void)
{
    const char *text = getenv("POL_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

TEST(damaged_specs_never_crash)
{
    static spec_name name[SPECS_MOST];
    struct random r = random_new(seed());
    int done = 0, models = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        int n = specs_list(folders[f], f == 2 ? ".txt" : ".pol", name);
        assert_true(n > 0);
        for (int i = 0; i < n; i++)
            done += mangle_file(folders[f], name[i], &r,
                                TRIES(f == 0 ? 180 : 36), &models);
    }
    assert_true(done > TRIES(1800));
    assert_true(models > TRIES(50)); /* the checker saw something, too */
}
