#!/usr/bin/env python3
"""check_dependencies.py SOURCE_FOLDER [BUILD_FOLDER] - checks which files may use which.

Modules: resolves every include to a file as the compiler does; the file must lie where the including
module may look (MODULES, EXTERNAL). Modules are listed bottom up, and each may use only modules
listed before it: so dependencies go one way. The two large modules consist of folders, to which the
same applies (INSIDE).

Files: X.c and X.h count as one file. No file may depend on itself by way of its includes and calls.
Includes alone don't show the called file if a header declares functions that several files define;
with a build folder, the symbols of its objects do. Static functions are exempt.

Memory, with a build folder: libraries allocate and free by base/allocate.h alone, so from the
application's allocator, if there is one.

Systems: only one header tests for which system it is.

Extensions of C: only one header uses any, since it has a plain form of each.

Types: no name is defined twice, so that a file may include any two headers.

Libraries, with a build folder: the names that they define are defined once, and begin with pathfan_
if a public header declares them and with pf_ if not; a shared object exports exactly the functions
that its installed headers declare; and the query library links with only the modules that it may
use, libc, lmdb, zstd and xxhash.

Prints the number of layers: the longest chain of modules in which each uses the next."""
import collections
import os
import re
import subprocess
import sys
import tempfile

# Each module, and where it may look besides itself: other modules, or folders and headers in them.
MODULES = {
    "src/base": "",
    "src/geometry": "src/base",
    "src/draw": "src/base",
    "format": "src/base",
    "src/map": "src/geometry src/base",
    "src/mesh": "format src/geometry src/base",
    "src/meshing": "src/mesh format src/geometry src/base",
    "src/search": "src/mesh src/geometry src/base",
    "src/graph": "src/mesh src/geometry src/base",
    "src/terrain": "src/mesh format src/base",
    "src/weighted": "src/base",
    "src/space": "src/graph src/search src/terrain src/mesh format src/geometry src/base",
    "query": "src/space src/graph src/search src/weighted src/terrain src/mesh format src/geometry src/base",
    "src/crowd": "query/include src/base",
    "build-index": "src/space src/graph src/terrain src/meshing src/mesh src/map format src/geometry src/base",
    "build-index/folder": "build-index src/map format src/base",
    "src/request": "build-index/include query/include src/base",
    "src/scenario": "src/request build-index/include src/crowd/include query/include src/base",
    "src/command": "src/request build-index/include query/include src/base",
    "src/costs": "src/request src/draw query/include src/base",
    "src/plaza": "build-index/include query/include src/geometry src/base",
    "src/evaluate": "build-index/include src/crowd/include query/include src/space src/graph src/draw src/base",
    "src/server": "src/request build-index/folder/include query/include src/base",
    "src/serve": "src/server src/costs src/request build-index/folder/include query/include src/base",
    "src/viewer": "src/server src/scenario src/request build-index/run/stage.h build-index/folder/include build-index/include src/crowd/include"
                  " query/include src/draw src/base",
    "src/cli": "src/plaza/plaza.h src/viewer/viewer.h src/viewer/export.h src/serve/serve.h src/evaluate/evaluate.h src/evaluate/crowd_trials.h src/evaluate/crowd_standards.h src/costs src/command src/scenario src/request"
               " build-index/folder/include build-index/include src/crowd/include query/include src/draw format/include src/base",
    "src/mpi": "src/command build-index/run/processes.h build-index/include src/base",
}

# The folders of the large modules, and which of the others each may use.
INSIDE = {
    "query": {
        "open": "",
        "ends": "open",
        "obstacles": "ends open",
        "paths": "obstacles ends open",
        "places": "obstacles",
        "choose": "paths ends open",
        "tables": "choose paths ends open",
        "terrain": "choose paths ends open",
        "methods": "tables terrain choose paths obstacles ends open",
        "links": "choose paths obstacles",
        "calls": "links methods terrain choose places paths obstacles ends open",
    },
    "build-index": {
        "run": "",
        "sight": "run",
        "terrain": "",
        "maps": "terrain run",
        "tables": "run",
        "labels": "run",
        "vias": "run",
        "listed": "labels sight run",
        "pipeline": "listed vias labels tables maps terrain sight run",
    },
}

# The folders of public headers, which are included as "pathfan/...".
INCLUDE_FOLDERS = ("src/base/include", "format/include", "query/include", "src/crowd/include",
                   "src/scenario/include", "build-index/include", "build-index/folder/include")

