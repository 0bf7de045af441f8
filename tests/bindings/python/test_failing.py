"""test_failing.py - errors are raised with the library's sentences; whatever is given, an index answers on."""

import inspect
import math
import os
import pickle
import random
import shutil
import subprocess
import sys
import unittest

import numpy as np
import pathfan
from support import HERE, at


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

    def test_beside_its_sources(self):
        folder = os.path.join(HERE, "../../../src/bindings/python")
        if os.path.exists(folder):
            told = subprocess.run([sys.executable, "-B", "-c", "import pathfan"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": folder}, check=False)
            self.assertIn("pip install src/bindings/python", told.stderr)
