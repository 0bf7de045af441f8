/* radii.c - opens the radii of a file when they are first asked for. Which ones there are is read
 * from a text (format/radii.h), and only then: opening an index doesn't need it. */
#include "radii.h"

#include <assert.h>

#include "base/fork.h"
#include "format/reader.h"

static void lock(pf_generation *file) {
  pf_fork_hold();
  pthread_mutex_lock(&file->lock);
}

static void unlock(pf_generation *file) {
  pthread_mutex_unlock(&file->lock);
  pf_fork_release();
}

const pf_radii *pf_generation_radii(const pf_generation *generation) {
  pf_generation *file = generation->file;
  if (atomic_load_explicit(&file->knows_radii, memory_order_acquire)) return &file->radii;
  lock(file);
  if (!atomic_load(&file->knows_radii))
    file->radii = pf_radii_of(pathfan_reader_provenance(file->reader)->options);
  atomic_store_explicit(&file->knows_radii, true, memory_order_release);
  unlock(file);
  return &file->radii;
}

pathfan_status pf_generation_at_radius(pf_generation *generation, int32_t number,
                                       pf_generation **other, pathfan_error *error) {
  pf_generation *file = generation->file;
  assert(number >= 0 && number < PF_LAYOUT_RADII_MAX);
  *other = number == file->reader->radius ? file : atomic_load(&file->others[number]);
  if (*other) return PATHFAN_OK;
  lock(file);
  pathfan_status status = PATHFAN_OK;
  *other = atomic_load(&file->others[number]);
  if (!*other) status = pf_generation_open_beside(file, number, other, error);
  if (!status) atomic_store(&file->others[number], *other);
  unlock(file);
  return status;
}

pathfan_status pf_radii_open_all(pf_generation *file, pathfan_error *error) {
  const int32_t count = pf_generation_radii(file)->count;
  pf_generation *other;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++)
    status = pf_generation_at_radius(file, i, &other, error);
  return status;
}
