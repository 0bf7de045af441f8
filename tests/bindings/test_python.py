"""test_python.py FOLDER - tests the Python package with what make_indexes made in FOLDER: python/test_*.py."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))
suite = unittest.defaultTestLoader.discover(sys.path[0], top_level_dir=sys.path[0])
assert suite.countTestCases() > 25, suite.countTestCases()
sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
