"""What a shut door costs: how long the hall of exits.json takes to empty, by when one of its two doors is shut;
the mean of five seeds."""

import json
import os
import statistics
import sys

import pathfan

os.chdir(os.path.dirname(os.path.abspath(__file__)))  # the scenario names a map beside it
with open("exits.json", encoding="utf-8") as file:
    scenario = json.load(file)
if len(sys.argv) > 1:
    scenario["agents"] = int(sys.argv[1])
door = scenario.pop("close")["polygon"]
for seconds in (None, 120, 30, 0):
    shut = {} if seconds is None else {"close": {"polygon": door, "at_step": 2 * seconds}}
    runs = [pathfan.crowd.run({**scenario, **shut}, seed=seed, every=0) for seed in range(5)]
    last = statistics.mean(run.arrivals["egress"].max() for run in runs)
    print(f"{'both doors open' if seconds is None else f'one shut after {seconds} s'}: all are out after {last:.0f} s")
