#!/usr/bin/env bash
# csharp.sh BUILD_FOLDER [INDEX SCEN...] - compiles the C# package and runs test_csharp.cs with it,
# under Mono, with the library in BUILD_FOLDER: layouts must be those of the table, answers those of
# the command. For each INDEX, prints the time of a request, and that from C, by BUILD_FOLDER's
# target `measure`. Skipped, 77, without Mono's compiler; PATHFAN_INSTALL=1 installs it (Debian), as
# `cmake --build build --target csharp` does.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
shift
. "$root/tests/needs.sh"
. "$here/make_indexes.sh"
if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
  if [ "${PATHFAN_INSTALL:-}" = 1 ]; then
    install_packages mono-mcs mono-runtime
  else
    echo "skipped: Mono's C# compiler, mcs, isn't there (Debian: mono-mcs)"
    exit 77
  fi
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
package=$root/src/bindings/csharp
# The library is found by its installed name, which Pathfan.dll.config gives.
export LD_LIBRARY_PATH=$build

# Compiled as the page says for Mono; then as the project file says, with and without spans.
mkdir "$scratch/mono"
command=$(sed -n 's/^- \*\*Mono\*\*: `\(mcs .*\)`\.$/\1/p' "$package/README.md")
(cd "$package" && ${command/-out:/-nologo -out:$scratch/mono/})
[ -s "$scratch/mono/Pathfan.dll" ]
compile="mcs -langversion:7.2 -unsafe -warnaserror -nologo -target:library"
cd "$scratch"
$compile -out:Plain.dll "$package"/*.cs
$compile -define:PATHFAN_SPANS -out:Pathfan.dll "$package"/*.cs
cp "$package/Pathfan.dll.config" .
mcs -langversion:7.2 -unsafe -warnaserror -nologo -r:Pathfan.dll -out:Test.exe \
  "$here"/{test_csharp,csharp_checks,csharp_layouts,csharp_bench}.cs
mcs -langversion:7.2 -warnaserror -nologo -r:Pathfan.dll -out:Units.exe "$package/example/Units.cs"
mcs -langversion:7.2 -warnaserror -nologo -r:Pathfan.dll -out:Siege.exe "$root/docs/examples/siege.cs"
# The page's examples: statements of a program; classes, with the parts of the engines they name.
awk -v RS='```' '/^cs\n/ { sub(/^cs\n/, ""); print > ("page" ++n ".cs") }' "$package/README.md"
{ sed -n '/^using [A-Z]/p' page1.cs; echo 'using System; static class Page { static void Main() {'; sed '/^using [A-Z]/d' page1.cs; echo '} }'; } >page.cs
mcs -langversion:7.2 -nologo -r:Pathfan.dll -out:Page.exe page.cs
mcs -langversion:7.2 -nologo -target:library -r:Pathfan.dll -out:Engines.dll page2.cs page3.cs "$here/engines.cs"
version=$(sed -n 's/#define PATHFAN_VERSION "\(.*\)"/\1/p' "$root/src/base/include/pathfan/version.h")
grep -q "<Version>$version</Version>" "$package/Pathfan.csproj" || { echo "Pathfan.csproj isn't of version $version" >&2; exit 1; }
python3 -c 'import json, sys, xml.dom.minidom
xml.dom.minidom.parse(sys.argv[1] + "/Pathfan.csproj")
assert json.load(open(sys.argv[1] + "/Pathfan.asmdef"))["allowUnsafeCode"]' "$package"

# Mono lays structs out as C does; types and enums are compared by tests/check_bindings.py.
mono Test.exe layouts >layouts.txt
[ "$(wc -l <layouts.txt)" -gt 150 ]
cut -d' ' -f1,2 "$root/tests/golden/layouts.txt" >golden.txt
if grep -vxFf golden.txt layouts.txt; then echo "these aren't the layouts of C" >&2; exit 1; fi

# A library of another version is refused with a message.
mkdir other
echo 'const char *pathfan_version(void) { return "0.3.7"; }' | cc -shared -fPIC -x c - -o other/libpathfan-lite.so.0.2
said=$(LD_LIBRARY_PATH=$scratch/other mono Test.exe version)
[ "$said" = "Version: the library is pathfan-lite 0.3.7, where 0.2 is wanted" ] || { echo "of another version: $said" >&2; exit 1; }

# The command's answers, as words: numbers as their bits.
mkdir maps
make_indexes "$build/pathfan" maps
mono Siege.exe maps/rooms.pathfan 25 2>/dev/null | grep -q '^800 units, .* 25 ticks: .*; [0-9]* arrived$' || { echo "siege.cs fails" >&2; exit 1; }
cp "$root/tests/cli/old/grid-2.3.pathfan" maps/grid.old
for name in caves rooms random campus; do
  python3 - "maps/$name" >"maps/$name.words" <<'PYTHON'
import json, struct, sys
def bits(number):
    return struct.pack(">d", number).hex()
def word(value):
    return bits(value) if not isinstance(value, (bool, str)) else str(value).lower()
def lines(name):
    return map(json.loads, open(name, encoding="utf-8"))
for asked, got in zip(lines(sys.argv[1] + ".requests.jsonl"), lines(sys.argv[1] + ".answers.jsonl")):
    assert asked.pop("id") == got["id"]
    words = [word(v) for end in ("from", "to") for v in asked.pop(end)]
    words += [len(asked)] + [w for name, value in asked.items() for w in (name, word(value))]
    words += [got["status"], got["reason"]] + [word(v) for end in ("from", "to") for v in got[end]]
    words.append(len(got["paths"]))
    for path in got["paths"]:
        words += [word(path["length"]), word(path.get("filled", False)), len(path["points"])]
        words += [word(v) for point in path["points"] for v in point]
    print(*words)
PYTHON
done
mono Test.exe maps
(cd maps && mono ../Page.exe) >said
grep -q '^[0-9.]*: 4,50 .* 155,50$' said
mono Units.exe maps/caves.pathfan 20 10 >said
grep -q '^20 units, 10 frames, [1-9][0-9]* ways;' said

# The library compiled as the page says, under the name that .NET and Unity look for.
command=$(sed -n 's/^| Linux | `\(.*\)` | libpathfan-lite.so |$/\1/p' "$package/README.md")
mkdir alone
"$root/src/packaging/amalgamate.py" .
$command alone/libpathfan-lite.so
mv Pathfan.dll.config unused
LD_LIBRARY_PATH=$scratch/alone mono Units.exe maps/caves.pathfan 20 10 >again
[ "$(cut -d';' -f1,3 again)" = "$(cut -d';' -f1,3 said)" ]
mv unused Pathfan.dll.config

# Medians over the lines of a scenario, least of three passes each, C# and C in turn.
while [ $# -gt 1 ]; do
  for round in 1 2 3 4 5; do
    mono Test.exe bench "$1" "$2" 3 3 >"csharp.$round"
    "$build/tests/measure" queries "$1" "$2" 3 3 >"c.$round"
  done
  python3 - "$(basename "$1")" <<'PYTHON'
import statistics, sys
def times(what):
    runs = [[line.split() for line in open(f"{what}.{i}")] for i in range(1, 6)]
    assert all([row[1] for row in run] == [row[1] for row in runs[0]] for run in runs)
    return [statistics.median(float(run[i][0]) for run in runs) for i in range(len(runs[0]))], [row[1] for row in runs[0]]
(ours, found), (c, paths) = times("csharp"), times("c")
assert found == paths
print(f"{sys.argv[1]}: {len(c)} requests for three paths; median of C# {statistics.median(ours):.2f} us, "
      f"of C {statistics.median(c):.2f}, of the difference {statistics.median(a - b for a, b in zip(ours, c)):.2f}")
PYTHON
  shift 2
done
