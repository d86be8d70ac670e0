/* SPDX-License-Identifier: MIT
 *
 * An axiom, asked of every attitude of the shelf in each way to call it, and of
 * copies of their files that lie.
 */
#ifndef POL_ATTITUDE_AXIOMS_H
#define POL_ATTITUDE_AXIOMS_H

#include "shelf/attitude_probe.h"
#include "shelf/attitudes.h"

/* NULL where the attitude keeps it, else what is wrong.  The folder is a shelf
 * that has the probe. */
typedef const char *attitude_axiom(const char *folder, const char *call,
                                   const void *samples);

static inline void expect_of_all(attitude_axiom *axiom, const void *samples)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", attitude_probe);
    struct attitudes all = attitudes_of_shelf(d.folder);
    for (int i = 0; i < all.n; i++) {
        const char *fault = axiom(d.folder, all.call[i], samples);
        if (fault)
            fail_msg("%s: %s", all.call[i], fault);
    }
    drop_end(&d);
}

/* A copy of the file with `by` for a part, as liar.lua. */
struct attitude_lie {
    const char *file, *call, *part, *by;
};

static inline void expect_found_out(attitude_axiom *axiom, const void *samples,
                                    int lies, const struct attitude_lie *lie)
{
    for (int i = 0; i < lies; i++) {
        struct dropped d = drop_begin();
        drop(&d, "methods", "probe.lua", attitude_probe);
        drop_changed(&d, "attitudes", lie[i].file, "liar.lua", lie[i].part,
                     lie[i].by);
        const char *fault = axiom(d.folder, lie[i].call, samples);
        drop_end(&d);
        if (!fault)
            fail_msg("%s with '%s' for '%s' is not found out", lie[i].file,
                     lie[i].part, lie[i].by);
    }
}

#define EXPECT_FOUND_OUT(axiom, samples, lies)                                 \
    expect_found_out(axiom, samples, (int)(sizeof(lies) / sizeof *(lies)), lies)

#endif
