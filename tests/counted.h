/* SPDX-License-Identifier: MIT
 *
 * Counts operations in emitted code, where a Stumpff function counts as what it
 * does for small arguments.
 */
#ifndef POL_COUNTED_H
#define POL_COUNTED_H

#include "emitted.h"
#include "tally.h"

static inline const char *find_after(const char *from, const char *what)
{
    const char *at = strstr(from, what);
    if (!at)
        fail_msg("not found: %s", what);
    return at + strlen(what);
}

/* The calls of Stumpff functions in a piece of text become what they do. */
static inline void unfold(struct tally *t, const struct emitted_files *f, const char *from,
                          const char *to)
{
    static const char *const name[] = {"c01", "c0123", "c012345"};
    for (int i = 0; i < 3; i++) {
        char call[100];
        struct tally inner;
        snprintf(call, sizeof call, "%s_%s%s", f->body, name[i],
                 strstr(f->header, "    float t;") ? "f" : "");
        size_t n = strlen(call);
        for (const char *p = from; (p = strstr(p, call)) && p < to; p += n) {
            char near[120];
            if (p[n] != '(')
                continue;
            snprintf(near, sizeof near, "%s_near", call);
            assert_true(tally_function(f->code, near, &inner));
            t->calls += inner.calls - 1; /* in place of the call */
            t->mul += inner.mul;
            t->add += inner.add;
        }
    }
}

/* Operations between two places of the code, those of its calls with them. */
static inline struct tally tally_piece(const struct emitted_files *f, const char *from,
                                       const char *to)
{
    struct tally t = tally_text(from, to);
    unfold(&t, f, from, to);
    return t;
}

#endif
