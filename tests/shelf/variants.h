/* SPDX-License-Identifier: MIT
 *
 * Every method that stands on the shelf, in every way in which it can be
 * called that makes another method of it, with what it claims then.
 */
#ifndef POL_VARIANTS_H
#define POL_VARIANTS_H

#include "load.h"
#include "recipe/recipe.h"
#include "shelf/attitudes.h"

/* What a method may keep, as bits, in the order of `kept_name`. */
enum {
    KEEPS_MOMENTUM = 1,
    KEEPS_ENERGY = 2,
    KEEPS_NORM = 4,
    KEEPS_ENERGY_HALF = 8,
    KEEPS_AXIS = 16,
    KEEPS_LINEAR = 32,
    KEEPS_SYMPLECTIC = 64,
    KEEPS_SYMPLECTIC_FREE = 128,
    ALL_KEPT = 8
};
static const char *const kept_name[ALL_KEPT] = {
    "momentum",    "energy",          "norm_L",
    "energy_half", "axis_momentum",   "energy_linear_potential",
    "symplectic",  "symplectic_free",
};

enum { ADMITS_ALL = USES_T | USES_R | USES_W | USES_X };

struct variant {
    char call[120];
    const char *map; /* NULL: its own */
    bool everywhere; /* to be tried on all bodies, not only on some */
    /* Of those with this tableau it may be that the method refuses implicit
     * ones; NULL: it must take it. */
    const char *tableau;
    int order, order_free;
    bool symmetric, implicit, maps;
    bool gyro, states;      /* may the body have them? */
    bool iterates;          /* seen: a step of the free body has a loop */
    unsigned admits, keeps; /* keeps: with what follows from it */
    double turn;            /* of a step, less than so many rad; 0: any */
};

enum { MOST_VARIANTS = 300 };
struct variants {
    int n;
    struct variant v[MOST_VARIANTS];
};

static inline pol_options variant_options(const struct variant *v)
{
    pol_options o = options_by(v->call, NULL);
    o.map = v->map;
    return o;
}

/* With what follows: whoever keeps a vector keeps its length, and so on. */
static inline unsigned keeps_closed(unsigned keeps)
{
    if (keeps & KEEPS_MOMENTUM)
        keeps |= KEEPS_NORM;
    if (keeps & KEEPS_LINEAR)
        keeps |= KEEPS_ENERGY;
    if (keeps & KEEPS_SYMPLECTIC)
        keeps |= KEEPS_SYMPLECTIC_FREE;
    return keeps;
}

static inline unsigned keeps_bits(const struct promise *p)
{
    unsigned bits = 0;
    for (int i = 0; i < p->keeps; i++)
        for (int k = 0; k < ALL_KEPT; k++)
            if (!strcmp(p->keep[i], kept_name[k]))
                bits |= 1u << k;
    return keeps_closed(bits);
}

static inline bool step_iterates(const struct step *s)
{
    for (int i = 0; i < s->advance.solves; i++)
        if (s->advance.solve[i].n > 0)
            return true;
    return false;
}

/* The claims of a method with its options, as the derived step has them; false
 * if the method refuses. */
static inline bool variant_claims(struct variant *v, bool loud)
{
    pol_options o = variant_options(v);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
    bool good = pol_derive(job) == POL_OK;
    if (!good && loud)
        print_diags(job);
    if (good) {
        const struct promise *p = &job->step->recipe->promise;
        v->order = p->order;
        v->order_free = p->order_free;
        v->symmetric = p->symmetric;
        v->implicit = p->is_implicit;
        v->maps = p->maps;
        v->gyro = p->gyro;
        v->states = p->states;
        v->iterates = step_iterates(job->step);
        v->admits = p->admits;
        v->keeps = keeps_bits(p);
        v->turn = TURN * p->turn;
    }
    pol_close(job);
    return good;
}

/* ---- the ways to call a method ------------------------------------------- */

