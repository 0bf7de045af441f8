/* take_in.h - embeds a file in the program: the assembler includes it unchanged.
 *
 *   PATHFAN_TAKE_IN("pathfan_openapi_begin", FOLDER "/openapi.json");
 *   extern const char pathfan_openapi_begin[], pathfan_openapi_begin_end[];
 *
 * CMake names the folder and makes the source depend on the file. A zero byte follows it. */
#ifndef PATHFAN_SERVER_TAKE_IN_H
#define PATHFAN_SERVER_TAKE_IN_H

#define PATHFAN_TAKE_IN(symbol, path)                                                              \
  __asm__(".pushsection .rodata\n"                                                                 \
          ".balign 16\n"                                                                           \
          ".local " symbol "\n" symbol ":\n"                                                       \
          ".incbin \"" path "\"\n"                                                                 \
          ".local " symbol "_end\n" symbol "_end:\n"                                               \
          ".byte 0\n"                                                                              \
          ".popsection\n")

#endif
