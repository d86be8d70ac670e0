/* SPDX-License-Identifier: MIT
 *
 * Counts the operations of the hand-written stepper by running it on numbers
 * that count: one each for +, -, *, / and a call; what is done with h and
 * with constants alone is done in plain double and not counted.
 */
#include <cmath>

#include "peers.h"

namespace counted_code
{

using std::cos;
using std::sin;
using std::sqrt;

struct real {
    double value;
    static long count;
    real(double v = 0) : value(v)
    {
    }
};
long real::count = 0;

static real counted(double value)
{
    real::count++;
    return real(value);
}

static real operator+(real a, real b)
{
    return counted(a.value + b.value);
}
static real operator-(real a, real b)
{
    return counted(a.value - b.value);
}
static real operator*(real a, real b)
{
    return counted(a.value * b.value);
}
static real operator/(real a, real b)
{
    return counted(a.value / b.value);
}
static bool operator>(real a, real b)
{
    return a.value > b.value;
}
static real sqrt(real a)
{
    return counted(std::sqrt(a.value));
}
static real cos(real a)
{
    return counted(std::cos(a.value));
}
static real sin(real a)
{
    return counted(std::sin(a.value));
}

#define BENCH_COUNTED
#include "hand_rkmk4.c"

} // namespace counted_code

extern "C" long hand_rkmk4_operations(enum problem p)
{
    using counted_code::real;
    real x[7];
    for (int i = 0; i < 4; i++)
        x[i] = problem_data[p].q[i];
    for (int i = 0; i < 3; i++)
        x[4 + i] = problem_data[p].L[i];
    real::count = 0;
    counted_code::hand_rkmk4_run(p, x, problem_data[p].step, 1);
    return real::count;
}
