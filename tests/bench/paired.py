#!/usr/bin/env python3
"""paired.py FILE - intervals and paired tests from the table of `pathfan evaluate --per-query FILE`.

Queries of a map resemble each other, so maps are the units: whole maps are drawn with replacement,
2,000 times, always the same ones, and intervals are the middle 95% of the means over the drawn
maps' queries. A pair of methods is compared over the queries that both gave three paths; the test
counts the maps on which one method's mean is less than the other's (two-sided sign test). Prints
tables of Markdown, one a question: paths found, times, quality. Only queries with a path count."""
import collections
import csv
import math
import random
import statistics
import sys

ROUNDS = 2000
K = "3"
BASE = "Fast"
METHODS = ["3-CVPD(All)", "Fast", "Thorough", "Dissim", "Pla", "Pen"]
TIMED = METHODS + ["Poly"]
MEASURES = [("BS", "bounded stretch"), ("Sim", "similarity"), ("LO", "local optimality"),
            ("length", "length / Fast's")]


def read(path):
    """Returns suite -> map -> line -> method -> row."""
    suites = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(dict)))
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["k"] == K and row["shortest"] or row["method"] in ("Poly", "A*") and row["shortest"]:
                suites[row["suite"]][row["map"]][row["line"]][row["method"]] = row
    return suites


def draws(count):
    """Yields lists of map numbers, drawn with replacement; the same ones for the same count."""
    chance = random.Random(count)
    for _ in range(ROUNDS):
        yield chance.choices(range(count), k=count)


def interval(parts):
    """Returns a ratio of sums over maps [(over, under)], and the ends of its interval."""
    parts = [part for part in parts if part[1]]
    if not parts:
        return None
    def ratio(numbers):
        return sum(parts[i][0] for i in numbers) / sum(parts[i][1] for i in numbers)
    drawn = sorted(map(ratio, draws(len(parts))))
    return ratio(range(len(parts))), drawn[round(0.025 * ROUNDS)], drawn[round(0.975 * ROUNDS) - 1]


def cell(found, decimals, scale=1):
    if not found:
        return "-"
    middle, least, most = (f"{scale * value:,.{decimals}f}" for value in found)
    return f"{middle} ({least} to {most})"


def sign_test(less, more):
    """Returns the two-sided probability of at most so few of the rarer kind, by chance."""
    count = less + more
    tail = sum(math.comb(count, i) for i in range(min(less, more) + 1)) / 2 ** count
    return min(1.0, 2 * tail)


def table(columns, rows):
    print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def coverage(maps, method):
    return interval([(sum(line[method]["paths"] == "3" for line in lines.values()), len(lines))
                     for lines in maps.values()])


def median_of(maps, method):
    return statistics.median(float(line[method]["us"]) for lines in maps.values() for line in lines.values())


def slower(maps, method):
    """Returns how many times as long as Fast a method takes: the geometric mean over maps of the
    median over a map's queries, which other work on the machine moves least."""
    logs = [(math.log(statistics.median(float(line[method]["us"]) / float(line[BASE]["us"])
                                        for line in lines.values())), 1) for lines in maps.values()]
    return tuple(map(math.exp, interval(logs)))


def deciles(maps):
    """Returns Polyanya's time by Fast's, medians of ten equal parts of the queries by distance."""
    lines = sorted((line for lines in maps.values() for line in lines.values()),
                   key=lambda line: float(line[BASE]["shortest"]))
    parts = [lines[len(lines) * i // 10:len(lines) * (i + 1) // 10] for i in range(10)]
    return [f"{statistics.median(float(line['Poly']['us']) / float(line[BASE]['us']) for line in part):.2f}"
            for part in parts]


def by_map(maps, method, measure):
    """Returns for each map the sums of a measure by a method and by Fast over the queries that both
    gave three paths, and their number."""
    out = []
    for lines in maps.values():
        both = [line for line in lines.values() if line[method][measure] and line[BASE][measure]]
        out.append((sum(float(line[method][measure]) for line in both),
                    sum(float(line[BASE][measure]) for line in both), len(both)))
    return out


def quality(maps, method, measure):
    sums = by_map(maps, method, measure)
    if measure == "length":
        return interval([(own, base) for own, base, _ in sums])
    return interval([(own - base, count) for own, base, count in sums])


def verdict(maps, method, measure):
    sums = by_map(maps, method, measure)
    less = sum(own < base - 1e-9 * abs(base) for own, base, count in sums if count)
    more = sum(own > base + 1e-9 * abs(base) for own, base, count in sums if count)
    return f"{less}, {more}, p {sign_test(less, more):.1g}" if less + more else "equal"


def main():
    suites = read(sys.argv[1])
    names = sorted(suites, key=lambda name: -sum(map(len, suites[name].values())))
    whole = {(suite, one): suites[suite][one] for suite in suites for one in suites[suite]}
    print("maps, queries: " + "; ".join(
        f"{name} {len(suites[name])}, {sum(map(len, suites[name].values())):,}" for name in names) + "\n")
    table(["three paths, %"] + names, [[method] + [cell(coverage(suites[name], method), 1, 100)
                                                   for name in names] for method in METHODS])
    if next(iter(next(iter(whole.values())).values()))[BASE]["us"]:
        table(["median us; by Fast's"] + names,
              [[method] + [f"{median_of(suites[name], method):,.1f}; " + cell(slower(suites[name], method), 1)
                           for name in names] for method in TIMED])
        table(["Poly by Fast, tenths by distance"] + [str(i + 1) for i in range(10)],
              [[name] + deciles(suites[name]) for name in names])
    rows = []
    for method in METHODS:
        if method == BASE:
            continue
        common = sum(count for *_, count in by_map(whole, method, "BS"))
        row = [method, f"{common:,}"]
        for measure, _ in MEASURES:
            row.append(cell(quality(whole, method, measure), 3) + "; " + verdict(whole, method, measure))
        rows.append(row)
    table(["all suites, less Fast's; maps less, more", "queries"] + [title for _, title in MEASURES], rows)


if __name__ == "__main__":
    main()
