#!/usr/bin/env bash
# completion.sh PATHFAN SHARE - checks the completions of bash, zsh and fish that manuals.py has
# made in SHARE: bash by way of bash-completion if installed, zsh with a pseudo-terminal, without
# which it doesn't complete. Shells that aren't installed are left out and reported; skipped, 77,
# without SHARE, which only exists if Python is installed.
set -euo pipefail
[ -d "$2" ] || { echo "skipped: there is no $2"; exit 77; }
pathfan=$1 share=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/here" "$scratch/here/maps" "$scratch/bin"
touch "$scratch/here/my caves.map" "$scratch/here/rooms.map"
ln -s "$(realpath "$pathfan")" "$scratch/bin/pathfan"
export HOME=$scratch PATH=$scratch/bin:$PATH LC_ALL=C.UTF-8 TERM=xterm
export XDG_DATA_DIRS=$share:/usr/share # where bash-completion looks for bash-completion/completions
cd "$scratch/here"

# Each prints the completions, one a line: SHELL WORD... (the last word is incomplete or empty).
in_bash() {
  bash --norc -c '
    if [ -e /usr/share/bash-completion/bash_completion ]; then
      source /usr/share/bash-completion/bash_completion
      _completion_loader pathfan || [ $? = 124 ]
    else
      source "$0/bash-completion/completions/pathfan"
    fi
    complete -p pathfan >/dev/null || exit
    COMP_WORDS=(pathfan "$@") COMP_CWORD=$#
    _pathfan && [ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]}"' "$share" "$@"
}
in_fish() {
  local line=pathfan
  for word; do line+=" $word"; done
  fish --no-config -c "source $share/fish/vendor_completions.d/pathfan.fish; complete -C '$line'" | cut -f1
}
in_zsh() {
  zsh -f "$scratch/zsh_asks" "$share/zsh/site-functions" "pathfan $*" | tr -d '\r' | sed -n 's/^offered: //p'
}
# In the pseudo-terminal, compadd prints the matches among its candidates, and a tab ends the shell.
cat >"$scratch/zsh_asks" <<'ZSH'
zmodload zsh/zpty
zpty asked zsh -f -i
send() { zpty -w asked "$1"; }
send 'PROMPT=; LISTMAX=10000; stty -echo'
send 'fpath=('$1' $fpath); autoload -Uz compinit; compinit -u -D; autoload +X _pathfan'
send 'compadd() { [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }; local -a fits; builtin compadd -A fits "$@"; print -rl -- "" offered:\ $^fits; builtin compadd "$@" }'
send 'tell() { zle list-choices; print; print -r ov"er"; exit }; zle -N tell; bindkey "^I" tell'
send 'print -r beg"in"'
while zpty -r asked line; do [[ $line == *begin* ]] && break; done
zpty -w -n asked "$2"$'\t'
while zpty -r asked line && [[ $line != *over* ]]; do print -r -- "${line%$'\n'}"; done
zpty -d asked
ZSH

failed=0 asked=0
# offers SHELL WANTED WORD...: checks for exactly these words, in any order; with - at the end, for
# these among others.
offers() {
  local shell=$1 wanted=$2 found
  shift 2
  found=$(in_"$shell" "$@" | sed 's,/$,,' | sort -u | paste -sd' ')
  asked=$((asked + 1))
  case $wanted in
  *" -") for word in ${wanted% -}; do [[ " $found " == *" $word "* ]] || found="$found (no $word)"; done
    [[ $found != *"(no "* ]] && return ;;
  *) [ "$found" = "$(tr ' ' '\n' <<<"$wanted" | sort -u | paste -sd' ')" ] && return ;;
  esac
  echo "$shell: 'pathfan $*' offers '$found', not '$wanted'" >&2
  failed=$((failed + 1))
}

ask() {
  offers "$1" "query" que
  offers "$1" "build-index" bui
  offers "$1" "build-index query field inspect verify bench mesh make-map crowd evaluate view help -" ""
  offers "$1" "make-map mesh" help m
  offers "$1" "--stretch" query --stre
  offers "$1" "--separation --separation-share" query --sep
  offers "$1" "--output" build-index --ou
  offers "$1" "cdt merged rectangles" build-index --mesh ""
  offers "$1" "polyanya plateaus penalty" query --algorithm p
  offers "$1" "equal length" query --weights ""
  offers "$1" "some all" query --points ""
  offers "$1" "cdt merged rectangles all" mesh --kind ""
  offers "$1" "" query --stretch ""
  offers "$1" "" query --offset ""
  offers "$1" "" build-index --layer ""
  offers "$1" "" plaza --snap ""
  offers "$1" "local none" plaza --project ""
  offers "$1" "astar dijkstra" crowd --search ""
  offers "$1" "rooms.map" query ro
  offers "$1" "rooms.map" query --svg ro
  offers "$1" "maps" view --data m
}

shells=bash
for shell in zsh fish; do
  if command -v $shell >/dev/null; then shells="$shells $shell"; else echo "left out: $shell isn't there"; [ "${CI:-}" != true ]; fi
done
for shell in $shells; do ask "$shell"; done
# A name with a blank is one word, in bash too.
[ "$(in_bash query my)" = "my caves.map" ] || { echo "bash: my caves.map is offered as '$(in_bash query my)'" >&2; failed=$((failed + 1)); }
echo "asked $asked times: $shells; $failed wrong"
[ $failed = 0 ] || exit 1
