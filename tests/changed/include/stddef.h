/* SPDX-License-Identifier: MIT
 *
 * For libtcc, which has no headers of its own.
 */
#define NULL ((void *)0)
typedef unsigned long size_t;
