/* SPDX-License-Identifier: MIT
 *
 * Words that other programs and languages have: statements that are none here,
 * and units.
 */
#include "lang/hint.h"

#include <string.h>

#include "lang/ast.h"

/* ---- statements ----------------------------------------------------------
 */

#define START "the start is `start R = ...`, `start w = ...`, each a line"
#define WATCH                                                                  \
    "`keep name = value`; `polhode run --sample DT` prints it, with the "      \
    "state, "                                                                  \
    "as CSV"
#define DRIFT "`keep name = value`; `polhode drift` shows how it changes"
#define WHEEL                                                                  \
    "a rotor of angular momentum k in the body is `torque body cross(k, w)`"
#define EVENT                                                                  \
    "a switch is `if(t < 2, a, b)` in a torque; its times are breakpoints of " \
    "an "                                                                      \
    "adaptive step, `at [2]`"
#define PLACE                                                                  \
    "a body with a `mass` begins at `start x = [0, 0, 1]`, moving by "         \
    "`start v = ...`"
#define LOOP     "there are no loops; vectors and matrices are values"
#define FRICTION "friction is a torque, such as `torque body -k*w`"
#define GRAVITY                                                                \
    "gravity is a potential: of a top `potential m*g*l*dot(R'*e3, e3)`, of a " \
    "body with `mass` `potential m*g*x[3]`"
#define STEP      "the step size is `step 0.01`, in s"
#define UNTIL     "the length of a run is `until 10`, in s"
#define METHOD    "`method rkmk(kutta4)`; `polhode list methods` has all"
#define CONST     "`const name = value`"
#define PARAM     "`param name = value`"
#define LET       "`let name = expression`"
#define TOLERANCE "`step adaptive(angle = 1e-8, rate = 1e-8)`"
#define ATTITUDE  "`start R = ...`; what is stored is said by `attitude`"
#define MOMENT    "`torque body v` or `torque space v`"
#define FILES     "a spec is one file"
#define FREE      "symbols of a search stand between the braces of a `tableau`"

static const struct {
    const char *word, *hint;
} statements[] = {
    {"init", START},
    {"initial", START},
    {"initialize", START},
    {"begin", START},
    {"plot", WATCH},
    {"print", WATCH},
    {"output", WATCH},
    {"record", WATCH},
    {"log", WATCH},
    {"watch", WATCH},
    {"monitor", WATCH},
    {"check", DRIFT},
    {"assert", DRIFT},
    {"invariant", DRIFT},
    {"conserve", DRIFT},
    {"wheel", WHEEL},
    {"rotor", WHEEL},
    {"flywheel", WHEEL},
    {"gyro", WHEEL},
    {"event", EVENT},
    {"when", EVENT},
    {"if", EVENT},
    {"switch", EVENT},
    {"position", PLACE},
    {"velocity", PLACE},
    {"for", LOOP},
    {"while", LOOP},
    {"repeat", LOOP},
    {"damping", FRICTION},
    {"friction", FRICTION},
    {"drag", FRICTION},
    {"gravity", GRAVITY},
    {"weight", GRAVITY},
    {"dt", STEP},
    {"h", STEP},
    {"timestep", STEP},
    {"stepsize", STEP},
    {"end", UNTIL},
    {"tend", UNTIL},
    {"stop", UNTIL},
    {"duration", UNTIL},
    {"time", UNTIL},
    {"solver", METHOD},
    {"integrator", METHOD},
    {"scheme", METHOD},
    {"constant", CONST},
    {"define", CONST},
    {"parameter", PARAM},
    {"set", LET},
    {"var", LET},
    {"variable", LET},
    {"def", LET},
    {"function", LET},
    {"tolerance", TOLERANCE},
    {"tol", TOLERANCE},
    {"rtol", TOLERANCE},
    {"atol", TOLERANCE},
    {"adaptive", TOLERANCE},
    {"orientation", ATTITUDE},
    {"rotation", ATTITUDE},
    {"moment", MOMENT},
    {"control", MOMENT},
    {"import", FILES},
    {"include", FILES},
    {"free", FREE},
};

const char *hint_for_statement(const char *word)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (!strcmp(statements[i].word, word))
            return statements[i].hint;
    return NULL;
}

/* ---- units ---------------------------------------------------------------
 */

#define ANGLE  "angles are in rad"
#define RATE   "rates are in rad/s"
#define LENGTH "lengths are in m"
#define MASS   "masses are in kg"
#define TIME   "times are in s"
#define FORCE  "forces are in N"
#define TORQUE "torques are in N m"

/* Those without a factor are SI. */
static const struct unit {
    const char *name, *what, *factor;
} units[] = {
    {"kg", NULL, NULL},
    {"m", NULL, NULL},
    {"s", NULL, NULL},
    {"N", NULL, NULL},
    {"Nm", NULL, NULL},
    {"W", NULL, NULL},
    {"Pa", NULL, NULL},
    {"rad", NULL, NULL},
    {"deg", ANGLE, "pi/180"},
    {"degree", ANGLE, "pi/180"},
    {"grad", ANGLE, "pi/200"},
    {"degrees", ANGLE, "pi/180"},
    {"rev", ANGLE, "2*pi"},
    {"turns", ANGLE, "2*pi"},
    {"arcmin", ANGLE, "pi/10800"},
    {"arcsec", ANGLE, "pi/648000"},
    {"mrad", ANGLE, "1/1000"},
    {"dps", RATE, "pi/180"},
    {"rpm", RATE, "pi/30"},
    {"rps", RATE, "2*pi"},
    {"Hz", RATE, "2*pi"},
    {"g", MASS, "1/1000"},
    {"lb", MASS, "0.45359237"},
    {"mm", LENGTH, "1/1000"},
    {"cm", LENGTH, "1/100"},
    {"km", LENGTH, "1000"},
    {"ft", LENGTH, "0.3048"},
    {"inch", LENGTH, "0.0254"},
    {"ms", TIME, "1/1000"},
    {"us", TIME, "1e-6"},
    {"min", TIME, "60"},
    {"hour", TIME, "3600"},
    {"hours", TIME, "3600"},
    {"days", TIME, "86400"},
    {"mN", FORCE, "1/1000"},
    {"kN", FORCE, "1000"},
    {"mNm", TORQUE, "1/1000"},
    {"kNm", TORQUE, "1000"},
};

static const struct unit *find_unit(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == length &&
            !memcmp(units[i].name, word, length))
            return &units[i];
    return NULL;
}

bool lang_unit(const char *word, const char **what, const char **factor)
{
    const struct unit *u = find_unit(word, strlen(word));
    if (!u || !word[1])
        return false; /* g is gravity's */
    *what = u->what ? u->what : "units are SI and are not written";
    *factor = u->factor;
    return true;
}

void hint_behind_number(struct diags *diags, struct place number,
                        struct place word, bool is_name)
{
    const char *chars = word.source->chars + word.offset;
    const struct unit *u = is_name ? NULL : find_unit(chars, word.length);
    const char *number_chars = number.source->chars + number.offset;
    bool divides = u && u->factor && !strncmp(u->factor, "1/", 2);
    if (u && u->what && number.length > 0 && number.length <= 20)
        diag_hint(diags, "%s: %.*s%s%s", u->what, (int)number.length,
                  number_chars, divides ? "" : "*", u->factor + divides);
    else if (u && word.length == 1)
        diag_hint(diags,
                  "units are SI and are not written; a product needs '*'");
    else if (u)
        diag_hint(diags, "units are SI and are not written");
    else
        diag_hint(diags, "a product needs '*'");
}
