/* SPDX-License-Identifier: MIT
 *
 * Additional stored values and internal momentum: wheels, states, samples,
 * gyro; and exhausts.
 *
 * L is the total momentum, with the internal momentum h:
 *     L = J w + h,   L' = L x w + T,   w = J^-1 (L - h),
 * T is the external torque alone.  A wheel about the unit axis a, with the
 * inertia I about it and the rate s relative to the body, has
 *     eta = I (s + a.w),   eta' = u,
 * u is the torque of motor and friction.  With J* = J - I a a', where J is that
 * of the body with locked wheels, L = J* w + eta a.  The energy is
 *     w.J*w/2 + sum eta^2/2I + V.
 * P. C. Hughes, Spacecraft Attitude Dynamics, Wiley 1986, chapters 3 and 6.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

static const char *const AXIS = "axis", *const INERTIA = "inertia",
                         *const SPEED = "speed", *const TORQUE = "torque",
                         *const RATE = "rate", *const PLACE = "at";

/* Reads a rate at the end, or when a derivative needs it, because the rate may
 * use names that are declared later. */
static bool read_rate(struct check *c, struct model_part *e)
{
    struct field *f = &e->field;
    const char *subject =
        c->subject; /* saved: the caller is in an evaluation, too */
    const unsigned forbidden = c->forbidden, needs = c->needs;
    const expr variable = c->variable;
    if (e->is_reading)
        return refused(c, e->written->place, NULL,
                       "the rate of '%s' depends on its own derivative",
                       f->name);
    if (e->is_read || !e->written)
        return true;
    e->is_reading = true;
    c->variable = NULL;
    struct value v = evaluate_for(
        c, e->written, e->wheel ? "a wheel's torque" : "a state's rate", 0,
        value_shape(value_as(f, f->symbol)));
    e->is_reading = false;
    e->is_read = true;
    c->subject = subject;
    c->forbidden = forbidden;
    c->needs = needs;
    c->variable = variable;
    if (v.n)
        memcpy(e->rate, v.x, (size_t)v.n * sizeof *v.x);
    if (e->wheel && v.n && expr_is_zero(v.x[0]))
        e->written = NULL;
    return v.n > 0;
}

/* Adds a part with symbols; refuses names of `step adaptive` options. */
static struct model_part *declare(struct check *c, syntax s, struct field f,
                                  int tag)
{
    struct model *m = c->model;
    const char *fault = NULL;
    c->slopes.read_rate = read_rate;
    const int n = f.n;
    for (int i = 0; i < CONTROLS; i++)
        if (!strcmp(f.name, control_name[i]))
            fault = "is an option of `step adaptive`";
    if (!strcmp(f.name, "t_rest"))
        fault = "is another part of the state";
    if (fault)
        refuse(c, s->name_place, "take another name", "'%s' %s", f.name, fault);
    f.note = s->note;
    f.place = s->name_place;
    struct model_part *e = part_add(m, f);
    m->extras++;
    for (int i = 0; i < n; i++) {
        const char *name = text_format(c->arena, "%s%d", f.name, i);
        name = n > 1 ? name_of_text(m->names, name) : f.name;
        e->field.symbol[i] = expr_unique(c->pool, name, tag);
        e->field.value[i] = number_int(c->arena, 0);
        e->begin[i] = e->rate[i] = expr_int(c->pool, 0);
    }
    if (m->extra_values <= MODEL_EXTRAS && m->extra_values + n > MODEL_EXTRAS)
        refuse(c, s->place, NULL, "wheels and states have more than %d numbers",
               MODEL_EXTRAS);
    m->extra_values += n;
    e->is_held = tag == SYMBOL_HELD;
    return e;
}

/* ---- states -------------------------------------------------------------- */

int declared_size(struct check *c, syntax s, const char *subject)
{
    long n;
    num size;
    const char *name = text_format(c->arena, "the size of %s", subject);
    if (!s->size || !evaluate_numbers(c, s->size, name, 1, &size))
        return SHAPE_ANY;
    if (number_is_int(size, &n) && n >= 1 && n <= VALUE_NUMBERS)
        return n != SHAPE_MATRIX                               ? (int)n
               : s->kind == AST_STATE || s->kind == AST_SAMPLE ? SHAPE_NINE
                                                               : SHAPE_BOTH;
    return refused(c, s->size->place, NULL, "%s has 1 to %d values", subject,
                   VALUE_NUMBERS);
}

