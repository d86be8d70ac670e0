#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The project's own sources, held to a plan:  house.py layers|house|words|headers|links BUILD

layers   which stage includes which, where memory comes from, no state outside the
         arguments, short files with heads
house    the size of the rooms beside `budget`, and what stands in one place alone
words    no more sentences match a pattern of `words` than are counted there; those of
         manuals and of --help are short
headers  each runtime header compiles alone, strictly, as C99 and as C++17
links    what the objects of generator/ know of each other, in the folder of a preset, such
         as build/release: lists exports that one other file of their room uses, or none
         at all, and rings of files that call each other, of which there are no more

Each test_... below is a test; it also proves that its pattern finds a violation in a sample."""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
C = (".c", ".h", ".y", ".def")
ALL = C + (".lua", ".pol", ".md", ".txt", ".cmake", ".in", ".tpl")

def read(path):
    with open(os.path.join(ROOT, path), encoding="latin-1") as file:
        return file.read()

def files(folder, *endings):
    """(path from the root, text) of all files; golden ones are the program's."""
    for at, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = sorted(f for f in folders if f[0] != "." and f not in ("golden", "__pycache__")
                            or os.path.join(at, f) == os.path.join(ROOT, folder))
        for name in sorted(names):
            if name[0] != "." and name.endswith(endings):
                path = os.path.relpath(os.path.join(at, name), ROOT)
                yield path, read(path)

NO_CODE = re.compile(r"""/\*.*?(?:\*/|\Z)|//[^\n]*|\#(?:\\\n|[^\n])*
                     |"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.S | re.X)

def stripped(text):
    """What the compiler proper sees of C, the rest blank."""
    return NO_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)

def nothing(faults):
    assert not faults, "\n".join(faults)

# ---- layers: which stage includes which ----

# What a stage may include besides itself : what it sees through the headers of
# these; the C library is free to all.
EDGES = """
base :
num : base
lang : base num
sym : base num
shelf : base num lua
model : base num sym lang runtime
tableau : base num sym lang model
catalogue : base num lang shelf tableau recipe : sym model bind runtime
report : base num lang shelf tableau catalogue emit lua : sym
bind : base num sym shelf lua
recipe : base num sym lang model shelf tableau bind lua : runtime
step : base num sym model shelf tableau bind recipe lua : lang runtime
opt : base num sym step
emit : base num opt recipe shelf lua runtime : sym step
jit : base runtime include tcc
explore : base jit runtime
search : base num lang tableau include : sym runtime
sweep : base num lang model shelf explore runtime include : sym
session : base num lang sym model tableau catalogue recipe step opt emit jit explore shelf runtime : bind include
contest : base num lang sym model tableau catalogue recipe step opt emit jit explore session shelf runtime : bind include
page : base num lang sym model report recipe step opt emit jit explore session shelf runtime : bind include tableau catalogue
command : base num lang sym model tableau catalogue report recipe step opt emit jit explore search session contest sweep page shelf runtime : bind include
"""
MAY, THROUGH = {}, {}
for row in EDGES.strip().splitlines():
    stage, *lists = row.split(":")
    MAY[stage.strip()] = lists[0].split()
    THROUGH[stage.strip()] = lists[1].split() if len(lists) > 1 else []

def stage_of(path):
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else ""

def part_of(file, own):
    """To which part of the table an included file belongs; "": to none."""
    if file.startswith("lua") or file == "lauxlib.h":
        return "lua"
    known = {"libtcc.h": "tcc", "pol_stepper.h": "runtime"}.get(file)
    if known or ("/" in file and "sys/" not in file):
        return known or file.split("/")[0]
    return own if own and file.endswith(".h") else ""

def allowed(path, file, quoted):
    stage = stage_of(path)
    part = part_of(file, stage if quoted else None)
    if file == "ctype.h":  # what a letter is, a locale says
        return False
    return stage not in MAY or part in ("", stage) or part in MAY[stage]

def seen_through(path, file, quoted):
    stage = stage_of(path)
    return part_of(file, stage if quoted else None) in THROUGH.get(stage, [])

def includes_of(texts):
    """path -> [(name as written, quoted, path of ours or None)]"""
    found = {}
    for path, text in texts.items():
        found[path] = []
        for mark, name in re.findall(r'#include ([<"])([^>"]+)', text):
            # "arena.h" stands beside the file or above the stages
            places = [f"generator/{name}", f"generator/{stage_of(path)}/{name}"]
            ours = next((p for p in places if p in texts), None)
            found[path].append((name, mark == '"', ours))
    return found

def test_layers_stages_include_only_what_they_may():
    found, faults, edges = includes_of(dict(files("generator", *C))), [], 0
    for path in found:
        seen, wait = {path}, [path]
        for at in wait:
            for name, quoted, ours in found[at]:
                beside = quoted and ours and "/" not in name and stage_of(at)
                full = f"{stage_of(at)}/{name}" if beside else name
                edges += 1
                if not allowed(path, full, quoted) and (
                        at == path or not seen_through(path, full, quoted)):
                    faults.append(f"{path}: may not include {full}, which {at} does")
                if ours and ours not in seen:
                    seen.add(ours)
                    wait.append(ours)
    assert len(found) > 50 and edges > 1500
    nothing(faults)

def test_layers_every_stage_is_in_the_table():
    folders = {f for f in os.listdir(f"{ROOT}/generator")
               if f[0] != "." and os.path.isdir(f"{ROOT}/generator/{f}")}
    assert folders - {"include"} == set(MAY), sorted(folders ^ set(MAY))

def test_layers_a_wrong_edge_is_found():
    good = """model sym/expr.h "|model check.h "|model string.h <|jit sys/mman.h <"""
    bad = ("""command ctype.h <|command lua.h <|sym lang/ast.h "|model lua.h <|emit sym/expr.h "|"""
           """opt pol_stepper.h "|emit libtcc.h <|opt recipe/recipe.h \"""")
    for cases, want in (good, True), (bad, False):
        for case in cases.split("|"):
            stage, file, mark = case.split()
            assert allowed(f"generator/{stage}/a.c", file, mark == '"') == want, case
    assert allowed("generator/pipeline.c", "jit/jit.h", True)
    assert not allowed("generator/sym/a.c", "generator/lang/ast.h", True)
    assert seen_through("generator/emit/a.c", "step/step.h", True)
    assert not seen_through("generator/opt/a.c", "emit/emit.h", True)
    assert not seen_through("generator/sym/a.c", "lang/ast.h", True)

