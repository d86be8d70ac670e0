/* SPDX-License-Identifier: MIT
 *
 * Decimals as people write them when they have rounded.
 */
#ifndef POL_DECIMAL_H
#define POL_DECIMAL_H

/* So many significant digits are written by nobody who knows the fraction. */
enum { DECIMAL_LONG = 7 };

/* Half a unit of the last digit of a decimal that has DECIMAL_LONG digits or
 * more, rounded up; 0 for shorter ones and for all other texts. */
double decimal_half_unit(const char *text);
/* How far off it may be, rounded up: a unit of its last digit, since many are
 * cut off; where it has the digits of a double, what a double is off by. */
double decimal_slack(const char *text);

#endif
