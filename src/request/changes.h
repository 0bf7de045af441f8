/* changes.h - changes of obstacles as people write them: the same list in requests, batches, files
 * and bindings.
 *
 *   {"circle": [x, y, r]}, {"polygon": [[x, y], ...]}  add an area, which may have a "name", and
 *                                 "closed": false, so that it keeps nothing out until it is closed
 *   the same with "level": L      its points are on the floor of that level or name
 *   the same with "kind": "opening"  adds an opening, in which walls are removed, unless it has
 *                                 "closed": true
 *   {"link": [[x, y], [x, y]], "cost": C}  adds a link from the first point to the second; with
 *                                 "cost_back": the other way round, if that differs, or null: not
 *                                 that way; "level": [L, M], of its ends; "flags", "name", "closed"
 *   {"close": N}, {"open": N}     let an area or a door keep paths out, or not; put the walls of an
 *                                 opening back, or remove them
 *   {"remove": N}                 takes an area away
 *
 * N is a name, or the number that the area got. A file may also be GeoJSON: its polygons are areas
 * with the properties name, closed, level and kind, which is "opening" or "obstacle".
 *
 *   pf_change_list changes = {0};
 *   if (pf_change_list_read(json, &changes, &wrong))
 *     status = pf_change_list_apply(&changes, index, from, &to, ids, &error);
 *   pf_change_list_free(&changes); */
#ifndef PF_REQUEST_CHANGES_H
#define PF_REQUEST_CHANGES_H

#include <jansson.h>

#include "pathfan/obstacles.h"
#include "request/complaint.h"
#include "request/degrees.h"

typedef struct pf_change_list {
  pathfan_change *changes; /* what they point to is owned, too */
  int32_t count, capacity;
} pf_change_list;

/* Adds the changes of a list, or of a GeoJSON object. False: `wrong` says why; some may have been
 * added. */
bool pf_change_list_read(const json_t *json, pf_change_list *list, pf_complaint *wrong);

/* Adds those of a file of at most 64 MiB. Errors: IO, MALFORMED, NO_MEMORY, LIMIT. */
pathfan_status pf_change_list_read_file(const char *path, pf_change_list *list,
                                        pathfan_error *error);

/* Takes areas and links whose points look like longitude and latitude to the map, each by itself.
 * Radii are in metres. False, with *wrong: some points of one do. */
bool pf_change_list_to_map(pf_change_list *list, const pf_degrees *degrees, pf_complaint *wrong);

/* Adds SET of what has a name. False: out of memory. */
bool pf_change_list_set(pf_change_list *list, const char *name, bool on);

/* Makes a snapshot that differs by the changes from `from`; NULL: from the index as it is. ids:
 * [Size: count] or NULL. Errors: those of pathfan_obstacles_create and pathfan_obstacles_change. */
pathfan_status pf_change_list_apply(const pf_change_list *list, const pathfan_index *index,
                                    const pathfan_obstacles *from, pathfan_obstacles **to,
                                    int64_t *ids, pathfan_error *error);

/* Makes the snapshot that requests have if nobody says more: of the map's doors. *doors is NULL if
 * it has none. Errors: those of pathfan_obstacles_create. */
pathfan_status pf_doors_of(const pathfan_index *index, pathfan_obstacles **doors,
                           pathfan_error *error);

/* Whether an opening of a snapshot is open. NULL: none is. Errors: NO_MEMORY. */
pathfan_status pf_has_openings(const pathfan_obstacles *obstacles, bool *has);

/* Says why paths aren't measured where an opening is open. */
#define PF_NOT_MEASURED "measures: they don't count openings, and one is open"

/* Frees its parts; a struct of zeros is fine. */
void pf_change_list_free(pf_change_list *list);

#endif
