/* hub_order.c - a vertex has a label for each hub that is the first, in this order, of the shortest
 * path to it. So the next hub should lie on many paths that have no hub yet, and few such paths
 * should begin at it, for those are its labels. This greedy rule is that of E. Cohen, E. Halperin,
 * H. Kaplan and U. Zwick, "Reachability and distance queries via 2-hop labels" (SODA 2002), on
 * sampled trees as D. Delling, A. Goldberg, T. Pajor and R. Werneck have them, "Robust distance
 * queries on massive networks" (ESA 2014).
 *
 * The trees of some vertices stand for those of all. Where a hub is chosen its branch is cut off.
 * What hangs from a vertex in all trees is what it would cover; the number of trees that still have
 * it stands for its labels. When the best is in few trees, chance has chosen it: then the round
 * ends, and the next one has four times as many trees, of which only that is grown which no hub
 * covers. So few trees are whole, and in the last round every vertex that is left has its own.
 * docs/decisions/hub-order.md has figures. */
#include "hub_order.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "batches.h"

/* Trees of the first round, and how many times as many the next one has. */
enum { TREES_FIRST = 256, TREES_FACTOR = 4 };

/* Trees that a hub must be in; and by as many more its labels are counted, lest those come first
 * that are left in one tree. */
enum { TREES_FEW = 16 };

/* Once the trees of a round have so many nodes, 24 bytes each, or so many for each vertex, there
 * are no more. If that isn't the first round the hubs cover too little for the rule to go on by few
 * trees: the rest get their turn by betweenness in those of the first. */
#define NODES_MOST (INT64_C(8) << 20)
enum { NODES_PER_VERTEX = 96 };

/* Nodes that get room at a time, unless a tree has more. */
enum { NODES_AT_ONCE = 1 << 18 };

/* Trees that are grown before nodes are counted. */
enum { TREES_AT_ONCE = 64 };

enum { CHOSEN_PER_QUESTION = 64 };

/* Trees of a batch that goes from one member of a crew to another, unless they are large. And of
 * how many times as many trees as are counted at once, if they are small, the members hear at once.
 */
enum { TREES_OF_BATCH = 8, LARGE_TREE = 1 << 16, CHUNKS_MOST = 64 };

/* A vertex of a tree; those of its branch follow it. */
typedef struct node {
  int32_t vertex;
  int32_t up;   /* so many nodes before it is its parent; 0: it is the source */
  int32_t size; /* nodes of its branch, itself included */
  int32_t left; /* those that are not cut off; 0: it is itself */
} node;

typedef struct branches {
  node *nodes;
  int32_t count;
} branches;

/* Where a vertex comes to be in a tree's nodes. */
typedef struct place {
  int32_t here, next; /* next: of its next child */
  int32_t size;
} place;

typedef struct choice {
  double worth;
  int32_t vertex;
} choice;

typedef struct chooser {
  const pathfan_graph *graph;
  pathfan_tree *trees;
  int32_t *rank_of; /* n: not ranked yet */
  int32_t ranked;   /* vertices */
  int32_t *open;    /* [Size: n] those that weren't when the round began */
  int32_t open_count;
  int32_t stride; /* between two sources in that list, which has them all in turn */
  place *places;  /* [Size: threads * n] */

  branches *sample; /* [Size: n] */
  int32_t sample_count;
  const pathfan_crew *crew;
  pathfan_spill *spill;
  pthread_mutex_t mutex; /* guards the rooms */
  pathfan_room *rooms;   /* the nodes of all trees */
  int32_t room_count, room_capacity;
  uint64_t room_left; /* nodes of the last room that nobody has */
  pathfan_room list;
  node **nodes;      /* [list] of all trees, by vertex */
  int64_t *first;    /* [Size: n + 2] where a vertex's begin */
  int64_t *hanging;  /* [Size: n] nodes in a vertex's branches that are not cut off */
  int32_t *trees_of; /* [Size: n] trees that have a vertex so */
  int64_t *passed;   /* [Size: n] ways of the first round's trees that pass a vertex */
  choice *heap;      /* [Size: n] what is worth most first, as it was once */
  int32_t heap_count;

  pathfan_done_function *done;
  void *done_context;
} chooser;

