"""The user study from its plan to Table 1, also after a kill: test_study.py PATHFAN"""
import csv
import io
import itertools
import os
import signal
import statistics
import sys
import tempfile

from client import Server, make_index, make_map, run_all
from described import check

PROGRAM = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()


def take_part(server, background="games"):
    return check(server, "POST", "/api/study/participants", "/api/study/participants",
                 {"background": background}, 201)["participant"]


def rate(server, participant, map, query, ratings, **more):
    return check(server, "POST", "/api/study/responses", "/api/study/responses",
                 {"participant": participant, "map": map, "query": query,
                  "ratings": dict(zip("ABC", ratings)), **more}, 201)


METHODS = ("plateaus", "dissimilarity", "penalty")
ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0))  # of A, B and C, by turns


def key_of(server):
    """Returns the key that the server prints once after its address."""
    if not hasattr(server, "key"):
        line = server.process.stdout.readline().strip()
        words, server.key = line.split(server.url + "#results=")
        assert words == "results of the study: " and len(server.key) == 32, line
    return server.key


def export_of(server):
    status, headers, text = server.request("GET", "/api/study/export.csv?key=" + key_of(server))
    assert status == 200 and headers["content-type"].startswith("text/csv")
    return text.decode(), list(csv.DictReader(io.StringIO(text.decode(), newline="")))


def results_of(server, who=""):
    return check(server, "GET", "/api/study/results?key=" + key_of(server) + who, "/api/study/results")


def plan_of(server):
    return check(server, "GET", "/api/study", "/api/study")


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
    # With the user's own maps, as many as given.
    given = [make_map(PROGRAM, "%s/own-%d.map" % (SCRATCH.name, i), "caves", 60, 50, i)
             for i in range(2)]
    with Server(PROGRAM, "--study", *given) as server:
        assert [m["map"] for m in plan_of(server)["maps"]] == ["own-0", "own-1"]


def test_terrains_are_refused():
    hills = make_map(PROGRAM, SCRATCH.name + "/hills.geojson", "terrain", 60, 50, 4)
    try:
        Server(PROGRAM, "--study", hills).stop()
    except AssertionError as error:
        assert "map 'hills' has roads, rivers or rates" in str(error), error
    else:
        raise AssertionError("a study of a terrain began")


def test_methods_are_hidden():
    with Server(PROGRAM, "--study") as server:
        participant = take_part(server)
        found = {}
        for item in plan_of(server)["maps"][:3]:
            for query in item["queries"]:
                for method, name in zip("ABC", ("plateaus", "dissimilarity", "penalty")):
                    answer = check(server, "POST", "/api/study/query", "/api/study/query",
                                   {"participant": participant, "map": item["map"],
                                    "method": method, **query})
                    assert answer["status"] == "ok" and 1 <= len(answer["paths"]) <= 4
                    text = str(answer)
                    for word in ("plateaus", "dissimilarity", "penalty", "candidates", "time_us",
                                 "apart", "filled", "backup"):
                        assert word not in text, word
                    # The methods are the paper's, whatever separation and bound on loops a request has.
                    again = check(server, "POST", "/api/study/query", "/api/study/query",
                                  {"participant": participant, "map": item["map"],
                                   "method": method, "separation": 9, "max_loop": 1, **query})
                    open_answer = server.json("POST", "/api/query", {
                        "map": item["map"], "algorithm": name, "paths": 4, "separation": 0,
                        "max_loop": 0, **query})
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
        # Ratings without paths are refused.
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
        for more in ({"shown": {"A": 1}}, {"shown": {"A": 1, "B": 5, "C": 1}}, {"seconds": -1},
                     {"seconds": "1"}, {"seconds": 1e9}):
            server.error("POST", "/api/study/responses", 400, "bad_request", {**good, **more})
        results = results_of(server)
        assert [row["responses"] for row in results["table"]] == [0, 0, 0]
        assert results["participants"] == results["complete"] == 0
        assert all(row["anova"] is None for row in results["table"])


