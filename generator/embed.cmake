# Writes files as C arrays: cmake -DROOT= -DOUT= -DFILES=a;b -P embed.cmake
# Paths are given from templates/ for the shelf, "runtime/..." for headers,
# "generator/..." for Lua that is part of the program, "specs/..." for bodies.
set(arrays "")
set(table "")
set(count 0)
list(SORT FILES)
foreach(file IN LISTS FILES)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)"
                       "\\1\n" bytes "${bytes}")
  file(RELATIVE_PATH path ${ROOT} ${file})
  string(REGEX REPLACE "^templates/" "" path "${path}")
  file(SIZE ${file} size)
  string(APPEND arrays
    "static const char file${count}[] = {\n${bytes}0};\n")
  string(APPEND table "    {\"${path}\", file${count}, ${size}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUT} "/* Made by embed.cmake; do not edit. */
#include \"shelf/shelf.h\"

${arrays}
const struct shelf_entry shelf_builtin[] = {
${table}    {0}};
const int shelf_builtin_count = ${count};
")
