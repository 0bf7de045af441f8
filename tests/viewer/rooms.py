"""A map for the tests of the server, its index, and a query on it, made by the program under
test."""
import sys
import tempfile

from client import make_index, make_map

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
MAP = make_map(PROGRAM, SCRATCH.name + "/rooms.map")
INDEX = make_index(PROGRAM, MAP, SCRATCH.name + "/rooms.pathfan")
QUERY = {"map": "rooms", "from": [2, 2], "to": [97, 77], "snap": 10}
