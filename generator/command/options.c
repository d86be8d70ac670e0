/* SPDX-License-Identifier: MIT
 *
 * The options of commands, as templates/report/usage.tpl has them, and those
 * that are given.
 */
#include "command/command.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- the table ---- */

static const char kinds[] = "flag|word|text|list|call|positive|signed|whole|"
                            "choice|setting|times|files|parts|shard|picture";

const char *option_row(const char *at, struct option *o)
{
    char line[128], kind[16] = "flag";
    at = strstr(at ? at : shelf_own("report/usage.tpl")->chars, "\n=--");
    if (!at)
        return NULL;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 4, "\n"), at + 4);
    *o = (struct option){.least = 1, .most = LONG_MAX};
    if (sscanf(line, "%23s -%1s %23s %15s %ld %ld", o->name, o->letter,
               o->argument, kind, &o->least, &o->most) < 2)
        sscanf(line, "%23s %23s %15s %ld %ld", o->name, o->argument, kind,
               &o->least, &o->most);
    o->kind = (enum kind)text_among(kinds, '|', kind);
    return at + 4;
}

void option_names(char names[NAMES_ROOM], const char *name)
{
    char head[32], word[32];
    snprintf(head, sizeof head, "\n=%s ", name);
    const char *at = strstr(shelf_own("report/usage.tpl")->chars, head);
    at += *name == '@' ? strlen(head) : strcspn(at + 1, "\n") + 3;
    for (size_t n, had; *at != '\n'; at += n + (at[n] == ' ')) {
        n = strcspn(at, " \n");
        had = strlen(names);
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (*word == '@')
            option_names(names, word);
        else if (n)
            snprintf(names + had, NAMES_ROOM - had, "%s%s", had ? " " : "",
                     word);
    }
}

struct operands option_operands(const char *name)
{
    struct operands o;
    char head[32];
    snprintf(head, sizeof head, "\n=%s ", name);
    const char *at = strstr(shelf_own("report/usage.tpl")->chars, head);
    at += strlen(head);
    snprintf(o.text, sizeof o.text, "%.*s", (int)strcspn(at, "\n"), at);
    return o;
}

/* ---- values ---- */

const struct option_value *option_next(const struct request *r,
                                       const char *name,
                                       const struct option_value *v)
{
    for (v = v ? v + 1 : r->value; v < r->value + r->values; v++)
        if (strcmp(v->option, name) == 0)
            return v;
    return NULL;
}

/* The last one of an option, or NULL. */
static const struct option_value *value_of(const struct request *r,
                                           const char *name)
{
    const struct option_value *last = NULL;
    for (const struct option_value *v = NULL; (v = option_next(r, name, v));)
        last = v;
    return last;
}

int option_count(const struct request *r, const char *name)
{
    int n = 0;
    for (const struct option_value *v = NULL; (v = option_next(r, name, v));)
        n++;
    return n;
}

bool option_given(const struct request *r, const char *name)
{
    return value_of(r, name) != NULL;
}

const char *option_text(const struct request *r, const char *name)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->set.value : NULL;
}

double option_number(const struct request *r, const char *name)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->number : 0;
}

long option_whole(const struct request *r, const char *name, long otherwise)
{
    const struct option_value *v = value_of(r, name);
    return v ? v->whole : otherwise;
}

int option_settings(const struct request *r, const char *name,
                    pol_setting list[MOST_SETTINGS])
{
    int n = 0;
    for (const struct option_value *v = NULL; (v = option_next(r, name, v));)
        list[n++] = v->set;
    return n;
}

void option_drop(struct request *r, const char *name)
{
    int n = 0;
    for (int i = 0; i < r->values; i++)
        if (strcmp(r->value[i].option, name) != 0)
            r->value[n++] = r->value[i];
    r->values = n;
}

void option_put(struct request *r, struct option_value value)
{
    if (r->values < MOST_VALUES)
        r->value[r->values++] = value;
}

static void put_value(struct text *out, const struct option *o,
                      const struct option_value *v)
{
    const char *text = v->set.value;
    if (o->kind == KIND_SETTING)
        text = text_format(out->arena, "%s = %s", v->set.name, text);
    else if (o->kind == KIND_POSITIVE || o->kind == KIND_SIGNED)
        text = text_format(out->arena, "%s", shortest(v->number).text);
    if (o->kind == KIND_FLAG)
        text_print(out, " --%s", o->name);
    else if (o->kind != KIND_WHOLE)
        command_option(out, o->name, text);
    else if (v->whole > 0)
        text_print(out, " --%s %ld", o->name, v->whole);
}

void args_put(struct text *out, const struct request *r, const char *names)
{
    struct option o;
    for (const char *at = NULL; (at = option_row(at, &o));)
        if (text_among(names, ' ', o.name) >= 0)
            for (const struct option_value *v = NULL;
                 (v = option_next(r, o.name, v));)
                put_value(out, &o, v);
}
