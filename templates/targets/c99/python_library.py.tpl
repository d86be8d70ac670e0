% -- The C for Python: compiled once and checked, and its functions.
% -- `has`: which structs exist.
% local has = ...
% local b, real = page.body, page.real
% -- Bodies have a library of their own: text for pages with Bodies.
% local function batch(text) return page.batch and text or "" end
% local many, with_many = batch("many"), batch(", many")
# ---- the library ----

_FLAGS = ["-O2", "-std=c99", "-ffp-contract=off", "-fPIC", "-shared"]
_STRUCTS = [("", STATE){{has.pars and ", (\"_par\", PAR)" or ""}}{{has.inputs and ", (\"_in\", INPUT)" or ""}}{{page.advances and ", (\"_control\", CONTROL)" or ""}}]
_at, _real, _long = ctypes.c_void_p, ctypes.c_{{real}}, ctypes.c_long
_FUNCTIONS = [
    ("start", {{page.start_varies and "ctypes.c_int, _at" or "None"}}, _at),
%?has.pars?    ("defaults", None, _at),
%?page.check?    ("check", ctypes.c_int, _at),
    ("run", ctypes.c_int, _at, _at, _at, _real, _long),
% if page.advances then
    ("control_start", None, _at),
    ("advance", ctypes.c_int, _at, _at, _at, _at, _real),
% end
%?page.interp?    ("interp", ctypes.c_int, _at, _at, _at, _at, _real, _real, _at),
% local function takes(name) return (target.takes(page, name, "_at", "_at")) end
% for _, f in ipairs(page.access and target.accessors(page) or {}) do
%   local returns = f.sets and "ctypes.c_int" or f.size and "None" or "_real"
    ("{{f.name}}", {{returns}}, _at{{f.of and takes(f.of) or ""}}{{f.size and ", _at" or f.sets and ", _real" or ""}}),
% end
]


def _layout({{many}}):
    """Sizes and offsets that C and this file must share: C's text, numbers."""
    text, numbers = [], []
    for name, dtype in _STRUCTS{{batch(" + _MANY_STRUCTS*many")}}:
        text.append(f"sizeof({{b}}{name})")
        numbers.append(dtype.itemsize)
        for field in dtype.names:
            text.append(f"offsetof({{b}}{name}, {field})")
            numbers.append(dtype.fields[field][1])
    return text, numbers


def _sources({{many}}):
    """The paths of {{b}}.c and {{b}}.h{{batch(", also of many")}}, and their contents."""
    head = os.path.join(os.path.dirname(os.path.abspath(__file__)), "{{b}}")
    paths = head + ".c", head + ".h"
%?page.batch?    paths += (head + "_many.c", head + "_many.h")*many
    texts = []
    for path in paths:
        with open(path, "rb") as file:
            texts.append(file.read())
        if b"{{page.mark}}" not in texts[-1]:
            raise RuntimeError(f"{path} and {__file__} were not made from the "
                               "same content: emit both by one command")
    return paths, texts


def _compile(cc, source, folder{{with_many}}):
    """Compiles into a file in the folder; returns its path."""
    layout = os.path.join(folder, "layout.c")
    output = os.path.join(folder, "{{b}}.so")
    with open(layout, "w", encoding="ascii") as file:
        file.write('#include <stddef.h>\n#include "{{b}}.h"\n'
%?page.batch?                   + '#include "{{b}}_many.h"\n'*many +
                   "const size_t {{b}}_py_layout[] = {\n    "
                   + ",\n    ".join(_layout({{many}})[0]) + "\n};\n")
    command = cc + _FLAGS + ["-o", output, "-I", os.path.dirname(source),
                             source, layout, "-lm"]
% if page.batch then
    if many:
        files = [source[:-2] + "_many.c", {{page.advances and "source, " or ""}}layout, "-lm"]
        command = command[:-3] + _taken(command[:-3] + [layout]) + files
% end
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{{b}}: {shlex.join(command)} failed:\n"
                           + done.stdout.decode(errors="replace"))
    return output


def _load(path{{with_many}}):
    """Opens the library; checks that its structs are those of this file."""
    library = ctypes.CDLL(path)
    functions = {}
    numbers = _layout({{many}})[1]
    try:
        layout = (ctypes.c_size_t*len(numbers)).in_dll(library, "{{b}}_py_layout")
        for name, returns, *arguments in {{batch("_MANY_FUNCTIONS if many else ")}}_FUNCTIONS:
            function = library["{{b}}_" + name]
            function.restype, function.argtypes = returns, arguments
            functions[name] = function
    except (AttributeError, ValueError) as error:
        raise RuntimeError("{{b}}.c lacks functions that {{b}}.py needs: emit both by "
                           f"one command ({error})") from None
    if list(layout) != numbers:
        raise RuntimeError("{{b}}.h has other structs than {{b}}.py: emit both "
                           "by one command")
    return types.SimpleNamespace(**functions)


@functools.lru_cache(maxsize=None)
def _library({{batch("many=False")}}):
    """The functions of {{b}}.h{{batch(", also of many bodies")}}, compiled unless that has been done."""
    (source, {{batch("*")}}_), texts = _sources({{many}})
    cc = shlex.split(os.environ.get("CC") or "cc")
    program = shutil.which(cc[0])
    if program is None:
        raise RuntimeError(f"{{b}}: there is no C compiler '{cc[0]}' to compile "
                           f"{source}; install one, or name yours in CC")
    program = os.path.realpath(program)
    stamp = os.stat(program)
    key = repr((texts, _layout({{many}}), _FLAGS, {{batch("many and _told(),\n                ")}}cc, program, stamp.st_size,
                stamp.st_mtime_ns, platform.machine(), platform.libc_ver()))
    name = "{{b}}-" + hashlib.sha256(key.encode()).hexdigest()[:32]
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        cache = os.path.expanduser("~/.cache")
    path = os.path.join(cache, "polhode", name)
    for kept in glob.glob(glob.escape(path) + "-*.so"):
        try:  # a file that is damaged, or lacks the size in its name, is made anew
            if kept.endswith(f"-{os.path.getsize(kept)}.so"):
                return _load(kept{{with_many}})
        except OSError:
            pass
    try:
        if not os.path.isabs(path):
            raise OSError("no home")
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        work = tempfile.TemporaryDirectory(dir=os.path.dirname(path))
    except OSError:  # no place to store it: for this process alone
        path = None
        work = tempfile.TemporaryDirectory()
    with work as folder:
        output = _compile(cc, source, folder{{with_many}})
        try:
            library = _load(output{{with_many}})
        except OSError as error:
            raise RuntimeError(f"{{b}}: this Python cannot load what {shlex.join(cc)} "
                               f"made ({error}); name a compiler for it in CC") from None
        if path is not None:
            # atomic: another process may do the same
            os.replace(output, f"{path}-{os.path.getsize(output)}.so")
    return library
