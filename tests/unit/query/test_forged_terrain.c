/* One case for each check of a terrain and of its ways: sections whose digests fit and that are
 * wrong in one place. Then random changes anywhere: searches always stay within bounds and end. */
#include <math.h>
#include <unistd.h>

#include "forge_fixture.h"
#include "suite.h"
#include "terrain/stored.h"
#include "terrain_index_fixture.h"

static forge_sections sound;
static int32_t nodes, arcs, corners, features;

static void *data_of(const char *name) {
  return forge_find(&sound, name)->data;
}

static int32_t count_of(const char *name) {
  return (int32_t)forge_find(&sound, name)->section.count;
}

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  terrain_build(TERRAIN_OF_ALL, NULL);
  sound = forge_read(twin_scratch("terrain.pathfan"));
  nodes = count_of("terrain-nodes") - 1;
  arcs = count_of("terrain-arcs");
  corners = count_of("terrain-twins");
  features = count_of("terrain-features");
  return 0;
}

static int teardown(void **state) {
  forge_free(&sound);
  return twin_scratch_remove(state);
}

/* ---- Refusals ---- */

static void expect(pathfan_status status, const char *said, const char *says) {
  if (status != PATHFAN_ERR_DAMAGED || !strstr(said, says))
    fail_msg("status %d, \"%s\" where \"%s\" was expected", (int)status, said, says);
}

/* Writes the sections and frees them; they must be refused. Queries check the terrain alone. */
static void refused(forge_sections *forged, const char *section, const char *what) {
  char says[200], said[256];
  pathfan_index *index = NULL;
  pathfan_error error = {""};
  snprintf(says, sizeof says, "section %s: %s", section, what);
  forge_write(forged, twin_scratch("terrain.pathfan"));
  forge_free(forged);
  for (int policy = 0; policy < 3; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    const pathfan_status status =
        pathfan_index_open(twin_scratch("terrain.pathfan"), &options, &index, &error);
    if (policy == PATHFAN_OPEN_EAGER || status) {
      expect(status, error.text, says);
      continue;
    }
    const pathfan_status asked =
        terrain_ask(index, (pathfan_point){2, 2}, (pathfan_point){115, 60}, said);
    if (!strncmp(section, "terrain", 7)) expect(asked, said, says);
    expect(pathfan_index_verify(index, &error), error.text, says);
    pathfan_index_close(index);
  }
}

/* Changes the bytes of a section that `place` points to; the file must be refused. */
static void refuse(const char *section, const void *place, const void *bytes, size_t count,
                   const char *at_fault, const char *what) {
  forge_sections f = forge_copy(&sound);
  const uint64_t at = (uint64_t)((const uint8_t *)place - (const uint8_t *)data_of(section));
  content *c = forge_find(&f, section);
  assert_true(at + count <= c->bytes);
  memcpy(c->data + at, bytes, count);
  refused(&f, at_fault, what);
}

static void refuse_int(const char *section, const void *place, int64_t value, const char *what) {
  const int32_t word = (int32_t)value;
  refuse(section, place, &word, sizeof word, section, what);
}

static void refuse_double(const char *section, const void *place, double value, const char *what) {
  refuse(section, place, &value, sizeof value, section, what);
}

/* Tries values that ids must not have. */
static void refuse_id(const char *section, const void *place, int64_t count, const char *what) {
  refuse_int(section, place, -2, what);
  refuse_int(section, place, count, what);
  refuse_int(section, place, INT32_MAX, what);
}

/* ---- Form ---- */

static void test_missing(void **state) {
  (void)state;
  for (uint32_t i = 0; i < sound.count; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s", sound.sections[i].section.name);
    if (strncmp(name, "terrain", 7) != 0 && strncmp(name, "ways", 4) != 0) continue;
    forge_sections f = forge_copy(&sound);
    free(f.sections[i].data);
    memmove(&f.sections[i], &f.sections[i + 1], (f.count - i - 1) * sizeof f.sections[0]);
    f.count--;
    refused(&f, name, "missing");
  }
}