/* ---- Trees ---- */

static node *take_room(chooser *c, uint64_t count) {
  pathfan_room *last = c->room_count ? &c->rooms[c->room_count - 1] : NULL;
  if (c->room_left < count) {
    const uint64_t nodes = count > NODES_AT_ONCE ? count : NODES_AT_ONCE;
    if (pathfan_grow(&c->rooms, &c->room_capacity, c->room_count + 1, sizeof *c->rooms))
      return NULL;
    last = &c->rooms[c->room_count];
    if (!pathfan_room_make(last, c->spill, nodes * sizeof(node))) return NULL;
    c->room_count++;
    c->room_left = nodes;
  }
  node *nodes = (node *)last->at + (last->bytes / sizeof(node) - c->room_left);
  c->room_left -= count;
  return nodes;
}

static pathfan_status keep(chooser *c, const pathfan_tree *tree, place *places, branches *out) {
  const int32_t count = tree->count;
  pthread_mutex_lock(&c->mutex);
  out->nodes = take_room(c, (uint64_t)count);
  pthread_mutex_unlock(&c->mutex);
  out->count = count;
  if (!out->nodes) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t k = 0; k < count; k++) places[tree->order[k]].size = 1;
  for (int32_t k = count - 1; k > 0; k--)
    places[tree->parent[tree->order[k]]].size += places[tree->order[k]].size;
  for (int32_t k = 0; k < count; k++) {
    const int32_t v = tree->order[k];
    place *own = &places[v], *parent = k ? &places[tree->parent[v]] : NULL;
    own->here = parent ? parent->next : 0;
    own->next = own->here + 1;
    if (parent) parent->next += own->size;
    out->nodes[own->here] = (node){v, parent ? own->here - parent->here : 0, own->size, own->size};
  }
  return PATHFAN_OK;
}

static int32_t common_divisor(int32_t a, int32_t b) {
  return b ? common_divisor(b, a % b) : a;
}

/* Neighbours on the map have near numbers; in steps of the golden section however many sources are
 * spread over all. */
static int32_t stride_of(int32_t count) {
  int32_t stride = (int32_t)(count * 0.6180339887498949);
  while (stride > 1 && common_divisor(count, stride) > 1) stride--;
  return stride > 1 ? stride : 1;
}

/* Tree `number` of the round. */
static pathfan_status grow_one(chooser *c, int64_t number, int32_t thread, branches *out) {
  const int32_t n = c->graph->vertex_count;
  pathfan_tree *tree = &c->trees[thread];
  const int64_t at = number * c->stride % c->open_count;
  const pathfan_status status = pathfan_tree_grow_near(tree, c->graph, c->open[at], c->rank_of, n);
  return status ? status : keep(c, tree, c->places + (int64_t)thread * n, out);
}

static pathfan_status grow(void *context, int64_t item, int32_t thread) {
  chooser *c = context;
  const int64_t number = c->sample_count + item;
  return grow_one(c, number, thread, &c->sample[number]);
}

/* Counts and lists the nodes of every vertex. */
static pathfan_status list_nodes(chooser *c) {
  const int32_t n = c->graph->vertex_count;
  memset(c->first, 0, ((size_t)n + 2) * sizeof *c->first);
  memset(c->hanging, 0, (size_t)n * sizeof *c->hanging);
  for (int32_t i = 0; i < c->sample_count; i++)
    for (int32_t k = 0; k < c->sample[i].count; k++) {
      const node *of = &c->sample[i].nodes[k];
      c->hanging[of->vertex] += of->size;
      c->first[of->vertex + 2]++;
    }
  for (int32_t v = 0; v < n; v++) {
    c->trees_of[v] = (int32_t)c->first[v + 2];
    c->first[v + 2] += c->first[v + 1];
  }
  if (!pathfan_room_make(&c->list, c->spill, (uint64_t)c->first[n + 1] * sizeof(node *)))
    return PATHFAN_ERR_NO_MEMORY;
  c->nodes = c->list.at;
  for (int32_t i = 0; i < c->sample_count; i++)
    for (int32_t k = 0; k < c->sample[i].count; k++) {
      node *of = &c->sample[i].nodes[k];
      c->nodes[c->first[of->vertex + 1]++] = of;
    }
  return PATHFAN_OK;
}

