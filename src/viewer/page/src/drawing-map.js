// A drawing as a map: GeoJSON, as the server writes it (src/viewer/drawing.c).

const polygon = (corners) => ({ type: "Polygon", coordinates: [[...corners, corners[0]]] });
const corners = ([x, y, w, h]) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
const feature = (geometry, properties) => ({ type: "Feature", properties, geometry });

export function mapOf({ width, height, origin = [0, 0], agent_radius: radius, background_rate: rate, attribution, obstacles, roads = [], rivers = [], bridges = [], areas = [] }) {
  const line = (kind) => ({ line: coordinates, ...rest }) => feature({ type: "LineString", coordinates }, { kind, ...rest });
  const features = [
    feature(polygon(corners([...origin, width, height])), { kind: "free" }),
    ...obstacles.map(({ rect, polygon: ring, ...rest }) => feature(polygon(rect ? corners(rect) : ring), { kind: "obstacle", ...rest })),
    ...roads.map(line("road")),
    ...rivers.map(line("river")),
    ...bridges.map(({ point: coordinates, ...rest }) => feature({ type: "Point", coordinates }, { kind: "bridge", ...rest })),
    ...areas.map(({ polygon: ring, ...rest }) => feature(polygon(ring), { kind: "area", ...rest })),
  ];
  return JSON.stringify({ type: "FeatureCollection", attribution, agent_radius: radius || undefined, background_rate: rate ?? undefined, features });
}
