#!/usr/bin/env python3
"""make_site.py FOLDER [PATHFAN] - makes a site of the project's pages that needs no server or
network.

Markdown pages keep their places, README.md becomes index.html; public headers and the help of
PATHFAN's commands become pages too; linked pictures and files are copied. site.js searches in
search.js, which is made here. Needs Python's markdown (Debian: python3-markdown)."""
import html
import json
import os
import re
import shutil
import subprocess
import sys

import markdown

from header_page import blocks_of, code_html, page_of

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(f"{HERE}/../..")
AS_THEY_ARE = (".csv", ".bib", ".json", ".geojson", ".png", ".svg")

SHELL_COMMENT = re.compile(r"(?m)((?:^|(?<=  )|(?<=\">))# [^\n]*)")

# The contents at the left of every page; a folder stands for the pages in it.
CONTENTS = {
    "Begin": ["README.md", "docs/which.md", "docs/start.md", "docs/kinds.md", "docs/maps.md", "docs/terrains.md", "docs/gis.md", "docs/viewer.md", "docs/study.md", "docs/viewer-inside.md", "docs/export.md", "docs/crowd.md",
              "docs/plaza.md", "docs/serve.md", "docs/changes.md", "docs/floors.md", "docs/catalogue.md", "docs/scale/README.md",
              "docs/reference.md", "commands"],
    "In programs": ["docs/install.md", "docs/use-from-c.md", "src/bindings/python/README.md",
                    "src/bindings/javascript/README.md", "src/bindings/csharp/README.md", "docs/versions.md"],
    "Headers": ["query/include", "src/bindings/cpp/include", "src/crowd/include", "src/scenario/include", "build-index/include",
                "build-index/folder/include", "format/include", "src/base/include"],
    "How it works": ["docs/overview.md", "docs/glossary.md", "docs/algorithms", "docs/format.md"],
    "Decisions": ["docs/decisions"],
    "How well": ["docs/evaluation.md", "docs/benchmarks.md", "docs/reliability.md", "docs/history.md",
                 "docs/scale"],
    "The project": ["CONTRIBUTING.md", "docs/releasing.md", "SECURITY.md", "CHANGELOG.md", "LICENSE", "CITATION.cff"],
}
# A page that is copied whole.
LIVE = "docs/live"
# Weights of parts whose pages are less often the ones searched for.
WORTH = {"Decisions": 0.5, "How well": 0.5, "The project": 0.4}


def read(path):
    with open(f"{ROOT}/{path}", encoding="utf-8") as file:
        return file.read()


def address(source):
    """Returns the address of a source's page in the site."""
    folder, name = os.path.split(source)
    if "/include/" in source:
        return f"api/{name}.html"
    if name.endswith(".md"):
        name = "index.html" if name == "README.md" else name[:-3] + ".html"
    elif not name.endswith(AS_THEY_ARE):
        name += ".html"
    return os.path.join(folder, name)


