"""The implementation of tables.sh."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from all_maps import Failure, find_maps, run, text

TABLES = ["meshes", "search", "prunings"]
KINDS = {"cdt": "CDT", "merged": "M-CDT", "rectangles": "Rect"}
PRUNINGS = ["none", "root-history", "dead-ends", "cul-de-sacs", "intermediate", "components"]

# Side length of generated maps, and their settings: those of the benchmark that the paper used.
SIDE = 512
MADE = {
    "maze": [{"scale": width, "density": 0} for width in (1, 2, 4, 8, 16, 32)],
    "random": [{"scale": 1, "density": share / 100} for share in range(10, 45, 5)],
    "rooms": [{"scale": side} for side in (8, 16, 32, 64)],
}


def run_lines(command):
    """Runs a command that prints one JSON object per line; returns the objects."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        complaint = done.stderr.decode(errors="replace").strip()
        raise Failure(f"{' '.join(command)}: exit {done.returncode}: {complaint}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def make_maps(options, folder):
    """Makes maps of the paper's kinds; returns (suite, path) for each."""
    made = []
    for suite, settings in MADE.items():
        if options.suite and suite not in options.suite:
            continue
        os.makedirs(os.path.join(folder, suite), exist_ok=True)
        for setting in settings:
            for seed in range(1, options.seeds + 1):
                named = "-".join(f"{value:g}" for value in setting.values())
                path = os.path.join(folder, suite, f"{suite}-{named}-{seed}.map")
                command = [options.pathfan, "make-map", "--kind", suite, "--seed", str(seed)]
                command += ["--width", str(SIDE), "--height", str(SIDE), "-o", path]
                command += ["--scen", path + ".scen", "--queries", str(options.queries)]
                for name, value in setting.items():
                    command += [f"--{name}", str(value)]
                run(command)
                made.append((suite, path))
    return made


def sample_scenario(source, target, every):
    """Writes every N-th of the lines that have a path longer than 0."""
    with open(source) as lines, open(target, "w") as sample:
        print("version 1", file=sample)
        count = 0
        for line in lines:
            fields = line.split()
            if len(fields) < 9 or float(fields[8]) <= 0:
                continue
            if count % every == 0:
                sample.write(line)
            count += 1


def bench(options, path, scenario, kind, algorithms, more=()):
    """Returns the figures by algorithm."""
    command = [options.pathfan, "bench", path, "--scen", scenario, "--mesh", kind, "--json"]
    command += ["--algorithm", ",".join(algorithms), *more]
    return {one["algorithm"]: one for one in run_lines(command)}


def measure_map(options, suite, path, folder):
    figures = {"suite": suite, "map": os.path.basename(path)[: -len(".map")]}
    scenario, sample = path + ".scen", os.path.join(folder, "sample.scen")
    made = suite in MADE
    sample_scenario(scenario, sample, 1 if made else options.every)
    if "meshes" in options.table:
        figures["meshes"] = {
            kind: run_lines([options.pathfan, "mesh", path, "--kind", kind, "--json"])[0]
            for kind in KINDS
        }
    if "search" in options.table:
        figures["beside"] = {
            kind: bench(options, path, sample, kind, ["polyanya", "astar"]) for kind in KINDS
        }
        figures["search"] = {
            kind: figures["beside"][kind]["polyanya"]
            if made
            else bench(options, path, scenario, kind, ["polyanya"])["polyanya"]
            for kind in KINDS
        }
    if "prunings" in options.table:
        figures["prunings"] = {}
        for name in PRUNINGS:
            more = ["--without", name, "--max-work", str(options.work)] if name != "none" else []
            found = bench(options, path, sample, "merged", ["polyanya"], more)
            figures["prunings"][name] = found["polyanya"]
    return figures


# ---- Suites ----


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def mean_by_queries(benches, field):
    """Returns the mean over all queries of several maps."""
    queries = sum(one["queries"] for one in benches)
    return sum(one[field] * one["queries"] for one in benches) / queries


def decile_ratios(beside):
    for one in beside:
        for slow, fast in zip(one["astar"]["deciles"], one["polyanya"]["deciles"]):
            if slow["queries"] and fast["queries"]:
                yield slow["mean_us"] / fast["mean_us"]


def summarise(name, maps, tables):
    suite = {"suite": name, "maps": len(maps)}
    if "meshes" in tables:
        suite["meshes"] = {
            kind: {
                field: mean(one["meshes"][kind][field] for one in maps)
                for field in ("polygons", "dead_ends", "degree", "corners")
            }
            for kind in KINDS
        }
    if "search" in tables:
        suite["search"] = {}
        for kind in KINDS:
            all_lines = [one["search"][kind] for one in maps]
            beside = [one["beside"][kind] for one in maps]
            astar = [one["astar"] for one in beside]
            polyanya = [one["polyanya"] for one in beside]
            slow, fast = mean_by_queries(astar, "mean_us"), mean_by_queries(polyanya, "mean_us")
            suite["search"][kind] = {
                "queries": sum(one["queries"] for one in all_lines),
                "no_path": sum(one["paths_0"] for one in all_lines),
                "expanded": mean_by_queries(all_lines, "expanded"),
                "mean_us": mean_by_queries(all_lines, "mean_us"),
                "sampled": sum(one["queries"] for one in astar),
                "astar_expanded": mean_by_queries(astar, "expanded"),
                "astar_us": slow,
                "polyanya_us": fast,
                "speedup": slow / fast,
                "speedup_mean": mean(decile_ratios(beside)),
            }
    if "prunings" in tables:
        suite["prunings"] = {}
        for pruning in PRUNINGS:
            benches = [one["prunings"][pruning] for one in maps]
            suite["prunings"][pruning] = {
                "queries": sum(one["queries"] for one in benches),
                "stopped": sum(one["paths_0"] for one in benches),
                "expanded": mean_by_queries(benches, "expanded"),
                "generated": mean_by_queries(benches, "generated"),
                "mean_us": mean_by_queries(benches, "mean_us"),
            }
    return suite


# ---- Output as Markdown tables ----


def print_rows(heading, rows):
    print("| " + " | ".join(heading) + " |")
    print("|" + "---|" * len(heading))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def print_meshes(suites):
    heading = ["suite", "maps"]
    for kind in KINDS.values():
        heading += [f"{kind} polygons", "dead ends", "degree"]
    rows = []
    for one in suites:
        row = [one["suite"], str(one["maps"])]
        for kind in KINDS:
            numbers = one["meshes"][kind]
            row += [text(numbers["polygons"], ",.0f"), text(numbers["dead_ends"], ",.0f")]
            row.append(text(numbers["degree"], ".2f"))
        rows.append(row)
    print_rows(heading, rows)


def print_search(suites):
    heading = ["suite", "queries", "no path"]
    for kind in KINDS.values():
        heading += [f"{kind} expanded", "us"]
    heading += ["sampled", "A* expanded", "A* us"]
    heading += [f"speed-up {kind}" for kind in KINDS.values()]
    rows = []
    for one in suites:
        found = one["search"]
        row = [one["suite"], f"{found['cdt']['queries']:,}", str(found["cdt"]["no_path"])]
        for kind in KINDS:
            row += [text(found[kind]["expanded"], ",.0f"), text(found[kind]["mean_us"], ",.1f")]
        row += [f"{found['cdt']['sampled']:,}", text(found["cdt"]["astar_expanded"], ",.0f")]
        row.append(text(mean(found[kind]["astar_us"] for kind in KINDS), ",.0f"))
        for kind in KINDS:
            row.append(f"{found[kind]['speedup']:.1f} ({text(found[kind]['speedup_mean'], '.1f')})")
        rows.append(row)
    print_rows(heading, rows)


def print_prunings(suites):
    rows = []
    for one in suites:
        for pruning in PRUNINGS:
            found = one["prunings"][pruning]
            row = [one["suite"] if pruning == "none" else "", pruning, f"{found['queries']:,}"]
            row += [text(found[field], ",.0f") for field in ("expanded", "generated")]
            rows.append(row + [text(found["mean_us"], ",.1f"), str(found["stopped"])])
    heading = ["suite", "without", "queries", "expanded", "generated", "us", "no answer"]
    print_rows(heading, rows)


PRINT = {"meshes": print_meshes, "search": print_search, "prunings": print_prunings}


# ---- The command line ----


def read_options():
    parser = argparse.ArgumentParser(
        prog="tables.sh", description="tables 1 and 2 of polyanya-2017 for the maps at hand"
    )
    parser.add_argument("pathfan", help="the program")
    parser.add_argument("directory", nargs="?", default=os.environ.get("PATHFAN_BENCHMARK_DIR"))
    parser.add_argument("--table", action="append", choices=TABLES)
    parser.add_argument("--suite", action="append")
    parser.add_argument("--map", action="append")
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--work", type=int, default=100000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.table = options.table or TABLES
    if min(options.every, options.seeds, options.queries, options.work) < 1:
        parser.error("numbers must be 1 or more")
    return options


def main():
    options = read_options()
    results, failures = [], []
    with tempfile.TemporaryDirectory(prefix="pathfan-tables-") as folder:
        maps = make_maps(options, folder)
        if options.directory:
            maps = find_maps(options.directory, options.suite, None) + maps
        if options.map:
            maps = [one for one in maps if os.path.basename(one[1])[: -len(".map")] in options.map]
        if not maps:
            print("tables.sh: no map", file=sys.stderr)
            return 1
        for number, (suite, path) in enumerate(maps):
            if sys.stderr.isatty():
                print(f"\r\033[K{number + 1}/{len(maps)} {suite} {os.path.basename(path)}",
                      end="", file=sys.stderr, flush=True)
            try:
                results.append(measure_map(options, suite, path, folder))
            except Failure as failure:
                failures.append(str(failure))
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    names = list(dict.fromkeys(one["suite"] for one in results))
    suites = [
        summarise(name, [one for one in results if one["suite"] == name], options.table)
        for name in names
    ]
    if options.json:
        json.dump({"suites": suites, "maps": results, "failures": failures}, sys.stdout, indent=1)
        print()
    else:
        for table in TABLES:
            if table in options.table:
                PRINT[table](suites)
    for failure in failures:
        print(f"tables.sh: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
