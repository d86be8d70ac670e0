/* SPDX-License-Identifier: MIT
 *
 * Methods that are the same by mathematics give the same steps, to round-off:
 * compositions, adjoints, conjugates, special cases of one another.
 * P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, and "Explicit time
 * integrators for nonlinear dynamics derived from the midpoint rule".
 */
#include "shelf/axioms.h"
#include "shelf/drafts.h"
#include "shelf/variants.h"

/* ---- what is the same ---------------------------------------------------- */

enum { PARTS = 3 };

/* Steps of these methods, one after another, each of a share of h. */
struct chain {
    struct {
        const char *call;
        double share;
    } part[PARTS]; /* ended by a NULL */
};

enum where { EVERYWHERE, WITHOUT_TORQUE };
enum what { ALL, MOMENTUM };

struct identity {
    enum where where;
    enum what what;
    struct chain left, right;
};

#define TRIPLE 1.3512071919596577 /* 1/(2 - 2^(1/3)) */

/* clang-format off */
static const struct identity identities[] = {
    /* the first-order methods are adjoint to one another */
    {EVERYWHERE, ALL, {{{"fe", 1}, {"be", -1}}}, {{{0}}}},
    {EVERYWHERE, ALL, {{{"fem", 1}, {"bem", -1}}}, {{{0}}}},
    {EVERYWHERE, ALL, {{{"liemid_e2", 1}, {"liemid_e1", -1}}}, {{{0}}}},
    /* what is composed of them */
    {EVERYWHERE, ALL, {{{"trap", 1}}}, {{{"fe", 0.5}, {"be", 0.5}}}},
    {EVERYWHERE, ALL, {{{"imid", 1}}}, {{{"be", 0.5}, {"fe", 0.5}}}},
    {EVERYWHERE, ALL, {{{"trapm", 1}}}, {{{"fem", 0.5}, {"bem", 0.5}}}},
    {EVERYWHERE, ALL, {{{"imidm", 1}}}, {{{"bem", 0.5}, {"fem", 0.5}}}},
    {EVERYWHERE, ALL, {{{"liemid_ea", 1}}},
     {{{"liemid_e2", 0.5}, {"liemid_e1", 0.5}}}},
    {EVERYWHERE, ALL, {{{"triple4(imidm)", 1}}},
     {{{"imidm", TRIPLE}, {"imidm", 1 - 2*TRIPLE}, {"imidm", TRIPLE}}}},
    {EVERYWHERE, ALL, {{{"triple4(sej)", 1}}},
     {{{"sej", TRIPLE}, {"sej", 1 - 2*TRIPLE}, {"sej", TRIPLE}}}},
    /* conjugate: half a step of the one leads from one to the other */
    {EVERYWHERE, ALL, {{{"trap", 1}, {"fe", 0.5}}},
     {{{"fe", 0.5}, {"imid", 1}}}},
    {EVERYWHERE, ALL, {{{"trapm", 1}, {"fem", 0.5}}},
     {{{"fem", 0.5}, {"imidm", 1}}}},
    /* Munthe-Kaas methods of small tableaus */
    {EVERYWHERE, ALL, {{{"fe", 1}}}, {{{"rkmk(euler, form = rate)", 1}}}},
    {EVERYWHERE, ALL, {{{"fem", 1}}}, {{{"rkmk(euler)", 1}}}},
    {EVERYWHERE, MOMENTUM, {{{"semi_euler", 1}}}, {{{"fe", 1}}}},
    {EVERYWHERE, MOMENTUM, {{{"kinematic(euler)", 1}}}, {{{"fe", 1}}}},
    {EVERYWHERE, MOMENTUM, {{{"semi_kinematic", 1}}}, {{{"fe", 1}}}},
    {EVERYWHERE, ALL, {{{"be", 1}}},
     {{{"rkmk(backward_euler, form = rate)", 1}}}},
    {EVERYWHERE, ALL, {{{"bem", 1}}}, {{{"rkmk(backward_euler)", 1}}}},
    {EVERYWHERE, ALL, {{{"imid", 1}}}, {{{"rkmk(midpoint, form = rate)", 1}}}},
    {EVERYWHERE, ALL, {{{"imidm", 1}}}, {{{"rkmk(midpoint)", 1}}}},
    {EVERYWHERE, ALL, {{{"liemid_i", 1}}}, {{{"imidm", 1}}}},
    {EVERYWHERE, ALL, {{{"bbtrap", 1}}},
     {{{"rkmk(trapezoid, dexpinv = 0)", 1}}}},
    {EVERYWHERE, ALL, {{{"bbtrapwd", 1}}},
     {{{"rkmk(trapezoid, dexpinv = exact)", 1}}}},
    /* all this with the Cayley map, too */
    {EVERYWHERE, ALL, {{{"fe(map = cay)", 1}, {"be(map = cay)", -1}}}, {{{0}}}},
    {EVERYWHERE, ALL, {{{"fem(map = cay)", 1}, {"bem(map = cay)", -1}}},
     {{{0}}}},
    {EVERYWHERE, ALL, {{{"trap(map = cay)", 1}}},
     {{{"fe(map = cay)", 0.5}, {"be(map = cay)", 0.5}}}},
    {EVERYWHERE, ALL, {{{"imid(map = cay)", 1}}},
     {{{"be(map = cay)", 0.5}, {"fe(map = cay)", 0.5}}}},
    {EVERYWHERE, ALL, {{{"trapm(map = cay)", 1}}},
     {{{"fem(map = cay)", 0.5}, {"bem(map = cay)", 0.5}}}},
    {EVERYWHERE, ALL, {{{"imidm(map = cay)", 1}}},
     {{{"bem(map = cay)", 0.5}, {"fem(map = cay)", 0.5}}}},
    {EVERYWHERE, ALL, {{{"bbtrapwd(map = cay)", 1}}},
     {{{"rkmk(trapezoid, map = cay)", 1}}}},
    /* without torque */
    {WITHOUT_TORQUE, ALL, {{{"bbtrap", 1}}}, {{{"swc1", 1}}}},
    {WITHOUT_TORQUE, ALL, {{{"bbtrap(map = cay)", 1}}}, {{{"akw", 1}}}},
    {WITHOUT_TORQUE, ALL, {{{"liemid_e1", 1}}}, {{{"liemid_i", 1}}}},
    {WITHOUT_TORQUE, ALL, {{{"liemid_e2", 1}}}, {{{"liemid_i", 1}}}},
    {WITHOUT_TORQUE, ALL, {{{"liemid_ea", 1}}},
     {{{"liemid_i", 0.5}, {"liemid_i", 0.5}}}},
    {WITHOUT_TORQUE, MOMENTUM, {{{"akw", 1}}}, {{{"imid", 1}}}},
};
/* clang-format on */
enum { IDENTITIES = sizeof identities / sizeof *identities };

