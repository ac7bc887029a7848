#!/bin/sh
# fuzz.sh folder seed count: runs the sequences of count seeds on IDA and on the
# stand-in (folder/ida and folder/standin) and compares them: see compare.awk.
# fuzz.sh folder seed count hand: the same for many seeds: each sequence that
# differs is made shorter (calls are left out as long as it differs) and printed, and
# entries of differences.txt that were not met are named.
folder=$1 seed=$2 count=$3 hand=$4
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset GALPHA_RHO_INF GALPHA_MAXORD GALPHA_MAX_STEPS GALPHA_NONLIN_COEF
unset GALPHA_MAX_JACOBIAN_AGE GALPHA_VERBOSE

# both SEED COUNT [skip CALL ...]: what they print; compare: are they the same?
both() {
  for way in ida standin; do
    "$folder/$way" "$@" >"$work/$way" 2>"$work/$way.err" ||
      echo "stopped after $(tail -n 1 "$work/$way")" >>"$work/$way"
  done
}
compare() {
  awk -f "$here/compare.awk" "$@" part=1 "$here/differences.txt" \
    part=2 "$work/ida" part=3 "$work/standin"
}
# shorten SEED: leaves out one call after another.
shorten() {
  skip=
  for call in $(awk '$1 ~ /[.]0$/ { sub(/[.]0$/, "", $1); print $1 }' \
    "$work/ida" | sort -rn); do
    # shellcheck disable=SC2086
    both "$1" 1 skip $skip "$call"
    compare >/dev/null || skip="$skip $call"
  done
  # shellcheck disable=SC2086
  both "$1" 1 skip $skip
  echo "sequence $1 1 skip$skip"
  compare
  diff "$work/ida" "$work/standin" | head -n 8
  cat "$work/ida"
}

both "$seed" "$count"
if [ -z "$hand" ]; then
  compare
  exit
fi
compare -v stale=1 >"$work/report"
status=$?
cat "$work/report"
for bad in $(awk '$1 == "seed" { print $2 }' "$work/report"); do
  both "$bad" 1
  shorten "$bad"
done
exit $status
