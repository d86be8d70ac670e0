/* SPDX-License-Identifier: MIT
 *
 * What stands on the shelf goes once through all stages and steps, for the sake
 * of memory: in the hostile build the sanitizers watch.  What they do not see,
 * code that is compiled in memory, a sample of the stops compiles with
 * sanitizers of its own and rides in another program.  The seed draws bodies,
 * options, attitudes, maps and real types.
 */
#include "compilers.h"
#include "emitted.h"
#include "shelf/variants.h"
#include "specs.h"
#include "tour/ride.h"
#include "unit/analysed.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A file of the shelf and how it is called this time. */
struct stop {
    enum shelf_kind kind;
    char call[120];                          /* of the kind */
    char named[20];                          /* the body */
    char method[160], attitude[80], map[40]; /* "": as the spec says */
    const char *body;
    bool fixed;    /* steps of one size */
    bool is_large; /* too many unknowns in rate form, of a body that moves, and with states */
    int rarity;    /* one of `rarity` subjects goes beyond the step */
};

enum { MOST_STOPS = 600 };
static struct tour {
    int n;
    struct stop stop[MOST_STOPS];
    struct attitudes attitudes;
} tour;

/* ---- what is drawn ------------------------------------------------------- */

/* For what of this stop, 0 .. n - 1. */
static int draw(const struct stop *s, const char *what, int n)
{
    char name[200];
    snprintf(name, sizeof name, "%d %s %s", (int)s->kind, s->call, what);
    return drawn(name, n);
}

/* One in n, or all. */
static bool is_drawn(const struct stop *s, const char *what, int n)
{
    return sampled_all() || draw(s, what, n) == 0;
}

enum { CHEAP_BODIES = 3 };
static const char *const bodies[] = {
    SPEC("fast_top"),        TEST_BODY("driven"),     TEST_BODY("free_flight"), SPEC("kicked"),
    SPEC("damped"),          SPEC("thrown"),          SPEC("offdiag"),          TEST_BODY("rough"),
    TEST_BODY("tilted_top"), TEST_BODY("curved_top"), TEST_BODY("free_full")};
static struct load_of loads[COUNT(bodies)];

/* Of tableaus, which are many, all but a few go with what costs little. */
static bool is_cheap(const struct stop *s)
{
    return s->kind == SHELF_TABLEAU && !is_drawn(s, "at any cost", 12);
}

/* The drawn one, or the next one that the method admits; the last are free. */
static const char *drawn_body(const struct stop *s, const struct variant *v)
{
    int i = draw(s, "body", is_cheap(s) ? CHEAP_BODIES : COUNT(bodies));
    while (!variant_admits(v, loads[i]) || (s->is_large && strstr(bodies[i], "rough")))
        i = (i + 1) % COUNT(bodies);
    return bodies[i];
}

static const char *drawn_attitude(const struct stop *s)
{
    static const char *const cheap[] = {"quaternion", "matrix", "mrp"};
    if (is_cheap(s))
        return cheap[draw(s, "attitude", COUNT(cheap))];
    return tour.attitudes.call[draw(s, "attitude", tour.attitudes.n)];
}

/* ---- the stops ----------------------------------------------------------- */

static struct stop *add_stop(enum shelf_kind kind, const char *call)
{
    assert_true(tour.n < MOST_STOPS);
    struct stop *s = &tour.stop[tour.n++];
    *s = (struct stop){.kind = kind, .fixed = true, .rarity = 1};
    snprintf(s->named, sizeof s->named, "stop_%d", tour.n - 1);
    copy_part(s->call, sizeof s->call, call, strlen(call));
    return s;
}

