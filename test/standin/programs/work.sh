#!/bin/sh
# work.sh folder: on the programs of table.sh the stand-in takes at most 1.1 times the
# steps of IDA, and for the residuals the bounds below, those for differences included:
# of a band or a dense Jacobian they are most of the work. Control: order 2 takes too many
# steps.
folder=${1:?usage: work.sh folder}
directory=$(dirname "$0")

# Rows of more work than is allowed; fails if there are any or the table is short.
excess() {
  sh "$directory/table.sh" "$folder" | awk -F ' *[|] *' '
    function most(program) {
      if (program ~ /robertson|slider_crank|food_web`|klu/) return 1
      return program ~ /heat2d/ ? 1.2 : 1.4
    }
    NR > 2 {
      rows++
      if (!($4 <= 1.1 * $3) || !($6 <= most($2) * $5)) { print; failed = 1 }
    }
    END { exit failed || rows < 13 }'
}
excess || exit 1
if GALPHA_MAXORD=2 excess >/dev/null; then
  echo "order 2 passes, too: the bounds say nothing"
  exit 1
fi
