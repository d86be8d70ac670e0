/* SPDX-License-Identifier: MIT
 *
 * The file in which a search keeps what it has found, a line for each start.
 * Numbers are hexadecimal, so that nothing is lost.  A line without its end
 * was being written when the program was killed: it counts for nothing.
 */
#define _XOPEN_SOURCE 700

#include "search/search.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

enum { LARGEST = 1 << 30 };
static const char MAGIC[] = "polhode search 2";

static const char *const found_words[FOUND_KINDS] = {
    "found", "missed", "unstable", "no_value", "restless"};

/* ---- writing ---- */

const char *search_line(struct arena *arena, const char *chars)
{
    struct text t = text_new(arena);
    for (const char *c = chars; *c; c++)
        if (*c == '\n')
            text_put(&t, "\\n");
        else if (*c == '\r')
            text_put(&t, "\\r");
        else if (*c == '\\')
            text_put(&t, "\\\\");
        else
            text_char(&t, *c);
    return text_chars(&t);
}

static const char *header_of(const struct search *s)
{
    struct arena *a = s->job->arena;
    return text_format(
        a, "%s %016" PRIx64 "\nsearch %s\nwith%s\nfile %s\ntext %s\n", MAGIC,
        s->hash, s->asked, search_line(a, s->with),
        search_line(a, s->text->path), search_line(a, s->text->chars));
}

const char *checkpoint_line(struct arena *arena, const struct finding *f, int n)
{
    struct text t = text_new(arena);
    text_print(&t, "start %ld %s %a %a", f->start, found_words[f->found],
               f->violation, f->value);
    for (int i = 0; i < n; i++)
        text_print(&t, " %a", f->x[i]);
    text_char(&t, '\n');
    return text_chars(&t);
}

bool checkpoint_fails(const char *path, const char *why)
{
    complain("cannot write to %s: %s", path, why);
    return false;
}

bool checkpoint_lock(const char *path, FILE **file)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return errno == ENOENT || checkpoint_fails(path, strerror(errno));
    if (!S_ISREG(s.st_mode))
        return checkpoint_fails(path, "this is no regular file");
    *file = fopen(path, "ab");
    if (!*file)
        return checkpoint_fails(path, strerror(errno));
    if (flock(fileno(*file), LOCK_EX | LOCK_NB) == 0)
        return true;
    fclose(*file);
    *file = NULL;
    return checkpoint_fails(path, "another search is writing to it");
}

/* In a new file that then takes the old one's place: hours of work are not lost
 * to a full disk. */
bool checkpoint_write(const struct search *s, const struct findings *f,
                      const char *path)
{
    struct arena *arena = s->job->arena;
    struct text t = text_new(arena);
    char end[PATH_MAX]; /* of links */
    text_put(&t, header_of(s));
    for (int i = 0; i < f->count; i++)
        text_put(&t, checkpoint_line(arena, &f->item[i], s->tableau->frees));
    const char *target = realpath(path, end) ? end : path;
    const char *chars = text_chars(&t);
    return file_write(target, chars, strlen(chars), true) ||
           checkpoint_fails(path, strerror(errno));
}

/* ---- reading ---- */

struct intake {
    struct pol_job *job;
    const struct source *file;
    size_t at; /* where the next line begins */
    int line;
};

static bool fault(const struct intake *r, const char *what)
{
    diag_error_line(&r->job->diags, r->file->path, r->line, "%s", what);
    return false;
}

/* The next complete line, or NULL. */
static const char *next_line(struct intake *r)
{
    const char *begin = r->file->chars + r->at;
    const char *end = memchr(begin, '\n', r->file->length - r->at);
    if (!end)
        return NULL;
    r->at = (size_t)(end - r->file->chars) + 1;
    r->line++;
    return arena_text(r->job->arena, begin, (size_t)(end - begin));
}

/* The next line behind this word, escapes undone; NULL if it is another. */
static const char *next_field(struct intake *r, const char *word)
{
    const char *line = next_line(r);
    size_t n = strlen(word);
    if (!line || strncmp(line, word, n) != 0)
        return NULL;
    struct text t = text_new(r->job->arena);
    for (const char *c = line + n; *c; c++)
        if (c[0] == '\\' && c[1])
            text_char(&t, *++c == 'n' ? '\n' : *c == 'r' ? '\r' : *c);
        else
            text_char(&t, *c);
    return text_chars(&t);
}

static bool read_header(struct intake *r, struct search *s)
{
    const char *hash = next_field(r, MAGIC);
    const char *asked = hash ? next_field(r, "search ") : NULL;
    const char *with = asked ? next_field(r, "with") : NULL;
    const char *path = with ? next_field(r, "file ") : NULL;
    const char *chars = path ? next_field(r, "text ") : NULL;
    if (!chars)
        return fault(r, "this is no checkpoint of a search");
    struct source *text = arena_alloc(r->job->arena, sizeof *text);
    *text = (struct source){path, chars, strlen(chars)};
    if (!search_read_again(s, r->job, asked, with, text))
        return false;
    if (s->hash != strtoull(hash, NULL, 16))
        return fault(r, "the checkpoint's hash is not that of what is in it");
    return true;
}

