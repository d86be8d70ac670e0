/* SPDX-License-Identifier: MIT
 *
 * What emitted headers say of an attitude's numbers holds: of three that lie
 * along the axis, how long they are for a turn, and how long they may get; of
 * angles, where the middle one lies.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/attitude_axioms.h"
#include "shelf/rotations.h"
#include "shelf/turns.h"

#include <float.h>

enum { RANDOM = 3000 };

/* An attitude, and the notes on it: what is stored, and what is shown. */
struct noted {
    struct probe move, store;
    char stored[300], shown[300];
};

static void read_notes(struct noted *n, const char *folder,
                       const char *attitude)
{
    char spec[200];
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = 1;
    o.attitude = attitude;
    snprintf(spec, sizeof spec,
             "body probe inertia diag(1, 2, 2.5) method fe show %s", attitude);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "n.pol", spec, strlen(spec)), POL_OK);
    assert_int_equal(pol_derive(job), POL_OK);
    const struct step *s = job->step;
    snprintf(n->stored, sizeof n->stored, "%s", s->store[0].note);
    snprintf(n->shown, sizeof n->shown, "%s",
             s->shown[s->shows - 1].numbers.note);
    pol_close(job);
}

/* ---- how long for a turn ---- */

/* As the note says, for a turn by this angle; 0 if it says nothing. */
static double length_said(const char *note, double angle)
{
    if (strstr(note, "tan(angle/4) times axis"))
        return tan(angle / 4);
    if (strstr(note, "tan(angle/2) times axis"))
        return tan(angle / 2);
    return strstr(note, "angle times axis") ? angle : 0;
}

static const char *fault_of_length(const struct noted *n)
{
    const double axis[3] = {2. / 7, -3. / 7, 6. / 7}, angle = 1.3;
    double v[3], R[9], want = length_said(n->stored, angle);
    struct body_state b;
    if (want != length_said(n->shown, angle))
        return "what is shown is called something else";
    for (int i = 0; i < 3; i++)
        v[i] = angle * axis[i];
    rotation_exp(v, R);
    assert_int_equal(probe_ask(&n->store, NULL, R, &b), 0);
    for (int i = 0; i < 3 && want > 0; i++)
        if (!(fabs(b.x[i] - want * axis[i]) < 8 * DBL_EPSILON))
            return "they are not what the note says";
    return NULL;
}

/* ---- how long they may get ---- */

static double longest_said(const char *note)
{
    const double pi = acos(-1);
    if (strstr(note, "at most 2 pi long"))
        return 2 * pi;
    if (strstr(note, "at most pi long"))
        return pi;
    return strstr(note, "at most 1 long") ? 1 : INFINITY;
}

/* They keep within it and make use of it. */
static bool is_longest(double longest, double said)
{
    return isinf(said) ||
           (longest <= said * (1 + 4 * DBL_EPSILON) && longest > 0.9 * said);
}

/* Of numbers: the largest length, and the ends of the second one. */
struct extent {
    double longest, low, high;
};

static void extend(struct extent *e, const struct body_state *b)
{
    e->longest = fmax(e->longest, rotation_length(b->x));
    e->low = fmin(e->low, b->x[1]);
    e->high = fmax(e->high, b->x[1]);
}

static struct extent extent_shown(const struct noted *n)
{
    struct rotations all = rotations_random(RANDOM);
    struct extent e = {0, INFINITY, -INFINITY};
    for (int i = 0; i < all.n; i++) {
        struct body_state b;
        if (probe_ask(&n->store, NULL, all.R[i], &b) == 0)
            extend(&e, &b);
    }
    rotations_free(&all);
    return e;
}

static struct extent extent_stored(const struct noted *n)
{
    struct body_state b = start_of(n->move.s), next;
    struct extent e = {0, INFINITY, -INFINITY};
    uint64_t seed = 3;
    double nine[9] = {0};
    for (int i = 0; i < RANDOM; i++) {
        sample3(&seed, 0.4, nine);
        if (probe_ask(&n->move, b.x, nine, &next) == 0)
            b = next;
        extend(&e, &b);
    }
    return e;
}

/* All of the range that is said, as good as, and nothing else. */
static bool fills(const struct extent *e, double low, double high)
{
    const double room = 4 * DBL_EPSILON;
    return e->low >= low - room && e->low < low + 0.2 &&
           e->high <= high + room && e->high > high - 0.2;
}

static bool has_extent(const struct extent *e, const char *note)
{
    const double pi = acos(-1);
    if (!is_longest(e->longest, longest_said(note)))
        return false;
    if (strstr(note, "b from 0 to pi"))
        return fills(e, 0, pi);
    return !strstr(note, "b from") || fills(e, -pi / 2, pi / 2);
}

/* NULL if all is well, else what is not. */
static const char *fault_of(const char *folder, const char *attitude,
                            const void *none)
{
    (void)none;
    struct noted n;
    n.move = probe_open(folder, "move", attitude, NULL, POL_DOUBLE);
    n.store = probe_open(folder, "store", attitude, NULL, POL_DOUBLE);
    read_notes(&n, folder, attitude);
    const char *fault = n.move.n == 3 ? fault_of_length(&n) : NULL;
    struct extent shown = extent_shown(&n), stored = extent_stored(&n);
    if (!has_extent(&shown, n.shown))
        fault = "those shown have another range";
    if (!has_extent(&stored, n.stored))
        fault = "those stored have another range";
    probe_close(n.move);
    probe_close(n.store);
    return fault;
}

static void notes_say_how_long_numbers_are(void **state)
{
    (void)state;
    expect_of_all(fault_of, NULL);
}

/* A copy of a shelf file with a part replaced must be found out. */
static void notes_that_lie_are_found_out(void **state)
{
    (void)state;
    static const struct attitude_lie lies[] = {
        {"mrp.lua", "liar", "tan(angle/4) times axis, \"",
         "tan(angle/2) times axis, \""},
        {"mrp.lua", "liar", "at most 1 long, then", "at most pi long, then"},
        {"rodrigues.lua", "liar", "tan(angle/2)", "tan(angle/4)"},
        {"rotation_vector.lua", "liar", ".. \"at most pi long\"",
         ".. \"at most 2 pi long\""},
        {"rotation_vector.lua", "liar(paper)", "at most 2 pi long",
         "at most pi long"},
        {"rotation_vector.lua", "liar(principal)", "at most pi long, then",
         "at most 2 pi long, then"},
        {"euler.lua", "liar", ".. (f.ends and", ".. (not f.ends and"},
        {"euler.lua", "liar(zxz, paper)", "\"b from \" .. (f.ends",
         "\"b from \" .. (not f.ends"},
    };
    EXPECT_FOUND_OUT(fault_of, NULL, lies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_say_how_long_numbers_are),
        cmocka_unit_test(notes_that_lie_are_found_out),
    };
    return run_group(tests);
}
