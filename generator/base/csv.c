/* SPDX-License-Identifier: MIT
 */
#include "base/csv.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* ---- rows ---------------------------------------------------------------- */

struct cell {
    const char *chars;
    size_t length;
};

static struct cell trimmed(struct cell c)
{
    while (c.length > 0 && strchr(" \t\r", c.chars[c.length - 1]))
        c.length--;
    for (; c.length > 0 && strchr(" \t", *c.chars); c.length--)
        c.chars++;
    return c;
}

/* Returns the cell at *at without surrounding blanks or quotes; moves *at to
 * the next cell, or to NULL after the last one. */
static struct cell next_cell(const char **at)
{
    struct cell c = {*at, strcspn(*at, ",")};
    *at = c.chars[c.length] ? c.chars + c.length + 1 : NULL;
    c = trimmed(c);
    if (c.length > 1 && *c.chars == '"' && c.chars[c.length - 1] == '"')
        c = trimmed((struct cell){c.chars + 1, c.length - 2});
    return c;
}

static int get(struct csv *c)
{
    if (c->file)
        return getc(c->file);
    return c->at < c->end ? (unsigned char)*c->at++ : EOF;
}

/* Reads the next line that is neither empty nor a comment. */
bool csv_next(struct csv *c)
{
    enum { LONGEST = 1 << 24 };
    int byte;
    do {
        c->row.length = 0;
        c->line++;
        while ((byte = get(c)) > 0 && byte != '\n' && c->row.length < LONGEST)
            text_char(&c->row, (char)byte);
        text_add(&c->row, "", 0);
        if (c->line == 1 && !strncmp(c->row.chars, "\xEF\xBB\xBF", 3))
            memmove(c->row.chars, c->row.chars + 3, c->row.length - 2);
        if (byte == 0)
            return csv_wrong(c, NULL, "a byte is zero: not a text file");
        if (c->row.length == LONGEST)
            return csv_wrong(c, NULL, "the line is too long");
        if (byte == EOF && c->row.length == 0)
            return false;
    } while (*text_chars(&c->row) == '#' ||
             !c->row.chars[strspn(text_chars(&c->row), " \t\r")]);
    return true;
}

/* Returns the fault of a number in units of `scale`, or NULL. */
static const char *number_fault(const struct csv *c, struct cell cell,
                                double scale, double *x)
{
    const double least = c->is_float ? (double)FLT_MIN : DBL_MIN;
    const double most = c->is_float ? (double)FLT_MAX : DBL_MAX;
    char *end;
    double written = strtod(cell.chars, &end);
    *x = written * scale;
    if (cell.length == 0 || end != cell.chars + cell.length ||
        strspn(cell.chars, "0123456789+-.eE") < cell.length)
        return "not a number";
    size_t mantissa = strcspn(cell.chars, "eE");
    mantissa = mantissa < cell.length ? mantissa : cell.length;
    if (strcspn(cell.chars, "123456789") >= mantissa) /* zero */
        return NULL;
    return fmax(fabs(written), fabs(*x)) > most    ? "too large for a "
           : fmin(fabs(written), fabs(*x)) < least ? "too small for a "
                                                   : NULL;
}

bool csv_numbers(struct csv *c, int n, const int *column, double *out)
{
    int k = 0;
    for (const char *at = text_chars(&c->row); at; k++) {
        const struct cell cell = next_cell(&at);
        for (int i = 0; i < n; i++) {
            const char *fault =
                column[i] == k
                    ? number_fault(c, cell, c->column[k].scale, &out[i])
                    : NULL;
            if (fault)
                return csv_wrong(c, NULL, "'%.*s' in column %d is %s%s",
                                 (int)(cell.length < 40 ? cell.length : 40),
                                 cell.chars, k + 1, fault,
                                 *fault == 'n' ? ""
                                 : c->is_float ? "float"
                                               : "double");
        }
    }
    return k == c->columns ||
           csv_wrong(c, NULL, "the row has %d column%s, the first one %d", k,
                     k == 1 ? "" : "s", c->columns);
}

/* ---- units --------------------------------------------------------------- */

#define PI 3.14159265358979323846

enum { PREFIX = 1, TIME = 2 };

static const struct {
    const char *names;
    double si; /* 0: known, but not converted */
    int has;
} units[] = {{"s sec", 1, PREFIX | TIME},
             {"second seconds", 1, TIME},
             {"min minutes", 60, TIME},
             {"h hr hours", 3600, TIME},
             {"days", 86400, TIME},
             {"rad m N Nm Nms J W V A T Pa K Wb ohm", 1, PREFIX},
             {"mps - 1", 1, 0},
             {"deg degrees Deg DEG dps degps \xC2\xB0", PI / 180, 0},
             {"arcmin", PI / 10800, 0},
             {"arcsec", PI / 648000, 0},
             {"rev", 2 * PI, 0},
             {"rpm RPM", PI / 30, 0},
             {"g", 1e-3, PREFIX},
             {"G gauss Gauss", 1e-4, PREFIX},
             {"bar", 1e5, PREFIX},
             {"kmh kph", 1 / 3.6, 0},
             {"mph", 0.44704, 0},
             {"kn kt knots", 1852.0 / 3600, 0},
             {"ft", 0.3048, 0},
             {"inch", 0.0254, 0},
             {"lb", 0.45359237, 0},
             {"lbf", 4.4482216152605, 0},
             {"kgf", 9.80665, 0},
             {"Hz", 0, PREFIX},
             {"nm degC %", 0, 0}};

