/* SPDX-License-Identifier: MIT
 *
 * The start: R, w or L, t, x, v, wheels and states.  Expressions may depend on
 * one another; start values are substituted, so that results depend only on
 * params.  Defaults: unit attitude, rest, zero.  In a sweep each start value
 * that varies is a param.
 */
#include "model/check.h"

#include <string.h>

/* Faults of a rotation matrix.  Up to SILENT: as good as its printed digits; up
 * to LARGEST: a rotation that was rounded. */
static const double SILENT = 1e-14, LARGEST = 1e-6;

void check_start(struct check *c, syntax s)
{
    const int k = text_among(START_NAMES, ' ', s->name);
    syntax *first = &c->statements.start[k < 0 ? 0 : k];
    const struct entry *e = k < 0 ? memo_find(&c->known, s->name) : NULL;
    if (k < 0)
        refuse(c, s->name_place,
               e && e->kind == AST_WHEEL
                   ? "a wheel starts at the `speed` that it is given"
                   : text_format(c->arena,
                                 "%sa state starts by `state %s = z0 rate f`",
                                 e && e->kind == AST_STATE ? ""
                                 : c->model->moves ? "one of R, w, L, t, x, v; "
                                                   : "one of R, w, L, t; ",
                                 s->name),
               "no start value is called '%s'", s->name);
    else if (k >= START_X && !mass_needed(c, s, "a start of ", s->name))
        return;
    else if (*first)
        refuse(c, s->place, line_hint(c, "the first is", (*first)->place),
               "a second start of %s", s->name);
    else
        *first = s;
}

/* ---- values that depend on one another ----
 * Index i: part i of the state; then t, then w. */

struct begin {
    struct check *c;
    int t, w; /* indices of t and w; w is the last */
    /* from the spec, in placeholders; n = 0: not given */
    struct value *spec_value;
    struct value *free_start; /* params of a sweep; n = 0: does not vary */
    struct value *at;         /* results; n = 0: on error */
    num rate[3];              /* constants of w */
    bool *is_known;
    int *path, depth; /* indices in evaluation: each depends on the next */
};

static int number_of(const struct begin *b, int k)
{
    const int all[STARTS] = {
        [START_R] = STORED_R, [START_W] = b->w,     [START_L] = STORED_L,
        [START_T] = b->t,     [START_X] = STORED_X, [START_V] = STORED_V};
    return all[k];
}

static const char *name_at(const struct begin *b, int i)
{
    return i < b->t ? part_start(&b->c->model->part[i]) : i > b->t ? "w" : "t";
}

static struct value symbols_at(const struct begin *b, int i)
{
    const struct model *m = b->c->model;
    return i > b->t    ? value_vec(m->w)
           : i == b->t ? value_scalar(m->t)
                       : value_as(&m->part[i].field, m->part[i].field.symbol);
}

static unsigned uses_at(const struct begin *b, int i)
{
    static const unsigned uses[] = {
        [PART_ATTITUDE] = USES_R,  [PART_MOMENTUM] = USES_L,
        [PART_POSITION] = USES_X,  [PART_VELOCITY] = USES_V,
        [PART_WHEEL] = USES_EXTRA, [PART_STATE] = USES_EXTRA};
    return i > b->t    ? USES_W
           : i == b->t ? USES_T
           : b->c->model->part[i].is_held
               ? USES_HELD
               : uses[b->c->model->part[i].field.kind];
}

/* The place of the start in the spec, else that of the part's declaration. */
static struct place place_at(const struct begin *b, int i)
{
    const struct check *c = b->c;
    const bool turns = i == b->w || i == STORED_L;
    for (int k = 0; k < STARTS; k++)
        if (c->statements.start[k] && c->statements.start[k]->n &&
            (turns ? k == START_W || k == START_L : number_of(b, k) == i))
            return c->statements.start[k]->child[0]->place;
    return i < b->t && i >= b->t - c->model->extras
               ? c->model->part[i].field.place
               : c->model->inertia_place;
}