# Programs, and what they alone link.
PROGRAMS = ("src/command", "src/cli", "src/mpi")

# For Windows only; the one header that tests for Windows is PLATFORM.
WINDOWS = ("src/base/system_windows.c src/base/file_windows.c src/base/program_windows.c"
           " src/base/publish_windows.c")

# External headers, and where they may be used. All others are the system's.
EXTERNAL = {
    "lmdb.h": "format/store.c format/store_read.c",
    "zstd.h": "format src/map/tiled_data.c",
    "zstd_errors.h": "format src/map/tiled_data.c",
    "xxhash.h": "format",
    "cairo.h": "src/draw",
    "cairo-svg.h": "src/draw",
    "png.h": "src/map/png_image.c",
    "expat.h": "src/map/tiled_xml.c",
    "zlib.h": "src/map/inflate.c src/viewer/gzip.c",
    "jansson.h": "src/base src/map build-index/folder src/request src/scenario src/plaza src/server src/serve src/viewer src/cli",
    "microhttpd.h": "src/server",
    "sqlite3.h": "src/viewer",
    "mpi.h": "src/mpi",
    "windows.h": WINDOWS,
    "shellapi.h": WINDOWS,
    "io.h": WINDOWS,
}
SYSTEM = set("""assert ctype errno inttypes limits locale math signal stdarg stdatomic stdbool
    stddef stdint stdio stdlib string time arpa/inet dirent emmintrin fcntl ftw getopt malloc netinet/in netinet/tcp pthread
    strings sys/file sys/mman sys/random sys/resource setjmp sys/socket sys/stat sys/types sys/un unistd""".split())

# The header that tests for the system; all other files use its macros (PATHFAN_WITH_POSIX etc.).
PLATFORM = "src/base/platform.h"
SYSTEMS = re.compile(r"^[ \t]*#.*\b(_WIN32|_WIN64|__MINGW\w*|__CYGWIN__|__EMSCRIPTEN__|__linux__"
                     r"|__APPLE__|__unix__)\b", re.M)

# What allocates, and the sources of libraries that may use it: to hand it to another library, to free
# what realpath has made.
ALLOCATION = set("malloc calloc realloc free strdup strndup asprintf vasprintf aligned_alloc posix_memalign"
                 " reallocarray valloc".split())
ALLOCATES = {
    "src/base/allocate.c": "malloc calloc realloc free",
    "src/base/shortage.c": "malloc",
    "src/base/file.c": "free",
    "src/base/publish.c": "free",
    "src/map/tiled_xml.c": "malloc realloc free",
}
LIBRARIES = ("src/base src/geometry src/map src/mesh src/meshing src/search src/graph src/terrain src/weighted src/space"
             " format query build-index").split()

# The header with a plain form for each extension of C that it uses; and public headers, which look first.
PORTABLE = "src/base/portable.h"
MAY_EXTEND = {PORTABLE, "src/base/include/pathfan/status.h"}
EXTENSIONS = re.compile(r"\b(\w*__int128|__builtin_\w+|__attribute__|__typeof__|__extension__|__atomic_\w+|__sync_\w+"
                        r"|__SSE\w*__|__AVX\w*__|__ARM_NEON)\b|^[ \t]*#[ \t]*pragma (\w+)", re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)

# Shared objects, and the headers installed with them, or folders of such headers.
SHARED = {
    "libpathfan.so": "src/base/include format/include query/include",
    "libpathfan-lite.so": "src/base/include format/include/pathfan/open.h"
                          " query/include/pathfan/query.h query/include/pathfan/path.h"
                          " query/include/pathfan/request.h query/include/pathfan/answer.h"
                          " query/include/pathfan/places.h query/include/pathfan/obstacles.h query/include/pathfan/floors.h"
                         " query/include/pathfan/inspect.h",
    "libpathfan-crowd.so": "src/base/include format/include query/include src/crowd/include",
    "libpathfan-build.so": "src/base/include format/include query/include build-index/include"
                           " build-index/folder/include src/crowd/include src/scenario/include",
}

# The modules that the query library may depend on.
QUERY_NEEDS = "query " + MODULES["query"]
QUERY_LINKS = "lmdb libzstd libxxhash"

# Files that write indexes: code that only reads indexes must not call them.
WRITERS = "format/writer format/encode format/database format/sink src/base/publish".split()

failures = []


def fail(what):
    failures.append(what)
    print(what, file=sys.stderr)


