#!/bin/sh
# calls.sh objects [table]: checks the object files below objects/<folder> against the
# table of folders: no call of a folder further down the table.
here=$(dirname "$0")
table=${2:-$here/layers.txt}
objects=$(find "$1" -mindepth 2 -name '*.o' | sort)
[ -n "$objects" ] || { echo "no objects in the folders of $1"; exit 1; }
for object in $objects; do
  folder=$(basename "$(dirname "$object")")
  nm "$object" | awk -v folder="$folder" -v file="$folder/$(basename "$object")" \
    'NF >= 2 { print folder, file, $(NF - 1), $NF }'
done | awk -f "$here/calls.awk" "$table" -