/* By this method; what is not given is drawn. */
static void set_out(struct stop *s, const char *method, const char *attitude, const char *map)
{
    struct variant v = s->kind == SHELF_TABLEAU
                           ? (struct variant){.maps = true, .admits = ADMITS_ALL}
                           : variant_of(method);
    if (!attitude)
        attitude = drawn_attitude(s);
    if (!map && v.maps)
        map = draw(s, "map", 2) ? "exp" : "cay";
    copy_part(s->method, sizeof s->method, method, strlen(method));
    copy_part(s->attitude, sizeof s->attitude, attitude, strlen(attitude));
    copy_part(s->map, sizeof s->map, map ? map : "", map ? strlen(map) : 0);
    s->body = drawn_body(s, &v);
}

/* One in so many goes through the stages after the step: stages that are solved
 * for at once cost most. */
static void add_tableau_stop(struct pol_job *job, const char *call)
{
    const struct kit kit = job_kit(job);
    struct stop *s = add_stop(SHELF_TABLEAU, call);
    const struct tableau *t = tableau_of_text(&kit, call);
    assert_non_null(t);
    s->fixed = t->embedded == 0 || draw(s, "adapts", 4);
    s->is_large = !t->is_explicit && t->stages > 5;
    s->rarity = t->is_explicit ? (t->stages > 5 ? 3 : 1) : (t->stages > 3 ? 6 : 1);
}

/* Of a family a member is drawn: one whose number is, as the name says. */
static pol_status add_tableau_stops(struct pol_job *job, void *argument)
{
    const struct tableau_calls *all = argument;
    for (int i = 0; i < all->n; i++) {
        char key[80];
        snprintf(key, sizeof key, "member %s", all->call[i]);
        if (!strchr(all->call[i], '(') || sampled_all() || !drawn(key, 4))
            add_tableau_stop(job, all->call[i]);
    }
    return POL_OK;
}

/* Of each file one of its calls, drawn; and a third of the attitudes' calls;
 * with POL_ALL all. */
static void add_methods(void)
{
    static struct variants all;
    calls_of_shelf(&all);
    for (int i = 0, n; i < all.n; i += n) {
        for (n = 1; i + n < all.n && same_file(all.v[i].call, all.v[i + n].call);)
            n++;
        const int one = drawn(all.v[i].call, n);
        for (int k = 0; k < n; k++)
            if ((sampled_all() || k == one) && variant_claims(&all.v[i + k], false))
                add_stop(SHELF_METHOD, all.v[i + k].call);
    }
    for (int i = 0; i < tour.attitudes.n; i++)
        if (sampled_all() || i % 3 == drawn("attitudes", 3))
            add_stop(SHELF_ATTITUDE, tour.attitudes.call[i]);
    add_stop(SHELF_MAP, "exp");
    add_stop(SHELF_MAP, "cay");
    add_stop(SHELF_TARGET, "c99");
}

/* In a form that is drawn. */
static void set_out_by_tableau(struct stop *s)
{
    char method[160];
    snprintf(method, sizeof method, "rkmk(%s, form = %s)", s->call,
             s->is_large || draw(s, "form", 2) ? "momentum" : "rate");
    set_out(s, method, NULL, NULL);
}

/* Attitudes and maps by methods that are cheap; a target prints what it can:
 * inputs, a mass, and steps of any size. */
static void prepare(struct stop *s)
{
    switch (s->kind) {
    case SHELF_TABLEAU:
        set_out_by_tableau(s);
        break;
    case SHELF_METHOD:
        set_out(s, s->call, NULL, NULL);
        break;
    case SHELF_MAP:
        set_out(s, draw(s, "method", 2) ? "rkmk(kutta4)" : "imidm", NULL, s->call);
        break;
    case SHELF_ATTITUDE:
        set_out(s, "semi_euler", s->call, NULL);
        break;
    default:
        s->body = SPEC("thrown");
        strcpy(s->method, "rkmk(dopri5)");
        s->fixed = false;
    }
}

static int collect(void **state)
{
    static struct tableau_calls tableaus;
    (void)state;
    tour.attitudes = attitudes_of_shelf();
    for (int i = 0; i < COUNT(bodies); i++)
        loads[i] = load_of_spec(bodies[i]);
    tableaus_of_shelf(&tableaus);
    add_methods();
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, add_tableau_stops, &tableaus), POL_OK);
    pol_close(job);
    assert_true(tour.n > 200);
    return 0;
}