static struct value refuse_cycle(const struct begin *b, int first)
{
    struct text all = text_new(b->c->arena);
    for (int k = first; k < b->depth; k++)
        text_print(&all, "%s %s on %s",
                   k == first ? name_at(b, b->path[k]) : ",",
                   k == first ? "depends" : name_at(b, b->path[k]),
                   name_at(b, b->path[k + 1 < b->depth ? k + 1 : first]));
    return refuse(b->c, place_at(b, b->path[first]),
                  "one of them must depend only on constants and params",
                  "the start of %s depends on itself: %s",
                  name_at(b, b->path[first]), text_chars(&all));
}

static struct value start_at(struct begin *, int i);

/* Substitutes start values for the symbols of the state. */
static struct value settled(struct begin *b, struct value v)
{
    struct pool *p = b->c->pool;
    const unsigned uses = model_uses(p, v.n, v.x);
    for (int i = 0; i <= b->w; i++) {
        const struct value of = symbols_at(b, i);
        bool is_met = false;
        for (int k = 0; k < of.n && uses & uses_at(b, i); k++)
            is_met = is_met || expr_depends(p, v.n, v.x, of.x[k]);
        if (!is_met)
            continue;
        const struct value now = start_at(b, i);
        if (!now.n)
            return value_none();
        expr_subst(p, v.n, v.x, of.n, of.x, now.x, v.x);
    }
    return v;
}

/* ---- attitude ---- */

/* Checks the rotation and replaces it by the nearest one: Newton's iteration
 * for the orthogonal polar factor, A <- (A + A^-T)/2.  From a fault of 1e-6,
 * six steps exceed 256 bits.  Fractions would grow with each step. */
static struct value attitude_at(struct begin *b, struct value v)
{
    struct check *c = b->c;
    struct pool *p = c->pool;
    const struct value now = model_at_defaults(c->model, v);
    const struct place place = c->model->start_place;
    const struct ast a = {AST_START, .place = place};
    if (!value_fits(c, &a, now, "a start value", NULL))
        return value_none();
    const double fault = rotation_fault(p, now.mat);
    const bool is_fixed = !(model_uses(p, v.n, v.x) & USES_PARAM);
    bool is_turned = true;
    for (int first = 1; first < 100 && !is_fixed && is_turned; first += 14)
        is_turned = rotation_fault(p, value_elsewhere(c, v, first).mat) < 1e-9;
    if (!(fault <= LARGEST))
        return refuse(c, place, NULL,
                      "not a rotation: an entry of R'R is off by %.3g", fault);
    if (rotation_reflects(p, now.mat))
        return refuse(c, place, NULL,
                      "not a rotation but a reflection: its determinant is -1");
    if (!is_turned)
        return refuse(c, place, "rotvec, turn, quat and euler give rotations",
                      "a rotation only at the defaults of its params");
    if (fault > SILENT)
        diag_warning(c->diags, place,
                     "not quite a rotation: an entry of R'R is off by %.3g; "
                     "the nearest rotation is taken",
                     fault);
    if (!(fault > 0) || !is_fixed)
        return v;
    for (int i = 0; i < 9; i++)
        v.x[i] = expr_number(p, number_real(c->arena, v.x[i]->number));
    for (int i = 0; i < 6; i++)
        v.mat =
            mat_scale(p, expr_fraction(p, 1, 2),
                      mat_add(p, v.mat, mat_transpose(mat_inverse(p, v.mat))));
    return v;
}

/* ---- rate and momentum ---- */

/* The value of an input's signal at the start; 0 without a signal. */
static expr input_at(struct begin *b, const struct field *f, int k)
{
    struct check *c = b->c;
    const expr x = f->signal.n ? f->signal.x[k] : expr_int(c->pool, 0);
    if (x->op != OP_SIGNAL)
        return x;
    const struct value t = start_at(b, b->t);
    const struct value now = model_at_defaults(c->model, t);
    if (!t.n || !expr_is_const(now.x[0]))
        return x;
    if (!expr_is_const(t.x[0]))
        refuse(c, c->statements.start[START_T]->place, NULL,
               "t may not vary: the internal momentum at the start depends on "
               "'%s', which a file gives",
               f->name);
    const int table = (int)number_double(x->arg[0]->number);
    const double value = pol_value(&c->model->series.table[table],
                                   number_double(now.x[0]->number));
    return expr_number(c->pool, number_of_double(c->arena, value));
}

