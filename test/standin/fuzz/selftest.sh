#!/bin/sh
# selftest.sh folder: does compare.awk see what differs?
folder=$1
here=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

"$folder/ida" 1 20 >"$work/ida" 2>/dev/null
# compare NAME STATUS: a run changed by the sed script that comes from standard input.
compare() {
  sed -f - "$work/ida" >"$work/changed"
  awk -f "$here/compare.awk" part=1 "$here/differences.txt" \
    part=2 "$work/ida" part=3 "$work/changed" >"$work/report"
  [ $? -eq "$2" ] && return
  echo "$1:"
  cat "$work/report"
  failed=1
}
compare "the same" 0 <<'END'
END
compare "another code" 1 <<'END'
s/\(IDAGetNumSteps.*\) 0 0$/\1 - -22/
s/\(IDASolve first.*\) 0 0$/\1 + 2/
END
compare "another solution" 1 <<'END'
s/^\(= .*\) [^ ]*$/\1 7/
END
compare "another call" 1 <<'END'
s/IDASolve first/IDASolve second/
END
compare "a crash" 1 <<'END'
$d
END
compare "a listed difference" 0 <<'END'
s/\(IDAGetDky beyond k 0.*\) 0 0$/\1 - -26/
END
exit $failed