static bool read_number(const char **at, double *out)
{
    char *end;
    *out = strtod(*at, &end);
    bool good = end != *at;
    *at = end;
    return good;
}

static bool read_finding(const char *line, const struct search *s,
                         struct finding *f)
{
    char word[16] = "";
    int used = 0;
    *f = (struct finding){.found = FOUND_KINDS};
    if (sscanf(line, "start %ld %15s%n", &f->start, word, &used) != 2)
        return false;
    for (int i = 0; i < FOUND_KINDS; i++)
        if (strcmp(word, found_words[i]) == 0)
            f->found = (enum found)i;
    const char *at = line + used;
    bool good = f->found < FOUND_KINDS && f->start >= 0 &&
                f->start < s->starts && read_number(&at, &f->violation) &&
                read_number(&at, &f->value);
    bool has_value = f->found == FOUND_GOOD || f->found == FOUND_RESTLESS;
    good = good && (!has_value || isfinite(f->value));
    for (int i = 0; good && i < s->tableau->frees; i++) {
        const struct free_symbol *x = &s->tableau->free[i];
        good = read_number(&at, &f->x[i]) && f->x[i] >= number_double(x->low) &&
               f->x[i] <= number_double(x->high);
    }
    return good && *at == '\0';
}

/* ---- findings ---- */

/* Starts end nearly in their order. */
void findings_add(struct arena *arena, struct findings *f,
                  const struct finding *item)
{
    int at = f->count;
    while (at > 0 && f->item[at - 1].start >= item->start)
        at--;
    arena_push(arena, f->item, f->count, f->room);
    memmove(f->item + at + 1, f->item + at,
            (size_t)(f->count - at) * sizeof *f->item);
    f->item[at] = *item;
    f->count++;
}

static bool same(const struct finding *a, const struct finding *b, int n)
{
    bool no_value = isnan(a->value) && isnan(b->value);
    bool same = a->found == b->found && (no_value || a->value == b->value);
    for (int i = 0; i < n; i++)
        same = same && a->x[i] == b->x[i];
    return same;
}

/* By start; what was read first stands first. */
static int compare(const void *x, const void *y)
{
    const struct finding *a = x, *b = y;
    return a->start != b->start ? (a->start > b->start) - (a->start < b->start)
                                : a->line - b->line;
}

/* Sorted, each start once. */
static bool merge(struct intake *r, const struct search *s, struct findings *f)
{
    int n = f->count;
    if (n == 0)
        return true;
    qsort(f->item, (size_t)n, sizeof *f->item, compare);
    f->count = 1;
    for (int i = 1; i < n; i++) {
        const struct finding *item = &f->item[i];
        const struct finding *last = &f->item[f->count - 1];
        if (item->start != last->start) {
            f->item[f->count++] = *item;
        } else if (!same(item, last, s->tableau->frees)) {
            r->line = item->line;
            return fault(r, text_format(r->job->arena,
                                        "start %ld was found to be something "
                                        "else before",
                                        item->start));
        }
    }
    return true;
}

static bool read_findings(struct intake *r, const struct search *s,
                          struct findings *f)
{
    const char *line;
    for (int i = 0; i < f->count; i++)
        f->item[i].line = 0; /* those of other files stand first */
    while ((line = next_line(r))) {
        arena_push(r->job->arena, f->item, f->count, f->room);
        struct finding *item = &f->item[f->count];
        if (!read_finding(line, s, item))
            return fault(r, "this line is no finding of the search");
        item->line = r->line;
        f->count++;
    }
    return merge(r, s, f);
}

bool checkpoint_search(struct pol_job *job, const char *path, struct search *s)
{
    struct intake r = {.job = job, .file = job_read_file(job, path, LARGEST)};
    return r.file && read_header(&r, s);
}

bool checkpoint_read(struct pol_job *job, const struct search *s,
                     const char *path, struct findings *f)
{
    struct intake r = {.job = job};
    struct search other;
    FILE *there = fopen(path, "rb");
    if (!there && errno == ENOENT)
        return true;
    if (there)
        fclose(there);
    r.file = job_read_file(job, path, LARGEST);
    if (!r.file)
        return false;
    /* Killed before the header was there: nothing is lost. */
    const char *header = header_of(s);
    if (r.file->length < strlen(header) &&
        strncmp(r.file->chars, header, r.file->length) == 0)
        return true;
    if (!read_header(&r, &other))
        return false;
    r.line = 0;
    if (other.hash != s->hash)
        return fault(&r, "this is the checkpoint of another search");
    r.line = 5;
    return read_findings(&r, s, f);
}