void check_new(struct check *c, syntax s)
{
    struct ast *const *before = c->file->child;
    while ((*before)->kind != s->kind || (*before)->name != s->name)
        before++;
    if (*before != s)
        refuse(c, s->name_place, NULL, "%s %s '%s'",
               s->kind == AST_KEEP ? "duplicate" : "a second",
               ast_statement(s->kind)->word, s->name);
}

/* Declares a state or a sample, and reads its start. */
static struct model_part *declare_state(struct check *c, syntax s, int tag,
                                        struct value *v)
{
    const char *subject =
        text_format(c->arena, "a %s", ast_statement(s->kind)->word);
    *v = evaluate_for(c, s->child[0],
                      text_format(c->arena, "%s at the start", subject),
                      USES_INPUT, declared_size(c, s, subject));
    if (value_shape(*v) == SHAPE_MATRIX)
        *v =
            refuse(c, s->child[0]->place, NULL,
                   "%s is a scalar or a vector, and this is a matrix", subject);
    struct model_part *e =
        declare(c, s,
                (struct field){s->name, .kind = PART_STATE,
                               .n = v->n ? v->n : 1, .is_flat = v->is_flat},
                tag);
    memcpy(e->begin, v->x, (size_t)v->n * sizeof *v->x);
    *v = v->n ? value_as(&e->field, e->field.symbol) : *v;
    return e;
}

/* The rate is read at the end, because it may use names declared later. */
void check_state(struct check *c, syntax s)
{
    struct value v;
    struct model_part *e = declare_state(c, s, SYMBOL_EXTRA, &v);
    e->written = v.n ? s->child[1] : NULL;
    scope_declare(c, s, v, USES_EXTRA);
}

/* ---- wheels -------------------------------------------------------------- */

/* The value of this option of a wheel or exhaust; NULL: not given. */
static syntax option(syntax s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (s->child[i]->kind == AST_OPTION && !strcmp(s->child[i]->name, name))
            return s->child[i]->child[0];
    return NULL;
}

/* False with a message for an unknown, repeated or missing option.  "A wheel"
 * needs the first two of n names; an example is "axis = e3". */
static bool options_are_good(struct check *c, syntax s, const char *subject,
                             const char *example, int n,
                             const char *const *name)
{
    const char *names = text_list(c->arena, n, name, ", ");
    bool good = true;
    for (int i = 0; i < s->n; i++) {
        syntax o = s->child[i];
        int k = 0;
        while (o->kind == AST_OPTION && k < n && strcmp(name[k], o->name) != 0)
            k++;
        if (o->kind != AST_OPTION)
            good = refused(c, o->place, names, "options of %s need names: %s",
                           subject, example);
        else if (k == n)
            good = refused(c, o->name_place, names, "%s has no option '%s'",
                           subject, o->name);
        else if (option(s, o->name) != o->child[0])
            good =
                refused(c, o->name_place, NULL, "'%s' is given twice", o->name);
    }
    for (int k = 0; k < 2; k++)
        if (good && !option(s, name[k]))
            good =
                refused(c, s->place,
                        text_format(c->arena, "such as `%s`",
                                    ast_statement(s->kind)->example),
                        "the %s has no '%s'",
                        s->name ? text_format(c->arena, "wheel '%s'", s->name)
                                : ast_statement(s->kind)->word,
                        name[k]);
    return good;
}

/* Reads an option of n values in constants and params; the default is 0.  False
 * with a message. */
static bool wheel_value(struct check *c, syntax s, const char *name, int n,
                        struct value *v, num *out)
{
    syntax a = option(s, name);
    const char *subject =
        text_format(c->arena, "the %s of wheel '%s'", name, s->name);
    *v = value_scalar(expr_int(c->pool, 0));
    *out = number_int(c->arena, 0);
    if (!a)
        return true;
    if (name == SPEED) /* checked as a part of the start */
        return (*v = evaluate_for(c, a, subject, USES_INPUT, n)).n > 0;
    *v = evaluate_for(c, a, subject, USES_ANY & ~USES_PARAM, n);
    return v->n &&
           value_fits(c, a, model_at_defaults(c->model, *v), subject, out);
}

