#!/bin/sh
# writes.sh src [table]: finds assignments to members of structs that another folder of
# src defines. What the table lists has a reason.
here=$(cd "$(dirname "$0")" && pwd)
table=${2:-$here/writes.txt}
table=$(cd "$(dirname "$table")" && pwd)/$(basename "$table")
cd "$1" || exit 1
files=$(find . -mindepth 2 -name '*.[ch]' ! -path './ida/*' | sed 's#^\./##' | sort)
[ -n "$files" ] || { echo "no C files in the folders of $1"; exit 1; }
IFS='
'
# shellcheck disable=SC2086
exec awk -f "$here/writes.awk" pass=0 "$table" pass=1 $files pass=2 $files
