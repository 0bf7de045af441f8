/* index.c - opens an index, and moves on to new generations of its file.
 *
 * An index holds one generation, and so does each query object. A reload opens the new one first,
 * then replaces the index's pointer. Query objects compare this with theirs at each request (one
 * load), and take the new one if they differ. The last release of a generation closes it. The lock
 * is held only from reading the pointer to counting the holder. */
#include "index.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fork.h"
#include "base/status.h"
#include "format/reader.h"
#include "radii.h"

struct pathfan_index {
  pf_origin origin; /* options and memory as given */
  char *path;       /* or name; owned */
  pthread_mutex_t reloading;
  pthread_mutex_t lock;
  _Atomic(pf_generation *) current;
};

static void lock(pthread_mutex_t *mutex) {
  pf_fork_hold();
  pthread_mutex_lock(mutex);
}

static void unlock(pthread_mutex_t *mutex) {
  pthread_mutex_unlock(mutex);
  pf_fork_release();
}

/* Opens the generation that is there now; eagerly, all radii of it. */
static pathfan_status open_generation(const pf_origin *origin, uint32_t number, pf_generation **out,
                                      pathfan_error *error) {
  pathfan_status status = pf_generation_open(origin, number, out, error);
  if (status || origin->options.policy != PATHFAN_OPEN_EAGER) return status;
  status = pf_radii_open_all(*out, error);
  if (!status) return PATHFAN_OK;
  pf_generation_release(*out);
  *out = NULL;
  return status;
}

static pathfan_status open_origin(pf_origin origin, pathfan_index **out, pathfan_error *error) {
  pf_generation *first = NULL;
  pathfan_index *index = calloc(1, sizeof *index);
  if (index) index->path = strdup(origin.path);
  pathfan_status status =
      index && index->path ? PATHFAN_OK : pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  if (!status) {
    origin.path = index->path;
    status = open_generation(&origin, 1, &first, error);
  }
  if (status) {
    if (index) free(index->path);
    free(index);
    return status;
  }
  index->origin = origin;
  pthread_mutex_init(&index->reloading, NULL);
  pthread_mutex_init(&index->lock, NULL);
  atomic_init(&index->current, first);
  *out = index;
  return PATHFAN_OK;
}

pathfan_status pathfan_index_open(const char *path, const pathfan_open_options *options,
                                  pathfan_index **index, pathfan_error *error) {
  if (error) error->text[0] = 0;
  if (!index) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the index");
  *index = NULL;
  if (!path) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no path was given");
  pf_origin origin = {.path = path};
  if (options) origin.options = *options;
  return open_origin(origin, index, error);
}

pathfan_status pathfan_index_open_memory(const void *data, size_t bytes, const char *name,
                                         const pathfan_open_options *options, pathfan_index **index,
                                         pathfan_error *error) {
  if (error) error->text[0] = 0;
  if (!index) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the index");
  *index = NULL;
  if (!data || !name)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an index in memory needs data and a name");
  pf_origin origin = {.path = name, .memory = data, .bytes = bytes};
  if (options) origin.options = *options;
  return open_origin(origin, index, error);
}

void pathfan_index_close(pathfan_index *index) {
  if (!index) return;
  pf_generation_release(atomic_load(&index->current));
  pthread_mutex_destroy(&index->lock);
  pthread_mutex_destroy(&index->reloading);
  free(index->path);
  free(index);
}

pf_generation *pf_index_retain(const pathfan_index *const_index) {
  pathfan_index *index = (pathfan_index *)const_index; /* immutable except for its locks */
  lock(&index->lock);
  pf_generation *current = atomic_load(&index->current);
  pf_generation_retain(current);
  unlock(&index->lock);
  return current;
}

bool pf_index_has(const pathfan_index *index, const pf_generation *generation) {
  return atomic_load_explicit(&index->current, memory_order_acquire) == generation->file;
}

bool pathfan_index_is_stale(const pathfan_index *index) {
  if (!index) return false;
  pf_generation *current = pf_index_retain(index);
  const bool stale = pathfan_reader_is_stale(current->reader);
  pf_generation_release(current);
  return stale;
}

/* Reloads go one after the other, so no other thread changes `current` meanwhile. */
static pathfan_status reload(pathfan_index *index, pathfan_error *error) {
  pf_generation *fresh, *old = atomic_load(&index->current);
  /* If there is no file, opening fails and says so. */
  if (!pathfan_reader_is_stale(old->reader) && pf_reader_is_there(old->reader)) return PATHFAN_OK;
  const pathfan_status status = open_generation(&index->origin, old->number + 1, &fresh, error);
  if (status) return status;
  lock(&index->lock);
  atomic_store_explicit(&index->current, fresh, memory_order_release);
  unlock(&index->lock);
  pf_generation_release(old);
  return PATHFAN_OK;
}

pathfan_status pathfan_index_reload(pathfan_index *index, pathfan_error *error) {
  if (error) error->text[0] = 0;
  if (!index) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no index was given");
  if (index->origin.memory)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "%s: is in memory, not in a file that could be read again", index->path);
  lock(&index->reloading);
  const pathfan_status status = reload(index, error);
  unlock(&index->reloading);
  return status;
}