static struct vec without_inputs(struct begin *b, struct vec h)
{
    const struct model *m = b->c->model;
    struct pool *p = b->c->pool;
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            if (expr_depends(p, 3, h.x, m->input[i].symbol[k])) {
                const expr x = input_at(b, &m->input[i], k);
                expr_subst(p, 3, h.x, 1, &m->input[i].symbol[k], &x, h.x);
            }
    return h;
}

/* w (`is_rate`) or L, if it is not given, from L or w; zero if neither is
 * given.  L includes wheels and gyro. */
static struct value turning_at(struct begin *b, bool is_rate)
{
    const struct model *m = b->c->model;
    struct pool *p = b->c->pool;
    if (!b->c->inertia_known)
        return value_none();
    if (!is_rate)
        return value_vec(vec_add(p, mat_apply(p, m->inertia, m->w),
                                 without_inputs(b, m->gyro)));
    if (!b->spec_value[STORED_L].n && !b->free_start[STORED_L].n)
        return value_vec(vec_zero(p));
    struct vec h = without_inputs(b, m->stated_gyro);
    for (int i = 0; i < m->extras; i++) {
        const struct wheel *wheel = m->extra[i].wheel;
        if (wheel)
            h = vec_add(p, h,
                        vec_scale(p, expr_mul(p, wheel->inertia, wheel->start),
                                  wheel->axis));
    }
    const struct mat inverse =
        m->has_gyro ? mat_inverse(p, m->locked_inertia) : m->inverse;
    return value_vec(mat_apply(p, inverse, vec_sub(p, m->L, h)));
}

/* Refuses a component of w or L along a linear body's axis, except for
 * rounding.  A sweep drops that component. */
static struct value across_at(struct begin *b, int i, struct value v)
{
    struct check *c = b->c;
    const struct model *m = c->model;
    if (!b->free_start[i].n &&
        !model_is_across(m, model_at_defaults(m, v).vec, 1e-9))
        return value_failed(refuse_line(c, place_at(b, i), "the start"));
    return value_vec(model_across(m, v.vec));
}

/* Start value i in placeholders, before substitution. */
static struct value unsettled(struct begin *b, int i)
{
    const struct model *m = b->c->model;
    struct pool *p = b->c->pool;
    const bool has_rate = b->free_start[b->w].n ||
                          (b->spec_value[b->w].n && !b->free_start[STORED_L].n);
    const struct wheel *wheel = i < b->t ? m->part[i].wheel : NULL;
    if (b->free_start[i].n)
        return b->free_start[i];
    if (i == STORED_L && (has_rate || !b->spec_value[i].n))
        return turning_at(b, false);
    if (i == b->w && !has_rate)
        return turning_at(b, true);
    if (wheel)
        return value_scalar(
            expr_mul(p, wheel->inertia,
                     expr_add(p, wheel->start, vec_dot(p, wheel->axis, m->w))));
    return b->spec_value[i];
}

static struct value start_at(struct begin *b, int i)
{
    if (b->is_known[i])
        return b->at[i];
    for (int k = 0; k < b->depth; k++)
        if (b->path[k] == i)
            return refuse_cycle(b, k);
    b->path[b->depth++] = i;
    struct value v = unsettled(b, i);
    table_refuse(b->c->model, v.n, v.x);
    v = settled(b, v);
    if (i == STORED_R && v.n && !b->free_start[i].n)
        v = attitude_at(b, v);
    if ((i == STORED_L || i == b->w) && v.n && b->c->model->facts.line[0])
        v = across_at(b, i, v);
    b->depth--;
    b->is_known[i] = true;
    return b->at[i] = v;
}

/* ---- starts in the spec ---- */

