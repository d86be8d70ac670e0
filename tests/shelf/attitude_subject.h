/* SPDX-License-Identifier: MIT
 *
 * An attitude to be looked at in emitted code, by a method that lets tests see
 * its functions.  Its body has a mass, so that L, x and v can hold nine
 * numbers: the rows of a matrix that is given, or what a function gives.  Each
 * probe is derived and compiled when it is first asked for, and kept.
 */
#ifndef POL_ATTITUDE_SUBJECT_H
#define POL_ATTITUDE_SUBJECT_H

#include "shelf/dropped.h"
#include "shelf/attitudes.h"

/* move: turned by element(h L).
 * store: the numbers of the matrix.  rate: of the stored numbers, at the rate
 * L. state: is it regular, has it a rate, and its constraint; and its numbers
 * are restored.  The state between steps, most of a stepper's text, is not
 * looked at. */
static const char attitude_probe[] =
    "-- probe.lua - what the tests look through; no source, 2026.\n"
    "function dense(_, a) a.turn = 0 return a end\n"
    "local function spread(a)\n"
    "  for i = #a + 1, 9 do a[i] = 0 end\n"
    "  return vec(a[1], a[2], a[3]), vec(a[4], a[5], a[6]),\n"
    "         vec(a[7], a[8], a[9])\n"
    "end\n"
    "-- nine values at most, and the new attitude\n"
    "local look = {\n"
    "  store = function(A, x, R) return {}, A.at(A.set(R)) end,\n"
    "  rate = function(A, x, R) return A.rate and A.rate(x, R[1]) or {} end,\n"
    "  state = function(A, x)\n"
    "    return { A.regular and select(A.regular(x), 1, 0) or 1,\n"
    "             A.rate and 1 or 0, table.unpack(A.constraint(x)) },\n"
    "           A.at(A.restore(x))\n"
    "  end,\n"
    "}\n"
    "return method {\n"
    "  title = 'probe', source = 'none', order = 0, turn = false,\n"

    "  options = { { name = 'what',\n"
    "                words = { 'move', 'store', 'rate', 'state' } } },\n"
    "  step = function(m, s, h, opt)\n"
    "    if opt.what == 'move' then\n"
    "      stage('only')\n"
    "      return { R = s.R:turned(m.map.element(h * s.L)), L = s.L,\n"
    "               z = s.z }\n"
    "    end\n"
    "    local a, R = look[opt.what](m.attitude, s.R:stored(),\n"
    "                                { s.L, s.z[1], s.z[2] })\n"
    "    local L, x, v = spread(a)\n"
    "    return { R = R or s.R, L = L, z = { x, v } }\n"
    "  end,\n"
    "}\n";

/* What "state" says, in this order. */
enum { IS_REGULAR, HAS_RATE, CONSTRAINT, CONSTRAINTS = 9 - CONSTRAINT };

static const char attitude_probe_body[] = "body probe\n"
                                          "inertia diag(1, 1, 1) mass 1\n";

/* One of its words for an attitude (and a map, or NULL), loaded. */
struct probe {
    pol_image *image;
    const pol_stepper *s;
    int n;      /* stored numbers; then L, x, v, nine in a row */
    double eps; /* of its real type */
};

static inline struct probe probe_open(const char *folder, const char *what, const char *attitude,
                                      const char *map, pol_real real)
{
    struct probe p = {0};
    char method[40];
    pol_options o = pol_default_options();
    snprintf(method, sizeof method, "probe(%s)", what);
    o.shelf = &folder;
    o.shelves = 1;
    o.method = method;
    o.attitude = attitude;
    o.map = map;
    o.real = real;
    struct loaded l = load_text(attitude_probe_body, &o);
    p.image = l.image;
    p.s = l.s;
    p.n = p.s->state - 11;
    p.eps = real == POL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    return p;
}

/* Where one is none, which one is not told. */
static inline void no_numbers(const struct probe *p, struct body_state *out)
{
    for (int i = 0; i < p->n + 9; i++)
        out->x[i] = NAN;
}

