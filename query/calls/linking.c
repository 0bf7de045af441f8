/* linking.c - which parts of the map a request gets to by links and on foot, nothing closed. */
#include "linking.h"

int32_t pf_linking_reach(const pf_linking *k, int32_t component, bool is_back, int32_t *reached) {
  const int32_t portals = 2 * pf_link_count(k->q->space, k->set);
  int32_t count = 0;
  reached[count++] = component;
  for (int32_t i = 0; i < count; i++)
    for (int32_t p = 0; p < portals && 2 * count <= portals; p++) {
      const int32_t other = pf_linking_portal(k, p ^ 1).component;
      bool is_new = pf_linking_portal(k, p).component == reached[i] &&
                    pf_linking_leads(k, is_back ? p ^ 1 : p);
      for (int32_t c = 0; c < count && is_new; c++) is_new = reached[c] != other;
      if (is_new) reached[count++] = other;
    }
  return count;
}
