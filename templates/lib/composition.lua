-- composition.lua - compositions: a step is a sequence of steps of a time-symmetric
-- method, with the step sizes factors[1] h, factors[2] h, ...  The order is at least
-- `order` if the order of the method is at least `least`.
-- E. Hairer, Ch. Lubich, G. Wanner, Geometric Numerical Integration, Springer
-- 2006, sections II.4 and V.3.

local function check(title, least, base)
  if not base.symmetric then
    refuse("base", title .. " is made of steps of a time-symmetric method, "
           .. "and " .. base.name .. " is not", "one that is: imidm")
  elseif base.order % 2 ~= 0 then
    refuse("base", title .. " is made of steps of a method of even order, and "
           .. base.name .. " is of order " .. base.order)
  elseif base.order < least then
    refuse("base", title .. " is for methods of order " .. least
           .. " and above, and " .. base.name .. " is of order " .. base.order)
  end
end

-- `longest` is the largest |factor|, rounded up.
function composed(title, least, order, factors, longest)
  local file = {
    options   = { { name = "base", method = true } },
    symmetric = true,

    order = function(opt)
      check(title, least, opt.base)
      return math.max(opt.base.order, order)
    end,
    order_free = function(opt) return math.max(opt.base.order_free, order) end,
    turn       = function(opt)
      local turn = opt.base.turn
      return turn and math.floor(1024 * turn / longest) / 1024
    end,

    keeps = function(opt)
      local kept = {}
      for _, name in ipairs(opt.base.keeps) do
        -- energy_half depends on the step size, which differs between the steps
        if name ~= "energy_half" then kept[#kept + 1] = name end
      end
      return kept
    end,

    step = function(m, s, h, opt)
      if not opt.base.implicit then limit_turn(m, s, h) end
      for k = 1, #factors do
        local before = within(k)
        s = flow(opt.base, m, s, factors[k] * h)
        name("L", k, s.L)                  -- a named value keeps its scale
        within(before)
      end
      return s
    end,
  }
  for _, name in ipairs { "implicit", "admits", "gyro", "states", "inertia", "maps", "numbers" } do
    file[name] = function(opt) return opt.base[name] end
  end
  return method(file)
end

return true
