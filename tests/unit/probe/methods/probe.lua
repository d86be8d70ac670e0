-- probe.lua - not a method: it lets a test look at one function of the map and
-- attitude.  L is the half vector v, the first row of R the argument x.

return method {
  title   = "one function of the map and attitude",
  source  = "none",
  options = { { name = "what",
                words = { "move", "pull", "pull0", "pull1", "pull2", "pull4",
                          "pull6", "pull8", "push", "inverse",
                          "rotate", "unrotate", "square", "constraint",
                          "regular" } } },
  order   = 1,

  step = function(m, s, h, opt)
    local v, row = s.L, s.R:rows()[1]
    local g = m.map.element(v)
    local new = s.R:turned(g)
    local results = {
      move = function() return v end,
      pull = function() return m.map.pull(v, row) end,
      pull0 = function() return m.map.pull(v, row, 0) end,
      pull1 = function() return m.map.pull(v, row, 1) end,
      pull2 = function() return m.map.pull(v, row, 2) end,
      pull4 = function() return m.map.pull(v, row, 4) end,
      pull6 = function() return m.map.pull(v, row, 6) end,
      pull8 = function() return m.map.pull(v, row, 8) end,
      push = function() return m.map.push(v, row) end,
      inverse = function() return m.map.push(v, m.map.pull(v, row)) end,
      rotate = function() return g:rotate(row) end,
      unrotate = function() return g:unrotate(row) end,
      square = function() return (g * g):rotate(row) end,
      constraint = function()
        local sum = 0
        for _, c in ipairs(m.constraint(new:stored())) do sum = sum + c^2 end
        return vec(sum, 0, 0)
      end,
      regular = function()
        local f = m.attitude.regular
        return vec(f and select(f(new:stored()), 1, 0) or 1, 0, 0)
      end,
    }
    return { R = new, L = results[opt.what]() }
  end,
}
