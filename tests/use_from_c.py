#!/usr/bin/env python3
"""use_from_c.py SOURCE_FOLDER BUILD_FOLDER - checks that docs/use-from-c.md works as written.

Installs pathfan into an empty folder and follows the page from top to bottom beside it. A block of
 sh     is run line by line; `cc` and `c++` treat all warnings as errors
 cmake  is a CMakeLists.txt: its program is built, and must print the preceding text, too
 c, cpp with a main() is application.c or application.cpp, for the next sh block. The page's other
        C is one program; install/use_from_c.c calls its functions, chapter by chapter
 text   is the output of the preceding sh block, or of the chapter's functions"""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD = map(os.path.abspath, sys.argv[1:3])
WARNINGS = "-Wall -Wextra -Wpedantic -Werror"
ASK = ["rooms.pathfan", "2", "2", "37", "27"]  # the page's arguments for three_paths
Block = collections.namedtuple("Block", "chapter kind line text")


def blocks_of(page):
    """Lists the page's code blocks, each with its chapter and line."""
    chapter, blocks = "", []
    code = r"(?ms)^## (?P<title>[^\n]+)|^```(?P<kind>\w+)\n(?P<text>.*?)^```$"
    for found in re.finditer(code, page):
        if found["title"]:
            chapter = found["title"]
        else:
            line = page.count("\n", 0, found.start("text")) + 1
            blocks.append(Block(chapter, found["kind"], line, found["text"]))
    return blocks


def is_program(block):
    return block.kind == "cpp" or "int main(" in block.text


def run(arguments, folder, **more):
    """Returns a command's output; ends the test if the command fails."""
    done = subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", check=False, **more)
    if done.returncode != 0:
        sys.exit(f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def write(path, text, mode=0o644):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def prepare(folder):
    """Installs pathfan, and puts the files that the page mentions beside it."""
    run(["cmake", "--install", BUILD], folder, env={**os.environ, "DESTDIR": f"{folder}/made"})
    include = next(path for path, folders, _ in os.walk(f"{folder}/made") if "include" in folders)
    root = os.path.realpath(shutil.move(include, f"{folder}/root"))
    library = next(path for path, _, files in os.walk(root) if "libpathfan.so" in files)
    os.mkdir(f"{folder}/bin")
    for name, compiler, default in (("cc", "CC", "cc"), ("c++", "CXX", "c++")):
        first, *more = os.environ.get(compiler, default).split()
        real = " ".join([shutil.which(first), *more])
        write(f"{folder}/bin/{name}", f'#!/bin/sh\nexec {real} {WARNINGS} "$@"\n', 0o755)
    os.environ["PATH"] = f"{folder}/bin:{BUILD}:{os.environ['PATH']}"
    os.environ["PATHFAN"] = SOURCE
    os.environ["PKG_CONFIG_PATH"] = f"{library}/pkgconfig"
    os.environ["LD_LIBRARY_PATH"] = library
    os.environ["CMAKE_PREFIX_PATH"] = root
    shutil.copy(f"{SOURCE}/docs/examples/three_paths.c", folder)


def make_program(blocks, folder):
    """Builds all functions of the page as the program `page`; returns their chapters."""
    functions = [b for b in blocks if b.kind == "c" and not is_program(b)]
    write(f"{folder}/page.h",
          "".join(f'#line {b.line} "docs/use-from-c.md"\n{b.text}' for b in functions))
    flags = run(["pkg-config", "--cflags", "--libs", "pathfan-build"], folder).split()
    run(["cc", "-std=c11", "-I.", f"{SOURCE}/tests/install/use_from_c.c", "-o", "page", *flags,
         "-pthread"], folder)
    run(["pathfan", "build-index", f"{SOURCE}/docs/examples/valley.geojson", "-o",
         "valley.pathfan"], folder)
    shutil.copy(f"{folder}/rooms.pathfan", f"{folder}/changing.pathfan")
    return {b.chapter for b in functions}


def make_by_cmake(block, folder, number):
    """Returns the output of the program that a CMakeLists.txt builds."""
    parent = f"{folder}/parent{number}"
    os.mkdir(parent)
    write(f"{parent}/CMakeLists.txt", block.text)
    shutil.copy(f"{folder}/three_paths.c", parent)
    os.symlink(SOURCE, f"{parent}/pathfan")
    run(["cmake", "-S", parent, "-B", f"{parent}/build", "-DCMAKE_BUILD_TYPE=Debug",
         "-DCMAKE_C_FLAGS_DEBUG="], folder)  # quick to build
    run(["cmake", "--build", f"{parent}/build", "-j2"], folder)
    return run([f"{parent}/build/three_paths", *ASK], folder)


def follow(blocks, folder):
    """Yields each text of the page, and the actual output."""
    chapters, shown, printed = set(), "", ""
    for number, block in enumerate(blocks):
        if block.kind == "sh":
            printed = run(["bash", "-e", "-c", block.text], folder)
        elif block.kind == "cmake":
            yield block._replace(text=shown), make_by_cmake(block, folder, number)
        elif is_program(block):
            write(f"{folder}/application.{block.kind}", block.text)
        elif block.kind == "c" and not chapters:
            chapters = make_program(blocks, folder)
        elif block.kind == "text":
            if block.chapter in chapters:
                chapters.remove(block.chapter)
                printed = run(["./page", block.chapter], folder)
            shown = block.text
            yield block, printed
    if chapters:
        sys.exit(f"chapters whose functions print what no text tells: {chapters}")


def main():
    with open(f"{SOURCE}/docs/use-from-c.md", encoding="utf-8") as file:
        blocks = blocks_of(file.read())
    others = {b.kind for b in blocks} - {"sh", "cmake", "c", "cpp", "text"}
    if others:
        sys.exit(f"nobody looks at blocks of {others}")
    compared = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        for block, printed in follow(blocks, folder):
            compared += 1
            if printed != block.text or not printed:
                failures += 1
                print(f"docs/use-from-c.md:{block.line}: {block.chapter}: it prints\n{printed}")
    print(f"texts that were printed: {compared}, false: {failures}")
    sys.exit(1 if failures or not compared else 0)


if __name__ == "__main__":
    main()
