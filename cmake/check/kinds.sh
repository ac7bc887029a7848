#!/bin/sh
# kinds.sh src [table]: finds conditions on the kind of problem or on a method's name in
# the folders of src, outside the files that belong to one kind (rows "owner" of the
# table) and beside those that the table gives a reason for.
here=$(cd "$(dirname "$0")" && pwd)
table=${2:-$here/kinds.txt}
table=$(cd "$(dirname "$table")" && pwd)/$(basename "$table")
cd "$1" || exit 1
files=$(find . -mindepth 2 -name '*.[ch]' ! -path './ida/*' | sed 's#^\./##' | sort)
[ -n "$files" ] || { echo "no C files in the folders of $1"; exit 1; }
IFS='
'
# shellcheck disable=SC2086
exec awk -f "$here/kinds.awk" "$table" $files
