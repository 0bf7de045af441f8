"""Makes pages of public headers: their prose and declarations unchanged, with anchors and links.

A header begins with a comment that describes it. Blocks follow, separated by blank lines: a comment
and its declarations, or a comment alone; one that begins with ---- is a heading. Inside a comment,
paragraphs are separated by blank lines, and code is indented."""
import html
import re
import textwrap

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
TOKEN = re.compile(r"(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<string>\"(?:[^\"\\\n]|\\.)*\")|"
                   r"(?P<name>\b(?:pathfan|PATHFAN)_\w+)", re.S)
# Text that only compilers need.
FRAME = re.compile(r"(?m)^#ifdef __cplusplus\n(?:extern \"C\" \{|\})\n#endif\n|"
                   r"^#(?:ifndef|define|endif)[^\n]*_(?:H|HPP)\n|^#include[^\n]*\n|"
                   r"^(?:\} // )?namespace pathfan[^\n]*\n|#endif\n\Z")


class Block:
    def __init__(self, prose, code):
        self.prose, self.code = prose, code
        bare = COMMENT.sub(" ", code)
        functions = re.findall(r"(?m)^(?:PATHFAN_API|static inline|typedef)[^;{(]*?\b(pathfan_\w+)\(", bare)
        types = re.findall(r"\}\s*(pathfan_\w+);", bare)
        types += re.findall(r"typedef (?:struct|enum) pathfan_\w+ (pathfan_\w+);", bare)
        classes = re.findall(r"(?m)^(?:template <[^>]*> )?((?:class|struct) \w+)(?= :| \{)", bare)
        macros = re.findall(r"(?m)^#define (PATHFAN_\w+)", bare)
        self.names = types + functions or classes or macros
        constants = re.findall(r"(?m)^  (PATHFAN_[A-Z0-9_]+)\b", bare)
        self.defines = list(dict.fromkeys(self.names + macros + constants))


def words_of(comment):
    """Returns the text of a comment, without its delimiters."""
    lines = comment.strip().removeprefix("/*").removesuffix("*/").split("\n")
    return "\n".join(re.sub(r"^ \* ?", "", line).rstrip() for line in lines).strip()


def blocks_of(text):
    """Returns the text of the first comment, and the blocks after it."""
    first = COMMENT.match(text)
    blocks, lines = [], []
    for line in FRAME.sub("", text[first.end():]).split("\n") + [""]:
        code = "\n".join(lines)
        bare = COMMENT.sub(" ", code)
        inside = bare.count("{") > bare.count("}") or "/*" in bare or code.endswith("\\")
        if line or inside:
            lines.append(line)
            continue
        if code.strip():
            lead = re.match(r"/\*.*?\*/\s*", code, re.S)
            blocks.append(Block(words_of(lead[0]) if lead else "", code[lead.end():] if lead else code))
        lines = []
    return words_of(first[0]), blocks


def prose_html(text, inline):
    """Returns HTML of paragraphs and indented code; `inline` converts the text of a paragraph."""
    parts = []
    for lines in re.findall(r"((?:^  .*\n?|^\n(?=  ))+)|((?:^(?!  ).+\n?)+)", text, re.M):
        code, prose = lines
        if code.strip():
            parts.append(f"<pre><code>{html.escape(textwrap.dedent(code).strip(), quote=False)}</code></pre>")
        elif prose:
            parts.append(f"<p>{inline(prose.strip())}</p>")
    return "".join(parts)


def code_html(code, link, own=()):
    """Returns HTML of code, with comments marked and names as links, except those in `own`, which
    this page describes: the first occurrence of each becomes its anchor, if it has one."""
    # Readers of a page needn't see the macro that makes a symbol visible.
    code = re.sub(r"PATHFAN_API ([^;]*;)", lambda f: f[1].replace("\n" + " " * 12, "\n"), code)
    own, out, at = dict(own), [], 0
    for found in TOKEN.finditer(code):
        out.append(html.escape(code[at:found.start()], quote=False))
        at = found.end()
        text = html.escape(found[0], quote=False)
        if found["comment"]:
            out.append(f'<span class="comment">{text}</span>')
        elif found["string"]:
            out.append(f'<span class="string">{text}</span>')
        elif text in own:
            out.append(f'<b id="{own[text]}">{text}</b>' if own[text] else f"<b>{text}</b>")
            own[text] = None
        else:
            out.append(link(text))
    out.append(html.escape(code[at:], quote=False))
    return f"<pre><code>{''.join(out)}</code></pre>"


def page_of(path, text, link, inline):
    """Returns the title and HTML of a header's page."""
    lead, blocks = blocks_of(text)
    lead, _, rest = lead.partition("\n\n")
    _, _, lead = lead.partition(" - ")
    out = [f'<h1 id="top">{path}</h1>', prose_html(lead, inline), prose_html(rest, inline)]
    for block in blocks:
        if block.prose.startswith("---- "):
            title, _, prose = block.prose[5:].partition(" ----")
            anchor = re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))
            out.append(f'<h2 id="{anchor}">{title}</h2>' + prose_html(prose.strip(), inline))
            if not block.code.strip():
                continue
            block.prose = ""
        anchor = None
        if block.names:
            anchor = block.names[0].replace(" ", "-")
            out.append(f'<h3 id="{anchor}">{", ".join(block.names)}</h3>')
        own = {name: name if name != anchor else None for name in block.defines}
        code = code_html(block.code.rstrip(), link, own) if block.code.strip() else ""
        prose = prose_html(block.prose, inline)
        is_long = block.code.count("\n") > 8 # its text must be seen before scrolling past the code
        out += [prose, code] if is_long else [code, prose]
    return "\n".join(part for part in out if part)
