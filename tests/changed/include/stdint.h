/* SPDX-License-Identifier: MIT
 *
 * For libtcc, which has no headers of its own.
 */
typedef int int32_t;
typedef long int64_t;
typedef unsigned uint32_t;
typedef unsigned long uint64_t;
