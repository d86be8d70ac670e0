/* SPDX-License-Identifier: MIT
 *
 * For libtcc, which has no headers of its own.
 */
#include <stddef.h>
int printf(const char *, ...);
