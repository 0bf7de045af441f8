/* sink.c - writes to a file or to memory. */
#include "sink.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "base/publish.h"
#include "base/status.h"

pathfan_status pf_sink_put(pf_sink *sink, uint64_t offset, const void *data, uint64_t bytes,
                           pathfan_error *error) {
  const uint64_t end = offset + bytes;
  assert(end >= offset);
  if (sink->fd >= 0) {
    const pathfan_status status = pf_file_write(sink->fd, sink->name, offset, data, bytes, error);
    if (status) return status;
  } else {
    if (pf_grow(&sink->memory, &sink->room, end))
      return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for the index", sink->name);
    if (offset > sink->bytes) memset(sink->memory + sink->bytes, 0, offset - sink->bytes);
    if (bytes) memcpy(sink->memory + offset, data, bytes);
  }
  if (end > sink->bytes) sink->bytes = end;
  return PATHFAN_OK;
}

pf_input pf_sink_input(const pf_sink *sink) {
  return (pf_input){
      .name = sink->name, .fd = sink->fd, .memory = sink->memory, .bytes = sink->bytes};
}