static void drop_trees(chooser *c) {
  for (int32_t i = 0; i < c->room_count; i++) pathfan_room_free(&c->rooms[i]);
  c->room_count = 0;
  c->room_left = 0;
  if (c->sample_count) memset(c->sample, 0, (size_t)c->sample_count * sizeof *c->sample);
  pathfan_room_free(&c->list);
  c->nodes = NULL;
  c->sample_count = 0;
}

/* ---- Choosing ---- */

static double worth(const chooser *c, int32_t v) {
  return (double)c->hanging[v] / (c->trees_of[v] + TREES_FEW);
}

/* Ties go to the vertex that comes first in reading order of the map, so that ranks don't depend
 * on numbering. */
static bool is_before(const chooser *c, const choice *a, const choice *b) {
  const pathfan_lattice_point p = c->graph->at[a->vertex], q = c->graph->at[b->vertex];
  if (a->worth != b->worth) return a->worth > b->worth;
  if (p.y != q.y) return p.y < q.y;
  return p.x != q.x ? p.x < q.x : a->vertex < b->vertex;
}

static void sink(chooser *c, int32_t at) {
  choice *heap = c->heap;
  const choice one = heap[at];
  for (int32_t child; (child = 2 * at + 1) < c->heap_count; at = child) {
    child += child + 1 < c->heap_count && is_before(c, &heap[child + 1], &heap[child]);
    if (!is_before(c, &heap[child], &one)) break;
    heap[at] = heap[child];
  }
  heap[at] = one;
}

static void fill_heap(chooser *c, bool by_passing) {
  c->heap_count = c->open_count;
  for (int32_t i = 0; i < c->open_count; i++) {
    const int32_t v = c->open[i];
    c->heap[i] = (choice){by_passing ? (double)c->passed[v] : worth(c, v), v};
  }
  for (int32_t i = c->heap_count / 2 - 1; i >= 0; i--) sink(c, i);
}

/* The best vertex, which stays in the heap. A vertex that has come to be worth less is put where it
 * belongs; one that is worth more is found when its turn comes. */
static int32_t best(chooser *c) {
  for (;;) {
    const double now = worth(c, c->heap[0].vertex);
    if (now == c->heap[0].worth) return c->heap[0].vertex;
    c->heap[0].worth = now;
    sink(c, 0);
  }
}

static void take_best(chooser *c) {
  c->heap[0] = c->heap[--c->heap_count];
  if (c->heap_count) sink(c, 0);
}

/* What hangs from it hangs from none of those before it any more, nor from what is within. */
static void cut_off(chooser *c, node *branch) {
  const int32_t left = branch->left;
  for (node *x = branch; x->up;) {
    x -= x->up;
    x->left -= left;
    c->hanging[x->vertex] -= left;
  }
  for (node *x = branch, *end = branch + branch->size; x < end;) {
    if (!x->left) {
      x += x->size;
      continue;
    }
    c->hanging[x->vertex] -= x->left;
    c->trees_of[x->vertex]--;
    x->left = 0;
    x++;
  }
}

static void rank_next(chooser *c, int32_t v) {
  c->rank_of[v] = c->ranked++;
  for (int64_t i = c->first[v]; i < c->first[v + 1]; i++)
    if (c->nodes[i]->left) cut_off(c, c->nodes[i]);
}

/* ---- Rounds ---- */

/* Whether the round tells no more. */
static bool is_over(const chooser *c, int32_t next) {
  return c->sample_count < c->open_count && c->trees_of[next] < TREES_FEW;
}

