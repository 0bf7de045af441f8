"""Queries, by every method and with many targets, and invalid ones: test_query.py PATHFAN"""

import os
import subprocess
import tempfile

import described
from client import Server, run_all
from rooms import INDEX, PROGRAM, QUERY

SERVER = None


def check(method, path, route, body=None, status=200, headers=None):
    """Sends a request and checks the answer against the document."""
    return described.check(SERVER, method, path, route, body, status, headers)


def test_query():
    answer = check("POST", "/api/query", "/api/query", QUERY)
    assert answer["status"] == "ok" and answer["proof"] == "index" and answer["generation"] == 1
    assert 1 <= len(answer["paths"]) <= 3
    assert [p["length"] for p in answer["paths"]] == sorted(p["length"] for p in answer["paths"])
    for path in answer["paths"]:
        length = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
                     for a, b in zip(path["points"], path["points"][1:]))
        assert abs(length - path["length"]) < 1e-9
        assert path["points"][0] == answer["from"] and path["points"][-1] == answer["to"]
        if path["plateau"]:  # a splice has none
            first, last = path["plateau"]
            assert 0 <= first <= last < len(path["points"])
            assert path["via"]["at"] in path["points"][first:last + 1]
        assert 0 <= path["apart"] <= 1 and path["filled"] is False
    assert 0 <= answer["backup"] <= 1 and answer["bounds"]["separation"] > 0
    whole = answer["paths"][0]
    assert whole["plateau"] == [0, len(whole["points"]) - 1], "path 1 is a plateau"
    bare = check("POST", "/api/query", "/api/query", {**QUERY, "measures": False})
    assert [p["points"] for p in bare["paths"]] == [p["points"] for p in answer["paths"]]
    assert bare["measures"] is None and bare["paths"][0]["via"] is None


def test_doors_floors_and_links():
    examples = described.SOURCE + "/docs/examples/"
    with tempfile.TemporaryDirectory() as scratch:
        indexes = [os.path.join(scratch, name + ".pathfan") for name in ("gates", "building")]
        for index in indexes:
            source = examples + os.path.basename(index).replace(".pathfan", ".geojson")
            subprocess.run([PROGRAM, "build-index", source, "-o", index], check=True,
                           stderr=subprocess.DEVNULL)
        with Server(PROGRAM, *indexes) as server:
            maps = described.check(server, "GET", "/api/maps", "/api/maps")["maps"]
            assert {m["name"]: m["doors"] for m in maps} == {"gates": 3, "building": 0}
            shapes = {m["name"]: described.check(server, "GET", "/api/maps/%s/geometry" % m["id"],
                                                 "/api/maps/{map}/geometry") for m in maps}
    gates, building = shapes["gates"], shapes["building"]
    assert {d["name"]: d["closed"] for d in gates["doors"]} == {
        "north": False, "south": False, "postern": True}
    assert sorted(gates["doors"][0]["polygon"]) == [[19, 6], [19, 8], [21, 6], [21, 8]]
    assert "floors" not in gates and "links" not in gates and building["doors"] == []
    assert [f["level"] for f in building["floors"]] == [0, 1]
    assert building["floors"][1]["offset"] == building["floors"][1]["low"] == [50, 0]
    slide = [link for link in building["links"] if link["name"] == "slide"]
    assert len(building["links"]) == 4 and slide[0]["cost_back"] is None
    assert slide[0]["from"] == [70, 2] and slide[0]["to"] == [20, 5] and slide[0]["cost"] == 1


def test_trace():
    plain = check("POST", "/api/query", "/api/query", QUERY)
    assert "trace" not in plain
    for algorithm in ("index", "plateaus", "dissimilarity", "penalty"):
        request = {**QUERY, "algorithm": algorithm, "paths": 4}
        answer = check("POST", "/api/query", "/api/query", request)
        traced = check("POST", "/api/query", "/api/query", {**request, "trace": True})
        points = [path["points"] for path in answer["paths"]]
        assert [path["points"] for path in traced["paths"]] == points
        candidates = traced["trace"]["candidates"]
        chosen = [c["points"] for c in candidates if c["fate"] == "chosen"]
        assert sorted(chosen) == sorted(points[1:]), algorithm
        for candidate in candidates:
            assert candidate["points"][0] == answer["from"]
            assert candidate["points"][-1] == answer["to"]
            assert candidate["fate"] != "too_similar" or candidate["rival"] <= len(chosen)
        refused = len(candidates) - len(chosen) + len(traced["trace"]["vias"])
        assert refused or algorithm == "penalty", algorithm + " refuses some"
        assert traced["trace"]["left_out"] == 0
    SERVER.error("POST", "/api/query", 400, "bad_request", {**QUERY, "trace": 1})


