# Pictures as tests read them: SVG, PNG and PDF of gnuplot's.
import math
import re
import zlib
import xml.etree.ElementTree as tree

from checks import check, same

# ---- its panels, their axes by the tics, curves in numbers ----

SVG = "{http://www.w3.org/2000/svg}"

def places(path):
    """Pieces of a path of absolute M and L, each a list of points."""
    pieces = []
    for command, x, y in re.findall(r"([ML]?)\s*(-?[\d.]+),(-?[\d.]+)", path):
        if command == "M":
            pieces.append([])
        pieces[-1].append((float(x), float(y)))
    return [p for p in pieces if len(p) > 1]

class Axis:
    def __init__(self, tics, is_log):
        self.is_log, self.tics = is_log, [value for _, value in tics]
        (p, v), (q, w) = tics[0], tics[-1]
        v, w = self.scale(v), self.scale(w)
        self.slope, self.at = (w - v) / (q - p), (p, v)
        for place, value in tics:
            check(abs(self.scale(value) - self.linear(place)) <
                  2e-3 * abs(w - v), f"a tic {value} at {place} is off")

    def scale(self, v):
        return math.log10(v) if self.is_log else v

    def linear(self, place):
        return self.at[1] + (place - self.at[0]) * self.slope

    def value(self, place):
        return 10 ** self.linear(place) if self.is_log else self.linear(place)

def colour(text):
    """of an attribute, as three bytes"""
    return tuple(map(int, re.findall(r"\d+", text or "")))

def width_of(text, size):
    """about, of sans-serif letters"""
    return size * sum(0.33 if c in " ijlt.,:;'|!()[]" else 0.95 if c in "mwMW@%" else 0.62 for c in text)

def is_above(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) < (b[1] - a[1]) * (p[0] - a[0])