/* At least one vertex gets its turn, and all that are left if all of them have trees. */
static pathfan_status choose(chooser *c) {
  const int32_t before = c->ranked;
  fill_heap(c, false);
  while (c->heap_count) {
    const int32_t v = best(c);
    if (c->ranked > before && is_over(c, v)) break;
    take_best(c);
    rank_next(c, v);
    if (c->ranked % CHOSEN_PER_QUESTION) continue;
    const pathfan_status status = pathfan_go_on(c->done, c->done_context, c->ranked);
    if (status) return status;
  }
  return PATHFAN_OK;
}

static void note_passed(chooser *c) {
  for (int32_t v = 0; v < c->graph->vertex_count; v++)
    c->passed[v] = c->hanging[v] - c->trees_of[v];
}

static void rank_rest(chooser *c) {
  for (fill_heap(c, true); c->heap_count; take_best(c)) c->rank_of[c->heap[0].vertex] = c->ranked++;
}

/* Counts ranked vertices, not trees. */
static bool go_on(void *context, int64_t trees) {
  const chooser *c = context;
  (void)trees;
  return !pathfan_go_on(c->done, c->done_context, c->ranked);
}

static void list_open(chooser *c) {
  c->open_count = 0;
  for (int32_t v = 0; v < c->graph->vertex_count; v++)
    if (c->rank_of[v] == c->graph->vertex_count) c->open[c->open_count++] = v;
  c->stride = stride_of(c->open_count);
}

/* Nodes after which no more trees are grown in a round. */
static int64_t nodes_most(int32_t n) {
  const int64_t by_vertices = (int64_t)n * NODES_PER_VERTEX;
  return by_vertices > NODES_MOST ? by_vertices : NODES_MOST;
}

uint64_t pathfan_hub_order_bytes(int32_t n) {
  /* Of the first round, unless that is small: the last ones' trees are. */
  const int64_t first = (int64_t)TREES_FIRST * n, most = nodes_most(n);
  const int64_t nodes = first < most ? first : most + (int64_t)TREES_AT_ONCE * n / 2;
  return (uint64_t)nodes * (sizeof(node) + sizeof(node *));
}

/* As many trees as wanted, unless they have too many nodes. */
static pathfan_status grow_trees(chooser *c, int32_t wanted, int32_t threads) {
  const int64_t most = nodes_most(c->graph->vertex_count);
  int64_t nodes = 0;
  while (c->sample_count < wanted && nodes < most) {
    const int32_t before = c->sample_count;
    const int32_t more = wanted - before < TREES_AT_ONCE ? wanted - before : TREES_AT_ONCE;
    const pathfan_status status = pathfan_parallel_for(more, threads, grow, c, go_on, c);
    c->sample_count += more; /* those that there are, to be freed */
    if (status) return status;
    for (int32_t i = before; i < c->sample_count; i++) nodes += c->sample[i].count;
  }
  return PATHFAN_OK;
}

/* ---- By a crew ---- */

/* What a batch of trees is of. */
typedef struct tree_batches {
  chooser *chooser;
  int32_t count; /* of trees */
  int32_t each;  /* trees of a batch, but for the last one */
} tree_batches;

/* A tree as it is sent: how many nodes it has, and of each three numbers. */
enum { NODE_NUMBERS = 3 };

static pathfan_status pack(const branches *trees, int32_t count, uint8_t **bytes, uint64_t *size) {
  uint64_t numbers = 0;
  for (int32_t i = 0; i < count; i++) numbers += 1 + (uint64_t)trees[i].count * NODE_NUMBERS;
  int32_t *at = pathfan_alloc(numbers, sizeof *at);
  *bytes = (uint8_t *)at;
  *size = numbers * sizeof *at;
  if (!at) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    *at++ = trees[i].count;
    for (int32_t k = 0; k < trees[i].count; k++) {
      *at++ = trees[i].nodes[k].vertex;
      *at++ = trees[i].nodes[k].up;
      *at++ = trees[i].nodes[k].size;
    }
  }
  return PATHFAN_OK;
}

