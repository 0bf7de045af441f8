#!/usr/bin/env python3
"""count.py - counts the code, and writes the figures into docs/overview.md.
count.py --check - a test: fails if the page's figures are no longer true; writes nothing.

Structure must be exact: what tests/check_dependencies.py enforces, from its tables. Other figures
may be off by a tenth, or 60, so that not every change of code is a change of the page. Assertions
and parameters aren't compared; parameters are counted with ctags, if it is installed."""
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(TOP, "tests"))
sys.dont_write_bytecode = True
import check_dependencies as house  # noqa: E402

PAGE = os.path.join(TOP, "docs/overview.md")
FIGURES = re.compile(r"(<!-- figures: docs/count.py -->\n\n).*?(\n\n<!-- -->)", re.S)
DEPENDENCIES = "`tests/check_dependencies.py . build`"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def structure(table):
    """Returns the number of modules or folders, of their layers, and of uses between them."""
    uses = {one: {house.module_of(o) if table is house.MODULES else o for o in others.split()}
            for one, others in table.items()}
    return f"{len(table)}, {house.count_layers(table, uses)}, {sum(map(len, uses.values()))}"


def count_parameters(paths):
    """Returns how many functions have more than 6 and 7 parameters, or None without ctags."""
    if not shutil.which("ctags"):
        return None
    out = subprocess.run(["ctags", "--languages=C", "--kinds-C=f", "--fields=S", "-f", "-", *paths],
                         check=True, capture_output=True, text=True).stdout
    counts = []
    for line in out.splitlines():
        inside = re.sub(r"\([^()]*\)", "", line.split("signature:(")[-1])
        counts.append(inside.count(",") + 1)
    return f"{sum(c > 6 for c in counts)}, {sum(c > 7 for c in counts)} of {len(counts):,}"


def tables():
    """Returns both tables as a list of lines."""
    files = sorted(house.sources())
    text = {path: read(path) for path in files}
    lines = {path: text[path].count("\n") for path in files}
    circles = house.check_circles(list(house.read_includes(set(files))), [])
    refused = len(house.failures)
    types, units = house.check_types(set(files)), len(set(map(house.unit_of, files)))
    twice = len(house.failures) - refused
    asserts = sum(len(re.findall(r"(?m)^(?!#).*\bassert\(", code)) for code in text.values())
    parameters = count_parameters(files)
    out = ["| what | | command |", "|---|---|---|",
           f"| modules, layers, uses | {structure(house.MODULES)} | {DEPENDENCIES} |"]
    out += [f"| `{module}/`: folders, layers, uses | {structure(table)} | the same |"
            for module, table in house.INSIDE.items()]
    out += [f"| circles of files; names of types defined twice | {circles}; {twice} |"
            " the same |",
            f"| files of C outside tests, X.c and X.h as one; types in headers | {units:,}; {types:,} |"
            " the same |",
            f"| lines of C outside tests | {sum(lines.values()):,} | `docs/count.py` |",
            f"| assertions | {asserts:,} | the same |"]
    if parameters:
        out.append(f"| functions of over 6, over 7 parameters | {parameters} | the same, with ctags |")
    out += ["", "| module | lines |", "|---|---|"]
    for module in house.MODULES:
        own = sum(n for path, n in lines.items() if house.module_of(path) == module)
        out.append(f"| `{module}/` | {own:,} |")
    return out


def differs(old, new):
    """Whether a line's text or figures are no longer true."""
    number = r"\d[\d,]*"
    if re.sub(number, "0", old) != re.sub(number, "0", new):
        return True
    value = lambda text: int(text.replace(",", ""))
    is_exact = re.search("layers|circles", new)
    return any(abs(value(a) - value(b)) > (0 if is_exact else max(60, value(b) / 10))
               for a, b in zip(re.findall(number, old), re.findall(number, new)))


def main():
    check = sys.argv[1:] == ["--check"]
    os.chdir(TOP)
    page = read(PAGE)
    new = "\n".join(tables())
    old = FIGURES.search(page)[0].split("\n\n", 1)[1].rsplit("\n\n", 1)[0]
    if not check:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(FIGURES.sub(lambda m: m[1] + new + m[2], page))
        print(new)
        return
    by_name = lambda table: {line.split("|")[1]: line for line in table.split("\n")
                             if "|" in line and not re.search("assertions|with ctags", line)}
    olds, news = by_name(old), by_name(new)
    false = [name for name in olds | news if differs(olds.get(name, ""), news.get(name, ""))]
    for name in false:
        print(f"docs/overview.md: {name.strip()}: run docs/count.py; it is now"
              f" {news.get(name, 'gone')}", file=sys.stderr)
    sys.exit(1 if false else 0)


if __name__ == "__main__":
    main()
