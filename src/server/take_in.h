/* take_in.h - embeds a file in the program: the assembler includes it unchanged.
 *
 *   PF_TAKE_IN("pf_openapi_begin", FOLDER "/openapi.json");
 *   extern const char pf_openapi_begin[], pf_openapi_begin_end[];
 *
 * CMake names the folder and makes the source depend on the file. A zero byte follows it. */
#ifndef PF_SERVER_TAKE_IN_H
#define PF_SERVER_TAKE_IN_H

#define PF_TAKE_IN(symbol, path)                                                                   \
  __asm__(".pushsection .rodata\n"                                                                 \
          ".balign 16\n"                                                                           \
          ".local " symbol "\n" symbol ":\n"                                                       \
          ".incbin \"" path "\"\n"                                                                 \
          ".local " symbol "_end\n" symbol "_end:\n"                                               \
          ".byte 0\n"                                                                              \
          ".popsection\n")

#endif