def test_targets():
    targets = [[x + 0.5, y + 0.5] for y in range(0, 80, 8) for x in range(0, 100, 5)]
    body = {key: QUERY[key] for key in ("map", "from")}
    asked = 0
    while asked < len(targets):  # each time as many as are answered in a tenth of a second
        answer = check("POST", "/api/targets", "/api/targets", {**body, "targets": targets[asked:]})
        assert 0 < len(answer["paths"]) == len(answer["length"])
        for i, count in enumerate(answer["paths"]):
            if (asked + i) % 7:
                continue
            alone = check("POST", "/api/query", "/api/query",
                          {**body, "to": targets[asked + i], "measures": False})
            assert count == len(alone["paths"])
            assert answer["length"][i] == (alone["paths"][0]["length"] if count else None)
        asked += len(answer["paths"])
    for change, code in (({"targets": []}, "bad_request"), ({"targets": [[1, 1]] * 1025}, "bad_request"),
                         ({"targets": [[1]]}, "bad_request"), ({"targets": 3}, "bad_request"),
                         ({"map": 3}, "bad_request"), ({"from": None}, "bad_request"),
                         ({"nothing": 1}, "bad_request"), ({"stretch": 0.5}, "invalid_request"),
                         ({"algorithm": "penalty"}, "invalid_request"),
                         ({"effort": "thorough"}, "invalid_request"),
                         ({"avoid": [{"circle": [50, 40, 3]}]}, "invalid_request")):
        SERVER.error("POST", "/api/targets", 400, code, {**body, "targets": [[5, 5]], **change})
    SERVER.error("POST", "/api/targets", 404, "no_such_map", {**body, "map": "x", "targets": [[5, 5]]})


def test_separation():
    def ask(**change):
        return check("POST", "/api/query", "/api/query", {**QUERY, **change})
    whole = ask(separation_share=0.1, stretch=1.2)
    assert len(whole["paths"]) < 3 and whole["candidates"]["too_near"] > 0
    distance = whole["paths"][0]["length"]
    assert abs(whole["bounds"]["separation"] - distance / 10) < 1e-9 * distance
    same = ask(separation=distance / 10, separation_share=0, stretch=1.2)
    assert [p["points"] for p in same["paths"]] == [p["points"] for p in whole["paths"]]
    filled = ask(separation_share=0.1, stretch=1.2, fill=True)
    assert len(filled["paths"]) > len(whole["paths"]) and any(p["filled"] for p in filled["paths"])
    assert not filled["paths"][0]["filled"]
    exact = ask(separation_share=0)
    assert "backup" not in exact and "separation" not in exact["bounds"]
    assert not any("apart" in p or "filled" in p for p in exact["paths"])
    # Plateaus and Penalty apply it if it is given.
    for algorithm in ("plateaus", "penalty"):
        assert "separation" not in ask(algorithm=algorithm)["bounds"]
        assert ask(algorithm=algorithm, separation_share=0.02)["bounds"]["separation"] > 0


