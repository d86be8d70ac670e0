/* SPDX-License-Identifier: MIT
 *
 * Lines of the list that are broken at blanks.
 */
#include "command/lines.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MARGIN = 18, WIDTH = 80 };

void lines_wrapped(const char *text)
{
    for (int margin = MARGIN; *text; margin = MARGIN + 1) {
        int length = (int)strlen(text), n = length;
        if (length > WIDTH - margin)
            for (n = WIDTH - margin; n > 0 && text[n] != ' '; n--)
                continue;
        n = n > 0 ? n : length;
        printf("%*s%.*s\n", margin, "", n, text);
        text += n + (text[n] == ' ');
    }
}

void lines_words(const char *before, int n, const char *const *word)
{
    size_t column = MARGIN + strlen(before);
    if (n == 0)
        return;
    printf("%*s%s", MARGIN, "", before);
    for (int i = 0; i < n; i++) {
        size_t more = 1 + strlen(word[i]) + (i + 1 < n);
        bool fits = column + more <= WIDTH;
        if (!fits)
            printf("\n%*s", MARGIN + 1, "");
        column = (fits ? column : MARGIN + 1) + more;
        printf(" %s%s", word[i], i + 1 < n ? "," : "");
    }
    printf("\n");
}
