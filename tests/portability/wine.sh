# Sourced: runs Windows programs in a private wine, whose files are in a folder.
#   wine=$(find_wine)      empty if wine isn't installed
#   use_wine FOLDER        "$wine" PROGRAM.exe ... from now on
#   remove_with_wine FOLDER
find_wine() { command -v wine64 wine /usr/lib/wine/wine64 2>/dev/null | head -1 || true; }

use_wine() {
  export WINEPREFIX=$1/wine WINEDEBUG=-all LC_ALL=C.UTF-8
  wine=$(find_wine)
}

# Wine's server goes on for some seconds and would write into the folder while it is removed.
remove_with_wine() {
  local server
  for server in wineserver /usr/lib/wine/wineserver64; do
    command -v "$server" >/dev/null || continue
    "$server" -k >/dev/null 2>&1 || true
    "$server" -w >/dev/null 2>&1 || true
    break
  done
  rm -rf "$1"
}
