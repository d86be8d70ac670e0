/* SPDX-License-Identifier: MIT
 *
 * What a checked body and its step share: the meaning of symbols, fields of the
 * emitted structs, the control of a step.
 */
#pragma once

#include "base/diag.h"
#include "sym/vec.h"

/* Tags of symbols (expr.index): the meaning of a symbol. */
enum symbol_tag {
    SYMBOL_TIME = 1, /* t */
    SYMBOL_R,        /* R[i], row by row, placeholder */
    SYMBOL_W,        /* w[i], placeholder for J^-1 L */
    SYMBOL_L,        /* L[i], placeholder */
    SYMBOL_PARAM,
    SYMBOL_INPUT,
    SYMBOL_STEP,    /* h */
    SYMBOL_STATE,   /* stored attitude, body momentum at the step's start */
    SYMBOL_UNKNOWN, /* inside a Newton loop */
    SYMBOL_SOLVED,  /* after it */
    SYMBOL_PUSH,    /* torque carried from step to step */
    SYMBOL_X,       /* x[i], position, placeholder */
    SYMBOL_V,       /* v[i], velocity, placeholder */
    SYMBOL_EXTRA,   /* a wheel's momentum, a state of the spec, placeholder */
    SYMBOL_SHOWN,   /* an attitude's numbers that the caller gives */
    SYMBOL_END,     /* the state at the end of an interval */
    SYMBOL_SHARE,   /* of an interval: theta */
    SYMBOL_ACTION,  /* what acts at the ends of an interval */
    SYMBOL_SERIES,  /* in the loop over the orders of a series */
    SYMBOL_SUMMED,  /* after it */
    SYMBOL_HELD     /* what is sampled and held, placeholder */
};

/* Numbers of a value, at most. */
enum { VALUE_NUMBERS = 16 };

/* A scalar (n = 1), a vector, or a matrix (9, row by row). */
struct value {
    int n;
    bool is_flat; /* nine numbers are a vector, no matrix */
    union {
        expr x[VALUE_NUMBERS];
        struct vec vec;
        struct mat mat;
    };
};

static inline struct value value_from(int n, const expr *x)
{
    struct value v = {.n = n};
    for (int i = 0; i < n; i++)
        v.x[i] = x[i];
    return v;
}

/* A shape is the number of numbers; nine are a matrix, a vector, or either. */
enum {
    SHAPE_ANY,
    SHAPE_MATRIX = 9,
    SHAPE_NINE = VALUE_NUMBERS + 1,
    SHAPE_BOTH
};

static inline int value_shape(struct value v)
{
    return v.is_flat ? SHAPE_NINE : v.n;
}

/* What a part of the state is, as in enum pol_kind. */
#define PART_KINDS(KIND)                                                       \
    KIND(ATTITUDE)                                                             \
    KIND(MOMENTUM) KIND(POSITION) KIND(VELOCITY) KIND(WHEEL) KIND(STATE)
enum part_kind {
#define KIND(name) PART_##name,
    PART_KINDS(KIND)
#undef KIND
};

/* Their order in a state; the last two are those of a body that moves.  Wheels
 * and states follow. */
enum stored { STORED_R, STORED_L, STORED_X, STORED_V, STORES };

/* A field of an emitted struct, of the state, parameters or inputs. */
struct field {
    const char *name;
    const char *note;         /* for the header; or NULL */
    const char *unit, *frame; /* of the state; NULL: unknown */
    enum part_kind kind;      /* of the state */
    struct place place;
    int n;
    bool is_flat; /* as of a value */
    expr symbol[VALUE_NUMBERS];
    num value[VALUE_NUMBERS]; /* at the start, or a parameter's default */
    struct value signal;      /* of an input, in t and params; or none */
};

/* A value with a field's shape. */
static inline struct value value_as(const struct field *f, const expr *x)
{
    struct value v = value_from(f->n, x);
    v.is_flat = f->is_flat;
    return v;
}

/* What the emitted code says of a body. */
struct facts {
    const char *name;
    struct place place;
    const char *note;     /* the file's first comment line, or NULL */
    struct place extreme; /* of the constant of inertia, mass, torque or force
                             that is farthest from 1 */
    bool varies;          /* the inertia depends on params */
    bool changes;         /* and on t or states; then these are at the start: */
    bool start_varies;    /* the start does */
    num inertia[9];       /* at their defaults, wheels locked */
    num own[9];  /* wheels free; a linear body's sphere; NULL: the same */
    num line[3]; /* the unit axis of a linear body, or NULL */
    const char *turning; /* "wheels", what turns against the body, or NULL */
    bool has_gyro;       /* internal momentum */
    bool diagonal, has_potential;
    bool conservative; /* energy is kept: only a potential without t */
    num mass;          /* NULL: none, or it depends on params, t or states */
    bool burns, has_exhaust; /* on t or states; mass leaves off the centre */
    num start_t, until;      /* until: how long; NULL: not said */
};

/* What an adaptive step is controlled by: tolerances of one step (angle, rad;
 * rate, rad/s; position, m; velocity, m/s), durations, s, and a number of
 * steps.
 */
enum control {
    CONTROL_ANGLE,
    CONTROL_RATE,
    CONTROL_POSITION,
    CONTROL_VELOCITY,
    CONTROL_FIRST,
    CONTROL_MIN,
    CONTROL_MAX,
    CONTROL_MOST,
    CONTROLS
};

/* "angle", as it is called in the language. */
extern const char *const control_name[CONTROLS];
