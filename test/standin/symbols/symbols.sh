#!/bin/sh
# symbols.sh nm library "SUNDIALS' libraries" awk argument ...
# The library exports what the table of functions and SUNDIALS' headers say, and
# nothing else; the table covers what SUNDIALS' own libraries export. The awk
# program is names.awk without its mode.
set -u
nm=$1 library=$2 real=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# Names that start with _ are the linker's or a sanitizer's.
exported() {
  "$nm" -D --defined-only "$1" | awk '$NF !~ /^_/ { print $NF }'
}

# differ text a b: fails if the lists differ or are empty.
differ() {
  [ -s "$2" ] || { echo "empty list: $1"; failed=1; }
  lines=$(comm -3 "$2" "$3")
  [ -z "$lines" ] && return
  echo "$1:"
  echo "$lines"
  failed=1
}

for mode in headers rows exports all; do
  "$@" mode=$mode | sort >"$work/$mode"
done
exported "$library" | sort >"$work/exported"
for file in $real; do exported "$file" | grep '^IDA'; done |
  sort -u >"$work/real"
comm -12 "$work/real" "$work/all" >"$work/covered"
uniq "$work/all" >"$work/once"

differ "left only exported, right only in the table" \
  "$work/exported" "$work/exports"
differ "left only in SUNDIALS' headers, right only in the table" \
  "$work/headers" "$work/rows"
differ "exported by SUNDIALS, but not in the table" \
  "$work/real" "$work/covered"
differ "twice in the table" "$work/all" "$work/once"
echo "$(wc -l <"$work/exported") functions"
exit $failed
