#!/bin/sh
# rooms_selftest.sh dir: shows that rooms.sh accepts a good file and refuses each
# kind of bad one. Writes into dir.
here=$(cd "$(dirname "$0")" && pwd)
work=$1
failures=0

# one name want: the file $work/src/name is stdin; want is pass or fail.
one() {
  rm -rf "$work" && mkdir -p "$work/src" || exit 1
  printf 'low 0\nmid 1\nmate 1\nhigh 2\n' | sed 's/^/galpha_/' >"$work/table"
  printf 'galpha_compat 0\n' >>"$work/table"
  cat >"$work/src/$1"
  if sh "$here/rooms.sh" "$work/src" "$work/table" >"$work/log"; then
    got=pass
  else
    got=fail
  fi
  [ $got = "$2" ] && return
  echo "$1: $got, expected $2"
  cat "$work/src/$1" "$work/log"
  failures=$((failures + 1))
}
include() { printf '#include "%s"\n' "$1"; }
lines() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "  ;" }'; }

{ include galpha_mid.h; include galpha_low.h; } | one galpha_mid.c pass
printf '#include <galpha/galpha.h>\n#include <stdio.h>\n' | one galpha_low.h pass
include galpha_high.h | one galpha_mid.c fail
include galpha_mate.h | one galpha_mid.h fail
include galpha_other.h | one galpha_high.c fail
include ida/ida_impl.h | one galpha_high.c fail
include galpha_low.h | one galpha_new.c fail
echo '#if SUNDIALS_VERSION_MAJOR > 6' | one galpha_high.c fail
echo '#if SUNDIALS_VERSION_MAJOR > 6' | one galpha_compat.h pass
{ printf 'void f(void)\n{\n'; lines 58; echo '}'; } | one galpha_mid.c pass
{ printf 'void f(void)\n{\n'; lines 59; echo '}'; } | one galpha_mid.c fail
lines 400 | one galpha_mid.c pass
lines 401 | one galpha_mid.c fail
exit $failures
