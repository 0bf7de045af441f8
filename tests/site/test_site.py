#!/usr/bin/env python3
"""test_site.py SOURCE_FOLDER PATHFAN - makes the site of docs/site and looks it over.

Links lead to files and anchors that are there, within the site; nothing is loaded from elsewhere;
all pages can be reached from the first one by what stands at the left; every page of docs/ has a
page, and every name of the public headers an anchor; the index for searching has what one looks
for. Made twice, it has the same bytes. 77, skipped, where Python's markdown is missing; where
CI=true that fails."""
import hashlib
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile

SOURCE, PATHFAN = map(os.path.abspath, sys.argv[1:3])
failures = []


def fail(what):
    failures.append(what)
    print(what)


def make(folder):
    done = subprocess.run([f"{SOURCE}/docs/site/make", folder, PATHFAN], stdout=subprocess.PIPE, check=False)
    if done.returncode == 77:
        sys.exit(1 if os.environ.get("CI") == "true" else 77)
    if done.returncode:
        sys.exit("the site can't be made")


def files_of(folder):
    return {os.path.relpath(os.path.join(inside, name), folder)
            for inside, _, names in os.walk(folder) for name in names}


def digest(folder):
    whole = hashlib.sha256()
    for path in sorted(files_of(folder)):
        with open(f"{folder}/{path}", "rb") as file:
            whole.update(f"{path}\0".encode() + file.read())
    return whole.hexdigest()


class Page(html.parser.HTMLParser):
    """Anchors, links and what is loaded; links at the left apart; elements that aren't closed."""
    VOID = {"meta", "link", "img", "input", "br", "hr", "path", "wbr"}

    def __init__(self, path, text):
        super().__init__()
        self.anchors, self.links, self.left, self.loads, self.open = [], [], [], [], []
        self.feed(text)
        if self.open:
            fail(f"{path}: left open: {self.open}")

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.anchors.append(attrs["id"])
        if tag == "a" and "href" in attrs:
            (self.left if "nav" in self.open else self.links).append(attrs["href"])
        if tag in ("img", "script"):
            self.loads.append(attrs.get("src"))
        if tag == "link":
            self.loads.append(attrs["href"])
        if tag == "img" and not attrs.get("alt"):
            fail(f"a picture without words: {attrs}")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID and (not self.open or self.open.pop() != tag):
            fail(f"</{tag}> closes nothing")


def check_links(pages, files):
    count = 0
    for path, page in pages.items():
        if len(set(page.anchors)) != len(page.anchors):
            fail(f"{path}: an anchor comes twice")
        for link in page.links + page.left + page.loads:
            if re.match(r"https?:", link) and link in page.links or link == "data:,":
                continue
            count += 1
            to, _, anchor = link.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(path), to)) if to else path
            if to not in files:
                fail(f"{path}: a link to {link}, which isn't there")
            elif anchor and anchor not in pages[to].anchors:
                fail(f"{path}: a link to {link}, which has no such anchor")
    return count


def check_reach(pages):
    """All pages of docs/ and of the interface are reached by what stands at the left."""
    reached, ahead = set(), ["index.html"]
    while ahead:
        path = ahead.pop()
        if path not in reached:
            reached.add(path)
            ahead += [os.path.normpath(os.path.join(os.path.dirname(path), link.partition("#")[0]))
                      for link in pages[path].left if not link.startswith("#")]
    sources = [f"{os.path.relpath(folder, SOURCE)}/{name}" for folder, _, names in os.walk(SOURCE)
               for name in names]
    for source in sources:
        if not re.match("docs/|(?!build/).*/include/pathfan/", source):
            continue
        name = os.path.basename(source)
        if "/include/" in source:
            page = f"api/{name}.html"
        elif name.endswith(".md"):
            page = os.path.dirname(source) + ("/index.html" if name == "README.md" else f"/{name[:-3]}.html")
        else:
            continue
        if page not in reached:
            fail(f"{source} has no page at the left")
    return len(reached)


def check_names(pages):
    """Every function, type and constant of the headers."""
    count = 0
    for folder, _, names in os.walk(SOURCE):
        if not folder.endswith("/include/pathfan") or "/build/" in folder:
            continue
        for name in filter(lambda name: name.endswith(".h"), names):
            with open(f"{folder}/{name}", encoding="utf-8") as file:
                code = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
            wanted = re.findall(r"\b(pathfan_\w+)\(", code) + re.findall(r"(?m)^  (PATHFAN_\w+)", code)
            wanted += re.findall(r"\} (pathfan_\w+);", code)
            count += len(wanted)
            for one in set(wanted) - set(pages[f"api/{name}.html"].anchors):
                fail(f"{name}: {one} has no anchor")
    return count


def check_search(folder):
    with open(f"{folder}/search.js", encoding="utf-8") as file:
        text = file.read()
    chapters = json.loads(text.removeprefix("pathfanFound(").removesuffix(");\n"))
    finds = lambda word: {address for address, page, heading, words, _ in chapters if word in heading + words}
    for word, address in (("pathfan_query_paths", "api/query.h.html#pathfan_query_paths"),
                          ("Plateaus", "docs/glossary.html#works"), ("--separation", "commands.html#query"),
                          ("nginx", "docs/serve.html#behind-a-proxy")):
        if address not in finds(word):
            fail(f"searching for {word} doesn't find {address}")
    return len(chapters)


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = f"{temporary}/site"
        make(folder)
        first = digest(folder)
        files = files_of(folder)
        pages = {}
        # docs/live is a page of its own, which tests/browser/test_export.mjs tries.
        for path in sorted(path for path in files if path.endswith(".html") and not path.startswith("docs/live/")):
            with open(f"{folder}/{path}", encoding="utf-8") as file:
                pages[path] = Page(path, file.read())
        print(f"pages: {len(pages)}, links: {check_links(pages, files)}, reached: {check_reach(pages)}, "
              f"names: {check_names(pages)}, chapters: {check_search(folder)}, false: {len(failures)}")
        make(folder)
        if digest(folder) != first:
            fail("made again it has other bytes")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
