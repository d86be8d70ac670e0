/* SPDX-License-Identifier: MIT
 *
 * Text that the language does not have, with replacements: typography, words of
 * other languages, and units.
 */
#include "lang/parse.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

#define NAMES     "names are of a-z, A-Z, 0-9 and _"
#define TRANSPOSE "a transpose is R', with the quote of ASCII"
#define COMMENT   "comments begin with #"
#define POWER     "a power is x^2"
#define DEGREES   "angles are in rad: 30 degrees are deg(30)"
#define QUOTES    "write names without quotes"
#define DELETE    "delete it"
#define NO_MARK   "statements continue on the next line without a mark"

/* ---- entries ------------------------------------------------------------- */

static const struct entry {
    const char *text, *name, *ascii, *hint;
    int kind;
} entries[] = {
    /* characters of other languages; those of two characters first */
    {"//", NULL, "", COMMENT, FOREIGN_COMMENT},
    {"/*", NULL, "", COMMENT, FOREIGN_COMMENT},
    {"%", NULL, "", COMMENT "; a remainder is a - b*floor(a/b)",
     FOREIGN_COMMENT},
    {"**", NULL, "", "power is ^", TOK_POWER},
    {":=", NULL, "", "a name gets its value by =", TOK_ASSIGN},
    {"~=", NULL, "!=", NULL, TOK_NE},
    {"<>", NULL, "!=", NULL, TOK_NE},
    {"=<", NULL, "<=", NULL, TOK_LE},
    {"=>", NULL, ">=", NULL, TOK_GE},
    {"&&", NULL, "", "'and' of two conditions is their product",
     FOREIGN_SPOILS},
    {"||", NULL, "", "'or' of two conditions is max(a, b)", FOREIGN_SPOILS},
    {"&", NULL, "", "'and' of two conditions is their product", FOREIGN_SPOILS},
    {"|", NULL, "", "write abs(x) or norm(v)", FOREIGN_SPOILS},
    {"!", NULL, "", "'not' of a condition c is c == 0", FOREIGN_SPOILS},
    {"~", NULL, "", "'not' of a condition c is c == 0", FOREIGN_SPOILS},
    {"?", NULL, "", "a choice is if(condition, a, b)", FOREIGN_SPOILS},
    {"\\", NULL, "", NO_MARK, FOREIGN_BLANK},
    {"`", NULL, "", TRANSPOSE, TOK_PRIME},
    {"\"", NULL, "", QUOTES, FOREIGN_SPOILS},
    {"...", NULL, "", NO_MARK, FOREIGN_BLANK},
    {".x", NULL, "", "a component is w[1]", FOREIGN_SPOILS},
    {".y", NULL, "", "a component is w[2]", FOREIGN_SPOILS},
    {".z", NULL, "", "a component is w[3]", FOREIGN_SPOILS},
    {".T", NULL, "", "a transpose is R'", FOREIGN_SPOILS},

    /* typography */
    {"\u2212", "minus sign", "-", NULL, TOK_MINUS},
    {"\u2010", "hyphen", "-", NULL, TOK_MINUS},
    {"\u2011", "no-break hyphen", "-", NULL, TOK_MINUS},
    {"\u2012", "figure dash", "-", NULL, TOK_MINUS},
    {"\u2013", "en dash", "-", NULL, TOK_MINUS},
    {"\u2014", "em dash", "-", NULL, TOK_MINUS},
    {"\u2018", "left quotation mark", "", TRANSPOSE, TOK_PRIME},
    {"\u2019", "right quotation mark", "", TRANSPOSE, TOK_PRIME},
    {"\u2032", "prime", "", TRANSPOSE, TOK_PRIME},
    {"\u00B4", "acute accent", "", TRANSPOSE, TOK_PRIME},
    {"\u1D40", "superscript T", "", TRANSPOSE, TOK_PRIME},
    {"\u22A4", "sign of a transpose", "", TRANSPOSE, TOK_PRIME},
    {"\u00D7", "multiplication sign", "", "write '*', or cross(a, b)",
     TOK_STAR},
    {"\u00B7", "middle dot", "", "write '*', or dot(a, b)", TOK_STAR},
    {"\u22C5", "dot operator", "", "write '*', or dot(a, b)", TOK_STAR},
    {"\u2219", "bullet operator", "", "write '*', or dot(a, b)", TOK_STAR},
    {"\u2022", "bullet", "", "write '*', or dot(a, b)", TOK_STAR},
    {"\u2217", "asterisk operator", "*", NULL, TOK_STAR},
    {"\u00F7", "division sign", "/", NULL, TOK_SLASH},
    {"\u2215", "division slash", "/", NULL, TOK_SLASH},
    {"\u2044", "fraction slash", "/", NULL, TOK_SLASH},
    {"\u2264", "less than or equal", "<=", NULL, TOK_LE},
    {"\u2265", "greater than or equal", ">=", NULL, TOK_GE},
    {"\u2260", "not equal", "!=", NULL, TOK_NE},
    {"\u221A", "square root", "sqrt(x)", NULL, FOREIGN_SPOILS},
    {"\u00B0", "degree sign", "", DEGREES, FOREIGN_SPOILS},
    {"\u00BA", "ordinal indicator", "", DEGREES, FOREIGN_SPOILS},
    {"\u00B9", "superscript 1", "", POWER, FOREIGN_SPOILS},
    {"\u00B2", "superscript 2", "", POWER, FOREIGN_SPOILS},
    {"\u00B3", "superscript 3", "", "a power is x^3", FOREIGN_SPOILS},
    {"\u207B", "superscript minus", "", "a power is x^(-1)", FOREIGN_SPOILS},
    {"\u00BC", "one quarter", "1/4", NULL, FOREIGN_SPOILS},
    {"\u00BD", "one half", "1/2", NULL, FOREIGN_SPOILS},
    {"\u00BE", "three quarters", "3/4", NULL, FOREIGN_SPOILS},
    {"\u221E", "infinity", "", "numbers are finite", FOREIGN_SPOILS},
    {"\u201C", "quotation mark", "", QUOTES, FOREIGN_SPOILS},
    {"\u201D", "quotation mark", "", QUOTES, FOREIGN_SPOILS},
    {"\u201E", "quotation mark", "", QUOTES, FOREIGN_SPOILS},
    {"\u00AB", "quotation mark", "", QUOTES, FOREIGN_SPOILS},
    {"\u00BB", "quotation mark", "", QUOTES, FOREIGN_SPOILS},
    {"\u2026", "ellipsis", "", NO_MARK, FOREIGN_BLANK},
    {"\u00B5", "micro sign", "mu", NULL, FOREIGN_LETTER},
};

