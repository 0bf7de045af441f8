"""owners.py - the owners of objects while indexes are open, drawn by hand from query/open/index.c,
query/open/generation.h, query/calls/query_object.h, format/file_image.h and src/space/map.h."""
import svg

WIDTH, HEIGHT = 900, 668


def draw():
    picture = svg.Picture(WIDTH, HEIGHT,
                          "Who owns whom: files, images, generations, an index, query"
                                         " objects, a map")
    for x, text in ((24, "on disk"), (206, "mapped"), (398, "open"),
                    (656, "held by the application")):
        picture.say(x, 30, text, "muted", 13, bold=True)

    file(picture, 46, "caves.pathfan", ["sealed, read-only;", "a build puts a", "new one here"])
    image(picture, 46)
    generation(picture)
    title(picture, 656, 46, 220, 92, "index", "green",
          ["where it was opened from", "current generation", "reloads: one at a time"])
    query_object(picture)

    file(picture, 376, "the one before", ["unlinked,", "still mapped"])
    image(picture, 376)
    title(picture, 398, 376, 200, 76, "generation 1", "green",
          ["reader, view, space,", "verdicts: its own"])
    title(picture, 656, 376, 220, 76, "query object", "orange",
          ["not asked since the reload;", "its next request moves on"])

    picture.path([(24, 484), (WIDTH - 24, 484)], "line", 0.8, dash="2 5")
    title(picture, 24, 506, 130, 62, "a map's text", "box", ["read once"])
    title(picture, 398, 506, 200, 92, "map", "green",
          ["ground: mesh, locator, cells", "space, of the ground", "no file, no generation"])
    title(picture, 656, 506, 220, 76, "query object", "orange",
          ["owner and generation: none", "the same parts as above"])

    hold(picture, [(206, 84), (156, 84)], "maps")
    hold(picture, [(206, 410), (156, 410)], "maps")
    hold(picture, [(398, 92), (338, 92)])
    hold(picture, [(398, 410), (338, 410)])
    hold(picture, [(656, 80), (600, 80)], "holds")
    hold(picture, [(656, 200), (600, 200)], "holds")
    hold(picture, [(656, 410), (600, 410)], "holds")
    point(picture, [(766, 156), (766, 140)])
    picture.say(776, 151, "owner", "muted", 12)
    point(picture, [(656, 226), (600, 226)])
    picture.say(628, 242, "asks", "muted", 12, "middle")
    point(picture, [(656, 544), (600, 544)])
    picture.say(628, 534, "asks", "muted", 12, "middle")
    point(picture, [(866, 376), (866, 362), (888, 362), (888, 92), (878, 92)])
    picture.arrow([(156, 540), (396, 540)])
    picture.say(276, 532, "the builder makes it", "muted", 12, "middle")

    y = 632
    swatch = lambda x, kind, text: (picture.box(x, y - 11, 22, 14, kind, radius=3),
                                    picture.say(x + 30, y, text, "ink", 12.5))
    swatch(24, "green", "any thread; nothing changes but verdicts and what is made once")
    swatch(24 + 470, "orange", "one thread at a time")
    picture.arrow([(24, y + 18), (52, y + 18)], "greenink", 2)
    picture.say(60, y + 22, "holds, counted: who lets go last closes it", "ink", 12.5)
    picture.arrow([(494, y + 18), (522, y + 18)], "muted", 1.4, "4 3")
    picture.say(530, y + 22, "points to; that one must outlive it", "ink", 12.5)
    return picture.text()


def hold(picture, points, text=None):
    picture.arrow(points, "greenink", 2)
    if text:
        (x, y), (to, _) = points
        picture.say((x + to) / 2, y - 7, text, "greenink", 12, "middle")


def point(picture, points):
    picture.arrow(points, "muted", 1.4, "4 3")


def title(picture, x, y, w, h, name, kind, texts):
    inside = picture.box(x, y, w, h, kind)
    picture.say(x + 12, y + 21, name, "ink", 14, bold=True, inside=inside)
    picture.lines(x + 12, y + 40, texts, 16, ink="muted", size=12, inside=inside)
    return inside


def file(picture, y, name, texts):
    inside = picture.box(24, y, 132, 92 if len(texts) > 2 else 76, "box", "muted", radius=2)
    picture.say(36, y + 21, name, "ink", 13, bold=True, inside=inside)
    picture.lines(36, y + 40, texts, 16, ink="muted", size=11.5, inside=inside)


def image(picture, y):
    title(picture, 206, y, 132, 92, "image", "green",
          ["seal, directory,", "digests' verdicts;", "one to a process"])


def part(picture, x, y, w, name, text):
    inside = picture.box(x, y, w, 38 if text else 24, "inner", radius=4)
    picture.say(x + 9, y + 16, name, "ink", 12.5, inside=inside)
    if text:
        picture.say(x + 9, y + 31, text, "muted", 11.5, inside=inside)


def generation(picture):
    title(picture, 398, 46, 200, 300, "generation 2", "green", ["what one build published"])
    for i, (name, text) in enumerate((
            ("reader", "path, policy, the image"),
            ("view", "pointers into the file"),
            ("space", "mesh, locator, frame"),
            ("its search mesh, graph", "made once, at first use"),
            ("verdicts on its parts", "checked once, at first use"))):
        part(picture, 408, 98 + i * 48, 180, name, text)


def query_object(picture):
    title(picture, 656, 156, 220, 178, "query object", "orange", ["scratch of one thread"])
    rows = (("ends", "tracks"), ("areas", "meter"), ("methods' scratch", None), ("room", "answer"))
    for i, (left, right) in enumerate(rows):
        y = 206 + i * 30
        if right:
            part(picture, 666, y, 96, left, None)
            part(picture, 770, y, 96, right, None)
        else:
            part(picture, 666, y, 200, left, None)
