#!/bin/sh
# sensitivity.sh root build [NAME ...]: what half and twice each tuned constant (of these names) do
# to the runs of benchmark_sensitivity, a row each on standard output: name, half or twice, runs,
# how many of them changed and failed, ratios of steps, iterations, matrices and errors (geometric
# means), the largest ratio of steps and its run. Of a number between 0.5 and 3 that is not an
# integer the distance from 1 is halved and doubled. The library is built in `build` with the
# constants read from the environment; those that the compiler needs are built one by one.
set -eu
root=$(cd "$1" && pwd)
here=$root/test/benchmark/sensitivity
mkdir -p "$2"
build=$(cd "$2" && pwd)
shift 2
built='MATRIX_AGE PATTERN_OTHERS H_DEADBAND H_DEADBAND_JUMPS GOAL_FIRST_ORDER RELAX_SIZE
  RELAX_SIZE_JUMPS RATE_FLOOR RATE_FLOOR_FIRST_ORDER MATRIX_SLOW MATRIX_SLOW_EXPENSIVE
  MATRIX_SLOW_LOOSE MATRIX_WEIGHT_LOOSE MATRIX_EXPENSIVE MATRIX_COSTLY MATRIX_RATIO_LEAST
  MATRIX_RATIO_MOST MATRIX_RATIO_COSTLY_LEAST MATRIX_RATIO_COSTLY_MOST
  BDF_SHARE_3 BDF_SHARE_4 BDF_SHARE_5'
built=$(echo $built)
tree=$build/tree table=src/base/tuning.h
rows() { cat "$root/$table" "$root/src/base/tuning_start.h"; }
program=$build/made/bin/benchmark_sensitivity

# make_library NAME FACTOR: a constant of `built` times the factor.
make_library() {
  rows | awk -v name="$1" -v factor="$2" '$1 == "#define" && $2 == name {
      x = $3 ~ /[.e]/ ? factor * $3 : int(factor * $3)
      sub(name " +[^ ]+", name " " x) } { print }' |
    awk -v built="$built" -v values="$tree/src/base/tuned.c" \
      -f "$here/variant.awk" >"$build/table"
  cmp -s "$build/table" "$tree/$table" || cp "$build/table" "$tree/$table"
  cmake --build "$build/made" --target benchmark_sensitivity >"$build/log" 2>&1 ||
    { tail -20 "$build/log" >&2; exit 1; }
}
# Those that have not ended after 20 seconds in all count as failed.
runs() { (ulimit -t 20; "$program") >runs || echo "$name $factor: stopped" >&2; }
row() { awk -v name="$1" -v factor="$2" -f "$here/compare.awk" base runs; }

if [ ! -d "$tree" ]; then
  mkdir -p "$tree"
  (cd "$root" && git ls-files -z | xargs -0 tar cf -) | tar xf - -C "$tree"
  : >"$tree/src/base/tuning_start.h" # its rows go into the table
  cmake -S "$tree" -B "$build/made" -DCMAKE_BUILD_TYPE=Release -DGALPHA_BUILD_EXAMPLES=OFF \
    -DGALPHA_BUILD_BENCHMARKS=ON >"$build/log"
fi
cd "$build"
make_library none 1
"$program" reference
"$program" >base
[ $# -gt 0 ] || set -- $(rows | awk '/^#define [A-Z_0-9]+ .*\/\*/ { print $2 }')
# factor_of NAME HOW: the factor on the value.
factor_of() {
  rows | awk -v name="$1" -v how="$2" '$1 == "#define" && $2 == name {
      x = $3 + 0
      if ($3 !~ /[.e]/ || x <= 0.5 || x > 3 || x == 1) { print how; exit }
      y = 1 + how * (x - 1)
      print (y > 0 ? y / x : how) }'
}
for name; do
  for how in 0.5 2; do
    factor=$(factor_of "$name" "$how")
    case " $built " in
      *" $name "*)
        make_library "$name" "$factor"
        runs
        ;;
      *) GALPHA_TUNE=$name=$factor runs ;;
    esac
    row "$name" "$([ "$how" = 2 ] && echo twice || echo half)"
  done
  case " $built " in *" $name "*) make_library none 1 ;; esac
done
