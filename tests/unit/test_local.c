/* SPDX-License-Identifier: MIT
 *
 * A model at one state: its damping, and what is no number there.
 */
#include "model_kit.h"

/* A state of the model, in `rest` its numbers behind R. */
/* A body of these lines at a state, `rest` its numbers behind R. */
struct spot {
    struct checked c;
    double rest[12];
    struct local *local;
    struct local_state at;
};

static void open_spot(struct spot *s, const char *lines)
{
    static const double R[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, w[] = {0.1, 0.2, 0.3};
    static const double part[][3] = {{0.1, 0.4, 0.75}, {1, 2, 3}, {1, -2, 0.5}, {2, 3, 5}};
    char text[300];
    snprintf(text, sizeof text, "body b\ninertia diag(1, 2, 2.5)\n%s\n", lines);
    s->c = model_kit_text(text);
    const struct model *m = s->c.model;
    assert_non_null(m);
    for (int i = 0; i < m->numbers - MODEL_R; i++) {
        const int base = m->numbers - m->extra_values - MODEL_R;
        s->rest[i] = i < base ? part[i / 3][i % 3] : part[3][i - base];
    }
    s->local = local_new(m);
    s->at = (struct local_state){0.5, R, w, s->rest};
}

TEST(damping_is_known_where_it_is_plain)
{
    const struct {
        const char *lines;
        double rate;
    } known[] = {
        {"", 0},
        {"torque body -5*w", 5},                 /* J1 = 1 */
        {"torque body 5*w", 0},                  /* drives */
        {"torque body [0, -5*w[2], w[3]]", 2.5}, /* J2 = 2 */
        {"torque body -L", 1},
        {"torque space -5*(R*w)", 5},
        {"torque body -t*w", 0.5},
        {"param c = 7\ntorque body -c*w", 7},
        {"const c = 7\nlet drag = -c*w\ntorque body drag", 7},
        {"input u = 3*t\ntorque body -u*w", 1.5},
        {"input u\ntorque body -u*w", 0},
        /* of (A + A')/2, A = J^-1 S([1, 2, 3]), whose diagonal is zero */
        {"torque body -cross(w, [1, 2, 3])", 0.936454160},
        {"mass 2\nforce space -6*v", 3},
        {"mass 2\nforce space -6*v\ntorque body -5*w", 5},
        {"mass 2\nforce space -v*norm(v)", sqrt(5.25)}, /* 2 |v|/m along v */
        {"torque body [sin(t), R[1,1], 0]", 0},
        {"torque body if(t < 1, -5*w, 3*w)", 5},
        {"torque body 1/(t - 0.5)*w", 0}, /* no number */
        {"state z = 1 rate -3*z^2", 12},
        {"state z = 1 rate 3*z", 0},
        {"state z = 1 rate -3*z/(t - 0.5)", 0},
        {"state z = [1, 1, 1] rate [z[2], -4*z[2], w[1]]", 4},
        {"state z = 1 rate -3*z\ntorque body -5*w", 5},
        {"input u = 8*t\nstate z = 1 rate -u*z", 4},
        /* s = eta/I - w1, w1 = (L1 - eta)/(J1 - I) */
        {"wheel a(axis = e1, inertia = 1/4, torque = -a.speed)", 4 + 4 / 3.},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct spot s;
        open_spot(&s, known[i].lines);
        double rate = local_damping(s.local, &s.at);
        const double want = known[i].rate;
        if (fabs(rate - want) > 2e-6)
            print_error("%s: %.9g, not %.9g\n", known[i].lines, rate, want);
        assert_close(rate, want, 2e-6);
        model_kit_free(&s.c);
    }
}

TEST(the_first_thing_that_is_no_number_is_found)
{
    const struct {
        const char *lines, *what, *expr;
        int line; /* of the place */
    } known[] = {
        {"torque body sin(t)*e1", NULL, NULL, 0},
        {"torque body sqrt(-1 - t)*e1", "the torque", "sqrt(-(t + 1))", 3},
        {"torque body e1\ntorque space log(t - 1)*e1", "the torque", "log(t - 1)", 4},
        {"let k = asin(2*t + 1)\ntorque body 3*k*e2", "k", "asin(2*(t + 1/2))", 3},
        {"let k = asin(2*t + 1)\ntorque body e2", NULL, NULL, 0},
        {"let k = asin(2*t + 1)\ntorque body sqrt(-t)*e2", "the torque", "sqrt(-t)", 4},
        {"potential norm(R'*e3 - e3)", "the potential", "", 3},
        {"potential log(R[1,1] - 1)", "the potential", "", 3},
        {"mass 1\nforce space e1/(t - 1/2)", "the force", "", 4},
        {"param p = -1\ntorque body p^0.5*w", "the torque", "", 4},
        {"input u = sqrt(-t)\ntorque body u*e1", "the torque", "sqrt(-t)", 4},
        {"torque body exp(1e4*t)*e1", "the torque", "", 3},
        {"state z = 1\nrate sqrt(-1 - t)", "the rate of 'z'", "sqrt(-(t + 1))", 4},
        {"state z = 1 rate log(z - 2)", "the rate of 'z'", "log(z - 2)", 3},
        {"let k = log(t - 1)\nstate z = 1 rate k", "k", "log(t - 1)", 3},
        {"wheel a(axis = e1, inertia = 1/4,\ntorque = log(t - 1))", "the torque of wheel 'a'",
         "log(t - 1)", 4},
        {"gyro e1\ngyro log(1/4 - t)*e1", "the internal momentum", "log(-(t - 1/4))", 4},
        {"state z = 1 rate z", NULL, NULL, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct spot s;
        open_spot(&s, known[i].lines);
        struct blame b = local_blame(s.local, &s.at, false);
        int line = 0, column;
        if (b.subject)
            place_find(b.place, &line, &column);
        if (line != known[i].line)
            print_error("%s: line %d\n", known[i].lines, line);
        assert_int_equal(line, known[i].line);
        assert_int_equal(!b.subject, !known[i].what);
        if (b.subject) {
            struct text shown = text_new(s.c.l.arena);
            expr_print(b.expr, 100, &shown);
            assert_string_equal(b.subject, known[i].what);
            if (*known[i].expr)
                assert_string_equal(text_chars(&shown), known[i].expr);
        }
        model_kit_free(&s.c);
    }
}

/* By the rates there, all but R; x goes with v, and v with the force. */
TEST(a_state_goes_on_straight_lines)
{
    struct spot s;
    open_spot(&s, "torque body [t, 0, 6]\nstate z = 1 rate w[2]\n"
                  "state y = 1 rate z*y\nstate x3 = 1 rate -1\n");
    struct local_state to = local_extrapolate(s.local, &s.at, 2);
    const double *const extra = to.rest + 3;
    assert_close(extra[0], 2 + 2 * 0.2, 1e-15);
    assert_close(extra[1], 3 + 2 * 6, 1e-15);
    assert_close(extra[2], 5 - 2, 1e-15);
    assert_close(to.t, 2.5, 0);
    assert_memory_equal(to.R, s.at.R, 9 * sizeof *to.R);
    /* L' = L x w + torque */
    const double rate[] = {0.4 * 0.3 - 0.75 * 0.2 + 0.5, 0.75 * 0.1 - 0.1 * 0.3,
                           0.1 * 0.2 - 0.4 * 0.1 + 6};
    for (int i = 0; i < 3; i++) {
        const double moment[] = {1, 2, 2.5};
        assert_close(to.rest[i], s.at.rest[i] + 2 * rate[i], 1e-14);
        assert_close(to.w[i], s.at.w[i] + 2 * rate[i] / moment[i], 1e-14);
    }
    model_kit_free(&s.c);
    open_spot(&s, "mass 2\nforce space e3\nstate z = 1 rate x[1]\n");
    to = local_extrapolate(s.local, &s.at, 2);
    assert_close(to.rest[3], 1 + 2 * 1, 1e-15);
    assert_close(to.rest[4], 2 - 2 * 2, 1e-15);
    assert_close(to.rest[8], 0.5 + 2 * 0.5, 1e-15);
    assert_close(to.rest[9], 2 + 2 * 1, 1e-15);
    model_kit_free(&s.c);
}