static void read_start(struct begin *b)
{
    struct check *c = b->c;
    struct model *m = c->model;
    syntax *start = c->statements.start;
    b->spec_value[STORED_R] = value_mat(mat_identity(c->pool));
    for (int i = STORED_X; i < m->parts - m->extras; i++)
        b->spec_value[i] = value_vec(vec_zero(c->pool));
    b->spec_value[b->t] = value_scalar(expr_int(c->pool, 0));
    for (int i = m->parts - m->extras; i < m->parts; i++)
        b->spec_value[i] = value_as(&m->part[i].field, m->part[i].begin);
    if (start[START_W] && start[START_L])
        refuse(c, start[START_L]->place, "L = J * w: give one of them",
               "both w and L are given");
    for (int k = 0; k < STARTS; k++) {
        static const int n[] = {9, 3, 3, 1, 3, 3};
        const struct value v =
            start[k] ? evaluate_for(c, start[k]->child[0], "a start value",
                                    USES_INPUT, n[k])
                     : value_none();
        if (v.n)
            b->spec_value[number_of(b, k)] = v;
    }
    m->start_place = place_at(b, STORED_R);
}

static num *numbers_at(struct begin *b, int i)
{
    struct model *m = b->c->model;
    return i > b->t    ? b->rate
           : i == b->t ? &m->facts.start_t
                       : m->part[i].field.value;
}

/* Sets the default start: unit attitude, all else zero. */
static void clear_numbers(struct begin *b)
{
    struct model *m = b->c->model;
    for (int i = 0; i < 3; i++)
        m->start_x[i] = m->start_v[i] = number_int(b->c->arena, 0);
    for (int i = 0; i <= b->w; i++)
        for (int k = symbols_at(b, i).n - 1; k >= 0; k--)
            numbers_at(b, i)[k] =
                number_int(b->c->arena, i == STORED_R && k % 4 == 0);
}

/* Sets the constants of the start; they keep the default on error. */
static void take_numbers(struct begin *b)
{
    struct check *c = b->c;
    struct model *m = c->model;
    clear_numbers(b);
    for (int i = 0; i <= b->w; i++) {
        struct field *f = i < b->t ? &m->part[i].field : NULL;
        const char *subject = "a start value";
        struct ast a = {AST_START, .place = place_at(b, i)};
        num *out = numbers_at(b, i);
        if (f)
            subject = f->kind == PART_WHEEL
                          ? text_format(c->arena, "the momentum of wheel '%s'",
                                        f->name)
                      : f->kind == PART_STATE ? "a state at the start"
                      : i == STORED_L && !b->spec_value[i].n ? "J * w"
                                                             : subject;
        const struct value v = start_at(b, i);
        if (model_uses(c->pool, v.n, v.x) & USES_PARAM)
            m->facts.start_varies = true;
        if (v.n)
            value_fits(c, &a, model_at_defaults(m, v), subject, out);
        else
            b->at[i] = model_value(c->pool, symbols_at(b, i).n, out);
    }
    m->start_w = model_value(c->pool, 3, b->rate).vec;
}

/* ---- start values that vary ---- */

/* Replaces a start value by a param with this default; returns its symbols. */
static struct value free_start(struct check *c, syntax s, struct value usual)
{
    struct model *m = c->model;
    struct field *f = &m->param[m->params];
    const int n = (int)strcspn(s->name, "."); /* limits the name's length */
    const char *own =
        text_format(c->arena, "start_%s%.*s", s->name[n] ? "speed_" : "",
                    n < 24 ? n : 24, s->name);
    const char *name = own;
    for (int k = 2; memo_find(&c->known, name_of_text(m->names, name)); k++)
        name = text_format(c->arena, "%s%d", own, k);
    struct ast param = *s;
    param.kind = AST_PARAM;
    param.name = name_of_text(m->names, name);
    param.note = text_format(c->arena, "%s at the start", s->name);
    f->n = usual.n;
    f->is_flat = usual.is_flat;
    usual = model_at_defaults(m, usual);
    for (int k = 0; k < f->n; k++)
        f->value[k] = usual.x[k]->number;
    m->free_starts += declare_field(c, &param, f);
    m->params++;
    return value_as(f, f->symbol);
}

