# Sourced: make_indexes PATHFAN FOLDER - makes four small indexes, and for each NAME.requests.jsonl,
# some with blocked ends, and the command's answers, NAME.answers.jsonl. Besides, rooms.radii for radii
# of 0.2 and 0.4, and rooms.wide for the latter alone; building.floors has floors and links, gallery.surface heights;
# exits.crowd and evacuation.crowd tell of crowds, whose agents were where the files .trajectories say.
make_indexes() {
  local pathfan=$1 folder=$2 root name
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
  "$pathfan" make-map --kind caves --width 160 --height 100 --seed 5 -o "$folder/caves.map"
  "$pathfan" make-map --kind rooms --width 90 --height 70 --seed 2 -o "$folder/rooms.map"
  "$pathfan" make-map --kind random --width 80 --height 80 --seed 7 -o "$folder/random.map"
  cp "$root/docs/examples/campus.geojson" "$folder"
  for name in caves.map rooms.map random.map campus.geojson; do
    "$pathfan" build-index "$folder/$name" -o "$folder/${name%.*}.pathfan" 2>/dev/null >&2
  done
  "$pathfan" build-index "$folder/rooms.map" -o "$folder/rooms.radii" --agent-radius 0.2,0.4 --quiet 2>/dev/null
  "$pathfan" build-index "$folder/rooms.map" -o "$folder/rooms.wide" --agent-radius 0.4 --quiet 2>/dev/null
  "$pathfan" build-index "$root/docs/examples/building.geojson" -o "$folder/building.floors" --quiet 2>/dev/null
  "$pathfan" build-index "$root/docs/examples/gallery.obj" -o "$folder/gallery.surface" --quiet 2>/dev/null
  "$pathfan" crowd "$root/docs/examples/exits.json" --seed 3 --json --quiet --trajectories "$folder/exits.trajectories" \
    >"$folder/exits.crowd"
  "$pathfan" crowd "$root/docs/examples/evacuation.json" --json --quiet --trajectories "$folder/evacuation.trajectories" \
    >"$folder/evacuation.crowd"
  for name in caves rooms random campus; do
    python3 - "$("$pathfan" inspect "$folder/$name.pathfan" --json)" >"$folder/$name.requests.jsonl" <<'PYTHON'
import json, random, sys
info = json.loads(sys.argv[1])["map"]
draw = random.Random(1)
def place():
    return [round(info["origin"][i] + draw.uniform(-.01, 1.01) * (info["width"], info["height"])[i], 3)
            for i in (0, 1)]
for i in range(200):
    request = {"id": i, "from": place(), "to": place()}
    request.update(draw.choice([{}, {"paths": 5, "stretch": 1.2}, {"effort": "thorough"}, {"snap": 9},
                                {"separation": 2, "fill": True}, {"separation": 0, "dissimilarity": .4}]))
    print(json.dumps(request))
PYTHON
    "$pathfan" query "$folder/$name.pathfan" --batch --json <"$folder/$name.requests.jsonl" >"$folder/$name.answers.jsonl"
  done
}
