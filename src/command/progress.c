/* progress.c - one line on stderr that is redrawn.
 *
 * The time left is that of the running stage, from its own pace so far: stages differ too much to
 * predict one from another. */
#include "command/progress.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

/* Shorter builds show no progress; seconds. */
#define PROGRESS_AFTER 1.0

/* A stage's pace is too rough before it has run this long; seconds. */
#define PACE_AFTER 0.5

/* Bytes shown, from the end of a map's name: the line must not wrap. */
#define NAME_SHOWN 36

void cli_progress_start(cli_progress *progress, bool quiet) {
  *progress = (cli_progress){
      .quiet = quiet, .shown = !quiet && isatty(STDERR_FILENO), .started = pf_seconds()};
}

void cli_progress_report(void *context, const char *stage, int64_t done, int64_t total) {
  cli_progress *progress = context;
  if (!progress->shown) return;
  double now = pf_seconds();
  if (!progress->stage || strcmp(stage, progress->stage) != 0) {
    progress->stage = stage;
    progress->stage_started = now;
  }
  if (now - progress->started < PROGRESS_AFTER) return;
  double share = total > 0 ? (double)done / (double)total : 1.0;
  fprintf(stderr, "\r\033[K%s%-12s %3.0f%%", progress->map, stage, 100.0 * share);
  double spent = now - progress->stage_started;
  if (share > 0 && spent >= PACE_AFTER) {
    double left = spent * (1.0 - share) / share;
    if (left >= 3600)
      fprintf(stderr, "  %.1f h left in this stage", left / 3600);
    else if (left >= 60)
      fprintf(stderr, "  %.0f min left in this stage", left / 60);
    else
      fprintf(stderr, "  %.0f s left in this stage", left);
  }
  fflush(stderr);
  progress->drawn = true;
}

void cli_progress_estimate(void *context, uint64_t bytes) {
  cli_progress *progress = context;
  if (progress->quiet) return;
  cli_progress_end(progress);
  cli_message("about %" PRIu64 " MB of memory needed", (bytes + (1 << 20) - 1) >> 20);
}

void cli_progress_map(cli_progress *progress, const char *name, int32_t done, int32_t total) {
  if (!progress->shown) return;
  const size_t length = strlen(name);
  const char *tail = length > NAME_SHOWN ? name + length - NAME_SHOWN : name;
  while (((unsigned char)*tail & 0xC0) == 0x80) tail++; /* not inside a UTF-8 character */
  snprintf(progress->map, sizeof progress->map, "[%d/%d] %s  ", done, total, tail);
  for (char *at = progress->map; *at; at++) /* names may hold anything */
    if ((unsigned char)*at < 0x20 || *at == 0x7F) *at = '?';
  progress->stage = NULL;
  if (pf_seconds() - progress->started < PROGRESS_AFTER) return;
  fprintf(stderr, "\r\033[K%s", progress->map);
  fflush(stderr);
  progress->drawn = true;
}

void cli_progress_end(cli_progress *progress) {
  if (progress->drawn) fputs("\r\033[K", stderr);
  progress->drawn = false;
}
