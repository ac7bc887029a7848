#!/bin/sh
# constants_selftest.sh dir: shows that constants.awk accepts a table and its uses, and
# refuses each kind of bad one. Writes into dir.
here=$(cd "$(dirname "$0")" && pwd)
work=$1
failed=$work.failed # a file: the ends of pipes are subshells
rm -f "$failed"

# one want: the table is $table, the exceptions $exceptions, the source file is stdin.
one() {
  rm -rf "$work" && mkdir -p "$work/src" || exit 1
  cat >"$work/src/a.c"
  printf '%s\n' "$table" >"$work/tuning.h"
  printf '# none\n%s\n' "$exceptions" >"$work/exceptions"
  if (cd "$work" && awk -v mode=check -f "$here/constants.awk" tuning.h exceptions src/a.c) \
    >"$work/log"; then got=pass
  else got=fail; fi
  [ $got = "$1" ] && return
  echo "$got, expected $1"
  cat "$work/tuning.h" "$work/src/a.c" "$work/log"
  echo "$1" >>"$failed"
}

good='#define STEP_MOST 2.0 /* longest | chains: 3 % */'
table=$good exceptions=
echo 'f(STEP_MOST);' | one pass
echo 'f(2);' | one fail
printf 'f(STEP_MOST);\n#define LEAST 1e-3 /* of it */\n' | one fail
printf 'f(STEP_MOST);\n#define LEAST \\\n  1e-3 /* of it */\n' | one fail
printf 'f(STEP_MOST);\n#define LEAST (4.0 * DBL_EPSILON)\n' | one fail
printf 'f(STEP_MOST);\n#define TEXT "1"\n#define NEXT(x) ((x) + 1)\n#define NAME other\n' | one pass
exceptions='src/a.c | LEAST | a code'
printf 'f(STEP_MOST);\n#define LEAST 1\n' | one pass
echo 'f(STEP_MOST);' | one fail
exceptions='src/a.c | LEAST |'
printf 'f(STEP_MOST);\n#define LEAST 1\n' | one fail
exceptions=
for table in '#define STEP_MOST 2.0' '#define STEP_MOST 2.0 /* longest */' \
  '#define STEP_MOST 2.0 /* longest | */' '#define STEP_MOST two /* longest | 3 % */' \
  '#define STEP_MOST 2.0 /* longest | as STEP_LEAST */' "$good
$good"; do
  echo 'f(STEP_MOST);' | one fail
done
[ ! -e "$failed" ]
