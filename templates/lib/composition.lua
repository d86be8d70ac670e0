-- composition.lua - compositions: steps of c.factors[1] h, c.factors[2] h, ...
-- of a time-symmetric method, one after the other, are of order c.order at
-- least if the method is of order c.base at least.
-- E. Hairer, Ch. Lubich, G. Wanner, Geometric Numerical Integration, Springer
-- 2006, sections II.4 and V.3.

local function check(c, base)
  if not base.symmetric then
    refuse("base", c.name .. " is made of steps of a time-symmetric method, "
           .. "and " .. base.name .. " is not", "one that is: imidm")
  elseif base.order % 2 ~= 0 then
    refuse("base", c.name .. " is made of steps of a method of even order, and "
           .. base.name .. " is of order " .. base.order)
  elseif base.order < c.base then
    refuse("base", c.name .. " is for methods of order " .. c.base
           .. " and above, and " .. base.name .. " is of order " .. base.order)
  end
end

function composed(title, base, order, factors)
  local c = { name = title, base = base, order = order, factors = factors }
  return method {
    options   = { { name = "base", method = true } },
    symmetric = true,

    order = function(opt)
      check(c, opt.base)
      return math.max(opt.base.order, c.order)
    end,
    order_free = function(opt) return math.max(opt.base.order_free, c.order) end,
    implicit   = function(opt) return opt.base.implicit end,
    admits     = function(opt) return opt.base.admits end,
    maps       = function(opt) return opt.base.maps end,

    keeps = function(opt)
      local kept = {}
      for _, name in ipairs(opt.base.keeps) do
        if name ~= "energy_half" then      -- not the same at all step sizes
          kept[#kept + 1] = name
        end
      end
      return kept
    end,

    step = function(m, s, h, opt)
      for k = 1, #c.factors do
        local before = within(k)
        s = flow(opt.base, m, s, c.factors[k] * h)
        name("L", k, s.L)                  -- keeps its scale: see the README
        within(before)
      end
      return s
    end,
  }
end

return true
