/* SPDX-License-Identifier: MIT
 *
 * The provenance of emitted files: the command that makes them again, and a
 * mark, a hash of all that they depend on.
 */
#include "job.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* ---- the command -------------------------------------------------------- */

/* Adds a word, quoted for a shell. */
static void put_word(struct text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=.,:/@%^";
    const char *quote = *word && !word[strspn(word, plain)] ? "" : "'";
    text_print(out, " %s", quote);
    for (; *word; word++)
        if (*word == '\'')
            text_put(out, "'\\''");
        else
            text_char(out, *word);
    text_put(out, quote);
}

void command_option(struct text *out, const char *name, const char *value)
{
    if (!value)
        return;
    text_print(out, " --%s", name);
    put_word(out, value);
}

/* The shortest decimal that reads back as x. */
static const char *real_text(struct arena *arena, double x)
{
    return number_text(arena, number_of_double(arena, x), REAL_DOUBLE);
}

/* The names of the parts, "interp,access"; NULL if there are no parts. */
static const char *parts_text(struct arena *arena, unsigned parts)
{
    static const char *const names[] = {"interp", "access", "stepper"};
    struct text out = text_new(arena);
    for (int i = 0; i < 3; i++)
        if (parts >> i & 1)
            text_print(&out, "%s%s", out.length ? "," : "", names[i]);
    return out.length ? text_chars(&out) : NULL;
}

/* Adds --set options, sorted by name; only the last one of a name. */
static void put_settings(struct arena *arena, struct text *out,
                         const pol_options *o)
{
    const char *last = "";
    for (;;) {
        const pol_setting *next = NULL;
        for (int i = 0; i < o->settings; i++) {
            const pol_setting *s = &o->setting[i];
            if (strcmp(s->name, last) > 0 &&
                (!next || strcmp(s->name, next->name) <= 0))
                next = s;
        }
        if (!next)
            return;
        command_option(out, "set",
                       text_format(arena, "%s=%s", next->name, next->value));
        last = next->name;
    }
}

const char *job_command(const struct pol_job *job, const char *target,
                        bool with_folders)
{
    const pol_options *o = &job->options;
    struct arena *arena = job->arena;
    struct text out = text_new(arena), times = text_new(arena);
    text_put(&out, "polhode emit");
    const char *path = job->source->path;
    const char *name = with_folders ? path : last_part(path);
    if (strcmp(path, "<stdin>") == 0)
        name = "-";
    else if (*name == '-') /* or the name would be an option */
        name = text_format(arena, "./%s", name);
    put_word(&out, name);
    command_option(&out, "name", o->name);
    command_option(&out, "method", o->method);
    command_option(&out, "attitude", o->attitude);
    command_option(&out, "map", o->map);
    put_settings(arena, &out, o);
    if (o->step > 0)
        command_option(&out, "step", real_text(arena, o->step));
    if (o->tolerance > 0)
        command_option(&out, "tolerance", real_text(arena, o->tolerance));
    for (int i = 0; i < o->landings; i++)
        text_print(&times, "%s%s", i > 0 ? "," : "",
                   real_text(arena, o->landing[i]));
    command_option(&out, "at", times.length ? text_chars(&times) : NULL);
    command_option(&out, "real", o->real == POL_FLOAT ? "float" : NULL);
    command_option(&out, "target",
                   strcmp(target, shelf_target) != 0 ? target : NULL);
    for (int i = 0; i < o->shelves; i++) {
        size_t n = strlen(o->shelf[i]); /* sh, sh/ and ./sh// are the same */
        while (n > 1 && o->shelf[i][n - 1] == '/')
            n--;
        const char *folder = arena_text(arena, o->shelf[i], n);
        command_option(&out, "shelf",
                       with_folders ? folder : last_part(folder));
    }
    command_option(&out, "without", parts_text(arena, o->without));
    return text_chars(&out);
}

/* ---- the mark ----------------------------------------------------------- */

/* Hashes a text without '\r', then a 0 to separate it from the next. */
static void add(XXH3_state_t *hash, const char *chars, size_t length)
{
    for (const char *end = chars + length, *to; chars <= end; chars = to + 1) {
        to = memchr(chars, '\r', (size_t)(end - chars));
        to = to ? to : end;
        XXH3_64bits_update(hash, chars, (size_t)(to - chars));
    }
    XXH3_64bits_update(hash, "", 1);
}

/* The mark: a 64-bit hash of the spec, without comments and blanks, and of the
 * files that it reads; then one of the version, the command and every file of
 * the shelf that was used. */