/* ---- signs of the language ----------------------------------------------- */

static const struct sign {
    char text[3];
    int kind;
} signs[] = {
    {"<=", TOK_LE},         {">=", TOK_GE},       {"==", TOK_EQ},
    {"!=", TOK_NE},         {"<", TOK_LT},        {">", TOK_GT},
    {"=", TOK_ASSIGN},      {"+", TOK_PLUS},      {"-", TOK_MINUS},
    {"*", TOK_STAR},        {"/", TOK_SLASH},     {"^", TOK_POWER},
    {"'", TOK_PRIME},       {"(", TOK_LPAREN},    {")", TOK_RPAREN},
    {"[", TOK_LBRACKET},    {"]", TOK_RBRACKET},  {"{", TOK_LBRACE},
    {"}", TOK_RBRACE},      {",", TOK_COMMA},     {":", TOK_COLON},
    {"#", FOREIGN_COMMENT}, {";", FOREIGN_BLANK}, {"", FOREIGN_SPOILS},
};

/* The token of the sign that begins here, and its length; below 0: no sign, or
 * '#' or ';'. */
static int sign_at(const char *chars, size_t *length)
{
    const struct sign *s = signs;
    while (strncmp(chars, s->text, strlen(s->text)) != 0)
        s++;
    *length = strlen(s->text);
    return s->kind;
}

/* ---- ranges and alphabets ------------------------------------------------ */

