#!/usr/bin/env python3
"""check_docs.py SOURCE_FOLDER - checks that whatever the docs name exists.

Pages: links to other pages and to anchors lead somewhere; the files, folders and pathfan_ names
that they mention exist. Comments, and the pictures of docs/pictures: likewise for files and names.
CHANGELOG.md and docs/history.md are about the past; only their links are checked.
Calls in examples, in comments of headers and on pages, have as many arguments as the function
takes. docs/overview.md names every file of query/ and build-index/. CITATION.cff has the current version, and the
same papers as docs/papers.bib; the viewer's packages, the plugin and docs/install.md have that version, too.
Lines of prose have at most 105 columns; tables, code, pictures and what has no space to break at may be longer."""
import fnmatch
import os
import re
import sys

WIDTH = 105
PAST = ("CHANGELOG.md", "docs/history.md")
CODE = (".c", ".h", ".def", ".cpp")
SCRIPTS = (".py", ".sh", ".txt", "/check", "/demo", "/run", "/pack")
READ = CODE + SCRIPTS + (".md", ".mjs", ".js", ".json", ".svg", ".cff", ".bib")

# A placeholder for a name: fuzz_NAME.c, X.h.
BLANK = re.compile(r"(?:^|[/_])[A-Z]+(?:\.(?!md$)|/|$)")

# Matches a file name of the tree.
FILE = re.compile(r"[\w./*-]*\w[\w*-]*\.(?:c|h|def|cpp|py|sh|mjs|md)\b(?!\.\w)")
NAME = re.compile(r"\b(?:pathfan|PATHFAN|pf|PF)_\w+\*?")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
CALL = re.compile(r"\b((?:pathfan|pf|twin|cli)_\w+)\(")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")

failures = []


def fail(path, line, what):
    failures.append(what)
    print(f"{path}:{line}: {what}", file=sys.stderr)


def read_tree():
    """Returns {path: text} of every file in the tree; the text is empty if it isn't a text file."""
    texts = {}
    for folder, folders, names in os.walk("."):
        folders[:] = sorted(f for f in folders if f not in (".git", "node_modules", "__pycache__")
                            and not (folder == "." and re.match(r"build(?!-index)", f)))
        for name in names:
            path = os.path.normpath(f"{folder}/{name}")
            texts[path] = ""
            if path.endswith(READ):
                with open(path, encoding="utf-8") as file:
                    texts[path] = file.read()
    return texts


def comments_of(path, text):
    """Yields (position, text) of each comment."""
    if path.endswith(CODE):
        for found in COMMENT.finditer(STRING.sub(lambda s: " " * len(s[0]), text)):
            yield found.start(), found[0]
    elif path.endswith(SCRIPTS):
        for found in re.finditer(r"(?m)^[ \t]*#[^\n]*", text):
            yield found.start(), found[0]


def without_comments(path, text):
    if path.endswith(CODE):
        return COMMENT.sub(" ", text)
    return text


def anchors_of(text):
    """Yields the anchors of a page's headings."""
    text = re.sub(r"(?ms)^```.*?^```", "", text)
    for heading in re.findall(r"(?m)^#+ +(.+?) *$", text):
        words = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        yield re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


