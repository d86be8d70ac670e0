/* SPDX-License-Identifier: MIT
 *
 * Modules of a page: the emitted C, compiled to WebAssembly.
 */
#include "page/page.h"

#include <string.h>

/* A page has no more than 2 MB: bytes of a module.  Clang takes minutes for
 * more than LARGEST_CODE bytes of C. */
enum { LARGEST = 300000, LARGEST_CODE = 600000 };

/* RFC 4648, section 4. */
const char *page_base64(const struct web_page *p, const char *bytes,
                        size_t length)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+/";
    struct text out = text_new(p->job->arena);
    for (size_t i = 0; i < length; i += 3) {
        unsigned long group = 0;
        for (size_t k = i; k < i + 3; k++)
            group = group << 8 | (k < length ? (unsigned char)bytes[k] : 0);
        for (size_t k = 0; k < 4; k++)
            text_char(&out, i + k <= length ? digit[group >> (18 - 6 * k) & 63]
                                            : '=');
    }
    return text_chars(&out);
}

/* Params, then the start value that the page lets one change. */
static void put_params(struct text *out, const struct model *m,
                       const char *freed)
{
    json_print(out, "[");
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const bool starts = i >= m->params - m->freed;
        double value[9];
        for (int k = 0; k < f->n; k++)
            value[k] = number_double(f->value[k]);
        json_print(out, "{name:s note:s value:a start:b}",
                   starts ? freed : f->name, starts ? NULL : f->note, f->n,
                   value, starts);
    }
    json_print(out, "]");
}

/* The start is said as w, or as L. */
static const char *said_start(const struct pol_job *job)
{
    for (int i = 0; i < job->ast->n; i++) {
        syntax s = job->ast->child[i];
        if (s->kind == AST_START && !strcmp(s->name, "L"))
            return "L";
    }
    return "w";
}

/* Of the page's next run. */
pol_status page_module(struct pol_job *job, void *page)
{
    struct web_page *p = page;
    struct page_run *run = &p->run[p->runs];
    struct arena *arena = p->job->arena;
    const char *freed[] = {said_start(p->job)};
    size_t length;
    pol_status status;
    job->given.is_swept = true;
    job->given.freed = freed;
    job->given.freeds = 1;
    status = session_read(job, p->job->source, pol_derive);
    if (status != POL_OK)
        return status;
    const struct claim *claim = &job->step->recipe->method.claim;
    run->method = job_text(arena, claim->name);
    run->title = job_text(arena, claim->title);
    run->source = job_text(arena, claim->source);
    const struct emission *e = job_sweep_text(job, &status);
    if (!e)
        return status;
    size_t code = 0;
    for (int i = 0; i < e->files; i++)
        code += e->file[i].length;
    if (code > LARGEST_CODE) { /* before clang works on it */
        run->why = text_format(arena, "its C has %zu kB, more than %d",
                               code / 1000, LARGEST_CODE / 1000);
        return POL_OK;
    }
    const char *bytes = jit_module(arena, job->page->step->facts.name, e->file,
                                   e->files, &length, &run->why);
    if (bytes && length > LARGEST)
        run->why = text_format(arena, "its module has %zu kB", length / 1000);
    if (!bytes || length > LARGEST)
        return POL_OK;
    run->module = page_base64(p, bytes, length);
    run->why = NULL;
    p->params = text_new(arena);
    put_params(&p->params, job->model, freed[0]);
    return POL_OK;
}
