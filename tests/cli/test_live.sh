# docs/live is the output of docs/make_live, except the pictures, and is small.
. "$(dirname "$0")/lib.sh"

check "made" sh -c '"$1/docs/make_live" "$2" made 2>.err' - "$root" "$pathfan"
files() { (cd "$1" && find . -type f | LC_ALL=C sort); }
files "$root/docs/live" >kept
files made >new
check "the same files" same_file kept new
while read -r file; do
  case $file in
  *.png) check "a picture: $file" test -s "made/$file" ;;
  *) check "docs/live is what docs/make_live makes: $file" same_file "made/$file" "$root/docs/live/$file" ;;
  esac
done <new
check "under 1.9 MB without the builder, which comes with the first map dropped" \
  test "$(cd "$root/docs/live" && find . -type f ! -name pathfan-build.wasm -printf '%s\n' | awk '{sum += $1} END {print sum}')" -lt 1900000
finish
