#!/bin/sh
# table.sh folder [library]: steps, residuals (those for differences included),
# Jacobians and time of IDA and of the stand-in on each program of the swap tests, as
# a table for the guide. folder: standin/programs of the build folder. With library, the stand-in
# is preloaded, else relinked. Times are the least of seven runs, in milliseconds; a
# loaded machine distorts them.
folder=${1:?usage: table.sh folder [library]} library=${2:-}

# stats COMMAND ...: the stats of the run that took least, over all its lines.
stats() {
  for _ in 1 2 3 4 5 6 7; do
    "$@" 2>/dev/null | awk '/^failed/ { print >"/dev/stderr" }
      $2 == "stats" { for (i = 3; i < 6; i++) s[i] += $i; t = $7 }
      END { print t, s[3], s[4], s[5] }'
  done | sort -g | head -n 1
}
row() {
  program=$1
  shift
  on_ida=$(stats "$folder/ida/$program" "$@")
  if [ -n "$library" ]; then
    swapped=$(stats env LD_PRELOAD="$library" "$folder/ida/$program" "$@")
  else
    swapped=$(stats "$folder/relinked/$program" "$@")
  fi
  echo "$program $* / $on_ida / $swapped" | awk -F ' / ' '{
    split($2, a, " ")
    split($3, b, " ")
    printf "| `%s` |", $1
    for (i = 2; i < 5; i++) printf " %d | %d |", a[i], b[i]
    printf " %.2f | %.2f |\n", a[1] * 1e3, b[1] * 1e3
  }' | sed 's/ ` |/` |/'
}

echo "| program | steps: IDA | stand-in | residuals: IDA | stand-in |" \
  "Jacobians: IDA | stand-in | ms: IDA | stand-in |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
row robertson
row robertson klu
row slider_crank
row heat2d
row heat2d klu
row heat2d krylov
row food_web
row food_web krylov
row own_solver
row own_solver embedded
row own_solver nonlinear
row kpr
row stop_root
[ ! -x "$folder/ida/idas_plain" ] || row idas_plain
