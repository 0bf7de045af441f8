"""builder.py - the stages of a build in the folders and files of build-index/ (bands.py)."""
import bands

# The stages of a build, in order: who calls, what is called, what it does.
STEPS = (
    ("pipeline/pipeline", "pf_ground_read", "text of any kind becomes a mesh"),
    ("pipeline/pipeline", "pf_order_spanning_tree", "neighbours get near numbers"),
    ("pipeline/skeleton", "pf_kept_order_find", "ranks that need few labels"),
    ("pipeline/skeleton", "pf_columns_find", "with tables: columns in few runs"),
    ("pipeline/skeleton", "pf_cone_lists_build", "who sees into each polygon"),
    ("pipeline/skeleton", "pf_edges_list", "the visibility graph, by columns"),
    ("pipeline/skeleton", "pf_regions_make", "the plane cut into regions"),
    ("pipeline/skeleton", "pf_via_sets_find", "different paths between regions"),
    ("pipeline/skeleton", "pf_default_vias_find", "those tried by default"),
    ("pipeline/skeleton", "pf_tables_build", "with tables: plateaus, rows"),
    ("pipeline/skeleton", "pf_hub_lists_find", "a tree per vertex, up to hubs"),
    ("labels/hub_lists", "pf_batches_find", "in batches, on threads, machines"),
    ("pipeline/skeleton", "pf_label_lists_build", "labels, grouped by vertex"),
    ("pipeline/skeleton", "pf_listed_hubs_find", "where paths go, by regions"),
    ("pipeline/pipeline", "pf_ways_find", "of a terrain, in place of 5 to 9"),
    ("pipeline/pipeline", "pf_sections_write", "sections, sealed and published"),
)


def draw():
    picture = bands.draw("build-index", "A build's way through the folders of build-index/", STEPS)
    left = bands.LEFT
    picture.say(left, 30, "Numbers: the order of the stages. Bold: files that other folders use. Each"
                " folder uses only folders below it.", "muted", 12)
    picture.say(left + 62, 62, "pathfan_build_index(map_path, index_path, &options, ...)", "ink", 12.5, mono=True)
    picture.arrow([(left + 50, 48), (left + 50, 83)])
    return picture.text()
