"""plotting.py - the few things of matplotlib that plot() uses, which record what is drawn.

plotting.begin() puts them in matplotlib's place; with PATHFAN_TEST_PLOT=1 it leaves matplotlib there, so that the
same tests show that these stand for it."""

import os
import sys
import types


class Line:
    def __init__(self, x, y, style):
        self.x, self.style = list(x), style

    def get_xdata(self):
        return self.x

    def get_linewidth(self):
        return self.style.get("linewidth", 1.5)

    def get_linestyle(self):
        return self.style.get("linestyle", "-")

    def get_color(self):
        return self.style["color"]


class Text:
    def __init__(self, text):
        self.text = text

    def get_text(self):
        return self.text


class LineCollection:
    def __init__(self, segments, **style):
        self.segments, self.style = segments, style

    def get_segments(self):
        return self.segments


class Axes:
    def __init__(self):
        self.lines, self.collections, self.texts = [], [], []
        self.legend_, self.is_inverted, self.aspect = None, False, "auto"

    def plot(self, *given, **style):
        """Takes x and y, and a form if there is one, of each line; a line gets the next colour."""
        added, given = [], list(given)
        while given:
            x, y = given.pop(0), given.pop(0)
            if given and isinstance(given[0], str):
                given.pop(0)
            x, y = ([v] if not hasattr(v, "__len__") else v for v in (x, y))
            assert len(x) == len(y)
            added.append(Line(x, y, {"color": f"C{len(self.lines)}", **style}))
            self.lines.append(added[-1])
        return added

    def add_collection(self, collection):
        self.collections.append(collection)

    def annotate(self, text, at, offset, *, textcoords, va):
        assert len(at) == len(offset) == 2
        self.texts.append(Text(text))

    def legend(self):
        self.legend_ = [line.style["label"] for line in self.lines if not line.style.get("label", "_").startswith("_")]

    def get_legend(self):
        return types.SimpleNamespace(get_texts=lambda: [Text(label) for label in self.legend_])

    def set_aspect(self, aspect):
        self.aspect = aspect

    def autoscale_view(self):
        pass

    def invert_yaxis(self):
        self.is_inverted = not self.is_inverted

    def yaxis_inverted(self):
        return self.is_inverted


class Pyplot(types.ModuleType):
    """matplotlib.pyplot, with one figure."""

    current = None

    def gca(self):
        self.current = self.current or Axes()
        return self.current

    def close(self, which):
        assert which == "all"
        self.current = None

    def imshow(self, picture):
        self.gca().is_inverted = True

    def figure(self):
        def add_subplot():
            self.current = Axes()
            return self.current
        return types.SimpleNamespace(add_subplot=add_subplot)


def normalize_kwargs(style, kind):
    assert kind is Line
    return {{"lw": "linewidth", "ls": "linestyle", "c": "color"}.get(name, name): value for name, value in style.items()}


def begin():
    """Returns pyplot."""
    if os.environ.get("PATHFAN_TEST_PLOT") != "1":
        package = types.ModuleType("matplotlib")
        package.cbook = types.SimpleNamespace(normalize_kwargs=normalize_kwargs)
        package.lines = types.SimpleNamespace(Line2D=Line)
        package.collections = types.SimpleNamespace(LineCollection=LineCollection)
        package.pyplot = Pyplot("matplotlib.pyplot")
        sys.modules["matplotlib"] = package
        sys.modules["matplotlib.pyplot"] = package.pyplot
    from matplotlib import pyplot

    pyplot.close("all")
    return pyplot
