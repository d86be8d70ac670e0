/* SPDX-License-Identifier: MIT
 *
 * Reads what number_show and number_show_briefly wrote, by GMP and MPFR alone;
 * NULL if it is nothing of the kind.
 */
#ifndef POL_TEST_NUMBER_BACK_H
#define POL_TEST_NUMBER_BACK_H

#include "num/number.h"

#include "base/arena.h"

#include <string.h>

static const struct number *number_back(struct arena *arena, const char *chars,
                                        size_t length)
{
    const char *text = arena_text(arena, chars, length);
    char *star = strstr(text, "*10^"), *end;
    const struct number *ten = number_int(arena, 1);
    if (strpbrk(text, ".e")) {
        STACK_REAL(x, NUMBER_BITS);
        mpfr_strtofr(x, text, &end, 10, MPFR_RNDN);
        return *end ? NULL : number_of_mpfr(arena, x);
    }
    if (star) {
        star[0] = '1';
        star[1] = 'e';
        memmove(star + 2, star + 4, strlen(star + 4) + 1);
        ten = number_decimal(arena, star, strlen(star));
        star[0] = '\0';
    }
    mpq_t q;
    mpq_init(q);
    if (!ten || mpq_set_str(q, text, 10) != 0 || mpz_sgn(mpq_denref(q)) == 0) {
        mpq_clear(q);
        return NULL;
    }
    mpq_canonicalize(q);
    return number_exactly(arena, '*', number_take(arena, q), ten);
}

#endif
