#!/usr/bin/env python3
"""amalgamate.py FOLDER - pathfan-lite as two files, FOLDER/pathfan.c and FOLDER/pathfan.h.

For those who want to add pathfan to a program like one more file of its own: indexes are asked,
from memory or files, as by pathfan-lite, without LMDB and zstd. The two compile as C11, with xxhash.h
of xxHash 0.8 beside them or installed:

    cc -O2 -ffp-contract=off -c pathfan.c        and link -lm -pthread

All headers come first, then the sources that query/lite.sources lists, as they are. What is
static in a file is static still, but two files may use a name for different things: such a name
gets the file's name at its end. Names of members stay, so a member declared in a .c file must not
be called like a clashing name; the compiler would tell. The list ends with the file for Windows,
whose headers make macros of words like near.

The files in which requests take most of their time come first (HOT, by a profile). GCC compiles the
rest by -Og if the program is compiled at -O1 or higher, which takes it half as long; not with
-DPATHFAN_OPTIMIZE_ALL=1, for releases (docs/decisions/libraries.md)."""

import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PUBLIC = ["query/include", "format/include", "src/base/include"]
FOLDERS = PUBLIC + ["src", "."]
API = ["status", "allocator", "version", "open", "ignored", "path", "request", "answer", "places", "query", "floors", "obstacles", "inspect"]  # pathfan/*.h, in order
INCLUDE = re.compile(r'^#include "([^"]+)"[^\n]*\n', re.M)
SWITCHES = """#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* of glibc: madvise and such */
#endif
#define PATHFAN_WITH_SEARCH 0
#define PATHFAN_WITH_LMDB 0
#ifndef PATHFAN_OPTIMIZE_ALL
#define PATHFAN_OPTIMIZE_ALL 0 /* 1: GCC takes twice as long, and makes faster code */
#endif
#ifndef PATHFAN_WITH_ZSTD
#define PATHFAN_WITH_ZSTD 0 /* the map inside an index can't be read; 1 wants -lzstd */
#endif
#define XXH_INLINE_ALL /* of xxhash.h, no library */
#ifdef __GNUC__ /* and clang */
#pragma GCC diagnostic ignored "-Wunused-function" /* inline ones that few files need */
#endif
"""
HOT = re.compile(r"/(hub_distance|visible_vertices|recover|polyline|area|bypass_front|trie)[.]c$")
REST = """
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(__clang__) && !PATHFAN_OPTIMIZE_ALL
#pragma GCC optimize("Og")
#endif
"""


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def find(name, includer):
    """Returns the file that #include "name" in a file means."""
    for folder in [os.path.dirname(includer)] + FOLDERS:
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.exists(os.path.join(ROOT, path)):
            return path
    raise SystemExit(f"{includer}: there is no {name}")


def sources():
    for line in read("query/lite.sources").split():
        yield from sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, line)))


def collect(path, seen, order):
    """Collects headers in the order in which they need each other."""
    for name in INCLUDE.findall(read(path)):
        header = find(name, path)
        if header not in seen:
            seen.add(header)
            collect(header, seen, order)
            order.append(header)


def body(path):
    return INCLUDE.sub("", read(path))


STATIC = re.compile(r"^static\b[^;={(]*?\b(\w+)(?:\(|\s*(?:\[[^\]]*\]\s*)*[;=])"
                    r"|^static\b[^;={(]*\(\*(?:const )?(\w+)", re.M)
TYPE = re.compile(r"^\}\s*(\w+);|^(?:typedef )?(?:struct|enum|union) (\w+) \{|^typedef [^{;]*?\b(\w+);"
                  r"|^typedef [^;{]*\(\*?(\w+)\)\(", re.M)
MACRO = re.compile(r"^\s*#\s*define (\w+)", re.M)
CONSTANT = re.compile(r"^(?:typedef )?enum\b[^{]*\{([^}]*)\}", re.M)


def names_of(text):
    """Returns the names that a .c file defines for itself."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = {name for pattern in (STATIC, TYPE) for names in pattern.findall(bare)
             for name in names if name and not name.startswith(("pathfan_", "pf_"))}
    for constants in CONSTANT.findall(bare):
        found.update(re.findall(r"^\s*(\w+)", constants.replace(",", "\n"), re.M))
    return found


STRUCT = re.compile(r"(\b(?:struct|union)\b[^;{(]*\{[^}]*\})")
NOT_CODE = re.compile(r'(/\*.*?\*/|"(?:\\.|[^"\\\n])*")', re.S)


def rename(text, names, mark):
    """Appends the mark to the names, except in members, comments and strings."""
    if not names:
        return text
    anywhere = r"(?<![.>\w])(?:" + "|".join(sorted(names)) + r")\b"
    patterns = [re.compile(anywhere), re.compile(anywhere + r"(?![;,\[])")]  # in structs only types
    code = NOT_CODE.split(text)
    parts = STRUCT.split("\0".join(code[::2]))
    parts = [patterns[i % 2].sub(lambda m: m[0] + "_" + mark, part) for i, part in enumerate(parts)]
    code[::2] = "".join(parts).split("\0")
    return "".join(code)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    files = list(sources())
    public = [find(f"pathfan/{name}.h", "query/lite.sources") for name in API]
    order, seen = [], set(public)
    for path in files:
        collect(path, seen, order)

    texts = {path: body(path) for path in files}
    users = collections.Counter(name for text in texts.values() for name in names_of(text))
    inner = set(re.findall(r"(?<![.>\w])\w+", "".join(body(header) for header in order)))
    title = f"/* pathfan {re.search('PATHFAN_VERSION .(.*).$', read('src/base/include/pathfan/version.h'), re.M)[1]}"
    with open(os.path.join(out, "pathfan.h"), "w", encoding="utf-8") as file:
        file.write(f"{title}: the headers of pathfan-lite in one. Made by amalgamate.py. */\n")
        file.writelines(body(header) for header in public)
    with open(os.path.join(out, "pathfan.c"), "w", encoding="utf-8") as file:
        file.write(f"{title}: pathfan-lite in one file. Made by amalgamate.py. */\n{SWITCHES}\n"
                   '#include "pathfan.h"\n')
        for header in order:
            file.write(f"\n/* ==== {header} ==== */\n{body(header)}")
        rest = REST
        for path in sorted(texts, key=lambda path: not HOT.search(path)):
            text = texts[path]
            if not HOT.search(path):
                file.write(rest)
                rest = ""
            clashing = {name for name in names_of(text)
                        if users[name] > 1 or name in inner}
            mark = re.sub(r"\W", "_", os.path.splitext(path)[0].removeprefix("src/"))
            file.write(f"\n/* ==== {path} ==== */\n{rename(text, clashing, mark)}")
            for macro in dict.fromkeys(MACRO.findall(text)):
                file.write(f"#undef {macro}\n")


if __name__ == "__main__":
    main()
