#!/usr/bin/env python3
"""docs_commands.py SOURCE_FOLDER PATHFAN - checks that the commands on the pages work.

Runs the lines of every `sh` block, page by page, and those of docs/demo, each page in its own
folder with the files that its reader has: those of docs/examples, docs itself, and maps to
evaluate. The lines run in order and must exit with 0. A server that a page starts runs until the
page ends, on a port of its own, which replaces the page's. LEFT_OUT lists the lines that aren't
run, with reasons. A line that is neither run nor listed fails, and so does an entry without a
line."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SOURCE, PATHFAN = map(os.path.abspath, sys.argv[1:3])
FIGURES = "figures that take minutes to hours, most of them with maps that aren't here"
BUILDS = "builds pathfan, as whoever runs this has done"

# (page, beginning of its lines): the reason.
LEFT_OUT = {
    ("CONTRIBUTING.md", "cmake "): BUILDS,
    ("CONTRIBUTING.md", "ctest "): "runs tests",
    ("CONTRIBUTING.md", "build/tests/"): "runs tests",
    ("README.md", "export PATH=$PWD/build"): "the command is on the PATH already",
    ("docs/benchmarks.md", ""): FIGURES,
    ("docs/crowd.md", "pathfan crowd --paper "): FIGURES,
    ("docs/changes.md", "cc siege.c "): "tests/cli/test_example.sh runs the example",
    ("docs/changes.md", "./siege "): "tests/cli/test_example.sh does",
    ("docs/crowd.md", "pathfan crowd --unseen "): FIGURES,
    ("docs/crowd.md", "valgrind "): FIGURES,
    ("docs/evaluation.md", ""): FIGURES,
    ("docs/install.md", "cmake "): BUILDS + "; tests/test_install.sh installs it",
    ("docs/install.md", "cc three_paths.c "): "tests/use_from_c.py does",
    ("docs/install.md", "cc app.c "): "tests/test_install.sh links archives",
    ("docs/install.md", "src/packaging/amalgamate.py "): "tests/portability/systems.sh does",
    ("docs/install.md", "cc -O2 -ffp-contract=off "): "tests/portability/systems.sh does",
    ("docs/install.md", "PKG_CONFIG_LIBDIR="): "tests/portability/windows.sh and indexes.sh do",
    ("docs/install.md", "tests/portability/libraries.sh "): "tests/portability/windows.sh and indexes.sh do",
    ("docs/install.md", "x86_64-w64-mingw32-gcc-posix "): "tests/portability/systems.sh does",
    ("docs/releasing.md", "cmake "): "it takes ten minutes; release_lists compares what it says",
    ("docs/install.md", "export "): "tests/packaging/reproducible.sh does, by the target `packages`",
    ("docs/install.md", "umask "): "tests/packaging/reproducible.sh does",
    ("docs/export.md", "python3 -m http.server "): "goes on for ever; tests/browser/test_export.mjs asks one",
    ("docs/export.md", "apt-get "): "installs a compiler",
    ("docs/export.md", "src/bindings/javascript/builder/build.sh "): "compiles the builder as WebAssembly, which takes minutes",
    ("docs/export.md", "mv FOLDER/pathfan-build.wasm "): "the same",
    ("docs/export.md", "src/viewer/page/module/build.sh"): "cmake --build build --target page-module does",
    ("docs/scale/huge.md", "pathfan make-map --kind caves --width 1300 "): FIGURES,
    ("docs/scale/huge.md", "pathfan build-index caves.map "): FIGURES,
    ("docs/scale/huge.md", "pathfan bench caves.pathfan "): FIGURES,
    ("docs/scale/huge.md", "pathfan make-map --kind rooms --width 6550 "): FIGURES,
    ("docs/scale/huge.md", "pathfan build-index rooms.map "): FIGURES,
    ("docs/scale/huge.md", "pathfan bench rooms.pathfan "): FIGURES,
    ("docs/scale/README.md", "docs/scale/parallel.sh "): "GNU parallel needn't be here; tests/scale/test_drivers.sh runs it where it is",
    ("docs/gis.md", ""): "tests/cli/test_recipes.sh runs those whose tools are there",
    ("docs/maps.md", ""): "tests/cli/test_recipes.sh runs those whose tools are there",
    ("docs/kinds.md", "pathfan bench scene_mp_2p_01.mesh "): "a mesh of the benchmarks, which isn't here",
    ("docs/use-from-c.md", ""): "tests/use_from_c.py follows that page",
    ("src/bindings/python/README.md", ""): "tests/bindings/python.sh makes and tries the package",
}
# Commands with an exit code other than 0.
CODES = {}
# Makes no failure pass unseen: within a pipe, or an error that a server returns.
BEFORE = "set -e -o pipefail; curl() { command curl -f --max-time 60 \"$@\"; }; "


def commands_of(text):
    """Yields (line, command) of a page's sh blocks; continued lines are one command."""
    for block in re.finditer(r"(?ms)^```sh\n(.*?)^```$", text):
        first = text.count("\n", 0, block.start(1)) + 1
        for found in re.finditer(r"(?:[^\n]*(?:\\|[|]|&&)\n)*[^\n]*\n", block[1]):
            if found[0].strip() and not found[0].startswith("#"):
                yield first + block[1].count("\n", 0, found.start()), found[0].strip()


