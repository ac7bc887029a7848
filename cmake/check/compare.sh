#!/bin/sh
# compare.sh expected program [argument ...]: runs the program and compares what
# it prints with the file expected (see compare.awk).
expected=$1
shift
output=$(mktemp) || exit 1
trap 'rm -f "$output"' EXIT
"$@" >"$output" || { cat "$output"; echo "$1 failed"; exit 1; }
awk -f "$(dirname "$0")/compare.awk" "$expected" "$output" && exit 0
echo "---- output:"
cat "$output"
exit 1