def allocations(text):
    words = "malloc|calloc|realloc|free|strdup|strndup|alloca|asprintf|aligned_alloc"
    return len(re.findall(rf"(?<![\w.])(?:{words})[ \n]*\(", stripped(text)))

def test_layers_memory_comes_from_arenas():
    own = {"generator/base/arena.c", "generator/shelf/host.c"}  # arenas, and Lua's own
    texts = dict(files("generator", *C))
    assert own <= set(texts)
    nothing([f"{p}: memory that is not an arena's" for p, t in texts.items()
             if p not in own and allocations(t)])
    assert allocations("p = malloc (1); /* malloc() */ free(p); x.free(1);"
                       "arena_free(); int free = 0;") == 2

def makes_object(head, end):
    """At file scope, without `static`: a name follows its type."""
    if re.match("typedef|extern", head):
        return False
    names = set("struct union enum const".split())
    return end != "{" and sum(w not in names for w in re.findall(r"\w+", head.split("[")[0])) > 1

def mutable_objects(text):
    """Objects of the file's lifetime, static or not, that can change."""
    text = stripped(text)
    count, depth, begins, skip = 0, 0, True, 0
    for m in re.finditer(r"\w+|\S", text):
        if m.start() < skip:
            continue
        at, word = m.start(), m.group()
        is_static = word == "static" and text[at - 1:at] != "."
        if is_static or (depth == 0 and begins and word[0].isalpha()):
            skip = at + len(re.match(r"[^=;{]*", text[at:]).group())
            head = text[at:skip]
            if is_static or makes_object(head, text[skip:skip + 1]):
                paren = head.find("(")
                function = paren >= 0 and head[paren:paren + 2] != "(*"
                constant = re.search(r"(?<![\w.])const(?!\w)", head[max(head.rfind("*"), 0):])
                count += not function and not constant
                continue
            skip = 0
        depth += (word == "{") - (word == "}")
        begins = word in ";}"
    return count

def test_layers_there_is_no_state_outside_the_arguments():
    faults = []
    for folder, endings in ("generator", (".c", ".h")), ("runtime", (".h",)):
        for path, text in files(folder, *endings):
            known = path == "generator/session/messages.c"  # what a signal sets
            count = mutable_objects(text) - known
            if count:
                faults.append(f"{path}: {count} objects that can change")
    nothing(faults)

