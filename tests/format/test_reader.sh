# Runs test_reader.py with a Python that has the modules that pathfan_file.py needs; without one,
# skips the test with a message.
for python in python3 /usr/bin/python3; do
  "$python" -c 'import xxhash, zstandard' 2>/dev/null || continue
  PYTHONDONTWRITEBYTECODE=1 exec "$python" "$(dirname "$0")/test_reader.py" "$@"
done
echo "missing: python3 with xxhash and zstandard (Debian: python3-xxhash, python3-zstandard)"
[ "${CI:-}" != true ] || exit 1
exit 77