/* A step of 1 with these stored numbers (or NULL: any) and these nine values;
 * the state after it.  The status is what the step returns. */
static inline int probe_evaluate(const struct probe *p, const double *stored, const double nine[9],
                                 struct body_state *out)
{
    *out = start_of(p->s);
    if (stored)
        memcpy(out->x, stored, (size_t)p->n * sizeof *stored);
    memcpy(out->x + p->n, nine, 9 * sizeof *nine);
    int status = p->s->run(out->x, out->par, out->in, 1.0, 1);
    if (status != POL_STEP_NOT_FINITE)
        return status;
    no_numbers(p, out);
    return 0;
}

enum { MOST_PROBES = 40 };

struct subject {
    const char *folder; /* a shelf that has the probe */
    char call[80];
    const struct maps *maps; /* by which it is turned */
    int opened;
    struct {
        const char *what, *map;
        pol_real real;
        struct probe probe;
    } open[MOST_PROBES];
    char stored[300], shown[300]; /* what is noted on its numbers */
};

static inline const struct probe *probe_by(struct subject *s, const char *what, const char *map,
                                           pol_real real)
{
    int i = 0;
    while (i < s->opened && (strcmp(s->open[i].what, what) != 0 ||
                             strcmp(s->open[i].map, map) != 0 || s->open[i].real != real))
        i++;
    assert_true(i < MOST_PROBES);
    if (i == s->opened) {
        s->open[i].what = what;
        s->open[i].map = map;
        s->open[i].real = real;
        s->open[i].probe = probe_open(s->folder, what, s->call, map, real);
        s->opened++;
    }
    return &s->open[i].probe;
}

/* In double; it is turned by rotation vectors. */
static inline const struct probe *probe_of(struct subject *s, const char *what)
{
    return probe_by(s, what, "exp", POL_DOUBLE);
}

static inline void subject_close(struct subject *s)
{
    for (int i = 0; i < s->opened; i++)
        pol_unload(s->open[i].probe.image);
    s->opened = 0;
}

/* While the tests run: a shelf with the probe, and what they look through. */
enum { MOST_SUBJECTS = 100 };
static struct dropped probe_shelf;
static struct subject looked_through[MOST_SUBJECTS];
static int subjects;

static inline int open_probes(void **state)
{
    (void)state;
    probe_shelf = drop_begin();
    drop(&probe_shelf, "methods", "probe.lua", attitude_probe);
    return 0;
}

static inline int close_probes(void **state)
{
    (void)state;
    while (subjects > 0)
        subject_close(&looked_through[--subjects]);
    drop_end(&probe_shelf);
    return 0;
}

static inline struct subject *subject_of(const char *attitude)
{
    struct subject *s = looked_through;
    while (s < looked_through + subjects && strcmp(s->call, attitude) != 0)
        s++;
    if (s == looked_through + subjects) {
        assert_true(subjects++ < MOST_SUBJECTS);
        *s = (struct subject){.folder = probe_shelf.folder};
        snprintf(s->call, sizeof s->call, "%s", attitude);
    }
    return s;
}

static inline void subject_read_notes(struct subject *s)
{
    char spec[200];
    pol_options o = pol_default_options();
    if (s->stored[0])
        return;
    o.shelf = &s->folder;
    o.shelves = 1;
    o.attitude = s->call;
    o.method = "probe(state)";
    snprintf(spec, sizeof spec, "%s show %s", attitude_probe_body, s->call);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "n.pol", spec, strlen(spec)), POL_OK);
    assert_int_equal(pol_derive(job), POL_OK);
    const struct step *step = job->step;
    snprintf(s->stored, sizeof s->stored, "%s", step->store[0].note);
    snprintf(s->shown, sizeof s->shown, "%s",
             step->offer.shown[step->recipe->shows - 1].numbers.note);
    pol_close(job);
}

#endif
