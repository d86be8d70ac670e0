/* SPDX-License-Identifier: MIT
 *
 * The content of a picture of a run: the expressions of --plot-of and
 * --section, their units, and which bodies have a polhode.
 */
#include "session/rows.h"

#include <string.h>

/* The first comma outside of brackets, or the end. */
static const char *comma_of(const char *at)
{
    for (int depth = 0; *at && (depth > 0 || *at != ','); at++)
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    return at;
}

/* Watches an expression of n numbers (0: any); false with messages. */
static bool add_value(struct pol_job *job, struct watched_value *watch,
                      const char *at, const char *end, int n)
{
    for (at += strspn(at, " "); end > at && end[-1] == ' '; end--)
        ;
    const char *text =
        arena_text(job->arena, at, end > at ? (size_t)(end - at) : 0);
    const syntax a =
        lang_parse_part(job->names, &job->diags, LANG_VALUE, "--plot-of", text);
    watch[job->additions.watches++] =
        (struct watched_value){a, "a plotted value", n};
    return a != NULL;
}

int plotted_read(struct pol_job *job, int n, const pol_setting *text,
                 const char *section, enum plotted *of)
{
    struct watched_value *watch =
        arena_array(job->arena, 2 * (size_t)n + 1, sizeof *watch);
    syntax *event = arena_alloc(job->arena, sizeof *event);
    bool good = true;
    job->additions.watch = watch;
    for (int i = 0; i < n; i++) {
        const char *first = text[i].value, *comma = comma_of(first);
        const int curve = text_among("polhode|herpolhode", '|', first);
        const int kind = *comma       ? PLOTTED_PAIRS
                         : curve >= 0 ? PLOTTED_POLHODE + curve
                                      : PLOTTED_TIMES;
        if ((i > 0 && kind != (int)*of) || (*comma && *comma_of(comma + 1)) ||
            (curve >= 0 && (n > 1 || section)))
            return complain(
                "--plot-of takes values 'A' (over time), or pairs 'A, B' (B "
                "over A), or one polhode or herpolhode; not '%s' here",
                first);
        *of = (enum plotted)kind;
        if (curve < 0)
            good = add_value(job, watch, first, comma, *comma != 0) && good;
        if (*comma)
            good =
                add_value(job, watch, comma + 1, strchr(comma, 0), 0) && good;
    }
    if (section) {
        *event = lang_parse_part(job->names, &job->diags, LANG_VALUE,
                                 "--section", section);
        job->additions.section = event;
        job->additions.sections = 1;
        good = good && *event;
    }
    return good ? EXIT_DONE : session_status(job, POL_BAD_SPEC);
}

int plotted_fits(const struct session *s)
{
    const struct model *m = s->job->model;
    bool changes = model_turns_inside(m) || !vec_is_zero(m->torque);
    for (int i = 0; i < m->events; i++)
        changes = changes || m->event[i].assigns;
    if (m->events && m->event[m->events - 1].is_section && s->plotted &&
        m->watched != 2)
        return complain("--section needs two values in --plot-of: 'A, B'");
    if (s->plotted < PLOTTED_POLHODE || !changes)
        return EXIT_DONE;
    diag_error_line(&s->job->diags, "--plot-of", 0,
                    "a body has a polhode and a herpolhode if its inertia is "
                    "constant and it has no torque, wheels, internal momentum "
                    "and events that set values: then J w is constant in "
                    "space");
    diag_hint(&s->job->diags, "'w[1], w[2]' draws w as seen from the body, "
                              "'(R*w)[1], (R*w)[2]' from space");
    return session_status(s->job, POL_BAD_SPEC);
}

/* "R'" and the like turn their right operand, and keep its unit. */
const char *plotted_unit(const struct model *m, syntax a)
{
    static const char *const known[][2] = {
        {"w", "rad/s"}, {"L", "N m s"}, {"t", "s"}, {"R", "1"},  {"e1", "1"},
        {"e2", "1"},    {"e3", "1"},    {"x", "m"}, {"v", "m/s"}};
    while (a->n > 0) {
        const bool turns =
            a->kind == AST_BINARY && a->op == '*' &&
            a->child[0]->place.length <= 2 &&
            a->child[0]->place.source->chars[a->child[0]->place.offset] == 'R';
        if (!turns && a->kind != AST_INDEX && a->kind != AST_NEGATE &&
            a->kind != AST_TRANSPOSE &&
            (a->kind != AST_CALL || strcmp(a->name, "norm")))
            return NULL;
        a = a->child[turns];
    }
    for (int i = 0; a->kind == AST_NAME && i < (m->moves ? 9 : 7); i++)
        if (strcmp(a->name, known[i][0]) == 0)
            return known[i][1];
    return NULL;
}