static const struct range {
    unsigned first, last;
    const char *name, *hint;
} unseen[] = {
    {0x00A0, 0x00A0, "no-break space", "write a blank"},
    {0x1680, 0x1680, "space of another alphabet", "write a blank"},
    {0x2000, 0x200A, "space of another width", "write a blank"},
    {0x202F, 0x202F, "narrow no-break space", "write a blank"},
    {0x205F, 0x205F, "mathematical space", "write a blank"},
    {0x3000, 0x3000, "full-width space", "write a blank"},
    {0x0085, 0x0085, "next line", "lines end in a line feed"},
    {0x2028, 0x2029, "line separator", "lines end in a line feed"},
    {0x00AD, 0x00AD, "soft hyphen", DELETE},
    {0x200B, 0x200D, "zero-width space", DELETE},
    {0x200E, 0x200F, "text direction mark", DELETE},
    {0x202A, 0x202E, "text direction mark", DELETE},
    {0x2060, 0x2060, "word joiner", DELETE},
    {0x2066, 0x2069, "text direction mark", DELETE},
    {0xFEFF, 0xFEFF, "byte order mark", DELETE},
};

static const char *const greek[] = {
    "alpha",   "beta", "gamma", "delta",  "epsilon", "zeta", "eta",
    "theta",   "iota", "kappa", "lambda", "mu",      "nu",   "xi",
    "omicron", "pi",   "rho",   "sigma",  "sigma",   "tau",  "upsilon",
    "phi",     "chi",  "psi",   "omega"};

/* Cyrillic letters (two bytes), each followed by the letter it looks like. */
static const char cyrillic[] =
    "\u0410A\u0412B\u0415E\u041AK\u041CM\u041DH\u041EO\u0420P\u0421C\u0422T"
    "\u0425X\u0430a\u0435e\u043Eo\u0440p\u0441c\u0443y\u0445x\u0455s\u0456i"
    "\u0458j";

/* Names a Greek or Cyrillic letter or a full-width character, with its ASCII
 * replacement; false for others. */
static bool find_alike(struct foreign *s, const char *chars)
{
    unsigned i = s->code >= 0x3B1 ? s->code - 0x3B1 : s->code - 0x391;
    const char *like = cyrillic;
    while (*like && memcmp(like, chars, 2) != 0)
        like += 3;
    if (s->code >= 0x391 && i < sizeof greek / sizeof *greek) {
        s->name = "Greek letter";
        snprintf(s->ascii, sizeof s->ascii, "%s", greek[i]);
    } else if (*like) {
        s->name = "Cyrillic letter";
        s->ascii[0] = like[2];
    } else if (s->code >= 0xFF01 && s->code <= 0xFF5E) {
        s->key = 0xFF01;
        s->name = "full-width";
        s->ascii[0] = (char)(s->code - 0xFF01 + '!');
        size_t n;
        int kind = sign_at(s->ascii, &n);
        s->kind = kind != FOREIGN_SPOILS ? kind : s->kind;
    }
    return s->name != NULL;
}

/* ---- all ----------------------------------------------------------------- */

/* Looks up `entries`; false if nothing matches. */
static bool entry_at(const char *chars, struct foreign *s)
{
    size_t i = 0;
    while (i < sizeof entries / sizeof *entries &&
           strncmp(entries[i].text, chars, strlen(entries[i].text)) != 0)
        i++;
    if (i == sizeof entries / sizeof *entries || !strncmp(chars, "!=", 2))
        return false;
    const struct entry *e = &entries[i];
    *s = (struct foreign){.length = strlen(e->text),
                          .key = 0x200000 + (unsigned)i,
                          .is_visible = true,
                          .name = e->name,
                          .hint = e->hint,
                          .kind = e->kind};
    if (text_character(e->text, s->length, &s->code) != s->length)
        s->code = 0;
    snprintf(s->ascii, sizeof s->ascii, "%s", e->ascii);
    return true;
}

