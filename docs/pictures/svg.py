"""svg.py - the drawing functions for the pictures of this folder.

    picture = Picture(900, 400, "What it shows")
    picture.box(20, 20, 200, 60, "query", ["query", "answers requests"])
    picture.arrow([(120, 80), (120, 140)])
    text = picture.text()

A picture has its own background, light or dark like the reader's system, so that it can be read on
any page. Fonts are those of the reader's system: the width of texts is that of a wide font, and a
text that leaves its box or the picture, or overlaps another one, is reported as an error."""
import math
from xml.sax.saxutils import escape

# Light and dark colours. Areas, then lines and letters.
FILLS = {
    "ground": ("#fbfaf8", "#15181d"),
    "box": ("#ffffff", "#20252c"),
    "inner": ("#f1f3f6", "#2a313a"),
    "blue": ("#e4eefa", "#1d3350"),
    "green": ("#e3f2e6", "#1d3b2a"),
    "orange": ("#fbecdc", "#47301a"),
    "purple": ("#eee6f7", "#372a4b"),
    "wall": ("#4b535e", "#78818d"),
    "wedge": ("#c9542c", "#e0774f"),
    "cone": ("#f7d67a", "#6b581f"),
    "sight": ("#d8e8f8", "#1f3a58"),
}
INKS = {
    "ink": ("#20242a", "#e8e8e4"),
    "muted": ("#5c646f", "#a3abb6"),
    "line": ("#a7afba", "#566170"),
    "blueink": ("#1f5fae", "#82b8f6"),
    "greenink": ("#23774a", "#79cf9c"),
    "orangeink": ("#b4510b", "#f2a765"),
    "purpleink": ("#6d3fae", "#c4a2f2"),
    "redink": ("#b3261e", "#ff8f85"),
}
FAMILY = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Verdana, sans-serif"
MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def number(x):
    return f"{x:.2f}".rstrip("0").rstrip(".")


def width_of(text, size, bold=False, mono=False):
    """Returns an upper bound on the width of a text."""
    if mono:
        return len(text) * size * 0.61
    narrow = sum(c in "iljtfr.,:;'|!()[]I /" for c in text)
    wide = sum(c in "mwMW_@%" for c in text)
    width = 0.62 * (len(text) - narrow - wide) + 0.4 * narrow + 0.9 * wide
    return size * width * (1.08 if bold else 1)


