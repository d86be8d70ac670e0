/* SPDX-License-Identifier: MIT
 *
 * The times at which torque, force and what turns inside are not smooth are
 * found, whatever the comparison looks like, and no others.
 */
#include "model_kit.h"

#define BODY                                                                                       \
    "body b\ninertia diag(1, 2, 2.5)\nmass 2\nparam p = 3\nparam q = 1\n"                          \
    "const c = 5\ninput u\nlet s = t - c\n"

struct found {
    const char *text;
    const char *times; /* as `show model` has them; "": none */
};

static const struct found all[] = {
    {"torque body if(t < 2, 1, 0)*e3", "2"},
    {"torque body if(2 > t, 1, 0)*e3", "2"},
    {"torque space if(t >= 2, 1, 0)*e3", "2"},
    {"torque body if(t <= p, 1, 0)*e3", "p"},
    {"torque body (s < 0)*e3", "5"},
    {"torque body if(2*t + q < p, 1, 0)*e3", "1/2*(p - q)"},
    {"torque body if(q*(t - c) > 0, 1, 0)*e3", "5"},
    {"torque body if(t/q < p, 1, 0)*e3", "p*q"},
    {"torque body if(t < 1, 0, if(t < 2, 1, 0))*e3", "1, 2"},
    {"torque body (t < 1)*e1 torque space (t < 7)*e2", "1, 7"},
    {"let a = t < 3 torque body [0, a, 2*a]", "3"},
    {"force body (t < 4)*e1", "4"},
    {"force space max(t, 2)*e1", "2 (a kink)"},
    {"torque body min(3 - t, 0)*e3", "3 (a kink)"},
    {"torque body abs(s)*e3", "5 (a kink)"},
    {"torque body abs(sin(abs(2*t - 3)))*e3", "3/2 (a kink)"},
    {"torque body max(0, min(t, 1))*e3", "1 (a kink), 0 (a kink)"},
    {"torque body abs(abs(t - 3) - p/3)*e3",
     "3 (a kink), 1/3*(p + 9) (a kink), -1/3*(p - 9) (a kink)"},
    {"torque body if(abs(t - 3) < 1, abs(t - 3), 1)*e3", "3 (a kink), 4 (a kink), 2 (a kink)"},
    {"torque body if(min(t, 4) + abs(t - p) < 11/2, 1, 0)*e3", "p + 3/2"},
    {"until 6 torque body if(t - 2*floor(t/2) < 0.5, 1, 0)*e3", "1/2, 5/2, 9/2, 13/2, 0, 2, 4, 6"},
    {"until 6 torque body if(floor(t) < 3, 1, 0)*e3", "3"},
    {"until 3 torque body floor(t)*e3", "0, 1, 2, 3"},
    {"torque body if(t < 1, t, 1)*e3", "1 (a kink)"},
    {"torque body if(t < p, t - p, 0)*e3", "p (a kink)"},
    {"torque body if(t < 1, t, 2)*e3", "1"},
    {"torque body 1/(1 + abs(t - 2))*e3", "2 (a kink)"},
    {"torque body max(t, p)^(-2)*e3", "p (a kink)"},
    {"torque body w/(w[1] + abs(t - 2))", "2 (a kink)"},
    /* with other params they jump */
    {"torque body if(t < 3, t, p)*e3", "3 (a kink at these params)"},
    {"torque body if(t < 1, 0, if(t < p, t - 1, p - 1))*e3",
     "1 (a kink at these params), p (a kink)"},
    /* a bend in a condition or in a denominator that is 0 leaps outside */
    {"torque body if(max(0, t - 2), 0.3, 0)*e3", "2"},
    {"torque body if(min(t - 2, 0) == 0, 0.3, 0)*e3", "2"},
    {"torque body if(saturate(t - 2, 0, p) < q, 0.3, 0)*e3", "q + 2"},
    {"torque body (t - 2)/abs(t - 2)*e3", "2"},
    {"torque body floor(max(t, 2))*e3", "2"},
    {"torque body floor(if(t < 1, t, 1))*e3", "1"},
    {"torque body sqrt(1 + 0*t + abs(t - 2))*e3", "2 (a kink)"},
    {"torque body (t - p)/max(p - t, t - p)*e3", "p"},
    {"torque body abs(t - 2)^3*e3", "2 (a kink)"},
    {"torque body sin(max(t, p))*cos(t)*e3", "p (a kink)"},
    {"torque body (if(t < 1, t, 1) + (t < 1))*e3", "1"},
    {"torque body (abs(t - 1) + (t > 1))*e3", "1"},
    {"torque body (sin(t)*(t < 1) + w[1]*(t < 1))*e3", "1"},
    {"potential if(t < 2, 1, 3)*dot(R*e3, e1)", "2"},
    {"wheel n(axis = e1, inertia = 0.1, torque = if(t < p, 0.5, 0))", "p"},
    {"wheel n(axis = e1, inertia = 0.1, torque = min(t, 3))", "3 (a kink)"},
    {"state z = 0 rate if(t < 2, 1, -1)", "2"},
    {"state z = [0, 0, 0] rate [0, 0, abs(t - 4)]", "4 (a kink)"},
    /* tables by their values, and by their derivatives */
    {"table y(x) linear { 0: 0, 1: 1, 2: 0 }\ntorque body y(t - 1)*e1",
     "1 (a kink), 2 (a kink), 3 (a kink)"},
    {"table y(x) hold { 0: 0, 1: 1, 2: 0 }\ntorque body y(t - 1)*e1", "2, 3"},
    {"table y(x) cubic { 0: 0, 1: 1, 2: 0 }\ntorque body y(t - 1)*e1", "1 (a kink), 3 (a kink)"},
    {"table y(x) linear { 0: 0, 1: 1, 2: 0 }\n"
     "torque body derivative(y(t - 1))*e1",
     "1, 2, 3"},
    {"table y(x) cubic { 0: 0, 1: 1, 2: 4 }\n"
     "torque body derivative(y(t - 1))*w[1]*e1",
     "1, 2 (a kink), 3"},
    {"table y(x) linear(outside = extend) { 0: 0, 1: 1, 2: 4 }\n"
     "torque body y(t - 1)*e1",
     "2 (a kink)"},
    {"state z = 0 rate 1 gyro [if(t < 5, 1, 0.2), 0, 0]", "5"},
    /* of what is not affine, or not of time alone, nothing is said */
    {"torque body if(t^2 < 2, 1, 0)*e3", ""},
    {"torque body if(sin(t) < 1/2, 1, 0)*e3", ""},
    {"torque body if(floor(t) < 3, 1, 0)*e3", ""},
    {"torque body if(t + floor(t) < 3, 1, 0)*e3", ""},
    {"torque body if(t + if(t < w[1], 1, 2) < 3, 1, 0)*e3", ""},
    {"torque body if(w[1] < t, 1, 0)*e3", ""},
    {"torque body if(t < u, 1, 0)*e3", ""},
    {"torque body if(w[1] < 2, 1, 0)*e3", ""},
    {"torque body if(p < q, 1, 0)*e3", ""},
    {"torque body if(t < 1, 1, 1)*e3", ""},
    {"torque body 0*(t < 1)*e3", ""},
    {"torque body if(t == 1, 1, 0)*e3", ""},
    {"keep k = t < 1", ""},
    {"let a = t < 1", ""},
};

TEST(times_are_found)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char spec[400];
        snprintf(spec, sizeof spec, BODY "%s\n", all[i].text);
        struct checked c = model_kit_good(spec);
        struct text shown = text_new(c.l.arena);
        model_show(c.model, &shown);
        const char *line = strstr(text_chars(&shown), "# not smooth at t = ");
        const char *want =
            *all[i].times ? text_format(c.l.arena, "# not smooth at t = %s\n", all[i].times) : "";
        if (strncmp(line ? line : "", want, strlen(want)) != 0 || (line && !*want))
            fail_msg("%s: %.80s, not %s", all[i].text, line ? line : "nothing", all[i].times);
        model_kit_free(&c);
    }
}

/* A fifth of a thousand stands there twice. */
TEST(a_thousand_are_found)
{
    enum { MANY = 1000 };
    static char spec[64 * MANY];
    int n = sprintf(spec, "body b\ninertia diag(1, 2, 2.5)\n");
    for (int i = 0; i < MANY; i++)
        n += sprintf(spec + n, "torque body (t < %d/8)*e%d\n", MANY - i % 800, i % 3 + 1);
    struct checked c = model_kit_good(spec);
    assert_int_equal(c.model->breaks, 800);
    model_kit_free(&c);
}
