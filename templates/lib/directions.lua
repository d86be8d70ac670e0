-- directions.lua - torque, force and rates depend on the attitude only by R'e of constant
-- space vectors e.  A method can integrate g = R'e, g' = g x w, instead of R.

-- Returns a basis of their span: each e is 1 in its own `row`, where the others are 0.
local function base_of(vectors)
  local base = {}
  for _, c in ipairs(vectors) do
    for _, b in ipairs(base) do c = c - c[b.row] * b.e end
    local row = 1
    for i = 2, 3 do
      if not is_zero(lt(abs(c[row]), abs(c[i]))) then row = i end
    end
    if not vanishes(c[row]) then
      c = c / c[row]
      for _, b in ipairs(base) do b.e = b.e - b.e[row] * c end
      base[#base + 1] = { row = row, e = c }
    end
  end
  return base
end

-- Returns y, the vectors R'e for a basis e of the span of m.directions() at the initial
-- attitude R, and row[k], the row of y[k] in the matrix that replaces R.  If they span
-- all of space, `all` is true and y has two rows of R.
function directions_of(m, R)
  local rows, list, new = R:rows(), base_of(m.directions()), { y = {}, row = {} }
  new.all = list[3] ~= nil
  for k = 1, new.all and 2 or #list do
    local e = list[k].e
    new.row[k] = new.all and k or list[k].row
    new.y[k] = new.all and rows[k] or e[1] * rows[1] + e[2] * rows[2] + e[3] * rows[3]
  end
  return new
end

-- Returns the replacement of R for torque, force and rates at the vectors y.
function attitude_through(directions, y)
  local row = { vec(0, 0, 0), vec(0, 0, 0), vec(0, 0, 0) }
  for k = 1, #y do row[directions.row[k]] = y[k] end
  if directions.all then row[3] = cross(row[1], row[2]) end
  return seen(table.unpack(row))
end

return true
