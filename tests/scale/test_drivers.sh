# The scripts of docs/scale build and merge shards: with make, with GNU parallel if installed, and
# as Kubernetes would run them. tests/scale/slurm.sh tests Slurm.
#
#   test_drivers.sh PATHFAN
. "$(dirname "$0")/../cli/lib.sh"
export PATH=$(dirname "$pathfan"):$PATH
scale=$root/docs/scale
contents() { (cd "$1" && find . -type f ! -name 'catalogue.*-of-*.json' -print0 | LC_ALL=C sort -z | xargs -0 md5sum); }
driven() { # driven WHAT FOLDER COMMAND...: it ends well, and all is as one build leaves it
  local what=$1 folder=$2
  shift 2
  last=$*
  "$@" >"$out" 2>"$err"
  code=$?
  check "$what: ends well" equal $code 0
  check "$what: the same files as one build" equal "$(contents "$folder")" "$(contents whole)"
}

mkdir "the maps"
for i in 1 2 3 4 5 6 7 8; do
  expect 0 make-map --kind caves --width $((20 + 3 * i)) --height 24 --seed $i -o "the maps/$i.map"
done
expect 0 build-index "the maps" -o whole --quiet

driven make "by make" make -s -j2 -f "$scale/shards.mk" MAPS="the maps" INDEXES="by make" SHARDS=3
driven "make again" "by make" make -s -j2 -f "$scale/shards.mk" MAPS="the maps" INDEXES="by make" SHARDS=3
echo nonsense >"the maps/bad.map"
make -s -k -f "$scale/shards.mk" MAPS="the maps" INDEXES="by make" SHARDS=3 >"$out" 2>"$err"
check "make tells a map that fails" test $? != 0
says err 'bad\.map'
if command -v parallel >/dev/null; then
  PARALLEL_HOME=$work/.parallel "$scale/parallel.sh" "the maps" "by parallel" 3 >"$out" 2>"$err"
  check "parallel: the merge's exit code" equal $? 4
  says err 'bad\.map'
  rm "the maps/bad.map"
  PARALLEL_HOME=$work/.parallel driven parallel "by parallel" "$scale/parallel.sh" "the maps" "by parallel" 3
else
  lacks "GNU parallel"
fi
rm -f "the maps/bad.map"

# The commands that an Indexed Job runs in each pod, by the same shell, with the paths replaced.
if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
  /usr/bin/python3 - "$scale/kubernetes-shards.yaml" "$scale/kubernetes-catalogue.yaml" >jobs.json <<'END'
import json, sys, yaml
print(json.dumps([yaml.safe_load(open(path)) for path in sys.argv[1:]]))
END
  job() { jq -r "$1" jobs.json; }
  check "both are Jobs" equal "$(job 'map(.apiVersion + " " + .kind) | unique | join(",")')" "batch/v1 Job"
  check "the first is indexed" equal "$(job '.[0].spec.completionMode')" Indexed
  check "as many shards as pods" equal "$(job '.[0].spec.completions')" \
    "$(job '.[0].spec.template.spec.containers[0].env[] | select(.name == "SHARDS").value')"
  check "pods end" equal "$(job 'map(.spec.template.spec.restartPolicy) | unique | join(",")')" Never
  check "each volume is mounted" equal "$(job 'map(.spec.template.spec | .volumes[].name == .containers[0].volumeMounts[].name) | all')" true
  shards=$(job '.[0].spec.completions')
  ln -s "the maps" maps
  in_place() { sed "s,/work/,$work/,g"; }
  text=$(job '.[0].spec.template.spec.containers[0].args[0]' | in_place)
  check "its command is a shell's" equal "$(job '.[0].spec.template.spec.containers[0].command | join(" ")')" "sh -c"
  for ((index = shards - 1; index >= 0; index--)); do
    last="pod $index: $text"
    JOB_COMPLETION_INDEX=$index SHARDS=$shards sh -c "$text" >"$out" 2>"$err"
    check "pod $index" equal $? 0
  done
  mapfile -t words < <(job '.[1].spec.template.spec.containers[0].command[]' | in_place)
  driven kubernetes indexes "${words[@]}"
else
  lacks "yaml for Python"
fi
finish