static pathfan_status unpack(chooser *c, const uint8_t *bytes, branches *trees, int32_t count) {
  const int32_t *at = (const int32_t *)bytes;
  for (int32_t i = 0; i < count; i++) {
    trees[i].count = *at++;
    trees[i].nodes = take_room(c, (uint64_t)trees[i].count);
    if (!trees[i].nodes) return PATHFAN_ERR_NO_MEMORY;
    for (int32_t k = 0; k < trees[i].count; k++, at += NODE_NUMBERS)
      trees[i].nodes[k] = (node){at[0], at[1], at[2], at[2]};
  }
  return PATHFAN_OK;
}

/* A batch's trees get room of their own, which goes when they are packed. */
static pathfan_status grow_batch(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                                 uint64_t *size) {
  const tree_batches *of = context;
  chooser own = *of->chooser;
  branches trees[TREES_OF_BATCH] = {{0}};
  const int32_t first = (int32_t)batch * of->each, left = of->count - first;
  const int32_t count = left < of->each ? left : of->each;
  pathfan_status status = PATHFAN_OK;
  pthread_mutex_init(&own.mutex, NULL);
  own.spill = NULL;
  own.rooms = NULL;
  own.room_count = own.room_capacity = 0;
  own.room_left = 0;
  for (int32_t i = 0; i < count && !status; i++)
    status = grow_one(&own, own.sample_count + first + i, thread, &trees[i]);
  if (!status) status = pack(trees, count, bytes, size);
  for (int32_t i = 0; i < own.room_count; i++) pathfan_room_free(&own.rooms[i]);
  free(own.rooms);
  pthread_mutex_destroy(&own.mutex);
  return status;
}

static pathfan_status grow_chunk_by_crew(chooser *c, int32_t more, int32_t threads) {
  const int32_t each = c->graph->vertex_count > LARGE_TREE ? 1 : TREES_OF_BATCH;
  tree_batches of = {c, more, each};
  const int64_t count = (more + each - 1) / each;
  pathfan_results results;
  pathfan_results_init(&results);
  const pathfan_batches batches = {&results, c->crew, threads};
  pathfan_status status = pathfan_results_expect(&results, PATHFAN_RESULT_TREES, count);
  if (!status)
    status = pathfan_batches_find(&batches, PATHFAN_RESULT_TREES, count, grow_batch, &of, go_on, c);
  for (int64_t b = 0; b < count && !status && !c->crew->member; b++) {
    const int32_t first = (int32_t)b * each, left = more - first;
    status = unpack(c, pathfan_results_get(&results, PATHFAN_RESULT_TREES, b).bytes,
                    c->sample + c->sample_count + first, left < each ? left : each);
  }
  pathfan_results_close(&results, true);
  return status;
}

/* How many trees come next: as many as grow_trees takes at once, or many times that if they are
 * small. 0: none. */
static int32_t next_chunk(const chooser *c, int32_t wanted, int64_t nodes, int64_t most) {
  const int32_t left = wanted - c->sample_count;
  if (nodes >= most) return 0;
  const int64_t each = c->sample_count ? nodes / c->sample_count + 1 : most;
  int64_t chunks = (most - nodes) / 4 / (each * TREES_AT_ONCE);
  if (chunks > CHUNKS_MOST) chunks = CHUNKS_MOST;
  const int64_t more = chunks > 1 ? chunks * TREES_AT_ONCE : TREES_AT_ONCE;
  return (int32_t)(more < left ? more : left);
}

