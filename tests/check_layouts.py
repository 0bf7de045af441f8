#!/usr/bin/env python3
"""check_layouts.py SOURCE_FOLDER [--write] - checks that programs compiled earlier keep working.

Compares the offset of each member of each public struct, by the compiler, with
tests/golden/layouts.txt: sizes and offsets stay the same until the major version (the minor one
while that is 0) is raised. New members take the room of `reserved`; structs that only the library
creates (GROWS) may get longer (docs/decisions/structs.md). --write adds new structs and members,
and refuses if others have moved."""
import glob
import os
import re
import subprocess
import sys
import tempfile

# Returned by pointer, one at a time.
GROWS = {"pathfan_answer", "pathfan_provenance", "pathfan_section"}


def structs_of(text):
    """Yields (struct, members) of a header's text."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for name, body in re.findall(r"typedef struct (pathfan_\w+) \{(.*?)\} \1;", text, re.S):
        members = []
        for declaration in body.split(";"):
            pointers = re.findall(r"\(\*(\w+)\)\(", declaration)  # to functions
            if pointers:
                members += pointers
                continue
            for part in re.sub(r"\[[^]]*\]", "", declaration).split(","):
                if part.strip():
                    members.append(re.search(r"(\w+)\s*$", part).group(1))
        yield name, members


def measure(source):
    """Returns {"struct": size, "struct.member": offset}, by this machine's compiler."""
    headers = sorted(h for h in glob.glob(source + "/**/include/pathfan/*.h", recursive=True)
                     if "/build/" not in h[len(source):])
    with tempfile.TemporaryDirectory() as scratch:
        with open(scratch + "/ask.c", "w") as ask:
            ask.write("#include <stddef.h>\n#include <stdio.h>\n")
            for header in headers:
                ask.write(f'#include "{os.path.abspath(header)}"\n')
            ask.write("int main(void) {\n")
            for header in headers:
                for name, members in structs_of(open(header).read()):
                    ask.write(f'printf("{name} %zu\\n", sizeof({name}));\n')
                    for member in members:
                        ask.write(f'printf("{name}.{member} %zu\\n", offsetof({name}, {member}));\n')
            ask.write("}\n")
        folders = sorted({os.path.dirname(os.path.dirname(os.path.abspath(h))) for h in headers})
        subprocess.run([os.environ.get("CC", "cc"), "-o", scratch + "/ask", scratch + "/ask.c"] +
                       ["-I" + folder for folder in folders], check=True)
        told = subprocess.run([scratch + "/ask"], check=True, stdout=subprocess.PIPE, text=True)
    return {line.split()[0]: int(line.split()[1]) for line in told.stdout.splitlines()}


def compare(golden, now):
    """Returns the changes as sentences."""
    wrong = []
    for what, place in golden.items():
        struct, _, member = what.partition(".")
        here = now.get(what)
        if member == "reserved" or here == place:
            continue
        if not member and struct in GROWS and here is not None and here > place:
            continue
        wrong.append(f"{what}: was at {place}, {'is gone' if here is None else f'is at {here}'}"
                     if member else f"{what}: had {place} bytes, has {here}")
    return wrong


def main():
    source = sys.argv[1]
    path = source + "/tests/golden/layouts.txt"
    now = measure(source)
    golden = {}
    if os.path.exists(path):
        golden = {line.split()[0]: int(line.split()[1]) for line in open(path)}
    wrong = compare(golden, now)
    if "--write" in sys.argv and not wrong:
        with open(path, "w") as out:
            out.writelines(f"{what} {place}\n" for what, place in now.items())
        return 0
    wrong += [f"{what} isn't in {os.path.basename(path)} yet: --write" for what in now
              if what not in golden]
    print("\n".join(wrong) if wrong else f"{len(golden)} sizes and places are as they were")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
