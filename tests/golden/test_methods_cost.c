/* SPDX-License-Identifier: MIT
 *
 * What a step costs by every method: the table of `polhode list methods
 * --cost`, line by line.  POL_UPDATE=1 rewrites it.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <stdbool.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE POL_TESTS_DIR "/golden/costs"

static char *read_all(FILE *f)
{
    size_t room = 1 << 16, n;
    char *text = calloc(1, room);
    assert_non_null(f);
    assert_non_null(text);
    n = fread(text, 1, room - 1, f);
    assert_true(n < room - 1);
    return text;
}

static char *table_now(void)
{
    FILE *f = popen(POL_PROGRAM " list methods --cost", "r");
    char *text = read_all(f);
    assert_int_equal(pclose(f), 0);
    return text;
}

static char *table_then(const char *now)
{
    const char *update = getenv("POL_UPDATE");
    if (update && strcmp(update, "1") == 0) {
        FILE *f = fopen(TABLE, "w");
        assert_non_null(f);
        fputs(now, f);
        fclose(f);
    }
    FILE *f = fopen(TABLE, "r");
    char *text = read_all(f);
    fclose(f);
    return text;
}

/* Prints the lines of `a` that are not in `b`; their number. */
static int print_others(const char *a, const char *b, const char *what)
{
    int n = 0;
    for (size_t length; *a; a += length) {
        char line[200];
        length = strcspn(a, "\n") + 1;
        assert_true(length < sizeof line);
        memcpy(line, a, length);
        line[length] = '\0';
        if (strstr(b, line))
            continue;
        print_error("%s %s", what, line);
        n++;
    }
    return n;
}

static void costs_are_what_they_were(void **state)
{
    (void)state;
    char *now = table_now(), *then = table_then(now);
    int others =
        print_others(then, now, "was") + print_others(now, then, "now");
    bool same = strcmp(now, then) == 0;
    free(now);
    free(then);
    assert_int_equal(others, 0);
    assert_true(same);
}

/* Kicks at the same attitude are one: a step of five substeps begins with the
 * torque at which the last one ended. */
static void a_composition_evaluates_the_torque_once_a_substep(void **state)
{
    (void)state;
    static const struct {
        const char *call;
        int torques;
    } wanted[] = {{"triple4(sej)", 3},
                  {"suzuki4(sej)", 5},
                  {"c69(sej)", 9},
                  {"c817(sej)", 17}};
    char *now = table_now();
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *row = strstr(now, wanted[i].call);
        int step, torques;
        assert_non_null(row);
        row += strlen(wanted[i].call);
        assert_int_equal(sscanf(row, " %d - %d", &step, &torques), 2);
        assert_int_equal(torques, wanted[i].torques);
    }
    free(now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_what_they_were),
        cmocka_unit_test(a_composition_evaluates_the_torque_once_a_substep),
    };
    return run_group(tests);
}