def lies_in(path, places):
    """Returns the one of `places`, folders or files, that path lies in or is, or None."""
    return next((p for p in places if path == p or path.startswith(p + "/")), None)


def module_of(path):
    return lies_in(path, sorted(MODULES, key=len, reverse=True)) # build-index/folder is a module


def unit_of(path):
    """Returns the path without its ending: X.c and X.h are one file."""
    return os.path.splitext(path)[0]


def sources():
    for top in sorted({module.split("/")[0] for module in MODULES}):
        for folder, folders, names in os.walk(top):
            # Bindings in other languages, and the page with its module, are clients like any other.
            folders[:] = [f for f in folders if f not in ("node_modules", "bindings", "page")]
            for name in names:
                if name.endswith((".c", ".h", ".def")):
                    path = f"{folder}/{name}"
                    if module_of(path):
                        yield path
                    else:
                        fail(f"{path}: in no module of check_dependencies.py")


# ---- Includes ----

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.M)


def resolve(path, name, files):
    """Returns the file that an include names, by the build's include paths, or None."""
    for folder in (os.path.dirname(path), "src", ".", *INCLUDE_FOLDERS):
        target = os.path.normpath(f"{folder}/{name}")
        if target in files:
            return target
    return None


def read_includes(files):
    """Yields (file, line, target) for each include of a project file; checks the others."""
    for path in sorted(files):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        asked = SYSTEMS.search(text)
        if asked and path != PLATFORM:
            fail(f"{path}:{text.count(chr(10), 0, asked.start()) + 1}: asks for {asked[1]}; {PLATFORM} does")
        bare = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
        extended = path not in MAY_EXTEND and EXTENSIONS.search(bare)
        if extended:
            fail(f"{path}:{bare.count(chr(10), 0, extended.start()) + 1}: {extended[0].strip()} is for {PORTABLE}")
        for found in INCLUDE.finditer(text):
            quote, name = found.groups()
            line = text.count("\n", 0, found.start()) + 1
            target = resolve(path, name, files)
            if target:
                yield path, line, target
            elif quote == '"':
                fail(f'{path}:{line}: "{name}" leads nowhere')
            elif name in EXTERNAL:
                if not lies_in(path, EXTERNAL[name].split()):
                    fail(f"{path}:{line}: may not use <{name}>")
            elif name.removesuffix(".h") not in SYSTEM:
                fail(f"{path}:{line}: <{name}> is not among the libraries of check_dependencies.py")


# ---- Types ----

TYPE = re.compile(r"^(?:typedef )?(?:struct|union|enum) (p(?:athfan|f)_\w+) \{"
                  r"|^typedef [^;{]*?\b(p(?:athfan|f)_\w+);|^typedef [^;{]*?\(?\*?(p(?:athfan|f)_\w+)\)?\(", re.M)


def check_types(files):
    """Checks that no two headers define a type of one name; returns how many types there are."""
    owner = {}
    for path in sorted(files):
        if not path.endswith(".h"):
            continue
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        for name in {next(filter(None, found.groups())) for found in TYPE.finditer(text)}:
            if not is_opaque(name, text) and owner.setdefault(name, path) != path:
                fail(f"the type {name} is defined in {owner[name]} and in {path}")
    return len(owner)


def is_opaque(name, text):
    """Whether a header's text only declares a struct."""
    return f"typedef struct {name} {name};" in text and f"struct {name} {{" not in text


# ---- Objects ----

def find_objects(build, files):
    """Yields each source and its up-to-date objects in the build's own targets."""
    objects = collections.defaultdict(list)
    top = f"{build}/CMakeFiles"
    for target in os.listdir(top):
        if not target.endswith(".dir"):
            continue
        for folder, _, names in os.walk(f"{top}/{target}"):
            for name in names:
                source = os.path.relpath(f"{folder}/{name}", f"{top}/{target}")[:-2]
                if name.endswith(".c.o") and source in files:
                    objects[source].append(f"{folder}/{name}")
    for source, paths in objects.items():
        paths.sort(key=os.path.getmtime)
        fresh = [p for p in paths if os.path.getmtime(p) >= os.path.getmtime(source)]
        yield source, fresh or paths[-1:]


def nm(*arguments):
    out = subprocess.run(["nm", *arguments], check=True, capture_output=True, text=True).stdout
    return out.splitlines()