def slug(text, _separator="-"):
    """Returns a heading's anchor, as in tests/check_docs.py."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class Page:
    def __init__(self, source, title, body):
        self.source, self.title, self.body = source, title, body
        self.address = address(source)

    def chapters(self):
        return re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', self.body)

    def sections(self):
        """Yields (anchor, heading, text) for each heading and the text under it."""
        parts = re.split(r'<h([123]) id="([^"]+)">(.*?)</h\1>', self.body)
        for at in range(1, len(parts), 4):
            text = html.unescape(re.sub(r"<[^>]+>", " ", parts[at + 3]))
            yield parts[at + 1], plain(parts[at + 2]), re.sub(r"\s+", " ", text).strip()


def plain(text):
    return html.unescape(re.sub(r"<[^>]+>", "", text))


class Site:
    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.contents = {group: list(self.sources_of(places)) for group, places in CONTENTS.items()}
        self.sources = [source for sources in self.contents.values() for source in sources]
        self.pages, self.copied = {}, set()
        self.names = {}  # {name of the interface: its address}
        for source in self.sources:
            if "/include/" in source:
                for block in blocks_of(read(source))[1]:
                    for name in block.defines:
                        self.names.setdefault(name, f"{address(source)}#{name.replace(' ', '-')}")
                self.names[source.split("/include/")[1]] = address(source)

    def sources_of(self, places):
        for place in places:
            if place == "commands":
                if self.program:
                    yield place
            elif os.path.isdir(f"{ROOT}/{place}"):
                found = sorted(os.path.join(folder, name)[len(ROOT) + 1:]
                               for folder, _, names in os.walk(f"{ROOT}/{place}") for name in names
                               if name.endswith((".md", ".h", ".hpp")))
                yield from sorted(found, key=lambda path: not path.endswith(("/README.md", "/query.h")))
            else:
                yield place

    # ---- Links ----

    def name_link(self, page, name, text=None):
        to = self.names.get(name)
        text = text or name
        return f'<a href="{os.path.relpath(to, os.path.dirname(page))}">{text}</a>' if to else text

    def target(self, source, link):
        """Returns a link's target in the site; arranges that targets other than pages are made."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        to, sharp, anchor = link.partition("#")
        to = os.path.normpath(os.path.join(os.path.dirname(source), to))
        if to == LIVE:
            self.copied.add(to)
            return os.path.relpath(f"{to}/index.html", os.path.dirname(address(source)) or ".")
        if os.path.isdir(f"{ROOT}/{to}"):
            inside = sorted(path for path in self.sources if path.startswith(to + "/"))
            if inside: # otherwise a page lists its files
                to = f"{to}/README.md" if f"{to}/README.md" in self.sources else inside[0]
        if to not in self.sources:
            self.copied.add(to)
        return os.path.relpath(address(to), os.path.dirname(address(source)) or ".") + sharp + anchor

    def with_title(self, source, found):
        """Replaces the text of a link by the page's title if the text is the page's file name."""
        to = os.path.normpath(os.path.join(os.path.dirname(source), found[2].partition("#")[0]))
        if to not in self.sources or not found[3].endswith(".md"):
            return found[0]
        title = read(to).partition("\n")[0].removeprefix("# ")
        return f'{found[1]}{found[2]}">{html.escape(title)}</a>'

    def with_links(self, source, body):
        body = re.sub(r'(<a href=")([^"]+)">([\w./-]+)</a>', lambda f: self.with_title(source, f), body)
        body = re.sub(r'(<(?:a|img)\b[^>]*?\b(?:href|src)=")([^"]+)"',
                      lambda f: f'{f[1]}{self.target(source, html.unescape(f[2]))}"', body)
        page = address(source)
        linked = lambda f: f"<code>{self.name_link(page, f[1])}{f[2]}</code>"
        # Not inside links.
        parts = re.split(r"(<a\b.*?</a>|<pre>.*?</pre>)", body, flags=re.S)
        for at in range(0, len(parts), 2):
            parts[at] = re.sub(r"<code>((?:pathfan_|PATHFAN_|pathfan/)[\w.]+)(\(\)|)</code>", linked, parts[at])
        return "".join(parts)

    # ---- Pages ----

    def markdown_page(self, source):
        text = re.sub(r"(?m)^<!--.*?-->\n", "", read(source))
        text = re.sub(r"(?m)^(#.*[^ #])#$", r"\1\#", text)  # C#
        maker = markdown.Markdown(extensions=["tables", "fenced_code", "toc"], tab_length=2,
                                  extension_configs={"toc": {"slugify": slug}})
        body = self.with_links(source, maker.convert(text))
        page = address(source)
        link = lambda name: self.name_link(page, name)
        body = re.sub(r'(?s)<pre><code class="language-(?:c|cpp|csharp)">(.*?)</code></pre>',
                      lambda f: code_html(html.unescape(f[1]).rstrip(), link), body)
        body = re.sub(r'(?s)<pre><code class="language-(?:sh|python|cmake)">.*?</code></pre>',
                      lambda f: SHELL_COMMENT.sub(r'<span class="comment">\1</span>', f[0]), body)
        body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
        title = plain(re.search(r"<h1[^>]*>(.*?)</h1>", body)[1])
        return Page(source, title, body)

    def header_page(self, source):
        page = address(source)

        def inline(text):
            text = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
            return re.sub(r"\b(?:(?:pathfan|PATHFAN)_\w+|pathfan/\w+\.h(?:pp)?)",
                          lambda f: self.name_link(page, f[0]), text)

        name = source.split("/include/")[1]
        body = page_of(name, read(source), lambda found: self.name_link(page, found), inline)
        return Page(source, name, body)

    def commands_page(self):
        """Makes a page of the command's help texts."""
        ask = lambda *words: subprocess.run([self.program, *words], check=True, capture_output=True,
                                            encoding="utf-8").stdout
        overview = ask("help")
        names = [name for name in re.findall(r"(?m)^  ([a-z][a-z-]+)  ", overview) if name != "help"]
        parts = ['<h1 id="top">Commands</h1>', f"<pre><code>{html.escape(overview)}</code></pre>"]
        for name in names:
            text = html.escape(ask("help", name))
            parts.append(f'<h2 id="{name}">pathfan {name}</h2><pre><code>{text}</code></pre>')
        return Page("commands", "Commands", "\n".join(parts))

    def text_page(self, source):
        text = html.escape(read(source))
        return Page(source, source, f'<h1 id="top">{source}</h1><pre><code>{text}</code></pre>')

    def folder_page(self, source):
        names = sorted(os.listdir(f"{ROOT}/{source}"))
        files = [f'<li><a href="{self.target(f"{source}.md", f"{os.path.basename(source)}/{name}")}">{name}</a></li>'
                 for name in names if os.path.isfile(f"{ROOT}/{source}/{name}")]
        return Page(source, source, f'<h1 id="top">{source}</h1><ul>{"".join(files)}</ul>')

    def make(self, source):
        if os.path.isdir(f"{ROOT}/{source}"):
            return self.folder_page(source)
        if source == "commands":
            return self.commands_page()
        if source.endswith(".md"):
            return self.markdown_page(source)
        return self.header_page(source) if "/include/" in source else self.text_page(source)

    # ---- Files ----

    def navigation(self, page):
        here = os.path.dirname(page.address)
        groups = []
        for group, sources in self.contents.items():
            lines = []
            for source in sources:
                other = self.pages[source]
                mark = ' aria-current="page"' if other is page else ""
                to = os.path.relpath(other.address, here or ".")
                lines.append(f'<li><a href="{to}"{mark}>{html.escape(other.title)}</a>')
                if other is page and page.chapters():
                    chapters = [f'<li><a href="#{anchor}">{html.escape(plain(title))}</a></li>'
                                for anchor, title in page.chapters()]
                    lines.append(f"<ul>{''.join(chapters)}</ul>")
                lines.append("</li>")
            is_open = " open" if page.source in sources or group in ("Begin", "In programs") else ""
            groups.append(f"<details{is_open}><summary>{group}</summary><ul>{''.join(lines)}</ul></details>")
        return "\n".join(groups)

    def write(self, path, text):
        path = f"{self.folder}/{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def write_page(self, page, frame):
        up = os.path.relpath(".", os.path.dirname(page.address) or ".")
        fields = {"up": up, "title": html.escape(page.title), "body": page.body, "source": page.source,
                  "navigation": self.navigation(page)}
        self.write(page.address, re.sub(r"\{\{(\w+)\}\}", lambda f: fields[f[1]], frame))

    def write_all(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for source in self.sources:
            self.pages[source] = self.make(source)
        others = {}
        while left := sorted(self.copied - others.keys()):  # pages that these link to, too
            for source in left:
                others[source] = None
                if source == LIVE:
                    shutil.copytree(f"{ROOT}/{source}", f"{self.folder}/{source}")
                elif source.endswith(AS_THEY_ARE):
                    os.makedirs(os.path.dirname(f"{self.folder}/{source}"), exist_ok=True)
                    shutil.copyfile(f"{ROOT}/{source}", f"{self.folder}/{source}")
                else:
                    others[source] = self.make(source)
        with open(f"{HERE}/frame.html", encoding="utf-8") as file:
            frame = file.read()
        for page in [*self.pages.values(), *filter(None, others.values())]:
            self.write_page(page, frame)
        found = [[page.address + "#" + anchor, page.title, heading, text, WORTH.get(group, 1)]
                 for group, sources in self.contents.items() for page in map(self.pages.get, sources)
                 for anchor, heading, text in page.sections()]
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in found)
        self.write("search.js", f"pathfanFound([\n{lines}\n]);\n")
        for name in ("site.css", "site.js"):
            shutil.copyfile(f"{HERE}/{name}", f"{self.folder}/{name}")
        print(f"{len(self.pages)} pages, {len(others)} files that they link to, "
              f"{len(found)} chapters to search: {self.folder}/index.html")


if __name__ == "__main__":
    Site(os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None).write_all()