def test_layers_a_mutable_object_is_found():
    one = """static int n;|int f(void) { static int n = 0; return n++; }|static const char *p = 0;
static int (*f[2])(int);|#include <x.h>\nint n = 3;|struct s x;|long n;
static const struct s { int a; } x[] = {{1}}; int m;"""
    none = """static const char *const p[] = {"static int n;"};|const struct s x = {0};
static const int n = 1; static const int m[2] = {1, 2};|static int (*const f[2])(int) = {0};
static inline int f(int a) { int b = a; return b; }|/* static int n; */ static void f(void);
typedef int n; enum { A = 1 }; struct s { int a; };|struct s; union u; void f(int); int g(void);"""
    for texts, want in (one, 1), (none, 0):
        for text in re.split(r"\||\n(?!int n)", texts):
            assert mutable_objects(text) == want, (text, mutable_objects(text))

def test_layers_files_are_short():
    most = {"generator": 600, "runtime": 700, "templates": 700, "tests": 700}
    endings = {"generator": C, "runtime": (".h",), "templates": (".lua", ".tpl", ".pol"),
               "tests": (".c",)}
    nothing([f"{p}: {t.count(chr(10))} lines" for folder in most
             for p, t in files(folder, *endings[folder]) if t.count("\n") >
             (700 if folder == "generator" and not p.endswith(".c") else most[folder])])

def test_layers_files_say_their_licence():
    mark = "SPDX-License-Identifier: MIT\n"  # behind a comment mark
    for folder, endings in (("generator", C), ("runtime", (".h",)),
                            ("tests", (".c", ".h", ".cpp"))):
        nothing([f"{p}: no SPDX line at the top" for p, t in files(folder, *endings)
                 if not -1 < t.find(mark) <= 3])

def test_layers_no_file_knows_a_machine():
    homes = [f"/{name}/" for name in ("home", "root", "work", "Users")]
    faults = []
    for folder in "generator", "runtime", "templates", "specs", "tests":
        for path, text in files(folder, *C, ".lua", ".tpl", ".pol", ".md", ".txt", ".cmake"):
            faults += [f"{path}: a path of one machine, {h}" for h in homes if h in text]
    nothing(faults)

# ---- house: rooms, functions, structs, places ----

def rooms():
    """name -> texts by path; "top": above the rooms."""
    of = {}
    for path, text in [*files("generator", *ALL), *files("templates/lib", ".lua")]:
        name = os.path.dirname(path).removeprefix("generator").lstrip("/") or "top"
        of.setdefault(name, {})[path] = text
    return of

def budgets():
    rows = (line.split() for line in read("tests/layers/budget").splitlines()
            if line and line[0] != "#")
    return {row[0]: int(row[1]) for row in rows}

def test_house_rooms_keep_to_their_budgets():
    lines = {n: sum(t.count("\n") for t in texts.values()) for n, texts in rooms().items()}
    print(f"{sum(lines.values())} lines in {len(lines)} rooms")
    assert sum(lines.values()) > 10000
    most = budgets()
    nothing([f"{n}: {k} lines, budget {most.get(n, 0)}" for n, k in lines.items()
             if k > most.get(n, 0)])

def test_house_rooms_have_few_files():
    nothing([f"{n}: {len(t)} files" for n, t in rooms().items() if len(t) > 25])
    small = [p for t in rooms().values() for p in t
             if p.endswith(".c") and t[p].count("\n") < 60]
    assert len(small) <= 15, small

def long_functions(text):
    """Functions of more than 40 lines between their braces: the line before."""
    for m in re.finditer(r"([^\n]*)\n\{\n(.*?)\n\}", text, re.S):
        if m.group(2).count("\n") + 1 > 40:
            yield m.group(1)

def test_house_no_function_is_long():
    for folder, endings in ("generator", (".c", ".h")), ("runtime", (".h",)):
        for path, text in files(folder, *endings):
            nothing([f"{path}: long: {head}" for head in long_functions(text)])
    assert not list(long_functions("int f(void)\n{\n" + "    x();\n" * 40 + "}\n"))
    assert list(long_functions("int f(void)\n{\n" + "    x();\n" * 41 + "}\n"))

def members_of(text):
    """Of the struct whose brace the text begins with; a struct inside is one."""
    members = depth = 0
    for c in text:
        depth += (c in "{(") - (c in "})")
        members += depth == 1 and c in ";,"
        if depth == 0:
            break
    return members

