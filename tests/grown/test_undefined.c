/* SPDX-License-Identifier: MIT
 *
 * Emitted code does nothing that C leaves undefined, and ends, whatever stands
 * in its state, params, inputs and step: every method, by an attitude that is
 * drawn, under gcc's sanitizer.  With POL_ALL=1 all calls of methods by all
 * attitudes.
 */
#define _GNU_SOURCE

#include "compilers.h"
#include "emitted.h"
#include "job.h"
#include "sampled.h"
#include "shelf/attitudes.h"
#include "shelf/variants.h"
#include "test_arena.h"

enum { AT_ONCE = 50 }; /* bodies in one program */

#define WEIGHT "potential k*dot(R' * e3, [0.8, -1.6, 2.4])\n"

/* From what few methods take to what all take. */
static const char *const loads[] = {
    ("mass 2 + k\nforce space (k + u)*[cos(t), x[1], 0.3]\n" WEIGHT
     "torque body u*cos(t)*e1 - 0.1*w\n"),
    (WEIGHT "torque body if(t < k, floor(t), sqrt(abs(u)))*e1\n"),
    WEIGHT,
    "",
};
enum { LOADS = sizeof loads / sizeof *loads };

static const char *const inertia[] = {
    "[[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]",
    "diag(1 + k, 1.5, 2)", "diag(1, 1, 1.5)"};

struct program_of {
    const char *folder;
    struct text bodies, table;
    int n, all;
};

static bool emit(struct emitted_files *f, const char *call,
                 const char *attitude, int number, int load)
{
    char text[1000];
    pol_options o = pol_default_options();
    bool pair = strstr(call, "dopri5") != NULL;
    snprintf(text, sizeof text,
             "body b%d\nparam k = 0.4\ninput u\ninertia %s\n%sstart w = "
             "[1, -2, 0.5]\nkeep c = log(k)*w[1]\nshow euler(zyx)\nstep %s\n",
             number, inertia[drawn(call, 3)], loads[load],
             pair ? "adaptive(angle = 1e-6)" : "0.01");
    o.method = call;
    o.attitude = attitude;
    pol_job *job = pol_open(&o);
    job->is_draft = drawn(call, 2); /* passes change no more than round-off */
    pol_status status = pol_read_text(job, "b.pol", text, strlen(text));
    if (status == POL_OK)
        status = pol_emit(job, "c99", keep_file, f);
    pol_close(job);
    return status == POL_OK;
}

static void compile_and_run(struct arena *a, struct program_of *p)
{
    static const char flags[] =
        "-std=gnu99 -O0 -fsanitize=undefined,float-cast-overflow "
        "-fno-sanitize-recover=all";
    char command[800];
    struct text whole = text_new(a);
    text_print(&whole, "%sstatic const pol_stepper *const all[] = {%s};\n",
               text_chars(&p->bodies), text_chars(&p->table));
    put_file(p->folder, "bodies.h", text_chars(&whole));
    snprintf(command, sizeof command,
             "gcc %s -I. -o drive %s/grown/undefined_driver.c -lm && ./drive",
             flags, POL_TESTS_DIR);
    run_in(p->folder, command);
    p->bodies = p->table = text_new(a);
    p->n = 0;
}

static void put_body(struct program_of *p, struct emitted_files *f)
{
    char name[100];
    snprintf(name, sizeof name, "%s.h", f->body);
    put_file(p->folder, name, f->header);
    snprintf(name, sizeof name, "%s.c", f->body);
    put_file(p->folder, name, f->code);
    text_print(&p->bodies, "#include \"%s\"\n", name);
    snprintf(name, sizeof name, "%s_stepper.h", f->body);
    put_file(p->folder, name, f->stepper);
    text_print(&p->bodies, "#include \"%s\"\n", name);
    text_print(&p->table, "&%s_stepper,", f->body);
    p->n++;
    p->all++;
}

/* The first load that the method takes, from one that is drawn on. */
static void add_body(struct arena *a, struct program_of *p, const char *call,
                     const char *attitude)
{
    struct emitted_files f = {0};
    int load = drawn(call, LOADS);
    bool taken = false;
    for (int i = 0; i < LOADS && !taken; i++, load = (load + 1) % LOADS)
        taken = emit(&f, call, attitude, p->all, load);
    if (taken)
        put_body(p, &f);
    else
        print_message("%s takes none of the bodies\n", call);
    free_files(&f);
    if (p->n == AT_ONCE)
        compile_and_run(a, p);
}

/* Of half of the methods one call, or all. */
static bool is_drawn(const struct variants *all, int i)
{
    int first = -1, before = 0, calls = 0;
    for (int k = 0; k < all->n; k++)
        if (same_file(all->v[k].call, all->v[i].call)) {
            first = first < 0 ? k : first;
            before += k < i;
            calls++;
        }
    return sampled_all() || before == drawn(all->v[first].call, 2 * calls);
}

TEST(nothing_is_undefined)
{
    ONCE_IS_ENOUGH();
    static struct variants all;
    struct attitudes attitudes = attitudes_of_shelf(NULL);
    struct arena *a = test_arena();
    char folder[64];
    open_folder(folder);
    struct program_of p = {folder, text_new(a), text_new(a), 0, 0};
    calls_of_shelf(&all, NULL);
    add_body(a, &p, "rkmk(dopri5)", attitudes.call[drawn("pair", attitudes.n)]);
    for (int i = 0; i < all.n; i++) {
        const char *call = all.v[i].call;
        if (!is_drawn(&all, i) || !variant_claims(&all.v[i], false))
            continue;
        for (int k = 0; k < attitudes.n; k++)
            if (sampled_all() || k == drawn(call, attitudes.n))
                add_body(a, &p, call, attitudes.call[k]);
    }
    if (p.n)
        compile_and_run(a, &p);
    print_message("%d steppers\n", p.all);
    assert_true(p.all >= 12);
    remove_folder(folder);
    arena_free(a);
}
