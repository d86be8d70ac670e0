/* SPDX-License-Identifier: MIT */
#include <stddef.h>
int printf(const char *, ...);