def test_house_structs_are_small():
    # all but the model, in which other rooms look up what the spec says
    for path, text in files("generator", ".c", ".h", ".y"):
        text = stripped(text)
        for m in re.finditer(r"struct ([a-z_]+)\s+(?=\{)", text):
            count = members_of(text[m.end():])
            assert count <= 25 or m.group(1) == "model", f"{path}: {m.group(1)}: {count} members"
    assert members_of("{\n int a, b; struct t { int c, d; } *e; int (*f)(int, int); };") == 4

def test_house_mechanisms_stand_once():
    once = [
        ("reinterpret_cast", "templates/targets/"),  # words that no name may be
        ('"c99"', None),  # the name of the default target: shelf_target
        (r"\\u%04x", "generator/base/json.c"),  # an escape of JSON
        (r'\":', None),  # a key in an object written by hand
        ("(i + 1) &", "generator/base/table.h"),  # a probe of a hash table
    ]
    texts = [*files("generator", *ALL), *files("templates", *ALL)]
    for what, home in once:
        places = [p for p, t in texts if what in t]
        own = [p for p in places if home and p.startswith(home)]
        assert own or not home, f"{what} has gone from {home}"
        nothing([f"{p}: {what} belongs into {home}" for p in places if p not in own])

def test_house_the_readme_leads_to_what_is_there():
    """Rows "| question | `file`: `text`; `file` |": the file is there, with the text."""
    text, places = read("docs/explanation/how-it-works.md"), 0
    for head in "| to ... |", "| where is ...?":
        rows = text[text.index(head):].split("\n")[2:]
        for row in rows[:next(i for i, r in enumerate(rows) if r[:1] != "|")]:
            there = None
            for word in re.findall(r"`([^`]*)`", row.split("|", 2)[2]):
                if "/" in word:
                    places += 1
                    paths = [p for p in (f"generator/{word}", word)
                             if os.path.exists(os.path.join(ROOT, p))]
                    is_file = paths and os.path.isfile(os.path.join(ROOT, paths[0]))
                    there = read(paths[0]) if is_file else "" if paths else None
                assert there is not None and ("/" in word or word in there), f"{word}: {row}"
    assert places >= 10

def test_house_templates_name_tests_that_exist():
    names = {n for _, t in files("templates", *ALL) for n in re.findall(r"\btests/[\w/]+\.\w+", t)}
    assert len(names) > 8
    nothing([n for n in sorted(names) if not os.path.exists(os.path.join(ROOT, n))])

def test_house_each_room_says_what_comes_in_and_what_goes_out():
    """In the comment that one of its headers begins with."""
    of = rooms()
    for name in budgets():
        says = [p for p, t in of[name].items() if p.endswith(".h")
                and re.search(r"\n \* In: .*Out:", t[:max(t.find("*/"), 0)], re.S)]
        assert len(says) == 1 or name in ("include", "top") or "/" in name, (name, says)

def options_read(text):
    return re.findall(r'option_[a-z]+\([^,()"]+,[ \n]*"([^"]*)"', text)

def test_house_no_file_compares_an_expression_with_a_number():
    # which is false without a word in Lua; is_zero(x) asks the algebra
    number = re.compile("[=~]= *-?[0-9]|[0-9] *[=~]=")

    def compared(text):
        return [line for line in text.split("\n") if number.search(line.partition("--")[0])]

    sample = "if x == 0 then\nif 1 ~= x then\nif a == b then -- a == 0\nif x==-1 then"
    assert len(compared(sample)) == 3
    nothing([f"{p}: {line}" for kind in ("methods", "maps", "attitudes")
             for p, t in files(f"templates/{kind}", ".lua") for line in compared(t)])

def test_house_the_manual_names_every_function():
    manual, names = read("docs/reference/language.md"), re.findall(
        r"^BUILTIN\((\w+)", read("generator/model/builtins.def"), re.M)
    assert len(names) > 30
    nothing([f"the manual does not name {n}" for n in names if f"`{n}(" not in manual])

def test_house_options_are_in_their_table():
    table = "".join(t for _, t in files("templates/commands", ".txt"))
    known = set(re.findall(r"\n=--([a-z-]+)(?=[ \n])", table))
    names = [n for _, t in files("generator/command", ".c") for n in options_read(t)]
    assert len(names) > 80
    assert not set(names) - known, set(names) - known
    assert options_read('option_given(r, "jsno")') == ["jsno"] and "jsno" not in known

# ---- words ----

