/* SPDX-License-Identifier: MIT
 *
 * Words that a user's name may not be: those of the language, and those that
 * mean something in the emitted code.
 */
#include "model/check.h"

#include <string.h>

/* Words of C99 and C++ and the macros of math.h, which emitted code includes;
 * a user's name may be none of them. */
static const char *const c_words[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "complex",
    "concept",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "imaginary",
    "inline",
    "int",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "NULL",
    "NAN",
    "INFINITY",
    "HUGE_VAL",
    "HUGE_VALF",
    "HUGE_VALL",
    "FP_NAN",
    "FP_INFINITE",
    "FP_ZERO",
    "FP_NORMAL",
    "FP_SUBNORMAL",
    "FP_ILOGB0",
    "FP_ILOGBNAN",
    "FP_FAST_FMA",
    "MATH_ERRNO",
    "MATH_ERREXCEPT",
    "fpclassify",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "signbit",
};

/* Words that begin statements, or mean something of their own. */
static const char *const language_words[] = {
    "body",   "const",     "param", "input",    "let",         "inertia",
    "torque", "potential", "keep",  "attitude", "map",         "method",
    "start",  "step",      "until", "tableau",  "composition", "h",
};

/* Functions of math.h and the emitted functions' own locals: the body's name
 * is a type, which these would hide or clash with. */
static const char *const body_words[] = {
    "acosh",     "asinh",       "atanh",   "cbrt",      "ceil",
    "copysign",  "drem",        "erf",     "erfc",      "exp10",
    "exp2",      "expm1",       "fabs",    "fdim",      "finite",
    "floor",     "fma",         "fmax",    "fmin",      "fmod",
    "frexp",     "gamma",       "hypot",   "ilogb",     "j0",
    "j1",        "jn",          "ldexp",   "lgamma",    "llrint",
    "llround",   "log10",       "log1p",   "log2",      "logb",
    "lrint",     "lround",      "modf",    "nan",       "nearbyint",
    "nextafter", "nexttoward",  "pow10",   "remainder", "remquo",
    "rint",      "round",       "scalb",   "scalbln",   "scalbn",
    "signgam",   "significand", "tgamma",  "trunc",     "y0",
    "y1",        "yn",          "in",      "par",       "pol",
    "steps",     "v",           "values",  "x",         "now",
    "to",        "from",        "add",     "sum",       "got",
    "i",         "p",           "value",   "status",    "sweep",
    "solved",    "std",         "cold",    "noinline",  "theta",
    "out",       "act",         "end_act", "aside",     "seen",
};

/* Functions of stdlib.h, stdio.h, string.h, time.h, unistd.h and their like: a
 * program that includes one of these could not have a body of that name. */
static const char *const library_words[] = {
    "abort",  "accept",  "access",  "alarm",     "atexit",  "atof",
    "atoi",   "atol",    "atoll",   "bind",      "brk",     "bsearch",
    "calloc", "clock",   "close",   "connect",   "ctime",   "difftime",
    "div",    "dup",     "environ", "exit",      "fclose",  "feof",
    "fflush", "fgetc",   "fgets",   "fopen",     "fork",    "fprintf",
    "fputc",  "fputs",   "fread",   "free",      "fscanf",  "fseek",
    "ftell",  "fwrite",  "getc",    "getchar",   "getenv",  "gets",
    "gmtime", "index",   "kill",    "labs",      "ldiv",    "link",
    "listen", "llabs",   "lldiv",   "localtime", "longjmp", "malloc",
    "mblen",  "memcmp",  "memcpy",  "memmove",   "memset",  "mktime",
    "nice",   "open",    "pause",   "pipe",      "poll",    "printf",
    "putc",   "putchar", "puts",    "qsort",     "raise",   "rand",
    "random", "read",    "realloc", "recv",      "remove",  "rename",
    "rewind", "scanf",   "select",  "send",      "setbuf",  "signal",
    "sleep",  "socket",  "sprintf", "srand",     "sscanf",  "stat",
    "strcat", "strchr",  "strcmp",  "strcpy",    "strlen",  "strstr",
    "strtod", "strtof",  "strtok",  "strtol",    "swab",    "sync",
    "system", "time",    "tmpfile", "truncate",  "ungetc",  "unlink",
    "wait",   "write",
};

static bool is_among(const char *name, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, words[i]))
            return true;
    return false;
}

#define among(name, words)                                                     \
    is_among((name), (words), sizeof(words) / sizeof *(words))

/* Types of C end so: size_t, int32_t. */
static bool is_type_name(const char *name)
{
    size_t n = strlen(name);
    return n > 2 && !strcmp(name + n - 2, "_t");
}

const char *word_fault(const char *name, bool is_body)
{
    if (among(name, language_words))
        return "is a word of the language";
    if (among(name, c_words))
        return "means something in C";
    if (is_body && among(name, body_words))
        return "means something in C, or in the emitted code";
    if (is_body && among(name, library_words))
        return "is a function of C's library";
    if (is_body && is_type_name(name))
        return "ends like types of C";
    if (name[0] == '_' || !strncmp(name, "pol_", 4) ||
        !strncmp(name, "POL_", 4))
        return "begins like names of C and of the emitted code";
    return NULL;
}
