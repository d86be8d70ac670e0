/* SPDX-License-Identifier: MIT
 *
 * Numbers and JSON on stdout.
 */
#include "command/command.h"

#include <math.h>
#include <stdio.h>

void json_number(double x)
{
    fputs(isfinite(x) ? shortest(x).text : "null", stdout);
}

void json_numbers(const char *key, const double *x, int n)
{
    printf("\"%s\": [", key);
    for (int i = 0; i < n; i++) {
        if (i)
            printf(", ");
        json_number(x[i]);
    }
    printf("]");
}

void json_text(const char *text)
{
    char c[TEXT_JSON];
    putchar('"');
    while (*text) {
        text += text_json(text, c);
        fputs(c, stdout);
    }
    putchar('"');
}
