/* tag.c - a short digest: FNV-1a. */
#include "server/tag.h"

uint64_t pf_tag_of(const char *text, size_t bytes) {
  uint64_t tag = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < bytes; i++) tag = (tag ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  return tag;
}