struct foreign foreign_at(const char *chars, size_t length)
{
    struct foreign s = {.is_visible = true};
    if (entry_at(chars, &s))
        return s;
    s.kind = sign_at(chars, &s.length);
    if (s.kind >= 0)
        return s;
    s.length = text_character(chars, length, &s.code);
    if (s.length == 0)
        return (struct foreign){.length = 1,
                                .key = 0x110000,
                                .name = "byte that is not UTF-8",
                                .hint = "texts are in UTF-8",
                                .kind = FOREIGN_SPOILS};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (s.code >= unseen[i].first && s.code <= unseen[i].last)
            return (struct foreign){.length = s.length,
                                    .key = unseen[i].first,
                                    .code = s.code,
                                    .name = unseen[i].name,
                                    .hint = unseen[i].hint,
                                    .kind = FOREIGN_BLANK};
    s.key = 0x800000 | s.code;
    s.kind = s.code < 0x80 ? FOREIGN_SPOILS : FOREIGN_LETTER;
    if (s.code >= 0x80 && !find_alike(&s, chars))
        s.hint = NAMES;
    return s;
}

/* ---- statements ---------------------------------------------------------- */

/* Words with the same hint. */
struct alike {
    const char *words, *hint;
};

static const struct alike statements[] = {
    {"init initial initialize begin",
     "write `start R = ...`, `start w = ...`, each on its own line"},
    {"plot print output record log watch monitor",
     "`keep name = value`; `polhode run --sample DT` prints it, with the "
     "state, as CSV"},
    {"check assert invariant conserve",
     "`keep name = value`; `polhode drift` shows how it changes"},
    {"rotor flywheel reaction_wheel cmg gyroscope gyrostat momentum",
     "a wheel is `wheel a(axis = e3, inertia = 0.01, speed = 100)`, an "
     "internal momentum `gyro [0, 0, 1]`"},
    {"states ode derivative differential filter",
     "for a quantity with its own rate, write `state z = 0 rate f`"},
    {"when if switch",
     "a switch is `if(t < 2, a, b)` in a torque; its times are breakpoints of "
     "an adaptive step, `at [2]`"},
    {"thrust fuel propellant",
     "thrust is a `force body v`; a mass that burns is `state m = 3 rate -0.2` "
     "and `mass m`, the mass that leaves is `exhaust(rate = -0.2, at = r)`"},
    {"position velocity",
     "a body with a `mass` has `start x = [0, 0, 1]` and `start v = ...`, its "
     "position and velocity at the start"},
    {"for while repeat", "there are no loops; vectors and matrices are values"},
    {"damping friction drag",
     "friction is a torque, such as `torque body -k*w`"},
    {"gravity weight",
     "gravity is a potential: for a top `potential m*g*l*dot(R'*e3, e3)`, for "
     "a body with `mass` `potential m*g*x[3]`"},
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
     "`start R = ...`; `attitude` selects how R is stored"},
    {"moment control", "`torque body v` or `torque space v`"},
    {"controller law sampled discrete zoh",
     "a law that is sampled and held is `sample u = 0 every 0.01: -0.1*w[1]`"},
    {"import include", "a spec is one file"},
    {"free", "declare symbols of a search in the braces of a `tableau`"},
    {"lookup interpolate interp",
     "`table cd(x) linear { 0: 1, 2: 1.5 }`, or `= file(\"cd.csv\")`"},
    {"noise random", "`polhode sweep --random` draws a number for each case"},
    {"joint hinge link contact", "a spec is one rigid body with wheels"},
    {NULL, NULL},
};

