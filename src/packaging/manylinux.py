#!/usr/bin/env python3
"""manylinux.py WHEEL FOLDER - a wheel for Linux machines in general, made of a wheel for this one.

    manylinux.py dist/pathfan-0.2.0-cp39-abi3-linux_x86_64.whl out
    manylinux.py --check out/pathfan-0.2.0-cp39-abi3-manylinux_2_36_x86_64.whl

Libraries that other machines may lack are put beside the package, in pathfan.libs, with their
licences as Debian tells them; there the extension looks for them (its RUNPATH is set when it is
linked, module.py). The tag names the version
of glibc whose symbols are used; so a wheel that runs on older systems is built on an older one.

--check applies auditwheel's rules (PEP 600, and its policy for x86_64) to a wheel: every library
that a file of it needs is in the wheel or on every machine; no symbol is newer than the tag says; no
file looks for libraries outside of the wheel; nothing links libpython. It needs binutils."""

import base64
import csv
import hashlib
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile

# What is on every machine, by PEP 600 and auditwheel's policies, as far as we could need it.
ANYWHERE = {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1",
            "libstdc++.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libz.so.1", "libexpat.so.1"}
LIBS = "pathfan.libs"
TAG = re.compile(r"-manylinux_(\d+)_(\d+)_(\w+)\.whl$")


def ask(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Elf:
    """A shared object: the libraries that it needs, its search path, the newest glibc of its symbols."""

    def __init__(self, path):
        dynamic = ask("readelf", "-dW", path)
        self.needs = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
        self.paths = [part for found in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic) for part in found.split(":")]
        versions = re.findall(r"Name: GLIBC_(\d+)\.(\d+)", ask("readelf", "-VW", path))
        self.glibc = max(((int(major), int(minor)) for major, minor in versions), default=(2, 0))


def place_of(library):
    """Returns the path of a library on this machine."""
    for line in ask("/sbin/ldconfig", "-p").splitlines():
        found = re.match(rf"\s*{re.escape(library)} \(libc6,.*\) => (.*)", line)
        if found:
            return os.path.realpath(found[1])
    raise SystemExit(f"{library} isn't on this machine")


def licence_of(library, path):
    """Returns the text of a library's licence."""
    for name in (path, path.replace("/usr/lib", "/lib", 1)):
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            with open(f"/usr/share/doc/{found.stdout.split(':')[0]}/copyright", "rb") as file:
                return file.read()
    raise SystemExit(f"{library}: no package of Debian has {path}, so its licence isn't known")


def objects_of(wheel):
    """Yields the name and the bytes of each shared object of a wheel."""
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if re.search(r"\.so(\.[\d.]+)?$", name):
                yield name, files.read(name)


def looked_at(name, content):
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        return Elf(file.name)


def check(wheel):
    """Returns what is wrong with a wheel, as sentences."""
    tag = TAG.search(wheel)
    if not tag:
        return [f"{os.path.basename(wheel)} has no tag manylinux_X_Y"]
    allowed = int(tag[1]), int(tag[2])
    all_objects = {name: looked_at(name, content) for name, content in objects_of(wheel)}
    inside = {os.path.basename(name) for name in all_objects}
    wrong = [] if all_objects else ["it has no extension"]
    for name, elf in all_objects.items():
        wrong += [f"{name} needs {library}, which other machines may lack" for library in elf.needs
                  if library not in ANYWHERE | inside]
        wrong += [f"{name} looks for libraries in {path}" for path in elf.paths if not path.startswith("$ORIGIN")]
        if elf.glibc > allowed:
            wrong.append(f"{name} needs glibc {elf.glibc[0]}.{elf.glibc[1]}")
        if any(need in inside - ANYWHERE for need in elf.needs) and not elf.paths:
            wrong.append(f"{name} doesn't look for what lies beside it")
    return wrong


def repair(wheel, folder):
    """Writes the wheel for other machines; returns its path."""
    with zipfile.ZipFile(wheel) as files:
        contents = {name: files.read(name) for name in files.namelist()}
    elves = [looked_at(name, content) for name, content in objects_of(wheel)]
    wanted = {library for elf in elves for library in elf.needs} - ANYWHERE
    for library in sorted(wanted):
        path = place_of(library)
        elf = Elf(path)
        if set(elf.needs) - ANYWHERE:
            raise SystemExit(f"{library} needs other libraries: {elf.needs}")
        elves.append(elf)
        with open(path, "rb") as file:
            contents[f"{LIBS}/{library}"] = file.read()
        contents[f"{LIBS}/licences/{library}.txt"] = licence_of(library, path)
    major, minor = max([(2, 17)] + [elf.glibc for elf in elves])
    machine = re.search(r"-linux_(\w+)\.whl$", wheel)[1]
    tag = f"manylinux_{major}_{minor}_{machine}"
    about = next(name for name in contents if name.endswith(".dist-info/WHEEL"))
    contents[about] = contents[about].replace(f"linux_{machine}".encode(), tag.encode())
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../LICENSE"), "rb") as file:
        contents[about.replace("/WHEEL", "/LICENSE")] = file.read()
    record = about.replace("/WHEEL", "/RECORD")
    contents[record] = recorded(contents, record)
    made = os.path.join(folder, os.path.basename(wheel).replace(f"linux_{machine}", tag))
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as files:
        for name, content in sorted(contents.items()):
            files.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return made


def recorded(contents, record):
    """Returns the list of all files with their digests."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for name, content in sorted(contents.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow([name, "", ""] if name == record else [name, f"sha256={digest}", len(content)])
    return text.getvalue().encode()


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    if sys.argv[1] != "--check":
        sys.argv[2] = repair(sys.argv[1], sys.argv[2])
    wrong = check(sys.argv[2])
    print("\n".join(wrong) if wrong else f"{os.path.basename(sys.argv[2])} keeps the rules of its tag")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
