"""cones.py - checks of cone lists and of the locator by slow means: every wall, every cell.

    check_cones(index, random.Random(1), counts)
    check_locator(index, random.Random(1))
"""
from pathfan_file import cross


def inner_point(index, cell, chance):
    """Returns a point inside a cell, with luck on no line through vertices: lattice coordinates
    times the returned scale."""
    points = [index.mesh_points[v] for v in index.cells[cell].corners]
    weights = [chance.randrange(1000, 2000) for _ in points]
    return ([sum(w * p[i] for w, p in zip(weights, points)) for i in (0, 1)], sum(weights))


def turn(a, b, c):
    value = cross((b[0] - a[0], b[1] - a[1]), (c[0] - a[0], c[1] - a[1]))
    return (value > 0) - (value < 0)


def sees(p, q, walls):
    """Whether no wall crosses p-q; None if they touch."""
    for a, b in walls:
        if q in (a, b):
            continue
        of_a, of_b = turn(p, q, a), turn(p, q, b)
        if of_a == of_b and of_a:
            continue
        of_p, of_q = turn(a, b, p), turn(a, b, q)
        if of_p == of_q and of_p:
            continue
        if not (of_a and of_b and of_p and of_q):
            return None
        return False
    return True


def check_cones(index, chance, counts):
    """Checks the vertices that see a point of a cell and can be passed when coming from there: by
    the lists, and by testing the segment against every wall."""
    if not index.header["has_cones"]:
        return
    corners = [(c, i) for c in index.cells for i in range(len(c.corners)) if c.neighbours[i] < 0]
    walls = [(index.mesh_points[c.corners[i]],
              index.mesh_points[c.corners[(i + 1) % len(c.corners)]]) for c, i in corners]
    for cell in chance.sample(range(len(index.cells)), min(len(index.cells), 12)):
        p, scale = inner_point(index, cell, chance)
        far = [tuple((k[0] * scale, k[1] * scale) for k in wall) for wall in walls]
        listed = index.seers_of(cell, p, scale)
        dead_ends = index.dead_ends_of(cell, p, scale) if index.onward else set()
        for v, vertex in enumerate(index.vertices):
            at = (vertex.x * scale, vertex.y * scale)
            way = (at[0] - p[0], at[1] - p[1])
            side = index.side(v, way)
            if side == "neither":
                continue
            if v in dead_ends:
                last = vertex.last_left if side == "left" else vertex.last_right
                turn_on = 0 if last is None else cross(way, index.from_to(v, last))
                assert last is None or (turn_on < 0 if side == "left" else turn_on > 0), "dead end"
                counts["dead ends"] += 1
            if vertex.component != index.cells[cell].component:
                assert v not in listed
                continue
            if "heights" in index.sections:  # whose walls may be on another floor
                continue
            seen = sees(tuple(p), at, far)
            if seen is not None:
                assert (v in listed) == seen, f"vertex {v} sees cell {cell}: {v in listed} by the lists, {seen} by the walls"
                counts["looks"] += 1


def check_locator(index, chance):
    for cell in range(len(index.cells)):
        (x, y), scale = inner_point(index, cell, chance)
        side = scale << index.shift
        assert cell in index.squares[y // side * index.square_columns + x // side], "locator"
    for x, y in index.mesh_points:
        assert index.squares[(y >> index.shift) * index.square_columns + (x >> index.shift)]
