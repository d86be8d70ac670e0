-- probe.lua - not a method: it lets a test look at one function of the map and
-- attitude.  L is the half vector v, the first row of R the argument x.

return method {
  title   = "one function of the map and attitude",
  source  = "none",
  options = { { name = "what",
                words = { "move", "pull", "pull2", "push", "rotate",
                          "unrotate", "square" } } },
  order   = 1,

  step = function(m, s, h, opt)
    local v, row = s.L, s.R:rows()[1]
    local g = m.map.element(v)
    local results = {
      move = function() return v end,
      pull = function() return m.map.pull(v, row) end,
      pull2 = function() return m.map.pull(v, row, 2) end,
      push = function() return m.map.push(v, row) end,
      rotate = function() return g:rotate(row) end,
      unrotate = function() return g:unrotate(row) end,
      square = function() return (g * g):rotate(row) end,
    }
    return { R = s.R:turned(g), L = results[opt.what]() }
  end,
}