static bool wheel_read(struct check *c, syntax s, struct wheel *w)
{
    struct pool *p = c->pool;
    struct value axis, inertia, start;
    const char *const names[] = {AXIS, INERTIA, SPEED, TORQUE};
    num out[9];
    if (!options_are_good(c, s, "a wheel", "axis = e3", 4, names) ||
        !wheel_value(c, s, AXIS, 3, &axis, out))
        return false;
    if (number_is_zero(out[0]) && number_is_zero(out[1]) &&
        number_is_zero(out[2]))
        return refused(c, option(s, AXIS)->place, NULL,
                       "the axis of wheel '%s' is zero", s->name);
    if (!wheel_value(c, s, INERTIA, 1, &inertia, out))
        return false;
    if (number_sign(*out) <= 0)
        return refused(c, option(s, INERTIA)->place, NULL,
                       "the inertia of wheel '%s' must be positive", s->name);
    if (!wheel_value(c, s, SPEED, 1, &start, out))
        return false;
    expr length = expr_unary(p, OP_SQRT, vec_dot(p, axis.vec, axis.vec));
    w->axis = vec_scale(p, expr_power(p, length, -1), axis.vec);
    w->inertia = inertia.x[0];
    w->start = start.x[0];
    return true;
}

/* Enters a value such as "a.speed"; NULL: its declaration was wrong. */
static void enter(struct check *c, syntax s, const char *name, expr x,
                  unsigned needs)
{
    const struct value v = x ? value_scalar(x) : value_none();
    name = name_of_text(c->model->names, name);
    scope_enter(c,
                (struct entry){AST_WHEEL, name, s->place, v, needs, 0, NULL});
}

void check_wheel(struct check *c, syntax s)
{
    const struct field f = {s->name,          NULL,       "N m s",
                            "about its axis", PART_WHEEL, .n = 1};
    struct pool *p = c->pool;
    struct wheel *w = arena_alloc(c->arena, sizeof *w);
    w->speed_name = text_format(c->arena, "%s.speed", s->name);
    w->momentum = text_format(c->arena, "%s.momentum", s->name);
    w->rate = text_format(c->arena, "%s_speed", s->name);
    const bool good = wheel_read(c, s, w);
    if (c->statements.wheels++ == MODEL_WHEELS)
        refuse(c, s->place, NULL, "more than %d wheels", MODEL_WHEELS);
    if (!c->statements.gyro)
        c->statements.gyro = s;
    c->model->has_gyro = true;
    if (!scope_declare(c, s, value_none(), USES_EXTRA))
        return;
    if (!strncmp(s->name, "set_", 4))
        refuse(c, s->name_place, "take another name",
               "'%s' begins with set_, like emitted functions that set a value",
               s->name);
    struct model_part *e = declare(c, s, f, SYMBOL_EXTRA);
    expr eta = e->field.symbol[0];
    if (good) {
        expr along = vec_dot(p, w->axis, c->model->w);
        w->speed = expr_sub(p, expr_div(p, eta, w->inertia), along);
        e->wheel = w;
        e->written = option(s, TORQUE);
    }
    enter(c, s, w->speed_name, w->speed, USES_EXTRA | USES_W);
    enter(c, s, w->momentum, good ? eta : NULL, USES_EXTRA);
}

/* ---- samples -------------------------------------------------------------
 *
 * A law is sampled at
 *     t_k = offset + k every,   k = 0, 1, 2, ...,
 * takes effect at t_k + delay, and is held until the next value does.  The held
 * value and the delayed value are parts of the state, as is the time of the
 * last sample, which prevents a second sample at the same time.
 */

/* Reads the period, the offset and the delay; false with a message. */
static bool read_times(struct check *c, syntax s, struct model_sample *to)
{
    static const char *const subject[] = {"the period of a sample",
                                          "the offset of a sample",
                                          "the delay of a sample"};
    num *const time[] = {&to->every, &to->from, &to->delay};
    for (int i = 0; i < 3; i++) {
        syntax a = s->child[1 + i];
        *time[i] = number_int(c->arena, 0);
        if (a &&
            (!evaluate_numbers(c, a, subject[i], 1, time[i]) ||
             !value_fits(c, a, value_scalar(expr_number(c->pool, *time[i])),
                         subject[i], time[i])))
            return false;
    }
    if (number_sign(to->every) <= 0)
        return refused(c, s->child[1]->place, NULL,
                       "the period of a sample must be positive");
    if (number_sign(to->delay) < 0 || number_compare(to->delay, to->every) > 0)
        return refused(c, s->child[3]->place,
                       "for a longer delay, sample the value again: `sample "
                       "late = 0 every T: u`",
                       "the delay of a sample is from 0 to its period");
    return true;
}

