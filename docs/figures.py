#!/usr/bin/env python3
"""figures.py run PATHFAN OUT [NAME...] - measures what docs/benchmarks.md shows, into OUT/NAME.jsonl.
figures.py write OUT - makes the page's tables from these files, and leaves the others as they are.

Maps: PATHFAN_BENCHMARK_DIR, the folder of MovingAI's suites, and PATHFAN_OSM_DIR, terrains of
OpenStreetMap. A NAME is suites, builds, search or terrains. peers.jsonl isn't made here, as it needs
other programs: a line for each map and round, {"map", "kind", "pathfan_1", "pathfan_3",
"pathfan_3_paper", "polyanya", "eps", "ehl" (mean us, null: not run), "bytes", "eps_bytes",
"ehl_bytes"}."""
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "benchmarks.md")
TABLE = re.compile(r"(<!-- (\w+): docs/figures.py -->\n).*?(<!-- -->)", re.S)

BUILDS = [("da2", "ht_0_hightown"), ("bgmaps", "AR0300SR"), ("dao", "brc202d"), ("dao", "ost000a")]
SEARCHED = [("dao", "den520d"), ("dao", "ost000a"), ("da2", "ht_0_hightown"), ("bgmaps", "AR0300SR")]
TERRAINS = ["north-bayreuth-1km", "north-bayreuth-2km", "north-bayreuth-4km",
            "berlin-siegessaeule", "monaco"]


def output(*command):
    """Runs a command that prints JSON, one object or one a line; returns the objects."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}: {done.stderr}")
    if done.stdout.startswith("{\n"):
        return [json.loads(done.stdout)]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def build(pathfan, path, index):
    """Builds on one thread; returns CPU seconds, corners, bytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output(pathfan, "build-index", path, "-o", index, "--threads", 1, "--quiet")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    facts = output(pathfan, "inspect", index, "--json")[0]
    return {"cpu": cpu, "n": facts["n"], "bytes": facts["file_bytes"]}


def run_suites(pathfan, out):
    tool = os.path.join(HERE, "../tests/bench/all_maps.sh")
    yield from output(tool, "--json", "--suite", "dao", "--suite", "da2", "--suite", "bgmaps", "--threads", 1,
                      pathfan)


def run_builds(pathfan, out):
    folder = os.environ["PATHFAN_BENCHMARK_DIR"]
    for suite, name in BUILDS:
        yield {"map": name, **build(pathfan, f"{folder}/{suite}/{name}.map", f"{out}/{name}.pathfan")}


def run_search(pathfan, out):
    folder = os.environ["PATHFAN_BENCHMARK_DIR"]
    for suite, name in SEARCHED:
        path, sampled = f"{folder}/{suite}/{name}.map", f"{out}/{name}.scen"
        with open(f"{path}.scen", encoding="utf-8") as lines, open(sampled, "w", encoding="utf-8") as file:
            head, *rest = lines
            file.writelines([head, *rest[::10]])
        for one in output(pathfan, "bench", path, "--scen", sampled, "--algorithm", "polyanya,astar", "--json"):
            yield {"map": name, **one}


def run_terrains(pathfan, out):
    folder = os.environ["PATHFAN_OSM_DIR"]
    for name in TERRAINS:
        path, index = f"{folder}/{name}.geojson", f"{out}/{name}.pathfan"
        built = build(pathfan, path, index)
        for paths in (1, 3):
            asked = output(pathfan, "bench", index, "--random", 500, "--seed", 1, "--paths", paths, "--json")[0]
            built[f"us_{paths}"] = asked["mean_us"]
        yield {"map": name, **built}