def prose(text):
    """The comments and strings of C, each a paragraph."""
    out, joined, last = [], False, 0
    token = re.compile(r"""/\*(?P<a>.*?)(?:\*/|\Z)|//(?P<b>[^\n]*)|"(?P<c>(?:\\.|[^"\\])*)"?
                       |'(?:\\.|[^'\\])*'""", re.S | re.X)
    for m in token.finditer(text):
        if text[last:m.start()].strip():
            joined = False
        last = m.end()
        kind = m.lastgroup
        if not kind:
            joined = False
            continue
        if out and not (joined and kind == "c"):
            out.append("\n\n")
        out.append(re.sub(r"\\(.)", lambda e: " " if e.group(1) == "n" else e.group(1),
                          m.group(kind), flags=re.S))
        joined = kind == "c"
    return "".join(out)

def sentences(text):
    """Marks of comments and line breaks are blanks.  One ends at a stop, a cell of a
    table or an empty line."""
    for part in re.split(r"[.:;!?|](?=[ \n]|\Z)|[ \n][ *#%]*\n[ *#%]*\n[ \n*#%]*"
                         r"|\n[ *#%]*\n[ \n*#%]*", text):
        part = re.sub(r"[ \n][ \n*#%]*", " ", part.lstrip(" \n*#%|.-/"))
        if part:
            yield part

def test_words_readers_meet_plain_sentences():
    patterns = []
    for line in read("tests/layers/words").splitlines():
        if line[0] != "#":
            most, pattern, better = line.split("\t")
            patterns.append((int(most), re.compile(pattern, re.I), better))
    any_of = re.compile("|".join(f"(?:{p.pattern})" for _, p, _ in patterns), re.I)
    texts = [(p, read(p)) for p in ("README.md", "CONTRIBUTING.md", "tests/README.md")]
    for folder, endings in (
            ("generator", (*C, ".1", ".md")), ("docs", (".md",)), ("runtime", (".h", ".md")), ("specs", (".md", ".pol")),
            ("templates", (".tpl", ".lua", ".pol", ".md", ".js", ".html")),
            ("tests/golden", (".c", ".h"))):
        texts += [(p, t) for p, t in files(folder, *endings)
                  if not p.startswith("tests/golden/test_")]
    seen, places, number = set(), [[] for _ in patterns], 0
    for path, text in texts:
        for sentence in sentences(prose(text) if path.endswith(C) else text):
            number += 1
            # emitted ones are in templates and in goldens: each counts once
            if not any_of.search(sentence) or sentence in seen:
                continue
            seen.add(sentence)
            for (_, pattern, _), found in zip(patterns, places):
                if pattern.search(sentence):
                    found.append(f'{path}: "{sentence}"')
    faults = []
    for (most, pattern, better), found in zip(patterns, places):
        if len(found) != most:
            print(f"{len(found)} sentences match {pattern.pattern}, counted {most}")
        if len(found) > most:
            faults += [f"{place}; better: {better}" for place in found]
    print(f"{sum(map(len, places))} of {number} sentences match")
    assert len(patterns) > 30 and len(texts) > 300 and number > 10000
    nothing(faults)

def long_sentences(text, most=32):
    """Those of Markdown or of a command's help; code in it counts as one word."""
    text = re.sub(r"^```.*?^```|^[=@].*?$", "", text, flags=re.S | re.M)
    text = re.sub(r"\n *(?=[-*] |\d+\. )", "\n\n", re.sub(r"`[^`]*`", "code", text))
    return [s for s in sentences(text) if len(re.findall(r"\S*\w\S*", s)) > most]

def test_words_sentences_of_manuals_are_short():
    assert not long_sentences("`a b c`" + 31 * " word") and long_sentences(33 * "word ")
    texts = [(p, read(p)) for p in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "tests/README.md")]
    for folder, ending in (("docs", ".md"), ("generator", ".md"), ("specs", ".md"), ("templates", ".md"),
                           ("templates/commands", ".txt")):
        texts += files(folder, ending)
    assert len(texts) > 25
    nothing([f'{path}: "{s}"' for path, text in texts for s in long_sentences(text)])

