#!/usr/bin/env python3
"""sbom.py ARCHIVE - what a release consists of, as SPDX 2.3 (JSON, to standard output): the source
archive with its digest, and the libraries that its parts link, with the versions that pkg-config
finds here. CONTAINED are those whose code is in the WebAssembly modules of the npm package and the
page; the wheel has copies of those that machines may lack (manylinux.py).

DEPENDENCIES must name all packages that CMakeLists.txt asks pkg-config for (tests/packaging)."""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

CONTAINED = ("libzstd", "libxxhash", "jansson", "libpng", "expat", "zlib")

# {module of pkg-config: (name, licence, where it is linked)}
DEPENDENCIES = {
    "lmdb": ("LMDB", "OLDAP-2.8", "all libraries"),
    "libzstd": ("zstd", "BSD-3-Clause", "all libraries"),
    "libxxhash": ("xxHash", "BSD-2-Clause", "all libraries"),
    "jansson": ("jansson", "MIT", "pathfan-build, the command"),
    "libpng": ("libpng", "libpng-2.0", "pathfan-build, the command"),
    "expat": ("expat", "MIT", "pathfan-build, the command"),
    "zlib": ("zlib", "Zlib", "pathfan-build, the command"),
    "libmicrohttpd": ("libmicrohttpd", "LGPL-2.1-or-later", "the command: serve, view"),
    "sqlite3": ("SQLite", "blessing", "the command: view"),
    "cairo": ("cairo", "LGPL-2.1-only OR MPL-1.1", "the command: view, evaluate"),
}


def version_of(module):
    found = subprocess.run(["pkg-config", "--modversion", module], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "NOASSERTION"


def package(identifier, name, version, licence, **more):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def describe(archive):
    with open(archive, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    name = os.path.basename(archive)
    version = re.fullmatch(r"pathfan-(.*)\.tar\.xz", name)[1]
    made = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), datetime.timezone.utc)
    packages = [package("pathfan", "pathfan", version, "MIT", packageFileName=name,
                        checksums=[{"algorithm": "SHA256", "checksumValue": digest}])]
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-pathfan")]
    for module, (title, licence, where) in DEPENDENCIES.items():
        packages.append(package(module, title, version_of(module), licence, comment=f"linked by: {where}"))
        links.append(("SPDXRef-pathfan", "DYNAMIC_LINK", f"SPDXRef-{module}"))
    links += [("SPDXRef-pathfan", "CONTAINS", f"SPDXRef-{module}") for module in CONTAINED]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"pathfan-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/pathfan-{version}-{digest}",
            "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: src/packaging/sbom.py"]},
            "packages": packages,
            "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                              for one, kind, other in links]}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    json.dump(describe(sys.argv[1]), sys.stdout, indent=1)
    print()
