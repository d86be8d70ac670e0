/* SPDX-License-Identifier: MIT
 *
 * Data shared by a checked body and its step: the meaning of symbols, fields of
 * the emitted structs, the control of a step.
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
    SYMBOL_STATE,   /* stored attitude, body momentum at step start */
    SYMBOL_UNKNOWN, /* unknown of a Newton loop, inside the loop */
    SYMBOL_SOLVED,  /* unknown of a Newton loop, after the loop */
    SYMBOL_RELAY,   /* torque carried from step to step */
    SYMBOL_X,       /* x[i], position, placeholder */
    SYMBOL_V,       /* v[i], velocity, placeholder */
    SYMBOL_EXTRA,   /* a wheel's momentum, a state of the spec, placeholder */
    SYMBOL_SHOWN,   /* attitude numbers given by the caller */
    SYMBOL_END,     /* the state at the end of an interval */
    SYMBOL_SHARE,   /* theta, the fraction of an interval */
    SYMBOL_LOAD,    /* action (torque...) at the ends of an interval */
    SYMBOL_SERIES,  /* inside the loop over the orders of a series */
    SYMBOL_SUMMED,  /* after the loop over the orders of a series */
    SYMBOL_HELD     /* sampled and held value, placeholder */
};

/* Maximum count of numbers in a value. */
enum { VALUE_NUMBERS = 16 };

/* A scalar (n = 1), a vector, or a matrix (9, row by row). */
struct value {
    int n;
    bool is_flat; /* nine numbers are a vector, not a matrix */
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

/* A shape is the count of numbers; nine are a matrix, a vector, or either. */
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

/* Kind of a part of the state, as in enum pol_kind. */
#define PART_KINDS(KIND)                                                       \
    KIND(ATTITUDE)                                                             \
    KIND(MOMENTUM) KIND(POSITION) KIND(VELOCITY) KIND(WHEEL) KIND(STATE)
enum part_kind {
#define KIND(name) PART_##name,
    PART_KINDS(KIND)
#undef KIND
};

/* Order of the parts in a state; only a body that moves has the last two.
 * Wheels and states follow. */
enum stored { STORED_R, STORED_L, STORED_X, STORED_V, STORES };

/* A field of an emitted struct: state, parameters or inputs. */
struct field {
    const char *name;
    const char *note;         /* for the header, or NULL */
    const char *unit, *frame; /* only for the state; NULL: unknown */
    enum part_kind kind;      /* only for the state */
    struct place place;
    int n;
    bool is_flat; /* as in struct value */
    expr symbol[VALUE_NUMBERS];
    num value[VALUE_NUMBERS]; /* at the start, or a parameter's default */
    struct value signal;      /* an input's value in t, params; n = 0: none */
};

/* A value with a field's shape. */
static inline struct value value_as(const struct field *f, const expr *x)
{
    struct value v = value_from(f->n, x);
    v.is_flat = f->is_flat;
    return v;
}

/* Facts about a body for the emitted code. */
struct facts {
    const char *name;
    struct place place;
    const char *note;     /* the file's first comment line, or NULL */
    struct place extreme; /* the constant of inertia, mass, torque or force that
                             is farthest from 1 */
    bool varies;          /* the inertia depends on params */
    bool changes;         /* it depends on t or states; inertia, own: at
                             start */
    bool start_varies;    /* the start depends on params */
    num inertia[9];       /* params at defaults, wheels locked */
    num free_inertia[9];  /* wheels free; linear body: its sphere; NULL: as
                             inertia */
    num line[3];          /* the unit axis of a linear body, or NULL */
    const char *turning;  /* what turns against the body, "wheels", or NULL */
    bool has_gyro;        /* internal momentum */
    bool diagonal, has_potential;
    bool conservative; /* energy is conserved: only a potential without t */
    num mass;          /* NULL: none, or it depends on params, t or states */
    bool burns, has_exhaust; /* burns: mass depends on t or states; has_exhaust:
                                mass leaves off the centre */
    num start_t, until;      /* until: length of the run, or NULL */
};

/* Controls of an adaptive step: tolerances of one step (angle, rad; rate,
 * rad/s; position, m; velocity, m/s), durations, s, and a number of steps. */
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

/* Name in the language: "angle", ... */
extern const char *const control_name[CONTROLS];
