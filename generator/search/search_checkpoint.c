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
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/file.h"

const struct found_kind found_kind[FOUND_KINDS] = {
    {"found", "", NULL, true},
    {"missed", "conditions not met",
     "led to no point that meets the conditions", false},
    {"unstable", "not stable", "led to no point with that stability", false},
    {"no_value", "no value", "led to no point where the aim has a value",
     false},
    {"restless", "no optimum", "led to no optimum", true}};

struct findings findings_new(const struct search *s)
{
    struct findings f = {.count = 0};
    f.of = arena_array(s->arena, (size_t)s->starts, sizeof *f.of);
    return f;
}

void findings_add(const struct search *s, struct findings *f,
                  const struct finding *item)
{
    struct finding *copy = arena_alloc(s->arena, sizeof *copy);
    *copy = *item;
    f->of[item->start] = copy;
    f->count++;
}

/* ---- the header ---- */

/* What stands in its lines, and how they begin. */
enum { HASH, ASKED, WITH, PATH, TEXT, HEADER };
static const char *const begins[HEADER] = {"polhode search 2", "search ",
                                           "with", "file ", "text "};

const char *search_line(struct arena *arena, const char *chars)
{
    static const char plain[] = "\n\r\\", letter[] = "nr\\";
    struct text t = text_new(arena);
    for (; *chars; chars++) {
        const char *at = strchr(plain, *chars);
        if (at)
            text_char(&t, '\\');
        text_char(&t, at ? letter[at - plain] : *chars);
    }
    return text_chars(&t);
}

static const char *header_of(const struct search *s)
{
    const char *value[HEADER] = {text_format(s->arena, " %016" PRIx64, s->hash),
                                 s->asked, s->with, s->text->path,
                                 s->text->chars};
    struct text t = text_new(s->arena);
    for (int i = 0; i < HEADER; i++)
        text_print(&t, "%s%s\n", begins[i], search_line(s->arena, value[i]));
    return text_chars(&t);
}

struct intake {
    const struct search *search;
    const struct source *file;
    size_t at; /* where the next line begins */
    int line;
};

static bool fault(const struct intake *r, const char *what)
{
    diag_error_line(r->search->diags, r->file->path, r->line, "%s", what);
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
    return arena_text(r->search->arena, begin, (size_t)(end - begin));
}

/* The next line behind this word, escapes undone; NULL if it is another. */
static const char *next_field(struct intake *r, const char *word)
{
    const char *c = next_line(r);
    struct text t = text_new(r->search->arena);
    if (!c || strncmp(c, word, strlen(word)) != 0)
        return NULL;
    for (c += strlen(word); *c; c++)
        if (c[0] == '\\' && c[1])
            text_char(&t, *++c == 'n' ? '\n' : *c == 'r' ? '\r' : *c);
        else
            text_char(&t, *c);
    return text_chars(&t);
}

/* The search that the file is about. */
static bool read_header(struct intake *r, struct search *s)
{
    const char *value[HEADER];
    for (int i = 0; i < HEADER; i++)
        if (!(value[i] = next_field(r, begins[i])))
            return fault(r, "this is no checkpoint of a search");
    struct source *text = arena_alloc(s->arena, sizeof *text);
    struct wish *wish = arena_alloc(s->arena, sizeof *wish);
    *text = (struct source){value[PATH], value[TEXT], strlen(value[TEXT])};
    *wish = (struct wish){.aim = value[ASKED], .with = value[WITH], .seed = -1};
    if (!search_read(s, wish, text))
        return false;
    return s->hash == strtoull(value[HASH], NULL, 16) ||
           fault(r, "the checkpoint's hash is not that of what is in it");
}

bool checkpoint_search(struct search *s, const struct source *file)
{
    struct intake r = {.search = s, .file = file};
    return read_header(&r, s);
}

/* ---- findings ---- */

static const char *line_of(const struct search *s, const struct finding *f)
{
    struct text t = text_new(s->arena);
    text_print(&t, "start %ld %s %a %a", f->start, found_kind[f->found].word,
               f->violation, f->value);
    for (int i = 0; i < s->tableau->frees; i++)
        text_print(&t, " %a", f->x[i]);
    text_char(&t, '\n');
    return text_chars(&t);
}

static bool read_finding(const char *line, const struct search *s,
                         struct finding *f)
{
    char word[16] = "", *end;
    int used = 0;
    *f = (struct finding){.found = FOUND_GOOD};
    if (sscanf(line, "start %ld %15s%n", &f->start, word, &used) != 2)
        return false;
    while (f->found < FOUND_KINDS && strcmp(word, found_kind[f->found].word))
        f->found++;
    const char *at = line + used;
    for (int i = -2; i < s->tableau->frees; i++, at = end) {
        double number = strtod(at, &end);
        const struct free_symbol *x = &s->tableau->free[i < 0 ? 0 : i];
        if (end == at || (i >= 0 && !(number >= number_double(x->low) &&
                                      number <= number_double(x->high))))
            return false;
        *(i == -2 ? &f->violation : i == -1 ? &f->value : &f->x[i]) = number;
    }
    return *at == '\0' && f->found < FOUND_KINDS && f->start >= 0 &&
           f->start < s->starts &&
           (!found_kind[f->found].has_value || isfinite(f->value));
}

bool checkpoint_read(const struct search *s, const struct source *file,
                     struct findings *f)
{
    struct search other = *s;
    struct intake r = {.search = s, .file = file};
    /* Killed before the header was there: nothing is lost. */
    const char *header = header_of(s), *line;
    if (file->length < strlen(header) &&
        strncmp(file->chars, header, file->length) == 0)
        return true;
    if (!read_header(&r, &other))
        return false;
    r.line = 0;
    if (other.hash != s->hash)
        return fault(&r, "this is the checkpoint of another search");
    r.line = HEADER;
    while ((line = next_line(&r))) {
        struct finding item;
        if (!read_finding(line, s, &item))
            return fault(&r, "this line is no finding of the search");
        const struct finding *before = f->of[item.start];
        if (!before)
            findings_add(s, f, &item);
        else if (strcmp(line_of(s, &item), line_of(s, before)) != 0)
            return fault(&r, text_format(s->arena,
                                         "start %ld was found to be something "
                                         "else before",
                                         item.start));
    }
    return true;
}

/* ---- writing ---- */

const char *checkpoint_lock(const char *path, FILE **file)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISREG(s.st_mode))
        return "this is no regular file";
    *file = fopen(path, "ab");
    if (!*file)
        return strerror(errno);
    if (flock(fileno(*file), LOCK_EX | LOCK_NB) == 0)
        return NULL;
    fclose(*file);
    *file = NULL;
    return "another search is writing to it";
}

/* In a new file that then takes the old one's place: hours of work are not lost
 * to a full disk. */
const char *checkpoint_write(const struct search *s, const struct findings *f,
                             const char *path)
{
    struct text t = text_new(s->arena);
    char end[PATH_MAX]; /* of links */
    text_put(&t, header_of(s));
    for (int i = 0; i < s->starts; i++)
        if (f->of[i])
            text_put(&t, line_of(s, f->of[i]));
    const char *target = realpath(path, end) ? end : path;
    return file_write(target, text_chars(&t), t.length, true) ? NULL
                                                              : strerror(errno);
}

const char *checkpoint_add(const struct search *s, const struct finding *f,
                           FILE *file)
{
    fputs(line_of(s, f), file);
    return fflush(file) == 0 ? NULL : strerror(errno);
}
