/* SPDX-License-Identifier: MIT
 *
 * A target that is dropped in works, and its faults are cited by their lines.
 */
#define _GNU_SOURCE /* mkdtemp */

#include "check.h"

#include <stdbool.h>

#include "dropped.h"
#include "job.h"

/* The one file that is emitted. */
struct file {
    int n;
    char name[40], text[2000];
};

static void keep(void *to, const char *name, const char *text, size_t length)
{
    struct file *f = to;
    assert_int_equal(strlen(text), length);
    f->n++;
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->text, sizeof f->text, "%s", text);
}

/* The first message, or "" when all went well. */
static const char *emit(const char *path, const char *target,
                        const char *const *shelf, struct file *out)
{
    static char message[600];
    pol_options o = pol_default_options();
    o.shelf = shelf;
    o.shelves = shelf ? 1 : 0;
    out->n = 0;
    message[0] = '\0';
    pol_job *job = pol_open(&o);
    assert_non_null(job);
    pol_status status = pol_read(job, path);
    if (status == POL_OK)
        status = pol_emit(job, target, keep, out);
    if (status != POL_OK)
        snprintf(message, sizeof message, "status %d: %.500s", (int)status,
                 pol_diag_count(job) ? pol_diag_at(job, 0)->text : "");
    pol_close(job);
    return message;
}

/* ---- dropping one in --------------------------------------------------- */

static const char target_lua[] =
    "return target {\n"
    "  title = \"the body's facts\",\n"
    "  language = \"English\",\n"
    "  files = { { ending = \".txt\", page = \"facts.tpl\" } },\n"
    "  number = { double = \"\", float = \"\" },\n"
    "  call = { double = \"\", float = \"\" },\n"
    "  step = \"h\",\n"
    "  operations = { { \"add\", \"($1 plus $2)\" },\n"
    "                 { \"sub\", \"($1 minus $2)\" },\n"
    "                 { \"mul\", \"($1 times $2)\" },\n"
    "                 { \"neg\", \"(minus $1)\" },\n"
    "                 { \"div\", \"($1 over $2)\" },\n"
    "                 { \"lt\", \"($1 below $2)\", truth = true },\n"
    "                 { \"sqrt\", \"root($1)\" },\n"
    "                 { \"select\", \"(if $1 then $2 else $3)\" } },\n"
    "  as_number = { \"$1\" }, as_truth = { \"$1\" },\n"
    "}\n";

static const char facts_tpl[] = "body {{page.body}}\n"
                                "% for i, w in ipairs(page.energy.writes) do\n"
                                "energy {{w.value}}\n"
                                "% end\n";

/* Writes a target into the dropped shelf; `folder` is its own. */
static void drop_target(struct dropped *d, const char *page, char folder[100],
                        char kind[100])
{
    snprintf(kind, 100, "%s/targets", d->folder);
    snprintf(folder, 100, "%s/targets/facts", d->folder);
    assert_int_equal(mkdir(kind, 0700), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    drop(d, "targets/facts", "target.lua", target_lua);
    drop(d, "targets/facts", "facts.tpl", page);
}

static void remove_target(struct dropped *d, const char *folder,
                          const char *kind)
{
    for (int i = 0; i < d->files; i++)
        unlink(d->path[i]);
    rmdir(folder);
    rmdir(kind);
    drop_end(d);
}

static void assert_part(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in: %s", part, text);
}

TEST(dropped_target_works)
{
    struct dropped d = drop_begin();
    const char *const shelf[] = {d.folder};
    char folder[100], kind[100];
    struct file f;
    drop_target(&d, facts_tpl, folder, kind);
    assert_string_equal(
        emit(POL_ROOT_DIR "/specs/free_body.pol", "facts", shelf, &f), "");
    assert_int_equal(f.n, 1);
    assert_string_equal(f.name, "free_body.txt");
    assert_part(f.text, "body free_body\nenergy ");
    assert_part(f.text, " times ");
    remove_target(&d, folder, kind);
}

TEST(faults_of_a_target_are_cited)
{
    static const struct {
        const char *page, *message;
    } fault[] = {
        {"one\ntwo {{page.nothing}}\n", "facts.tpl:2: error: {{ }} needs"},
        {"one\n% local a = nil + 1\n", "facts.tpl:2: error: attempt to"},
        {"% if\n", "facts.tpl:"},
    };
    for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) {
        struct dropped d = drop_begin();
        const char *const shelf[] = {d.folder};
        char folder[100], kind[100];
        struct file f;
        drop_target(&d, fault[i].page, folder, kind);
        const char *message =
            emit(POL_ROOT_DIR "/specs/free_body.pol", "facts", shelf, &f);
        assert_part(message, fault[i].message);
        assert_int_equal(f.n, 0);
        remove_target(&d, folder, kind);
    }
}