/* One element more or fewer, where their number follows from others. */
static void test_sizes(void **state) {
  (void)state;
  static const char *const names[] = {
      "terrain",        "terrain-twins",    "terrain-corner-node", "terrain-corner-arc",
      "terrain-rivers", "terrain-fan",      "terrain-arc-ends",    "terrain-links",
      "ways-first-leg", "ways-first-label", "ways-by-rank",        "ways-first-exit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (int more = 0; more < 2; more++) {
      forge_sections f = forge_copy(&sound);
      content *c = forge_find(&f, names[i]);
      const uint8_t zeros[64] = {0};
      forge_splice(c, 0, more ? 0 : c->section.element_size, zeros,
                   more ? c->section.element_size : 0);
      refused(&f, names[i], "of another size than others say");
    }
}

/* ---- The terrain ---- */

static void test_features(void **state) {
  (void)state;
  const char *section = "terrain-features";
  pf_feature *f = data_of(section);
  const pf_layout_terrain *head = data_of("terrain");
  static const double rates[] = {0, -1, NAN, INFINITY};
  for (int i = 0; i < 4; i++) {
    refuse_double(section, &f[0].value, rates[i], "impossible values");
    refuse_double("terrain", &head->background, rates[i], "impossible values");
  }
  refuse_int("terrain", &head->reserved, 1, "impossible values");
  int32_t river = 0;
  while (f[river].kind != PF_FEATURE_RIVER) river++;
  refuse_double(section, &f[river].value, -1, "impossible values");
  refuse_double(section, &f[river].value, NAN, "impossible values");
  const int32_t last = features - 1;
  assert_int_equal(f[last].kind, PF_FEATURE_BRIDGE);
  refuse_int(section, &f[0].kind, PF_FEATURE_BRIDGE, "impossible values");
  refuse_int(section, &f[0].kind, 3, "impossible values");
  refuse_int(section, &f[0].kind, -1, "impossible values");
  refuse_int(section, &f[0].place, -1, "a number out of range");
  refuse_id(section, &f[0].name, count_of("terrain-names"), "a number out of range");
  refuse_int(section, &f[0].corner, 1, "a number out of range");
  refuse_double(section, &f[last].value, 1, "impossible values");
  refuse_int(section, &f[last].corner, PF_TERRAIN_NONE, "a number out of range");
  refuse_id(section, &f[last].corner, corners, "a number out of range");
  const char *names = data_of("terrain-names");
  refuse("terrain-names", &names[count_of("terrain-names") - 1], "x", 1, "terrain-names",
         "a name without an end");
}

static void test_corners(void **state) {
  (void)state;
  const int32_t *twins = data_of("terrain-twins"), *rivers = data_of("terrain-rivers");
  const int32_t *river_edges = data_of("terrain-river-edges");
  const pf_arc *along = data_of("terrain-arcs");
  const int32_t *of_arc = data_of("terrain-corner-arc"), *of_node = data_of("terrain-corner-node");
  for (int32_t c = 0; c < corners; c += 1 + corners / 7) {
    refuse_id("terrain-twins", &twins[c], corners, "not the corner beyond the edge");
    refuse_int("terrain-twins", &twins[c], twins[c] < 0 ? 0 : -1, "not the corner beyond the edge");
    refuse_id("terrain-rivers", &rivers[c], features, "a river that isn't on both sides");
    refuse_int("terrain-rivers", &rivers[c], 0, "a river that isn't on both sides"); /* a road */
    const bool is_its = of_arc[c] >= 0 && along[of_arc[c]].corner == c; /* arcs are checked first */
    const int32_t none_such = arcs;
    refuse("terrain-corner-arc", &of_arc[c], &none_such, 4,
           is_its ? "terrain-arcs" : "terrain-corner-arc",
           is_its ? "not along its edge" : "not the arc of its edge");
    /* Fans are checked against it. */
    const int32_t other = of_node[c] ? 0 : 1;
    refuse("terrain-corner-node", &of_node[c], &other, 4, "terrain-fan",
           "a corner of another node");
  }
  int32_t last = count_of("terrain-river-edges") - 1;
  assert_true(last > 0);
  refuse_int("terrain-river-edges", &river_edges[0], river_edges[1], "not the corners of rivers");
  refuse_int("terrain-river-edges", &river_edges[last], -1, "not the corners of rivers");
  forge_sections f = forge_copy(&sound);
  forge_splice(forge_find(&f, "terrain-river-edges"), 0, 4, NULL, 0);
  refused(&f, "terrain-river-edges", "not the corners of rivers");
}

