/* replay.c - runs a fuzz target over files, without libFuzzer, with any compiler.
 *
 *   replay_NAME FILE|FOLDER ...
 *
 * Runs the empty input first, then each file once, a folder's in the order of their names. A
 * failure ends the program, after the name of the file; missing files are skipped, for a target may
 * have no corpus or no findings. */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz.h"

static int64_t run_file(const char *path) {
  FILE *file = fopen(path, "rb");
  struct stat info;
  fuzz_check(file && fstat(fileno(file), &info) == 0);
  const size_t size = (size_t)info.st_size;
  uint8_t *data = malloc(size ? size : 1); /* ends where a sanitizer watches */
  fuzz_check(data && fread(data, 1, size, file) == size);
  fclose(file);
  fprintf(stderr, "%s\n", path);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return 1;
}

static int64_t run_folder(const char *path) {
  struct dirent **names;
  const int count = scandir(path, &names, NULL, alphasort);
  int64_t files = 0;
  fuzz_check(count >= 0);
  for (int i = 0; i < count; i++) {
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
    if (names[i]->d_name[0] != '.') files += run_file(file);
    free(names[i]);
  }
  free(names);
  return files;
}

int main(int argc, char **argv) {
  const uint8_t nothing = 0;
  int64_t files = 0;
  LLVMFuzzerTestOneInput(&nothing, 0);
  for (int i = 1; i < argc; i++) {
    struct stat info;
    if (stat(argv[i], &info) != 0) continue;
    files += S_ISDIR(info.st_mode) ? run_folder(argv[i]) : run_file(argv[i]);
  }
  printf("%lld inputs\n", (long long)files);
  return 0;
}