/* The law is read at the end, because it may use names declared later. */
void check_sample(struct check *c, syntax s)
{
    struct model *m = c->model;
    if (!m->sample)
        m->sample =
            arena_array(c->arena, (size_t)c->file->n, sizeof *m->sample);
    struct model_sample *to = &m->sample[m->samples];
    struct value v;
    struct model_part *e = declare_state(c, s, SYMBOL_HELD, &v), *next = e + 1;
    *to = (struct model_sample){
        .written = s, .part = (int)(e - m->part), .next = -1};
    if (!scope_declare(c, s, v, USES_EXTRA) || !read_times(c, s, to) || !v.n)
        return;
    m->samples++;
    if (number_is_zero(to->delay))
        return;
    struct field f = {.kind = PART_STATE, .n = v.n, .is_flat = v.is_flat};
    f.name = name_of_text(m->names, text_format(c->arena, "%s_next", s->name));
    declare(c, s, f, SYMBOL_HELD);
    next->field.note = text_format(c->arena, "the next value of %s", s->name);
    memcpy(next->begin, e->begin, sizeof e->begin);
    to->next = to->part + 1;
}

/* Refuses a user's name that is needed for another stored part of samples. */
static void refuse_taken(struct check *c, const char *name, const char *subject)
{
    const struct entry *own = memo_find(&c->known, name);
    if (own)
        refuse(c, own->place, "take another name", "'%s' is the name of %s",
               name, subject);
}

void check_samples(struct check *c)
{
    struct model *m = c->model;
    num first = NULL;
    for (int i = 0; i < m->samples; i++) {
        struct model_sample *s = &m->sample[i];
        const struct field *f = &m->part[s->part].field;
        const struct value v =
            evaluate_for(c, s->written->child[4], "a sampled law", 0,
                         value_shape(value_as(f, f->symbol)));
        memcpy(s->law, v.x, (size_t)v.n * sizeof *v.x);
        table_refuse(m, v.n, s->law);
        if (s->next >= 0)
            refuse_taken(c, m->part[s->next].field.name,
                         "the value that waits for its delay");
        if (!first || number_compare(s->from, first) < 0)
            first = s->from;
    }
    if (!m->samples)
        return;
    struct field f = {name_of_text(m->names, "t_sampled"),
                      "the time of the last sample, s", "s", .kind = PART_STATE,
                      .n = 1};
    refuse_taken(c, f.name, "the time of the last sample");
    struct model_part *e = declare(c, m->sample->written, f, SYMBOL_HELD);
    e->field.note = f.note;
    m->sampled = (int)(e - m->part);
    num before = number_sub(c->arena, first, number_abs(c->arena, first));
    before = number_sub(c->arena, before, number_int(c->arena, 1));
    e->begin[0] = expr_number(c->pool, before); /* earlier even if t rounds */
}

/* ---- internal momentum --------------------------------------------------- */

void check_gyro(struct check *c, syntax s)
{
    struct model *m = c->model;
    struct value v =
        evaluate_for(c, s->child[0], "an internal momentum",
                     USES_R | USES_W | USES_L | USES_X | USES_V, 3);
    if (!c->statements.gyro)
        c->statements.gyro = s;
    m->has_gyro = true;
    if (!v.n)
        return;
    m->cause[m->causes++] =
        (struct named){"the internal momentum", NULL, s->place, v};
    m->gyro = m->stated_gyro = vec_add(c->pool, m->stated_gyro, v.vec);
}

/* ---- exhausts ---------------------------------------------------------
 *
 * A mass m' a second, m' < 0, leaves at r, relative to the centre of mass, with
 * the velocity of the body there.  It carries its momenta away, and x is the
 * centre of mass of the rest:
 *     T = m' r x (w x r),   F = m' w x r,   x' = v + R r m'/m.
 */

void check_exhaust(struct check *c, syntax s)
{
    enum { NOT = USES_R | USES_W | USES_L | USES_X | USES_V };
    struct model *m = c->model;
    struct pool *p = c->pool;
    const char *const names[] = {RATE, PLACE};
    if (!options_are_good(c, s, "an exhaust", "rate = -0.2", 2, names))
        return;
    struct value rate =
        evaluate_for(c, option(s, RATE), "the rate of an exhaust", NOT, 1);
    struct value at =
        evaluate_for(c, option(s, PLACE), "the place of an exhaust", NOT, 3);
    if (!rate.n || !at.n)
        return;
    const struct vec by = vec_scale(p, rate.x[0], at.vec);
    const struct vec F = vec_cross(p, m->w, by);
    const struct vec T = vec_cross(p, at.vec, F);
    m->cause[m->causes++] =
        (struct named){"the exhaust", "body", s->place, value_vec(T)};
    m->torque = vec_add(p, m->torque, T);
    if (m->moves)
        m->force = vec_add(p, m->force, mat_apply(p, m->R, F));
    m->exhaust_moment = vec_add(p, m->exhaust_moment, by);
    m->exhaust_rate = expr_add(p, m->exhaust_rate, rate.x[0]);
    c->statements.exhausts++;
}

