/* SPDX-License-Identifier: MIT
 *
 * Words that other programs and languages have: statements that are none here,
 * and units.
 */
#include "lang/parse.h"

#include <string.h>

/* ---- statements ---------------------------------------------------------- */

/* Words that ask for the same. */
static const struct {
    const char *words, *hint;
} statements[] = {
    {"init initial initialize begin",
     "the start is `start R = ...`, `start w = ...`, each a line"},
    {"plot print output record log watch monitor",
     "`keep name = value`; `polhode run --sample DT` prints it, with the "
     "state, as CSV"},
    {"check assert invariant conserve",
     "`keep name = value`; `polhode drift` shows how it changes"},
    {"wheel rotor flywheel gyro",
     "a rotor of angular momentum k in the body is `torque body cross(k, w)`"},
    {"event when if switch",
     "a switch is `if(t < 2, a, b)` in a torque; its times are breakpoints of "
     "an adaptive step, `at [2]`"},
    {"position velocity",
     "a body with a `mass` begins at `start x = [0, 0, 1]`, moving by "
     "`start v = ...`"},
    {"for while repeat", "there are no loops; vectors and matrices are values"},
    {"damping friction drag",
     "friction is a torque, such as `torque body -k*w`"},
    {"gravity weight",
     "gravity is a potential: of a top `potential m*g*l*dot(R'*e3, e3)`, of a "
     "body with `mass` `potential m*g*x[3]`"},
    {"dt h timestep stepsize", "the step size is `step 0.01`, in s"},
    {"end tend stop duration time", "the length of a run is `until 10`, in s"},
    {"solver integrator scheme",
     "`method rkmk(kutta4)`; `polhode list methods` has all"},
    {"constant define", "`const name = value`"},
    {"parameter", "`param name = value`"},
    {"set var variable def function", "`let name = expression`"},
    {"tolerance tol rtol atol adaptive",
     "`step adaptive(angle = 1e-8, rate = 1e-8)`"},
    {"orientation rotation",
     "`start R = ...`; what is stored is said by `attitude`"},
    {"moment control", "`torque body v` or `torque space v`"},
    {"import include", "a spec is one file"},
    {"free", "symbols of a search stand between the braces of a `tableau`"},
};

/* Is it one of these, which stand between blanks? */
static bool is_one_of(const char *words, const char *word, size_t length)
{
    for (size_t n; *words; words += n + (words[n] == ' ')) {
        n = strcspn(words, " ");
        if (n == length && !memcmp(words, word, n))
            return true;
    }
    return false;
}

const char *hint_for_statement(const char *word)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (is_one_of(statements[i].words, word, strlen(word)))
            return statements[i].hint;
    return NULL;
}

/* ---- units --------------------------------------------------------------- */

#define ANGLE  "angles are in rad"
#define RATE   "rates are in rad/s"
#define LENGTH "lengths are in m"
#define MASS   "masses are in kg"
#define TIME   "times are in s"
#define FORCE  "forces are in N"
#define TORQUE "torques are in N m"

/* Those without a factor are SI. */
static const struct unit {
    const char *names, *what, *factor;
} units[] = {
    {"kg m s N Nm W Pa rad", NULL, NULL},
    {"deg degree degrees", ANGLE, "pi/180"},
    {"grad", ANGLE, "pi/200"},
    {"rev turns", ANGLE, "2*pi"},
    {"arcmin", ANGLE, "pi/10800"},
    {"arcsec", ANGLE, "pi/648000"},
    {"mrad", ANGLE, "1/1000"},
    {"dps", RATE, "pi/180"},
    {"rpm", RATE, "pi/30"},
    {"rps Hz", RATE, "2*pi"},
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
    {"hour hours", TIME, "3600"},
    {"days", TIME, "86400"},
    {"mN", FORCE, "1/1000"},
    {"kN", FORCE, "1000"},
    {"mNm", TORQUE, "1/1000"},
    {"kNm", TORQUE, "1000"},
};

static const struct unit *find_unit(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (is_one_of(units[i].names, word, length))
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
