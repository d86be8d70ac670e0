/* SPDX-License-Identifier: MIT
 *
 * Every attitude on the shelf, in every way to call it, against the axioms of
 * its kind, in emitted and compiled code.  The same axioms must find out files
 * that lie.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/attitude_axioms.h"
#include "shelf/attitude_numbers.h"
#include "shelf/attitudes.h"
#include "shelf/reals.h"

/* ---- in float it does what it does in double ---- */

static struct loaded stepped(struct subject *s, const char *attitude,
                             pol_real real)
{
    pol_options o = pol_default_options();
    o.shelf = &s->folder;
    o.shelves = 1;
    o.method = "rkmk(heun2, form = rate)";
    o.attitude = attitude;
    o.real = real;
    return load(SPEC("thrown"), &o, POL_TCC);
}

/* R and L of a group method do not depend on the numbers. */
static const char *fault_of_float(struct subject *s, int way, pol_real real)
{
    (void)way, (void)real;
    static double exact[12];
    struct loaded l = {0};
    if (exact[0] == 0) {
        l = stepped(s, "matrix", POL_DOUBLE);
        assert_true(follow(l.s, exact));
        unload(l);
    }
    l = stepped(s, s->call, POL_FLOAT);
    double off = off_in_float(l.s, exact);
    unload(l);
    return off < 800 ? NULL : "steps in float and in double are apart";
}

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
    {"way back", NULL, 3, 2, fault_of_way_back},
    {"stored", NULL, 1, 1, fault_of_stored},
    {"scalar", is_a_quaternion, 1, 1, fault_of_scalar},
    {"sense", NULL, 1, 1, fault_of_sense},
    {"length", is_of_three, 1, 1, fault_of_length},
    {"range", NULL, 1, 1, fault_of_range},
    {"rates", has_a_rate, 1, 1, fault_of_rates},
    {"leaps", is_continuous, 1, 1, fault_of_leaps},
    {"float", NULL, 1, 1, fault_of_float},
};
enum { AXIOMS = sizeof axioms / sizeof *axioms };

static struct choices choices_of(const struct attitude_axiom *a, int attitudes,
                                 const struct maps *maps)
{
    int ways = a->ways == EACH_MAP ? maps->n : a->ways;
    return (struct choices){3, {attitudes, ways, a->reals}};
}

static const char *fault_of(struct subject *s, const struct attitude_axiom *a,
                            const int *row)
{
    if (a->is_asked_of && !a->is_asked_of(s))
        return NULL;
    return a->fault(s, row[1], (pol_real)row[2]);
}

static pol_status collect_maps(struct pol_job *job, void *argument)
{
    struct maps *all = argument;
    struct shelf *shelf = job_shelf(job);
    all->n = shelf_count(shelf, SHELF_MAP);
    assert_in_range(all->n, 2, MOST_MAPS);
    for (int i = 0; i < all->n; i++)
        snprintf(all->name[i], sizeof all->name[i], "%s",
                 shelf_at(shelf, SHELF_MAP, i)->name);
    return POL_OK;
}

static struct maps maps_of_shelf(void)
{
    struct maps all;
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect_maps, &all), POL_OK);
    pol_close(job);
    return all;
}

static void ask_all(struct subject *s, int attitude, const struct rows *rows)
{
    for (int k = 0; k < AXIOMS; k++)
        for (int i = 0; i < rows[k].n; i++) {
            const int *row = rows[k].row[i];
            const char *fault =
                row[0] == attitude ? fault_of(s, &axioms[k], row) : NULL;
            if (fault)
                fail_msg("%s, %s, way %d, %s: %s", s->call, axioms[k].name,
                         row[1], row[2] ? "float" : "double", fault);
        }
}

static struct dropped shelf_to_look_through(void)
{
    struct dropped d = drop_begin();
    drop(&d, "methods", "probe.lua", attitude_probe);
    drop_steps_alone(&d, "rkmk.lua");
    return d;
}

AROUND_ALL(open_places, close_places)

TEST(every_attitude_keeps_the_axioms)
{
    struct dropped d = shelf_to_look_through();
    const struct attitudes all = attitudes_of_shelf(NULL);
    const struct maps maps = maps_of_shelf();
    struct rows rows[AXIOMS];
    for (int k = 0; k < AXIOMS; k++) {
        struct choices c = choices_of(&axioms[k], all.n, &maps);
        rows[k] = rows_of_pairs(&c);
    }
    for (int i = 0; i < all.n; i++) {
        struct subject s = {d.folder, all.call[i], .maps = &maps};
        ask_all(&s, i, rows);
        subject_close(&s);
    }
    for (int k = 0; k < AXIOMS; k++)
        rows_free(&rows[k]);
    drop_end(&d);
}

/* ---- files that lie ---- */

