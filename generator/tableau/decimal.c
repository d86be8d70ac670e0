/* SPDX-License-Identifier: MIT
 *
 * The last digit of a decimal.
 */
#include "tableau/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/ascii.h"

/* Digits by which programs print doubles, so that they are read back. */
enum { DOUBLE_LEAST = 15, DOUBLE_MOST = 17 };

/* A unit of the last digit, and how many there are; 0 for short decimals and
 * all other texts. */
static double unit(const char *text, int *count)
{
    int digits = 0, behind = 0;
    bool point = false;
    text += *text == '-' || *text == '+';
    for (; ascii_is_digit(*text) || *text == '.'; text++) {
        point |= *text == '.';
        if (*text == '.')
            continue;
        digits += digits > 0 || *text != '0';
        behind += point;
    }
    long exponent = 0;
    if (*text == 'e' || *text == 'E') {
        char *end;
        exponent = strtol(text + 1, &end, 10);
        text = end;
    }
    if (*text != '\0' || !point || digits < DECIMAL_LONG ||
        labs(exponent) > 999)
        return 0;
    *count = digits;
    return pow(10, (double)exponent - behind);
}

double decimal_half_unit(const char *text)
{
    int digits;
    return 0.5000001 * unit(text, &digits);
}

double decimal_slack(const char *text)
{
    int digits;
    double cut = unit(text, &digits);
    if (cut > 0 && digits >= DOUBLE_LEAST && digits <= DOUBLE_MOST)
        cut = fmax(cut, fabs(strtod(text, NULL)) * 0x1p-53);
    return 1.0000001 * cut;
}