def test_whole_study():
    """Nine participants; the server is killed in between. Recomputes means and F. Participants see
    the methods in different orders; ratings are stored by method."""
    data = SCRATCH.name + "/study"
    given = []  # participant, map, query or None, ratings
    backgrounds = ["games", 'said "no", twice', "two\nlines, Größe", "", "=1+1", "@SUM(1)", "-2", "\t=1"]
    server = Server(PROGRAM, "--study", "--data", data)
    maps = [m["map"] for m in plan_of(server)["maps"]]
    numbers = itertools.count()

    def rating():
        n = next(numbers)
        return [1 + (n * 7 + n // 3) % 5, 1 + (n * 3 + 2) % 5, 1 + (n * n + 1) % 5]

    # The participants' own ends: those of a given query, reversed.
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
                order = ORDERS[number % 6]
                shown = dict(zip("ABC", (1, 2, 3)))
                rate(server, person, m, query, [ratings[k] for k in order], shown=shown, seconds=1.25, **more)
                given.append((person, m, query, ratings))
        if number == 3:
            server.process.send_signal(signal.SIGKILL)
            server.process.communicate()
            server = Server(PROGRAM, "--study", "--data", data)
    with server:
        # Rated again: the new ratings count.
        person, m, query, _ = given[5]  # of the first, whose A, B and C are as in the paper
        given[5] = (person, m, query, [5, 5, 1])
        rate(server, person, m, query, [5, 5, 1])

        progress = check(server, "GET", "/api/study/progress?participant=" + people[0],
                         "/api/study/progress")
        assert progress["complete"] and all(m["free"] == 1 for m in progress["maps"])
        new = take_part(server)
        rate(server, new, maps[0], 1, [3, 3, 3]) # the tenth
        progress = server.json("GET", "/api/study/progress?participant=" + new)
        assert not progress["complete"]
        assert progress["maps"][0] == {"map": maps[0], "queries": [False, True, False], "free": 0}
        given.append((new, maps[0], 1, [3, 3, 3]))

        text, rows = export_of(server)
        assert len(rows) == len(given) == 9 * 36 + 1
        methods = METHODS
        exported = sorted((r["participant"], r["map"], r["query"], [int(r[m]) for m in methods])
                          for r in rows)
        assert exported == sorted((p, m, "" if q is None else str(q + 1), r) for p, m, q, r in given)
        assert text.startswith("study,builder,participant,place,order,map,map_digest,query,from_x,from_y,to_x,to_y,"
                               "plateaus,dissimilarity,penalty,plateaus_paths,dissimilarity_paths,penalty_paths,"
                               "seconds,time,background\r\n")
        assert len({(r["map"], r["map_digest"]) for r in rows}) == len({r["map_digest"] for r in rows}) == 9
        for r in rows:
            number = (people + [new]).index(r["participant"])
            assert (r["study"], r["place"]) == ("1", str(number + 1)) and r["builder"].count(".") == 2
            order = [METHODS[k] for k in ORDERS[number % 6]]
            assert r["order"] == "-".join(order), (r, order)
            told = [r[m + "_paths"] for m in order] + [r["seconds"]]
            again = r["participant"] == person and r["map"] == m and r["query"] == str(query + 1)
            assert told == (["", "", "", ""] if again or number == 9 else ["1", "2", "3", "1.2"]), (told, r)
        said = {r["participant"]: r["background"] for r in rows}
        # Text that spreadsheets would take for a formula is escaped.
        safe = {"=1+1": "'=1+1", "@SUM(1)": "'@SUM(1)", "-2": "'-2", "\t=1": "'\t=1"}
        assert said == {p: safe.get(backgrounds[i % len(backgrounds)], backgrounds[i % len(backgrounds)])
                        for i, p in enumerate(people)} | {new: "games"}

        results = results_of(server)
        assert (results["participants"], results["complete"], results["study"]) == (10, 9, 1)
        assert results_of(server, "&who=complete")["table"][2]["responses"] == len(given) - 1
        assert results["table"][2]["responses"] == len(given)
        for row, chosen in zip(results["table"], (
                [r for _, _, q, r in given if q is not None],
                [r for _, _, q, r in given if q is None], [r for _, _, _, r in given])):
            assert row["responses"] == len(chosen)
            for i, method in enumerate(methods):
                assert abs(row[method] - sum(r[i] for r in chosen) / len(chosen)) < 1e-12
        # F by sums of squares, as in textbooks.
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
        anova = results["table"][2]["anova"]
        assert (anova["subjects"], anova["df1"], anova["df2"]) == (n, 2, 2 * (n - 1))
        assert abs(anova["f"] - f) < 1e-9 * (1 + f), (anova, f)
        p = (1 + 2 * f / anova["df2"]) ** (-anova["df2"] / 2)  # closed form for df1 = 2
        assert abs(anova["p"] - p) < 1e-9, (anova, p)
        assert abs(anova["eta"] - conditions / (conditions + error)) < 1e-9 and 0.5 <= anova["epsilon"] <= 1
        assert anova["p_corrected"] >= anova["p"] and len(anova["pairs"]) == 3
        for row in results["maps"]:
            chosen = [r for _, name, _, r in given if name == row["map"]]
            assert row["responses"] == len(chosen)
            for i, method in enumerate(methods):
                values = [r[i] for r in chosen]
                assert abs(row[method] - statistics.mean(values)) < 1e-12
                assert abs(row["sd"][method] - statistics.stdev(values)) < 1e-12


def test_results_are_for_the_researcher():
    with Server(PROGRAM, "--study") as server:
        key = key_of(server)
        for path in ("results", "export.csv"):
            for argument in ("", "?key=", "?key=x", "?key=" + key[:-1], "?key=" + key + "0", "?key=" + key.upper() + "x"):
                server.error("GET", "/api/study/" + path + argument, 403, "wrong_key")
    with Server(PROGRAM, "--study") as server:
        assert key_of(server) != key


def test_answers_belong_to_their_maps():
    """Other maps in the same data folder make another study, even if they have the same names."""
    data = SCRATCH.name + "/twice"
    places = [make_map(PROGRAM, "%s/%s/place.map" % (SCRATCH.name, folder), "caves", 60, 50, seed)
              for folder, seed in (("first", 1), ("second", 2)) if not os.mkdir(SCRATCH.name + "/" + folder)]
    with Server(PROGRAM, "--study", "--data", data, places[0]) as server:
        assert plan_of(server)["study"] == 1
        person = take_part(server)
        rate(server, person, "place", 0, [1, 2, 3])
        digest = export_of(server)[1][0]["map_digest"]
    server = Server(PROGRAM, "--study", "--data", data, places[1])
    assert plan_of(server)["study"] == 2
    server.error("GET", "/api/study/progress?participant=" + person, 404, "no_such_participant")
    results = results_of(server)
    assert (results["participants"], results["other_responses"]) == (0, 1)
    rate(server, take_part(server), "place", 0, [5, 5, 5])
    rows = export_of(server)[1]
    assert [(r["study"], r["map"]) for r in rows] == [("1", "place"), ("2", "place")]
    assert rows[0]["map_digest"] == digest != rows[1]["map_digest"]
    assert results_of(server)["table"][2]["responses"] == 1
    code, said = server.stop()
    assert code == 0 and "this is study 2 of this folder" in said and "1 answers to earlier ones" in said, said
    # The first maps again: participants continue, also with an index built meanwhile.
    with Server(PROGRAM, "--study", "--data", data, places[0]) as server:
        assert plan_of(server)["study"] == 1
        assert server.json("GET", "/api/study/progress?participant=" + person)["maps"][0]["queries"][0]
    index = make_index(PROGRAM, places[0], SCRATCH.name + "/place.pathfan")
    with Server(PROGRAM, "--study", "--data", data, index) as server:
        assert plan_of(server)["study"] == 1


def test_queries_of_ones_own():
    folder = SCRATCH.name + "/queries"
    os.mkdir(folder)
    place = make_map(PROGRAM, SCRATCH.name + "/own.map", "rooms", 60, 50, 3)
    def ask(text):
        with open(folder + "/own.scen", "w", encoding="ascii") as file:
            file.write("version 1\n" + "".join("0\town\t60\t50\t%s\t1\n" % line for line in text))
    with Server(PROGRAM, "--study", place) as server:
        plan = plan_of(server)
        ends = ["\t".join(str(v) for v in (*q["from"], *q["to"])) for q in plan["maps"][0]["queries"]]
        practice = plan["practice"]["query"]
        assert plan["practice"]["map"] == "own" and practice not in plan["maps"][0]["queries"]
    ask(ends[:1] + ends[:2] + ends)
    with Server(PROGRAM, "--study", "--queries", folder, place) as server:
        item = plan_of(server)["maps"][0]
        assert [q["from"] for q in item["queries"]] == [plan["maps"][0]["queries"][i]["from"] for i in (0, 0, 1, 0, 1, 2)]
        person = take_part(server)
        for query in range(6):
            rate(server, person, "own", query, [1, 2, 3])
        assert server.json("GET", "/api/study/progress?participant=" + person)["maps"][0]["queries"] == [True] * 6
        rate(server, person, "own", None, [1, 2, 3], **plan["maps"][0]["queries"][0])
        assert results_of(server, "&who=complete")["participants"] == 1
        server.error("POST", "/api/study/responses", 400, "bad_request",
                     {"participant": person, "map": "own", "query": 6, "ratings": {"A": 1, "B": 1, "C": 1}})
    for lines, sentence in ((["-5\t-5\t1\t1"], "own.scen:2: there is no path to rate"),
                            ([], "1 to 12 queries, not 0"), (ends[:1] * 13, "1 to 12 queries, not 13"),
                            (["x\t1\t1\t1"], "own.scen:2"), (None, "has no own.scen")):
        if lines is None:
            os.remove(folder + "/own.scen")
        else:
            ask(lines)
        try:
            Server(PROGRAM, "--study", "--queries", folder, place).stop()
        except AssertionError as error:
            assert sentence in str(error), (sentence, error)
        else:
            raise AssertionError("it began: " + sentence)


if __name__ == "__main__":
    run_all(globals())
