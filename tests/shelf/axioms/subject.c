/* SPDX-License-Identifier: MIT
 *
 * Steppers of a method, and what bodies there are, each made once.
 */
#include "shelf/axioms/subject.h"

#include "shelf/drafts.h"

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static struct loaded load_ride(const struct variant *v, const struct ride *r)
{
    pol_options o = variant_options(v);
    o.attitude = r->attitude;
    o.real = r->real;
    return strchr(r->spec, '\n') ? draft_text(r->spec, &o) : draft(r->spec, &o);
}

const pol_stepper *stepper_of(struct subject *s, struct ride ride)
{
    for (int i = 0; i < s->rides; i++)
        if (is_same(s->ride[i].spec, ride.spec) && is_same(s->ride[i].attitude, ride.attitude) &&
            s->ride[i].real == ride.real)
            return s->ride[i].l.s;
    assert_true(s->rides < MOST_RIDES);
    ride.l = load_ride(&s->v, &ride);
    s->ride[s->rides++] = ride;
    return ride.l.s;
}

const pol_stepper *stepper_on(struct subject *s, const char *spec)
{
    return stepper_of(s, (struct ride){.spec = spec});
}

void subject_end(struct subject *s)
{
    for (int i = 0; i < s->rides; i++)
        unload(s->ride[i].l);
    s->rides = 0;
}

void announce(const struct subject *s, const char *format, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_error("%s: %s\n", s->v.call, text);
}

bool is_for_all(const struct variant *v)
{
    (void)v;
    return true;
}

bool is_for_some(const struct variant *v)
{
    return v->everywhere;
}

struct load_of load_of_file(const char *path)
{
    enum { MOST = 40 };
    static struct {
        const char *path;
        struct load_of load;
    } known[MOST];
    static int n;
    for (int i = 0; i < n; i++)
        if (strcmp(known[i].path, path) == 0)
            return known[i].load;
    assert_true(n < MOST);
    known[n].path = strdup(path);
    known[n].load = load_of_spec(path);
    return known[n++].load;
}

bool is_admitted(const struct variant *v, const char *path)
{
    return variant_admits(v, load_of_file(path));
}

const char *hardest_body(const struct variant *v)
{
    static const char *const path[] = {SPEC("thrown"), SPEC("offdiag"), SPEC("kicked"),
                                       TEST_BODY("tilted_top"), TEST_BODY("free_full")};
    int i = v->everywhere ? 0 : 1;
    while (i < 4 && !is_admitted(v, path[i]))
        i++;
    return path[i];
}
