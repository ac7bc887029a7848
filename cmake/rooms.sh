#!/bin/sh
# rooms.sh dir [table]: checks the C files of dir against the table of rooms:
# includes, file and function lengths, where SUNDIALS' version may be asked for.
table=${2:-$(dirname "$0")/rooms.txt}
files=$(find "$1" -maxdepth 1 -name '*.[ch]' | sort)
[ -n "$files" ] || { echo "no C files in $1"; exit 1; }
# Paths with blanks in them are not split: one path is one line.
IFS='
'
# shellcheck disable=SC2086
exec awk -f "$(dirname "$0")/rooms.awk" "$table" $files