def read_symbols(build, files):
    """Lists (file, name, defining file) for each use of another file's symbol; checks names."""
    source_of = {o: source for source, paths in find_objects(build, files) for o in paths}
    if not source_of:
        fail(f"{build}: has no objects")
        return []
    owner, uses = {}, set()
    public = {name for folder in INCLUDE_FOLDERS for name in declared_in(folder)}
    for line in nm("--extern-only", "--print-file-name", *source_of):
        path, _, rest = line.partition(":")
        kind, name = rest.split()[-2:]
        source = source_of[path]
        if kind == "U":
            uses.add((source, name))
        elif kind in "TDBR":
            if name == "main" and module_of(source) in PROGRAMS:
                continue
            if owner.setdefault(name, source) != source:
                fail(f"{name} is defined in {owner[name]} and in {source}")
            prefix = "pathfan_" if name in public else "pf_"
            if not name.startswith(prefix) and module_of(source) not in PROGRAMS:
                fail(f"{source} defines {name}, which doesn't begin with {prefix}")
    for source, name in sorted(uses):
        if name in ALLOCATION and module_of(source) in LIBRARIES and name not in ALLOCATES.get(source, "").split():
            fail(f"{source} uses the C library's {name}; it must include base/allocate.h")
    return sorted((source, name, owner[name]) for source, name in uses if name in owner)


# ---- Modules ----

def check_modules(includes, calls):
    """Checks that MODULES permits all uses and has no unused entry; returns the uses by module."""
    seen, used, arrows = set(), set(), collections.defaultdict(set)
    for module, places in MODULES.items():
        for place in places.split():
            if module_of(place) not in seen:
                fail(f"MODULES: {module} may look into {place}, which isn't below it")
        seen.add(module)
    for path, line, target in includes:
        module, other = module_of(path), module_of(target)
        if "/include/" in path and "/include/" not in target:
            fail(f"{path}:{line}: a public header that needs {target}, which isn't public")
        if module == other:
            continue
        arrows[module].add(other)
        place = lies_in(target, MODULES[module].split())
        used.add((module, place))
        if not place:
            fail(f"{path}:{line}: {module} may not use {target}")
    for path, name, target in calls:
        module, other = module_of(path), module_of(target)
        if module == other:
            continue
        arrows[module].add(other)
        places = [place for place in MODULES[module].split() if module_of(place) == other]
        used.update((module, place) for place in places)
        if not places:
            fail(f"{path}: {module} may not use {name} of {target}")
    built = {module_of(path) for path, _, _ in calls}  # src/mpi isn't always built
    for module, places in MODULES.items():
        for place in places.split():
            if module in built and (module, place) not in used:
                fail(f"MODULES: {module} doesn't use {place} any more")
    return arrows


def count_layers(modules, arrows):
    layer = {}
    for module in modules: # lower ones come first
        layer[module] = 1 + max((layer.get(other, 0) for other in arrows[module]), default=0)
    return max(layer.values())


def check_inside(includes, calls):
    """Checks the uses between the folders of the large modules; returns a line for each module."""
    lines = []
    for module, folders in INSIDE.items():
        arrows = collections.defaultdict(set)
        for path, what, target in [*includes, *calls]:
            if module_of(path) != module or module_of(target) != module or "/include/" in target:
                continue
            one, other = path.split("/")[1], target.split("/")[1]
            if one not in folders and "/include/" not in path:
                fail(f"{path}: in no folder of INSIDE")
            elif one != other:
                arrows[one].add(other)
                if other not in folders.get(one, "").split():
                    fail(f"{path}: {module}/{one} may not use {target} ({what})")
        seen = set()
        for one, others in folders.items():
            for other in others.split():
                if other not in seen:
                    fail(f"INSIDE: {module}/{one} may use {other}, which isn't below it")
                if calls and other not in arrows[one]: # includes alone don't show all
                    fail(f"INSIDE: {module}/{one} doesn't use {other} any more")
            seen.add(one)
        lines.append(f"{module}: {len(folders)} folders, {count_layers(folders, arrows)} layers,"
                     f" {sum(map(len, arrows.values()))} uses")
    return lines


def check_readers(calls):
    """Checks that the query library reaches no file that writes indexes."""
    calls_of = collections.defaultdict(list)
    for path, name, target in calls:
        calls_of[unit_of(path)].append((name, unit_of(target)))
    reached = {unit for unit in calls_of if module_of(unit + ".c") == "query"}
    queue = sorted(reached)
    for unit in queue:
        for name, target in calls_of[unit]:
            if target in WRITERS:
                fail(f"{unit} calls {name} of {target}, which is for builders")
            elif target not in reached:
                reached.add(target)
                queue.append(target)