def commands_of_demo(text):
    """Yields the same for docs/demo, without installing and building."""
    for found in re.finditer(r"(?m)^run (pathfan .*)$", text):
        yield text.count("\n", 0, found.start()) + 1, found[1]


def entry(table, page, command):
    return next((key for key in table if key[0] == page and command.startswith(key[1])), None)


def prepare(folder):
    shutil.copytree(f"{SOURCE}/docs/examples", folder, dirs_exist_ok=True)
    os.symlink(f"{SOURCE}/docs", f"{folder}/docs")
    os.makedirs(f"{folder}/maps/suite")
    subprocess.run([PATHFAN, "make-map", "--kind", "rooms", "--width", "30", "--height", "30", "--seed", "1", "-o",
                    "maps/suite/rooms.map", "--scen", "maps/suite/rooms.map.scen", "--queries", "30"],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)


class Session:
    """A page's commands, one after the other."""

    def __init__(self, folder):
        self.folder, self.servers, self.address = folder, [], None

    def serve(self, command):
        server = subprocess.Popen(["bash", "-c", f"exec {command} --port 0"], cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, encoding="utf-8")
        self.servers.append(server)
        found = re.search(r"http://(\S+?)/", server.stdout.readline())
        self.address = found and found[1]
        return (0, "") if found else (1, "it tells no address")

    def run(self, command):
        """Returns the exit code and the output."""
        if re.match("pathfan (?:serve|view) ", command):
            return self.serve(command)
        if self.address:
            command = command.replace("127.0.0.1:8080", self.address)
        done = subprocess.run(["bash", "-c", BEFORE + command], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
        return done.returncode, done.stdout

    def end(self):
        """Stops the servers; returns their exit codes."""
        for server in self.servers:
            server.send_signal(signal.SIGTERM)
        return [server.wait() for server in self.servers]


def follow(page, commands):
    """Returns the number of commands that ran, and the failures."""
    ran, failures = 0, []
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        session = Session(folder)
        for line, command in commands:
            code, said = session.run(command)
            expected = CODES.get(entry(CODES, page, command), 0)
            ran += 1
            if code != expected:
                failures.append(f"{page}:{line}: {command}: exit code {code}\n{said}")
        failures += [f"{page}: a server ends with {code}" for code in session.end() if code != 0]
    return ran, failures


def main():
    os.environ["PATH"] = f"{os.path.dirname(PATHFAN)}:{os.environ['PATH']}"
    ran, left, failures, used = 0, 0, [], set()
    for folder, folders, names in os.walk(SOURCE):
        folders[:] = sorted(f for f in folders if f not in ("build", ".git", "node_modules"))
        for name in sorted(names):
            page = os.path.relpath(f"{folder}/{name}", SOURCE)
            if page != "docs/demo" and (not name.endswith(".md") or page == "CHANGELOG.md"):
                continue
            with open(f"{folder}/{name}", encoding="utf-8") as file:
                commands = list((commands_of if name.endswith(".md") else commands_of_demo)(file.read()))
            used |= {entry(LEFT_OUT, page, command) for _, command in commands}
            run = [(line, command) for line, command in commands if not entry(LEFT_OUT, page, command)]
            left += len(commands) - len(run)
            if run:
                count, wrong = follow(page, run)
                ran += count
                failures += wrong
    failures += [f"LEFT_OUT has {key}, which no page has" for key in LEFT_OUT.keys() - used]
    print("\n".join(failures + [f"commands that ran: {ran}, left out: {left}, failed: {len(failures)}"]))
    sys.exit(1 if failures or not ran else 0)


if __name__ == "__main__":
    main()
