/* SPDX-License-Identifier: MIT
 *
 * Whatever the attitude, a method goes the way that it goes with matrix, on
 * ways that lead through the attitudes where its numbers are singular: every
 * attitude with every choice of its options, a method of each family with a
 * drawn attitude of each file, and every method with a drawn one.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/beside_matrix.h"
#include "shelf/dropped.h"

#define BODY(name) POL_TESTS_DIR "/shelf/bodies/" name ".pol"
#define TOP        BODY("tilted_top")
#define FREE       BODY("free_full")

/* All of them, through all waypoints; in float a drawn half. */
static bool all_follow(pol_real real)
{
    const struct family top = {"rkmk(kutta4, form = rate)", NULL, TOP, 0};
    bool good = true;
    common.real = real;
    struct loaded matrix = load_family(&top, "matrix");
    for (int i = 0; i < all.n; i++)
        if (real == POL_DOUBLE || sampled_all() || drawn(all.call[i], 2))
            good &= follows(&top, i, matrix.s, 0, ALL_WAYPOINTS);
    unload(matrix);
    common.real = POL_DOUBLE;
    return good;
}

AROUND_ALL(NULL, close_spheres)

TEST(attitudes_pass_all_singular_ones)
{
    all = attitudes_of_shelf(NULL);
    assert_true(all_follow(POL_DOUBLE));
}

TEST(so_they_do_in_float)
{
    all = attitudes_of_shelf(NULL);
    assert_true(all_follow(POL_FLOAT));
}

/* ---- a method of each family, an attitude of each file ------------------ */

static const struct family families[] = {
    {"rkmk(kutta4)", "exp", SPEC("fast_top"), 1},
    {"rkmk(heun3)", "cay", SPEC("thrown"), 0},
    {"rkmk(rk38, form = rate)", "cay", SPEC("heavy_top"), 1},
    {"rkmk(ralston3, form = rate)", "exp", SPEC("offdiag"), 0},
    {"rkmk(gauss4)", NULL, SPEC("free_body"), 10},
    {"imidm", NULL, SPEC("satellite"), 1},
    {"trapm", NULL, SPEC("slow_top"), 1},
    {"bbtrap", NULL, TOP, 0},
    {"cf4", NULL, SPEC("slow_top"), 10},
    {"cg4", NULL, SPEC("free_body"), 100},
    {"liemid_ea", NULL, SPEC("tethered"), 0},
    {"semi_euler", NULL, SPEC("damped"), 0},
    {"mr", NULL, SPEC("satellite"), 1},
    {"sr", NULL, SPEC("slow_top"), 1},
    {"sej", NULL, SPEC("fast_top"), 1},
    {"je", NULL, SPEC("free_body"), 10},
    {"dmv2", NULL, SPEC("free_body"), 100},
    {"simo", NULL, SPEC("heavy_top"), 1},
    {"triple4(mr)", NULL, SPEC("fast_top"), 1},
};
enum { FAMILIES = sizeof families / sizeof *families };

TEST(every_attitude_takes_a_method_of_each_family)
{
    bool good = true;
    int pairs = 0;
    all = attitudes_of_shelf(NULL);
    for (int m = 0; m < FAMILIES; m++) {
        struct loaded matrix = load_family(&families[m], "matrix");
        for (int i = 0, n; i < all.n; i += n) {
            n = calls_of_file(&all, i);
            if (!strcmp(all.call[i], "matrix"))
                continue;
            int k = drawn(families[m].method, n);
            for (int tried = 0; tried < (sampled_all() ? n : 1); tried++)
                good &= follows(&families[m], i + (k + tried) % n, matrix.s,
                                pairs++ * 5, 5);
        }
        unload(matrix);
    }
    print_message("%d pairs\n", pairs);
    assert_true(good && pairs >= 5 * FAMILIES);
}

/* ---- every method -------------------------------------------------------- */

