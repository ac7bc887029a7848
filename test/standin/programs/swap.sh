#!/bin/sh
# swap.sh folder library program reference bounds [argument ...]: runs a program on
# IDA, relinked, with the static stand-in, preloaded and ported (folder/ida/program
# and so on) and compares what it prints, by compare.awk, with a reference: the
# program with the arguments reference, on IDA. library: what is preloaded, or
# none.
folder=$1 library=$2 program=$3 reference=$4 bounds=$5
shift 5
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
unset GALPHA_RHO_INF GALPHA_MAXORD GALPHA_MAX_STEPS GALPHA_NONLIN_COEF
unset GALPHA_MAX_JACOBIAN_AGE
GALPHA_VERBOSE=1
export GALPHA_VERBOSE
wrong() { echo "  $*"; failed=1; }

# run WAY COMMAND ...: output and messages as files WAY and WAY.err.
run() {
  way=$1
  shift
  "$@" >"$work/$way" 2>"$work/$way.err" || {
    wrong "exit code $?"
    tail -n 5 "$work/$way" "$work/$way.err"
  }
}
# As in the reference, within bounds; a port prints GALPHA's names.
compare() {
  awk -f "$here/compare.awk" -v bounds="$bounds" "$work/reference" "$work/ida" \
    "$work/$1" || failed=1
}
# Is it really GALPHA that ran?
galpha_ran() { grep -q GALPHA "$work/$1.err"; }
# same WAY: the output of the relinked program, to the last digit.
same() {
  for way in relinked "$1"; do grep -v '^#' "$work/$way" >"$work/$way.txt"; done
  cmp "$work/relinked.txt" "$work/$1.txt" || wrong "$1 is not as relinked"
}

# shellcheck disable=SC2086
run reference "$folder/ida/$program" $reference
echo "on IDA"
run ida "$folder/ida/$program" "$@"
compare ida
galpha_ran ida && wrong "GALPHA ran"
for way in relinked static preloaded; do
  [ "$way$library" = preloadednone ] && continue
  echo "$way"
  if [ "$way" = preloaded ]; then
    run "$way" env LD_PRELOAD="$library" "$folder/ida/$program" "$@"
  else
    run "$way" "$folder/$way/$program" "$@"
  fi
  galpha_ran "$way" || wrong "it was not GALPHA that ran"
  if [ "$way" = relinked ]; then compare "$way"; else same "$way"; fi
done
echo "ported"
run ported "$folder/ported/$program" "$@"
compare ported
exit $failed
