"""test_answers.py - answers are the command's, to the last bit; batches, groups and threads get the same."""

import glob
import os
import sys
import threading
import unittest

import numpy as np
import pathfan
from pathfan._module import ffi
from support import at, lines


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
