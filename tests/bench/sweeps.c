/* SPDX-License-Identifier: MIT
 *
 * How many cases a second `polhode sweep` does, with all that it keeps of them:
 * by one thread, by two, and by two processes of MPI.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

enum { ROUNDS = 3 };

/* As the program tells: "1000000 cases in 5.1 s, 1.96e+05 a second (gcc, ...)";
 * the best of some; NAN where it is not told. */
static double rate_of(const char *before, const char *program, const char *spec, const char *method,
                      const char *file, const char *threads)
{
    double best = NAN, rate;
    for (int i = 0; i < ROUNDS; i++) {
        char command[4000], line[400];
        snprintf(command, sizeof command,
                 "%s %s sweep %s --method '%s' --until 1 --cc gcc --vary "
                 "'mgl = 10:30:1000' --random 'w = normal([0, 0, 50], 1)' "
                 "-n 1000 -o %s.npy %s 2>&1 >/dev/null",
                 before, program, spec, method, file, threads);
        FILE *told = popen(command, "r");
        while (told && fgets(line, sizeof line, told)) {
            const char *at = strstr(line, " s, ");
            if (at && sscanf(at, " s, %lf a second", &rate) == 1)
                best = rate > best || isnan(best) ? rate : best;
        }
        if (told)
            pclose(told);
        snprintf(line, sizeof line, "%s.npy", file);
        remove(line);
        snprintf(line, sizeof line, "%s.json", file);
        remove(line);
    }
    return best;
}

void table_sweeps(const char *program, const char *spec, const char *folder)
{
    static const char *const method[] = {"magnus(kutta4)", "rkmk(kutta4, form = rate)", "mr"};
    char file[2000], mpi[2000];
    snprintf(file, sizeof file, "%s/swept", folder);
    snprintf(mpi, sizeof mpi, "%s-mpi", program);
    printf("## Sweeps\n\n10^6 cases of %s, 1000 steps each, by gcc: cases a "
           "second on one core, and how\nmany times more by two threads and by "
           "two processes of MPI.\n\n| method | one core | two threads | two "
           "processes |\n|---|---|---|---|\n",
           spec);
    leave_one_core();
    for (size_t m = 0; m < sizeof method / sizeof *method; m++) {
        const double one = rate_of("", program, spec, method[m], file, "--threads 1");
        const double two = rate_of("", program, spec, method[m], file, "--threads 2");
        const double ranks = access(mpi, X_OK) == 0
                                 ? rate_of("mpirun --allow-run-as-root --oversubscribe -n 2", mpi,
                                           spec, method[m], file, "--threads 1")
                                 : NAN;
        printf("| %s | %.3g | %.2f | %.2f |\n", method[m], one, two / one, ranks / one);
    }
    stay_on_one_core();
    printf("\n");
}
