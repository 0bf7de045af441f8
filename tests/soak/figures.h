/* figures.h - what the process holds at this moment. */
#ifndef PATHFAN_TESTS_FIGURES_H
#define PATHFAN_TESTS_FIGURES_H

#include <stddef.h>

typedef struct soak_figures {
  long used, anonymous, resident; /* KiB; used: given by malloc */
  int mappings, files;            /* of files in the folder */
} soak_figures;

/* Bytes given by malloc and not given back. */
size_t soak_allocated(void);

soak_figures soak_look(const char *folder);

#endif
