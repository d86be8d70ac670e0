/* SPDX-License-Identifier: MIT
 *
 * Pictures.  A page of templates/plots writes one script for gnuplot, with its
 * data; gnuplot draws it to a file, whole or not at all.  Without gnuplot the
 * script is kept.
 */
#define _POSIX_C_SOURCE 200809L

#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/name.h"
#include "base/process.h"
#include "base/text.h"

/* The first line of a script, which identifies it. */
static const char first_line[] = "# A picture by polhode";

enum {
    KINDS = 3,
    REPORT = KINDS, /* not a picture */
    HEAD = 1000     /* bytes to identify a file's kind */
};
static const struct {
    const char *name, *title, *begins; /* NULL: an element svg */
} kinds[] = {{"svg", "SVG", NULL},
             {"png", "PNG", "\x89PNG\r\n\x1a\n"},
             {"pdf", "PDF", "%PDF-"},
             {"html", "report of polhode", REPORT_HEAD}};

/* Points to the file's ending (with its dot), or to the end of the name. */
static const char *ending_of(const char *file)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    return dot && dot > (slash ? slash + 1 : file) ? dot : file + strlen(file);
}

/* The kind by the file's ending; else SVG for a device (also by a link), and -1
 * for other files. */
static int kind_of(const char *file)
{
    const char *ending = ending_of(file);
    struct stat s;
    for (int i = 0; i < KINDS; i++)
        if (*ending && name_is(ending + 1, kinds[i].name))
            return i;
    return stat(file, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)
               ? 0
               : -1;
}

bool plot_takes(const char *file)
{
    return kind_of(file) >= 0;
}

/* True if the start has an element svg, or the kind's first bytes. */
static bool is_picture(const char start[HEAD], int kind)
{
    const char *svg = strstr(start, "<svg"), *begins = kinds[kind].begins;
    if (begins)
        return strncmp(start, begins, strlen(begins)) == 0;
    return svg && strchr(" \t\r\n>", svg[4]);
}

