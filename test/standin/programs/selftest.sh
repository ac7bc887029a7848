#!/bin/sh
# selftest.sh folder: compare.awk finds what is wrong in made-up outputs.
here=$(dirname "$0")
mkdir -p "$1" && cd "$1" || exit 1
case $here in /*) ;; *) here=$OLDPWD/$here ;; esac
failed=0
cat >reference <<END
tol y 1e-10 1e-12
y 1 1.0 1e-8
root 2 1 0
z 3 -2.0
END
cat >good <<END
tol y 1e-3 1e-6 1e-5
tol z 1e-3 1e-6
y 1 1.0099 5e-5
flag end 0
root 2.005 1 0
claim something holds
z 3 -2.01
# stats 1 2 3
END
# expect RESULT NAME [SED]: compare.awk returns RESULT for good changed by SED.
expect() {
  sed "${3:-}" good >output
  awk -f "$here/compare.awk" -v bounds="y=1 z=1" reference good output >report
  got=$?
  [ $got -eq "$1" ] || { echo "$2: $got"; cat report; failed=1; }
}
expect 0 "as it should be"
expect 0 "other statistics" 's/1 2 3/4 5 6/'
expect 1 "error too large" 's/1.0099/1.0111/'
expect 1 "error too large in the second column" 's/5e-5/5e-4/'
expect 1 "not a number" 's/1.0099/nan/'
expect 1 "other time" 's/^y 1/y 1.001/'
expect 1 "root too late" 's/2.005/2.007/'
expect 1 "other root" 's/2.005 1 0/2.005 0 1/'
expect 1 "other direction" 's/2.005 1 0/2.005 -1 0/'
expect 1 "no root" '/^root/d'
expect 1 "line missing" '/^z/d'
expect 1 "column missing" 's/ 5e-5//'
expect 1 "other flag" 's/end 0/end 1/'
expect 1 "flag missing" '/^flag/d'
expect 1 "claim fails" 's/holds/fails: 1/'
expect 1 "program failed" '$a failed IDASolve -4'
exit $failed
