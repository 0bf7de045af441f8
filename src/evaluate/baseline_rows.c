/* baseline_rows.c - runs and labels in plain arrays that grow by doubling. */
#include "evaluate/baseline_rows.h"

#include "base/memory.h"

static pathfan_status grow_rows(pf_plain_rows *rows) {
  const int64_t need = (int64_t)rows->room + 1;
  uint32_t same = rows->room;
  const pathfan_status status = pf_grow(&rows->first, &same, need);
  return status ? status : pf_grow(&rows->value, &rows->room, need);
}

pathfan_status pf_plain_rows_init(pf_plain_rows *rows, int32_t n) {
  *rows = (pf_plain_rows){.begin = pf_alloc_zero((uint64_t)n + 1, sizeof *rows->begin)};
  return rows->begin ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

pathfan_status pf_plain_rows_add(pf_plain_rows *rows, int32_t row, const int32_t *cells,
                                 int32_t n) {
  uint32_t count = rows->begin[row];
  for (int32_t column = 0; column < n; column++) {
    if (cells[column] == PF_PLAIN_WILDCARD) continue;
    const bool any = count > rows->begin[row];
    if (any && rows->value[count - 1] == cells[column]) continue;
    if (count == rows->room && grow_rows(rows)) return PATHFAN_ERR_NO_MEMORY;
    rows->first[count] = any ? (uint16_t)column : 0;
    rows->value[count++] = (uint16_t)cells[column];
  }
  rows->begin[row + 1] = count;
  return PATHFAN_OK;
}

void pf_plain_rows_free(pf_plain_rows *rows) {
  free(rows->begin);
  free(rows->first);
  free(rows->value);
  *rows = (pf_plain_rows){0};
}

static pathfan_status grow_lists(pf_plain_labels *lists) {
  const int64_t need = (int64_t)lists->room + 1;
  uint32_t same = lists->room, too = lists->room;
  pathfan_status status = pf_grow(&lists->vertex, &same, need);
  if (!status) status = pf_grow(&lists->next, &too, need);
  return status ? status : pf_grow(&lists->length, &lists->room, need);
}

pathfan_status pf_plain_labels_init(pf_plain_labels *lists, int32_t n) {
  *lists = (pf_plain_labels){.begin = pf_alloc_zero((uint64_t)n + 1, sizeof *lists->begin)};
  return lists->begin ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

pathfan_status pf_plain_labels_add(pf_plain_labels *lists, int32_t owner, int32_t vertex,
                                   int32_t next, double length) {
  uint32_t *end = &lists->begin[owner + 1];
  if (*end == lists->room && grow_lists(lists)) return PATHFAN_ERR_NO_MEMORY;
  lists->vertex[*end] = (uint16_t)vertex;
  lists->next[*end] = (uint16_t)next;
  lists->length[*end] = length;
  ++*end;
  return PATHFAN_OK;
}

void pf_plain_labels_free(pf_plain_labels *lists) {
  free(lists->begin);
  free(lists->vertex);
  free(lists->next);
  free(lists->length);
  *lists = (pf_plain_labels){0};
}
