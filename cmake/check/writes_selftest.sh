#!/bin/sh
# writes_selftest.sh dir: shows that writes.sh finds writes into structs of other folders
# and nothing else. Writes into dir.
here=$(cd "$(dirname "$0")" && pwd)
work=$1
failed=$work.failed # a file: the ends of pipes are subshells
rm -f "$failed"

# one name want: the body of a function in src/name is stdin; the table is $table.
one() {
  rm -rf "$work" && mkdir -p "$work/src/low" "$work/src/high" || exit 1
  printf 'struct part\n{\n  int x;\n};\n\nstruct low\n{\n  int n, m[3];\n  struct part part, *far;\n  bool on; /* a, b */\n};\n' \
    >"$work/src/low/low.h"
  printf 'struct high\n{\n  struct low *low;\n  struct low own;\n  int k;\n};\n' >"$work/src/high/high.h"
  { printf 'static int f(const struct low *other, struct low *low, struct high *high)\n{\n'
    cat
    printf '}\n'; } >"$work/src/$1"
  printf '%s\n' "$table" >"$work/table"
  if sh "$here/writes.sh" "$work/src" "$work/table" >"$work/log"; then got=pass
  else got=fail; fi
  [ $got = "$2" ] && return
  echo "$1: $got, expected $2"
  cat "$work/src/$1" "$work/log"
  echo "$1" >>"$failed"
}

table='# none'
for text in 'low->n = 1;' 'low->n  += 1;' 'low->n++;' 'low->m[2] = 0;' \
  'low->part.x = 1;' 'low->far->x = 1;' 'high->low->on = true;' \
  'high->low->n = low->n = 2;' 'struct part *p = low->far; p->x = 3;' \
  'if (a) { low->n = 1; }' 'low->n ='; do
  echo "  $text" | one high/a.c fail
  echo "  $text" | one low/a.c pass
done
for text in 'high->k = low->n;' 'high->own.n = 1;' 'struct low x = {0}; x.n = 1;' \
  'if (low->n == 1) { f(low); }' '/* low->n = 1; */' 'say("low->n = 1;");' \
  'const int n = low->n;' 'N_VScale(1.0, low->m, low->m);' 'low->n <= 1 || low->n >= 2;'; do
  echo "  $text" | one high/a.c pass
done
table='write | high/a.c | low.n | why'
echo '  low->n = 1;' | one high/a.c pass
echo '  low->on = 1;' | one high/a.c fail
echo '  low->m[0] = low->n;' | one high/a.c fail
table='write | high/a.c | low.n |'
echo '  low->n = 1;' | one high/a.c fail
table='exempt | high | why'
echo '  low->n = 1;' | one high/a.c pass
[ ! -e "$failed" ]