# ---- Circles ----

def find_knots(graph):
    """Finds Tarjan's strongly connected components of more than one node."""
    index, low, stack, on_stack, knots = {}, {}, [], set(), []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, others = work[-1]
            for other in others:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    knot = set(stack[stack.index(node):])
                    del stack[stack.index(node):]
                    on_stack -= knot
                    if len(knot) > 1:
                        knots.append(knot)
    return knots


def shortest_circle(graph, knot):
    """Returns the shortest cycle through files of the knot."""
    best = None
    for start in sorted(knot):
        before, queue = {start: None}, collections.deque([start])
        while queue:
            node = queue.popleft()
            if start in graph[node]:
                way = []
                while node:
                    way.append(node)
                    node = before[node]
                if not best or len(way) < len(best):
                    best = way[::-1]
                break
            for other in sorted(graph[node] & knot - before.keys()):
                before[other] = node
                queue.append(other)
    return best


def check_circles(includes, calls):
    """Reports every cycle of files; returns their number."""
    why = collections.defaultdict(list)
    for path, _, target in includes:
        why[unit_of(path), unit_of(target)].append(os.path.basename(target))
    for path, name, target in calls:
        why[unit_of(path), unit_of(target)].append(name)
    graph = collections.defaultdict(set)
    for one, other in why:
        if one != other:
            graph[one].add(other)
    knots = find_knots(graph)
    for knot in knots:
        way = shortest_circle(graph, knot)
        steps = [f"  {one} uses {', '.join(sorted(set(why[one, other])))} of {other}"
                 for one, other in zip(way, way[1:] + way[:1])]
        text = "\n".join([f"{len(knot)} files in a circle: {' '.join(sorted(knot))}", *steps])
        fail(text)
    return len(knots)


# ---- Libraries ----

def declared_in(place):
    """Yields the functions declared by a header, or by all headers in a folder."""
    for base, _, names in os.walk(place) if os.path.isdir(place) else [(place, [], [""])]:
        for name in sorted(names):
            with open(f"{base}/{name}".rstrip("/"), encoding="utf-8") as file:
                text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
            text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
            text = re.sub(r"^[ \t]*#(.*\\\n)*.*$", "", text, flags=re.M)
            bodies = 1
            while bodies:
                text, bodies = re.subn(r"\{[^{}]*\}", ";", text)
            for statement in text.split(";"):
                found = re.search(r"\b(pathfan_\w+)\s*\(", statement)
                if found and not re.match(r"\s*(typedef|static)\b", statement):
                    yield found[1]


def check_libraries(build):
    for name, headers in SHARED.items():
        library = f"{build}/{name}"
        if not os.path.exists(library):
            continue
        shown = {line.split()[-1].partition("@")[0]
                 for line in nm("--dynamic", "--defined-only", library) if " A " not in line}
        declared = {f for place in headers.split() for f in declared_in(place)}
        for function in sorted(shown - declared):
            fail(f"{name} shows {function}, which no installed header declares")
        for function in sorted(declared - shown):
            fail(f"{name} doesn't show {function}, which an installed header declares")
    archives = [f"{build}/libpathfan-{os.path.basename(module)}.a" for module in QUERY_NEEDS.split()]
    if not all(map(os.path.exists, archives)):
        return
    links = subprocess.run(["pkg-config", "--libs", *QUERY_LINKS.split()], check=True,
                           capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory() as scratch:
        linked = subprocess.run(
            [os.environ.get("CC", "cc"), "-shared", "-Wl,-z,defs", "-o", f"{scratch}/closure.so",
             "-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive", *links, "-lm", "-pthread"],
            capture_output=True, text=True)
    if linked.returncode:
        fail(f"the query library needs more than it may:\n{linked.stderr}")


def main():
    build = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = set(sources())
    includes = list(read_includes(files))
    calls = read_symbols(build, files) if build else []
    types = check_types(files)
    layers = count_layers(MODULES, check_modules(includes, calls))
    inside = check_inside(includes, calls)
    check_readers(calls)
    circles = check_circles(includes, calls)
    if build:
        check_libraries(build)
    print("\n".join(inside))
    print(f"types in headers: {types}, modules: {len(MODULES)}, files: {len(set(map(unit_of, files)))}, layers: {layers},"
          f" circles: {circles}" + ("" if build else " (by includes alone: no build was given)"))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