static void test_nodes(void **state) {
  (void)state;
  const char *section = "terrain-nodes";
  const pf_node *n = data_of(section);
  const char *order = "lists out of order", *angles = "angles that aren't its corners'";
  int32_t round = 0, half = 0, apart = 0, ring = 0;
  while (!n[round].is_round) round++;
  while (n[half].is_round) half++;
  while (n[apart].first_fan < n[apart + 1].first_fan) apart++;
  while (n[ring].other == ring) ring++;
  refuse_int(section, &n[0].first_fan, 1, order);
  refuse_int(section, &n[0].first_arc, 1, order);
  refuse_int(section, &n[0].first_link, 1, order);
  refuse_int(section, &n[nodes].first_fan, corners + 1, order);
  refuse_int(section, &n[nodes].first_arc, 2 * arcs - 1, order);
  refuse_int(section, &n[nodes / 2].first_fan, -1, order);
  refuse_int(section, &n[nodes / 2].first_arc, -1, order);
  refuse_int(section, &n[nodes / 2].first_link, -1, order);
  refuse_int(section, &n[round].is_round, 2, "impossible values");
  refuse_int(section, &n[round].reserved, 1, "impossible values");
  refuse_int(section, &n[apart].is_round, 1, "no corner has a share in it");
  refuse_int(section, &n[apart].at.x, -1, "no corner has a share in it");
  refuse_double(section, &n[apart].span, 1, "no corner has a share in it");
  refuse_double(section, &n[half].heading, n[half].heading + 1e-6, angles);
  refuse_double(section, &n[half].heading, NAN, angles);
  refuse_double(section, &n[half].span, n[half].span + 1e-6, angles);
  refuse_double(section, &n[half].span, INFINITY, angles);
  refuse_double(section, &n[round].span, 2 * M_PI - 1e-12, angles);
  refuse_id(section, &n[ring].other, nodes, "nodes at a point that are in no ring");
  refuse_int(section, &n[ring].other, ring, "nodes at a point that are in no ring");
  refuse_int(section, &n[round].other, round ? 0 : 1, "nodes at a point that are in no ring");
  const int32_t one = 1, nought = 0;
  refuse(section, &n[half].is_round, &one, 4, "terrain-fan", "corners that are no sector");
  refuse(section, &n[round].is_round, &nought, 4, "terrain-fan", "corners that are no sector");
  const int32_t moved = n[half].at.x + 1;
  refuse(section, &n[half].at.x, &moved, 4, "terrain-fan", "a corner of another node");
}

static void test_fans(void **state) {
  (void)state;
  const char *section = "terrain-fan", *another = "a corner of another node";
  const pf_node *n = data_of("terrain-nodes");
  const pf_node_corner *fan = data_of(section);
  int32_t many = 0; /* a node of three corners */
  while (n[many + 1].first_fan - n[many].first_fan < 3) many++;
  const pf_node_corner *f = &fan[n[many].first_fan];
  refuse_id(section, &f->corner, corners, another);
  refuse_int(section, &f->corner, -1, another);
  refuse_id(section, &f->polygon, count_of("polygons") - 1, another);
  refuse_int(section, &f->polygon, f->polygon ? 0 : 1, another);
  refuse(section, &f[1], &f[0], sizeof *f, section, "corners that are no sector");
  refuse(section, &f[2], &f[1], sizeof *f, section, "corners that are no sector");
  static const double angles[] = {NAN, INFINITY, -1, 7, 1e-6};
  for (int i = 0; i < 5; i++) {
    const double first = angles[i], second = f[1].angle + angles[i];
    refuse(section, &f[0].angle, &first, 8, "terrain-nodes", "angles that aren't its corners'");
    refuse(section, &f[1].angle, &second, 8, "terrain-nodes", "angles that aren't its corners'");
  }
}

