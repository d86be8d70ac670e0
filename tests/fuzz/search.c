/* SPDX-License-Identifier: MIT
 *
 * What is sought, a checkpoint, and lines of findings: read, merged and told.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "base/json.h"
#include "search/search.h"

enum { FILE_TEXT, CHECKPOINT, FINDINGS, TEXTS, EVALUATIONS = 20 };

struct asked {
    struct fuzz_text text[TEXTS];
    int depth; /* 0: what is read, 1: told, 2: a start, of few evaluations */
};

static const struct source *source_of(struct pol_job *job, const char *path, const char *chars,
                                      size_t length)
{
    struct source *source = arena_alloc(job->arena, sizeof *source);
    *source = (struct source){path, chars, length};
    return lang_is_text(&job->diags, source) ? source : NULL;
}

/* The lines as those of the search's own checkpoint, whose hash nobody can
 * guess. */
static pol_status read_findings(struct pol_job *job, struct search *s, const struct asked *q,
                                const struct fuzz_text *lines)
{
    if (checkpoint_write(s, "own"))
        return POL_NO_FILE;
    FILE *file = fopen("own", "ab");
    if (!file)
        abort();
    fwrite(lines->chars, 1, lines->length, file);
    fclose(file);
    const struct source *own = job_read_file(job, "own", LARGEST_TEXT);
    if (!own || !checkpoint_read(s, own))
        return POL_BAD_SPEC;
    s->evaluations = EVALUATIONS;
    struct problem p = problem_of(s);
    if (q->depth == 2 && !search_runs(s)) {
        struct finding first = search_start(&p, 0);
        search_keep(s, &first);
    }
    struct text record = json_lua(s->arena);
    if (q->depth > 0)
        search_report(&p, &record);
    return POL_OK;
}

static pol_status work(struct pol_job *job, void *argument)
{
    static const struct wish nothing = {.seed = -1};
    const struct asked *q = argument;
    const struct fuzz_text *t = q->text;
    struct search s = {.arena = job->arena, .names = job->names, .diags = &job->diags};
    const struct source *source;
    if (t[CHECKPOINT].length) {
        source = source_of(job, "checkpoint", t[CHECKPOINT].chars, t[CHECKPOINT].length);
        return source && checkpoint_search(&s, source) ? POL_OK : POL_BAD_SPEC;
    }
    source = source_of(job, "a.pol", t->chars, t->length);
    if (!source || !search_read(&s, &nothing, source))
        return POL_BAD_SPEC;
    return t[FINDINGS].chars ? read_findings(job, &s, q, &t[FINDINGS]) : POL_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size);
    struct asked q = {.depth = fuzz_choice(&f, 3)};
    fuzz_line(&f);
    for (int i = 0; i < TEXTS; i++)
        q.text[i] = fuzz_next(&f);
    if (q.text[FILE_TEXT].chars) {
        fuzz_folder();
        struct pol_job *job = pol_open(NULL);
        fuzz_close(job, job_run(job, work, &q));
    }
    for (int i = 0; i < TEXTS; i++)
        fuzz_free(&q.text[i]);
    return 0;
}
