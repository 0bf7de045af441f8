/* osm.c - ways as OSM XML, to be merged with the streets that lead to the plaza.
 *
 * New elements are numbered below 0, as is customary, or from a number on that the caller knows to
 * be unused. An entry that is an OSM node is referred to but not written again: the file to merge
 * with has it and its tags. */
#include <inttypes.h>

#include "plaza/plaza.h"

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    default: putc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
  }
}

static int64_t nth_id(int64_t first, int64_t n) {
  return first ? first + n : -1 - n;
}

/* The id of a node: OSM's if it has one, otherwise made from its number here. */
static int64_t node_id(const pf_plaza *plaza, int32_t node, int64_t first) {
  const int64_t given = node < plaza->entry_count ? plaza->entries[node].osm_node : 0;
  return given ? given : nth_id(first, node);
}

void pf_net_osm(FILE *out, const pf_plaza *plaza, const pf_net *net, int64_t first_id) {
  /* Some readers require a version unless ids are negative. */
  const char *version = first_id ? " version=\"1\"" : "";
  char x[32], y[32];
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<osm version=\"0.6\" generator=\"pathfan plaza\" upload=\"never\">\n",
        out);
  for (int32_t i = 0; i < net->node_count; i++) {
    if (i < plaza->entry_count && plaza->entries[i].osm_node) continue;
    pf_net_place(plaza, net, i, x, y);
    fprintf(out, "<node id=\"%" PRId64 "\"%s lat=\"%s\" lon=\"%s\"/>\n", nth_id(first_id, i),
            version, y, x);
  }
  for (int32_t w = 0; w < net->way_count; w++) {
    fprintf(out, "<way id=\"%" PRId64 "\"%s>", nth_id(first_id, w), version);
    for (int32_t i = net->ways[w].first_step; i < pf_net_way_end(net, w); i++)
      fprintf(out, "<nd ref=\"%" PRId64 "\"/>", node_id(plaza, net->steps[i], first_id));
    for (int32_t t = 0; t < plaza->tag_count; t++) {
      fputs("<tag k=\"", out);
      put_text(out, plaza->tags[t].key);
      fputs("\" v=\"", out);
      put_text(out, plaza->tags[t].value);
      fputs("\"/>", out);
    }
    fputs("</way>\n", out);
  }
  fputs("</osm>\n", out);
}