static void test_arcs(void **state) {
  (void)state;
  const char *section = "terrain-arcs", *values = "impossible values";
  const pf_arc *a = data_of(section);
  const char *const along = "not along its edge";
  assert_true(a[0].corner >= 0 && a[arcs - 1].corner < 0);
  for (int32_t i = 0; i < arcs; i += arcs - 1) {
    refuse_id(section, &a[i].node[0], nodes, values);
    refuse_id(section, &a[i].node[1], nodes, values);
    refuse_int(section, &a[i].node[1], a[i].node[0], values);
    refuse_id(section, &a[i].feature, features, values);
    refuse_double(section, &a[i].rate, a[i].rate / 2, values);
    refuse_double(section, &a[i].rate, NAN, values);
    refuse_double(section, &a[i].length, nextafter(a[i].length, 0), values);
    refuse_double(section, &a[i].length, NAN, values);
    refuse_double(section, &a[i].cosine, nextafter(a[i].cosine, 2), values);
    refuse_double(section, &a[i].sine, nextafter(a[i].sine, 2), values);
  }
  refuse_id(section, &a[0].corner, corners, along);
  refuse_int(section, &a[0].corner, a[1].corner, along);
  refuse_int(section, &a[arcs - 1].corner, 0, ""); /* a rate above the ground's, on the ground */
  const int32_t none = PF_TERRAIN_NONE;
  refuse(section, &a[0].corner, &none, 4, "terrain-corner-arc", "not the arc of its edge");
}

static void test_arc_ends(void **state) {
  (void)state;
  const char *section = "terrain-arc-ends", *ends = "not the ends at a node";
  const pf_node *n = data_of("terrain-nodes");
  const pf_arc_end *e = data_of(section);
  int32_t many = 0;
  while (n[many + 1].first_arc - n[many].first_arc < 2) many++;
  const pf_arc_end *two = &e[n[many].first_arc];
  refuse_id(section, &e[0].arc, arcs, ends);
  refuse_int(section, &e[0].arc, -1, ends);
  refuse_int(section, &e[0].end, 1 - e[0].end, ends);
  refuse_int(section, &e[0].end, -1, ends);
  refuse(section, &two[1], &two[0], sizeof *two, section, ends);
  refuse_double(section, &e[0].angle, nextafter(e[0].angle, 9), "an angle that isn't its arc's");
  refuse_double(section, &e[0].angle, NAN, "an angle that isn't its arc's");
}

static void test_links(void **state) {
  (void)state;
  const char *section = "terrain-links", *what = "not over a river of its sector";
  const pf_link *l = data_of(section);
  const pf_node *n = data_of("terrain-nodes");
  int32_t over = 0, free = 0;
  while (!pf_link_is_ford(&l[over])) over++;
  while (l[free].bridge < 0) free++;
  assert_true(over < count_of(section) && free < count_of(section));
  refuse_id(section, &l[over].to, nodes, what);
  refuse_int(section, &l[over].to, l[over].to ? 0 : 1, what);
  refuse_id(section, &l[over].river, features, what);
  refuse_int(section, &l[over].river, PF_TERRAIN_NONE, what);
  refuse_int(section, &l[over].bridge, l[free].bridge, what); /* which lies elsewhere */
  refuse_double(section, &l[over].cost, 0, what);
  refuse_double(section, &l[over].cost, INFINITY, what);
  refuse_double(section, &l[free].cost, 1, what);
  refuse_int(section, &l[over].is_left, 2, what);
  refuse_id(section, &l[free].bridge, features, what);
  refuse_int(section, &l[free].bridge, PF_TERRAIN_NONE, what); /* then it costs something */
  refuse_int(section, &l[free].bridge, l[free].river, what);
  refuse_int(section, &l[free].river, PF_TERRAIN_NONE, what);
  int32_t both = 0; /* a sector with a river on either side */
  while (n[both + 1].first_link - n[both].first_link != 2 || l[n[both].first_link].river < 0 ||
         l[n[both].first_link + 1].river < 0)
    both++;
  const pf_link *two = &l[n[both].first_link];
  refuse(section, &two[1], &two[0], sizeof *two, section, what);
}

/* ---- Its ways ---- */

