"""peaks.py PATHFAN [--whole] - measures that --max-memory holds: the most memory that a command ever
has, mapped files included, is at most the limit and SPARE. Maps of all formats that cost much for
their size, by every command that reads maps. --whole: larger maps and more limits; prints a table.
Linux only; not under sanitizers."""
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import maps

SPARE = 48 << 20
MEGABYTE = 1 << 20
SECONDS = 60

program, whole = sys.argv[1], "--whole" in sys.argv
failures = []
rows = []


def run(words):
    """Returns exit code, bytes at the peak, messages."""
    process = subprocess.Popen([program] + words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    ends = threading.Timer(SECONDS, process.kill)
    ends.start()
    told = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    ends.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, told


def check(name, words, limit, codes=(0, 1)):
    code, peak, told = run(words + ["--max-memory", str(limit)])
    over = peak - limit
    rows.append((over, name, words[0], limit, code))
    if code not in codes:
        failures.append("%s of %s: exit code %d: %s" % (words[0], name, code, told))
    if over > SPARE:
        failures.append("%s of %s: %d MB, the limit is %d MB" % (words[0], name, peak >> 20, limit >> 20))
    if code and not told.startswith("pathfan: "):
        failures.append("%s of %s: no message" % (words[0], name))
    return told


def options_of(name):
    return ["--wall-width", "0.5"] if name == "walls.geojson" else \
        ["--layer", "ground"] if name == "tiles.tmj" else []


def evaluate(folder, name, path, limit):
    """An evaluation of this map alone."""
    maps_in = tempfile.mkdtemp(dir=folder)
    os.link(path, os.path.join(maps_in, name))
    with open(os.path.join(maps_in, name + ".scen"), "w") as file:
        file.write("version 1\n0\t%s\t1\t1\t1\t1\t5\t5\t5.65685425\n" % name)
    check(name, ["evaluate", maps_in, "--out", maps_in + ".out", "--no-times", "--threads", "1", "--quiet"], limit)


def upload(path):
    """The viewer's build of a map that a client sends: 2 GB, as docs/viewer.md says."""
    limit = 2 << 30
    process = subprocess.Popen([program, "view", "--port", "0"], stdout=subprocess.PIPE, text=True)
    url = process.stdout.readline().strip()
    with open(path, "rb") as file:
        asked = urllib.request.Request(url + "api/maps?name=star", file.read(), {"Content-Type": "text/plain"})
    job = json.loads(urllib.request.urlopen(asked).read())["job"]["id"]
    until = time.monotonic() + 2 * SECONDS
    while time.monotonic() < until:
        time.sleep(1)
        state = json.loads(urllib.request.urlopen(url + "api/jobs/" + job).read())["state"]
        if state not in ("waiting", "building"):
            break
    with open("/proc/%d/status" % process.pid) as file:
        peak = [int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM")][0]
    process.terminate()
    process.wait()
    rows.append((peak - limit, os.path.basename(path), "view", limit, process.returncode))
    if peak > limit + SPARE:
        failures.append("view of %s: %d MB" % (path, peak >> 20))


def main():
    with tempfile.TemporaryDirectory() as folder:
        # By another process: what a parent has had counts as its children's peak.
        made = json.loads(subprocess.check_output([sys.executable, "-B", maps.__file__, folder] +
                                                  ["whole"] * whole))
        index = os.path.join(folder, "index.pathfan")
        out = os.path.join(folder, "out.pathfan")
        limits = [16, 48, 128, 300] if whole else [24]
        for name, path in sorted(made.items()):
            options = options_of(name)
            for limit in limits:
                size = limit * MEGABYTE
                check(name, ["build-index", path, "-o", out, "--quiet", "--threads", "2"] + options, size)
                check(name, ["mesh", path, "--json"] + options, size)
                if whole or name == "board.map":
                    check(name, ["query", path, "--from", "1,1", "--to", "5,5", "--algorithm", "plateaus"] +
                          options, size, (0, 1, 2, 3))
            if os.path.exists(out):
                os.remove(out)
        for name in ("pipe.yaml", "zero.yaml"):
            told = check(name, ["mesh", made[name]], 64 * MEGABYTE, (1,))
            if "regular file" not in told:
                failures.append("%s: %s" % (name, told))
        for command in ("field", "plaza"):
            name = "roads.geojson" if command == "field" else "star.geojson"
            words = [command, made[name]] + (["--from", "1,1", "--to", "5,5"] if command == "field" else [])
            check(name, words, 24 * MEGABYTE, (0, 1, 2, 3, 4))
        # What is enough once is enough again.
        code, _, told = run(["build-index", made["pillars.map"], "-o", index, "--quiet", "--max-memory", "300M"])
        if code:
            failures.append("pillars.map with 300M: " + told)
        check("index", ["mesh", index, "--json"], 8 * MEGABYTE)
        for name in ("pillars.map", "noise.map", "board.map"):
            for limit in limits:
                evaluate(folder, name, made[name], limit * MEGABYTE)
        if whole:
            upload(made["star.geojson"])
        scenario = os.path.join(folder, "crowd.json")
        with open(scenario, "w") as file:
            file.write('{"map": "pipe", "flows": [{"from": [1, 1], "to": [[2, 2]]}]}')
        code, _, told = run(["crowd", scenario])
        if code != 1 or "regular file" not in told:
            failures.append("crowd of a pipe: %d %s" % (code, told))
    rows.sort(reverse=True)
    for over, name, command, limit, code in rows if whole else rows[:3]:
        print("%-16s %-12s limit %4d MB, over it %5d MB, exit code %d" % (
            name, command, limit >> 20, over >> 20, code))
    for failure in failures:
        print("FAILED:", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