def read(out, name):
    with open(f"{out}/{name}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def number(value, decimals=1):
    return "-" if value is None else f"{value:,.{decimals}f}"


def megabytes(value):
    return "-" if not value else f"{value / 1e6:.{0 if value >= 1e7 else 1}f}"


def table(columns, rows):
    return "\n".join(["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
                     + ["| " + " | ".join(row) + " |" for row in rows])


def least(rounds):
    """Returns a map's row with the least time of its rounds, each program's by itself: what other
    work on the machine does to a time only adds to it."""
    row = dict(rounds[0])
    for key in ("polyanya", "eps", "ehl", "pathfan_1", "pathfan_3_paper", "pathfan_3"):
        row[key] = min((one[key] for one in rounds if one[key] is not None), default=None)
    return row


def ratio(over, under):
    return lambda row: row[over] / row[under] if row.get(over) and row.get(under) else None


PEERS = [("one / EPS", ratio("pathfan_1", "eps")), ("one / EHL", ratio("pathfan_1", "ehl")),
         ("one / Polyanya", ratio("pathfan_1", "polyanya")),
         ("three, paper's measure / EPS", ratio("pathfan_3_paper", "eps")),
         ("three / EPS", ratio("pathfan_3", "eps")),
         ("three / Polyanya", ratio("pathfan_3", "polyanya"))]


def by_map(rows):
    maps = {}
    for row in rows:
        maps.setdefault(row["map"], []).append(row)
    return maps


def write_peers(rows):
    lines = []
    for name, rounds in by_map(rows).items():
        row = least(rounds)
        own = [number(row[key], 2 if key in ("pathfan_1", "ehl") else 1)
               for key in ("polyanya", "eps", "ehl", "pathfan_1", "pathfan_3")]
        sizes = ", ".join(megabytes(row[key]) for key in ("bytes", "eps_bytes", "ehl_bytes"))
        lines.append([name, *own, sizes])
    return table(["map", "Polyanya", "EPS", "EHL", "one path", "three", "MB: pathfan, EPS, EHL"], lines)


def write_ratios(rows):
    maps = [least(rounds) for rounds in by_map(rows).values()]
    kinds = {kind: [row for row in maps if row["kind"] == kind] for kind in dict.fromkeys(row["kind"] for row in maps)}
    lines = []
    for title, of in PEERS:
        line = [title]
        for kind, all_of in kinds.items():
            found = [value for value in map(of, all_of) if value]
            line.append(f"{math.exp(statistics.fmean(map(math.log, found))):.2f} ({min(found):.2f} to {max(found):.2f})"
                        + (f", of {len(found)}" if len(found) < len(all_of) else ""))
        lines.append(line)
    return table(["geometric mean (least to greatest)"] + [f"{len(all_of)} {kind}" for kind, all_of in kinds.items()],
                 lines)


def write_suites(rows):
    lines = []
    for one in rows[0]["suites"]:
        lines.append([one["suite"], f"{one['maps']}", f"{one['queries']:,}", number(one["mean_us"]),
                      *(f"{100 * one['share_' + str(k)]:.1f}%" for k in (1, 2, 3)), f"{one['wrong']}",
                      number(one["bytes_per_pair_mean"], 2), number(one["build_cpu_seconds"])])
    return table(["suite", "maps", "queries", "three paths, mean us", "1 path", "2", "3", "wrong", "bytes per pair",
                  "build, CPU s"], lines)


def write_builds(rows):
    return table(["map", "corners", "CPU s", "file, MB", "bytes per pair of corners"],
                 [[row["map"], f"{row['n']:,}", number(row["cpu"]), megabytes(row["bytes"]),
                   number(row["bytes"] / (row["n"] * (row["n"] - 1) / 2), 2)] for row in rows])


def write_search(rows):
    lines = []
    for name, (own, grid) in by_map(rows).items():
        lines.append([name, f"{own['queries']:,}", number(own["mean_us"]), number(own["expanded"], 0),
                      number(grid["expanded"], 0)])
    return table(["map", "queries", "Polyanya, mean us", "expanded", "expanded by A*"], lines)


def write_terrains(rows):
    return table(["terrain", "index: CPU s", "MB", "one path, ms", "three, ms"],
                 [[row["map"], number(row["cpu"], 2), megabytes(row["bytes"]), number(row["us_1"] / 1e3, 2),
                   number(row["us_3"] / 1e3, 2)] for row in rows])


RUN = {"suites": run_suites, "builds": run_builds, "search": run_search, "terrains": run_terrains}
# The page's tables, and the files they are made of.
WRITE = {"peers": (write_peers, "peers"), "ratios": (write_ratios, "peers"), "suites": (write_suites, "suites"),
         "builds": (write_builds, "builds"), "search": (write_search, "search"),
         "terrains": (write_terrains, "terrains")}


def main():
    if sys.argv[1] == "run":
        pathfan, out = map(os.path.abspath, sys.argv[2:4])
        os.makedirs(out, exist_ok=True)
        for name in sys.argv[4:] or RUN:
            lines = [json.dumps(row) + "\n" for row in RUN[name](pathfan, out)]
            with open(f"{out}/{name}.jsonl", "w", encoding="utf-8") as file:
                file.writelines(lines)
        return
    out = sys.argv[2]
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()

    def made(found):
        write, name = WRITE[found[2]]
        if not os.path.exists(f"{out}/{name}.jsonl"):
            return found[0]
        return f"{found[1]}\n{write(read(out, name))}\n\n{found[3]}"

    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(TABLE.sub(made, page))


if __name__ == "__main__":
    main()
