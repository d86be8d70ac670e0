/* SPDX-License-Identifier: MIT
 *
 * Every spec of the transcripts of this folder is wrong, or merits a warning
 * when its name begins with warn_, and has exactly these messages.  A spec
 * that can be read is emitted, too, so that its method, map, attitude and
 * their options are checked.
 *
 * A message "NAME:3:9: error: ..." with the third line of the spec below and a
 * mark "^~~~" below its columns 9 to 12 stands here as "3:9-12: error: ...",
 * several that say the same as "3:9-12, 4:9: error: ...". What is shown in
 * another way stands as it is shown, as do cases called whole_.  Of a case
 * called each_ the first line, or those before a blank one, and any one of the
 * others are a spec.
 * POL_UPDATE=1 rewrites the messages.
 */
#include "language.h"

#include <unistd.h>

#include "expected.h"
#include "include/polhode.h"
#include "model/model.h"
#include "tableau/tableau.h"

#define FOLDER POL_TESTS_DIR "/rejects"

/* Reads and checks as far as a spec can be read; the messages. */
static const char *check(struct language *l, const char *name)
{
    struct pool *pool = pool_new(l->arena);
    l->source->path = name;
    syntax file = lang_parse(l->names, &l->diags, l->source);
    if (l->diags.errors)
        return language_messages(l);
    model_check(l->names, &l->diags, pool, file, &(struct additions){0});
    for (int i = 0; i < file->n; i++)
        if (file->child[i]->kind == AST_TABLEAU)
            tableau_build(&l->diags, file->child[i]);
        else if (file->child[i]->kind == AST_COMPOSITION)
            composition_build(&l->diags, file->child[i]);
    return language_messages(l);
}

static void ignore(void *to, const char *name, const char *text, size_t length)
{
    (void)to, (void)name, (void)text, (void)length;
}

/* The messages of the whole way to the emitted text; true if there is one. */
static bool derive(struct language *l, const char *name, const char **messages)
{
    struct text all = text_new(l->arena);
    pol_job *job = pol_open(NULL);
    assert_non_null(job);
    pol_status status = pol_read_text(job, name, l->source->chars, l->source->length);
    if (status == POL_OK)
        status = pol_emit(job, "c99", ignore, NULL);
    for (int i = 0; i < pol_diag_count(job); i++)
        text_put(&all, pol_diag_at(job, i)->text);
    pol_close(job);
    *messages = text_chars(&all);
    assert_in_range(status, POL_OK, POL_BAD_SHELF);
    return status == POL_OK;
}

/* The line of a text, from 1, and its length. */
static const char *line_of(const char *text, int line, size_t *length)
{
    while (--line > 0 && strchr(text, '\n'))
        text = strchr(text, '\n') + 1;
    *length = strcspn(text, "\n");
    return text;
}

/* What is shown below a message: the line, and a mark that begins at this
 * column.  How long the mark is; 0: something else is there. */
static size_t marked(const char *shown, const struct expected_case *c, int line, int column)
{
    size_t length;
    const char *text = line_of(c->text, line, &length);
    const size_t before = 4 + (size_t)column - 1;
    if (strncmp(shown, "    ", 4) || strncmp(shown + 4, text, length) ||
        shown[4 + length] != '\n' || memchr(text, '\t', length))
        return 0;
    shown += 4 + length + 1;
    if (strspn(shown, " ") != before || shown[before] != '^')
        return 0;
    shown += before + 1;
    length = strspn(shown, "~");
    return shown[length] == '\n' ? 1 + length : 0;
}

/* A message at a place of the spec, "3:9-12" or "3:9", as `where`, what it says
 * with its hints behind; false: another one. */
static bool placed(const char **at, const struct expected_case *c, char where[60], FILE *says)
{
    const char *m = *at;
    const size_t name = strlen(c->name);
    int line, column, end = 0;
    if (strncmp(c->name, "whole_", 6) == 0 || strncmp(m, c->name, name) != 0 ||
        sscanf(m + name, ":%d:%d: %n", &line, &column, &end) != 2 || !end)
        return false;
    const char *shown = strchr(m, '\n') + 1;
    const size_t mark = marked(shown, c, line, column);
    if (mark == 0)
        return false;
    snprintf(where, 60, mark > 1 ? "%d:%d-%d" : "%d:%d", line, column, column + (int)mark - 1);
    m += name + (size_t)end;
    fwrite(m, 1, (size_t)(shown - m), says);
    m = strchr(strchr(shown, '\n') + 1, '\n') + 1;
    for (const char *next; strncmp(m, "hint: ", 6) == 0; m = next) {
        next = strchr(m, '\n') + 1;
        fwrite(m, 1, (size_t)(next - m), says);
    }
    *at = m;
    return true;
}

/* Messages, the shorter way. */
static void put_messages(const char *m, const struct expected_case *c, FILE *out)
{
    char where[60], *last = NULL;
    while (*m) {
        char *now = NULL;
        size_t size;
        FILE *says = open_memstream(&now, &size);
        assert_non_null(says);
        const bool is_placed = placed(&m, c, where, says);
        assert_int_equal(fclose(says), 0);
        const bool again = is_placed && last && strcmp(last, now) == 0;
        fputs(again ? ", " : last ? ": " : "", out);
        if (last && !again)
            fputs(last, out);
        free(last);
        last = is_placed ? now : NULL;
        if (is_placed) {
            fputs(where, out);
            continue;
        }
        const size_t length = strcspn(m, "\n") + 1;
        fwrite(m, 1, length, out);
        m += length;
        free(now);
    }
    if (last)
        fprintf(out, ": %s", last);
    free(last);
}

static bool is_one_as_named(const struct expected_case *c, FILE *out)
{
    struct language l = language_new(c->text, c->length);
    const char *messages = check(&l, c->name);
    bool accepted = l.diags.errors == 0 && derive(&l, c->name, &messages);
    bool right = accepted == (strncmp(c->name, "warn_", 5) == 0) && *messages;
    if (!right)
        print_error("%s is %s\n", c->name, accepted ? "accepted" : "refused");
    put_messages(messages, c, out);
    language_free(&l);
    return right;
}

/* The other lines are left blank. */
static bool is_as_named(const struct expected_case *c, FILE *out)
{
    const char *blank = strstr(c->text, "\n\n");
    const size_t first = blank ? (size_t)(blank + 2 - c->text) : strcspn(c->text, "\n") + 1;
    bool right = true;
    if (!strstr(c->name, "each_"))
        return is_one_as_named(c, out);
    for (size_t at = first, end; at < c->length; at = end + 1) {
        struct expected_case one = *c;
        one.text = strdup(c->text);
        assert_non_null(one.text);
        end = at + strcspn(c->text + at, "\n");
        for (size_t i = first; i < c->length; i++)
            if ((i < at || i >= end) && one.text[i] != '\n')
                one.text[i] = ' ';
        right &= is_one_as_named(&one, out);
        free(one.text);
    }
    return right;
}

static int enter(void **state)
{
    (void)state;
    return chdir(FOLDER); /* where files of signals lie */
}

AROUND_ALL(enter, NULL)

TEST(every_wrong_spec_gets_its_messages)
{
    expected_every(FOLDER, 50, is_as_named);
}