class Picture:
    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.parts, self.texts, self.boxes = [], [], []

    # ---- Texts ----

    def say(self, x, y, text, ink="ink", size=13, anchor="start", bold=False, mono=False,
            italic=False, inside=None, halo=False):
        """Adds a line of text; y: its base line. inside: the box that it must not leave."""
        width = width_of(text, size, bold, mono)
        left = x - {"start": 0, "middle": width / 2, "end": width}[anchor]
        rect = (left, y - 0.78 * size, left + width, y + 0.22 * size)
        space = inside or (4, 4, self.width - 4, self.height - 4)
        if rect[0] < space[0] or rect[1] < space[1] or rect[2] > space[2] or rect[3] > space[3]:
            raise ValueError(f"{self.title}: '{text}' leaves its box: {rect} of {space}")
        for other, its in self.texts:
            if (rect[0] < its[2] and its[0] < rect[2] and rect[1] < its[3] and its[1] < rect[3]):
                raise ValueError(f"{self.title}: '{text}' lies on '{other}'")
        self.texts.append((text, rect))
        style = "".join([' font-weight="600"' if bold else "",
                         ' font-style="italic"' if italic else "", ' class="mono"' if mono else "",
                         f' text-anchor="{anchor}"' if anchor != "start" else ""])
        if halo:
            self.parts.append(f'<text x="{number(x)}" y="{number(y)}" font-size="{size}"{style}>'
                              f'<tspan class="halo">{escape(text)}</tspan></text>')
        self.parts.append(f'<text x="{number(x)}" y="{number(y)}" font-size="{size}"{style}>'
                          f'<tspan class="t-{ink}">{escape(text)}</tspan></text>')

    def lines(self, x, y, texts, step=16, **how):
        for i, text in enumerate(texts):
            self.say(x, y + i * step, text, **how)

    # ---- Shapes ----

    def box(self, x, y, w, h, fill="box", ink="line", radius=6, width=1, dash=None):
        self.boxes.append((x, y, x + w, y + h))
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" '
                          f'height="{number(h)}" rx="{radius}" class="f-{fill} s-{ink}" '
                          f'stroke-width="{width}"{dashes}/>')
        return (x, y, x + w, y + h)

    def path(self, points, ink="line", width=1.5, fill=None, dash=None, close=False, end=None,
             opacity=None):
        """Adds a line through points; a point may be ("C", a, b, c), a curve."""
        steps = []
        for i, p in enumerate(points):
            if p[0] == "C":
                steps.append("C" + " ".join(f"{number(q[0])} {number(q[1])}" for q in p[1:]))
            else:
                steps.append(("L" if i else "M") + f"{number(p[0])} {number(p[1])}")
        style = f'class="{"f-" + fill if fill else "none"} {"s-" + ink if ink else ""}"'
        more = f' stroke-width="{width}"' if ink else ""
        more += f' stroke-dasharray="{dash}"' if dash else ""
        more += f' marker-end="url(#{end}-{ink})"' if end else ""
        more += f' opacity="{opacity}"' if opacity else ""
        self.parts.append(f'<path d="{" ".join(steps)}{"Z" if close else ""}" {style}{more}/>')

    def arrow(self, points, ink="muted", width=1.4, dash=None):
        self.path(points, ink, width, dash=dash, end="arrow")

    def dot(self, x, y, radius, fill=None, ink=None, width=1.5):
        inner = f"f-{fill}" if fill else "none"
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" class="{inner} '
                          f'{"s-" + ink if ink else ""}" stroke-width="{width}"/>')

    def disc(self, x, y, radius, ink):
        self.parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" '
                          f'class="t-{ink}"/>')

    # ---- The whole ----

    def text(self):
        body = "\n".join(self.parts)
        markers = [f'<marker id="arrow-{ink}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
                   f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
                   f'<path d="M0 0.8 7.5 4 0 7.2z" class="t-{ink}"/></marker>'
                   for ink in INKS if f"url(#arrow-{ink})" in body]
        body = "\n".join(["<defs>", *markers, "</defs>",
                          f'<rect width="{self.width}" height="{self.height}" rx="8" '
                          'class="f-ground"/>', body])
        light, dark = [f".none{{fill:none}}.mono{{font-family:{MONO}}}"], []
        rows = (("fill", FILLS, "f"), ("stroke", INKS, "s"), ("fill", INKS, "t"))
        for rule, table, prefix in rows:
            for name, (by_day, by_night) in table.items():
                if f"{prefix}-{name}" in body:
                    light.append(f".{prefix}-{name}{{{rule}:{by_day}}}")
                    dark.append(f".{prefix}-{name}{{{rule}:{by_night}}}")
        if "halo" in body:
            light.append(f".halo{{fill:none;stroke:{FILLS['box'][0]};stroke-width:4;"
                         "stroke-linejoin:round}")
            dark.append(f".halo{{stroke:{FILLS['box'][1]}}}")
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} {self.height}" '
            f'font-family="{FAMILY}">', f"<title>{escape(self.title)}</title>",
            "<style>", *light, "@media (prefers-color-scheme:dark){", *dark, "}</style>", body,
            "</svg>", ""])


def crosses(points, box, margin=3):
    """Whether a curve, in the form of Picture.path, enters a box."""
    x0, y0, x1, y1 = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    at = points[0]
    for p in points[1:]:
        a, b, c = p[1:] if p[0] == "C" else (at, p, p)
        for i in range(1, 48):
            t = i / 48
            s = 1 - t
            weights = (s, 0, 0, t)
            if p[0] == "C":
                weights = (s ** 3, 3 * s * s * t, 3 * s * t * t, t ** 3)
            x, y = (sum(w * q[k] for w, q in zip(weights, (at, a, b, c))) for k in (0, 1))
            if x0 < x < x1 and y0 < y < y1:
                return True
        at = c
    return False