/* True if a picture (kind -1: a script) may replace the existing file. */
static bool may_replace(struct diags *diags, const char *file, int kind)
{
    struct stat s;
    char start[HEAD];
    if (stat(file, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size == 0)
        return true;
    FILE *in = fopen(file, "r");
    size_t n = in ? fread(start, 1, sizeof start - 1, in) : 0;
    if (in)
        fclose(in);
    start[n] = '\0';
    if (kind >= 0 ? is_picture(start, kind)
                  : strncmp(start, first_line, strlen(first_line)) == 0)
        return true;
    diag_error_line(diags, file, 0, "this is no %s: it is not overwritten",
                    kind < 0 ? "script of polhode" : kinds[kind].title);
    return diag_hint(diags, "give the %s another name",
                     kind == REPORT ? "report" : "picture");
}

static bool may_write(struct diags *diags, const char *file,
                      const char *subject, const char *read, int kind)
{
    if (read && file_same(file, read))
        return diag_error_line(diags, file, 0, "this is the %s itself",
                               subject);
    return may_replace(diags, file, kind);
}

bool plot_may_write(struct diags *diags, const char *file, const char *subject,
                    const char *read)
{
    return may_write(diags, file, subject, read, kind_of(file));
}

/* Called before long work: false if its result could not be written. */
bool report_may_write(struct diags *diags, const char *file, const char *spec)
{
    const char *slash = strrchr(file, '/');
    const char *folder =
        slash ? text_format(diags->arena, "%.*s", (int)(slash - file + 1), file)
              : ".";
    struct stat s;
    const bool is_there = stat(file, &s) == 0;
    const bool is_device = is_there && !S_ISREG(s.st_mode);
    errno = EISDIR;
    if (is_device ? S_ISDIR(s.st_mode) : access(folder, X_OK | W_OK) != 0)
        return diag_error_line(diags, file, 0, "cannot be written: %s",
                               strerror(errno));
    return may_write(diags, file, "spec", spec, REPORT);
}

bool write_text(struct diags *diags, const char *file, const struct text *text)
{
    const char *chars = text_chars(text);
    const size_t length = text->length;
    struct stat s;
    bool good;
    if (lstat(file, &s) != 0 || S_ISREG(s.st_mode)) {
        good = file_write(file, chars, length, false);
    } else {
        FILE *out = fopen(file, "w");
        good = out && fwrite(chars, 1, length, out) == length;
        good = out && fclose(out) == 0 && good;
    }
    return good || diag_error_line(diags, file, 0, "cannot be written: %s",
                                   strerror(errno));
}

/* ---- the script ---- */

/* In double quotes; all but safe characters as codes, so that no shell command
 * results.  "./" avoids a leading bar, which would be a pipe. */
static void put_quoted(struct text *out, const char *file)
{
    text_put(out, *file == '/' ? "\"" : "\"./");
    for (; *file; file++) {
        const unsigned char c = (unsigned char)*file;
        if (ascii_is_word(*file) || strchr(" .+-/", c) || c >= 128)
            text_char(out, *file);
        else
            text_print(out, "\\%03o", c);
    }
    text_char(out, '"');
}

/* The page after its head; gnuplot writes to `output`, or if NULL to its
 * standard output. */
static struct text script_of(const struct text *page, int kind,
                             const char *output)
{
    struct text out = text_new(page->arena);
    text_print(&out, "%s: its data, and how gnuplot draws them.\n", first_line);
    text_print(&out, "picture = '%s' # svg, png or pdf\n", kinds[kind].name);
    if (output) {
        text_put(&out, "output = ");
        put_quoted(&out, output);
        text_char(&out, '\n');
    }
    text_add(&out, text_chars(page), page->length);
    return out;
}

/* Without gnuplot: writes FILE.gp for FILE.svg; not for a device. */
static void keep_script(struct diags *diags, const struct text *page,
                        const char *file)
{
    static const char install[] = "apt-get install gnuplot-nox";
    struct stat s;
    const char *name = text_format(diags->arena, "%.*s.gp",
                                   (int)(ending_of(file) - file), file);
    struct text script = script_of(page, kind_of(file), file);
    const bool left = (lstat(file, &s) != 0 || S_ISREG(s.st_mode)) &&
                      may_replace(diags, name, -1) &&
                      write_text(diags, name, &script);
    diag_error_line(diags, "--plot", 0, "gnuplot is needed");
    if (left)
        diag_hint(diags, "%s; data and script are in %s: `gnuplot %s` draws %s",
                  install, name, name, file);
    else
        diag_hint(diags, "%s", install);
}

/* True if gnuplot drew from `in` to `out`; else sets its error, or 0. */
static bool run_gnuplot(FILE *in, FILE *out, int *error)
{
    char *const words[] = {"gnuplot", NULL};
    const int files[] = {fileno(in), fileno(out), -1};
    /* without a locale gnuplot complains about the degree sign */
    setenv("LC_CTYPE", "C.UTF-8", 0);
    const int status = process_run(words, files, NULL);
    *error = errno;
    return status == 0 && fseek(out, 0, SEEK_END) == 0 && ftell(out) > 0;
}

/* ---- */

/* Draws the picture by gnuplot.  Without gnuplot writes a script for the file,
 * unless that is NULL.  False with a message. */
static bool draw(struct diags *diags, const struct text *page, int kind,
                 const char *file, struct text *picture)
{
    struct text script = script_of(page, kind, NULL);
    int error = 0;
    FILE *in = tmpfile(), *out = tmpfile();
    bool good = in && out && fputs(text_chars(&script), in) >= 0 &&
                fflush(in) == 0 && fseek(in, 0, SEEK_SET) == 0;
    if (!good) {
        diag_error_line(diags, "a temporary file", 0, "cannot be written: %s",
                        strerror(errno));
    } else if ((good = run_gnuplot(in, out, &error))) {
        const size_t length = (size_t)ftell(out);
        picture->chars = arena_alloc(diags->arena, length + 1);
        picture->length = length;
        rewind(out);
        good = fread(picture->chars, 1, length, out) == length;
    } else if (error == ENOENT && file) {
        keep_script(diags, page, file);
    } else {
        diag_error_line(diags, "--plot", 0,
                        "gnuplot could not draw the picture%s%s",
                        error ? ": " : "", error ? strerror(error) : "");
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    return good;
}

static bool plot_draw(struct diags *diags, const struct text *page,
                      const char *file)
{
    const int kind = kind_of(file);
    struct text picture = {0};
    return may_replace(diags, file, kind) &&
           draw(diags, page, kind, file, &picture) &&
           write_text(diags, file, &picture);
}

bool plot_svg(struct diags *diags, const char *page, const struct text *record,
              struct text *svg)
{
    struct text out = text_new(diags->arena);
    const char *form = text_format(diags->arena, "plots/%s", page);
    return report_page(diags, form, record, &out) &&
           draw(diags, &out, 0, NULL, svg);
}

bool plot_page(struct diags *diags, const char *page, const struct text *record,
               const char *file)
{
    struct text out = text_new(diags->arena);
    const char *form = text_format(diags->arena, "plots/%s", page);
    return report_page(diags, form, record, &out) &&
           plot_draw(diags, &out, file);
}

bool plot_stability(struct diags *diags, const char *file,
                    const struct report *report)
{
    struct text page = text_new(diags->arena);
    if (!report->analysis->stability.known)
        return diag_error_line(diags, "--plot", 0, "%s has too many stages",
                               report->analysis->tableau->name);
    return report_write(diags, report, "plots/tableau", &page) &&
           plot_draw(diags, &page, file);
}
