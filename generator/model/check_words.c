/* SPDX-License-Identifier: MIT
 *
 * Words of the language, which a user's name may not be.  (Those of the
 * language that is emitted are the target's to know.)
 */
#include "model/check.h"

#include <string.h>

/* Words that begin statements, or mean something of their own. */
static const char *const words[] = {
    "body",   "const",     "param", "input",    "let",         "inertia",
    "torque", "potential", "keep",  "attitude", "map",         "method",
    "start",  "step",      "until", "tableau",  "composition", "h",
};

const char *word_fault(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i]))
            return "is a word of the language";
    if (name[0] == '_' || !strncmp(name, "pol_", 4) ||
        !strncmp(name, "POL_", 4))
        return "begins like names of C and of the emitted code";
    return NULL;
}
