#!/usr/bin/env python3
"""navmeshes.py PATHFAN FOLDER - compares Detour's ways over the navigation meshes in FOLDER, made by
navmeshes.mjs, with the shortest ones: by the index, by Polyanya and in the visibility graph. Fails if
these three differ, or if one of them is longer than Detour's; or if the mesh's triangles as OBJ, which
have no jumps, give other lengths where none is used."""
import json
import os
import subprocess
import sys

PATHFAN, FOLDER = sys.argv[1:]
# Detour's coordinates are of single precision, and a mesh is moved by up to half a lattice unit.
TOLERANCE = 2e-6


def answers(index, pairs, algorithm):
    keys = ("from", "to", "from_level", "to_level")
    requests = [{key: pair[key] for key in keys} | {"snap": 0.4, "algorithm": algorithm}
                for pair in pairs]
    text = "\n".join(json.dumps(request) for request in requests)
    done = subprocess.run([PATHFAN, "query", index, "--batch"], input=text, check=False, text=True,
                          capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def cost(answer):
    paths = answer.get("paths")
    return paths[0].get("cost", paths[0]["length"]) if paths else None


def build(name):
    index = os.path.join(FOLDER, name + ".pathfan")
    subprocess.run([PATHFAN, "build-index", os.path.join(FOLDER, name), "-o", index], check=True,
                   capture_output=True)
    return index


def compare_triangles(name, pairs, by_mesh):
    for mine, other in zip(by_mesh, answers(build(name + ".obj"), pairs, "index")):
        legs = mine["paths"][0].get("legs", []) if mine.get("paths") else []
        if any(leg["kind"] == "link" for leg in legs):
            continue
        a, b = cost(mine), cost(other)
        same = a == b or (a is not None and b is not None and abs(a - b) <= TOLERANCE * (1 + a))
        assert same, f"{name}: {a} by the mesh, {b} by its triangles"


def compare(name):
    index = build(name + ".navmesh")
    with open(os.path.join(FOLDER, name + ".pairs"), encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file]
    by = {algorithm: answers(index, pairs, algorithm)
          for algorithm in ("index", "polyanya", "dissimilarity")}
    ours = [cost(answer) for answer in by["index"]]
    assert len(ours) == len(pairs), "answers are missing"
    for algorithm, other in by.items():
        for mine, theirs in zip(ours, map(cost, other)):
            same = mine == theirs or (mine is not None and theirs is not None and
                                      abs(mine - theirs) <= 1e-9 * mine)
            assert same, f"{name}: index {mine}, {algorithm} {theirs}"
    compare_triangles(name, pairs, by["index"])
    ratios, only_ours = [], 0
    for pair, mine in zip(pairs, ours):
        if not pair["arrives"]:
            only_ours += mine is not None
            continue
        assert mine is not None, f"{name}: Detour has a way, {pair}"
        assert mine <= pair["length"] * (1 + TOLERANCE) + 1e-4, f"{name}: longer, {mine}, {pair}"
        ratios.append(pair["length"] / mine if mine > 1e-3 else 1)
    counts = [len(answer.get("paths", [])) for answer in by["index"]]
    print(f"{name}: {len(ratios)} pairs; Detour longer by {100 * (sum(ratios) / len(ratios) - 1):.1f}%"
          f" on average, at most {100 * (max(ratios) - 1):.0f}%; ways of only pathfan {only_ours};"
          f" ways 0/1/2/3: {'/'.join(str(counts.count(k)) for k in range(4))}")


for each in ("solo", "tiled"):
    compare(each)
