/* SPDX-License-Identifier: MIT
 *
 * Valid specs from the language's grammar, drawn by a seed: every statement,
 * every function, all shapes; what is said is in its domain.  A spec has one
 * statement a line.
 */
#ifndef POL_GROW_H
#define POL_GROW_H

#include "grown/grow_values.h"

/* ---- statements ---------------------------------------------------------- */

static inline void grow_const(struct grower *g)
{
    struct grown_name *made = new_name(g, 1 + 2 * pick(g, 2));
    text_print(&g->out, "const %s = ", made->name);
    g->may = 0;
    grow(g, made->n == 1 ? 's' : 'v', 2);
    g->names++;
}

static inline void grow_param(struct grower *g, int n)
{
    struct grown_name *made = new_name(g, n);
    text_print(&g->out, n == 1 ? "param %s = " : "param %s[%d] = ", made->name, n);
    g->may = 0;
    grow(g, n == 1 ? 's' : n == 3 ? 'v' : 'm', 1);
    made->needs = MAY_PARAM;
    g->names++;
}

static inline void grow_input(struct grower *g)
{
    struct grown_name *made = new_name(g, 1 + 2 * pick(g, 2));
    text_print(&g->out, made->n == 1 ? "input %s" : "input %s[%d]", made->name, made->n);
    if (pick(g, 2)) {
        g->may = MAY_PARAM | MAY_T;
        text_put(&g->out, " = ");
        grow(g, made->n == 1 ? 's' : 'v', 2);
    }
    made->needs = MAY_INPUT;
    g->names++;
}

static inline void grow_let(struct grower *g, unsigned may, int terms)
{
    static const char of[] = "svm";
    int shape = pick(g, 3);
    struct grown_name *made = new_name(g, shape == 0 ? 1 : shape == 1 ? 3 : 9);
    text_print(&g->out, "let %s = ", made->name);
    g->may = may;
    g->used = 0;
    grow_sum(g, of[shape], terms, 1);
    made->needs = g->used;
    g->names++;
}

/* Three moments of a body, of which some may be equal, or nearly so. */
static inline void pick_moments(struct grower *g, double moment[3])
{
    const double size = pick_size(g, 0.05, 20);
    for (int i = 0; i < 3; i++)
        moment[i] = size * random_between(&g->random, 0.6, 1.1);
    int way = pick(g, 8), i = pick(g, 3);
    if (way <= 1)
        moment[i] = moment[(i + 1) % 3];
    else if (way == 2)
        moment[0] = moment[1] = moment[2];
    else if (way == 3)
        moment[i] = moment[(i + 1) % 3] * (1 + pick_size(g, 1e-15, 1e-3));
    else if (way == 4) /* a thin rod */
        moment[i] = size * pick_size(g, 0.02, 0.3), moment[(i + 1) % 3] = moment[(i + 2) % 3];
}

/* Of constants, by their moments. */
static inline void grow_constant_inertia(struct grower *g, const double m[3])
{
    const double d = 0.1 * fmin(m[0], fmin(m[1], m[2])), off = random_between(&g->random, -d, d);
    int way = pick(g, 6);
    if (way <= 2)
        text_print(&g->out, "inertia diag(%.17g, %.17g, %.17g)\n", m[0], m[1], m[2]);
    else if (way == 3)
        text_print(&g->out,
                   "inertia turn([1, 0.5, -2], 0.7) * diag(%.17g, %.17g, "
                   "%.17g) * turn([1, 0.5, -2], 0.7)'\n",
                   m[0], m[1], m[2]);
    else if (way == 4)
        text_print(&g->out,
                   "inertia box(%.3g, 0.3, 0.5, %.3g) + steiner(%.3g, [0.1, "
                   "-0.3, %.3g])\n",
                   m[0], m[1], m[2], m[0]);
    else
        text_print(&g->out,
                   "inertia [[%.17g, %.17g, 0], [%.17g, %.17g, %.3g], [0, "
                   "%.3g, %.17g]]\n",
                   m[0] + m[1], off, off, m[1] + m[2], d, d, m[2] + m[0]);
}

