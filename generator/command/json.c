/* SPDX-License-Identifier: MIT
 *
 * JSON on stdout.
 */
#include "command/command.h"

#include <math.h>
#include <stdio.h>

void json_number(double x)
{
    if (isfinite(x))
        printf("%.17g", x);
    else
        printf("null");
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
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", (unsigned)*text);
        else
            putchar(*text);
    }
    putchar('"');
}