static const struct alike functions[] = {
    {"sign sgn signum", "the sign of x is `if(x < 0, -1, 1)`"},
    {"file", "a file must be the whole signal of an input: `input u = "
             "file(\"name.csv\")`"},
    {"interp interp1 lookup table",
     "a series over t is an input, `input u = file(\"u.csv\")`"},
    {"transpose", "a transpose is R'"},
    {"inv", "`inverse(M)`; the inverse of a rotation R is R'"},
    {"det", "the determinant of rows a, b, c is `dot(a, cross(b, c))`"},
    {"trace tr", "the trace of R is `R[1,1] + R[2,2] + R[3,3]`"},
    {"mod fmod rem remainder", "x modulo y is `x - y*floor(x/y)`"},
    {"ceil ceiling", "the next integer above x is `-floor(-x)`"},
    {"round rint nint", "the nearest integer to x is `floor(x + 1/2)`"},
    {"trunc fix int", "x without its fraction is `if(x < 0, -floor(-x), "
                      "floor(x))`"},
    {"clamp clip limit constrain", "`saturate(x, low, high)`"},
    {"normalize normalise unit", "the unit vector along a is `a/norm(a)`"},
    {"length magnitude mag", "the length of a is `norm(a)`"},
    {"noise rand random randn",
     "`polhode sweep --random` draws a number for each case"},
    {"heaviside step", "a step at t = 2 is `if(t < 2, 0, 1)`"},
    {"where select ifelse iff piecewise", "`if(condition, a, b)`"},
    {"square", "the square of x is `x^2`"},
    {"cbrt", "the cube root of x is `x^(1/3)`"},
    {"log10", "`log(x)/log(10)`"},
    {"log2", "`log(x)/log(2)`"},
    {"ln", "the natural logarithm is `log(x)`"},
    {"fabs", "`abs(x)`"},
    {"arcsin", "`asin(x)`"},
    {"arccos", "`acos(x)`"},
    {"arctan", "`atan(x)`"},
    {"arctan2", "`atan2(y, x)`"},
    {"skew hat", "the product of a's skew matrix and b is `cross(a, b)`"},
    {"eye identity", "`diag(1, 1, 1)`"},
    {"rotx roty rotz", "a rotation about an axis is `turn(e1, angle)`"},
    {"radians deg2rad", "x degrees are `deg(x)`"},
    {"degrees rad2deg", "x in degrees is `x*180/pi`"},
    {NULL, NULL},
};

static const struct alike names[] = {
    {"adaptive", "write `step adaptive(angle = 1e-8)`, or `step adaptive()`"},
    {"omega", "the angular velocity is w, in the body frame"},
    {"x", "only a body with a `mass` has a position"},
    {"v", "only a body with a `mass` has a velocity"},
    {NULL, NULL},
};

static const char *find_hint(const struct alike *known, const char *word)
{
    while (known->words && text_among(known->words, ' ', word) < 0)
        known++;
    return known->hint;
}

const char *hint_for_statement(const char *word)
{
    return find_hint(statements, word);
}

/* ---- units --------------------------------------------------------------- */

#define SI     "units are SI and are not written"
#define ANGLE  "angles are in rad"
#define RATE   "rates are in rad/s"
#define LENGTH "lengths are in m"
#define MASS   "masses are in kg"
#define TIME   "times are in s"
#define FORCE  "forces are in N"
#define TORQUE "torques are in N m"

/* Units without a factor are SI. */
static const struct unit {
    const char *names, *quantity, *factor;
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

static const struct unit *find_unit(const char *word)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_among(units[i].names, ' ', word) >= 0)
            return &units[i];
    return NULL;
}

const char *lang_hint(struct arena *a, const char *word, bool is_call)
{
    const char *hint = find_hint(is_call ? functions : names, word);
    const struct unit *u = hint || is_call ? NULL : find_unit(word);
    if (!u || !word[1])
        return hint; /* such as g, gravity */
    return u->factor ? text_format(a, "%s; declare the unit: `const %s = %s`",
                                   u->quantity, word, u->factor)
                     : SI;
}

void hint_behind_number(struct diags *diags, struct place number,
                        struct place word, bool is_name)
{
    const char *chars =
        arena_text(diags->arena, word.source->chars + word.offset, word.length);
    const struct unit *u = is_name ? NULL : find_unit(chars);
    const char *number_chars = number.source->chars + number.offset;
    bool divides = u && u->factor && !strncmp(u->factor, "1/", 2);
    if (u && u->quantity && number.length > 0 && number.length <= 20)
        diag_hint(diags, "%s: %.*s%s%s", u->quantity, (int)number.length,
                  number_chars, divides ? "" : "*", u->factor + divides);
    else
        diag_hint(diags, "%s%s%s", u ? SI : "",
                  u && word.length == 1 ? "; " : "",
                  u && word.length > 1 ? "" : "a product needs '*'");
}