class Tree:
    def __init__(self, texts):
        self.paths = set(texts)
        self.folders = {"/".join(p.split("/")[:i]) for p in texts for i in range(1,
                                                                                 p.count("/") + 1)}
        self.ends = {"/".join(p.split("/")[i:]) for p in texts for i in range(p.count("/") + 1)}
        self.tops = {p.split("/")[0] for p in self.folders}
        words = set()
        for path, text in texts.items():
            if not path.endswith((".md", ".svg")):
                text = without_comments(path, text)
                words.update(re.findall(r"\w+", text))
                self.ends.update(re.findall(r"#include <([^>\n]+)>", text)) # system headers
                self.ends.update(re.findall(r'"/?([\w.-]+)"', text)) # files that programs write
        self.words = words
        self.names = sorted(w for w in words if w.lower().startswith(("pathfan_", "pf_")))

    def has_file(self, name, folder):
        """Whether a file has this name, seen from the top or a folder, or as the end of its
        path."""
        name = name.lstrip("./") if name.startswith("./") else name
        near = os.path.normpath(f"{folder}/{name}")
        if "*" in name:
            return bool(fnmatch.filter(self.ends, name))
        return near in self.paths or name in self.ends

    def has_place(self, name):
        """Whether the name is a folder, or a file, with or without its ending."""
        name = name.rstrip("/")
        return (name in self.folders or name in self.paths or
                any(name + end in self.paths for end in (".c", ".h")) or
                ("*" in name and bool(fnmatch.filter(self.paths, name + "*"))))

    def has_name(self, name):
        if name.endswith(("_*", "_")):
            return any(other.startswith(name.rstrip("*")) for other in self.names)
        return name in self.words


def check_words(tree, path, text, at, line_of):
    """Checks the files and names that a page or comment mentions."""
    for found in FILE.finditer(text):
        before = text[found.start() - 1:found.start()]
        if before in ("$", "<", "~", "}", "/") or BLANK.search(found[0]): # outside the tree
            continue
        if not tree.has_file(found[0], os.path.dirname(path)):
            fail(path, line_of(at + found.start()), f"there is no file {found[0]}")
    for found in NAME.finditer(text):
        if not tree.has_name(found[0]):
            fail(path, line_of(at + found.start()), f"there is no {found[0]}")


def blank_users_files(block):
    """Blanks, in a block of code, the file names without a folder: those files are the reader's."""
    return re.sub(r"(?<![\w/.-])[\w*-]+\.\w+", lambda name: " " * len(name[0]), block[0])


def check_page(tree, texts, path, text):
    line_of = lambda at: text.count("\n", 0, at) + 1
    for found in LINK.finditer(text):
        target, _, anchor = found[1].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        to = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if to not in tree.paths and to not in tree.folders:
            fail(path, line_of(found.start()), f"a link to {found[1]}, which isn't there")
        elif anchor and anchor not in set(anchors_of(texts[to])):
            fail(path, line_of(found.start()), f"a link to {found[1]}, which has no such heading")
    if path in PAST:
        return
    prose = LINK.sub(lambda l: " " * len(l[0]), text)
    prose = re.sub(r"(?ms)^```.*?^```", blank_users_files, prose)
    check_words(tree, path, prose, 0, line_of)
    top = "|".join(re.escape(t) for t in sorted(tree.tops) if not t.startswith("."))
    for found in re.finditer(rf"`((?:{top})/[\w/*.-]*)`", text):
        name = found[1]
        if not FILE.fullmatch(name) and not BLANK.search(name) and not tree.has_place(name):
            fail(path, line_of(found.start()), f"there is no {name}")


def calls_of(text):
    """Yields (position, function, number of arguments) of each apparent call or declaration, except
    those that leave some out (...)."""
    for found in CALL.finditer(text):
        depth, end, count = 1, found.end(), 1
        while depth and end < len(text):
            depth += (text[end] in "([{") - (text[end] in ")]}")
            count += text[end] == "," and depth == 1
            end += 1
        inside = text[found.end():end - 1].strip()
        if not depth and "..." not in inside:
            yield found.start(), found[1], 0 if inside in ("", "void") else count


def check_calls(texts):
    """Checks that examples call functions as headers declare them."""
    takes = {}
    for path, text in texts.items():
        if path.endswith(".h"):
            for _, name, count in calls_of(without_comments(path, text)):
                takes.setdefault(name, set()).add(count)
    for path, text in sorted(texts.items()):
        if path.endswith(".h"):
            examples = [(at, re.sub(r"(?m)^ \*", "  ", comment)) for at, comment in
                        comments_of(path, text)]
        elif path.endswith(".md") and path not in PAST:
            examples = [(c.start(1), c[1]) for c in re.finditer(r"(?ms)^```c$(.*?)^```", text)]
        else:
            continue
        for begin, example in examples:
            for at, name, count in calls_of(example):
                if count and name in takes and count not in takes[name]:
                    fail(path, text.count("\n", 0, begin + at) + 1,
                         f"{name} doesn't take {count} arguments")


