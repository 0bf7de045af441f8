#!/usr/bin/env python3
"""check_bindings.py SOURCE_FOLDER - checks what bindings repeat of the headers against
tests/golden/layouts.txt, without the languages' tools.

C#: structs have the members of the header, all of them in order, and their types, so the same
layout; enums have the same values; calls have the same parameters. Python: the same of the
declarations for cffi, which may leave members out, and of the exceptions. JavaScript: statuses,
names of outcomes and reasons, numbers of fields."""
import re
import sys

from check_layouts import functions_of, members_of, read_table, structs_of, without_comments

source = sys.argv[1]
table = read_table(source)
wrong = []
checked = 0


def read(path):
    with open(f"{source}/src/bindings/{path}", encoding="utf-8") as file:
        return file.read()


def check(what, right, here, path):
    global checked
    checked += 1
    if here != right:
        wrong.append(f"{path}: {what} is {here}; in the header {right}")


def within(name):
    """Returns {member: value} of a struct or an enum."""
    return {what.partition(".")[2]: value for what, value in table.items() if what.startswith(name + ".")}


def kind_of(value):
    """Returns the type of a member without its offset."""
    return value.partition(" ")[2]


def snake(name):
    return re.sub(r"(?<=.)([A-Z])", r"_\1", name).lower()


def constants_in(enum):
    """Returns {name: value} of an enum, without the part that all its names have: "no_path"."""
    values = {name.lower(): int(value) for name, value in within(enum).items()}
    common = {"pathfan_status": "pathfan_err_", "pathfan_leg_kind": "pathfan_leg_", "pathfan_open_policy": "pathfan_open_"}.get(enum, enum + "_")
    return {name.removeprefix(common).removeprefix("pathfan_"): value for name, value in values.items()}


# ---- C# ----

# What a C# type may be in C. A pointer without a type may be any.
NUMBERS = {"double": ["double"], "int": ["int32_t"], "uint": ["uint32_t"], "long": ["int64_t"],
           "ulong": ["uint64_t"], "byte": ["bool", "char", "uint8_t", "void"], "UIntPtr": ["size_t"],
           "void": ["void"], "IndexHandle": ["pathfan_index *"], "Visitor": ["pathfan_visit"]}


def fits(here, kind):
    """Whether a C# type has the form of a C type."""
    kind = kind.replace("const ", "").replace("struct ", "").replace("typedef ", "")
    if here == "IntPtr":
        return kind.endswith("*") or kind == "function"
    if here.endswith("*"):
        return kind.endswith("*") and fits(here[:-1], kind[:-1].strip())
    if here.endswith("]"):
        item, count = here[:-1].split("[")
        its_item, _, its_count = kind.rstrip("]").partition("[")
        if its_item in table: # C# has no arrays of structs in a struct
            return item == "ulong" and int(count) * 8 == int(its_count) * int(table[its_item])
        return count == its_count and fits(item, its_item)
    return kind in NUMBERS.get(here, [here if here.startswith("pathfan_") else "pathfan_" + snake(here)])


def check_members(path, name, body):
    here = []
    for modifiers, kind, names in re.findall(r"(public|internal)(?: readonly| fixed)* ([\w*]+) ([^;]+);", body):
        for part in names.split(","):
            member, _, items = part.strip().rstrip("]").partition("[")
            count = eval(items) if re.fullmatch(r"[\d *]+", items) else 0
            here.append((snake(member), f"{kind}[{count}]" if count else kind))
    members = within(name)
    check(name, list(members), [member for member, _ in here], path)
    for member, kind in here:
        wanted = kind_of(members.get(member, ""))
        check(f"{name}.{member}", wanted, wanted if fits(kind, wanted) else kind, path)


def check_call(path, result, name, parameters):
    wanted = table.get(name + "()", "nothing ()")
    here = [" ".join(part.split()).rpartition(" ")[0] for part in parameters.split(",") if part.strip()]
    its_result, _, kinds = wanted.rstrip(")").rpartition(" (") if wanted.count("(") == 1 else ("", "", "")
    kinds = [kind for kind in kinds.split(", ") if kind != "void"]
    same = len(here) == len(kinds) and all(map(fits, [result, *here], [its_result, *kinds]))
    check(name, wanted, wanted if same else f"{result} ({', '.join(here)})", path)


