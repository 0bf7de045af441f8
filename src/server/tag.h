/* tag.h - a short digest, for telling whether two texts are the same where nobody gains from
 * making them seem so. */
#ifndef PATHFAN_SERVER_TAG_H
#define PATHFAN_SERVER_TAG_H

#include <stddef.h>
#include <stdint.h>

/* Of `bytes` bytes at text; written with 16 hexadecimal digits. */
uint64_t pathfan_tag_of(const char *text, size_t bytes);

#endif
