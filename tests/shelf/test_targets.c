/* SPDX-License-Identifier: MIT
 *
 * A target that is dropped in works.  (Its faults: test_template.)
 */
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

static const char target_lua[] = "return target {\n"
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

TEST(dropped_target_works)
{
    struct dropped d = drop_begin();
    const char *const shelf[] = {d.folder};
    char folder[100], kind[100];
    struct file f = {0};
    snprintf(kind, sizeof kind, "%s/targets", d.folder);
    snprintf(folder, sizeof folder, "%s/targets/facts", d.folder);
    assert_int_equal(mkdir(kind, 0700), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    drop(&d, "targets/facts", "target.lua", target_lua);
    drop(&d, "targets/facts", "facts.tpl", facts_tpl);
    pol_options o = pol_default_options();
    o.shelf = shelf;
    o.shelves = 1;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, POL_ROOT_DIR "/specs/free_body.pol"), POL_OK);
    assert_int_equal(pol_emit(job, "facts", keep, &f), POL_OK);
    pol_close(job);
    assert_int_equal(f.n, 1);
    assert_string_equal(f.name, "free_body.txt");
    assert_non_null(strstr(f.text, "body free_body\nenergy "));
    assert_non_null(strstr(f.text, " times "));
    for (int i = 0; i < d.files; i++)
        unlink(d.path[i]);
    rmdir(folder);
    rmdir(kind);
    drop_end(&d);
}