enum { MOST_METHODS = 100 };
struct methods {
    int n;
    char call[MOST_METHODS][80];
};

/* Each file once, as it stands or as in its first example. */
static pol_status collect_methods(struct pol_job *job, void *argument)
{
    struct methods *m = argument;
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_METHOD, i);
        struct shelf_claim claim = {0};
        if (!shelf_describe(&job->diags, file, &claim))
            return POL_BAD_SHELF;
        const char *call = claim.examples ? claim.example[0] : file->name;
        assert_true(m->n < MOST_METHODS);
        copy_part(m->call[m->n++], sizeof m->call[0], call, strlen(call));
    }
    return POL_OK;
}

static struct methods methods_of_shelf(void)
{
    struct methods m = {0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect_methods, &m), POL_OK);
    pol_close(job);
    return m;
}

/* With matrix; without torque where the method does not admit it. */
static struct loaded load_where_admitted(struct family *y)
{
    struct loaded l;
    pol_options o = options_of("matrix");
    o.method = y->method;
    if (draft_try(&l, AS_PATH, y->spec, &o, false))
        return l;
    y->spec = FREE;
    return load_family(y, "matrix");
}

TEST(every_method_takes_some_attitude)
{
    const struct methods methods = methods_of_shelf();
    int ran = 0;
    bool good = true;
    all = attitudes_of_shelf(NULL);
    for (int m = 0; m < methods.n; m++) {
        const char *call = methods.call[m];
        if (strstr(call, "kinematic"))
            continue; /* by the numbers, which leave matrix's way */
        struct family y = {call, NULL, TOP, 0};
        struct loaded matrix = load_where_admitted(&y);
        good &= follows(&y, drawn(call, all.n), matrix.s, ran, 3);
        unload(matrix);
        ran++;
    }
    assert_true(good && ran >= 35);
}

/* ---- faults -------------------------------------------------------------- */

static const struct {
    const char *file, *attitude, *part, *by;
} faults[] = {
    /* lock where there is none; the paper's own rule at lock, its (97) */
    {"euler", "euler(zyx)", "(4 * eps / unit)^2", "decimal '1e-5'^2"},
    {"euler", "euler(zxz)", "{ a = sum + rest, c = sum - rest,",
     "{ a = select(lock, 0, sum + rest), c = select(lock, 0, sum - rest),"},
    /* an axis that is kept too long; a turn that is not whole */
    {"rotation_vector", "rotation_vector", "le(size, select(far,",
     "le(dot(p, p), select(far,"},
    {"rotation_vector", "rotation_vector(branch = paper)", "2*pi / s", "6 / s"},
    /* no switch; one that is refused too soon; one that runs away */
    {"mrp", "mrp", "local p0, p = nearer_half(g)",
     "local q = g:quaternion() local p0, p = q[1], vec(q[2], q[3], q[4])"},
    {"rodrigues", "rodrigues", "lt((4 * eps)^2 *", "lt(decimal '1e-5'^2 *"},
    {"quaternion", "quaternion(renormalise = first)", "(square(q) - 1) / 2",
     "(square(q) - 1) * 2"},
};

static bool changed_follows(const char *name, const char *attitude,
                            const char *part, const char *by)
{
    char file[60];
    struct dropped d = drop_begin();
    snprintf(file, sizeof file, "%s.lua", name);
    drop_changed(&d, "attitudes", file, file, part, by);
    common.folder = d.folder;
    all.n = 0;
    add_attitude(&all, attitude);
    bool good = all_follow(POL_DOUBLE);
    close_some(true);
    common.folder = NULL;
    drop_end(&d);
    return good;
}

TEST(files_that_are_wrong_are_found_out)
{
    assert_true(changed_follows("euler", "euler(zyx)", "return", "return"));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (changed_follows(faults[i].file, faults[i].attitude, faults[i].part,
                            faults[i].by))
            fail_msg("%s with '%s' is not found out", faults[i].file,
                     faults[i].by);
}
