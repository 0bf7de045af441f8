"""test_paths.py - what a path and an answer tell: measures, gaps, heights, floors, other forms."""

import json
import unittest

import pathfan
from support import at, example, needs


class Paths(unittest.TestCase):
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
        pathfan.build(example("heath.geojson"), at("heath.index"))
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

    def test_forms(self):
        index = pathfan.open(at("campus.pathfan"))
        answer = index.paths((5, 10), (290, 160))
        features = json.loads(json.dumps(answer.geojson()))["features"]
        self.assertEqual([f["geometry"]["coordinates"] for f in features], [p.points.tolist() for p in answer])
        here = index.paths((5, 10), (5, 10))
        self.assertEqual(here.geojson()["features"][0]["geometry"]["type"], "Point")
        self.assertEqual(index.nearest_free((5, 10), 1).tolist(), [5, 10])
        self.assertIsNone(index.nearest_free((-500, 10), 1))
        self.assertEqual(index.info.map, "campus.geojson")
        self.assertRegex(repr(index), "campus.geojson: 300 x")

    def test_shapely(self):
        needs(self, "shapely")
        index = pathfan.open(at("campus.pathfan"))
        answer = index.paths((5, 10), (290, 160))
        self.assertAlmostEqual(answer.shapely()[0].length, answer[0].length)
        self.assertEqual(index.paths((5, 10), (5, 10)).shapely()[0].geom_type, "Point")
