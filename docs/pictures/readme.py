"""readme.py - the pictures of README.md, drawn by its commands."""
import os
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CAVES = ["make-map --kind caves --width 160 --height 100 --seed 5 -o caves.map",
         "build-index caves.map -o caves.pathfan",
         "query caves.pathfan --from 124.5,13.5 --to 9.5,93.5 --svg picture.svg"]
CAMPUS = ["build-index campus.geojson -o campus.pathfan",
          "query campus.pathfan --from 5,10 --to 290,160 --svg picture.svg"]


def draw(pathfan):
    files = {}
    for name, commands in (("../paths.svg", CAVES), ("../campus.svg", CAMPUS)):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(f"{HERE}/../examples/campus.geojson", folder)
            for words in commands:
                subprocess.run([os.path.abspath(pathfan), *words.split()], cwd=folder, check=True,
                               capture_output=True)
            with open(f"{folder}/picture.svg", encoding="utf-8") as file:
                files[name] = file.read()
    return files