/* The same as grow_trees. Member 0 counts, and says how it goes on. */
static pathfan_status grow_trees_by_crew(chooser *c, int32_t wanted, int32_t threads) {
  const int64_t most = nodes_most(c->graph->vertex_count);
  int64_t nodes = 0;
  for (;;) {
    int32_t more = next_chunk(c, wanted, nodes, most);
    pathfan_status status = c->crew->tell(c->crew->context, &more, sizeof more);
    if (status || !more) return status;
    status = grow_chunk_by_crew(c, more, threads);
    if (status) return status;
    const int32_t end = c->sample_count + more;
    if (c->crew->member) c->sample_count = end;
    while (c->sample_count < end && nodes < most) { /* as if they had come one chunk at a time */
      const int32_t left = end - c->sample_count;
      const int32_t chunk_end = c->sample_count + (left < TREES_AT_ONCE ? left : TREES_AT_ONCE);
      while (c->sample_count < chunk_end) nodes += c->sample[c->sample_count++].count;
    }
    if (!c->crew->member && end > c->sample_count)
      memset(c->sample + c->sample_count, 0, (size_t)(end - c->sample_count) * sizeof *c->sample);
  }
}

static pathfan_status tell_ranks(chooser *c, int64_t *trees) {
  const uint64_t bytes = (uint64_t)c->graph->vertex_count * sizeof *c->rank_of;
  pathfan_status status = c->crew->tell(c->crew->context, &c->ranked, sizeof c->ranked);
  if (!status) status = c->crew->tell(c->crew->context, trees, sizeof *trees);
  return status ? status : c->crew->tell(c->crew->context, c->rank_of, bytes);
}

/* ---- Rounds, all of them ---- */

static pathfan_status choose_round(chooser *c, bool is_short) {
  if (is_short) {
    rank_rest(c);
    return PATHFAN_OK;
  }
  const pathfan_status status = list_nodes(c);
  if (status) return status;
  if (!c->ranked) note_passed(c);
  return choose(c);
}

static pathfan_status run(chooser *c, int32_t threads) {
  const int32_t n = c->graph->vertex_count;
  const bool chooses = !c->crew || !c->crew->member;
  int64_t trees = TREES_FIRST;
  pathfan_status status = PATHFAN_OK;
  for (int32_t v = 0; v < n; v++) c->rank_of[v] = n;
  while (c->ranked < n && !status) {
    list_open(c);
    const int32_t wanted = trees < c->open_count ? (int32_t)trees : c->open_count;
    status = c->crew ? grow_trees_by_crew(c, wanted, threads) : grow_trees(c, wanted, threads);
    if (!status && chooses) status = choose_round(c, c->sample_count < wanted && c->ranked);
    trees = c->sample_count * (int64_t)TREES_FACTOR;
    drop_trees(c);
    if (!status && c->crew) status = tell_ranks(c, &trees);
  }
  return status;
}

pathfan_status pathfan_hub_order_find(const pathfan_graph *graph, pathfan_tree *trees,
                                      int32_t threads, pathfan_spill *spill,
                                      const pathfan_crew *crew, int32_t *rank_of,
                                      pathfan_done_function *done, void *done_context) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  chooser c = {.graph = graph,
               .trees = trees,
               .rank_of = rank_of,
               .spill = spill,
               .crew = crew,
               .done = done,
               .done_context = done_context};
  pthread_mutex_init(&c.mutex, NULL);
  c.open = pathfan_alloc(n, sizeof *c.open);
  c.places = pathfan_alloc((uint64_t)threads * n, sizeof *c.places);
  c.sample = pathfan_alloc_zero(n, sizeof *c.sample);
  c.first = pathfan_alloc(n + 2, sizeof *c.first);
  c.hanging = pathfan_alloc(n, sizeof *c.hanging);
  c.trees_of = pathfan_alloc(n, sizeof *c.trees_of);
  c.passed = pathfan_alloc(n, sizeof *c.passed);
  c.heap = pathfan_alloc(n, sizeof *c.heap);
  const bool ok =
      c.open && c.places && c.sample && c.first && c.hanging && c.trees_of && c.passed && c.heap;
  const pathfan_status status = ok ? run(&c, threads) : PATHFAN_ERR_NO_MEMORY;
  free(c.open);
  free(c.places);
  free(c.sample);
  free(c.first);
  free(c.hanging);
  free(c.trees_of);
  free(c.passed);
  free(c.heap);
  free(c.rooms);
  pthread_mutex_destroy(&c.mutex);
  return status;
}