/* ---- a stop -------------------------------------------------------------- */

static void title_of(const struct stop *s, char title[400])
{
    snprintf(title, 400, "%s with %s, %s of %s", s->method,
             *s->attitude ? s->attitude : "its attitude", *s->map ? s->map : "its map",
             strrchr(s->body, '/') + 1);
}

static void must(const struct stop *s, const pol_job *job, pol_status status)
{
    char title[400];
    if (status == POL_OK)
        return;
    title_of(s, title);
    print_diags(job);
    fail_msg("%s: status %d", title, (int)status);
}

/* The spec's text with another name for the body: that of this stop. */
static char *body_text(const struct stop *s)
{
    size_t length;
    char *text = specs_read("", s->body, &length), *named;
    assert_non_null(text);
    char *name = strncmp(text, "body ", 5) ? strstr(text, "\nbody ") : text - 1;
    assert_non_null(name);
    name += 6 + strspn(name + 6, " ");
    assert_true(asprintf(&named, "%.*s%s%s", (int)(name - text), text, s->named,
                         name + strcspn(name, " \n")) > 0);
    free(text);
    return named;
}

static pol_options options_of(const struct stop *s)
{
    pol_options o = options_by(s->method, *s->attitude ? s->attitude : NULL);
    o.map = *s->map ? s->map : NULL;
    o.fixed = s->fixed;
    o.tolerance = s->fixed ? 0 : 1e-6;
    o.real = draw(s, "real", 2) ? POL_FLOAT : POL_DOUBLE;
    return o;
}

static void count_text(void *to, const char *text, size_t length)
{
    assert_int_equal(strlen(text), length);
    *(size_t *)to += length;
}

static void show(const struct stop *s, pol_job *job, pol_stage stage)
{
    size_t length = 0;
    must(s, job, pol_show(job, stage, count_text, &length));
    assert_true(length > 20);
}

/* What a stop leaves behind. */
struct made {
    struct emitted_files files; /* of those that are watched */
    pol_image *image;
};

/* How texts of many sums and products are printed does not hang on the
 * tableau. */
static void show_some(const struct stop *s, pol_job *job)
{
    bool tableau = s->kind == SHELF_TABLEAU;
    if (is_drawn(s, "show", tableau ? 4 : 1)) {
        show(s, job, POL_SHOW_STEP);
        show(s, job, POL_SHOW_PROGRAM);
    }
    if (!tableau && is_drawn(s, "passes", 6))
        show(s, job, POL_SHOW_PASSES);
}

static struct made pass_through(const struct stop *s, bool whole, bool watched)
{
    struct made m = {0};
    char *text = body_text(s);
    pol_options o = options_of(s);
    pol_job *job = pol_open(&o);
    assert_non_null(job);
    must(s, job, pol_read_text(job, "stop.pol", text, strlen(text)));
    show(s, job, POL_SHOW_AST);
    show(s, job, POL_SHOW_MODEL);
    must(s, job, pol_derive(job));
    if (whole)
        show_some(s, job);
    if (whole)
        must(s, job, pol_load(job, POL_TCC, &m.image));
    if (watched)
        must(s, job, pol_emit(job, "c99", keep_file, &m.files));
    pol_close(job);
    free(text);
    return m;
}

/* Those that integrate numbers end where these are singular. */
static bool may_end(const struct stop *s, int status)
{
    return status == POL_STEP_SINGULAR && strstr(s->method, "kinematic");
}

/* Is the stepper well?  Else it is told. */
static bool ride(const struct stop *s, const pol_image *image)
{
    const pol_stepper *stepper = pol_image_stepper(image);
    char title[400];
    int status;
    const char *fault = ride_on(stepper, &status);
    title_of(s, title);
    if (!fault && status != POL_STEP_OK && !may_end(s, status))
        fault = "does not do its steps";
    if (fault)
        print_error("%s: %s (status %d)\n", title, fault, status);
    assert_true(s->fixed == (stepper->control == 0));
    return !fault;
}

