#!/bin/sh
# calls.sh objects [table]: checks the object files below objects/<folder> against the
# table of folders: no call of a folder further down the table.
here=$(dirname "$0")
table=${2:-$here/layers.txt}
symbols=$(find "$1" -mindepth 2 -name '*.o' -exec nm -A {} +)
[ -n "$symbols" ] || { echo "no objects in the folders of $1"; exit 1; }
printf '%s\n' "$symbols" | awk 'match($0, /^.*\.o:/) {
  n = split(substr($0, 1, RLENGTH - 1), path, "/")
  print path[n - 1], path[n - 1] "/" path[n], $(NF - 1), $NF
}' | awk -f "$here/calls.awk" "$table" -