def check_csharp():
    path = "csharp/Native.cs"
    text = re.sub(r"//[^\n]*", "", read(path))
    for name, body in re.findall(r"struct (\w+)\s*\{(.*?)\n    \}", text, re.S):
        check_members(path, name, body)
    for result, name, parameters in re.findall(r"static extern (\S+) (\w+)\(([^)]*)\);", text):
        check_call(path, result, name, parameters)
    for here, name in (("Visitor", "visit"), ("Progress", "progress_function"), ("IsCancelled", "cancelled_function")):
        result, parameters = re.search(rf"delegate (\w+) {here}\(([^)]*)\)", text).groups()
        check_call(path, result, "pathfan_" + name, parameters)
    path = "csharp/Answer.cs"
    check_members(path, "pathfan_point", re.search(r"struct Point\b.*?\{(.*?)\n\n", read(path), re.S)[1])
    for name in ("Answer", "Index", "PathfanException", "Request"):
        path = f"csharp/{name}.cs"
        for enum, body in re.findall(r"public enum (\w+)\s*\{(.*?)\}", re.sub(r"//[^\n]*", "", read(path)), re.S):
            here = {}
            for constant, value in re.findall(r"(\w+)(?: = (\d+))?", body):
                here[snake(constant)] = int(value) if value else max(here.values(), default=-1) + 1
            check(enum, constants_in("pathfan_" + snake(enum)), here, path)
    text = read("csharp/Native.cs")
    with open(source + "/src/base/include/pathfan/version.h") as file:
        version = re.findall(r"#define PATHFAN_VERSION_M\w+ (\d+)", file.read())
    check("the version", version, list(re.search(r"VersionMajor = (\d+), VersionMinor = (\d+)", text).groups()),
          "csharp/Native.cs")


# ---- Python ----

def check_python():
    path = "python/module.py"
    text = without_comments(re.search(r'DECLARED = """(.*?)"""', read(path), re.S)[1])
    for name, body in structs_of(text):
        if not name.startswith("pathfan_"):
            continue
        members = within(name)
        here = {member: kind + "[512]" * is_array for member, kind, is_array in members_of(body.replace("...", ""))}
        for member, kind in here.items():
            check(f"{name}.{member}", re.sub(r"\[\d+\]", "[512]", kind_of(members.get(member, ""))), kind, path)
        if "..." not in body:
            check(name, list(members), list(here), path)
    for name, kind in functions_of(text):
        if name.startswith("pathfan_"):
            check(name, table.get(name + "()"), kind, path)
    path = "python/pathfan/_errors.py"
    here = {snake(name).replace("input_output", "io"): int(value)
            for name, value in re.findall(r"class (\w+)Error\(.*?status = (\d+)", read(path), re.S)}
    statuses = constants_in("pathfan_status")
    for name in ("ok", "cancelled"): # no call of the package has these
        del statuses[name]
    check("the statuses", statuses, here, path)


# ---- JavaScript ----

def check_javascript():
    path = "javascript/index.js"
    text = read(path)
    statuses = constants_in("pathfan_status")
    del statuses["ok"]
    here = {name: int(value) for value, name in re.findall(r"(\d+): '(\w+)'", read("javascript/builder/builder.js"))}
    check("STATUS", statuses, here, "javascript/builder/builder.js")
    fields = re.findall(r"'(\w+)'", re.search(r"FIELDS = \[(.*?)\]", text, re.S)[1])
    cases = re.findall(r"case (\d+): r->(\w+)", read("javascript/module.c"))
    check("FIELDS", cases, [(str(i), snake(name)) for i, name in enumerate(fields)], path)
    check("a point", "16", table["pathfan_point"], path) # is read as two numbers
    path = "javascript/index.d.ts"
    for name in ("outcome", "reason"):
        names = constants_in("pathfan_" + name)
        names.pop("invalid_request", None) # is thrown
        check(name, list(names), re.findall(r"'(\w+)'", re.search(rf"  {name}: ('.*)", read(path))[1]), path)


check_csharp()
check_python()
check_javascript()
print("\n".join(wrong) if wrong else f"{checked} declarations of bindings are as in the headers")
sys.exit(1 if wrong else 0)
