/* SPDX-License-Identifier: MIT
 *
 * What the motion of a body keeps, whatever integrates it.
 */
#include "model_kit.h"

/* Letters: y kept, n not, ? unknown; energy, momentum x y z, |L|, and of a body
 * that moves velocity x y z; then its keeps. */
static const struct {
    const char *text, *kept;
} bodies[] = {
    {"", "yyyyy"},
    {"torque body e3", "nnnnn"},
    {"torque space e3", "nyynn"},
    {"torque space 1e-25*e3", "nyynn"},
    {"torque body -1e-25*w", "nnnnn"},
    {"param k = 0 torque body -k*w", "yyyyy"},
    {"param k = 1 torque body -k*w", "nnnnn"},
    {"torque body cross(L, R'*e3)", "nnnyy"},
    {"potential dot(R*e3, e3)", "ynnyn"},
    {"param g = 9.81 potential g*dot(R*[1, 2, 3], e1)", "yynnn"},
    {"potential exp(dot(R*e1, e3)) + sqrt(2 + dot(R*e2, e3))", "ynnyn"},
    {"potential sin(t)*dot(R*e3, e3)", "nnnyn"},
    {"torque body cross(w, [1, 2, 3])", "ynnnn"}, /* gyroscopic */
    {"torque body cross(L, [1, 2, 3])", "nnnny"},
    {"input u torque body u*e3", "yyyyy"}, /* 0 */
    {"input u = t torque body u*e3", "nnnnn"},
    {"torque body if(t < 0, 1, 0)*e3", "?????"}, /* not within the run */
    {"torque body max(0, w[1] - 1000)*e3", "?????"},
    {"torque body abs(w[1])*e3", "nnnnn"},
    {"torque body log(dot(w, w) - 1e6)*e3", "?????"},
    {"keep a = dot(R*e3, L) keep b = w[3] keep c = t keep d = dot(L, L)", "yyyyynnny"},
    {"keep a = L[3] keep b = 3 keep c = norm(R'*e1) keep d = dot(R*L, e1)", "yyyyynyyy"},
    {"keep a = floor(10*w[1]) keep b = R[1,1] > 0 keep c = if(t < 1, 1, 2) "
     "keep d = floor(t*10)",
     "yyyyy????"},
    {"torque body exp(-10*(t - 20)^2)*e3", "?????"},   /* not in the run */
    {"torque body w*exp(-1e3*(1 - R[3,3]))", "nnnnn"}, /* near the start */
    {"input u[3] = [0, 0, 0] torque body u", "yyyyy"},
    {"mass 1 force space exp(-(x[3] - 100)^2)*e3 start x = [0, 0, 100]", "nyyyyyyn"},
    {"mass 2 potential sqrt(norm(x) - 6e6) start x = [7e6, 0, 0]", "yyyyynnn"},
    {"mass 2", "yyyyyyyy"},
    {"mass 2 force space [0, 0, -9.81]", "nyyyyyyn"},
    {"mass 2 potential 2*9.81*x[3]", "yyyyyyyn"},
    {"mass 2 potential dot(x, x)/2 keep a = dot(R*L + 2*cross(x, v), e3)", "yyyyynnny"},
    {"mass 2 potential 1/norm(x) + norm(x + R*e1) "
     "keep a = dot(R*L + 2*cross(x, v), e2)",
     "ynnnnnnny"},
    {"param m = 3 mass m force body -0.1*v", "nyyyynnn"},
    {"wheel a(axis = e3, inertia = 1e-2, torque = max(0, w[1] - 1000))", "?yyyy"},
    {"wheel a(axis = e3, inertia = 1e-2, torque = max(0, w[1] - 1000)) "
     "torque body a.momentum*e3",
     "nnnnn"},
    {"state z = 0 rate if(t < 0, 1, 0) keep a = z", "yyyyy?"},
    {"gyro if(t < 1000, t*0, 3)*e3", "?yyyy"},
    {"gyro if(t < 1000, t*0, 3)*e3 torque body max(0, t - 1000)*e3", "?????"},
    {"state z = 0 rate if(t < 0, 1, 0) torque body if(z > 9, 1, 0)*e3", "?????"},
    /* two equal moments, by any axis: it keeps its spin */
    {"inertia diag(2, 2, 1) potential exp(dot(R*e3, e3)) keep a = w[3] "
     "keep b = w[1]",
     "ynnynyn"},
};

static char letter(const struct model *m, expr f)
{
    return "ny?"[invariant_of(m, f)];
}

/* Letters of a body, as above. */
static void letters(const struct model *m, char *end)
{
    *end++ = letter(m, m->energy);
    for (int k = 0; k < 3; k++)
        *end++ = letter(m, mat_apply(m->pool, m->R, m->L).x[k]);
    *end++ = letter(m, vec_dot(m->pool, m->L, m->L));
    for (int k = 0; k < 3 && m->moves; k++)
        *end++ = letter(m, m->v.x[k]);
    for (int k = 0; k < m->keeps; k++)
        *end++ = letter(m, m->keep[k].value.x[0]);
    *end = '\0';
}

TEST(symmetries_are_seen)
{
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char spec[400], got[20];
        const char *text = bodies[i].text;
        snprintf(spec, sizeof spec, "body b until 7 %s\n%s\n",
                 strstr(text, "inertia diag") ? "" : "inertia diag(1, 2, 2.5)", text);
        struct checked c = model_kit_good(spec);
        letters(c.model, got);
        if (strcmp(got, bodies[i].kept) != 0)
            fail_msg("%s: %s, not %s", text, got, bodies[i].kept);
        model_kit_free(&c);
    }
}
