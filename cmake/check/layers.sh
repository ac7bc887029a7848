#!/bin/sh
# layers.sh src [table]: checks the C files in the folders of src against the table of
# folders: includes, file and function lengths, where SUNDIALS' version may be asked
# for.
here=$(cd "$(dirname "$0")" && pwd)
table=${2:-$here/layers.txt}
table=$(cd "$(dirname "$table")" && pwd)/$(basename "$table")
cd "$1" || exit 1
files=$(find . -mindepth 2 -name '*.[ch]' | sed 's#^\./##' | sort)
[ -n "$files" ] || { echo "no C files in the folders of $1"; exit 1; }
# Paths with blanks in them are not split: one path is one line.
IFS='
'
# shellcheck disable=SC2086
exec awk -f "$here/layers.awk" "$table" $files
