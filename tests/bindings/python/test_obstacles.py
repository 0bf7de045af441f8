"""test_obstacles.py - snapshots of what changes, and questions about places, with and without them."""

import json
import os
import shutil
import tempfile
import unittest

import numpy as np
import pathfan
import plotting
from support import at, example


class Obstacles(unittest.TestCase):
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
        changes = [{"circle": (*middle, 1)}]
        for bad in (lambda: index.paths(here, there, obstacles=changes), lambda: index.ray(here, there, changes)):
            self.assertRaisesRegex(TypeError, "Index.obstacles", bad)
        off = index.paths(here, (-5, -5), partial=True)
        self.assertTrue(off.partial)
        self.assertEqual(off.nearest, tuple(off[0].points[-1]))
        self.assertIsNone(index.paths(here, there).nearest)
        many = index.many(here, [(-5, -5), there])
        self.assertEqual((many[0].nearest, many[1].nearest, many[0].partial), (off.nearest, None, False))

    def test_notebook(self):
        plotting.begin()
        with open(example("school.ipynb"), encoding="utf-8") as file:
            cells = [cell["source"] for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
        names = {}
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(example("school.geojson"), folder)
            for cell in cells:
                cell = cell.replace('"school.', f'"{folder}/school.')
                exec(cell, names)
            del names["school"]
        self.assertEqual(len(names["ways"]), 3)
        self.assertEqual([link.name for link in names["today"].links if link.closed], ["Escalator"])
