"""request.py - the way of one request through the folders and files of query/ (bands.py)."""
import bands

# The steps of a request for several paths, in order: who calls, what is called, what it does.
STEPS = (
    ("calls/paths", "pf_query_begin_at", "moves to the current generation"),
    ("calls/paths", "pf_answer_walk", "without links, or walk by walk"),
    ("calls/answer", "pf_request_flaw", "is every field in its range?"),
    ("calls/answer", "pf_keep_out_take", "areas and obstacles to keep out of"),
    ("calls/answer", "pf_method_of", "which method answers?"),
    ("calls/answer", "pf_place_ends", "where the ends lie; are they free?"),
    ("methods/table", "pf_find_by_index", "path 1, then the others"),
    ("methods/index_paths", "pf_ends_scatter", "what ends see; lengths to hubs"),
    ("ends/visible_vertices", "pf_touch_vertex", "labels, checked when first read"),
    ("methods/index_paths", "pf_find_shortest", "path 1: the best hub of both ends"),
    ("methods/index_paths", "pf_collect_from_via_sets", "via nodes of the ends' regions"),
    ("methods/via_sets", "pf_gather_via", "short enough: a candidate"),
    ("methods/index_paths", "pf_choice_offer", "k that are taut, new, simple"),
    ("methods/index_paths", "pf_recover_via", "a candidate becomes a track"),
    ("choose/entries", "pf_splicer_add", "joins candidates that meet"),
    ("choose/selection", "pf_entries_compare", "different, by its legs or exactly"),
    ("calls/answer", "publish", "tracks become paths in map units"),
)

# What folders hand each other: the upper one, the lower one, what goes down, what comes up.
FLOWS = (
    ("calls", "methods", "a task: request, ends, areas", "tracks, and a finding: why not more"),
    ("methods", "choose", "via nodes, candidates", "tracks accepted"),
    ("choose", "paths", "a candidate", "a track"),
    ("paths", "ends", "two points", "vertices seen, lengths to hubs"),
    ("ends", "open", "cells and vertices", "a view: pointers into the file"),
)


def draw():
    picture = bands.draw("query", "One request's path through the folders of query/", STEPS, FLOWS)
    left, right = bands.LEFT, bands.RIGHT
    picture.say(left, 30, "Numbers: the order of a request for several paths. Bold: files that other"
                " folders use. Each folder uses only folders below it.", "muted", 12)
    picture.say(left + 62, 62, "pathfan_query_paths(query, request, &answer)", "ink", 12.5,
                mono=True)
    picture.arrow([(left + 50, 48), (left + 50, 83)])
    picture.arrow([(right - 50, 83), (right - 50, 48)])
    picture.say(right - 62, 62, "k paths, and why not more", "ink", 12.5, "end")
    return picture.text()
