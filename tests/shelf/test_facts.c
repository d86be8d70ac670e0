/* SPDX-License-Identifier: MIT
 *
 * templates/facts.tsv, which `polhode list` shows, has a line for each tableau
 * and composition of the shelf as it is, and what stands there is what the file
 * is found to be: drawn ones are found out anew.  POL_UPDATE=1 writes it.
 */
#include "sampled.h"
#include "catalogue/facts.h"
#include "job.h"

static const char path[] = POL_ROOT_DIR "/templates/facts.tsv";

struct found {
    char text[1 << 17];
    int files, known, wrong;
};

static const struct source nothing = {"", "", 0};

/* What is known of the file: the line that begins as that of no other text. */
static void check_file(struct pol_job *job, const struct shelf_file *file, struct found *out,
                       bool update)
{
    const struct source *known = shelf_builtin_file("facts.tsv");
    struct listed facts = {.name = ""};
    struct text line = text_new(job->arena), mark = text_new(job->arena);
    facts_write(file, &facts, &mark);
    const struct kit kit = job_kit(job);
    out->files++;
    const bool stands = strstr((known ? known : &nothing)->chars,
                               text_format(job->arena, "%.17s", text_chars(&mark)));
    if (!update && !stands)
        print_error("facts.tsv: no line for %s as it is now\n", file->name);
    out->known += stands;
    if (!update && file->kind == SHELF_TABLEAU && !sampled_all() && drawn(file->name, 12))
        return;
    assert_true(facts_compute(&kit, file, &facts));
    facts_write(file, &facts, &line);
    assert_true(strlen(out->text) + line.length < sizeof out->text);
    strcat(out->text, text_chars(&line));
    if (!update && !strstr(known->chars, text_chars(&line))) {
        print_error("facts.tsv: %s is %s", file->name, text_chars(&line));
        out->wrong++;
    }
}

static pol_status check_all_files(struct pol_job *job, void *context)
{
    struct found *out = context;
    const char *update = getenv("POL_UPDATE");
    for (int k = SHELF_TABLEAU; k <= SHELF_COMPOSITION; k++)
        for (int i = 0; i < shelf_count(job_shelf(job), (enum shelf_kind)k); i++)
            check_file(job, shelf_at(job_shelf(job), (enum shelf_kind)k, i), out,
                       update && *update == '1');
    return POL_OK;
}

TEST(what_list_shows_is_so)
{
    static struct found found;
    const char *update = getenv("POL_UPDATE");
    pol_job *job = pol_open(NULL);
    assert_non_null(job);
    assert_int_equal(job_run(job, check_all_files, &found), POL_OK);
    pol_close(job);
    assert_true(found.files > 150);
    if (update && *update == '1') {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(found.text, file);
        fclose(file);
        return;
    }
    assert_int_equal(found.known, found.files);
    assert_int_equal(found.wrong, 0);
}
