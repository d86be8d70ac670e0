/* SPDX-License-Identifier: MIT
 *
 * Every attitude on the shelf, in every way to call it, against the axioms of
 * its kind, in emitted and compiled code.
 */
#include "shelf/attitude_axioms.h"
#include "shelf/attitude_numbers.h"
#include "shelf/attitudes.h"

/* ---- the axioms ---- */

enum { EACH_MAP = 0 };

struct attitude_axiom {
    const char *name;
    bool (*is_asked_of)(struct subject *); /* NULL: of all */
    int ways;                              /* in which it is asked */
    int reals;                             /* 1: double alone */
    /* NULL where the attitude keeps it, else what is wrong. */
    const char *(*fault)(struct subject *, int way, pol_real);
};

static const struct attitude_axiom axioms[] = {
    {"moves", NULL, EACH_MAP, 2, fault_of_moves},
    {"scalar", is_a_quaternion, 1, 1, fault_of_scalar},
    {"range", NULL, 1, 1, fault_of_range},
    {"rates", has_a_rate, 1, 1, fault_of_rates},
};
enum { AXIOMS = sizeof axioms / sizeof *axioms };

static struct choices choices_of(const struct attitude_axiom *a, int attitudes,
                                 const struct maps *maps)
{
    int ways = a->ways == EACH_MAP ? maps->n : a->ways;
    return (struct choices){3, {attitudes, ways, a->reals}};
}

static const char *fault_of(struct subject *s, const struct attitude_axiom *a, const int *row)
{
    if (a->is_asked_of && !a->is_asked_of(s))
        return NULL;
    return a->fault(s, row[1], (pol_real)row[2]);
}

static void check_all(struct subject *s, int attitude, const struct rows *rows)
{
    for (int k = 0; k < AXIOMS; k++)
        for (int i = 0; i < rows[k].n; i++) {
            const int *row = rows[k].row[i];
            const char *fault = row[0] == attitude ? fault_of(s, &axioms[k], row) : NULL;
            if (fault)
                fail_msg("%s, %s, way %d, %s: %s", s->call, axioms[k].name, row[1],
                         row[2] ? "float" : "double", fault);
        }
}

AROUND_ALL(open_places, close_places)

TEST(every_attitude_keeps_the_axioms)
{
    const struct attitudes all = attitudes_of_shelf();
    const struct maps maps = maps_of_shelf();
    struct rows rows[AXIOMS];
    for (int k = 0; k < AXIOMS; k++) {
        struct choices c = choices_of(&axioms[k], all.n, &maps);
        rows[k] = covering_rows(&c);
    }
    for (int i = 0; i < all.n; i++) {
        struct subject *s = subject_of(all.call[i]);
        s->maps = &maps;
        check_all(s, i, rows);
        subject_close(s);
    }
    for (int k = 0; k < AXIOMS; k++)
        rows_free(&rows[k]);
}
