/* numbering.h - the numbers that a vertex has: one in the mesh, one during the build, and in the
 * file its rank and its column (build-index/sight/order.h). */
#ifndef PF_BUILD_INDEX_RUN_NUMBERING_H
#define PF_BUILD_INDEX_RUN_NUMBERING_H

#include <stdint.h>

typedef struct pf_numbering {
  const int32_t *build_of;  /* [Size: n] build number by vertex of the mesh */
  const int32_t *rank_of;   /* [Size: n] by build number; 0 is highest */
  const int32_t *column_of; /* [Size: n] by build number */
  int id_bytes;             /* bytes of a column in the file: 2 or 4 */
} pf_numbering;

#endif
