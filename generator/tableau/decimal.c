/* SPDX-License-Identifier: MIT
 *
 * The last digit of a decimal.
 */
#include "tableau/decimal.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

double decimal_half_unit(const char *text)
{
    int digits = 0, behind = 0;
    bool point = false;
    text += *text == '-' || *text == '+';
    for (; isdigit((unsigned char)*text) || *text == '.'; text++) {
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
    return 0.5000001 * pow(10, (double)exponent - behind);
}
