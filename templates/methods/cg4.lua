-- cg4.lua - Crouch-Grossman method of order 4 with five stages, momentum form.
-- See cg3.lua for the step; only the coefficients differ.  The paper gives decimals.
-- The coefficients here satisfy the conditions of order 4 to 40 digits and are the
-- nearest such values to the paper's (the difference is below 4e-17).
-- Translation: the Runge-Kutta method of these coefficients.
-- Z. Jackiewicz, A. Marthinsen, B. Owren, Adv. Comput. Math. 13 (2000)
-- 405-415, method CG4a.

local a = {
  {},
  { "0.817722798812485183864383415847723192660748" },
  { "0.319987637547642681409609258329034770344087",
    "0.065986426355602187354603228667333554271458" },
  { "0.921441719446494612602955614447966894550823",
    "0.499785777677357298630580622441638903307390",
    "-1.096998444837158207718266818416109475640670" },
  { "0.355235855902332201054156819447120916480521",
    "0.239095837230732569585299130695142427974775",
    "1.391856572420324594286736990115349791859953",
    "-1.109297939211346510584177249921626330247190" },
}
local b = {
  "0.137083152063075537029594773567693534878334",
  "-0.018369853156402019112610887745429207206191",
  "0.739781398537077998929143616490662484302770",
  "-0.190714256550588896697746577033424797522396",
  "0.332219559106837379851619074720497985547482",
}

local function numbers(texts)
  local n = {}
  for i = 1, #texts do n[i] = decimal(texts[i]) end
  return n
end

return method {
  title  = "Crouch-Grossman, order 4, momentum form",
  source = "Z. Jackiewicz, A. Marthinsen, B. Owren, Adv. Comput. Math. 13 (2000)",
  alias  = { "cg4a" },
  elsewhere = { "crouch_grossman of order 4" },
  gyro   = true,
  states = true,
  inertia = true,
  order  = 4,
  keeps  = { "momentum", "axis_momentum" },
  maps   = false,

  step = function(m, s, h)
    local rows = {}
    for i = 1, #a do rows[i] = numbers(a[i]) end
    return use("cg3").crouch_grossman(m, s, h, rows, numbers(b))
  end,
}