static void test_legs(void **state) {
  (void)state;
  const char *section = "ways-legs", *values = "impossible values";
  const pf_way_leg *l = data_of(section);
  const uint32_t *first = data_of("ways-first-leg");
  int32_t node = 0, road = 0, crossing = 0;
  while (l[node].node < 0) node++;
  while (l[road].arc < 0) road++;
  while (l[crossing].crossed < 0) crossing++;
  refuse_int("ways-first-leg", &first[0], 1, "lists out of order");
  refuse_int("ways-first-leg", &first[nodes], count_of(section) + 1, "lists out of order");
  refuse_int("ways-first-leg", &first[nodes / 2], -1, "lists out of order");
  refuse_id(section, &l[node].node, nodes, values);
  refuse_int(section, &l[node].node, -1, values);
  refuse_int(section, &l[node].arc, l[road].arc, values);
  refuse_int(section, &l[node].backward, 1, values);
  refuse_id(section, &l[road].arc, arcs, values);
  refuse_int(section, &l[road].arc, arcs - 1, values); /* a bridge */
  refuse_int(section, &l[road].node, 0, values);
  refuse_int(section, &l[road].backward, 2, values);
  refuse_double(section, &l[road].at, -1, values);
  refuse_double(section, &l[road].at, NAN, values);
  refuse_double(section, &l[road].at, 1e18, values);
  refuse_double(section, &l[road].cost, -1, values);
  refuse_double(section, &l[road].cost, INFINITY, values);
  refuse_double(section, &l[road].cost, NAN, values);
  refuse_int(section, &l[crossing].crossed, -2, values);
  refuse_int(section, &l[crossing].crossed, count_of("ways-crossed"), values);
}

static void test_crossed(void **state) {
  (void)state;
  const char *section = "ways-crossed", *river = "not a river", *chain = "a chain that doesn't end";
  const pf_crossed *c = data_of(section);
  const int32_t last = count_of(section) - 1;
  refuse_id(section, &c[0].river, features, river);
  refuse_int(section, &c[0].river, 0, river); /* a road */
  refuse_int(section, &c[0].before, 0, chain);
  refuse_int(section, &c[last].before, last, chain);
  refuse_int(section, &c[last].before, INT32_MAX, chain);
  refuse_int(section, &c[last].before, -2, chain);
}

static void test_exits(void **state) {
  (void)state;
  const char *section = "ways-exits", *what = "not a leg seen from its road";
  const pf_way_exit *e = data_of(section);
  const uint32_t *first = data_of("ways-first-exit");
  refuse_int("ways-first-exit", &first[0], 1, "lists out of order");
  refuse_int("ways-first-exit", &first[2 * arcs], count_of(section) + 1, "lists out of order");
  refuse_int("ways-first-exit", &first[arcs], -1, "lists out of order");
  refuse_id(section, &e[0].node, nodes, what);
  refuse_int(section, &e[0].node, e[0].node ? 0 : 1, what);
  refuse_id(section, &e[0].leg, count_of("ways-legs"), what);
  refuse_int(section, &e[0].leg, e[0].leg - 1, what);
  refuse_double(section, &e[0].at, nextafter(e[0].at, 1e18), what);
  refuse_double(section, &e[0].at, NAN, what);
  refuse_double(section, &e[0].cost, nextafter(e[0].cost, 0), what);
  int32_t list = 0;
  while (first[list + 1] - first[list] < 2 || e[first[list]].at == e[first[list] + 1].at) list++;
  const pf_way_exit swapped[2] = {e[first[list] + 1], e[first[list]]};
  refuse(section, &e[first[list]], swapped, sizeof swapped, section, "not in order along its road");
}

