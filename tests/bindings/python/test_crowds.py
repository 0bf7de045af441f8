"""test_crowds.py - crowds are the command's, agent by agent; what is done to them while they walk."""

import gc
import json
import subprocess
import sys
import unittest

import numpy as np
import pathfan
from support import at, example

EMPTY = {"spawn": {"all_at_once": True}, "agents": 20, "agent_area": 0.1, "speed": 0.5}


class Crowds(unittest.TestCase):
    def test_the_command(self):
        for name, seed in (("exits", 3), ("evacuation", 0)):
            run = pathfan.crowd.run(example(name + ".json"), seed=seed)
            with open(at(name + ".crowd"), encoding="utf-8") as file:
                wanted = json.load(file)
            now = run.statistics
            self.assertTrue(run.is_done)
            self.assertEqual([now.step, now.agents, now.started, now.arrived, now.stuck, now.searches, now.evaluations, now.changes],
                             [wanted[key] for key in ("steps", "agents", "started", "finished", "stuck", "searches",
                                                      "evaluations", "changes")])
            self.assertEqual(len(run.arrivals), wanted["egress"]["n"])
            self.assertEqual(run.arrivals["egress"].max(), wanted["last_arrival"])
            self.assertAlmostEqual(run.arrivals["travel"].mean(), wanted["travel"]["mean"], 9)
            for way_out in wanted["exits"]:
                came = run.arrivals[(run.arrivals["flow"] == way_out["flow"]) & (run.arrivals["place"] == way_out["place"])]
                self.assertEqual(len(came), way_out["persons"])
            busy = run.gates[np.argsort(-run.gates["passed"], kind="stable")]
            self.assertEqual([gate["passed"] for gate in wanted["gates"][:2]], busy["passed"][:2].tolist())
            self.assertEqual(sorted(map(sorted, (g["line"] for g in wanted["gates"] if g["passed"]))),
                             sorted(sorted([g["a"].tolist(), g["b"].tolist()]) for g in busy if g["passed"]))
            told = np.loadtxt(at(name + ".trajectories"))
            self.assertGreater(len(told), 1000)
            got = np.stack([run.trajectories[key] for key in ("id", "frame", "x", "y", "z")], axis=1)
            self.assertEqual(got.shape, told.shape)
            self.assertLess(abs(got - told).max(), 6e-5)  # of four digits
            self.assertEqual(run.framerate, 0.2)

    def test_the_example(self):
        told = subprocess.run([sys.executable, example("crowd.py"), "60"], check=True, capture_output=True, text=True).stdout
        self.assertEqual([line.split(":")[0] for line in told.splitlines()],
                         ["both doors open", "one shut after 120 s", "one shut after 30 s", "one shut after 0 s"])
        last = [float(line.split()[-2]) for line in told.splitlines()]
        self.assertTrue(last == sorted(last) and last[3] > 1.5 * last[0], last)

    def test_on_an_index(self):
        free = np.ones((20, 30), bool)
        free[5:15, 10:20] = False
        pathfan.build_cells(free, at("made.index"))
        index = pathfan.open(at("made.index"))
        scenario = {**EMPTY, "flows": [{"from": [5, 10], "to": [[25, 10]]}]}
        run = pathfan.crowd.run(scenario, index, every=1)
        self.assertEqual((run.is_done, run.statistics.arrived, len(run.arrivals)), (True, 20, 20))
        self.assertEqual(run.trajectories["frame"].max() + 1, run.statistics.step)  # in the last step all leave
        alone = run.trajectories[run.trajectories["id"] == 7]
        self.assertTrue((np.hypot(np.diff(alone["x"]), np.diff(alone["y"])) <= 0.5 + 1e-9).all())
        self.assertFalse(any(free[int(y), int(x)] == 0 for x, y in zip(run.trajectories["x"], run.trajectories["y"])
                             if x % 1 and y % 1))
        none = pathfan.crowd.run(scenario, index, every=0)
        self.assertEqual((len(none.trajectories), none.statistics), (0, run.statistics._replace()))
        self.assertEqual(len(pathfan.crowd.run({**scenario, "max_steps": 3}, index).arrivals), 0)
        crowd = pathfan.crowd.Crowd(scenario, index)
        del index
        gc.collect()
        crowd.step(5)
        self.assertEqual((crowd.statistics.step, crowd.is_done, len(crowd.agents)), (5, False, 20))
        self.assertEqual(crowd.places[:, :2].tolist(), np.stack([crowd.agents["x"], crowd.agents["y"]], axis=1).tolist())
        self.assertAlmostEqual(crowd.cells["area"].sum(), 500, 6)
        self.assertEqual((len(crowd.gates), len(crowd.links)), (0, 0))
        self.assertIn("20 present", repr(crowd))

    def test_what_changes(self):
        free = np.ones((20, 30), bool)
        free[5:15, 10:20] = False
        pathfan.build_cells(free, at("made.index"))
        index = pathfan.open(at("made.index"))
        scenario = {**EMPTY, "flows": [{"from": [5, 10], "to": [[25, 10]]}]}
        upper, lower = [(14, 0), (16, 0), (16, 5), (14, 5)], [(14, 15), (16, 15), (16, 20), (14, 20)]
        for close in (lambda crowd, area: crowd.close(area),
                      lambda crowd, area: crowd.set_obstacles([{"polygon": area}]),
                      lambda crowd, area: crowd.set_obstacles(index.obstacles([{"polygon": area}]))):
            crowd = pathfan.crowd.Crowd(scenario, index)
            close(crowd, upper)
            lowest = 0
            while not crowd.is_done:
                crowd.step()
                lowest = max([lowest, *crowd.agents["y"]])
                self.assertTrue((abs(crowd.agents["x"] - 15) < 1)[crowd.agents["y"] < 5].sum() == 0)
            self.assertEqual((crowd.statistics.arrived, lowest > 14), (20, True))
        crowd = pathfan.crowd.Crowd(scenario, index)
        crowd.set_obstacles([{"polygon": upper}, {"polygon": lower}])
        crowd.step(100)
        self.assertEqual((crowd.statistics.arrived, crowd.is_done, crowd.statistics.stuck + crowd.statistics.kept_out),
                         (0, True, 20))
        crowd = pathfan.crowd.Crowd(scenario, index)
        for strategy in ("alternatives", "none", "event", "periodic", "initial"):
            crowd.set_strategy(strategy)
            crowd.step()
        self.assertRaisesRegex(pathfan.ArgumentError, "one of none", crowd.set_strategy, "best")
        self.assertRaises(pathfan.ArgumentError, crowd.close, [(1, 1), (2, 2)])

    def test_wrong_scenarios(self):
        flows = [{"from": [5, 10], "to": [[25, 10]]}]
        index = pathfan.open(at("rooms.pathfan"))
        for scenario, kind, words in (({"flows": flows}, pathfan.MalformedError, "the scenario: it needs \"map\""),
                                      ({"map": at("rooms.map")}, pathfan.MalformedError, "\"flows\" is missing"),
                                      ({"map": at("rooms.map"), "flows": flows, "laws": 1}, pathfan.MalformedError, "laws"),
                                      ({"map": at("none.map"), "flows": flows}, pathfan.InputOutputError, "none.map"),
                                      (at("none.json"), pathfan.InputOutputError, "none.json"),
                                      ({"environment": "big", "agents": 0}, pathfan.MalformedError, "agents")):
            self.assertRaisesRegex(kind, words, pathfan.crowd.run, scenario)
        self.assertRaisesRegex(pathfan.ArgumentError, "flow", pathfan.crowd.run, {"flows": [{"from": [-5, 0], "to": [[2, 2]]}]}, index)
        self.assertRaisesRegex(pathfan.ArgumentError, "every", pathfan.crowd.run, {"flows": flows}, index, every=-1)
        self.assertRaises(TypeError, pathfan.crowd.run, 5)
        self.assertRaisesRegex(TypeError, "pathfan.open", pathfan.crowd.run, {"flows": flows}, at("rooms.pathfan"))
        self.assertRaises(pathfan.ArgumentError, pathfan.crowd.Crowd, {"map": at("rooms.map"), **EMPTY, "flows": [
            {"from": [2, 2], "to": [[3, 3]]}]}, None, seed=-1)
        on_a_map = pathfan.crowd.Crowd({"map": at("rooms.map"), **EMPTY, "flows": [{"from": [2, 2], "to": [[3, 3]]}]})
        self.assertRaisesRegex(pathfan.ArgumentError, "without an index", on_a_map.set_obstacles, [])
        self.assertRaisesRegex(TypeError, "a list of changes", on_a_map.set_obstacles, None)
        self.assertRaisesRegex(pathfan.ArgumentError, "count: must be 0 or more", on_a_map.step, -1)
