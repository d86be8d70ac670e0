/* SPDX-License-Identifier: MIT
 *
 * Signals from files, for code that is compiled in memory: the host fills the
 * tables, the code reads them.  A table's value is that of the last row, or is
 * interpolated linearly to the next row.  Before the first row it is that of
 * the first, after the last row that of the last.  For n rows the span of times
 * is cut into n equal parts, and start[k] rows come before part k.  A row is
 * searched in its part; for equal intervals it is found at once.
 */
#ifndef POL_SIGNAL_H
#define POL_SIGNAL_H

/* the same for both real types */
/* begin signalf */
/* begin signal */
typedef struct pol_table {
    long rows;
    int holds; /* 1: not interpolated */
    double parts_a_second;
    const double *time, *value;
    const long *start; /* rows + 1 */
} pol_table;

/* The index of the part that contains t. */
static inline long pol_slot(const pol_table *s, double t)
{
    const double part = (t - s->time[0]) * s->parts_a_second;
    const double last = (double)(s->rows - 1);
    return part < last ? (part > 0.0 ? (long)part : 0) : s->rows - 1;
}

/* The number of rows up to and at t. */
static inline long pol_rows_to(const pol_table *s, double t)
{
    const long part = pol_slot(s, t);
    long low = s->start[part], high = s->start[part + 1];
    while (low < high) {
        const long middle = low + (high - low) / 2;
        if (s->time[middle] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline double pol_value(const pol_table *s, double t)
{
    const long n = t >= s->time[0] ? pol_rows_to(s, t) : 0;
    const long i = n > 0 ? n - 1 : 0;
    double share;
    if (s->holds || n == 0 || n == s->rows)
        return s->value[i];
    share = (t - s->time[i]) / (s->time[i + 1] - s->time[i]);
    return s->value[i] + share * (s->value[i + 1] - s->value[i]);
}

/* The next time of the table strictly between t and `until`, or `until`. */
static inline double pol_corner(const pol_table *s, double t, double until)
{
    long i = s->rows > 0 ? pol_rows_to(s, t) : 0;
    if (until > t)
        return i < s->rows && s->time[i] < until ? s->time[i] : until;
    while (i > 0 && s->time[i - 1] >= t)
        i--;
    return i > 0 && s->time[i - 1] > until ? s->time[i - 1] : until;
}

/* True if the table has a row at t with a value above 0. */
static inline int pol_is_jump(const pol_table *s, double t)
{
    const long i = s->rows > 0 ? pol_rows_to(s, t) : 0;
    return i > 0 && s->time[i - 1] >= t && s->value[i - 1] > 0.0;
}
/* end signal */
/* end signalf */

#endif
