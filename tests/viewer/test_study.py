"""The user study from its plan to Table 1, also after a kill: test_study.py PATHFAN"""
import csv
import io
import itertools
import signal
import sys
import tempfile

from client import Server, make_map, run_all
from test_api import check

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()


def take_part(server, background="games"):
    return check("POST", "/api/study/participants", "/api/study/participants",
                 {"background": background}, 201, server)["participant"]


def rate(server, participant, map, query, ratings, **more):
    return check("POST", "/api/study/responses", "/api/study/responses",
                 {"participant": participant, "map": map, "query": query,
                  "ratings": dict(zip("ABC", ratings)), **more}, 201, server)


def plan_of(server):
    return check("GET", "/api/study", "/api/study", server=server)


def test_plan():
    with Server(PROGRAM, "--study") as server:
        plan = plan_of(server)
        assert len(plan["maps"]) == 9 and plan["methods"] == ["A", "B", "C"]
        assert plan["paths"] == 4 and "1" in plan["instructions"] and "5" in plan["instructions"]
        served = {m["id"]: m for m in server.json("GET", "/api/maps")["maps"]}
        for item in plan["maps"]:
            m = served[item["map"]]
            ends = [tuple(q[e]) for q in item["queries"] for e in ("from", "to")]
            assert len(item["queries"]) == 3 and len(set(ends)) == 6
            for x, y in ends:
                assert 0 <= x <= m["width"] and 0 <= y <= m["height"]
    with Server(PROGRAM, "--study") as server:
        assert plan_of(server) == plan, "the same queries every time"
    # Maps of one's own, as many as there are.
    given = [make_map(PROGRAM, "%s/own-%d.map" % (SCRATCH.name, i), "caves", 60, 50, i)
             for i in range(2)]
    with Server(PROGRAM, "--study", *given) as server:
        assert [m["map"] for m in plan_of(server)["maps"]] == ["own-0", "own-1"]


def test_terrains_are_refused():
    hills = make_map(PROGRAM, SCRATCH.name + "/hills.geojson", "terrain", 60, 50, 4)
    try:
        Server(PROGRAM, "--study", hills).stop()
    except AssertionError as error:
        assert "map 'hills' has roads or rivers" in str(error), error
    else:
        raise AssertionError("a study of a terrain began")


def test_methods_are_hidden():
    with Server(PROGRAM, "--study") as server:
        participant = take_part(server)
        found = {}
        for item in plan_of(server)["maps"][:3]:
            for query in item["queries"]:
                for method, name in zip("ABC", ("plateaus", "dissimilarity", "penalty")):
                    answer = check("POST", "/api/study/query", "/api/study/query",
                                   {"participant": participant, "map": item["map"],
                                    "method": method, **query}, server=server)
                    assert answer["status"] == "ok" and 1 <= len(answer["paths"]) <= 4
                    text = str(answer)
                    for word in ("plateaus", "dissimilarity", "penalty", "candidates", "time_us",
                                 "apart", "filled", "backup"):
                        assert word not in text, word
                    # The paper's methods, which know no separation, whatever is asked for.
                    again = check("POST", "/api/study/query", "/api/study/query",
                                  {"participant": participant, "map": item["map"],
                                   "method": method, "separation": 9, **query}, server=server)
                    open_answer = server.json("POST", "/api/query", {
                        "map": item["map"], "algorithm": name, "paths": 4, "separation": 0,
                        **query})
                    for other in (again, open_answer):
                        assert [p["points"] for p in answer["paths"]] == [
                            p["points"] for p in other["paths"]]
                    found.setdefault(method, []).append(answer["paths"])
        assert found["A"] != found["B"] and found["B"] != found["C"] and found["A"] != found["C"]
        query = {"participant": participant, "map": "rooms-1", "from": [1, 1], "to": [9, 9]}
        server.error("POST", "/api/study/query", 400, "bad_request", {**query, "method": "D"})
        server.error("POST", "/api/study/query", 400, "bad_request", query)
        server.error("POST", "/api/study/query", 404, "no_such_participant",
                     {**query, "method": "A", "participant": "me"})
        server.error("POST", "/api/study/query", 404, "no_such_map",
                     {**query, "method": "A", "map": "attic"})


def test_refused():
    with Server(PROGRAM, "--study") as server:
        participant = take_part(server)
        good = {"participant": participant, "map": "rooms-1", "query": 0,
                "ratings": {"A": 1, "B": 2, "C": 3}}
        for change in ({"query": 3}, {"query": -1}, {"query": "0"}, {"query": 1.5},
                       {"query": None}, {"query": None, "from": [1, 2]}, {"ratings": {}},
                       {"ratings": {"A": 1, "B": 2}}, {"ratings": {"A": 0, "B": 2, "C": 3}},
                       {"ratings": {"A": 6, "B": 2, "C": 3}}, {"ratings": {"A": 1.5, "B": 2, "C": 3}},
                       {"ratings": {"A": 1, "B": 2, "C": 3, "D": 4}}, {"map": 5},
                       {"participant": None}):
            server.error("POST", "/api/study/responses", 400, "bad_request", {**good, **change})
        server.error("POST", "/api/study/responses", 404, "no_such_participant",
                     {**good, "participant": "' OR '1'='1"})
        server.error("POST", "/api/study/responses", 404, "no_such_map", {**good, "map": "x"})
        # Ratings of paths that nobody can have seen: there are none.
        free = plan_of(server)["maps"][0]["queries"][0]["from"]
        for ends in ({"from": [-1e9, 5], "to": [1e300, 9]}, {"from": free, "to": [-1, -1]},
                     {"from": [1e308, 1e308], "to": free}, {"from": free, "to": free}):
            server.error("POST", "/api/study/responses", 400, "no_path",
                         {**good, "map": plan_of(server)["maps"][0]["map"], "query": None, **ends})
        server.error("POST", "/api/study/participants", 400, "bad_request", {"background": 5})
        server.error("POST", "/api/study/participants", 400, "bad_request",
                     {"background": "x" * 2001})
        server.error("POST", "/api/study/participants", 400, "bad_request", [])
        server.error("GET", "/api/study/progress", 404, "no_such_participant")
        server.error("GET", "/api/study/progress?participant=x", 404, "no_such_participant")
        results = check("GET", "/api/study/results", "/api/study/results", server=server)
        assert [row["responses"] for row in results["table"]] == [0, 0, 0]
        assert results["participants"] == 0
        assert results["anova"] is None