struct provenance job_provenance(struct pol_job *job, const char *target)
{
    const char *command = job_command(job, target, false);
    XXH3_state_t spec, rest;
    const struct shelf_file *const *file;
    int n = shelf_used(job_shelf(job), target, &file);
    XXH3_INITSTATE(&spec);
    XXH3_64bits_reset(&spec);
    XXH3_INITSTATE(&rest);
    XXH3_64bits_reset(&rest);
    struct text lets = text_new(job->arena), words = text_new(job->arena);
    ast_print(job->ast, false, &words);
    add(&spec, words.chars, words.length);
    for (int i = 0; i < job->model->series.files; i++) {
        const struct source *s = job->model->series.file[i].source;
        add(&spec, s->chars, s->length);
    }
    for (int i = 0; i < job->model->reads; i++) {
        const struct source *s = job->model->read[i];
        add(&spec, s->chars, s->length);
    }
    add(&rest, POLHODE_VERSION, strlen(POLHODE_VERSION));
    add(&rest, command, strlen(command));
    for (int i = 0; i < n; i++) {
        add(&rest, file[i]->name, strlen(file[i]->name));
        add(&rest, file[i]->text->chars, file[i]->text->length);
    }
    for (int i = 0; i < job->model->lets; i++)
        text_print(&lets, " %s", job->model->let[i].name);
    return (struct provenance){
        .version = POLHODE_VERSION,
        .spec = last_part(job->source->path),
        .command = command,
        .mark = text_format(job->arena, "%016llx%016llx",
                            (unsigned long long)XXH3_64bits_digest(&spec),
                            (unsigned long long)XXH3_64bits_digest(&rest)),
        .lets = text_chars(&lets),
        .with = job->options.with,
        .without = job->options.without,
        .left_out = parts_text(job->arena, job->options.without),
    };
}

/* ---- the files that it depends on --------------------------------------- */

void job_files(struct pol_job *job, const char *target, path_callback *visit,
               void *to)
{
    const struct shelf_file *const *used;
    const int files = shelf_used(job_shelf(job), target, &used);
    const struct series *series = job->model ? &job->model->series : NULL;
    for (int i = 0; series && i < series->files; i++)
        visit(to, series->file[i].source->path);
    for (int i = 0; job->model && i < job->model->reads; i++)
        visit(to, job->model->read[i]->path);
    for (int i = 0; i < files; i++)
        if (shelf_builtin_file(used[i]->text->path) !=
            used[i]->text) /* not built in */
            visit(to, used[i]->text->path);
}

/* A rule for make; `unfit`: the first path that it cannot hold, or NULL. */
struct rule {
    struct text text;
    const char *unfit;
};

/* Adds a path, escaped; in a target (`before` is empty) also its '%'. */
static void put_in_rule(struct rule *r, const char *before, const char *path)
{
    text_put(&r->text, before);
    for (const char *c = path; *c; c++) {
        /* neither make nor ninja can escape these: ';' begins a recipe, '=' an
         * assignment, '|' order-only prerequisites */
        if ((strchr(";=|\\", *c) || (unsigned char)*c < ' ') && !r->unfit)
            r->unfit = path;
        if (strchr(*before ? " #:*?" : " #:*?%", *c))
            text_char(&r->text, '\\');
        text_put(&r->text, *c == '$' ? "$" : "");
        text_char(&r->text, *c);
    }
}

static void put_next(void *rule, const char *path)
{
    put_in_rule(rule, " \\\n  ", path);
}

bool job_rule(struct pol_job *job, const char *path, const char *spec,
              const char *target, struct source *out)
{
    struct rule rule = {text_new(job->arena), NULL};
    const size_t tail = shelf_ends_in(path, ".d") ? 2 : 0;
    put_in_rule(&rule, "", arena_text(job->arena, path, strlen(path) - tail));
    text_char(&rule.text, ':');
    if (strcmp(spec, "-") != 0)
        put_in_rule(&rule, " ", spec);
    job_files(job, target, put_next, &rule);
    text_char(&rule.text, '\n');
    *out = (struct source){path, text_chars(&rule.text), rule.text.length};
    if (!rule.unfit)
        return true;
    diag_error_line(&job->diags, "--depfile", 0,
                    "make and ninja cannot read the path '%s' in a rule",
                    rule.unfit);
    return diag_hint(
        &job->diags,
        "rename it: it has one of ; = | \\ or a control character");
}
