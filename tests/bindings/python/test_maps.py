"""test_maps.py - indexes of maps, arrays and terrains; what an index tells; opening and reloading."""

import gc
import json
import math
import mmap
import unittest

import numpy as np
import pathfan
from pathfan._module import ffi
from support import at, example, lines


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

    def test_bytes(self):
        pathfan.build(example("rowe-1.geojson"), at("made.index"))
        with open(example("rowe-1.geojson"), "rb") as file:
            made = pathfan.build_bytes(file.read(), "rowe-1.geojson")
        with open(at("made.index"), "rb") as file:
            self.assertEqual(made, file.read())
        self.assertTrue(pathfan.open(made).info.vertices >= 0)
        self.assertRaisesRegex(pathfan.MalformedError, "^x.map:1: ", pathfan.build_bytes, b"nothing", "x.map")
        self.assertRaisesRegex(pathfan.ArgumentError, "no path", pathfan.build_bytes, b"x", "../x.map")

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


class Opening(unittest.TestCase):
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

    def test_field(self):
        pathfan.build(example("rowe-1.geojson"), at("field.index"))
        index = pathfan.open(at("field.index"))
        places = np.array([(.8, 6.4), (2, 2), (8.3, .7), (1e6, 0)])
        field = index.field((8.3, .7), places)
        self.assertAlmostEqual(field.cost[0], index.paths(places[0], (8.3, .7))[0].cost, 6)
        self.assertEqual((field.cost[2], field.cost[3]), (0, math.inf))
        self.assertAlmostEqual(math.hypot(*field.heading[1]), 1, 12)
        self.assertEqual((field.feature.dtype, field.gap.tolist()[0]), (np.int32, 0))
        way = index.paths(places[0], (8.3, .7), paths=1)[0]
        self.assertTrue(all(leg.rate > 0 for leg in way.legs if leg.kind in ("road", "off-road")), way.legs)
        over = index.via(places[0], (8.3, .7), np.vstack([way.points, places[3:]]))
        self.assertTrue(np.allclose(over[[0, 1, -2]], way.cost) and np.isinf(over[-1]).all())
        self.assertTrue((over[:-1] <= way.cost + 1e-6).all())  # less on a river, which is crossed once
        self.assertTrue((index.via(places[0], (8.3, .7), places[1:2], limit=way.cost)[0] >= way.cost).all())
        self.assertEqual((len(index.rates), set(index.rates)), (index.info.polygons, {index.rates[0]}))
        other = pathfan.open(at("caves.pathfan"))
        self.assertRaises(pathfan.ArgumentError, other.field, (4, 50), places)
        self.assertRaises(pathfan.ArgumentError, other.via, (4, 50), (155, 50), places)
        self.assertRaises(pathfan.ArgumentError, lambda: other.rates)
        self.assertRaises(pathfan.ArgumentError, index.via, places[0], (8.3, .7), places, limit=-1)

    def test_limits_of_fields(self):
        pathfan.build(example("heath.geojson"), at("heath.index"))
        index = pathfan.open(at("heath.index"))
        self.assertGreater(len(set(index.rates)), 2)
        grid = np.stack(np.meshgrid(np.arange(5, 100, 10.), np.arange(5, 95, 10.)), axis=-1).reshape(-1, 2)
        self.assertRaises(pathfan.LimitError, index.field, (90, 80), grid, work_limit=1000)
        self.assertRaises(pathfan.LimitError, index.via, (10, 10), (90, 80), grid, work_limit=1000)
        done = []

        def stop(number):
            done.append(number)
            raise KeyboardInterrupt  # as a signal handler does

        self.assertRaises(KeyboardInterrupt, index.field, (90, 80), grid, progress=stop)
        self.assertEqual((len(done), index._idle[-1].request != ffi.NULL), (1, True))
        self.assertEqual(index.field((90, 80), [(90, 80)], progress=lambda number: None).cost[0], 0)
