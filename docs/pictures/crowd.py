"""crowd.py - the densities of environment medium (docs/crowd.md), drawn by the program, identically
on every machine."""
import os
import subprocess
import tempfile

STRATEGIES = ("none", "initial", "alternatives")


def draw(pathfan):
    """Returns {name: text} of the pictures."""
    texts = {}
    with tempfile.TemporaryDirectory() as folder:
        for strategy in STRATEGIES:
            name = f"crowd-{strategy}.svg"
            path = os.path.join(folder, name)
            subprocess.run([os.path.abspath(pathfan), *f"crowd medium --strategy {strategy}".split(),
                            "--density", path], check=True, capture_output=True)
            with open(path, encoding="utf-8") as file:
                texts[name] = file.read()
    return texts