static void test_edges(void **state) {
  (void)state;
  const char *section = "ways-edges", *values = "impossible values";
  const pf_way_edge *e = data_of(section);
  const int32_t count = count_of(section);
  int32_t met = 0;
  for (int32_t i = 0; i < count; i++) { /* one of each kind that there is */
    if (met >> e[i].kind & 1) continue;
    met |= 1 << e[i].kind;
    refuse_id(section, &e[i].kind, PF_WAY_KINDS, values);
    refuse_id(section, &e[i].a, nodes, values);
    refuse_id(section, &e[i].b, nodes, values);
    refuse_int(section, &e[i].b, e[i].a, values);
    refuse_int(section, &e[i].b,
               (e[i].a + 1) % nodes == e[i].b ? (e[i].a + 2) % nodes : (e[i].a + 1) % nodes,
               values);
    refuse_int(section, &e[i].first, -1, values);
    refuse_int(section, &e[i].first, INT32_MAX, values);
    refuse_int(section, &e[i].exit, INT32_MAX, values);
    refuse_int(section, &e[i].exit, -2, values);
    refuse_double(section, &e[i].cost, -1, values);
    refuse_double(section, &e[i].cost, NAN, values);
    refuse_double(section, &e[i].cost, INFINITY, values);
    refuse_int(section, &e[i].is_back, 1, values);
  }
  assert_int_equal(met, (1 << PF_WAY_KINDS) - 1);
}

/* An edge along a road leaves it ahead of where it enters, not behind. */
static void test_exits_of_edges(void **state) {
  (void)state;
  const char *section = "ways-edges";
  const pf_way_edge *edges = data_of(section);
  const pf_way_leg *legs = data_of("ways-legs");
  const pf_way_exit *exits = data_of("ways-exits");
  const uint32_t *first = data_of("ways-first-exit");
  int32_t behind = 0;
  for (int32_t i = 0; i < count_of(section); i++) {
    const pf_way_leg *leg = &legs[edges[i].first];
    if (edges[i].kind != PF_WAY_LEG_EXIT) continue;
    const uint32_t *list = &first[2 * leg->arc + leg->backward];
    for (uint32_t k = list[0]; k < list[1]; k++) {
      pf_way_edge forged = edges[i];
      forged.exit = (int32_t)k;
      forged.b = exits[k].node;
      if (forged.b == forged.a || (leg->backward ? exits[k].at <= leg->at : exits[k].at >= leg->at))
        continue;
      refuse(section, &edges[i], &forged, sizeof forged, section, "impossible values");
      behind++;
    }
  }
  assert_true(behind > 0);
}

static void test_labels(void **state) {
  (void)state;
  const char *section = "ways-labels", *values = "impossible values";
  const pf_way_label *l = data_of(section);
  const pf_way_edge *e = data_of("ways-edges");
  const uint32_t *first = data_of("ways-first-label");
  const int32_t *by_rank = data_of("ways-by-rank");
  refuse_int("ways-first-label", &first[0], 1, "lists out of order");
  refuse_int("ways-first-label", &first[nodes], count_of(section) + 1, "lists out of order");
  refuse_int("ways-first-label", &first[nodes / 2], -1, "lists out of order");
  refuse_id("ways-by-rank", &by_rank[0], nodes, "not each node once");
  refuse_int("ways-by-rank", &by_rank[0], by_rank[1], "not each node once");
  int32_t node = 0; /* one of two labels at least, the first to another's hub */
  while (first[node + 1] - first[node] < 2 || l[first[node]].edge < 0) node++;
  const pf_way_label *two = &l[first[node]];
  refuse_id(section, &two->hub, nodes, values);
  refuse_id(section, &two->edge, count_of("ways-edges"), values);
  refuse_int(section, &two->edge, -1, values);
  refuse_double(section, &two->cost, -1, values);
  refuse_double(section, &two->cost, NAN, values);
  refuse_double(section, &two->cost, INFINITY, values);
  int32_t elsewhere = 0;
  while (e[elsewhere].a == node || e[elsewhere].b == node) elsewhere++;
  refuse_int(section, &two->edge, elsewhere, values);
  const pf_way_label swapped[2] = {two[1], two[0]};
  refuse(section, two, swapped, sizeof swapped, section, "hubs out of order");
  int32_t own = 0; /* to itself */
  while (l[own].edge >= 0) own++;
  refuse_int(section, &l[own].edge, 0, values);
  refuse_double(section, &l[own].cost, 1, values);
  int32_t far = 0; /* farther from its hub than by an edge */
  while (l[far].edge < 0 || l[far].cost <= e[l[far].edge].cost) far++;
  refuse_double(section, &l[far].cost, 0, "a walk that doesn't get to its hub");
}

/* ---- Random changes ---- */