def anchors(text):
    """Those of its headings, as Markdown's readers name them."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    return {re.sub(r"[^\w -]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", h).lower()).replace(" ", "-")
            for h in re.findall(r"^#+ (.*?) *$", text, re.M)}

def test_words_links_of_pages_lead_to_places():
    pages = {p: open(os.path.join(ROOT, p), encoding="utf-8").read() for p in
             [*(n for n in sorted(os.listdir(ROOT)) if n.endswith(".md")),
              *(p for f in ("docs", "generator", "out", "runtime", "specs", "templates", "tests")
                for p, _ in files(f, ".md"))]}
    faults, links = [], 0
    for page, text in pages.items():
        text = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)\s]*)\)", text):
            links += 1
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if "://" not in target and (not os.path.exists(os.path.join(ROOT, path)) or
                                        anchor and anchor not in anchors(pages.get(path, ""))):
                faults.append(f"{page}: {target}")
    assert links > 100 and anchors("## What `w` is, *now*") == {"what-w-is-now"}
    nothing(faults)

# ---- headers ----

def compiles(compiler, text):
    language = ["-x", "c++", "-std=c++17"] if "++" in compiler else ["-x", "c", "-std=c99"]
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(text)
        file.flush()
        words = [compiler, *language, "-pedantic", "-Wall", "-Wextra", "-Wshadow",
                 "-Wconversion", "-Wdouble-promotion", "-Werror", "-fsyntax-only",
                 f"-I{ROOT}/runtime", file.name]
        try:
            return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0
        except FileNotFoundError:
            return False

def test_headers_each_compiles_alone():
    there = [c for c in ("gcc", "clang", "g++", "clang++") if compiles(c, "typedef int none;\n")]
    names = [os.path.basename(p) for p, _ in files("runtime", ".h")]
    print(f"{len(names)} headers, {len(there)} compilers")
    assert there and len(names) >= 2
    for compiler in there:
        # twice, for its guard
        nothing([f"{n}: not by {compiler}" for n in names
                 if not compiles(compiler, f'#include "{n}"\n' * 2)])
        assert not compiles(compiler, "float f(double x) { return x; }\n")

# ---- links ----

MOST_EXPORTS, MOST_RINGS = 172, 2
# What the public header and the parser export.
APART = re.compile("pol_|grammar_|main$|shelf_builtin")

def links_in(build):
    """name -> the file that exports it, name -> files that use it: of tests, and of the
    program of MPI, which may not be built, by their words."""
    home, users = {}, {}
    for path in glob.glob(f"{build}/generator/**/*.c.o", recursive=True):
        file = re.sub(r".*\.dir/(generated/)?|\.o$", "", path)
        if "/generated/" not in path and not os.path.exists(f"{ROOT}/generator/{file}"):
            continue  # it has gone
        seen = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
        for kind, name in re.findall(r"([TDRU]) (\S+)$", seen, re.M):
            if kind == "U":
                users.setdefault(name, set()).add(file)
            else:
                home[name] = file
    for path, text in [*files("tests", ".c", ".h"), *files("tests/golden", ".c"),
                       ("generator/main_mpi.c", read("generator/main_mpi.c"))]:
        for name in home.keys() & re.findall(r"\w+", text):
            users.setdefault(name, set()).add(path)
    return home, users

def reached(calls, start):
    seen, wait = set(), [start]
    for at in wait:
        wait += calls.get(at, set()) - seen
        seen |= calls.get(at, set())
    return seen

def test_links_only_become_fewer():
    home, users = links_in(sys.argv[2])
    assert home, f"no objects below {sys.argv[2]}/generator"
    calls, alone = {}, []
    for name in sorted(home, key=lambda n: (home[n], n)):
        by = users.get(name, set())
        for file in by - {home[name]}:
            calls.setdefault(file, set()).add(home[name])
        room = os.path.dirname(home[name])
        if len(by) < 2 and not APART.match(name) and all(os.path.dirname(f) == room for f in by):
            alone.append(f"{home[name]}: {name} <- {' '.join(by) or 'no user'}")
    far = {file: reached(calls, file) for file in calls}
    rings = {frozenset(f for f in far[file] if file in far.get(f, ())) for file in far} - {frozenset()}
    for title, rows in ("Exports with one user in their room, or none", alone), (
            "Rings of files that call each other", [" ".join(sorted(ring)) for ring in rings]):
        print(f"{len(rows)}: {title}", *rows, sep="\n  ")
    assert len(alone) <= MOST_EXPORTS and len(rings) <= MOST_RINGS

def main():
    tests = [(n, f) for n, f in globals().items() if n.startswith(f"test_{sys.argv[1]}_")]
    failed = 0
    for name, test in tests:
        try:
            test()
        except AssertionError as e:
            failed += 1
            print(f"FAILED: {name}\n{e}")
    print(f"{len(tests)} tests, {failed} failures")
    sys.exit(failed > 0 or not tests)

main()