class Picture:
    """Curves are called by panel, from "a", and by `names` of it, in the order in
    which they are drawn, or from 1."""

    def __init__(self, file, log="", **names):
        self.texts, self.marks, self.styles, self.lines = [], {}, {}, []
        self.boxes, self.leaders, self.uses = [], [], {}
        self.key = []
        self.pixels, tics, pending, panel, key = {}, {"x": {}, "y": {}}, None, "a", None
        body = tree.parse(file).getroot()
        for e in body.iter():
            name = e.get("id", "")
            if name.startswith("gnuplot_plot_"):
                panel = name[-1]
                lines = [p for p in e.iter(SVG + "path") if p.get("class") != "gridline"]
                pieces = [q for p in lines for q in places(p.get("d"))]
                if pieces:
                    n = sum(p == panel for p, _ in self.pixels)
                    known = names.get(panel, "").split()
                    key = (panel, known[n] if n < len(known) else n + 1)
                    self.pixels[key] = pieces
                    self.styles[key] = (lines[0].get("stroke"), lines[0].get("stroke-dasharray"))
                for use in e.iter(SVG + "use"):
                    kind = use.get("{http://www.w3.org/1999/xlink}href")
                    at = list(map(float, re.findall(r"[-\d.]+", use.get("transform"))))
                    self.uses.setdefault(key, []).append(
                        (kind, tuple(at[:2]), at[2], colour(use.get("color"))))
            if e.tag == SVG + "path" and "M" in e.get("d"):
                self.lines += places(e.get("d"))
                if e.get("class") != "gridline" and e.get("stroke"):
                    self.leaders += [(q, e.get("stroke")) for q in places(e.get("d"))]
            if e.tag == SVG + "path" and e.get("class") == "gridline":
                (x, y), (x1, y1) = places(e.get("d"))[0]
                pending = ("x", x) if abs(x - x1) < 0.1 else ("y", y)
            moved = re.match(r"translate\(([-\d.]+),([-\d.]+)\)",
                             e.get("transform", "")) if e.tag == SVG + "g" else None
            text = e.find(SVG + "text") if moved else None
            if text is None:
                continue
            words = "".join(text.itertext())
            where = (float(moved[1]), float(moved[2]))
            self.texts.append((words, *where, e.get("fill")))
            anchor = e.get("text-anchor")
            self.put_box(words, where, anchor, float(e.get("font-size")), "rotate" in e.get("transform"))
            if words and pending and anchor == ("middle" if pending[0] == "x" else "end"):
                # a panel's tics stand before its curves
                tics[pending[0]].setdefault(panel_after(body, e), []).append((pending[1], float(words)))
                pending = None
        last = max(tics["x"])
        self.x = Axis(tics["x"][last], "x" in log)
        self.y = {p: Axis(t, "y" in log) for p, t in tics["y"].items() if len(t) > 1}
        self.size = float(body.get("width"))
        for key in [k for k in self.pixels if k[0] not in tics["y"]]:
            line = self.pixels.pop(key)[0]
            use = self.uses.pop(key, [(None,)])
            self.key.append((*self.styles.pop(key), use[0][0], line))
        for used in self.uses.values():
            for kind, _, _, paint in used:
                kind = "white" if paint == (255, 255, 255) else kind
                self.marks[kind] = self.marks.get(kind, 0) + 1
        self.check_texts(file, float(body.get("height")))
        self.check_names(file)

    def put_box(self, words, at, anchor, size, is_upright):
        if not words.strip():
            return
        wide = width_of(words, size)
        left = {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        box = (-left, -0.75 * size, wide - left, 0.22 * size)
        if is_upright:
            box = (box[1], box[0], box[3], box[2])
        self.boxes.append((words, at[0] + box[0], at[1] + box[1], at[0] + box[2], at[1] + box[3]))

    def check_texts(self, file, tall):
        """are within the picture, and none on another"""
        for i, (words, left, top, right, bottom) in enumerate(self.boxes):
            check(left > -2 and top > -2 and right < self.size + 8 and bottom < tall + 2,
                  f"{file}: {words!r} is cut off")
            for other, l, t, r, b in self.boxes[:i]:
                check(right <= l or r <= left or bottom <= t or b <= top,
                      f"{file}: {words!r} is on {other!r}")

    def check_names(self, file):
        """A name has the colour of its curve, to whose end a line goes; no two such
        lines cross.  Key: as line and points of the curve that has this number."""
        ends, numbers = [], {}
        for words, x, y, fill in self.texts:
            for line, stroke in self.leaders:
                if len(line) == 2 and 0 < x - line[1][0] < 8 and abs(y - line[1][1] - 7) < 3:
                    ends.append((words, line))
                    same(colour(stroke), colour(fill), f"{file}: the line to {words!r}")
                    of = [k for k, pieces in self.pixels.items() if math.dist(line[0], pieces[-1][-1]) < 2 and
                          colour(self.styles[k][0]) == colour(fill)]
                    points = [u for used in self.uses.values() for u in used
                              if math.dist(line[0], u[1]) < 2 and u[3] == colour(fill)]
                    check(of or points, f"{file}: no curve ends at the line to {words!r}")
                    numbers[words] = of
        for i, (words, (a, b)) in enumerate(ends):
            for other, (c, d) in ends[:i]:
                check(is_above(a, b, c) == is_above(a, b, d) or math.dist(a, c) < 1 or
                      is_above(c, d, a) == is_above(c, d, b),
                      f"{file}: the lines to {words!r} and {other!r} cross")
        for stroke, dash, kind, line in self.key:
            beside = [t for t in self.texts
                      if 0 < t[1] - line[-1][0] < 20 and abs(t[2] - 7 - line[-1][1]) < 5]
            check(len(beside) == 1 and colour(beside[0][3]) == colour(stroke),
                  f"{file}: {beside} beside a line of the key")
            words = beside[0][0]
            of = numbers.get(words.split()[0], self.styles)
            kinds = {k: [u[0] for u in used if u[3] == colour(self.styles[k][0])] for k, used in self.uses.items() if k}
            check(any((*self.styles[k], (kinds.get(k) or [None])[0]) == (stroke, dash, kind) for k in of),
                  f"{file}: {stroke} {dash} {kind} in the key of {words!r}, not "
                  f"{[self.styles[k] for k in of]}")

    def words(self):
        return [t[0] for t in self.texts]

    def has(self, *words):
        for w in words:
            check(any(w in t for t in self.words()), f"no text {w!r} in {self.words()}")

    def curve(self, panel, name):
        y = self.y[panel]
        return [(self.x.value(p), y.value(q)) for piece in self.pixels[panel, name] for p, q in piece]

    def height(self, panel):
        """of its curves, in numbers"""
        y = self.y[panel]
        all_y = [y.linear(q) for (p, n), pieces in self.pixels.items() if p == panel
                 for piece in pieces for _, q in piece]
        return max(all_y) - min(all_y)

class Pixels:
    """of a PNG with 8 bits a colour, by the coordinates of the SVG"""

    def __init__(self, file):
        data, at, packed = open(file, "rb").read(), 8, b""
        while at < len(data):
            n, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
            chunk, at = data[at + 8:at + 8 + n], at + 12 + n
            if kind == b"IHDR":
                wide, (bits, colours) = int.from_bytes(chunk[:4], "big"), chunk[8:10]
            packed += chunk if kind == b"IDAT" else b""
        check(bits == 8 and colours in (2, 6), f"{file}: {bits} bits of kind {colours}")
        raw, self.n = zlib.decompress(packed), 3 if colours == 2 else 4
        size, self.rows = self.n * wide, [bytes(self.n * wide)]
        for k in range(0, len(raw), size + 1):
            self.rows.append(self.row(raw[k], bytearray(raw[k + 1:k + 1 + size]), self.rows[-1]))
        self.rows.pop(0)

    def row(self, how, row, up):
        n = self.n
        if how == 2 and not any(row):
            return up
        for i, x in enumerate(row if how else b""):
            a, b, c = (row[i - n], up[i], up[i - n]) if i >= n else (0, up[i], 0)
            p = a + b - c
            row[i] = x + (a if how == 1 else b if how == 2 else (a + b) // 2 if how == 3 else
                          min((a, b, c), key=lambda v: abs(p - v))) & 255
        return bytes(row)

    def __call__(self, x, y):
        i = self.n * int(2 * x)
        return tuple(self.rows[int(2 * y)][i:i + 3])

def strokes(file):
    """of a PDF by cairo: colour, dash, and points of lines by the coordinates of the SVG;
    colour and middle of what is filled"""
    lines, filled, paint = [], [], {}
    for data in re.findall(rb"stream\r?\n(.*?)endstream", open(file, "rb").read(), re.S):
        text, numbers, path, dash = zlib.decompressobj().decompress(data), [], [], ""
        text = text if b" 0 cm\n" in text else b""  # else a font
        for word in re.findall(r"\[[^]]*\]|\S+", text.decode("latin-1")):
            points = [(x / 0.3543307, y / 0.3543307) for x, y in zip(numbers[0::2], numbers[1::2])]
            if re.fullmatch(r"-?\d+\.?\d*", word):
                numbers.append(float(word))
                continue
            if word in ("RG", "rg"):
                paint[word] = tuple(round(255 * c) for c in numbers)
            elif word == "d":
                dash = before
            elif word in ("m", "l", "c"):
                path = points if word == "m" else path + points
            elif word == "re":  # a corner, width and height
                path = [points[0], tuple(map(sum, zip(*points)))]
            elif word == "S":
                lines.append((paint["RG"], dash, path))
            elif word in ("B", "f"):
                filled.append((paint["rg"], [(min(c) + max(c)) / 2 for c in zip(*path)]))
            numbers, before = [], word
    return lines, filled

order_of_elements = {}

def panel_after(body, element):
    """The letter of the panel whose curves come next behind an element."""
    if order_of_elements.get("of") is not body:
        order_of_elements.clear()
        order_of_elements.update(of=body, next={})
        after = "a"
        for e in reversed(list(body.iter())):
            name = e.get("id", "")
            if name.startswith("gnuplot_plot_"):
                after = name[-1]
            order_of_elements["next"][e] = after
    return order_of_elements["next"][element]

def near(picture, panel, name, rows, factor=1.0):
    """A curve stands on these (x, y), y in units of its axis; points may be drawn
    together where they are close."""
    got = picture.curve(panel, name)
    high = picture.height(panel) or 1
    worst = 0
    for x, y in got:
        at, want = min(rows, key=lambda r: abs(r[0] - x))
        axis = picture.y[panel]
        worst = max(worst, abs(axis.scale(want / factor) - axis.scale(y)) / high)
    check(worst < 0.01, f"{panel} {name} is off by {worst:.3g} of the height")
    check(abs(got[-1][0] - rows[-1][0]) <= 0.002 * abs(rows[-1][0] - rows[0][0]),
          f"{panel} {name} ends at {got[-1][0]}")
    return got
