/* SPDX-License-Identifier: MIT */
typedef int int32_t;
typedef long int64_t;
typedef unsigned uint32_t;
typedef unsigned long uint64_t;
