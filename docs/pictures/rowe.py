"""rowe.py - figures like 1 and 2 of the paper (docs/algorithms/search.md), on similar terrains:
docs/examples/rowe-1.geojson and rowe-2.geojson, with the same roads and rivers and the costs of one
figure each; and three ways over docs/examples/valley.geojson, by its index. Drawn by the program,
identically on every machine."""
import os
import subprocess
import tempfile

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../examples")
ENDS = "--from 0.8,6.4 --to 8.3,0.7"
INDEX = "valley.pathfan"
PICTURES = {
    "rowe-path.svg": f"query rowe-1.geojson {ENDS} --svg",
    "rowe-field.svg": "field rowe-2.geojson --to 8,5.2 --grid 46x36 -o",
    "rowe-corridor.svg": f"field rowe-1.geojson {ENDS} --within 5% -o",
    "valley.svg": f"query {INDEX} --from 0.5,2.2 --to 4,4.8 --svg",
}


def draw(pathfan):
    """Returns {name: text} of the pictures."""
    texts = {}
    with tempfile.TemporaryDirectory() as folder:
        index = os.path.join(folder, INDEX)

        def run(words, path):
            command = words.replace(INDEX, index).split()
            subprocess.run([os.path.abspath(pathfan), *command, path], cwd=EXAMPLES, check=True,
                           capture_output=True)

        run("build-index valley.geojson -o", index)
        for name, words in PICTURES.items():
            path = os.path.join(folder, name)
            run(words, path)
            with open(path, encoding="utf-8") as file:
                texts[name] = file.read()
    return texts
