// The table of the explore view's tools: actions and displays beyond dragging ends and reading
// paths. Each is a class in a file of its own, fetched when the tool is first wanted.
//
// To add one, add a row to TOOLS: its name, and when it is wanted; and to CLASSES (tool-host.js):
// how to load its class. A row with a label (and a hint) gets a switch beside the map, if the map
// supports the tool (settings.js), and a place in the address: settings.tools[name] is "1" while
// it is on, or a text that the tool puts there. The constructor gets the view (settings, ground,
// panels, camera, ask(), question(), showAll(), address()). The tool puts its controls into a Dock
// (dock.js) and implements any of these:
//
//   changed()                 it has been made; or layers, tools, panels or the ground have changed
//   asks(body)                adds its part to a request for paths
//   asked(rests)              paths are requested: ends or settings have changed
//   answered(slot)            a panel has a new answer
//   moved()                   the view of the map has changed
//   hovered(point or null)    the pointer is there
//   clicked(point, event)     handles a click; returns true if it did
//   key(event)                handles a key; returns true if it did
//   holds(event, fingers)     true if a pointer pressed on the map is for the tool and doesn't pan
//   shown                     what the panels' layers show of it (layers.js, sights)
//   end()                     it is no longer wanted
//
// These names are calls: no field of the class may have one. A row says `asks` if its tool
// implements asks(). If it says `undone`, undo also restores the tool's text in the address: the
// tool calls view.stepped() when it has come to rest.

const shows = (view, ...layers) => layers.some((name) => view.settings.layers.includes(name));

// In the order of their switches, which is also the order in which they get clicks and keys: while
// areas are drawn, clicks go to them.
export const TOOLS = [
  { name: "floors", wanted: (view) => view.ground.links.length > 0 || view.ground.floors.list.length > 0 },
  { name: "doors", asks: true, undone: true, wanted: (view) => view.changeable && view.ground.doors.length > 0 },
  { name: "avoid", label: "Obstacles", hint: "walls and buildings that no path may touch, and openings through walls: draw them on the map", takes: "plain", asks: true, undone: true },
  { name: "passages", label: "Passages", hint: "where each path is narrowest, and how wide that is", takes: "walks" },
  { name: "walk", label: "Walkers", hint: "who starts at S and spreads over the paths, by time", takes: "unlinked" },
  { name: "heat", label: "Heat map", hint: "the floor by how many paths lead there from S, or by detour", takes: "index", wanted: (view) => "heat" in view.settings.tools && view.indexed },
  { name: "explain", label: "Explain", hint: "step by step, why these paths, and why no others", takes: "plain" },
  { name: "score", label: "Scoreboard", hint: "random queries to all methods of this map, compared", takes: "plain" },
  { name: "scen", label: "Query file", hint: "a .scen file of queries, to be gone through one by one", undone: true },
  { name: "sights", wanted: (view) => view.indexed && shows(view, "sight", "cones") },
  { name: "field", wanted: (view) => Boolean(view.ground.terrain) && shows(view, "field") },
];

export const UNDONE = TOOLS.filter(({ undone }) => undone).map(({ name }) => name);
// Whether a tool changes the paths.
export const asksWith = (wanted) => Boolean(TOOLS.find(({ name }) => name === wanted).asks);
