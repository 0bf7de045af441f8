#!/usr/bin/env python3
"""game_packages.py FOLDER SYSTEM=LIBRARY... - the packages for Unity and for Godot with .NET.

    FOLDER/unity/com.pathfan.pathfan   a UPM package, as a folder and as .tgz
    FOLDER/godot/addons/pathfan        a Godot addon, as a folder and as .zip

Both consist of src/bindings/csharp, of what src/packaging/unity and src/packaging/godot add to it, and
of the shared objects that are given: pathfan-lite, which games need, and pathfan-build, which editors
need. SYSTEM is a key of SYSTEMS. `cmake --build build --target game-packages` gives them those of this
system. The same sources and libraries give the same bytes."""
import glob
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAME = "com.pathfan.pathfan"
# How a library is called; what Unity calls the system in its editor, the players and the processor.
SYSTEMS = {
    "linux-x86_64": ("lib{}.so", "Linux", "Linux64", "x86_64"),
    "windows-x86_64": ("{}.dll", "Windows", "Win64", "x86_64"),
    "macos-arm64": ("lib{}.dylib", "OSX", "OSXUniversal", "ARM64"),
}
IMPORTERS = {".cs": "MonoImporter", ".asmdef": "AssemblyDefinitionImporter", ".md": "TextScriptImporter"}


def meta(path, is_folder, library=None):
    """Returns the .meta file of an asset. Its id depends on the path alone, so references to assets
    of the package outlive a new version."""
    guid = hashlib.md5(f"{NAME}/{path}".encode()).hexdigest()
    text = f"fileFormatVersion: 2\nguid: {guid}\n"
    if is_folder:
        return text + "folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n"
    if library:
        return text + plugin_settings(*library)
    kind = "PackageManifestImporter" if path == "package.json" else IMPORTERS.get(os.path.splitext(path)[1], "DefaultImporter")
    text += f"{kind}:\n  externalObjects: {{}}\n"
    return text + "  serializedVersion: 2\n  executionOrder: 0\n" if kind == "MonoImporter" else text


def plugin_settings(system, is_builder):
    """Returns the part about a library: the editor of its system loads it, players pathfan-lite alone."""
    _, editor, player, processor = SYSTEMS[system]
    return f"""PluginImporter:
  externalObjects: {{}}
  serializedVersion: 2
  isPreloaded: 0
  isOverridable: 0
  isExplicitlyReferenced: 0
  validateReferences: 1
  platformData:
  - first:
      Any: 
    second:
      enabled: 0
      settings: {{}}
  - first:
      Editor: Editor
    second:
      enabled: 1
      settings:
        CPU: {processor}
        DefaultValueInitialized: true
        OS: {editor}
  - first:
      Standalone: {player}
    second:
      enabled: {int(not is_builder)}
      settings:
        CPU: {processor if not is_builder else "None"}
"""


def copy(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(source, target)


def copy_tree(source, target):
    for base, _, names in os.walk(source):
        for name in names:
            path = os.path.join(base, name)
            copy(path, os.path.join(target, os.path.relpath(path, source)))


def make_unity(folder, libraries):
    copy_tree(f"{ROOT}/src/packaging/unity", folder)
    for path in glob.glob(f"{ROOT}/src/bindings/csharp/*.cs") + [f"{ROOT}/src/bindings/csharp/Pathfan.asmdef"]:
        copy(path, f"{folder}/Runtime/{os.path.basename(path)}")
    copy(f"{ROOT}/src/bindings/csharp/README.md", f"{folder}/Documentation~/csharp.md")
    copy(f"{ROOT}/LICENSE", f"{folder}/LICENSE.md")
    plugins = {}
    for system, name, path in libraries:
        place = f"Plugins/{system}/{SYSTEMS[system][0].format(name)}"
        copy(path, f"{folder}/{place}")
        plugins[place] = (system, name == "pathfan-build")
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.endswith("~")]  # Unity ignores these
        for name in folders + names:
            place = os.path.relpath(os.path.join(base, name), folder)
            with open(f"{folder}/{place}.meta", "w", encoding="utf-8") as file:
                file.write(meta(place, name in folders, plugins.get(place)))


def make_godot(folder, libraries):
    copy_tree(f"{ROOT}/src/packaging/godot/addons/pathfan", folder)
    for path in glob.glob(f"{ROOT}/src/bindings/csharp/*.cs"):
        copy(path, f"{folder}/pathfan/{os.path.basename(path)}")
    copy(f"{ROOT}/src/bindings/csharp/README.md", f"{folder}/csharp.md")
    copy(f"{ROOT}/LICENSE", f"{folder}/LICENSE")
    for system, name, path in libraries:
        copy(path, f"{folder}/native/{system}/{SYSTEMS[system][0].format(name)}")
    open(f"{folder}/native/.gdignore", "w", encoding="utf-8").close()  # nothing there is a resource


def files_of(folder):
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(base, name)
            yield path, os.path.relpath(path, folder)


def pack_tgz(folder, target):
    """As Unity's package manager wants it: everything below `package`."""
    with open(target, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, place in files_of(folder):
            entry = tarfile.TarInfo(f"package/{place}")
            with open(path, "rb") as content:
                data = content.read()
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))


def pack_zip(folder, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, place in files_of(folder):
            with open(path, "rb") as content:
                packed.writestr(zipfile.ZipInfo(place), content.read(), zipfile.ZIP_DEFLATED)


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    out, libraries = sys.argv[1], []
    for argument in sys.argv[2:]:
        system, _, path = argument.partition("=")
        name = re.search(r"pathfan-(lite|build)", os.path.basename(path))
        if system not in SYSTEMS or not name:
            raise SystemExit(f"{argument}: expected SYSTEM=LIBRARY, of {', '.join(SYSTEMS)}")
        libraries.append((system, name[0], path))
    with open(f"{ROOT}/src/base/include/pathfan/version.h", encoding="utf-8") as file:
        version = re.search('PATHFAN_VERSION "(.*)"', file.read())[1]
    with open(f"{ROOT}/src/packaging/unity/package.json", encoding="utf-8") as file:
        if json.load(file)["version"] != version:
            raise SystemExit(f"package.json isn't of version {version}")
    with open(f"{ROOT}/src/packaging/godot/addons/pathfan/plugin.cfg", encoding="utf-8") as file:
        if f'version="{version}"' not in file.read():
            raise SystemExit(f"plugin.cfg isn't of version {version}")
    for name in ("unity", "godot"):
        shutil.rmtree(f"{out}/{name}", ignore_errors=True)
    make_unity(f"{out}/unity/{NAME}", libraries)
    make_godot(f"{out}/godot/addons/pathfan", libraries)
    pack_tgz(f"{out}/unity/{NAME}", f"{out}/unity/{NAME}-{version}.tgz")
    pack_zip(f"{out}/godot", f"{out}/godot.zip")
    os.replace(f"{out}/godot.zip", f"{out}/godot/pathfan-godot-{version}.zip")


if __name__ == "__main__":
    main()
