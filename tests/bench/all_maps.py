"""The implementation of all_maps.sh."""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

TOLERANCE = 2e-6  # the .dist files have nine decimals, from another program
LARGE = 1000  # bytes per pair are stated for maps with more convex vertices


class Failure(Exception):
    pass


def run(command, output=subprocess.DEVNULL):
    """Runs a command to its end; returns wall and CPU seconds and peak memory in bytes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE)
    complaint = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failure(f"{' '.join(command)}: exit {process.returncode}: {complaint.strip()}")
    return {
        "seconds": wall,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "peak_bytes": usage.ru_maxrss * 1024,
    }


def run_json(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        complaint = done.stderr.decode(errors="replace").strip()
        raise Failure(f"{' '.join(command)}: exit {done.returncode}: {complaint}")
    return json.loads(done.stdout)


def wrong_answers(pathfan, index, scenario, distances):
    """Returns how many first paths were compared, and how many were wrong."""
    with open(distances) as lines:
        expected = [float(line) for line in lines if line.strip()]
    command = [pathfan, "query", index, "--scen", scenario, "--json", "--paths", "1"]
    wrong = answered = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        for line in process.stdout:
            paths = json.loads(line).get("paths", [])
            length = paths[0]["length"] if paths else None
            if answered < len(expected):
                known = expected[answered]
                if known < 0:
                    wrong += length is not None
                else:
                    wrong += length is None or not abs(length - known) <= TOLERANCE
            answered += 1
    if process.returncode:
        raise Failure(f"{' '.join(command)}: exit {process.returncode}")
    return max(answered, len(expected)), wrong + abs(answered - len(expected))


def measure_map(options, suite, path, folder):
    name = os.path.basename(path)[: -len(".map")]
    scenario, distances = path + ".scen", path + ".dist"
    os.makedirs(os.path.join(folder, suite), exist_ok=True)
    index = os.path.join(folder, suite, name + ".pathfan")
    pathfan = options.pathfan
    build = [pathfan, "build-index", path, "-o", index, "--threads", str(options.threads), "--quiet"]
    figures = {"suite": suite, "map": name, "build": run(build)}
    figures["verify"] = run([pathfan, "verify", index])
    info = run_json([pathfan, "inspect", index, "--json"])
    figures["n"] = info["n"]
    figures["file_bytes"] = info["file_bytes"]
    figures["pairs"] = info["n"] * (info["n"] - 1) // 2
    if os.path.exists(scenario):
        bench = [pathfan, "bench", index, "--scen", scenario, "--json", "--separation", "0", "--paths"]
        figures["bench"] = run_json(bench + [str(options.paths)])
        if os.path.exists(distances):
            figures["checked"], figures["wrong"] = wrong_answers(pathfan, index, scenario, distances)
    if not options.keep:
        os.remove(index)
    return figures


def summarise(name, maps):
    timed = [one for one in maps if "bench" in one]
    queries = sum(one["bench"]["queries"] for one in timed)
    large = [one for one in maps if one["n"] > LARGE]
    per_map = [one["file_bytes"] / one["pairs"] for one in large]
    pairs = sum(one["pairs"] for one in large)

    def share(paths):
        found = sum(one["bench"].get(f"paths_{paths}", 0) for one in timed)
        return found / queries if queries else None

    spent = sum(one["bench"]["mean_us"] * one["bench"]["queries"] for one in timed)
    return {
        "suite": name,
        "maps": len(maps),
        "queries": queries,
        "mean_us": spent / queries if queries else None,
        "share_0": share(0),
        "share_1": share(1),
        "share_2": share(2),
        "share_3": share(3),
        "checked": sum(one.get("checked", 0) for one in maps),
        "wrong": sum(one.get("wrong", 0) for one in maps),
        "large_maps": len(large),
        "bytes_per_pair_mean": sum(per_map) / len(per_map) if per_map else None,
        "bytes_per_pair_total": sum(one["file_bytes"] for one in large) / pairs if pairs else None,
        "bytes_per_pair_most": max(per_map) if per_map else None,
        "file_bytes": sum(one["file_bytes"] for one in maps),
        "build_seconds": sum(one["build"]["seconds"] for one in maps),
        "build_cpu_seconds": sum(one["build"]["cpu_seconds"] for one in maps),
        "build_peak_bytes": max(one["build"]["peak_bytes"] for one in maps),
        "verify_seconds": sum(one["verify"]["seconds"] for one in maps),
    }


def text(value, form):
    return "-" if value is None or math.isnan(value) else format(value, form)


def print_table(suites):
    print(
        f"{'suite':<8}{'maps':>5}{'queries':>9}{'mean us':>9}{'1 path':>8}{'2':>7}{'3':>7}"
        f"{'wrong':>7}{'of':>9}{'B/pair':>8}{'total':>7}{'build s':>9}{'CPU s':>8}{'peak MB':>9}"
    )
    for one in suites:
        print(
            f"{one['suite']:<8}{one['maps']:>5}{one['queries']:>9}{text(one['mean_us'], '.2f'):>9}"
            f"{text(one['share_1'], '.1%'):>8}{text(one['share_2'], '.1%'):>7}"
            f"{text(one['share_3'], '.1%'):>7}{one['wrong']:>7}{one['checked']:>9}"
            f"{text(one['bytes_per_pair_mean'], '.3f'):>8}"
            f"{text(one['bytes_per_pair_total'], '.3f'):>7}{one['build_seconds']:>9.1f}"
            f"{one['build_cpu_seconds']:>8.1f}{one['build_peak_bytes'] / 1e6:>9.0f}"
        )
    print(
        "B/pair: file bytes per unordered pair of convex vertices, maps with n > "
        f"{LARGE:,}: mean over maps; total: all their bytes by all their pairs"
    )


def find_maps(directory, suites, names):
    found = []
    for folder, _, files in os.walk(directory):
        suite = os.path.basename(os.path.abspath(folder))
        if suites and suite not in suites:
            continue
        for file in files:
            if file.endswith(".map") and (not names or file[: -len(".map")] in names):
                found.append((suite, os.path.join(folder, file)))
    return sorted(found)


def read_options():
    parser = argparse.ArgumentParser(
        prog="all_maps.sh", description="builds, verifies, times and checks every map of a directory"
    )
    parser.add_argument("pathfan", help="the program")
    parser.add_argument("directory", nargs="?", default=os.environ.get("PATHFAN_BENCHMARK_DIR"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--suite", action="append")
    parser.add_argument("--map", action="append")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--paths", type=int, default=3)
    parser.add_argument("--keep", metavar="DIR")
    options = parser.parse_args()
    if not options.directory:
        parser.error("name a directory or set PATHFAN_BENCHMARK_DIR")
    return options


def main():
    options = read_options()
    maps = find_maps(options.directory, options.suite, options.map)
    if not maps:
        print(f"all_maps.sh: no .map below {options.directory}", file=sys.stderr)
        return 1
    folder = options.keep or tempfile.mkdtemp(prefix="pathfan-bench-")
    results, failures = [], []
    try:
        for number, (suite, path) in enumerate(maps):
            if sys.stderr.isatty():
                print(f"\r\033[K{number + 1}/{len(maps)} {suite} {os.path.basename(path)}",
                      end="", file=sys.stderr, flush=True)
            try:
                results.append(measure_map(options, suite, path, folder))
            except Failure as failure:
                failures.append(str(failure))
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    names = sorted({one["suite"] for one in results})
    suites = [summarise(name, [one for one in results if one["suite"] == name]) for name in names]
    if len(suites) > 1:
        suites.append(summarise("all", results))
    if options.json:
        json.dump({"suites": suites, "maps": results, "failures": failures}, sys.stdout, indent=1)
        print()
    else:
        print_table(suites)
    for failure in failures:
        print(f"all_maps.sh: {failure}", file=sys.stderr)
    return 1 if failures or any(one.get("wrong") for one in results) else 0


if __name__ == "__main__":
    sys.exit(main())