/* "name(need, option = word)"; need and option may be NULL. */
static inline struct variant make_call(const char *name, const char *need, const char *option,
                                       const char *word)
{
    struct variant v = {0};
    snprintf(v.call, sizeof v.call, "%s%s%s%s%s%s%s%s", name, need || option ? "(" : "",
             need ? need : "", need && option ? ", " : "", option ? option : "",
             option ? " = " : "", option ? word : "", need || option ? ")" : "");
    return v;
}

static inline void add_variant(struct variants *all, struct variant v, bool everywhere)
{
    v.everywhere = everywhere;
    assert_true(all->n < MOST_VARIANTS);
    all->v[all->n++] = v;
}

/* The method with `need`, and with each word of each option. */
static inline void add_words(struct variants *all, const char *name, const char *need,
                             const struct ways *w)
{
    add_variant(all, make_call(name, need, NULL, NULL), true);
    for (int i = 0; i < w->n; i++)
        for (int k = 1; k < w->way[i].words; k++)
            add_variant(all, make_call(name, need, w->way[i].name, w->way[i].word[k]), true);
}

/* Has the tableau nothing to be solved for? */
static inline bool is_explicit(const char *tableau)
{
    struct variant v = make_call("rkmk", tableau, NULL, NULL);
    assert_true(variant_claims(&v, true));
    return !v.implicit;
}

/* With one tableau; implicit ones may be refused. */
static inline void add_tableau(struct variants *all, const char *name, const char *tableau,
                               const char *option, const char *word)
{
    struct variant v = make_call(name, tableau, option, word);
    v.tableau = tableau;
    add_variant(all, v, false);
}

/* One tableau of each kind that a method can meet, besides kutta4: explicit of
 * low and high order; one implicit stage and several, alone and after an
 * explicit one; all stages at once, with and without an explicit first one, and
 * where no inverse serves.  test_whole_shelf runs each tableau there is. */
static const char *const tried_tableau[] = {
    "euler",     "dopri5", "cooper_verner8", "backward_euler", "midpoint",   "trapezoid", "trbdf2",
    "crouzeix3", "gauss4", "gauss6",         "radau2a3",       "lobatto3a4", "lobatto3c6"};

/* With each of them, in the forms of the first option that has words. */
static inline void add_tableaus(struct variants *all, const char *name, const struct ways *w)
{
    int form = 0;
    while (form < w->n && w->way[form].words == 0)
        form++;
    for (size_t i = 0; i < sizeof tried_tableau / sizeof *tried_tableau; i++) {
        add_tableau(all, name, tried_tableau[i], NULL, NULL);
        for (int k = 1; form < w->n && k < w->way[form].words; k++)
            add_tableau(all, name, tried_tableau[i], w->way[form].name, w->way[form].word[k]);
    }
}

/* On top of other methods: on those of these that it takes. */
static inline void add_bases(struct variants *all, const char *name, const struct ways *w)
{
    static const char *const base[] = {"imidm", "mr", "sej"};
    int before = all->n;
    for (size_t i = 0; i < sizeof base / sizeof *base; i++) {
        struct variant v = make_call(name, base[i], NULL, NULL);
        if (variant_claims(&v, false))
            add_words(all, name, base[i], w);
    }
    if (all->n == before)
        fail_msg("%s takes none of the methods that were tried", name);
}

static inline void add_file(struct variants *all, const char *name, const char *options)
{
    struct ways w = read_ways(options);
    bool tableau = false, method = false;
    for (int i = 0; i < w.n; i++) {
        tableau |= w.way[i].tableau;
        method |= w.way[i].method;
    }
    if (method) {
        add_bases(all, name, &w);
    } else if (tableau) {
        add_words(all, name, "kutta4", &w);
        add_tableaus(all, name, &w);
    } else {
        add_words(all, name, NULL, &w);
    }
}

static inline bool has_call(const struct variants *all, const char *call)
{
    for (int i = 0; i < all->n; i++)
        if (!strcmp(all->v[i].call, call))
            return true;
    return false;
}

