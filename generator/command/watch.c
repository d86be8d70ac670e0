/* SPDX-License-Identifier: MIT
 *
 * What the states of a run tell about the body: that it is stiff, and why a
 * step found no numbers.
 */
#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/local.h"

/* Derivatives are looked at so often, over all runs of a command. */
enum { MOST = 40 };

static struct local_state local_of(const struct explore_state *x)
{
    struct local_state at = {.t = x->t};
    memcpy(at.R, x->R, sizeof at.R);
    memcpy(at.w, x->w, sizeof at.w);
    memcpy(at.L, x->L, sizeof at.L);
    memcpy(at.x, x->x, sizeof at.x);
    memcpy(at.v, x->v, sizeof at.v);
    return at;
}

static void look(void *to, const struct explore_state *x)
{
    struct watch *w = to;
    const struct local_state at = local_of(x);
    if (x->status) {
        w->has_failed = true;
        w->failed_at = *x;
    } else if (w->looks++ < MOST) {
        w->damping = fmax(w->damping, local_damping(w->local, &at));
    }
}

void watch_begin(struct watch *w, struct pol_job *job, struct explore *e)
{
    *w = (struct watch){.job = job, .local = local_new(job->model)};
    e->look = look;
    e->seen = w;
    e->damping = &w->damping;
}

/* ---- a step that failed ---------------------------------------------------
 */

static void print_blame(struct pol_job *job, const struct blame *b, double t)
{
    struct text expr = text_new(job->arena), text = text_new(job->arena);
    expr_print(b->expr, 60, &expr);
    diag_error(&job->diags, b->place, "%s%s is no finite number at t = %s: %s",
               b->is_slope ? "the slope of " : "", b->what, shortest(t).text,
               text_chars(&expr));
    diag_print(&job->diags.items[job->diags.count - 1], &text);
    fputs(text_chars(&text), stderr);
}

/* The state stands still while time goes through the step that failed, to the
 * first moment at which something is no number. */
bool watch_blame(const struct watch *w, double h)
{
    struct local_state at = local_of(&w->failed_at);
    double good = at.t, bad = at.t;
    struct blame found = {0};
    for (int i = 0; w->has_failed && i <= 2 && !found.what; i++) {
        at.t = bad = w->failed_at.t + i * h / 2;
        found = local_blame(w->local, &at);
        good = found.what ? good : bad;
    }
    if (!found.what)
        return false;
    for (int i = 0; i < 60 && good < bad; i++) {
        at.t = good + (bad - good) / 2;
        const struct blame b = local_blame(w->local, &at);
        found = b.what ? b : found;
        *(b.what ? &bad : &good) = at.t;
    }
    print_blame(w->job, &found, bad);
    return true;
}

/* ---- stiff bodies ---------------------------------------------------------
 */

/* w' = -w, so strongly damped that a step of 1 s leaves nothing of w if the
 * method is L-stable; with what the spec itself defines. */
static const char *test_body(const struct model *m)
{
    struct text text = text_new(pool_arena(m->pool));
    text_put(&text, "body test\ninertia diag(1, 1, 1)\ntorque body -1e6*w\n"
                    "start w = [1e-3, 0, 0]\nstep 1\n");
    for (int i = 0; i < m->tableaus; i++)
        text_print(&text, "%.*s\n", (int)m->tableau[i]->place.length,
                   m->source->chars + m->tableau[i]->place.offset);
    for (int i = 0; i < m->compositions; i++)
        text_print(&text, "%.*s\n", (int)m->composition[i]->place.length,
                   m->source->chars + m->composition[i]->place.offset);
    return text_chars(&text);
}

/* What a step leaves of w; NaN: the method does not take that body. */
static double left_over(const struct watch *w, const struct request *r,
                        const pol_stepper *s)
{
    struct request test = *r;
    const char *text = test_body(w->job->model);
    pol_image *image = NULL;
    double left = NAN;
    test.options.method = s->method;
    test.options.attitude = "quaternion";
    test.options.settings = test.options.signals = test.options.landings = 0;
    test.options.fixed = 1;
    struct pol_job *job = session_open(&test);
    if (job && pol_read_text(job, "test", text, strlen(text)) == POL_OK &&
        pol_load(job, POL_TCC, &image) == POL_OK) {
        const pol_stepper *t = pol_image_stepper(image);
        double x[16], rate[3];
        t->start(x, NULL);
        left = INFINITY;
        if (t->step_once(x, NULL, NULL, 1) == POL_STEP_OK) {
            t->momentum(x, rate);
            left = fabs(rate[0]) / 1e-3;
        }
    }
    if (image)
        pol_unload(image);
    pol_close(job);
    return left;
}

void watch_tell(const struct watch *w, const struct request *r,
                const pol_stepper *s, double h)
{
    const double damped = h * w->damping;
    if (damped > 2 && left_over(w, r, s) > 0.1)
        fprintf(stderr,
                "note: damping is fast beside the steps (h times its rate is "
                "%.3g), and the method is not\nL-stable; "
                "--method 'rkmk(radau_iia(2))' or be is\n",
                damped);
}