/* The same of params, which may be a diagonal alone. */
static inline void grow_varying_inertia(struct grower *g, const double m[3], bool is_diagonal)
{
    const char *name[3];
    for (int i = 0; i < 3; i++) {
        struct grown_name *made = new_name(g, 1);
        made->needs = MAY_PARAM;
        g->names++;
        name[i] = made->name;
        text_print(&g->out, "param %s = %.17g\n", name[i], m[i]);
    }
    switch (is_diagonal ? 0 : pick(g, 3)) {
    case 0:
        text_print(&g->out, "inertia diag(%s, %s, %s)\n", name[0], name[1], name[2]);
        break;
    case 1:
        text_print(&g->out, "inertia turn(e2, 0.6)*diag(%s, %s, %s)*turn(e2, 0.6)'\n", name[0],
                   name[1], name[2]);
        break;
    default:
        text_print(&g->out,
                   "inertia diag(%s, %s, %s) + [[%s/9, %s/20, 0], [%s/20, "
                   "%s/9, 0], [0, 0, %s/8]]\n",
                   name[0], name[1], name[2], name[0], name[0], name[0], name[0], name[0]);
    }
}

/* `is_plain`: a matrix of params is diagonal; no sphere.  Is it of params? */
static inline bool grow_inertia(struct grower *g, bool is_plain)
{
    double m[3];
    do
        pick_moments(g, m);
    while (is_plain && m[0] == m[1] && m[1] == m[2]);
    const bool varies = pick(g, 3) == 0;
    if (varies)
        grow_varying_inertia(g, m, is_plain);
    else
        grow_constant_inertia(g, m);
    return varies;
}

/* ---- methods ------------------------------------------------------------- */

static const char *const cheap_method[] = {
    "rkmk(kutta4)", "rkmk(heun2, form = rate)", "fe", "fem", "mr", "sr", "cf4", "frb_exact", "sej",
    "semi_euler",   "rkmk(ralston3)",           "cg3"};

static const char *const pair[] = {
    "bogacki_shampine32", "dopri5", "fehlberg45", "dverk",     "merson", "zonneveld43",
    "cash_karp",          "dop853", "kvaerno32",  "esdirk324", "england"};

enum { CHEAP = sizeof cheap_method / sizeof *cheap_method, PAIRS = sizeof pair / sizeof *pair };

static inline bool starts_as(const char *text, const char *const *name, int n)
{
    for (int i = 0; i < n; i++)
        if (strncmp(text, name[i], strlen(name[i])) == 0)
            return true;
    return false;
}

/* Does it work in principal axes? */
static inline bool has_axes(const char *call)
{
    static const char *const name[] = {"mr", "sr", "sej", "dmv", "sdmv", "frb", "free_exact", "je"};
    const char *inner = strchr(call, '(');
    return starts_as(call, name, 8) || (inner && starts_as(inner + 1, name, 8));
}

/* Methods of the shelf as they are listed; rkmk of any tableau; some that the
 * spec defines itself. */
static inline struct variant pick_method(struct grower *g, int terms, bool *defines)
{
    struct variant v;
    do {
        v = (struct variant){0};
        int way = pick(g, 10);
        *defines = false;
        if (terms > 60) {
            snprintf(v.call, sizeof v.call, "%s", cheap_method[pick(g, CHEAP)]);
        } else if (way == 0) {
            *defines = true; /* of a tableau that is not on the shelf */
            snprintf(v.call, sizeof v.call, "rkmk(midpoint)");
        } else if (way <= 3) {
            const struct tableau_calls *all = &g->seeds->tableaus;
            snprintf(v.call, sizeof v.call, "rkmk(%s, form = %s%s)", all->call[pick(g, all->n)],
                     pick(g, 2) ? "rate" : "momentum", pick(g, 4) ? "" : ", dexpinv = exact");
        } else {
            v = g->seeds->methods.v[pick(g, g->seeds->methods.n)];
        }
    } while (!variant_claims(&v, false));
    return v;
}

/* One that tells its error; a cheap one where there is much to be done. */
static inline struct variant pick_pair(struct grower *g, int terms)
{
    struct variant v = {0};
    snprintf(v.call, sizeof v.call, "rkmk(%s, form = %s)", pair[terms > 60 ? 0 : pick(g, PAIRS)],
             pick(g, 2) ? "rate" : "momentum");
    if (!variant_claims(&v, true))
        fail_msg("%s is refused", v.call);
    return v;
}

/* It takes potentials alone, and no sphere. */
static inline bool is_projected(const struct variant *v)
{
    return strncmp(v->call, "projected", 9) == 0;
}

