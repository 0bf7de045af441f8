/* fuzz_scenario.c - the scenario reader must survive any bytes; accepted lines must be read the
 * same after being written. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes the entry and reads it again; coordinates keep 8 decimals. */
static void check_again(const pf_scen_entry *entry) {
  char *written = NULL;
  size_t bytes = 0;
  bool more = false;
  pf_scen_entry again;
  FILE *stream = open_memstream(&written, &bytes);
  if (!stream) abort();
  pf_scen_write_version(stream);
  pf_scen_write(stream, entry);
  if (fclose(stream)) abort();
  pf_text text = pf_text_over(written, bytes, "again.scen");
  if (pf_scen_begin(&text, NULL)) abort();
  if (pf_scen_next(&text, &again, &more, NULL) || !more) abort();
  if (again.bucket != entry->bucket || again.width != entry->width ||
      again.height != entry->height || again.map_name.length != entry->map_name.length ||
      memcmp(again.map_name.at, entry->map_name.at, again.map_name.length) != 0 ||
      fabs(again.octile_length - entry->octile_length) > 1e-8 + entry->octile_length * 1e-12 ||
      fabs(again.from_x - entry->from_x) > 1e-8 + fabs(entry->from_x) * 1e-12)
    abort();
  free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_text text = pf_text_over((const char *)data, size, "fuzz.scen");
  pathfan_error error = {{0}};
  pf_scen_entry entry;
  bool more = false;
  if (pf_scen_begin(&text, &error)) {
    if (!error.text[0]) abort();
    return 0;
  }
  for (;;) {
    int64_t before = text.line;
    pathfan_status status = pf_scen_next(&text, &entry, &more, &error);
    if (!status && !more) return 0;
    if (text.line <= before) abort(); /* else it would never end */
    if (status) {
      if (status != PATHFAN_ERR_MALFORMED || more || !error.text[0]) abort();
      error.text[0] = 0;
      continue;
    }
    if (!isfinite(entry.from_x) || !isfinite(entry.from_y) || !isfinite(entry.to_x) ||
        !isfinite(entry.to_y) || !(entry.octile_length >= 0) || entry.bucket < 0 ||
        entry.width < 1 || entry.height < 1)
      abort();
    /* Numbers of hundreds of digits are legal but aren't written to be read back. */
    if (entry.octile_length < 1e15 && fabs(entry.from_x) < 1e15 && fabs(entry.from_y) < 1e15 &&
        fabs(entry.to_x) < 1e15 && fabs(entry.to_y) < 1e15)
      check_again(&entry);
  }
}
