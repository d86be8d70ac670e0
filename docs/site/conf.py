# SPDX-License-Identifier: MIT
# The documentation as a static site, by Sphinx (`./dev docs`): the pages of docs/, those that
# they link to, and the manual page of the program named by POLHODE.
import os
import re
import subprocess

import bs4
from pygments import lexer, token
from pygments.lexers.c_cpp import CLexer

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


project = "polhode"
version = release = re.search(r"project\(polhode VERSION (\S+)", read("CMakeLists.txt"))[1]
copyright = "the authors of polhode"
html_title = f"polhode {release}"
html_theme = "furo"
html_show_sphinx = False
html_copy_source = False
html_show_search_summary = False  # they are fetched, which needs a server
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["start"]
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
smartquotes = False  # they change options: --json
root_doc = "docs/index"
include_patterns = ["docs/**", "*.md", "**/README.md"]
exclude_patterns = ["build", "out/*/**", "docs/site", "specs/[a-z]*.md", "tests/golden"]

# ---- the sidebar: the links of docs/index.md, by its headings ----


def sidebar(text):
    trees = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        caption = part.split("\n", 1)[0]
        pages = re.findall(r"\]\(((?:\.\./)?[\w/-]+)\.md\)", part)
        trees.append(f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" +
                     "\n".join(dict.fromkeys(pages)) + "\n```\n")
    return text + "\n" + "\n".join(trees)


# ---- the manual page ----


def inline(node):
    """A node of mandoc's HTML as Markdown."""
    out = ""
    for child in node.children:
        if isinstance(child, bs4.NavigableString):
            out += re.sub(r"([\\`*_<>\[\]|$])", r"\\\1", re.sub(r"\s+", " ", str(child)))
        elif child.name in ("b", "i"):
            inner, mark = inline(child).strip(), {"b": "**", "i": "*"}[child.name]
            out += f"{mark}{inner}{mark}" if inner else ""
        elif child.name == "br":
            out += " "
        elif child.name not in ("p", "dl", "div", "section"):
            out += inline(child)
    return out


def blocks(node, indent=""):
    out, own = [], inline(node).strip()
    if own and node.name in ("dd", "div"):
        out.append(indent + own)
    for child in node.find_all(["h1", "h2", "p", "dl", "div", "section"], recursive=False):
        if child.name in ("h1", "h2"):
            out.append(f"## {child.get_text().capitalize()}")
        elif child.name == "p":
            out.append(indent + inline(child).strip())
        elif child.name == "dl":
            for item in child.find_all(["dt", "dd"], recursive=False):
                if item.name == "dt":
                    out.append(indent + inline(item).strip())
                    continue
                text = blocks(item, indent + "  ")
                out[-1] += "\n" + indent + ": " + text[0].strip()
                out += text[1:]
        else:
            out += blocks(child, indent)
    return out


def manual_page():
    roff = subprocess.run([os.environ["POLHODE"], "help", "man"], capture_output=True, check=True)
    html = subprocess.run(["mandoc", "-T", "html", "-O", "fragment"], input=roff.stdout,
                          capture_output=True, check=True).stdout
    page = bs4.BeautifulSoup(html, "html.parser").find("div", "manual-text")
    return "\n\n".join(["# polhode(1)", *blocks(page)]) + "\n"


# ---- the languages of blocks ----


def words(path, pattern):
    return sorted(set(re.findall(pattern, read(path), re.M)))


class Spec(lexer.RegexLexer):
    """Specs, by the tables from which the program is made."""
    name, aliases = "polhode spec", ["pol"]
    tokens = {"root": [
        (r"#[^\n]*", token.Comment.Single),
        (r'"[^"\n]*"', token.String),
        (lexer.words(words("generator/lang/statements.def", r'^STATEMENT\(\w+, "(\w+)"'), r"\b",
                     r"\b(?! *=)"), token.Keyword),
        (r"\b(space|rate|when|then|stop|rising|falling|limit|every|offset|delay|order|for"
         r"|symmetric|free|in|rounded)\b(?! *=)", token.Keyword.Pseudo),
        (lexer.words(words("generator/model/builtins.def", r"^BUILTIN\((\w+)"), r"\b",
                     r"\b(?= *\()"), token.Name.Builtin),
        (r"\b(pi|e1|e2|e3)\b", token.Name.Constant),
        (r"(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", token.Number),
        (r"[A-Za-z_]\w*", token.Name),
        (r"[-+*/^<>=!']", token.Operator),
        (r"[^\S\n]+|\n", token.Whitespace),
        (r".", token.Punctuation),
    ]}


def prepare(app, name, source):
    if name == "docs/index":
        source[0] = sidebar(source[0])
    elif name == "docs/reference/man":
        source[0] = manual_page()
    elif not name.startswith("docs/"):
        source[0] = "---\norphan: true\n---\n" + source[0]


class Header(CLexer):
    name, aliases = "C header", ["h"]


def make_static(app, error):
    """Debian's furo names a module and a style sheet by what a web server has: they are put into
    its own files, which a browser then reads from a folder, too. Its dark colours lack those that
    follow the system."""
    if error:
        return

    def text(*parts):
        with open(os.path.join(app.outdir, "_static", *parts), encoding="utf-8") as file:
            return file.read()

    script = re.sub(r"^import .*$", "", text("scripts", "furo.js"), flags=re.M)
    with open("/usr/share/javascript/normalize.css/normalize.css", encoding="utf-8") as file:
        style = file.read() + re.sub(r"@import url\(/javascript/.*?\);", "",
                                     text("styles", "furo.css"))
    dark = re.search(r'body\[data-theme="dark"\] (\{.*?\})', style, re.S)[1]
    style += f"""@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {dark} }}"""
    parts = {"scripts/furo.js": text("scripts", "gumshoe-patched.js") + script,
             "styles/furo.css": style}
    for path, content in parts.items():
        with open(os.path.join(app.outdir, "_static", path), "w", encoding="utf-8") as file:
            file.write(content)


def setup(app):
    app.add_lexer("pol", Spec)
    app.add_lexer("h", Header)
    app.connect("source-read", prepare)
    app.connect("build-finished", make_static)