/* ---- on which bodies ----------------------------------------------------- */

static const struct {
    const char *path;
    bool is_free;
} bodies[] = {
    {TEST_BODY("free_full"), true}, {SPEC("satellite"), false},    {SPEC("kicked"), false},
    {SPEC("offdiag"), false},       {SPEC("coulomb_wall"), false}, {SPEC("thrown"), false},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

/* The methods that have been loaded for a body. */
enum { MOST = 50 };
struct steppers {
    const char *path;
    int n;
    const char *call[MOST];
    struct loaded l[MOST];
};

static const pol_stepper *stepper(struct steppers *all, const char *call)
{
    for (int i = 0; i < all->n; i++)
        if (!strcmp(all->call[i], call))
            return all->l[i].s;
    assert_true(all->n < MOST);
    pol_options o = options_by(call, NULL);
    all->call[all->n] = call;
    all->l[all->n] = draft(all->path, &o);
    return all->l[all->n++].s;
}

/* ---- comparing ----------------------------------------------------------- */

/* A state on the way, at a time that is not 0, with inputs. */
static struct body_state state_on_the_way(struct steppers *all, double *h)
{
    const pol_stepper *s = stepper(all, "rkmk(kutta4)");
    struct body_state b = start_of(s);
    double w[3];
    for (int i = 0; i < s->input; i++)
        b.in[i] = 0.3 + 0.2 * i;
    s->omega(b.x, b.par, b.in, w);
    *h = 0.2 / norm3(w);
    assert_int_equal(s->run(b.x, b.par, b.in, *h / 2, 7), 0);
    return b;
}

static struct end follow(struct steppers *all, const struct chain *c, struct body_state b, double h)
{
    struct end e = {0};
    for (int i = 0; i < PARTS && c->part[i].call && !e.status; i++)
        e.status = stepper(all, c->part[i].call)->step_once(b.x, b.par, b.in, c->part[i].share * h);
    read_end(all->l[0].s, b.x, &e);
    return e;
}

static double apart(const struct identity *id, const struct end *a, const struct end *b)
{
    if (a->status || b->status)
        return INFINITY;
    return id->what == ALL ? distance(a, b) : gap3(a->L, b->L) / norm3(b->L);
}

/* The largest difference over a few steps. */
static double check(struct steppers *all, const struct identity *id)
{
    double h, worst = 0;
    struct body_state b = state_on_the_way(all, &h);
    for (int i = 0; i < 5; i++) {
        double step = i % 2 ? -h : h * (1 + 0.25 * i);
        struct end left = follow(all, &id->left, b, step);
        struct end right = follow(all, &id->right, b, step);
        worst = fmax(worst, apart(id, &left, &right));
        assert_int_equal(stepper(all, "rkmk(kutta4)")->step_once(b.x, b.par, b.in, h), 0);
    }
    return worst;
}

static const char *first_of(const struct chain *c)
{
    return c->part[0].call ? c->part[0].call : "nothing";
}

TEST(methods_that_are_the_same_give_the_same_steps)
{
    int wrong = 0;
    for (int k = 0; k < BODIES; k++) {
        struct steppers all = {.path = bodies[k].path};
        for (int i = 0; i < IDENTITIES; i++) {
            const struct identity *id = &identities[i];
            if (id->where == WITHOUT_TORQUE && !bodies[k].is_free)
                continue;
            double off = check(&all, id);
            if (off <= 1e-14)
                continue;
            print_error("%s: %s ... and %s ... are %.1e apart\n", bodies[k].path,
                        first_of(&id->left), first_of(&id->right), off);
            wrong++;
        }
        while (all.n > 0)
            unload(all.l[--all.n]);
    }
    assert_int_equal(wrong, 0);
}