/* A copy of the file with `by` for a part, as liar.lua; of a map, too. */
static const struct lie {
    const char *axiom, *file, *call, *part, *by;
} lies[] = {
    {"moves", "quaternion.lua", "liar", "restore((of(q) * g):quaternion()",
     "restore((of { q[1], q[3], q[2], q[4] } * g):quaternion()"},
    {"moves", "quaternion.lua", "liar", "restore((of(q) * g):quaternion()",
     "restore((g * of(q)):quaternion()"},
    {"moves", "matrix.lua", "liar", "g:unrotate", "g:rotate"},
    {"moves", "quaternion.lua", "liar(first)", "1 - (square(q) - 1) / 2",
     "1 + (square(q) - 1) / 2"},
    {"moves", "euler.lua", "liar", "return { x[1] + select(",
     "return { select("},
    {"moves", "euler.lua", "liar",
     "x[3] + select(other, opposite(new.c), new.c)", "x[3] + new.c"},
    {"way back", "matrix.lua", "liar", "return { R[1][1], R[1][2],",
     "return { R[1][1], R[2][1],"},
    {"way back", "quaternion.lua", "liar",
     "return element { q[1], vec(q[2], q[3], q[4]) }",
     "return element { q[1], vec(q[2], q[3], -q[4]) }"},
    {"stored", "matrix.lua", "liar", "dot(a, a) - 1", "dot(a, a) - 2"},
    {"stored", "quaternion.lua", "liar", "square(q) - 1 }", "square(q) + 1 }"},
    {"scalar", "quaternion.lua", "liar", "return g:quaternion() end",
     "return scaled(g:quaternion(), -1) end"},
    {"sense", "matrix.lua", "liar", "body to space", "space to body"},
    {"length", "mrp.lua", "liar", "tan(angle/4) times axis, \"",
     "tan(angle/2) times axis, \""},
    {"length", "rodrigues.lua", "liar", "tan(angle/2)", "tan(angle/4)"},
    {"range", "mrp.lua", "liar", "at most 1 long, then",
     "at most pi long, then"},
    {"range", "rotation_vector.lua", "liar", ".. \"at most pi long\"",
     ".. \"at most 2 pi long\""},
    {"rates", "matrix.lua", "liar", "numbers(cross(a, w)",
     "numbers(cross(a, -w)"},
    {"rates", "quaternion.lua", "liar", "(q[1] * w + cross(u, w))",
     "(q[1] * w - cross(u, w))"},
    {"rates", "quaternion.lua", "liar", "-dot(u, w) / 2", "-dot(u, w)"},
    {"rates", "euler.lua", "liar", "u[f.l] - along * a", "u[f.l]"},
    {"leaps", "rotation_vector.lua", "liar", "2*pi * k * axis", "0 * axis"},
    {"leaps", "euler.lua", "liar(zyx)", "return { x[1] + select(",
     "return { wrapped(x[1]) + select("},
    {"float", "mrp.lua", "liar", "numbers(p / (length + p0))",
     "numbers((1 + 10^5 * eps) * p / (length + p0))"},
};
enum { LIES = sizeof lies / sizeof *lies };

static bool is_found_out(const struct lie *lie)
{
    bool found = false, known = false,
         map = strcmp(lie->call, "quaternion") == 0;
    struct maps maps = {1, {"liar"}};
    struct dropped d = shelf_to_look_through();
    drop_changed(&d, map ? "maps" : "attitudes", lie->file, "liar.lua",
                 lie->part, lie->by);
    if (!map)
        maps = maps_of_shelf();
    struct subject s = {d.folder, lie->call, .maps = &maps};
    for (int k = 0; k < AXIOMS; k++) {
        struct choices c = choices_of(&axioms[k], 1, &maps);
        int row[MOST_CHOICES] = {0};
        if (strcmp(axioms[k].name, lie->axiom) != 0)
            continue;
        known = true;
        do
            found = fault_of(&s, &axioms[k], row) != NULL;
        while (!found && next_product(&c, row));
    }
    subject_close(&s);
    drop_end(&d);
    assert_true(known);
    return found;
}

TEST(files_that_lie_are_found_out)
{
    for (int i = 0; i < LIES; i++)
        if (!is_found_out(&lies[i]))
            fail_msg("%s: %s with '%s' for '%s' is not found out",
                     lies[i].axiom, lies[i].file, lies[i].by, lies[i].part);
}

TEST(every_axiom_finds_out_some)
{
    for (int k = 0, i; k < AXIOMS; k++) {
        for (i = 0; i < LIES; i++)
            if (strcmp(lies[i].axiom, axioms[k].name) == 0)
                break;
        assert_true(i < LIES);
    }
}

/* ---- what a file says of itself ---- */

static pol_status check_claims(struct pol_job *job, void *argument)
{
    (void)argument;
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim c = {0};
        assert_true(shelf_describe(&job->diags, file, &c));
        if (!c.title || !c.source || !c.singular || !c.range)
            fail_msg("%s lacks title, source, singular or range", file->name);
    }
    return POL_OK;
}

TEST(files_say_what_and_where_they_are)
{
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, check_claims, NULL), POL_OK);
    pol_close(job);
}