static inline void grow_method(struct grower *g, const struct variant *v, bool defines)
{
    if (!defines) {
        text_print(&g->out, "method %s\n", v->call);
    } else if (pick(g, 2)) {
        double c = random_between(&g->random, 0.3, 0.9);
        text_print(&g->out,
                   "tableau own order 2 {\n  0 :\n  %.3f : %.3f\n"
                   "  b : 1 - 1/(2*%.3f), 1/(2*%.3f)\n}\nmethod rkmk(own)\n",
                   c, c, c, c);
    } else {
        text_put(&g->out, "composition own order 4 for symmetric order 2: "
                          "1/(2 - 2^(1/3)), 1 - 2/(2 - 2^(1/3)), 1/(2 - 2^(1/3))\n"
                          "method own(imidm)\n");
    }
    if (v->maps && pick(g, 3) == 0)
        text_print(&g->out, "map %s\n", pick(g, 2) ? "cay" : "exp");
}

static inline void grow_attitude(struct grower *g)
{
    const struct attitudes *all = &g->seeds->attitudes;
    const char *shown[2];
    if (pick(g, 3))
        text_print(&g->out, "attitude %s\n", all->call[pick(g, all->n)]);
    for (int i = 0; i < 2 && pick(g, 3) == 0; i++) {
        shown[i] = all->call[pick(g, all->n)];
        if (!strchr(shown[i], '=') && (i == 0 || strcmp(shown[0], shown[1])))
            text_print(&g->out, "show %s\n", shown[i]);
    }
}

/* ---- a spec -------------------------------------------------------------- */

/* What torques may look at. */
static inline unsigned load_of(const struct variant *v, bool moves)
{
    return MAY_INERTIA | MAY_PARAM | MAY_INPUT | (moves ? MAY_MOVE : 0) |
           (v->admits & USES_T ? MAY_T : 0) | (v->admits & USES_R ? MAY_R : 0) |
           (v->admits & USES_W ? MAY_W : 0) | (v->admits & USES_X && moves ? MAY_X : 0);
}

static inline void grow_load(struct grower *g, const struct variant *v, bool moves, int terms)
{
    const bool is_kept = is_projected(v);
    unsigned load = load_of(v, moves) | MAY_EXTRA;
    unsigned all = load | MAY_T | MAY_R | MAY_W | (moves ? MAY_X : 0);
    unsigned place = load & ~(unsigned)(MAY_W | MAY_INPUT);
    all &= ~(unsigned)MAY_INPUT;
    while (terms > 0) {
        int n = (int)pick_size(g, 1, terms + 0.99);
        int way = pick(g, 8);
        terms -= n;
        if (way == 0) {
            grow_let(g, pick(g, 2) ? load : place, n < 4 ? n : 4);
        } else if (way == 1) {
            text_print(&g->out, "keep seen%d = ", terms);
            g->may = all;
            grow_sum(g, 's', n < 4 ? n : 4, 1);
        } else if (!v->admits) {
            continue;
        } else if (is_kept || (way <= 3 && place & MAY_R)) {
            text_put(&g->out, "potential ");
            g->may = is_kept ? place & ~(unsigned)MAY_T : place;
            grow_sum(g, 's', n, 0.5);
        } else {
            bool space = pick(g, 2) && load & MAY_R, force = moves && pick(g, 3) == 0;
            text_print(&g->out, "%s %s ", force ? "force" : "torque",
                       (force && !(load & MAY_R)) || space ? "space" : "body");
            g->may = load;
            grow_sum(g, 'v', n, 0.3);
        }
        text_char(&g->out, '\n');
    }
}

/* An event, with a new value for a part of the state. */
static inline void grow_event(struct grower *g, bool moves)
{
    static const char *const part[] = {"w", "L", "v", "x"};
    const int shape = pick(g, 5);
    g->may = MAY_INERTIA | MAY_PARAM | MAY_INPUT | MAY_T | MAY_R | MAY_W | MAY_EXTRA |
             (moves ? MAY_MOVE | MAY_X : 0);
    text_put(&g->out, "event sees when w[1] + ");
    grow_sum(g, 's', 2, 1);
    text_put(&g->out, pick(g, 2) ? "\n" : " rising");
    if (shape == 0) {
        text_put(&g->out, " stop");
    } else if (shape == 1) {
        text_put(&g->out, " then R = ");
        grow(g, 'q', 2);
    } else if (shape < 4) {
        text_print(&g->out, " then %s = ", part[pick(g, moves ? 4 : 2)]);
        grow(g, 'v', 2);
    }
    text_put(&g->out, pick(g, 2) ? "\n" : " limit 20\n");
}

