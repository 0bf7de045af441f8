"""plaza.py - ways over the square of docs/examples/plaza.geojson (docs/plaza.md), drawn by the
program, identically on every machine."""
import os
import subprocess
import tempfile

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../examples")


def draw(pathfan):
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "plaza.svg")
        subprocess.run([os.path.abspath(pathfan), "plaza", "plaza.geojson", "-o",
                        os.path.join(folder, "plaza.osm"), "--svg", picture], cwd=EXAMPLES,
                       check=True, capture_output=True)
        with open(picture, encoding="utf-8") as file:
            return file.read()
