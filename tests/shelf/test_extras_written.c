/* SPDX-License-Identifier: MIT
 *
 * How wheels, states and internal momentum may be written: statements in any
 * order, words that are names elsewhere, names that are near to others.  Of two
 * texts that say the same, runs end in the same states, to the bit.
 */
#include "load.h"
#include "random.h"

enum { MOST = 64, STEPS = 40 };

/* The numbers of the state after some steps, or at the end of adaptive ones. */
static int end_of(const char *text, double *x)
{
    double par[MOST], control[MOST], in[] = {0.1, 0.2, 0.3, 0.4};
    struct loaded l = load_text(text, NULL);
    const pol_stepper *s = l.s;
    const int n = s->state;
    assert_in_range(n, 1, MOST);
    s->start(x, par);
    if (s->control) {
        s->control_start(control);
        assert_int_equal(s->advance(x, par, in, control, s->time(x) + s->until), 0);
    } else {
        assert_int_equal(s->run(x, par, in, 0.01, STEPS), 0);
    }
    unload(l);
    return n;
}

static void must_agree(const char *one, const char *other)
{
    double x[MOST], y[MOST];
    const int n = end_of(one, x);
    if (end_of(other, y) != n)
        fail_msg("another state:\n%s\n%s", one, other);
    for (int i = 0; i < n; i++)
        if (memcmp(&x[i], &y[i], sizeof *x) != 0)
            fail_msg("number %d is %.17g, and %.17g in\n%s\n%s", i, x[i], y[i], one, other);
}

/* ---- any order ----------------------------------------------------------- */

/* Wheels and states lie in the state as they are declared: these stay in their
 * order. */
static const char *const statement[] = {
    ("wheel a(axis = [1, 0, 1], inertia = 0.01 + u, speed = 100,\n"
     "        torque = u - 0.001*a.speed + 0.1*c.momentum + z)\n"),
    "wheel c(axis = e2, inertia = 0.02, speed = 3)\n",
    "state z = u rate p[1] + a.speed/100\n",
    "state p = [0, 1, 1] rate [w[1] - z, k, dot(J*e1, e1)]\n",
    "inertia diag(1, 2, 2.5) + u*diag(0, 1, 0)\n",
    "mass 2\n",
    "gyro [0, 0, 0.1*sin(t) + k]\n",
    "gyro b*e1\n",
    "start w = [1, 0.1, 0.2]\n",
    "start t = 0.3\n",
    "step adaptive(angle = 1e-7, z = 1e-8, c = 1e-7)\n",
    "method rkmk(bogacki_shampine32)\n",
    "until 0.1\n",
};

enum { ORDERED = 4, STATEMENTS = sizeof statement / sizeof *statement };

static void print_shuffled(struct random *r, bool stays, char *text, size_t n)
{
    int order[STATEMENTS], ordered = 0;
    size_t at = (size_t)snprintf(text, n, "%s",
                                 "body b\nparam u = 0.02\nconst b = 0.1\n"
                                 "input k = 0.1*cos(t)\n");
    for (int i = 0; i < STATEMENTS; i++) {
        const int k = stays ? i : random_below(r, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (int i = 0; i < STATEMENTS; i++) {
        const int k = order[i] < ORDERED ? ordered++ : order[i];
        at += (size_t)snprintf(text + at, n - at, "%s", statement[k]);
    }
}

TEST(statements_stand_in_any_order)
{
    struct random r = random_new(1);
    char first[2000], text[2000];
    print_shuffled(&r, true, first, sizeof first);
    for (int i = 0; i < SOME_OF(8); i++) {
        print_shuffled(&r, false, text, sizeof text);
        must_agree(first, text);
    }
}

/* ---- names --------------------------------------------------------------- */

#define BODY  "body b\nstart w = [1, 0.1, 0.2]\n"
#define ROUND BODY "inertia diag(1, 2, 2.5)\n"

TEST(names_hide_nothing)
{
    static const char *const pair[][2] = {
        /* words of the statements are names beside them */
        {"body wheel\nstart w = [1, 0.1, 0.2]\n"
         "const wheel = 2 const rate = 0.5 param gyro = 0.1 let state = w[1]\n"
         "inertia wheel*diag(1, 2, 2.5)\n"
         "wheel speed(axis = gyro*e1 + e3, inertia = gyro,\n"
         "            torque = -rate*speed.speed + state)\n"
         "gyro wheel*e1\ninput angle\n"
         "state momentum = wheel rate rate*momentum +\n"
         "  gyro - state + angle\n"
         "torque body momentum*e1 *\n  wheel\n",
         "body b\nstart w = [1, 0.1, 0.2]\n"
         "const c = 2 const d = 0.5 param p = 0.1 let l = w[1]\n"
         "inertia c*diag(1, 2, 2.5)\n"
         "wheel a(axis = p*e1 + e3, inertia = p,\n"
         "        torque = -d*a.speed + l)\n"
         "gyro c*e1\ninput i\n"
         "state z = c rate d*z +\n  p - l + i\n"
         "torque body z*e1 *\n  c\n"},
        /* components of one are not another one */
        {ROUND "state z = [1, 2, 3] rate z1*z\nstate z1 = 0.5 rate z[2]\n"
               "torque body z1*z\n",
         ROUND "state z = [1, 2, 3] rate y*z\nstate y = 0.5 rate z[2]\n"
               "torque body y*z\n"},
        {ROUND "state z0 = 0.5 rate z[2]\nstate z = [1, 2, 3] rate z0*z\n",
         ROUND "state y = 0.5 rate z[2]\nstate z = [1, 2, 3] rate y*z\n"},
        {ROUND "state q0 = 1 rate q0*w[2]\nstate L0 = 1 rate q0\n"
               "state L1 = e1 rate L0*L\ntorque body L0*L1\n",
         ROUND "state a = 1 rate a*w[2]\nstate c = 1 rate a\n"
               "state d = e1 rate c*L\ntorque body c*d\n"},
        {ROUND "attitude matrix\nstate R0 = e1 rate R*R0\nstate R1 = 1 rate "
               "R0[2]\ntorque body R1*R[1]\n",
         ROUND "attitude matrix\nstate a = e1 rate R*a\nstate c = 1 rate "
               "a[2]\ntorque body c*R[1]\n"},
        {ROUND "param r[3] = [1, 2, 3]\nparam r_1 = 5\ntorque body r_1*r\n"
               "input i[3]\ninput i_0\ntorque space i_0*i\n",
         ROUND "param r[3] = [1, 2, 3]\nparam s = 5\ntorque body s*r\n"
               "input i[3]\ninput j\ntorque space j*i\n"},
        /* names of what is emitted */
        {ROUND "state error = 1 rate -c\nstate c = 1 rate error\n"
               "state worst = 1 rate c\nwheel of_c(axis = e1, inertia = 0.1)\n"
               "method rkmk(bogacki_shampine32)\n"
               "step adaptive(error = 1e-6, of_c = 1e-5)\nuntil 0.1\n",
         ROUND "state a = 1 rate -d\nstate d = 1 rate a\n"
               "state f = 1 rate d\nwheel g(axis = e1, inertia = 0.1)\n"
               "method rkmk(bogacki_shampine32)\n"
               "step adaptive(a = 1e-6, g = 1e-5)\nuntil 0.1\n"},
        {ROUND "torque body R'*e1\nstate kick = 1 rate next\nstate next = 1 rate "
               "-kick\nmethod mr\n",
         ROUND "torque body R'*e1\nstate a = 1 rate d\nstate d = 1 rate "
               "-a\nmethod mr\n"},
    };
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        must_agree(pair[i][0], pair[i][1]);
}
