/* SPDX-License-Identifier: MIT
 *
 * An attitude to be looked at: each probe is derived and compiled when it is
 * first asked for, and kept.
 */
#ifndef POL_ATTITUDE_SUBJECT_H
#define POL_ATTITUDE_SUBJECT_H

#include "job.h"
#include "shelf/attitude_probe.h"

enum { MOST_MAPS = 6, MOST_PROBES = 40 };

struct maps {
    int n;
    char name[MOST_MAPS][20];
};

struct subject {
    const char *folder; /* a shelf that has the probe */
    const char *call;
    const struct maps *maps; /* by which it is turned */
    int opened;
    struct {
        const char *what, *map;
        pol_real real;
        struct probe probe;
    } open[MOST_PROBES];
    char stored[300], shown[300]; /* what is noted on its numbers */
};

static inline const struct probe *probe_by(struct subject *s, const char *what,
                                           const char *map, pol_real real)
{
    int i = 0;
    while (i < s->opened &&
           (strcmp(s->open[i].what, what) != 0 ||
            strcmp(s->open[i].map, map) != 0 || s->open[i].real != real))
        i++;
    assert_true(i < MOST_PROBES);
    if (i == s->opened) {
        s->open[i].what = what;
        s->open[i].map = map;
        s->open[i].real = real;
        s->open[i].probe = probe_open(s->folder, what, s->call, map, real);
        s->opened++;
    }
    return &s->open[i].probe;
}

/* In double; it is turned by rotation vectors. */
static inline const struct probe *probe_of(struct subject *s, const char *what)
{
    return probe_by(s, what, "exp", POL_DOUBLE);
}

static inline void subject_close(struct subject *s)
{
    for (int i = 0; i < s->opened; i++)
        probe_close(s->open[i].probe);
}

static inline void subject_read_notes(struct subject *s)
{
    char spec[200];
    pol_options o = pol_default_options();
    if (s->stored[0])
        return;
    o.shelf = &s->folder;
    o.shelves = 1;
    o.attitude = s->call;
    o.method = "probe(state)";
    snprintf(spec, sizeof spec, "%s show %s", attitude_probe_body, s->call);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "n.pol", spec, strlen(spec)), POL_OK);
    assert_int_equal(pol_derive(job), POL_OK);
    const struct step *step = job->step;
    snprintf(s->stored, sizeof s->stored, "%s", step->store[0].note);
    snprintf(s->shown, sizeof s->shown, "%s",
             step->offer.shown[step->recipe->shows - 1].numbers.note);
    pol_close(job);
}

#endif
