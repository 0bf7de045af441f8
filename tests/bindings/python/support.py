"""support.py - where the tests find what make_indexes made, and the project's examples."""

import importlib.util
import json
import os
import sys

FOLDER = sys.argv.pop(1)
HERE = os.path.dirname(os.path.abspath(__file__))


def needs(test, module):
    """Skips a test without a module; with CI=true that fails."""
    if importlib.util.find_spec(module) is None:
        if os.environ.get("CI") == "true":
            test.fail(f"{module} is missing")
        test.skipTest(f"{module} is missing")


def at(name):
    return os.path.join(FOLDER, name)


def example(name):
    return os.path.join(HERE, "../../../docs/examples", name)


def lines(name):
    with open(at(name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]
