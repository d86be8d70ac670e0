"""Makes the calls of a Julia file by ctypes: its structs, symbols and types.

Few machines have Julia; this tells whether what the page says fits the library.
"""
import ctypes
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
kinds = {"Cdouble": ctypes.c_double, "Cint": ctypes.c_int, "Cvoid": None}

def kind(name):
    many = re.fullmatch(r"NTuple\{(\d+),(\w+)\}", name)
    return kinds[many[2]]*int(many[1]) if many else kinds[name]

def call(function, returns, types, values):
    function = getattr(library, function)
    function.restype = kinds[returns]
    types = re.findall(r"[^, ]+", types)
    values = [given[value] for value in values.split(", ")]
    assert len(values) == len(types)
    for i, name in enumerate(types):
        if name == "Cdouble":
            values[i] = ctypes.c_double(values[i])
        else:
            assert isinstance(values[i], kinds[name[len("Ref{"):-1]]), name
            values[i] = ctypes.byref(values[i])
    return function(*values)

for name, fields in re.findall(r"^struct (\w+); (.*); end$", text, re.M):
    fields = [field.strip().split("::") for field in fields.split(";")]
    kinds[name] = type(name, (ctypes.Structure,), {
        "_fields_": [(field, kind(type_name)) for field, type_name in fields]})

library = ctypes.CDLL("./libmy_top.so")
calls = re.findall(r"ccall\(\(:(\w+), lib\), (\w+), \((.*?)\), (.*)\)", text)
assert [one[0] for one in calls] == ["my_top_start", "my_top_defaults", "my_top_step"]
x = kinds["Top"]()
given = {"x": x, "par": kinds["Par"](), "input": kinds["In"](), "1e-3": 1e-3}
call(*calls[0])
call(*calls[1])
for _ in range(int(re.search(r"for i in 1:(\d+)", text)[1])):
    assert call(*calls[2]) == 0
print("%.3f %.12f %.12f %.12f %.12f" % (x.t, *x.q))
