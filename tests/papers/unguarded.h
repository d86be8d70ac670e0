/* SPDX-License-Identifier: MIT
 *
 * Cardan angles by their own differential equation as it stands, in plain C:
 * what kinematic(kutta4) would do if it did not look how close it comes to the
 * singular point.
 */
#ifndef POL_PAPERS_UNGUARDED_H
#define POL_PAPERS_UNGUARDED_H

/* The matrix R = X(a) Y(b) Z(c), body to space, of a free body with principal
 * moments J, from angles 0 and the rate w, after n steps of h of the classical
 * Runge-Kutta method. */
void unguarded_cardan(const double J[3], const double w[3], double h, long n,
                      double R[9]);

#endif
