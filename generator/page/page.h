/* SPDX-License-Identifier: MIT
 *
 * The page of a report: modules of WebAssembly, and the record that
 * templates/page shows.
 *
 * In: a job whose spec is read, results of commands.  Out: modules, a record.
 */
#pragma once

#include "session/session.h"

enum { PAGE_RUNS = 2 };

/* The result of a command. */
struct page_part {
    const char *record;          /* Lua or JSON; NULL: none */
    const char *picture, *notes; /* an SVG in base64; text */
};

struct page_run {
    const char *method, *title, *source;
    const char *module, *reason; /* in base64, or why there is none */
    struct page_part motion;     /* instead of a module */
};

struct web_page {
    struct pol_job *job;
    struct explore span; /* length and steps of a run */
    double shown;        /* duration of the shown motion, s */
    struct page_part order, drift, compare;
    struct text files;  /* the emitted C, valid as JSON and as Lua */
    struct text params; /* params of the modules */
    const char *command;
    int runs;
    struct page_run run[PAGE_RUNS];
    double until; /* as requested, or 0 */
    bool adaptive, draws, compares;
};

/* Adds the job's method as the next run, with its module; the job is new. */
pol_status page_module(struct pol_job *, void *page);
/* Keeps the emitted files. */
pol_status page_code(struct pol_job *, void *page);
/* The record of the page, and that for choosing a method beside the spec's. */
struct text page_record(const struct web_page *);
struct text page_choice(const struct web_page *);
/* Bytes in base64. */
const char *page_base64(const struct web_page *, const char *bytes,
                        size_t length);
