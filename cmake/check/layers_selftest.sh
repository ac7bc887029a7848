#!/bin/sh
# layers_selftest.sh dir: shows that layers.sh and calls.awk accept good input and
# refuse each kind of bad one. Writes into dir.
here=$(cd "$(dirname "$0")" && pwd)
work=$1
failed=$work.failed # a file: the ends of pipes are subshells
rm -f "$failed"

# judge name want: the command before has ended with status $?.
judge() {
  if [ $? -eq 0 ]; then got=pass; else got=fail; fi
  [ $got = "$2" ] && return
  echo "$1: $got, expected $2"
  cat "$work/input" "$work/log"
  echo "$1" >>"$failed"
}
begin() {
  rm -rf "$work" && mkdir -p "$work/src" || exit 1
  printf 'base\nlow about it\nhigh\n' >"$work/table"
  cat >"$work/input"
}
# one name want: the file $work/src/name is stdin; want is pass or fail.
one() {
  begin
  mkdir -p "$work/src/$(dirname "$1")"
  cp "$work/input" "$work/src/$1"
  sh "$here/layers.sh" "$work/src" "$work/table" >"$work/log"
  judge "$1" "$2"
}
# calls want: stdin are symbols: folder file type name.
calls() {
  begin
  awk -f "$here/calls.awk" "$work/table" "$work/input" >"$work/log"
  judge "calls" "$1"
}
include() { printf '#include "%s"\n' "$1"; }
lines() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "  ;" }'; }

{ include low/mid.h; include base/low.h; } | one low/mid.c pass
printf '#include <galpha/galpha.h>\n#include <stdio.h>\n' | one base/low.h pass
include high/high.h | one low/mid.c fail
include other/other.h | one high/high.c fail
include high.h | one high/high.c fail
printf '#include <ida/ida_impl.h>\n' | one high/high.c fail
include base/low.h | one new/new.c fail
include base/low.h | one ida/life.c fail
include ida/mem.h | one ida/life.c pass
echo '#if SUNDIALS_VERSION_MAJOR > 6' | one high/high.c fail
echo '#if SUNDIALS_VERSION_MAJOR > 6' | one base/sundials_compat.h pass
{ printf 'void f(void)\n{\n'; lines 58; echo '}'; } | one low/mid.c pass
{ printf 'void f(void)\n{\n'; lines 59; echo '}'; } | one low/mid.c fail
body() { printf 'void %s(void)\n{\n' "$1"; lines "$2"; echo '}'; }
{ body f 1; body g 10; body h 50; } | one low/mid.c pass
{ body f 1; body g 11; body h 50; } | one low/mid.c fail
lines 400 | one low/mid.c pass
lines 401 | one low/mid.c fail
printf 'high h.o U f\nlow l.o T f\nlow l.o U puts\n' | calls pass
printf 'high h.o T f\nlow l.o U f\n' | calls fail
[ ! -e "$failed" ]
