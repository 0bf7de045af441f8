#!/usr/bin/env python3
"""release_lists.py SOURCES - what a release says in several places is the same everywhere: its
version, the packages it links, its files, the papers it cites; workflows run what exists; and the
checks of wheels find what is wrong with one."""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.abspath(sys.argv[1])
sys.path.insert(0, f"{ROOT}/src/packaging")
import manylinux  # noqa: E402
import sbom  # noqa: E402


def read(path):
    with open(f"{ROOT}/{path}", encoding="utf-8") as file:
        return file.read()


def same(what, one, other):
    if one != other:
        raise SystemExit(f"{what}: {one} isn't {other}")


version = re.search(r'define PATHFAN_VERSION "(.*)"', read("src/base/include/pathfan/version.h"))[1]
same("CITATION.cff", re.search(r"^version: (.*)", read("CITATION.cff"), re.M)[1], version)
same("Pathfan.csproj", re.search(r"<Version>(.*)</Version>", read("src/bindings/csharp/Pathfan.csproj"))[1], version)
assert re.search(rf"^## ({re.escape(version)}\b|.*[Uu]nreleased|.*not yet tagged)", read("CHANGELOG.md"), re.M), "CHANGELOG.md has no section for the release"

asked = set(re.findall(r"pkg_check_modules\(\w+ (?:REQUIRED |QUIET )?IMPORTED_TARGET ([\w.-]+)", read("CMakeLists.txt")))
same("dependencies that sbom.py names", set(sbom.DEPENDENCIES), {name.replace("cairo-svg", "cairo") for name in asked})

# The page's table has all packages and files; scripts and workflows name what there is.
page = read("docs/releasing.md")
for ending in (".tar.xz", ".spdx.json", ".changes.txt", ".deb", ".whl", ".tgz", "SHA256SUMS"):
    assert ending in page, f"docs/releasing.md doesn't tell of {ending}"
components = re.findall(r'PACKAGE_NAME (libpathfan-dev|pathfan|python3-pathfan)\)', read("src/packaging/packages.cmake"))
same("packages", sorted(components), ["libpathfan-dev", "pathfan", "python3-pathfan"])
for workflow in ("check", "release"):
    text = read(f".github/workflows/{workflow}.yml")
    for script in re.findall(r"\b(?:tests|src|docs)/[\w/-]+(?:\.\w+)?", text):
        assert os.path.exists(f"{ROOT}/{script}"), f"{workflow}.yml runs {script}"
assert "tests/check" in read(".github/workflows/check.yml") and "--target release" in read(".github/workflows/release.yml")

# The papers are the same in CITATION.cff and papers.bib.
dois = lambda text: set(re.findall(r"10\.\d{4,}/[\w./-]+", text))
same("papers", dois(read("CITATION.cff")), dois(read("docs/papers.bib")))
same("papers", read("CITATION.cff").count("    journal: ") + read("CITATION.cff").count("    collection-title: "), 4)

# A wheel that keeps no rule of its tag.
with tempfile.TemporaryDirectory() as folder:
    wheel = f"{folder}/toy-1-cp39-abi3-manylinux_2_5_x86_64.whl"
    source = "#include <stdio.h>\n#include <zstd.h>\nvoid toy(void) { printf(\"%u\", ZSTD_versionNumber()); }\n"
    command = ["cc", "-shared", "-fPIC", "-xc", "-", "-o", f"{folder}/toy.so", "-lzstd", "-Wl,-rpath,/opt/toy"]
    subprocess.run(command, input=source, text=True, check=True)
    with zipfile.ZipFile(wheel, "w") as files:
        files.write(f"{folder}/toy.so", "toy/_toy.abi3.so")
        files.writestr("toy-1.dist-info/WHEEL", "Tag: cp39-abi3-linux_x86_64\n")
    told = "\n".join(manylinux.check(wheel))
    assert "needs libzstd.so" in told and "in /opt/toy" in told, told
    assert "no tag" in manylinux.check(f"{folder}/toy-1-cp39-abi3-linux_x86_64.whl")[0]
    # Repaired, it lacks nothing but a path to what lies beside it.
    linux = f"{folder}/toy-1-cp39-abi3-linux_x86_64.whl"
    os.rename(wheel, linux)
    repaired = manylinux.repair(linux, folder)
    names = zipfile.ZipFile(repaired).namelist()
    assert any(name.startswith("pathfan.libs/libzstd.so") for name in names), names
    same("repaired", [line for line in manylinux.check(repaired) if "/opt/toy" not in line], [])

    # The list of contents names the archive by its digest.
    archive = f"{folder}/pathfan-9.9.tar.xz"
    with open(archive, "wb") as file:
        file.write(b"toy")
    told = json.loads(subprocess.run([sys.executable, f"{ROOT}/src/packaging/sbom.py", archive], check=True, capture_output=True).stdout)
    assert told["packages"][0]["versionInfo"] == "9.9" and len(told["packages"]) == len(sbom.DEPENDENCIES) + 1
print(f"release {version}: {len(sbom.DEPENDENCIES)} dependencies, lists agree")