static const struct {
    const char *name;
    double si;
} prefixes[] = {
    {"", 1},     {"p", 1e-12}, {"n", 1e-9},        {"u", 1e-6},
    {"m", 1e-3}, {"c", 1e-2},  {"\xC2\xB5", 1e-6}, {"\xCE\xBC", 1e-6},
    {"h", 1e2},  {"k", 1e3},   {"M", 1e6},         {"G", 1e9}};

/* The scale of a unit symbol to SI; 0: unknown; -1: known, not converted. */
static double symbol_scale(struct cell c, bool *is_time)
{
    char name[12] = "";
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        const size_t n = strlen(prefixes[p].name);
        if (n >= c.length || c.length >= sizeof name ||
            strncmp(c.chars, prefixes[p].name, n) != 0)
            continue;
        memcpy(name, c.chars + n, c.length - n);
        name[c.length - n] = '\0';
        for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
            if ((n && !(units[k].has & PREFIX)) ||
                text_among(units[k].names, ' ', name) < 0)
                continue;
            *is_time = units[k].has & TIME;
            return units[k].si > 0 ? prefixes[p].si * units[k].si : -1;
        }
    }
    return 0;
}

/* The exponent after a symbol: "^2", "2", "-1" or a superscript; default 1. */
static int exponent(struct cell *c)
{
    char *end;
    size_t n = c->length > 0 && *c->chars == '^';
    if (c->length > 1 && (!strncmp(c->chars, "\xC2\xB2", 2) ||
                          !strncmp(c->chars, "\xC2\xB3", 2))) {
        const int e = c->chars[1] == '\xB2' ? 2 : 3;
        *c = (struct cell){c->chars + 2, c->length - 2};
        return e;
    }
    if (n + (c->length > n && c->chars[n] == '-') >= c->length ||
        !ascii_is_digit(c->chars[n + (c->chars[n] == '-')]))
        return 1;
    const long e = strtol(c->chars + n, &end, 10);
    n = (size_t)(end - c->chars);
    *c = (struct cell){c->chars + n, c->length - n};
    return e > -9 && e < 9 ? (int)e : 0;
}

/* The scale of a product of symbols.  A factor after a / divides; a further
 * factor without a / is ambiguous (-1). */
static double unit_scale(struct cell c, bool *is_time)
{
    double scale = 1;
    bool below = false, was_below = false;
    int factors = 0;
    *is_time = false;
    for (c = trimmed(c); c.length > 0; c = trimmed(c), factors++) {
        size_t n = 0;
        while (n < c.length && !strchr(" */.^-_", c.chars[n]) &&
               (n == 0 || !ascii_is_digit(c.chars[n])) &&
               strncmp(c.chars + n, "\xC2\xB2", 2) != 0 &&
               strncmp(c.chars + n, "\xC2\xB3", 2) != 0 &&
               strncmp(c.chars + n, "\xC2\xB7", 2) != 0)
            n++;
        n += n == 0 && *c.chars == '-';
        const double s = symbol_scale((struct cell){c.chars, n}, is_time);
        c = (struct cell){c.chars + n, c.length - n};
        const int e = exponent(&c);
        if (s <= 0 || e == 0)
            return e == 0 ? 0 : s;
        *is_time &= factors == 0 && e == 1 && !below;
        scale *= pow(s, below ? -e : e);
        c = trimmed(c);
        was_below = below;
        below = c.length > 0 && *c.chars == '/';
        n = c.length > 1 && !strncmp(c.chars, "\xC2\xB7", 2) ? 2
            : c.length > 0 && strchr("*/.-", *c.chars)       ? 1
                                                             : 0;
        *is_time &= c.length == 0;
        if ((was_below && c.length > 0 && !below) || (n && n == c.length))
            return -1;
        c = (struct cell){c.chars + n, c.length - n};
    }
    return factors ? scale : 1;
}

/* The scale of a name's part after '_' or a blank, as a unit; -1: ambiguous.
 * "deg_s" is deg s or deg/s, "h" and "min" may belong to the name. */
static double tail_scale(struct cell c, bool *is_time)
{
    bool all_one = true;
    int parts = 0;
    double scale = 0;
    for (size_t n; c.length > 0; c.chars += n, c.length -= n, parts++) {
        n = strcspn(c.chars, "_");
        n = n < c.length ? n : c.length;
        scale = unit_scale((struct cell){c.chars, n}, is_time);
        if (scale == 0 || n == 0)
            return 0;
        all_one &= scale == 1;
        scale = n == 1 && scale != 1 && !*is_time ? -1 : scale;
        n += n < c.length;
    }
    *is_time &= parts == 1;
    return parts < 2 ? scale : all_one ? 1 : -1;
}

