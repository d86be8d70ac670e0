/* SPDX-License-Identifier: MIT
 *
 * Boost.odeint on (q, L): runge_kutta4, and runge_kutta_fehlberg78 under
 * control of its error; each with a right-hand side that is called, as GSL and
 * ARKODE call theirs, and with one that is inlined.
 */
#include <array>
#include <boost/numeric/odeint.hpp>

#include "peers.h"
#include "rates.h"

namespace odeint = boost::numeric::odeint;

namespace
{

using state = std::array<double, 7>;

template <problem P> struct body {
    void operator()(const state &x, state &dx, double) const
    {
        problem_rate(P, x.data(), dx.data());
    }
};

state load(const double *x)
{
    state y;
    std::copy(x, x + 7, y.begin());
    return y;
}

using rate_function = void (*)(const state &, state &, double);

template <problem P> void called(const state &x, state &dx, double t)
{
    body<P>()(x, dx, t);
}

template <class Rate> int rk4(Rate rate, double *x, double h, long n)
{
    odeint::runge_kutta4<state> stepper;
    state y = load(x);
    for (long i = 0; i < n; i++)
        stepper.do_step(rate, y, static_cast<double>(i) * h, h);
    std::copy(y.begin(), y.end(), x);
    return 0;
}

template <class Rate>
long rkf78(Rate rate, problem p, double *x, double until, weight control,
           double tolerance)
{
    using stepper = odeint::runge_kutta_fehlberg78<state>;
    const double a = control == WEIGHT_RELATIVE ? 0 : tolerance;
    const double r = control == WEIGHT_ABSOLUTE ? 0 : tolerance;
    state y = load(x);
    std::size_t steps;
    try {
        steps = odeint::integrate_adaptive(
            odeint::make_controlled(a, r, stepper()), rate, y, 0.0, until,
            problem_data[p].step);
    } catch (const std::exception &) { /* no step is small enough */
        return -1;
    }
    std::copy(y.begin(), y.end(), x);
    return static_cast<long>(steps);
}

/* volatile: what is called is not known before the run */
volatile rate_function rates[PROBLEMS] = {
    called<P1_FREE>, called<P2_TOP>, called<P3_SATELLITE>, called<P4_WALL>};

} // namespace

extern "C" int odeint_rk4_run(enum problem p, double *x, double h, long n)
{
    const rate_function rate = rates[p];
    return rk4(rate, x, h, n);
}

extern "C" int odeint_rk4_inlined_run(enum problem p, double *x, double h,
                                      long n)
{
#define RK4(P) rk4(body<P>(), x, h, n)
    return BY_PROBLEM(p, RK4);
}

extern "C" long odeint_rkf78_run(enum problem p, double *x, double until,
                                 enum weight control, double tolerance)
{
    const rate_function rate = rates[p];
    return rkf78(rate, p, x, until, control, tolerance);
}

extern "C" long odeint_rkf78_inlined_run(enum problem p, double *x,
                                         double until, enum weight control,
                                         double tolerance)
{
#define RKF78(P) rkf78(body<P>(), p, x, until, control, tolerance)
    return BY_PROBLEM(p, RKF78);
}