/* What the file gives for examples: numbers and expressions for options. */
static inline void add_examples(struct variants *all, const struct shelf_claim *claim)
{
    for (int i = 0; i < claim->examples; i++) {
        struct variant v = {0};
        if (has_call(all, claim->example[i]))
            continue;
        assert_true(strlen(claim->example[i]) < sizeof v.call);
        strcpy(v.call, claim->example[i]);
        add_variant(all, v, true);
    }
}

/* Beside what the methods give as examples: numbers of commutators, and
 * compositions of methods that solve or have kicks at their ends. */
static const char *const chosen[] = {
    "suzuki4(sej)",
    "triple4(imidm)",
    "rkmk(kutta4, dexpinv = 0)",
    "rkmk(kutta4, dexpinv = 1)",
    "rkmk(butcher6, form = rate, dexpinv = 2)",
    "sdmv(4)", /* claims between its examples */
};

static inline pol_status collect_variants(struct pol_job *job, void *argument)
{
    struct variants *all = argument;
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_METHOD, i);
        struct shelf_claim claim = {0};
        if (!shelf_describe(&job->diags, file, &claim))
            return POL_BAD_SHELF;
        add_file(all, file->name, claim.options);
        add_examples(all, &claim);
    }
    for (int i = 0; i < shelf_count(shelf, SHELF_COMPOSITION); i++) {
        const char *name = shelf_at(shelf, SHELF_COMPOSITION, i)->name;
        add_variant(all, make_call(name, "mr", NULL, NULL), false);
    }
    return POL_OK;
}

/* Their claims are not known yet. */
static inline void calls_of_shelf(struct variants *all)
{
    pol_job *job = pol_open(NULL);
    *all = (struct variants){0};
    assert_int_equal(job_run(job, collect_variants, all), POL_OK);
    pol_close(job);
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        struct variant v = {0};
        strcpy(v.call, chosen[i]);
        add_variant(all, v, false);
    }
    assert_true(all->n >= 30);
}

/* Their claims; false for what a method rightly refuses. */
static inline bool variant_is_taken(struct variant *v)
{
    if (variant_claims(v, !v->tableau))
        return true;
    if (!v->tableau || is_explicit(v->tableau))
        fail_msg("%s is refused", v->call);
    return false;
}

/* A method by its call alone, for tests of single ones. */
static inline struct variant variant_of(const char *call)
{
    struct variant v = {0};
    assert_true(strlen(call) < sizeof v.call);
    strcpy(v.call, call);
    if (!variant_claims(&v, true))
        fail_msg("%s is refused", call);
    return v;
}

/* ---- tableaus ---- */

enum { MOST_TABLEAUS = 400 };

struct tableau_calls {
    int n;
    char call[MOST_TABLEAUS][64];
};

static inline pol_status collect_tableaus(struct pol_job *job, void *argument)
{
    struct tableau_calls *c = argument;
    const struct kit kit = job_kit(job);
    const char *const *call;
    c->n = tableau_calls(&kit, 0, &call);
    assert_true(c->n > 0 && c->n <= MOST_TABLEAUS);
    for (int i = 0; i < c->n; i++)
        snprintf(c->call[i], sizeof c->call[i], "%s", call[i]);
    return POL_OK;
}

static inline void tableaus_of_shelf(struct tableau_calls *c)
{
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect_tableaus, c), POL_OK);
    pol_close(job);
}

/* ---- bodies -------------------------------------------------------------- */

#define TEST_BODY(name) POL_TESTS_DIR "/shelf/bodies/" name ".pol"

struct load_of { /* what acts on a body */
    bool torque; /* or force */
    unsigned uses;
};

static inline struct load_of load_of_spec(const char *spec)
{
    pol_job *job = pol_open(NULL);
    assert_int_equal(pol_read(job, spec), POL_OK);
    struct load_of l = {.uses = job->model->uses & ADMITS_ALL};
    for (int i = 0; i < 3; i++)
        l.torque |= !expr_is_zero(job->model->torque.x[i]) || !expr_is_zero(job->model->force.x[i]);
    pol_close(job);
    return l;
}

static inline bool variant_admits(const struct variant *v, struct load_of l)
{
    return !l.torque || (v->admits && !(l.uses & ~v->admits));
}

#endif