def test_query_by_every_method():
    lengths = set()
    for algorithm in ("index", "polyanya", "plateaus", "dissimilarity", "penalty"):
        answer = check("POST", "/api/query", "/api/query", {**QUERY, "algorithm": algorithm})
        assert answer["status"] == "ok", algorithm
        lengths.add(round(answer["paths"][0]["length"], 6))
    assert len(lengths) == 1, "the shortest path is as long by any method"
    many = check("POST", "/api/query", "/api/query",
                 {**QUERY, "paths": 5, "stretch": 2.5, "dissimilarity": 0.2, "effort": "thorough",
                  "tables": 0, "access": 0, "max_work": 1000000,
                  "max_bounded_stretch": 3, "min_local_optimality": 0.01,
                  "objective": {"length": 1, "similarity": 2}})
    assert len(many["paths"]) == 5, many["reason"]
    around = check("POST", "/api/query", "/api/query",
                   {**QUERY, "avoid": [{"circle": [50, 40, 5]},
                                       {"polygon": [[20, 20], [25, 20], [25, 30]]}]})
    assert around["status"] in ("ok", "no_path")
    little = check("POST", "/api/query", "/api/query", {**QUERY, "max_work": 1})
    assert little["status"] == "work_limit"


def test_whole_numbers():
    """2.0 is an integer like 2, as in JSON Schema."""
    change = {"paths": 2, "tables": 0, "access": 5, "max_work": 100000}
    answer = SERVER.json("POST", "/api/query", {**QUERY, **change})
    assert len(answer["paths"]) == 2
    again = SERVER.json("POST", "/api/query",
                        {**QUERY, **{name: float(value) for name, value in change.items()}})
    assert again["paths"] == answer["paths"] and again["work"] == answer["work"]
    for name in change:
        for value in (2.5, 1e300, -1e300, "2", True, None):
            message = SERVER.error("POST", "/api/query", 400, "bad_request", {**QUERY, name: value})
            assert name in message and "whole" in message, message


def test_query_that_fails():
    cases = [({}, "missing"), ({**QUERY, "from": None}, "from"), ({**QUERY, "paths": "3"}, "paths"),
             ({**QUERY, "paths": 1.5}, "paths"), ({**QUERY, "bogus": 1}, "bogus"), ({**QUERY, "regions": 3}, "regions"),
             ({**QUERY, "algorithm": "dijkstra"}, "dijkstra"), ({**QUERY, "map": 3}, "map"),
             ({**QUERY, "effort": "lazy"}, "effort"), ({**QUERY, "measures": 1}, "measures"),
             ({**QUERY, "avoid": [{"circle": [1, 2]}]}, "avoid"), ([], "object"), ([1], "object")]
    for body, word in cases:
        assert word in SERVER.error("POST", "/api/query", 400, "bad_request", body), body
    for change in ({"paths": 0}, {"paths": 65}, {"paths": 2000000000}, {"stretch": 0.5},
                   {"dissimilarity": 2}, {"algorithm": "cvpd"}, {"tables": 1}, {"snap": -1},
                   {"penalty": 1}, {"avoid": [{"circle": [1, 2, -3]}]},
                   {"avoid": [{"circle": [i, 1, 1]} for i in range(1025)]}):
        SERVER.error("POST", "/api/query", 400, "invalid_request", {**QUERY, **change})
    SERVER.error("POST", "/api/query", 404, "no_such_map", {**QUERY, "map": "attic"})
    SERVER.error("POST", "/api/query", 400, "bad_request", {**QUERY, "algorithm": "astar"})
    blocked = check("POST", "/api/query", "/api/query", {**QUERY, "from": [-3, 5], "snap": 0})
    assert blocked["status"] == "start_blocked" and blocked["paths"] == []


def test_malformed_json():
    for body, place in (("{", "line 1"), ('{"map": "rooms",\n "from": [1, }', "line 2"),
                        ('{"map": 1, "map": 2}', "line 1"), ("nul", "line 1"),
                        ('{"map": "\\ud800"}', "line 1"), ("[" * 20000, "line 1"),
                        ("[1e999]", "line 1"), ('"rooms', "line 1")):
        assert place in SERVER.error("POST", "/api/query", 400, "not_json", body), body[:40]
    SERVER.error("POST", "/api/query", 400, "not_json", b'{"map": "\xff\xfe"}')
    SERVER.error("POST", "/api/query", 400, "not_json", b'{"map": "a\x00b"}')
    SERVER.error("POST", "/api/query", 400, "no_body", "")


if __name__ == "__main__":
    with Server(PROGRAM, INDEX, "--workers", "3") as SERVER:
        run_all(globals())
