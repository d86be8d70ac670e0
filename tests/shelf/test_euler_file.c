/* SPDX-License-Identifier: MIT
 *
 * What the Euler angles' file says beside moves: angles of R and of
 * quaternions, the names of sets, and the note in the header.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "shelf/eulers.h"

#include "emitted.h"
#include "stepping.h"

static const double pi = 3.141592653589793;
static const double nothing[3];

/* ---- taken anew from R ---- */

/* In the canonical range, of the same R; a = 0 at lock. */
static void check_taken(const struct set *f, const pol_stepper *s, double eps,
                        const double x[3])
{
    struct body_state b = {0};
    long double R[9];
    double *y = b.x, size = fabs(lock_distance(f, x));
    double low = f->ends ? 0 : -pi / 2, room = eps == FLT_EPSILON ? 1e-6 : 0;
    memcpy(b.x, x, 3 * sizeof *x);
    matrix_of_angles(f, x, R);
    for (int i = 0; i < 9; i++)
        b.x[3 + i] = (double)R[i];
    assert_int_equal(s->step_once(b.x, b.par, b.in, 1), POL_STEP_OK);
    assert_true(move_error(f, x, nothing, y) <= 16 * eps);
    for (int i = 0; i < 3; i += 2)
        assert_true(fabs(y[i]) <= pi + room);
    assert_true(y[1] >= low - room && y[1] <= low + pi + room);
    if (size < eps)
        assert_true(y[0] == 0);
    if (size > 8 * eps) {
        double half = lock_distance(f, x) < 0 ? pi : 0;
        assert_true(fabs(sin((y[0] - x[0] - half) / 2)) <= 8 * eps / size);
    }
}

static void take_often(const struct set *f, const char *way, pol_real real)
{
    double eps = real == POL_DOUBLE ? DBL_EPSILON : FLT_EPSILON;
    struct random r = random_new(8);
    const pol_stepper *s = euler_by(way, f->word, real, "exp");
    for (int n = 0; n < 1000; n++) {
        double x[3];
        for (int i = 0; i < 3; i++)
            x[i] = random_between(&r, -6, 6);
        if (n % 2)
            x[1] = lock_angle(f, n % 5 - 2) +
                   (n % 3 ? pow(10, random_between(&r, -17, -1)) : 0);
        for (int i = 0; i < 3; i++)
            x[i] = eps == FLT_EPSILON ? rounded_to_float(x[i]) : x[i];
        check_taken(f, s, eps, x);
    }
}

AROUND_ALL(open_eulers, close_eulers)

TEST(matrices_and_elements_have_angles)
{
    for (int n = 0; n < 4 * SETS; n++) {
        struct set f = set_of(n / 4);
        take_often(&f, n % 2 ? "store" : "anew",
                   n % 4 < 2 ? POL_DOUBLE : POL_FLOAT);
    }
}

/* ---- names ---- */

static void moves_alike(const char *call, const char *other)
{
    const double x[3] = {0.4, -0.7, 1.9}, v[3] = {0.3, 0.2, -0.5};
    const pol_stepper *s = euler_by("move", call, POL_DOUBLE, "exp");
    const pol_stepper *m = euler_by("move", other, POL_DOUBLE, "exp");
    double y[3], z[3];
    euler_move(s, x, v, y);
    euler_move(m, x, v, z);
    assert_memory_equal(y, z, sizeof y);
}

TEST(numbers_name_sets)
{
    for (int n = 0; n < SETS; n++) {
        struct set f = set_of(n);
        char number[10];
        snprintf(number, sizeof number, "%d", f.number);
        moves_alike(number, f.word);
    }
    moves_alike("branch = near", "xyz");
}

static const char body[] = "body b inertia diag(1, 2, 2.5)";

static void expect_refused(const char *attitude, const char *message)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_model(&s, body);
    assert_null(stepping_derive(&s, NULL, attitude, NULL));
    assert_string_equal(stepping_messages(&s), message);
    arena_free(s.arena);
}

TEST(what_is_no_set_is_refused)
{
    static const int not [] = {122, 200, 130, 133, 140, 189, 199,
                               211, 233, 220, 300, 301, 322, 311};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
        char call[20], message[300];
        snprintf(call, sizeof call, "euler(%d)", not [i]);
        snprintf(message, sizeof message,
                 "--option:1:7: error: there are no Euler angles %d\n"
                 "    %s\n          ^~~\n"
                 "hint: three digits 1 to 3, none twice in a row, as in 321 or "
                 "313\n",
                 not [i], call);
        expect_refused(call, message);
    }
    expect_refused("euler(zzx)",
                   "--option:1:7: error: the option 'set' is xyz, yzx, zxy, "
                   "xzy, zyx, yxz, xyx, xzx, yxy, yzy, zxz, zyz or an "
                   "integer from 121 to 323\n    euler(zzx)\n          ^~~\n");
}

/* ---- the header ---- */

/* The comment without its stars and ends of lines. */
static void expect_note(const char *attitude, const char *note)
{
    struct emitted_files files = {0};
    char flat[400] = "";
    pol_options o = pol_default_options();
    o.attitude = attitude;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "b.pol", body, sizeof body - 1),
                     POL_OK);
    assert_int_equal(pol_emit(job, "c99", keep_file, &files), POL_OK);
    pol_close(job);
    const char *c = strstr(files.header, "double angle[3]; /* ");
    assert_non_null(c);
    c += strlen("double angle[3]; /* ");
    for (size_t n = 0; strncmp(c, " */", 3) && n < sizeof flat - 2; c++)
        if (*c == '\n') {
            c += strspn(c, "\n *") - 1;
            flat[n++] = ' ';
        } else {
            flat[n++] = *c;
        }
    free_files(&files);
    assert_string_equal(flat, note);
}

TEST(the_header_says_what_the_angles_are)
{
    expect_note("euler(321)",
                "attitude: angles a, b, c about z, y', x'' in turn (intrinsic, "
                "active), rad; R = Z(a) Y(b) X(c), body to space; continuous, "
                "of any size");
    expect_note("cardan", "attitude: angles a, b, c about x, y', z'' in turn "
                          "(intrinsic, active), rad; R = X(a) Y(b) Z(c), body "
                          "to space; continuous, of any size");
    expect_note("euler(zxz, branch = paper)",
                "attitude: angles a, b, c about z, x', z'' in turn (intrinsic, "
                "active), rad; R = Z(a) X(b) Z(c), body to space; b from 0 to "
                "pi, a and c of any size");
    expect_note("euler(zyz, principal)",
                "attitude: angles a, b, c about z, y', z'' in turn (intrinsic, "
                "active), rad; R = Z(a) Y(b) Z(c), body to space; a and c from "
                "-pi to pi, b from 0 to pi");
    expect_note("euler(213, branch = paper)",
                "attitude: angles a, b, c about y, x', z'' in turn (intrinsic, "
                "active), rad; R = Y(a) X(b) Z(c), body to space; b from -pi/2 "
                "to pi/2, a and c of any size");
}
