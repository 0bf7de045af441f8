/* no_files.c - stands in for base/file.c and base/publish.c where there are no files: maps and
 * indexes are in memory (pathfan_build_memory), and whatever wants a file fails. */
#include "base/file.h"
#include "base/publish.h"
#include "base/status.h"

static pathfan_status fail(const char *path, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_IO, "%s: there are no files here", path);
}

pathfan_status pf_read_file(const char *path, size_t max_bytes, char **text, size_t *bytes,
                            pathfan_error *error) {
  (void)max_bytes;
  *text = NULL;
  *bytes = 0;
  return fail(path, error);
}

pathfan_status pf_named_check(const char *path, const char *by, pathfan_error *error) {
  (void)by;
  return fail(path, error);
}

pathfan_status pf_output_check(const char *output, const char *input, pathfan_error *error) {
  (void)input;
  return fail(output, error);
}

pathfan_status pf_file_write(int fd, const char *path, uint64_t offset, const void *data,
                             uint64_t bytes, pathfan_error *error) {
  (void)fd, (void)offset, (void)data, (void)bytes;
  return fail(path, error);
}

pathfan_status pf_temporary_create(const char *target, mode_t mode, pf_temporary *temporary,
                                   pathfan_error *error) {
  (void)mode, (void)temporary;
  return fail(target, error);
}

pathfan_status pf_temporary_settle(pf_temporary *temporary, mode_t mode, pathfan_error *error) {
  (void)mode;
  return fail(temporary->target, error);
}

pathfan_status pf_temporary_publish(pf_temporary *temporary, pathfan_error *error) {
  return fail(temporary->target, error);
}

void pf_temporary_discard(pf_temporary *temporary) {
  (void)temporary;
}
