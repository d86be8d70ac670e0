/* SPDX-License-Identifier: MIT
 *
 * The C locale for the thread that asks, so that numbers have a point whatever
 * the program's locale is.
 */
#ifndef POL_PLAIN_H
#define POL_PLAIN_H

#include <locale.h>

struct plain {
    locale_t here, before;
};

struct plain plain_enter(void);
void plain_leave(struct plain);

#endif
