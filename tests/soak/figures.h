/* figures.h - memory, mappings and files that the process holds at the moment. */
#ifndef PF_TESTS_FIGURES_H
#define PF_TESTS_FIGURES_H

#include <stddef.h>

typedef struct soak_figures {
  long used, anonymous, resident; /* KiB; used: allocated by malloc */
  int mappings, files;            /* of files in the folder */
} soak_figures;

/* Bytes allocated by malloc and not freed. */
size_t soak_allocated(void);

soak_figures soak_look(const char *folder);

#endif
