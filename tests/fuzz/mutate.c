/* SPDX-License-Identifier: MIT
 *
 * Other inputs from one, for libFuzzer: half of them by its own bytes, half by
 * words, numbers and lines, so that more of them get beyond the parser.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "random.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static const char *const numbers[] = {
    "0",       "1",     "-1",     "2",          "0.1",
    "1/3",     "1e308", "1e-320", "1e400",      "4294967296",
    "sqrt(2)", "1e-17", "0.5",    "2147483648", "9007199254740993",
    "pi",      "t",     "w",      "R",          "e1"};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

struct span {
    size_t at, length;
};

static int is_of_word(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

/* The word about a place, or the one character there that is of none. */
static struct span word_at(const uint8_t *data, size_t size, size_t at)
{
    size_t end = at + 1;
    if (is_of_word(data[at])) {
        while (at > 0 && is_of_word(data[at - 1]))
            at--;
        while (end < size && is_of_word(data[end]))
            end++;
    }
    return (struct span){at, end - at};
}

static struct span line_at(const uint8_t *data, size_t size, size_t at)
{
    size_t end = at;
    while (at > 0 && data[at - 1] != '\n')
        at--;
    while (end < size && data[end] != '\n')
        end++;
    return (struct span){at, end + (end < size) - at};
}

/* This text in the place of what is there, where that fits; something stays. */
static size_t put(uint8_t *data, size_t size, size_t most, struct span there, const void *text,
                  size_t length)
{
    size_t behind = there.at + there.length;
    size_t now = size - there.length + length;
    if (now == 0 || now > most)
        return size;
    memmove(data + there.at + length, data + behind, size - behind);
    memcpy(data + there.at, text, length);
    return now;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static uint8_t copy[1 << 12];
    struct random r = random_new(seed);
    if (size == 0 || size > sizeof copy || random_below(&r, 2))
        return LLVMFuzzerMutate(data, size, most);
    memcpy(copy, data, size);
    size_t at = (size_t)random_below(&r, (int)size);
    size_t from = (size_t)random_below(&r, (int)size);
    struct span word = word_at(data, size, at), line = line_at(data, size, at),
                other = word_at(data, size, from);
    const char *number = numbers[random_below(&r, NUMBERS)];
    switch (random_below(&r, 6)) {
    case 0: /* a line elsewhere */
        other = line_at(data, size, from);
        line.length = 0;
        return put(data, size, most, line, copy + other.at, other.length);
    case 1:
        return put(data, size, most, line, "", 0);
    case 2:
        return put(data, size, most, word, "", 0);
    case 3:
        return put(data, size, most, word, number, strlen(number));
    case 4:
        word.length = 0;
        break;
    }
    return put(data, size, most, word, copy + other.at, other.length);
}
