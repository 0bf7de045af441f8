#include "twin_scale.h"

#include <stdlib.h>

/* Under the address sanitizer fewer maps are enough: a wrong access that shows in a thousand maps
 * shows in hundreds too, and the optimised run of the same suites checks the answers of all.
 * Damaged bytes, hostile requests and failing allocations get more: they are the sanitizer's
 * business. */
#ifdef PATHFAN_IS_WATCHED
#define USUAL_SCALE 0.2
#define USUAL_SCALE_HARM 0.4
#else
#define USUAL_SCALE 1
#define USUAL_SCALE_HARM 1
#endif

static double scale(double usual) {
  const char *text = getenv("PATHFAN_TEST_SCALE");
  const double given = text ? atof(text) : usual;
  return given > 0 ? given : usual;
}

static int scaled_by(int count, double by) {
  const double scaled = count * by;
  return scaled < 1 ? 1 : (int)scaled;
}

int twin_scaled(int count) {
  return scaled_by(count, scale(USUAL_SCALE));
}

int twin_scaled_harm(int count) {
  return scaled_by(count, scale(USUAL_SCALE_HARM));
}

bool twin_is_whole(void) {
  return scale(USUAL_SCALE) >= 1;
}
