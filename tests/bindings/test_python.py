"""test_python.py FOLDER - the Python package gives the command's answers, to the last bit, for all
indexes that make_indexes made; builds indexes of arrays; raises errors."""

import gc
import glob
import importlib.util
import inspect
import json
import math
import mmap
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
import pathfan
from pathfan._module import ffi

FOLDER = sys.argv.pop(1)
TERRAIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples/rowe-1.geojson")
PLOT = os.environ.get("PATHFAN_TEST_PLOT") == "1"  # needs matplotlib


def has(module):
    return importlib.util.find_spec(module) is not None


def pyplot_axes():
    from matplotlib import pyplot

    return pyplot.figure().add_subplot()


def lines(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def at(name):
    return os.path.join(FOLDER, name)


class Answers(unittest.TestCase):
    def test_the_command(self):
        compared = 0
        for file in sorted(glob.glob(at("*.pathfan"))):
            name = os.path.basename(file)[:-len(".pathfan")]
            index = pathfan.open(file)
            index.verify()
            for request, wanted in zip(lines(f"{name}.requests.jsonl"), lines(f"{name}.answers.jsonl")):
                self.assertEqual(request.pop("id"), wanted["id"])
                start, goal = request.pop("from"), request.pop("to")
                got = index.paths(start, goal, **request)
                self.assertEqual((got.outcome, got.reason), (wanted["status"], wanted["reason"]))
                self.assertEqual([list(got.start), list(got.goal)], [wanted["from"], wanted["to"]])
                self.assertEqual([(p.length, p.points.tolist(), p.is_filled) for p in got],
                                 [(p["length"], p["points"], p.get("filled", False)) for p in wanted["paths"]])
                many = index.many([start], [goal], **request)
                self.assertEqual(repr(many[0]), repr(got))
                self.assertTrue(all((a.points == b.points).all() for a, b in zip(many[0], got)))
                if got:
                    self.assertEqual(index.distance(got.start, got.goal), got[0].length)
                    compared += 1
        self.assertGreater(compared, 300)

    def test_many(self):
        index = pathfan.open(at("caves.pathfan"))
        draw = np.random.default_rng(1)
        starts, goals = draw.uniform((0, 0), (160, 100), (2, 500, 2))
        batch = index.many(starts, goals, paths=4)
        self.assertEqual(len(batch), 500)
        for i, answer in enumerate(batch):
            self.assertEqual(repr(answer), repr(index.paths(starts[i], goals[i], paths=4)))
        self.assertEqual(len(batch.lengths), batch.first[-1])
        self.assertEqual(batch.first_point[-1], len(batch.points))
        self.assertEqual(len(batch[3:5]), 2)
        self.assertEqual(repr(batch[-1]), repr(batch[499]))
        with self.assertRaises(IndexError):
            batch[500]
        one = index.many(starts[7], goals, paths=2)
        self.assertEqual([repr(a) for a in one], [repr(index.paths(starts[7], g, paths=2)) for g in goals])
        lengths = index.distances(starts[7], goals)
        self.assertEqual(lengths.tolist(), [a[0].length if a else np.inf for a in one])
        for none in (np.empty((0, 2)), []):
            self.assertEqual(repr(index.many(none, (3, 3))), "<pathfan.Answers of 0 requests: 0 paths>")
            self.assertEqual(len(index.distances((3, 3), none)), 0)

    def test_threads(self):
        index = pathfan.open(at("rooms.pathfan"))
        draw = np.random.default_rng(2)
        starts, goals = draw.uniform((0, 0), (90, 70), (2, 300, 2))
        wanted = [repr(a) for a in index.many(starts, goals)]
        got = [None] * 4

        def ask(i):
            got[i] = [repr(index.paths(a, b)) for a, b in zip(starts, goals)]

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(got, [wanted] * 4)

    def test_calls_within_calls(self):
        index = pathfan.open(at("caves.pathfan"))

        class Start(tuple):
            def __iter__(self):  # like a signal handler or finalizer
                index.paths((20, 20), (30, 80), paths=9, dissimilarity=0)
                return super().__iter__()

        class Areas(list):
            def __len__(self):
                index.paths((20, 20), (30, 80), paths=9, dissimilarity=0)
                return super().__len__()

        for avoid in ([], [(70, 70, 10)]):
            wanted = index.paths((4, 50), (155, 50), avoid=avoid)
            got = index.paths(Start((4, 50)), (155, 50), stretch=1.5, avoid=Areas(avoid))
            self.assertEqual(repr(got), repr(wanted))
            self.assertTrue(all((a.points == b.points).all() for a, b in zip(got, wanted)))

    def test_interrupts(self):
        """A long batch returns to the interpreter now and then, which then checks for signals."""
        index = pathfan.open(at("rooms.pathfan"))
        ends = np.tile([(2., 2.), (80., 60.)], (5000, 1, 1))
        calls = {"pack_many": 0, "pathfan_query_distances": 0}

        def count(_, event, what):
            if event == "c_call" and what.__name__ in calls:
                calls[what.__name__] += 1

        sys.setprofile(count)
        try:
            batch, lengths = index.many(ends[:, 0], ends[:, 1]), index.distances((2, 2), ends[:, 1])
        finally:
            sys.setprofile(None)
        self.assertTrue(all(number >= 4 for number in calls.values()), calls)
        self.assertEqual(set(lengths), {batch[0][0].length})
        self.assertEqual([scratch.packed.heads for scratch in index._idle], [ffi.NULL])  # none is kept
        self.assertEqual({repr(answer) for answer in batch}, {repr(index.paths((2, 2), (80, 60)))})

    def test_areas_and_measures(self):
        index = pathfan.open(at("campus.pathfan"))
        free = index.paths((5, 10), (290, 160))
        middle = free[0].points[len(free[0].points) // 2]
        for avoid in ([(*middle, 4)], [middle + [[-3, -3], [3, -3], [3, 3], [-3, 3]]]):
            around = index.paths((5, 10), (290, 160), paths=1, avoid=avoid)
            self.assertGreater(around[0].length, free[0].length)
        measures = index.measures(free)
        self.assertEqual(measures[0].length_ratio, 1)
        self.assertEqual(len(measures), len(free))
        self.assertEqual(index.measures([p.points for p in free]), measures)
        self.assertEqual(index.measures(index.paths((-5, 10), (290, 160))), [])

    def test_gap(self):
        pathfan.build(os.path.join(os.path.dirname(TERRAIN), "heath.geojson"), at("heath.index"))
        index = pathfan.open(at("heath.index"))
        index.verify()
        answer = index.paths((10, 10), (90, 80), paths=1, max_gap=1e-3)
        self.assertTrue(answer.gap_reached and 0 < answer[0].gap <= 1e-3 * answer[0].cost)
        self.assertIn("area", {leg.kind for leg in answer[0].legs})
        self.assertEqual(answer.geojson()["features"][0]["properties"]["gap"], answer[0].gap)
        many = index.many([(10, 10)], (90, 80), paths=1, max_gap=1e-3)
        self.assertEqual((many[0][0].gap, many[0].gap_reached), (answer[0].gap, True))
        closer = index.paths((10, 10), (90, 80), paths=1, max_gap=1e-8)
        self.assertLess(closer[0].gap, answer[0].gap)
        stopped = index.paths((10, 10), (90, 80), paths=1, work_limit=3000)
        self.assertTrue(stopped.outcome == "work_limit" or not stopped.gap_reached)
        with self.assertRaisesRegex(pathfan.ArgumentError, "max_gap"):
            index.paths((10, 10), (90, 80), max_gap=2)

    def test_heights(self):
        index = pathfan.open(at("gallery.surface"))
        answer = index.paths((9, 5), (11, 8), from_level=0, to_level=6)
        for path in answer:
            self.assertEqual(len(path.heights), len(path.points))
            self.assertEqual((path.heights[0], path.heights[-1]), (0, 6))
        many = index.many([(9, 5), (9, 5)], (11, 8), from_level=0, to_level=6)
        self.assertEqual([path.heights.tolist() for path in many[1]], [path.heights.tolist() for path in answer])
        self.assertEqual(len(many.heights), len(many.points))
        self.assertEqual(index.measures(answer)[0].length_ratio, 1)

    def test_floors(self):
        index = pathfan.open(at("building.floors"))
        self.assertEqual([(floor.name, floor.level, floor.offset) for floor in index.floors],
                         [("0", 0, (0, 0)), ("1", 1, (50, 0))])
        slide = next(link for link in index.links if link.name == "slide")
        self.assertEqual((slide.floors, slide.cost, slide.cost_back), ((1, 0), 1, float("inf")))
        answer = index.paths((1, 1), (39, 1), from_level=0, to_level="1")
        self.assertEqual(len(answer), 3)
        for path in answer:
            self.assertEqual([leg.kind for leg in path.legs], ["walk", "link", "walk"])
            self.assertEqual([(leg.level, leg.floor) for leg in path.legs], [(0, "0"), (0, "0"), (1, "1")])
            self.assertTrue(path.legs[1].name and path.legs[0].name is None)
            self.assertAlmostEqual(sum(leg.cost for leg in path.legs), path.cost, 9)
            self.assertEqual((path.legs[0].first, path.legs[-1].last), (0, len(path.points) - 1))
            self.assertEqual(len(path.geojson()["properties"]["legs"]), 3)
            plane = answer._in_plane(path)
            self.assertEqual((plane[0].tolist(), plane[-1].tolist()), ([1, 1], [89, 1]))
        for path, one in zip(answer, index.measures(answer)):
            self.assertAlmostEqual(one.length_ratio, path.cost / answer[0].cost, 9)
            self.assertTrue(one.nearness >= one.similarity and one.loop >= 1)
        self.assertIsNone(answer[0].heights)
        many = index.many([(1, 1), (3, 2)], (39, 1), from_level=0, to_level=1)
        self.assertEqual([path.legs for path in many[0]], [path.legs for path in answer])
        self.assertEqual(len(many[1][0].legs), 3)
        area = {"circle": (39, 1, 1), "level": 1}
        for way in ({"avoid": [area]}, {"obstacles": index.obstacles([area])}):
            self.assertEqual(index.paths((1, 1), (39, 1), from_level=0, to_level=1, **way).outcome, "goal_blocked")
            self.assertEqual(index.paths((1, 1), (39, 1), from_level=0, **way).outcome, "ok")
        ways = {"from_level": 0, "to_level": 1, "paths": 1}
        shut = index.obstacles([{"close": answer[0].legs[1].name}])
        self.assertGreater(index.paths((1, 1), (39, 1), obstacles=shut, **ways)[0].cost, answer[0].cost)
        jump = shut.change([{"link": [(2, 1), (38, 1)], "level": (0, "1"), "cost": 1, "cost_back": None, "name": "jump"}])
        self.assertEqual(index.paths((1, 1), (39, 1), obstacles=jump, **ways)[0].cost, 3)
        self.assertEqual([(link.name, link.closed) for link in jump.links if link.closed or not link.is_of_map],
                         [(answer[0].legs[1].name, True), ("jump", False)])
        self.assertEqual(jump.links[-1].cost_back, float("inf"))
        with self.assertRaisesRegex(pathfan.ArgumentError, "no such level"):
            index.paths((1, 1), (39, 1), from_level="attic")

    def test_notebook(self):
        examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples")
        with open(os.path.join(examples, "school.ipynb"), encoding="utf-8") as file:
            cells = [cell["source"] for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(examples, "school.geojson"), folder)
            for cell in cells:
                cell = cell.replace('"school.', f'"{folder}/school.')
                exec(cell if PLOT else cell.replace(".plot();", ""), names)
            del names["school"]
        self.assertEqual(len(names["ways"]), 3)
        self.assertEqual([link.name for link in names["today"].links if link.closed], ["Escalator"])

    def test_obstacles(self):
        index = pathfan.open(at("rooms.pathfan"))
        start, goal = (2, 2), (88, 66)
        plain = index.paths(start, goal, snap=5, paths=1)[0]
        middle = (plain.points[1] + plain.points[2]) / 2
        none = index.obstacles()
        self.assertEqual((len(none), none.version, none.ids), (0, 0, []))
        wall = index.obstacles([{"circle": (*middle, 1), "name": "wall"},
                                {"polygon": [(0, 0), (1, 0), (0, 1)], "closed": False}])
        self.assertEqual((len(wall), wall.version, wall.ids), (2, 1, [1, 2]))
        longer = index.paths(start, goal, snap=5, paths=1, obstacles=wall)[0]
        avoided = index.paths(start, goal, snap=5, paths=1, avoid=[(*middle, 1)])[0]
        self.assertGreater(longer.length, plain.length)
        self.assertEqual(longer.points.tolist(), avoided.points.tolist())
        opened = wall.change([{"open": "wall"}, {"close": 2}])
        self.assertEqual(opened.ids, [1, 2])
        self.assertEqual([(o.id, o.name, o.closed, o.is_door) for o in opened],
                         [(1, "wall", False, False), (2, None, True, False)])
        self.assertEqual(opened.get(2).area.tolist(), [[0, 0], [1, 0], [0, 1]])
        self.assertEqual(opened.get("wall").area.tolist(), [*middle, 1])
        self.assertIsNone(opened.get("fire"))
        self.assertEqual(index.paths(start, goal, snap=5, paths=1, obstacles=opened)[0].length, plain.length)
        self.assertEqual(index.paths(start, goal, snap=5, paths=1, obstacles=wall)[0].length, longer.length)
        self.assertEqual(len(opened.change([{"remove": 1}])), 1)
        many = index.many([start], [goal], snap=5, paths=1, obstacles=wall)
        self.assertEqual(many.lengths[0], longer.length)
        for bad, words in (({"remove": "fire"}, "no area named fire"), ({"circle": (1, 1, -1)}, "change 0"), ({}, "one of"),
                           ({"open": "wall", "name": "x"}, "no name"), ({"name": "wall", "circle": (1, 1, 1)}, "already")):
            with self.assertRaisesRegex(pathfan.ArgumentError, words):
                wall.change([bad])
        x, y = plain.points[1]  # a corner of a wall
        corners = [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
        gap = wall.change([{"polygon": corners, "kind": "opening", "name": "gap"}])
        self.assertEqual([(o.name, o.closed, o.is_opening) for o in gap][2:], [("gap", False, True)])
        self.assertLess(index.paths(start, goal, snap=5, paths=1, obstacles=gap)[0].length, longer.length)
        shut = gap.change([{"close": "gap"}])
        self.assertEqual(index.paths(start, goal, snap=5, paths=1, obstacles=shut)[0].length, longer.length)
        shutil.copy(at("rooms.pathfan"), at("moved.tmp"))
        other = pathfan.open(at("moved.tmp"))
        with self.assertRaisesRegex(pathfan.ArgumentError, "rebase"):
            other.paths(start, goal, snap=5, obstacles=wall)
        shutil.copy(at("rooms.pathfan"), at("moved.new"))
        moved = other.obstacles([{"circle": (*middle, 1), "name": "wall"}])
        os.rename(at("moved.new"), at("moved.tmp"))
        self.assertTrue(other.reload())
        moved = moved.rebase()
        self.assertEqual(other.paths(start, goal, snap=5, paths=1, obstacles=moved)[0].length, longer.length)
        os.remove(at("moved.tmp"))

    def test_places(self):
        index = pathfan.open(at("rooms.pathfan"))
        start, goal = (2, 2), (88, 66)
        path = index.paths(start, goal, snap=5, paths=1)[0]
        here, there = path.points[0], path.points[1]
        ray = index.ray(here, there)
        self.assertEqual((ray.outcome, ray.found, ray.obstacle), ("ok", False, 0))
        self.assertEqual(ray.at, tuple(there))
        past = index.ray(here, (-100, -50))
        self.assertTrue(past.found)
        self.assertLess(past.normal[0] * (-100 - here[0]) + past.normal[1] * (-50 - here[1]), 0)
        self.assertEqual(index.ray((-5, 2), there).outcome, "start_blocked")
        wall = index.wall(here)
        self.assertTrue(wall.found)
        self.assertAlmostEqual(float(np.hypot(*np.subtract(wall.at, wall.start))), wall.distance)
        self.assertFalse(index.wall(here, wall.distance / 2).found)
        middle = (np.asarray(here) + there) / 2
        fire = index.obstacles([{"circle": (*middle, 1), "name": "fire"}])
        self.assertEqual(index.ray(here, there, fire).obstacle, fire.ids[0])
        moved = index.move(here, there, fire)
        self.assertTrue(moved.found)
        self.assertLessEqual(moved.distance, float(np.hypot(*(there - here))) + 1e-9)
        self.assertEqual(index.check(path), (None, True, index.check(path).hit))
        blocked = index.check(path, fire)
        self.assertEqual((blocked.leg, blocked.still_shortest, blocked.hit.obstacle), (0, False, fire.ids[0]))
        opened = fire.change([{"open": "fire"}])
        self.assertFalse(index.check(path, opened, fire.version).still_shortest)
        drawn = index.random(here, 20, seed=3, obstacles=fire)
        self.assertLessEqual(index.paths(here, drawn, paths=1, obstacles=fire)[0].length, 20)
        self.assertEqual(drawn.tolist(), index.random(here, 20, 3, fire).tolist())
        self.assertIsNone(index.random((-5, 2)))
        for bad in (lambda: index.ray(here, (float("nan"), 1)), lambda: index.wall(here, -1),
                    lambda: index.check(np.zeros((0, 2))), lambda: index.move(here, 3)):
            self.assertRaises(pathfan.ArgumentError, bad)
        off = index.paths(here, (-5, -5), partial=True)
        self.assertTrue(off.partial)
        self.assertEqual(off.nearest, tuple(off[0].points[-1]))
        self.assertIsNone(index.paths(here, there).nearest)
        many = index.many(here, [(-5, -5), there])
        self.assertEqual((many[0].nearest, many[1].nearest, many[0].partial), (off.nearest, None, False))

    def test_forms(self):
        index = pathfan.open(at("campus.pathfan"))
        answer = index.paths((5, 10), (290, 160))
        features = json.loads(json.dumps(answer.geojson()))["features"]
        self.assertEqual([f["geometry"]["coordinates"] for f in features], [p.points.tolist() for p in answer])
        if has("shapely"):
            self.assertAlmostEqual(answer.shapely()[0].length, answer[0].length)
        here = index.paths((5, 10), (5, 10))
        self.assertEqual(here.geojson()["features"][0]["geometry"]["type"], "Point")
        if has("shapely"):
            self.assertEqual(here.shapely()[0].geom_type, "Point")
        self.assertEqual(index.nearest_free((5, 10), 1).tolist(), [5, 10])
        self.assertIsNone(index.nearest_free((-500, 10), 1))
        self.assertEqual(index.info.map, "campus.geojson")
        self.assertRegex(repr(index), "campus.geojson: 300 x")

    def test_group(self):
        index = pathfan.open(at("caves.pathfan"))
        units = np.array([(4, 50), (20, 30.5), (4, 50.5), (30, 70), (-9, 0), (4, 51)] * 4, dtype=float)
        answers, chosen = index.group(units, (155, 50), paths=3, weights="length", seed=5)
        self.assertEqual((len(answers), chosen.dtype), (len(units), np.int32))
        for unit, answer, path in zip(units, answers, chosen):
            alone = index.paths(unit, (155, 50), paths=3)
            self.assertEqual([p.length for p in answer], [p.length for p in alone])
            self.assertTrue(-1 <= path < len(answer) and (path >= 0) == (len(answer) > 0))
        self.assertGreater(len(set(chosen)), 2)  # they spread
        back, again = index.group(units, (155, 50), from_one=True, seed=5)
        self.assertTrue(np.array_equal(back[0][0].points, index.paths((155, 50), units[0])[0].points))
        self.assertTrue(np.array_equal(again, index.group(units, (155, 50), from_one=True, seed=5)[1]))
        self.assertEqual(len(index.group([], (155, 50))[0]), 0)
        self.assertRaisesRegex(pathfan.ArgumentError, "^unit 0: ", index.group, units, (155, 50), paths=0)
        self.assertRaisesRegex(pathfan.ArgumentError, "equal or length", index.group, units, (155, 50), weights="more")

    def test_field(self):
        pathfan.build(TERRAIN, at("field.index"))
        index = pathfan.open(at("field.index"))
        places = np.array([(.8, 6.4), (2, 2), (8.3, .7), (1e6, 0)])
        field = index.field((8.3, .7), places)
        self.assertAlmostEqual(field.cost[0], index.paths(places[0], (8.3, .7))[0].cost, 6)
        self.assertEqual((field.cost[2], field.cost[3]), (0, math.inf))
        self.assertAlmostEqual(math.hypot(*field.heading[1]), 1, 12)
        self.assertEqual((field.feature.dtype, field.gap.tolist()[0]), (np.int32, 0))
        self.assertRaisesRegex(pathfan.ArgumentError, "", pathfan.open(at("caves.pathfan")).field, (4, 50), places)

    def test_walls(self):
        for name in ("campus", "caves"):
            index = pathfan.open(at(f"{name}.pathfan"))
            area = sum(np.sum(c[:, 0] * np.roll(c[:, 1], -1) - np.roll(c[:, 0], -1) * c[:, 1]) / 2 for c in index.cells)
            walls = index.walls
            # Free space at their left, they go round all of its area.
            around = np.sum(walls[:, 0, 0] * walls[:, 1, 1] - walls[:, 1, 0] * walls[:, 0, 1]) / 2
            self.assertAlmostEqual(around / area, 1, 9)
            steps = np.concatenate([walls[:, 0], -walls[:, 1]])  # they close
            self.assertTrue(np.allclose(steps.sum(0), 0))
            self.assertFalse(index.is_y_up)
        with open(at("degrees.geojson"), "w", encoding="utf-8") as file:
            ring = [[8, 47], [8.01, 47], [8.01, 47.01], [8, 47.01], [8, 47]]
            free = {"type": "Feature", "properties": {"kind": "free"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
            json.dump({"type": "FeatureCollection", "features": [free]}, file)
        pathfan.build(at("degrees.geojson"), at("degrees.index"), project="local")
        self.assertTrue(pathfan.open(at("degrees.index")).is_y_up)

    def test_beside_its_sources(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/bindings/python")
        if os.path.exists(folder):
            told = subprocess.run([sys.executable, "-B", "-c", "import pathfan"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": folder}, check=False)
            self.assertIn("pip install src/bindings/python", told.stderr)

    @unittest.skipUnless(PLOT, "PATHFAN_TEST_PLOT isn't 1")
    def test_plot_of_walls(self):
        index = pathfan.open(at("campus.pathfan"))
        axes = index.plot(index.paths((5, 10), (290, 160)), pyplot_axes())
        self.assertEqual(len(axes.collections[0].get_segments()), len(index.walls))
        self.assertGreaterEqual(len(axes.lines), 3)

    @unittest.skipUnless(PLOT, "PATHFAN_TEST_PLOT isn't 1")
    def test_plot(self):
        from matplotlib import pyplot

        pyplot.close("all")
        index = pathfan.open(at("campus.pathfan"))
        answer = index.paths((5, 10), (290, 160))
        axes = answer.plot()
        self.assertEqual(len(axes.lines), len(answer) + 2)
        widths = [line.get_linewidth() for line in axes.lines[:len(answer)]]
        self.assertEqual(widths, sorted(set(widths), reverse=True))  # no path hides another
        self.assertTrue(axes.yaxis_inverted())
        answer.plot()
        self.assertTrue(axes.yaxis_inverted())  # still
        self.assertEqual(len(index.paths((-5, 10), (290, 160)).plot().lines), 2 * len(answer) + 6)
        pyplot.close("all")
        pyplot.imshow(np.ones((180, 300)))
        self.assertTrue(answer.plot().yaxis_inverted())
        pyplot.close("all")
        own = pyplot_axes()
        self.assertFalse(answer.plot(own, lw=5).yaxis_inverted())
        self.assertEqual(own.lines[0].get_linewidth(), 5)

    @unittest.skipUnless(PLOT, "PATHFAN_TEST_PLOT isn't 1")
    def test_plot_of_floors(self):
        axes = pyplot_axes()
        answer = pathfan.open(at("building.floors")).paths((1, 1), (39, 1), from_level=0, to_level=1)
        answer.plot(axes)
        dashed = [line for line in axes.lines if line.get_linestyle() == "--"]
        self.assertEqual(len(dashed), len(answer))
        self.assertTrue(all(line.get_xdata()[1] > 50 > line.get_xdata()[0] for line in dashed))
        self.assertEqual([text.get_text() for text in axes.texts], ["0", "1"])

    @unittest.skipUnless(PLOT, "PATHFAN_TEST_PLOT isn't 1")
    def test_plot_of_a_terrain(self):
        pathfan.build(TERRAIN, at("made.index"))
        with open(TERRAIN, "rb") as file:
            made = pathfan.build_bytes(file.read(), os.path.basename(TERRAIN))
        with open(at("made.index"), "rb") as file:
            self.assertEqual(made, file.read())
        self.assertTrue(pathfan.open(made).info.vertices >= 0)
        self.assertRaisesRegex(pathfan.MalformedError, "^x.map:1: ", pathfan.build_bytes, b"nothing", "x.map")
        self.assertRaisesRegex(pathfan.ArgumentError, "no path", pathfan.build_bytes, b"x", "../x.map")
        answer = pathfan.open(at("made.index")).paths((.8, 6.4), (8.3, .7))
        costs = [path.cost for path in answer]
        self.assertEqual(costs, sorted(costs))
        self.assertNotEqual(costs, [path.length for path in answer])
        told = [text.get_text() for text in answer.plot(pyplot_axes()).get_legend().get_texts()]
        self.assertEqual(told, [f"{i}: {cost:.5g}" for i, cost in enumerate(costs, 1)])
        self.assertIn(", ".join(f"{cost:.6g}" for cost in costs), repr(answer))


class Making(unittest.TestCase):
    def test_ignored(self):
        with open(at("flat.wkt"), "w", encoding="ascii") as file:
            file.write("POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,8 1,8 8,1 8,1 1))\nPOLYGON((3 3,3 3,4 4,3 3))\n")
        pathfan.build(at("flat.wkt"), at("made.index"), walkable=True)
        index = pathfan.open(at("made.index"))
        self.assertEqual([(one.kind, one.count, one.example) for one in index.ignored],
                         [("flat-ring", 1, "line 2")])
        self.assertIn("left out", index.ignored[0].sentence)
        self.assertRaises(pathfan.MalformedError, pathfan.build, at("flat.wkt"), at("made.index"),
                          walkable=True, strict=True)

    def test_cells(self):
        free = np.ones((20, 30), bool)
        free[5:15, 10:20] = False
        report = pathfan.build_cells(free, at("made.index"))
        self.assertEqual((report.vertices, report.components), (4, 1))
        answer = pathfan.open(at("made.index")).paths((5, 10), (25, 10), paths=2)
        self.assertEqual(len(answer), 2)
        self.assertAlmostEqual(answer[0].length, 2 * np.hypot(5, 5) + 10)

    def test_polygons(self):
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
        pathfan.build_polygons(square * 10, [square * 4 + 3], at("made.index"), agent_radius=.5)
        answer = pathfan.open(at("made.index")).paths((1, 5), (9, 5), paths=2)
        self.assertEqual(len(answer), 2)
        self.assertTrue(((answer[0].points[:, 1] < 3) | (answer[0].points[:, 1] > 7)
                         | (abs(answer[0].points[:, 0] - 5) > 2)).all())

    def test_radii(self):
        radii, wide = pathfan.open(at("rooms.radii")), pathfan.open(at("rooms.wide"))
        opened = pathfan.open(at("rooms.radii"), radius=.3)
        self.assertEqual((radii.info.agent_radius, radii.info.radii), (.2, (.2, .4)))
        self.assertEqual((opened.info.agent_radius, wide.info.radii), (.4, (.4,)))
        differ = 0
        for request in lines("rooms.requests.jsonl")[:50]:
            ends = request["from"], request["to"]
            got, wanted = radii.paths(*ends, snap=2, radius=.3), wide.paths(*ends, snap=2)
            self.assertEqual((got.outcome, got.radius, wanted.radius), (wanted.outcome, .4, 0))
            for answer in (got, opened.paths(*ends, snap=2), radii.many(*ends, snap=2, radius=.4)[0]):
                self.assertEqual([p.points.tolist() for p in answer], [p.points.tolist() for p in wanted])
            differ += [p.length for p in got] != [p.length for p in radii.paths(*ends, snap=2)]
            self.assertEqual(opened.distance(*ends), wide.distance(*ends))
        self.assertGreater(differ, 5)
        with self.assertRaisesRegex(pathfan.ArgumentError, "radii of up to 0.4, not for 0.5"):
            radii.paths((1, 1), (2, 2), radius=.5)
        self.assertRaises(pathfan.ArgumentError, pathfan.open, at("rooms.radii"), radius=.5)
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * 10
        pathfan.build_polygons(square, [square * .4 + 3], at("made.index"), agent_radius=[.5, 1])
        self.assertEqual(pathfan.open(at("made.index")).info.radii, (.5, 1))
        self.assertRaises(pathfan.ArgumentError, pathfan.build_polygons, square, [], at("made.index"),
                          agent_radius=[1, .5])

    def test_reload(self):
        pathfan.build_cells(np.ones((5, 5), bool), at("made.index"))
        index = pathfan.open(at("made.index"))
        self.assertFalse(index.reload())
        pathfan.build_cells(np.ones((5, 9), bool), at("made.index"))
        self.assertTrue(index.reload())
        self.assertEqual(index.info.width, 9)

    def test_memory(self):
        with open(at("rooms.pathfan"), "rb") as file:
            data = file.read()
        self.assertEqual(repr(pathfan.open(data).paths((2, 2), (80, 60))),
                         repr(pathfan.open(at("rooms.pathfan")).paths((2, 2), (80, 60))))
        with open(at("pack"), "wb") as file:
            file.write(b"x" * 100 + data + b"y" * 10)
        self.assertEqual(pathfan.open(at("pack"), offset=100, size=len(data)).info.bytes, len(data))
        for kind in (np.uint8, np.uint16):
            self.assertEqual(pathfan.open(np.fromfile(at("rooms.pathfan"), kind)).info.bytes, len(data))
        with open(at("rooms.pathfan"), "rb") as file:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                index = pathfan.open(mapped)
                self.assertEqual(index.info.bytes, len(data))
                del index
                gc.collect()


class Failing(unittest.TestCase):
    def raises(self, kind, words, call, *arguments, **more):
        with self.assertRaisesRegex(kind, words) as caught:
            call(*arguments, **more)
        self.assertIsInstance(caught.exception, (pathfan.Error, TypeError))

    def test_files(self):
        self.raises(pathfan.InputOutputError, "nowhere.*No such file", pathfan.open, at("nowhere"))
        self.raises(OSError, "nowhere", pathfan.open, at("nowhere"))
        self.raises(pathfan.NotIndexError, "is not a pathfan index", pathfan.open, at("caves.map"))
        shutil.copy(at("rooms.pathfan"), at("broken"))
        with open(at("broken"), "r+b") as file:
            file.seek(os.path.getsize(at("broken")) // 2)
            byte = file.read(1)[0]
            file.seek(-1, 1)
            file.write(bytes([byte ^ 1]))
        self.raises(pathfan.DamagedError, "broken", lambda: pathfan.open(at("broken"), policy="eager").verify())
        with open(at("bad.map"), "w", encoding="ascii") as file:
            file.write("type octile\nheight 2\nwidth 2\nmap\n..\n")
        self.raises(pathfan.MalformedError, "bad.map", pathfan.build, at("bad.map"), at("bad.index"))
        self.assertFalse(os.path.exists(at("bad.index")))
        self.raises(pathfan.ArgumentError, "zero character", pathfan.open, at("rooms.pathfan") + "\0x")
        self.raises(pathfan.ArgumentError, "zero character", pathfan.build, at("rooms.map"), at("cut") + "\0x")
        self.assertFalse(os.path.exists(at("cut")))
        self.raises(TypeError, "path, or bytes, not int", pathfan.open, 5)
        for field in ("offset", "size"):
            self.raises(pathfan.ArgumentError, field, pathfan.open, at("rooms.pathfan"), **{field: -1})
        self.raises(pathfan.ArgumentError, "threads", pathfan.build, at("rooms.map"), at("cut"), threads=2 ** 40)
        self.raises(pathfan.ArgumentError, "max_memory", pathfan.build, at("rooms.map"), at("cut"), max_memory=-1)
        self.raises(pathfan.ArgumentError, "max_memory", pathfan.build, at("rooms.map"), at("cut"),
                    max_memory=2 ** 64)
        square = [(0, 0), (9, 0), (9, 9)]
        self.raises(pathfan.ArgumentError, "obstacle.*finite", pathfan.build_polygons, square,
                    [[(1, 1), (np.nan, 2), (3, 3)]], at("cut"))

    def test_requests(self):
        index = pathfan.open(at("rooms.pathfan"))
        ask = lambda **request: index.paths((2, 2), (80, 60), **request)
        self.raises(pathfan.ArgumentError, "stretch", ask, stretch=.5)
        self.raises(pathfan.ArgumentError, "paths", ask, paths=0)
        self.raises(pathfan.ArgumentError, "paths", ask, paths=2 ** 40)
        self.raises(ValueError, "effort", ask, effort="hard")
        self.raises(TypeError, "strech", ask, strech=2)
        self.raises(pathfan.ArgumentError, "avoid|area", ask, avoid=[[[0, 0], [1, 1]]])
        self.raises(pathfan.ArgumentError, "finite", index.paths, (np.nan, 2), (3, 3))
        self.raises(pathfan.ArgumentError, "request 1: .*finite", index.many, [(2, 2), (np.inf, 2)], (9, 9))
        self.raises(pathfan.ArgumentError, "goals", index.many, [(2, 2)] * 3, [(3, 3)] * 2)
        self.raises(pathfan.ArgumentError, "policy", pathfan.open, at("rooms.pathfan"), policy="none")
        self.raises(TypeError, "paths: must be a whole", ask, paths=np.float32(2.5))
        self.raises(TypeError, "stretch: must be a number, not 'x'", ask, stretch="x")
        self.raises(TypeError, "similarity: must be a number", ask, objective={"similarity": None})
        self.raises(pathfan.ArgumentError, "snap", ask, snap=10 ** 400)
        for ends in (((2, 2, 80), (60,)), (None, (80, 60)), (5, (80, 60)), ((2, 2), [(80, 60)])):
            self.raises(pathfan.ArgumentError, "start|goal", index.paths, *ends)
        self.raises(pathfan.ArgumentError, "point", index.nearest_free, (1, 2, 3), 1)
        for wrong in (np.nan, np.inf):
            self.raises(pathfan.ArgumentError, "from.*finite", index.distance, (wrong, 2), (3, 3))
            self.raises(pathfan.ArgumentError, "to.*finite", index.distances, (2, 2), [(3, 3), (4, wrong)])
        self.assertEqual(ask().outcome, "ok")  # still usable

    def test_any_arguments(self):
        """Whatever is given, a call answers or raises; the index answers as before."""
        index = pathfan.open(at("rooms.pathfan"))
        before = repr(index.paths((2, 2), (80, 60), paths=3))
        draw = random.Random(4)

        class Odd:
            def __float__(self):
                raise RuntimeError("odd")
            __len__ = __index__ = __iter__ = __getitem__ = __float__

        values = [None, True, -1, 0, 1, 2 ** 31, 2 ** 63, 2 ** 64, -2 ** 70, 10 ** 400, .5, -0., 1e308, 5e-324, np.nan,
                  np.inf, "", "x", "\0", "\ud800", b"index", "index", "penalty", [], {}, (), object, Odd(), [Odd()],
                  np.zeros(0), np.zeros((3, 0)), np.full((2, 2), np.nan), np.array("x"),
                  [[1, 2]] * 2000, [[[1, 1], [9, 1], [9, 9]]], {"length": np.inf}, {1: 2}, range(3), memoryview(b"ab")]
        names = [n for n in inspect.signature(index.paths).parameters if n not in ("start", "goal")]
        names += ["algorithm", "paths", "stretch", "similarity", "objective", "avoid", "snap", "effort", "separation"]
        answered = raised = 0
        for _ in range(3000):
            given = {draw.choice(names): draw.choice(values) for _ in range(draw.randrange(3))}
            ends = [(2, 2), (80, 60)] if draw.random() < .7 else [draw.choice(values), draw.choice(values)]
            call = draw.choice([lambda: index.paths(*ends, **{"work_limit": 1000, **given}), lambda: index.distance(*ends),
                                lambda: index.many(*ends, **{"work_limit": 1000, **given}), lambda: index.nearest_free(*ends),
                                lambda: pathfan.open(ends[0]), lambda: pathfan.build_polygons(ends[0], ends[1], at("odd"))])
            try:
                call()
                answered += 1
            except (pathfan.Error, TypeError, ValueError, OverflowError, RuntimeError):
                raised += 1
        self.assertTrue(answered > 300 and raised > 300, (answered, raised))
        self.assertEqual(repr(index.paths((2, 2), (80, 60), paths=3)), before)

    def test_peak(self):
        """max_memory bounds a build, without a limit of the process."""
        corners = [(2000 + math.cos(a) * r, 2000 + math.sin(a) * r) for i in range(6000)
                   for a, r in [(math.pi * i / 3000, 1000 if i % 2 else 999)]]
        code = ("import pathfan, resource, sys\n"
                "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10\n"
                "corners, before = eval(sys.stdin.read()), peak()\n"
                "try: pathfan.build_polygons(corners, [], %r, max_memory=32 << 20)\n"
                "except pathfan.Error as error: print(error, file=sys.stderr)\n"
                "print(peak() - before)\n" % at("star"))
        grown = subprocess.run([sys.executable, "-c", code], input=repr(corners), capture_output=True, text=True, check=True)
        self.assertLess(int(grown.stdout), 32 + 48, grown)

    def test_status(self):
        for call in (lambda: pathfan.open(at("nowhere")), lambda: pathfan.open(at("rooms.pathfan"), policy="none")):
            with self.assertRaises(pathfan.Error) as caught:
                call()
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertIn(again.status, (1, 10))
            self.assertEqual((again.status, str(again)), (caught.exception.status, str(caught.exception)))


def measure(name, count):
    """Prints the processor time that Python adds to a request: the best of many alternating rounds.
    Checks nothing."""
    index = pathfan.open(name)
    info = index.info
    draw = np.random.default_rng(3)
    ends = draw.uniform((info.x, info.y), (info.x + info.width, info.y + info.height), (2, 4 * count, 2))
    free = np.flatnonzero(index.many(*ends, paths=1).outcomes == 0)[:count]
    starts, goals = ends[0][free], ends[1][free]
    pairs = [(tuple(a), tuple(b)) for a, b in zip(starts.tolist(), goals.tolist())]

    def batch(k):
        index.many(starts, goals, paths=k)

    def singly(k):
        for a, b in pairs:
            index.paths(a, b, paths=k)

    def singly_with_points(k):
        for a, b in pairs:
            for path in index.paths(a, b, paths=k):
                path.points

    for k in (1, 3):
        least = dict.fromkeys((batch, singly, singly_with_points), np.inf)
        for _ in range(200):
            for way in least:
                begin = time.thread_time_ns()
                way(k)
                least[way] = min(least[way], (time.thread_time_ns() - begin) / len(pairs) / 1000)
        print(f"{os.path.basename(name)}: {len(pairs)} requests of {k} paths, {least[batch]:.2f} us each in a "
              f"batch; one by one {least[singly] - least[batch]:.2f} more, with a look at each path "
              f"{least[singly_with_points] - least[batch]:.2f}")


if __name__ == "__main__":
    for path in sys.argv[1:]:
        measure(path, 30)
    unittest.main(argv=sys.argv[:1])
