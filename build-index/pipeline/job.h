/* job.h - what is built from which map, and where the index goes: files, or memory. */
#ifndef PF_BUILD_INDEX_PIPELINE_JOB_H
#define PF_BUILD_INDEX_PIPELINE_JOB_H

#include "build-index/run/processes.h"
#include "pathfan/build.h"

typedef struct pf_build_job {
  const char *map_path;   /* or the name of a map in memory */
  const char *index_path; /* or the name of an index in memory */
  const void *map;        /* [Size: map_bytes]; NULL: the file at map_path is read */
  size_t map_bytes;
  uint8_t **index; /* becomes the index, if there is a map in memory; the caller frees it */
  uint64_t *index_bytes;
} pf_build_job;

/* Like pathfan_build_index. processes may be NULL. */
pathfan_status pf_build(const pf_build_job *job, const pathfan_build_options *options,
                        const pf_processes *processes, pathfan_build_report *report,
                        pathfan_error *error);

#endif
