#!/bin/sh
# doc_check.sh names root            every function, constant and option of the
#                                    library is in the guide, and nothing else is
# doc_check.sh code page [header]    prints the ```c blocks of the page, after an
#                                    #include of the header
# doc_check.sh run page program      runs the program and compares what it prints
#                                    with the first ```text block of the page
set -u

# blocks kind page: the fenced blocks of a kind; lines keep their numbers.
blocks() {
  awk -v kind="$1" '
    /^```/ { on = $0 == "```" kind; print ""; next }
    { print on ? $0 : "" }' "$2"
}

# differ what wanted documented: complains about names that are in one list only.
differ() {
  sort -u "$2" >"$2.sorted"
  sort -u "$3" >"$3.sorted"
  [ -s "$2.sorted" ] || { echo "no $1 found"; failed=1; }
  lines=$(comm -3 "$2.sorted" "$3.sorted")
  [ -z "$lines" ] && return
  echo "$1: left only in the source, right only in the guide"
  echo "$lines"
  failed=1
}

names() {
  header=$1/include/galpha/galpha.h
  work=$(mktemp -d) || exit 1
  trap 'rm -rf "$work"' EXIT
  failed=0

  sed -n 's/^GALPHA_EXPORT .*[ *]\(GALPHA[A-Za-z0-9]*\)(.*/\1/p' "$header" \
    >"$work/functions"
  grep -h '^### ' "$1"/doc/reference/functions*.md | tr -c 'A-Za-z0-9' '\n' |
    grep '^GALPHA' >"$work/described"
  differ functions "$work/functions" "$work/described"

  # Constants with their values, and options with their defaults, as table rows.
  sed -n 's/^#define \(GALPHA_[A-Z0-9_]*\) *\(-\{0,1\}[0-9][0-9]*\)\( .*\)\{0,1\}$/\1 \2/p' \
    "$header" | grep -v HAVE_ >"$work/constants"
  sed -n 's/^| `\(GALPHA_[A-Z0-9_]*\)` | \(-\{0,1\}[0-9]*\) |.*/\1 \2/p' \
    "$1/doc/reference/constants.md" >"$work/listed"
  differ "constants and values" "$work/constants" "$work/listed"

  sed -n 's/^ *\[GALPHA_OPT_[A-Z_]*\] *= {"\([a-z_]*\)", \([^,]*\),.*/\1 \2/p' \
    "$1/src/api/options.c" >"$work/options"
  sed -n 's/^| `\([a-z_]*\)` | \([^ |]*\) |.*/\1 \2/p' "$1/doc/reference/constants.md" \
    >"$work/options_listed"
  differ "options and defaults" "$work/options" "$work/options_listed"
  exit $failed
}

mode=${1:-}
case $mode in
  names) names "$2" ;;
  code)
    [ $# -lt 3 ] || echo "#include <$3>"
    blocks c "$2"
    ;;
  run)
    expected=$(mktemp) || exit 1
    trap 'rm -f "$expected"' EXIT
    awk '/^```/ { if (on) exit; on = $0 == "```text"; next } on' "$2" >"$expected"
    sh "$(dirname "$0")/compare.sh" "$expected" "$3"
    ;;
  *)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
