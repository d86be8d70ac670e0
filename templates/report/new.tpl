% -- polhode new: a first spec.
# {{report.name}}.pol - what this body is, and why.
#
# A statement begins with its word and ends where the next one begins; all is in
# SI units.  R takes body coordinates to space, w is the angular velocity in the
# body frame, rad/s.  More: docs/reference/language.md, `polhode example`.
body      {{report.name}}

const     m = 12                            # kg
const     r = [0, 0, 0.1]                   # from the pin to the centre, m
param     g = 9.81                          # m/s^2; can change at run time
input     u[3] = [0, 0, 1e-3*sin(t)]        # control torque, N m, and its signal

inertia   box(m, 0.3, 0.2, 0.4) + steiner(m, r) # about the pin, kg m^2
let       up = R' * e3                      # vertical, seen from the body
potential m*g * dot(up, r)                  # J; its torque follows from it
torque    body u - 0.02*w                   # N m: control and friction
keep      tilt = acos(up[3])                # rad, shown by run and drift

attitude  quaternion                        # polhode list attitudes
method    rkmk(kutta4)                      # polhode list methods
start     R = turn(e1, 0.3)                 # or quat(...), euler(zyx, ...)
start     w = [0.1, 0, 3]                   # rad/s
step      1e-3                              # s
until     10                                # s