def test_whole_study():
    """Nine participants; the server is killed in between. Means and F are worked out here again."""
    data = SCRATCH.name + "/study"
    given = []  # participant, map, query or None, ratings
    backgrounds = ["games", 'said "no", twice', "two\nlines, Größe", "", "=1+1"]
    server = Server(PROGRAM, "--study", "--data", data)
    maps = [m["map"] for m in plan_of(server)["maps"]]
    numbers = itertools.count()

    def rating():
        n = next(numbers)
        return [1 + (n * 7 + n // 3) % 5, 1 + (n * 3 + 2) % 5, 1 + (n * n + 1) % 5]

    # Ends of one's own: those of a query that is given, the other way.
    own = {item["map"]: [{"from": q["to"], "to": q["from"]} for q in item["queries"]]
           for item in plan_of(server)["maps"]}
    people = []
    for number in range(9):
        person = take_part(server, backgrounds[number % len(backgrounds)])
        people.append(person)
        for m in maps:
            for query in (0, 1, 2, None):
                more = own[m][number % 3] if query is None else {}
                ratings = rating()
                rate(server, person, m, query, ratings, **more)
                given.append((person, m, query, ratings))
        if number == 3:
            server.process.send_signal(signal.SIGKILL)
            server.process.communicate()
            server = Server(PROGRAM, "--study", "--data", data)
    with server:
        # Said again: the new ratings count.
        person, m, query, _ = given[5]
        given[5] = (person, m, query, [5, 5, 1])
        rate(server, person, m, query, [5, 5, 1])

        progress = check("GET", "/api/study/progress?participant=" + people[0],
                         "/api/study/progress", server=server)
        assert progress["complete"] and all(m["free"] == 1 for m in progress["maps"])
        new = take_part(server)
        rate(server, new, maps[0], 1, [3, 3, 3])
        progress = server.json("GET", "/api/study/progress?participant=" + new)
        assert not progress["complete"]
        assert progress["maps"][0] == {"map": maps[0], "queries": [False, True, False], "free": 0}
        given.append((new, maps[0], 1, [3, 3, 3]))

        status, headers, text = server.request("GET", "/api/study/export.csv")
        assert status == 200 and headers["content-type"].startswith("text/csv")
        rows = list(csv.DictReader(io.StringIO(text.decode())))
        assert len(rows) == len(given) == 9 * 36 + 1
        methods = ("plateaus", "dissimilarity", "penalty")
        exported = sorted((r["participant"], r["map"], r["query"], [int(r[m]) for m in methods])
                          for r in rows)
        assert exported == sorted((p, m, "" if q is None else str(q), r) for p, m, q, r in given)
        assert text.startswith(b"participant,map,query,from_x,from_y,to_x,to_y,plateaus,"
                               b"dissimilarity,penalty,time,background\r\n")
        said = {r["participant"]: r["background"] for r in rows}
        assert said == {person: backgrounds[i % len(backgrounds)]
                        for i, person in enumerate(people)} | {new: "games"}

        results = check("GET", "/api/study/results", "/api/study/results", server=server)
        assert results["participants"] == 10
        assert results["table"][2]["responses"] == len(given)
        for row, chosen in zip(results["table"], (
                [r for _, _, q, r in given if q is not None],
                [r for _, _, q, r in given if q is None], [r for _, _, _, r in given])):
            assert row["responses"] == len(chosen)
            for i, method in enumerate(methods):
                assert abs(row[method] - sum(r[i] for r in chosen) / len(chosen)) < 1e-12
        # F by sums of squares, as textbooks have it.
        subjects = []
        for person in people + [new]:
            own = [r for p, _, _, r in given if p == person]
            subjects.append([sum(r[i] for r in own) / len(own) for i in range(3)])
        n = len(subjects)
        grand = sum(map(sum, subjects)) / (3 * n)
        total = sum((v - grand) ** 2 for s in subjects for v in s)
        between = sum(3 * (sum(s) / 3 - grand) ** 2 for s in subjects)
        conditions = sum(n * (sum(s[i] for s in subjects) / n - grand) ** 2 for i in range(3))
        error = total - between - conditions
        f = (conditions / 2) / (error / (2 * (n - 1)))
        anova = results["anova"]
        assert (anova["subjects"], anova["df1"], anova["df2"]) == (n, 2, 2 * (n - 1))
        assert abs(anova["f"] - f) < 1e-9 * (1 + f), (anova, f)
        p = (1 + 2 * f / anova["df2"]) ** (-anova["df2"] / 2)  # closed form for df1 = 2
        assert abs(anova["p"] - p) < 1e-9, (anova, p)


if __name__ == "__main__":
    run_all(globals())