/* As `polhode tableau NAME` prints it. */
static void analyse(const struct stop *s)
{
    struct analysed a = analysed_call(s->call);
    struct report report = {&a.of, report_rotations_of(&a.of), NULL};
    struct text out = text_new(a.arena);
    struct diags diags = diags_new(a.arena);
    const char *const form[] = {"text", "json", "latex", "csv"};
    for (int i = 0; i < 4; i++)
        assert_true(report_write(&diags, &report, form[i], &out));
    assert_true(out.length > 1000);
    forget(&a);
}

/* ---- rides that are watched ---------------------------------------------- */

/* What a share compiles with sanitizers, all in one go. */
struct watched {
    char folder[64];
    int n;
    struct text riders, drivers, flags;
};

static void watch(struct watched *w, const struct stop *s, const struct emitted_files *f)
{
    char name[40], title[400];
    title_of(s, title);
    print_message("%s is %s\n", s->named, title);
    snprintf(name, sizeof name, "%s.h", s->named);
    put_file(w->folder, name, f->header);
    snprintf(name, sizeof name, "%s.c", s->named);
    put_file(w->folder, name, f->code);
    text_print(&w->flags, "%s\n", name);
    snprintf(name, sizeof name, "%s_stepper.h", s->named);
    put_file(w->folder, name, f->stepper);
    text_print(&w->drivers, "#include \"%s\"\n", name);
    text_print(&w->riders, "RIDER(%s, \"%s\")\n", s->named, title);
    w->n++;
}

static void ride_watched(struct watched *w)
{
    put_file(w->folder, "riders.def", text_chars(&w->riders));
    put_file(w->folder, "drivers.h", text_chars(&w->drivers));
    put_file(w->folder, "flags", text_chars(&w->flags));
    print_message("%d stops compiled with sanitizers\n", w->n);
    run_in(w->folder, "gcc -std=c99 -g1 -O1 -ffp-contract=off -fsanitize=address,undefined"
                      ",float-cast-overflow -fno-sanitize-recover=all -I. -I'" POL_ROOT_DIR
                      "/runtime' -I'" POL_TESTS_DIR "/tour' '" POL_TESTS_DIR "/tour/child.c' "
                      "@flags -lm -o child && ./child");
}

/* ---- the tour ------------------------------------------------------------ */

/* One in so many is compiled with sanitizers. */
static const int watched_one_in[SHELF_KINDS] = {[SHELF_TABLEAU] = 24,
                                                [SHELF_METHOD] = 3,
                                                [SHELF_MAP] = 2,
                                                [SHELF_ATTITUDE] = 6,
                                                [SHELF_TARGET] = 1};

/* Is it well? */
static bool visit(struct stop *s, struct watched *w)
{
    bool whole = is_drawn(s, "whole", s->rarity);
    bool watched = whole && is_drawn(s, "watched", watched_one_in[s->kind]);
    prepare(s);
    struct made m = pass_through(s, whole, watched);
    if (whole && s->kind == SHELF_TABLEAU)
        analyse(s);
    if (watched)
        watch(w, s, &m.files);
    bool good = !whole || ride(s, m.image);
    pol_unload(m.image);
    free_files(&m.files);
    return good;
}

AROUND_ALL(collect, NULL)

TEST(every_file_passes_all_stages_and_steps)
{
    struct arena *arena = test_arena();
    struct watched w = {
        .riders = text_new(arena), .drivers = text_new(arena), .flags = text_new(arena)};
    int faults = 0;
    open_folder(w.folder);
    for (int i = 0; i < tour.n; i++)
        if (in_share(i))
            faults += !visit(&tour.stop[i], &w);
    ride_watched(&w);
    remove_folder(w.folder);
    arena_free(arena);
    assert_int_equal(faults, 0);
}