def check_files(page, texts):
    """Checks that a page names every file of query/ and build-index/ as folder/file, without the
    ending."""
    named = set(re.findall(r"`([\w/]+)`", texts[page]))
    files = {os.path.splitext(path)[0] for path in texts if re.match(
        r"(?:query/(?!include/)|build-index/(?!include/|folder/))[\w/]+\.[ch]$", path)}
    for file in sorted(files):
        if file.split("/", 1)[1] not in named:
            fail(page, 1, f"{file} isn't named: run docs/pictures/draw.py")


def check_widths(path, text):
    """Checks that lines of prose are short enough to be read as they are."""
    in_code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and len(line) > WIDTH and not re.match(r"\s*[|<]|!\[", line) and " " in line.strip(" -*"):
            fail(path, number, f"{len(line)} columns; prose has at most {WIDTH}")


def check_versions(texts):
    """Checks that what has the version in a file of its own has the current one."""
    version = re.search('PATHFAN_VERSION "(.+)"', texts["src/base/include/pathfan/version.h"])[1]
    short = version.rsplit(".", 1)[0]
    page = "src/viewer/page/"
    with open("src/bindings/qgis/pathfan_qgis/metadata.txt", encoding="utf-8") as file:
        plugin = file.read()
    for path, text, pattern, wanted in (
            (page + "package.json", texts[page + "package.json"], '"version": "(.+)"', [version]),
            (page + "package-lock.json", texts[page + "package-lock.json"].split('"node_modules/')[0], '"version": "(.+)"',
             [version] * 2),
            ("src/bindings/qgis/pathfan_qgis/metadata.txt", plugin, "(?m)^version=(.+)", [short]),
            ("docs/install.md", texts["docs/install.md"], r"libpathfan-lite-([\d.]+)\.dll", [short])):
        if re.findall(pattern, text) != wanted:
            fail(path, 1, f"version isn't {wanted[0]}")


def check_citations(texts):
    """Checks that CITATION.cff and docs/papers.bib agree."""
    cited, papers = texts["CITATION.cff"], texts["docs/papers.bib"]
    version = re.search('PATHFAN_VERSION "(.+)"', texts["src/base/include/pathfan/version.h"])[1]
    if f"\nversion: {version}\n" not in cited:
        fail("CITATION.cff", 1, f"version isn't {version}")
    fields = {"doi": ("doi: (.+)", "doi += {(.+)}"), "url": ("url: (.+)", "url += {(.+)}"),
              "name": ("family-names: (.+)", r"(?:author += {| and )(\w+),"),
              "year": ("year: (.+)", r"year +=.*?(\d+)")}
    for field, (ours, theirs) in fields.items():
        if re.findall(ours, cited) != re.findall(theirs, papers):
            fail("docs/papers.bib", 1, f"a {field} that isn't as in CITATION.cff")


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else ".")
    texts = read_tree()
    tree = Tree(texts)
    pages = [path for path in sorted(texts) if path.endswith(".md")]
    for path in pages:
        check_page(tree, texts, path, texts[path])
        check_widths(path, texts[path])
        if path == "docs/overview.md":
            check_files(path, texts)
    check_calls(texts)
    check_citations(texts)
    check_versions(texts)
    comments = 0
    for path in sorted(texts):
        text = texts[path]
        for at, comment in comments_of(path, text):
            comments += 1
            check_words(tree, path, comment, at, lambda i: text.count("\n", 0, i) + 1)
        if path.startswith("docs/pictures/") and path.endswith(".svg"):
            check_words(tree, path, text, 0, lambda i: text.count("\n", 0, i) + 1)
    print(f"pages: {len(pages)}, comments: {comments}, false: {len(failures)}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
