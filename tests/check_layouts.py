#!/usr/bin/env python3
"""check_layouts.py SOURCE_FOLDER [--write] - checks that programs compiled earlier keep working.

Compares the public headers with tests/golden/layouts.txt, by the compiler: sizes of structs,
offsets and types of members, values of enums, and types of functions stay the same until the major
version (the minor one while that is 0) is raised. New members take the room of `reserved`; structs
that only the library creates (GROWS) may get longer (docs/decisions/structs.md). --write adds what
is new, and refuses if something else has changed. check_bindings.py compares the bindings with the
same table."""
import glob
import os
import re
import subprocess
import sys
import tempfile

# Returned by pointer, one at a time.
GROWS = {"pathfan_answer", "pathfan_provenance", "pathfan_section"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def members_of(body):
    """Yields (name, type, whether it is an array) of each member of a C struct."""
    for declaration in body.split(";"):
        declaration = " ".join(declaration.split())
        function = re.search(r"\(\*(\w+)\)\(", declaration)
        if function:
            yield function[1], "function", False
            continue
        kind = re.match(r"(?:const )?(?:struct )?\w+(?: \*const)*", declaration)
        for part in declaration[kind.end():].split(",") if kind else ():
            stars, name, items = re.fullmatch(r"\s*(\**)(\w+)(\[.*\])?", part).groups()
            yield name, f"{kind[0]} {stars}".strip(), bool(items)


def structs_of(text):
    """Yields (name, the text between the braces) of each struct."""
    for body, name in re.findall(r"typedef struct(?: \w+)? \{(.*?)\} (\w+);", text, re.S):
        yield name, body


def constants_of(text):
    """Yields (enum, constant)."""
    for body, name in re.findall(r"enum(?: \w+)? \{(.*?)\}\s*(\w*);", text, re.S):
        for constant in re.findall(r"(\w+)(?: = [^,]*)?(?:,|\s*$)", body):
            yield name or "enum", constant


def functions_of(text):
    """Yields (name, type) of each function."""
    for result, name, parameters in re.findall(r"^(\w[\w ]*?\**)(?:\(\*)?(pathfan_\w+)\)?\(([^;{]*)\);", text, re.M):
        kinds = [re.sub(r"\w+\[\w*\]$", "*", " ".join(part.split())) for part in parameters.split(",")]
        kinds = [re.sub(r"(?<=[ *])\w+$", "", kind).strip() for kind in kinds]
        yield name, f"{result.strip()} ({', '.join(kinds)})"


def measure(source):
    """Returns {what: value, as a text}: of "struct" its size, of "struct.member" its offset and type,
    of "enum.constant" its value, of "function()" its type; by this machine's compiler."""
    headers = sorted(h for h in glob.glob(source + "/**/include/pathfan/*.h", recursive=True)
                     if "/build/" not in h[len(source):])
    texts = [without_comments(open(header).read()).replace("PATHFAN_API ", "") for header in headers]
    questions, functions = [], {}
    for text in texts:
        for name, body in structs_of(text):
            questions.append(f'printf("{name} %zu\\n", sizeof({name}));')
            for member, kind, is_array in members_of(body):
                it = f"(({name} *)0)->{member}"
                items = f", sizeof {it} / sizeof *{it}" if is_array else ""
                questions.append(f'printf("{name}.{member} %zu {kind}{"[%zu]" if is_array else ""}\\n",'
                                 f' offsetof({name}, {member}){items});')
        questions += [f'printf("{enum}.{constant} %d\\n", (int){constant});'
                      for enum, constant in constants_of(text)]
        functions.update((name + "()", kind) for name, kind in functions_of(text))
    with tempfile.TemporaryDirectory() as scratch:
        with open(scratch + "/ask.c", "w") as ask:
            ask.write("\n".join(["#include <stddef.h>", "#include <stdio.h>",
                                 *(f'#include "{os.path.abspath(header)}"' for header in headers),
                                 "int main(void) {", *questions, "}\n"]))
        folders = sorted({os.path.dirname(os.path.dirname(os.path.abspath(h))) for h in headers})
        subprocess.run([os.environ.get("CC", "cc"), "-o", scratch + "/ask", scratch + "/ask.c"] +
                       ["-I" + folder for folder in folders], check=True)
        told = subprocess.run([scratch + "/ask"], check=True, stdout=subprocess.PIPE, text=True)
    return parse(told.stdout.splitlines()) | functions


def parse(lines):
    return {what: value for what, _, value in (line.strip().partition(" ") for line in lines)}


def read_table(source):
    """Returns the table as measure() does."""
    with open(source + "/tests/golden/layouts.txt") as file:
        return parse(file)


def compare(golden, now):
    """Returns the changes that break programs, as sentences."""
    wrong = []
    for what, value in golden.items():
        struct, _, member = what.partition(".")
        here = now.get(what)
        if member == "reserved" or here == value:
            continue
        if struct in GROWS and not member and here and int(here) > int(value):
            continue
        wrong.append(f"{what}: was {value}, is {here or 'gone'}")
    return wrong


def main():
    source = sys.argv[1]
    now, golden = measure(source), read_table(source)
    wrong = compare(golden, now)
    if "--write" in sys.argv and not wrong:
        with open(source + "/tests/golden/layouts.txt", "w") as out:
            out.writelines(f"{what} {value}\n" for what, value in now.items())
        return 0
    wrong = wrong or [f"{what} {value} isn't in layouts.txt yet: --write"
                      for what, value in now.items() if golden.get(what) != value]
    print("\n".join(wrong) if wrong else f"{len(golden)} sizes, places, values and types are as they were")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
