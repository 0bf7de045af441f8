/* input.c - reads bytes at an offset. Files are read, not mapped: truncating a file meanwhile then
 * causes a short read and not a SIGBUS. */
#include "input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/system.h"

pathfan_status pf_input_find(const char *path, uint64_t size, const pathfan_open_options *options,
                             uint64_t *bytes, pathfan_error *error) {
  char of[32] = "";
  if (options->bytes) snprintf(of, sizeof of, " of %" PRIu64, options->bytes);
  if (options->offset > size || options->bytes > size - options->offset)
    return pf_fail(error, PATHFAN_ERR_NOT_INDEX,
                   "%s: has %" PRIu64 " bytes, too few for an index%s at byte %" PRIu64, path, size,
                   of, options->offset);
  *bytes = options->bytes ? options->bytes : size - options->offset;
  return PATHFAN_OK;
}

pathfan_status pf_input_read(const pf_input *input, uint64_t offset, void *data, uint64_t bytes,
                             pathfan_error *error) {
  uint8_t *at = data;
  if (offset > input->bytes || bytes > input->bytes - offset)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: ends at byte %" PRIu64, input->name,
                   input->bytes);
  if (input->fd < 0) {
    if (bytes) memcpy(at, input->memory + offset, bytes);
    return PATHFAN_OK;
  }
#if PATHFAN_WITH_MAPPINGS
  while (bytes > 0) {
    const int64_t got = pf_file_read_at(input->fd, input->offset + offset, at, bytes);
    if (got < 0)
      return pf_fail(error, PATHFAN_ERR_IO, "%s: can't read: %s", input->name, strerror(errno));
    if (got == 0)
      return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: ends at byte %" PRIu64, input->name, offset);
    at += got;
    offset += (uint64_t)got;
    bytes -= (uint64_t)got;
  }
#endif
  return PATHFAN_OK;
}