static inline void grow_start(struct grower *g, bool moves)
{
    g->may = 0;
    if (pick(g, 5)) {
        text_put(&g->out, "start R = ");
        grow(g, 'q', 2);
        text_char(&g->out, '\n');
    }
    double size = pick_size(g, 0.01, 5);
    text_print(&g->out, "start %s = [%.3g, %.3g, %.3g]\n", pick(g, 6) ? "w" : "L", size,
               -0.3 * size, size * random_between(&g->random, -1, 1));
    if (moves)
        text_print(&g->out, "start x = [1, %.3g, -2]\nstart v = [0, 0.3, 1]\n", size);
    if (pick(g, 3) == 0)
        text_print(&g->out, "start t = %.3g\n", -size);
}

static inline void grow_step(struct grower *g, bool adapts, const struct grown_extras *extras)
{
    if (!adapts) {
        text_print(&g->out, "step %s\n",
                   (const char *const[]){"0.01", "1/300", "1e-3", "2^-6"}[pick(g, 4)]);
    } else {
        text_print(&g->out, "step adaptive(angle = %.2g%s", pick_size(g, 1e-9, 1e-5),
                   pick(g, 2) ? ", rate = 1e-7" : "");
        grow_tolerances(g, extras);
        text_put(&g->out, ")\n");
        if (pick(g, 3) == 0)
            text_put(&g->out, "at [1/7, 0.25]\n");
    }
    text_put(&g->out, "until 0.4\n");
}

static inline void grow_declarations(struct grower *g)
{
    static const int sizes[] = {1, 1, 1, 3, 9};
    for (int n = pick(g, 5); n > 0; n--) {
        int way = pick(g, 4);
        if (way == 0)
            grow_const(g);
        else if (way == 1)
            grow_input(g);
        else
            grow_param(g, sizes[pick(g, 5)]);
        text_char(&g->out, '\n');
    }
}

/* The text of a spec of at most so many terms. */
static inline const char *grow_spec(struct arena *a, const struct seeds *seeds, uint64_t seed,
                                    int most)
{
    struct grower g = {.random = random_new(seed), .seeds = seeds, .out = text_new(a)};
    for (int i = 0; i < 8; i++)
        random_bits(&g.random); /* near seeds begin alike */
    g.always = pick(&g, 3) ? MAY_CALL : 0;
    int terms = (int)pick_size(&g, 1, most + 0.99);
    bool moves = pick(&g, 3) == 0, adapts = pick(&g, 6) == 0, defines = false;
    struct variant v = adapts ? pick_pair(&g, terms) : pick_method(&g, terms, &defines);
    text_put(&g.out, "body grown\n"
                     "table held(x) hold { -1: 0.5, 0.07: 1, 1/3: -1 }\n"
                     "table line(x) linear { 0: 1, 0.25: 2, 0.5: 1.5, 0.75: 2 }\n"
                     "table curve(x) cubic(outside = extend) { 0: 1, 0.4: 2, 1: 1.5 }\n"
                     "table plane(x, y) linear { : 0, 1, 0: 1, 2, 1: 0, 3, 3: 1, 1 }\n"
                     "table face(x, y) cubic { : -1, 0, 1, 0: 1, 2, 0.3, 1: 0, 3, 1 }\n"
                     "table turns(x) linear { -1: e1, 0: [1, 0.5, 2], 2: e3 }\n");
    grow_declarations(&g);
    if (moves) {
        g.may = MAY_PARAM;
        text_put(&g.out, "mass ");
        grow(&g, 'p', 1);
        text_char(&g.out, '\n');
    }
    const bool is_plain = has_axes(v.call) || is_projected(&v);
    const bool varies = grow_inertia(&g, is_plain);
    struct grown_extras extras = {0};
    if (v.admits && terms <= 60 && !is_projected(&v))
        extras = grow_extras(&g, load_of(&v, moves), is_plain && varies, &v);
    grow_load(&g, &v, moves, terms);
    if (pick(&g, 3) == 0)
        grow_event(&g, moves);
    grow_attitude(&g);
    grow_method(&g, &v, defines);
    grow_start(&g, moves);
    grow_step(&g, adapts, &extras);
    return text_chars(&g.out);
}

#endif