/* ---- all of them --------------------------------------------------------- */

/* True if J is that of a body, with the params at their defaults, at the start.
 * Else a message. */
static bool is_of_a_body(struct check *c, const struct model_part *e,
                         struct mat J)
{
    static const char hint[] =
        "`inertia` is that of the whole body with its wheels locked";
    struct value v = model_at_start(c->model, value_mat(J));
    double m[9], moment[3], most = 0;
    for (int i = 0; i < 9; i++)
        m[i] = expr_is_const(v.x[i]) ? number_double(v.x[i]->number) : 0;
    model_eigenvalues(3, m, moment);
    for (int i = 0; i < 3; i++)
        most = fmax(most, moment[i]);
    for (int i = 0; i < 3; i++)
        if (!(moment[i] > 1e-15 * most))
            return refused(c, e->field.place, hint,
                           "without the wheel '%s' the inertia is not positive "
                           "definite",
                           e->field.name);
    const char *without =
        text_format(c->arena, "without the wheel '%s' ", e->field.name);
    return inertia_triangle(c, e->field.place, hint, without, moment);
}

/* Refuses names of values that are printed in addition to stored ones: the rate
 * of a wheel and the components of a vector. */
static void refuse_printed(struct check *c, const struct model_part *e,
                           const struct field *f)
{
    const char *after = f->name + strlen(e->field.name);
    const bool is_speed = e->wheel && !strcmp(f->name, e->wheel->rate);
    long part = 0;
    const bool is_part = e->field.n > 1 && after[0] == '_' &&
                         text_int(after + 1, 1, e->field.n, &part);
    if (is_speed || is_part)
        refuse(c, f->place, "take another name", "'%s' is the name of %s '%s'",
               f->name, is_speed ? "the rate of wheel" : "a part of state",
               e->field.name);
}

/* J - I a a' */
static struct mat without(struct pool *p, struct mat J, const struct wheel *w)
{
    struct mat own = mat_scale(p, w->inertia, mat_outer(p, w->axis, w->axis));
    return mat_add(p, J, mat_scale(p, expr_int(p, -1), own));
}

static void set_free_inertia(struct model *m, struct mat J)
{
    struct value alone = model_at_start(m, value_mat(J));
    for (int k = 0; k < 9; k++)
        m->facts.free_inertia[k] = alone.x[k]->number;
}

void extras_start(struct check *c)
{
    struct model *m = c->model;
    struct mat J = m->locked_inertia;
    if (!m->facts.changes || !c->inertia_known || !inertia_start(c))
        return;
    for (int i = 0; i < m->extras; i++)
        if (m->extra[i].wheel) {
            J = without(c->pool, J, m->extra[i].wheel);
            if (!is_of_a_body(c, &m->extra[i], J))
                return;
            set_free_inertia(m, J);
        }
}

void check_extras(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    struct mat J = m->locked_inertia;
    bool good = c->inertia_known;
    if (m->facts.line[0] && c->statements.gyro)
        good = refused(c, c->statements.gyro->place, "give it a third moment",
                       "a linear body has no wheels and no internal momentum");
    if (c->statements.wheels > MODEL_WHEELS || m->extra_values > MODEL_EXTRAS) {
        c->inertia_known = false;
        return;
    }
    for (int i = 0; i < m->extras; i++) {
        struct model_part *e = &m->extra[i];
        for (int k = 0; k < m->extras; k++) {
            const struct field *f = &m->extra[k].field;
            if (!strncmp(f->name, e->field.name, strlen(e->field.name)))
                refuse_printed(c, e, f);
        }
        e->tolerance = memo_find(&c->tolerances, e->field.name);
        read_rate(c, e);
        if (!e->wheel)
            continue;
        const struct vec a = e->wheel->axis;
        struct vec h = vec_scale(p, e->field.symbol[0], a);
        m->gyro = vec_add(p, m->gyro, h);
        J = without(p, J, e->wheel);
        good = good && (m->facts.changes || is_of_a_body(c, e, J));
        if (good)
            good =
                inertia_take(c, c->statements.first[AST_INERTIA]->child[0], J);
        if (good && !m->facts.changes)
            set_free_inertia(m, J);
    }
    m->facts.has_gyro = m->has_gyro;
    m->facts.turning = c->statements.wheels ? "wheels" : NULL;
    c->inertia_known = good;
}
