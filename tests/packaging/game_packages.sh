#!/usr/bin/env bash
# game_packages.sh BUILD_FOLDER - makes the packages for Unity and Godot, checks that they have what
# these engines ask for, compiles them with Mono, against declarations of what they use of the editors
# (engines/), and imports a map with each: same bytes as the command's. Skipped, 77, without Mono.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
  echo "skipped: Mono's C# compiler, mcs, isn't there (Debian: mono-mcs)"
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$*" >&2; exit 1; }

libraries="linux-x86_64=$build/libpathfan-lite.so linux-x86_64=$build/libpathfan-build.so"
for folder in one two; do "$root/src/packaging/game_packages.py" $folder $libraries; done
diff -r one two || fail "made again, the packages differ"
python3 - <<'PYTHON'
import glob, json, os, re, tarfile, zipfile
unity = "one/unity/com.pathfan.pathfan"
about = json.load(open(f"{unity}/package.json"))
for sample in about["samples"]:
    assert glob.glob(f"{unity}/{sample['path']}/*.cs"), sample
ids = {}
for base, folders, names in os.walk(unity):
    folders[:] = [name for name in folders if not name.endswith("~")]
    for name in folders + [n for n in names if not n.endswith(".meta")]:
        text = open(f"{base}/{name}.meta").read()
        ids.setdefault(re.search(r"^guid: ([0-9a-f]{32})$", text, re.M)[1], []).append(name)
        assert ("folderAsset" in text) == (name in folders), name
        assert ("PluginImporter" in text) == ("libpathfan" in name), name
    for name in names:
        assert not name.endswith(".meta") or os.path.exists(f"{base}/{name[:-5]}"), name
assert len(ids) > 15 and all(len(names) == 1 for names in ids.values()), ids
plugin = open(f"{unity}/Plugins/linux-x86_64/libpathfan-build.so.meta").read()
assert re.search(r"Standalone: Linux64\n    second:\n      enabled: 0", plugin) # not in games
players = open(f"{unity}/Plugins/linux-x86_64/libpathfan-lite.so.meta").read()
assert re.search(r"Standalone: Linux64\n    second:\n      enabled: 1", players)
assert all(name.startswith("package/") for name in tarfile.open(glob.glob("one/unity/*.tgz")[0]).getnames())
assert "addons/pathfan/plugin.cfg" in zipfile.ZipFile(glob.glob("one/godot/*.zip")[0]).namelist()
for name in re.findall(r'script="(.*)"', open("one/godot/addons/pathfan/plugin.cfg").read()):
    assert os.path.exists(f"one/godot/addons/pathfan/{name}")
import xml.dom.minidom
xml.dom.minidom.parse("one/godot/addons/pathfan/pathfan.props")
PYTHON

"$build/pathfan" make-map --kind rooms --width 40 --height 30 --seed 3 -o rooms.map >log
"$build/pathfan" build-index rooms.map --agent-radius 0.25 -o rooms.pathfan >log 2>&1
engines=$root/tests/packaging/engines
unity=one/unity/com.pathfan.pathfan
mcs="mcs -langversion:7.2 -unsafe -warnaserror -nowarn:0649 -nologo" # Unity sets fields
$mcs -define:UNITY_EDITOR,UNITY_2020_2_OR_NEWER -target:library -out:Unity.dll "$engines/unity.cs"
$mcs -target:library -r:Unity.dll -out:Pathfan.dll $unity/Runtime/*.cs $unity/Samples~/*/*.cs
$mcs -define:UNITY_EDITOR,UNITY_2020_2_OR_NEWER -r:Unity.dll -r:Pathfan.dll -out:try_unity.exe $unity/Editor/*.cs "$engines/try_unity.cs"
$mcs -define:TOOLS -out:try_godot.exe one/godot/addons/pathfan/*.cs one/godot/addons/pathfan/pathfan/*.cs "$engines"/{godot,try_godot}.cs
$mcs -target:library -out:player.dll one/godot/addons/pathfan/*.cs one/godot/addons/pathfan/pathfan/*.cs "$engines/godot.cs" # an exported game
export LD_LIBRARY_PATH=$scratch/$unity/Plugins/linux-x86_64:$build
mono try_unity.exe rooms.map rooms.pathfan
LD_LIBRARY_PATH=$scratch/one/godot/addons/pathfan/native/linux-x86_64:$build
mono try_godot.exe rooms.map rooms.pathfan
