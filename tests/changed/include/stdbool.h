/* SPDX-License-Identifier: MIT
 *
 * For libtcc, which has no headers of its own.
 */
#define bool _Bool
#define true 1
#define false 0