/* ---- the first row ------------------------------------------------------- */

/* Splits the head of a column into name and unit. */
static struct csv_column column_of(struct arena *a, const char *head)
{
    const size_t n = strlen(head), open = strcspn(head, "([{");
    const char last = n ? head[n - 1] : '\0';
    struct csv_column c = {.head = head, .name = head, .scale = 1};
    if (open < n && strchr(")]}", last)) {
        const struct cell name = trimmed((struct cell){head, open});
        const struct cell unit = {head + open + 1, n - open - 2};
        c.name = arena_text(a, name.chars, name.length);
        c.unit = arena_text(a, unit.chars, unit.length);
        c.scale = unit_scale(unit, &c.is_time);
        return c;
    }
    for (size_t i = 1; i + 1 < n; i++) {
        bool is_time = false;
        if (!strchr("_ /", head[i]))
            continue;
        const struct cell unit =
            trimmed((struct cell){head + i + 1, n - i - 1});
        const double scale = tail_scale(unit, &is_time);
        if (scale == 0)
            continue;
        const struct cell name = trimmed((struct cell){head, i});
        c.name = arena_text(a, name.chars, name.length);
        c.unit = arena_text(a, unit.chars, unit.length);
        c.scale = scale;
        c.is_time = is_time;
        c.is_tail = true;
        break;
    }
    return c;
}

bool csv_begin(struct csv *c, csv_is_name *is_name, void *to,
               const char *example)
{
    const char *hint = text_format(c->arena, "such as `%s`", example);
    double x;
    c->row = text_new(c->arena);
    if (!csv_next(c))
        return !c->failed && csv_wrong(c, hint, "no row of names");
    const char *at = text_chars(&c->row);
    while (at) {
        const struct cell cell = next_cell(&at);
        if (cell.length && !number_fault(c, cell, 1, &x))
            return csv_wrong(c, hint,
                             "the first row has a number where a name is "
                             "expected");
        const char *head = arena_text(c->arena, cell.chars, cell.length);
        struct csv_column column = {.head = head, .name = head, .scale = 1};
        if (!is_name(to, head))
            column = column_of(c->arena, head);
        arena_push(c->arena, c->column, c->columns, c->room, column);
    }
    return true;
}

bool csv_begin_grid(struct csv *c)
{
    static const char hint[] = "the first row has an empty cell, then the "
                               "values of the second variable, such as "
                               "`,0.5,0.9,1.2`";
    c->row = text_new(c->arena);
    if (!csv_next(c))
        return !c->failed && csv_wrong(c, hint, "no row of numbers");
    const char *at = text_chars(&c->row);
    const struct cell corner = next_cell(&at);
    if (corner.length > 0 || !at)
        return csv_wrong(c, hint, "the first row begins with '%.*s'",
                         (int)(corner.length < 40 ? corner.length : 40),
                         corner.chars);
    const struct csv_column plain = {.head = "", .name = "", .scale = 1};
    arena_push(c->arena, c->column, c->columns, c->room, plain);
    while (at) {
        next_cell(&at);
        arena_push(c->arena, c->column, c->columns, c->room, plain);
    }
    return true;
}

bool csv_take(struct csv *c, int i, bool is_time)
{
    const struct csv_column *k = &c->column[i];
    const struct diag note = {
        .kind = DIAG_WARNING, .path = c->path, .line = c->line};
    if (is_time && k->unit && !k->is_time)
        return csv_wrong(c, NULL, "'%s': the first column is the time",
                         k->head);
    if (k->is_tail &&
        (k->scale < 0 || (k->is_time && !is_time && k->scale != 1)))
        return csv_wrong(
            c,
            text_format(c->arena,
                        "write a unit in brackets, such as `%s (deg/s)`; "
                        "`columns = [%s]` of a file takes the whole name",
                        k->name, k->head),
            "is '%s' of '%s' a unit, or a part of the name?", k->unit, k->head);
    if (k->scale <= 0)
        return csv_wrong(c,
                         "known are SI units with prefixes, min, h, deg, rpm, "
                         "their products "
                         "and quotients; or leave the unit out and use `scale`",
                         "the unit '%s' of '%s' is not converted", k->unit,
                         k->head);
    if (k->scale != 1)
        diag_add(c->diags, note,
                 "'%s' is in %s: its numbers are multiplied by %.10g", k->name,
                 k->unit, k->scale);
    if (is_time && !k->unit && strcmp(k->name, "t") != 0 &&
        strcmp(k->name, "time") != 0)
        diag_add(c->diags, note, "the times, '%s', are taken in seconds",
                 k->name);
    return true;
}

void csv_rewind(struct csv *c)
{
    rewind(c->file);
    c->line = 0;
    csv_next(c);
}
