/* SPDX-License-Identifier: MIT
 *
 * Rides of steppers that are compiled with sanitizers, as this file is; those
 * of riders.def and drivers.h, which the tour writes.
 */
#define RIDE_GUARD 0
#include "ride.h"

#include "drivers.h"

static int ride(const pol_stepper *s, const char *title)
{
    int status;
    const char *fault = ride_on(s, &status);
    if (fault)
        fprintf(stderr, "%s: %s (status %d)\n", title, fault, status);
    return fault != NULL;
}

int main(void)
{
    int faults = 0;
#define RIDER(name, title) faults += ride(&name##_stepper, title);
#include "riders.def"
#undef RIDER
    return faults > 0;
}