/* A hint: a similar name, or all params and start values. */
static const char *name_hint(struct check *c, const char *wanted)
{
    const struct model *m = c->model;
    struct nearest near = nearest_to(wanted);
    struct text all = text_new(c->arena);
    for (int i = 0; i < m->params - m->free_starts; i++) {
        nearest_offer(&near, m->param[i].name);
        text_print(&all, "%s, ", m->param[i].name);
    }
    text_put(&all, m->moves ? "R, w, L, t, x, v" : "R, w, L, t");
    for (int i = 0; i < m->extras; i++) {
        const char *name = part_start(&m->extra[i]);
        text_print(&all, ", %s", name);
        nearest_offer(&near, name);
    }
    return near.best ? text_format(c->arena, "did you mean '%s'?", near.best)
                     : text_format(c->arena, "there are %s", text_chars(&all));
}

/* The wheel or state with a start value of this name, or NULL. */
static struct model_part *extra_of(struct model *m, const char *name)
{
    for (int i = 0; i < m->extras; i++)
        if (!strcmp(part_start(&m->extra[i]), name))
            return &m->extra[i];
    return NULL;
}

static void free_extra(struct begin *b, syntax s, struct model_part *e)
{
    struct check *c = b->c;
    const int i = (int)(e - c->model->part);
    if (!e->wheel) {
        b->free_start[i] = free_start(c, s, b->at[i]);
        return;
    }
    struct wheel *w = arena_copy(c->arena, e->wheel, sizeof *w);
    w->start = free_start(c, s, settled(b, value_scalar(w->start))).x[0];
    e->wheel = w;
}

/* Makes name i of the given names a param: a start value of any part. */
static void free_start_named(struct begin *b, int i)
{
    struct check *c = b->c;
    const struct additions *g = c->additions;
    const char *name = name_of_text(c->model->names, g->free_start[i]);
    const struct source text = {g->free_start_option ? g->free_start_option[i]
                                                     : "--vary",
                                name, strlen(name)};
    const struct place place = {arena_copy(c->arena, &text, sizeof text), 0,
                                text.length};
    struct ast s = {AST_START, .place = place, .name_place = place};
    s.name = name;
    bool is_twice = false;
    for (int k = 0; k < i; k++)
        is_twice |= !strcmp(g->free_start[k], name);
    struct model_part *e = extra_of(c->model, name);
    const int k = text_among(START_NAMES, ' ', name);
    if (is_twice)
        refuse(c, place, NULL, "'%s' is given twice", name);
    else if (e)
        free_extra(b, &s, e);
    else if (k < 0)
        refuse(c, place, name_hint(c, name),
               "no param or start value is called '%s'", name);
    else if ((k == START_W && b->free_start[STORED_L].n) ||
             (k == START_L && b->free_start[b->w].n))
        refuse(c, place, "L = J * w: give one of them",
               "both w and L are given");
    else if (k < START_X || mass_needed(c, &s, "a start of ", name)) {
        const int at = number_of(b, k);
        b->free_start[at] = free_start(c, &s, b->at[at]);
        c->statements.start[k] = arena_copy(c->arena, &s, sizeof s);
    }
}

/* ---- the whole start ---- */

void check_starts(struct check *c)
{
    struct model *m = c->model;
    const size_t n = (size_t)m->parts + 2;
    struct value *room = arena_array(c->arena, 3 * n, sizeof *room);
    struct begin b = {.c = c,
                      .t = m->parts,
                      .w = m->parts + 1,
                      .spec_value = room,
                      .free_start = room + n,
                      .at = room + 2 * n,
                      .is_known = arena_array(c->arena, n, sizeof(bool)),
                      .path = arena_array(c->arena, n, sizeof(int))};
    memset(room, 0, 3 * n * sizeof *room);
    memset(b.is_known, 0, n * sizeof(bool));
    read_start(&b);
    take_numbers(&b);
    if (m->is_swept && c->inertia_known) {
        if (!model_uses(c->pool, 9, b.spec_value[STORED_R].x))
            b.spec_value[STORED_R] =
                b.at[STORED_R]; /* use the nearest rotation */
        for (int i = 0; i < c->additions->free_starts; i++)
            free_start_named(&b, i);
        memset(b.is_known, 0, n * sizeof(bool));
    }
    for (int i = 0; i < m->parts; i++)
        memcpy(m->part[i].begin, start_at(&b, i).x,
               (size_t)m->part[i].field.n * sizeof(expr));
    m->begin_t = start_at(&b, b.t).x[0];
}
