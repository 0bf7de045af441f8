"""test_plots.py - what plot() draws."""

import unittest

import numpy as np
import pathfan
import plotting
from support import at, example


class Plots(unittest.TestCase):
    def setUp(self):
        self.pyplot = plotting.begin()

    def axes(self):
        return self.pyplot.figure().add_subplot()

    def test_plot_of_walls(self):
        index = pathfan.open(at("campus.pathfan"))
        axes = index.plot(index.paths((5, 10), (290, 160)), self.axes())
        self.assertEqual(len(axes.collections[0].get_segments()), len(index.walls))
        self.assertGreaterEqual(len(axes.lines), 3)

    def test_plot(self):
        pyplot = self.pyplot
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
        own = self.axes()
        self.assertFalse(answer.plot(own, lw=5).yaxis_inverted())
        self.assertEqual(own.lines[0].get_linewidth(), 5)

    def test_plot_of_floors(self):
        axes = self.axes()
        answer = pathfan.open(at("building.floors")).paths((1, 1), (39, 1), from_level=0, to_level=1)
        answer.plot(axes)
        dashed = [line for line in axes.lines if line.get_linestyle() == "--"]
        self.assertEqual(len(dashed), len(answer))
        self.assertTrue(all(line.get_xdata()[1] > 50 > line.get_xdata()[0] for line in dashed))
        self.assertEqual([text.get_text() for text in axes.texts], ["0", "1"])

    def test_plot_of_a_terrain(self):
        pathfan.build(example("rowe-1.geojson"), at("made.index"))
        answer = pathfan.open(at("made.index")).paths((.8, 6.4), (8.3, .7))
        costs = [path.cost for path in answer]
        self.assertEqual(costs, sorted(costs))
        self.assertNotEqual(costs, [path.length for path in answer])
        told = [text.get_text() for text in answer.plot(self.axes()).get_legend().get_texts()]
        self.assertEqual(told, [f"{i}: {cost:.5g}" for i, cost in enumerate(costs, 1)])
        self.assertIn(", ".join(f"{cost:.6g}" for cost in costs), repr(answer))
