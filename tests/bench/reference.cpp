/* SPDX-License-Identifier: MIT
 *
 * Attitudes to measure errors by: Boost.odeint's runge_kutta_fehlberg78 in
 * long double with a fixed step, n and 2 n of them.
 */
#define REAL long double
#include <array>
#include <boost/numeric/odeint.hpp>

#include "peers.h"
#include "rates.h"

namespace odeint = boost::numeric::odeint;

namespace
{

using state = std::array<long double, 7>;

/* The start to all digits: problem_data holds it rounded to double. */
state start(problem p)
{
    if (p == P1_FREE)
        return {1, 0, 0, 0, 0.416500056L, 0.90720054L, 0.0577016L};
    if (p == P2_TOP)
        return {
            0.98877107793604228673L, 0.14943813247359922150L, 0, 0, 0, 0, 50};
    const double *L = problem_data[p].L;
    return {1, 0, 0, 0, L[0], L[1], L[2]};
}

state integrated(problem p, long n)
{
    const auto rate = [p](const state &x, state &dx, long double) {
        problem_rate(p, x.data(), dx.data());
    };
    odeint::runge_kutta_fehlberg78<state, long double> stepper;
    const long double h = static_cast<long double>(problem_data[p].until) /
                          static_cast<long double>(n);
    state x = start(p);
    for (long i = 0; i < n; i++)
        stepper.do_step(rate, x, static_cast<long double>(i) * h, h);
    return x;
}

} // namespace

extern "C" double reference_attitude(enum problem p, long n, double R[9])
{
    long double coarse[9], fine[9], largest = 0;
    quaternion_rotation(integrated(p, n).data(), coarse);
    quaternion_rotation(integrated(p, 2 * n).data(), fine);
    for (int i = 0; i < 9; i++) {
        R[i] = static_cast<double>(fine[i]);
        largest = std::max(largest, std::abs(fine[i] - coarse[i]));
    }
    return static_cast<double>(largest);
}