static void use(const char *path, int *refusals) {
  for (int policy = 0; policy < 3; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    pathfan_index *index;
    pathfan_error error = {""};
    pathfan_query *query;
    alarm(TWIN_PATIENCE);
    if (pathfan_index_open(path, &options, &index, &error)) {
      ++*refusals;
      continue;
    }
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int i = 0; i < 24; i++) {
      pathfan_request request =
          terrain_request((pathfan_point){7 * (i / 2), 65 - 5 * (i / 2)},
                          (pathfan_point){118 - 9 * (i / 2), 3 + 5 * (i / 2)});
      const pathfan_answer *answer;
      if (i % 2) request.algorithm = PATHFAN_ALGORITHM_INDEX, request.paths = 3;
      const pathfan_status status = pathfan_query_paths(query, &request, &answer);
      assert_true(!status || status == PATHFAN_ERR_DAMAGED);
      for (int32_t p = 0; !status && p < answer->path_count; p++)
        assert_true(answer->paths[p].cost >= 0 && answer->paths[p].point_count >= 1);
    }
    pathfan_terrain_info info;
    pathfan_terrain_line line;
    pathfan_index_terrain_info(index, &info);
    for (int32_t i = 0; pathfan_index_terrain_line(index, i, &line); i++)
      assert_true(!line.name || strlen(line.name) < 100);
    *refusals += pathfan_index_verify(index, &error) != PATHFAN_OK;
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
}

static void change(content *c, pf_random *random) {
  static const uint32_t words[] = {0,          1,          2,          0x7fffffff,
                                   0x80000000, 0xffffffff, 0xfffffffe, 0x7ff00000};
  static const double doubles[] = {NAN, INFINITY, -INFINITY, -1, 0, -0.0, 1e308, 5e-324, 7};
  const uint64_t at = (uint64_t)pf_random_below(random, (int64_t)c->bytes);
  const uint64_t size = c->section.element_size, from = at / 8 * 8, room = c->bytes / size;
  uint32_t word;
  switch (pf_random_below(random, 5)) {
  case 0: c->data[at] ^= (uint8_t)(1u << pf_random_below(random, 8)); break;
  case 1: /* a number, or one more or less */
    if (at / 4 * 4 + 4 > c->bytes) break;
    memcpy(&word, c->data + at / 4 * 4, 4);
    word = pf_random_below(random, 2) ? words[pf_random_below(random, 8)]
                                      : word + (uint32_t)pf_random_below(random, 5) - 2;
    memcpy(c->data + at / 4 * 4, &word, 4);
    break;
  case 2:
    if (from + 8 <= c->bytes) memcpy(c->data + from, &doubles[pf_random_below(random, 9)], 8);
    break;
  default: { /* another record */
    const uint64_t one = (uint64_t)pf_random_below(random, (int64_t)room);
    memmove(c->data + at / size * size, c->data + one * size, size);
  }
  }
}

static void test_anything(void **state) {
  (void)state;
  pf_random random = pf_random_from(15);
  int refusals = 0;
  const int rounds = twin_scaled_harm(600);
  for (int i = 0; i < rounds; i++) {
    forge_sections f = forge_copy(&sound);
    content *c = &f.sections[i % (int)f.count];
    for (int64_t k = pf_random_below(&random, 3); k >= 0 && c->bytes; k--) change(c, &random);
    forge_write(&f, twin_scratch("forged.pathfan"));
    forge_free(&f);
    use(twin_scratch("forged.pathfan"), &refusals);
  }
  alarm(0);
  assert_true(refusals > rounds / 2);
}

SUITE(test_forged_terrain) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_missing),        cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_features),       cmocka_unit_test(test_corners),
      cmocka_unit_test(test_nodes),          cmocka_unit_test(test_fans),
      cmocka_unit_test(test_arcs),           cmocka_unit_test(test_arc_ends),
      cmocka_unit_test(test_links),          cmocka_unit_test(test_legs),
      cmocka_unit_test(test_crossed),        cmocka_unit_test(test_exits),
      cmocka_unit_test(test_exits_of_edges), cmocka_unit_test(test_edges),
      cmocka_unit_test(test_labels),         cmocka_unit_test(test_anything),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
