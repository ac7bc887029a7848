#!/bin/sh
# sh clients.sh LIBRARY FOLDER: programs that others wrote for IDA, as they are and
# with LIBRARY (libgalpha_ida.so) preloaded: Octave's own tests of ode15s and ode15i,
# and dealii.cc by deal.II. Logs go to FOLDER. Prints what differs. 1: a test that
# passes with IDA fails here, but for those of known.txt.
set -u
here=$(cd "$(dirname "$0")" && pwd)
library=$1
mkdir -p "$2" && cd "$2" || exit 1
bad=0

# octave_tests FUNCTION WAY: "passed of all"; log in FUNCTION.WAY.log.
octave_tests() {
  log=$1.$2.log
  rm -f "$log"
  [ "$2" = ida ] || export LD_PRELOAD="$library"
  octave --no-gui --no-init-file --eval \
    "[n, all] = test('$1', 'quiet', '$log'); printf('%d of %d', n, all);" \
    2>"$1.$2.err"
  unset LD_PRELOAD
}

# failures FUNCTION WAY
failures() {
  awk -v known="$here/known.txt" -f "$here/failed.awk" "$1.$2.log"
}

run_octave() {
  for function in ode15s ode15i; do
    plain=$(octave_tests $function ida)
    ours=$(octave_tests $function galpha)
    printf '%s: with IDA %s tests pass, with GALPHA %s\n' $function \
      "${plain:-none}" "${ours:-none}"
    [ -n "$plain" ] && [ -n "$ours" ] || { bad=1; continue; }
    failures $function ida >$function.ida.failed
    failures $function galpha >$function.galpha.failed
    # what fails with IDA, too, is not ours
    grep -vxFf $function.ida.failed $function.galpha.failed |
      sed 's/^steps/  where steps end:/; s/^fine/  below the tolerance:/; s/^FAIL/  FAIL:/'
    ! grep -vxFf $function.ida.failed $function.galpha.failed |
      grep -q '^FAIL' || bad=1
  done
}

run_dealii() {
  cmake -S "$here" -B dealii -D CMAKE_BUILD_TYPE=Release >dealii.log 2>&1 &&
    cmake --build dealii >>dealii.log 2>&1 || {
    tail -20 dealii.log
    echo "deal.II: the program could not be built"
    bad=1
    return
  }
  for way in ida galpha; do
    [ $way = ida ] || export LD_PRELOAD="$library"
    dealii/client_dealii >dealii.$way.txt 2>dealii.$way.err
    code=$?
    unset LD_PRELOAD
    printf 'deal.II with %s:\n' $way
    sed 's/^/  /' dealii.$way.txt
    if [ $code -ne 0 ]; then
      tail -5 dealii.$way.err
      [ $way = ida ] || bad=1
    fi
  done
}

if command -v octave >/dev/null; then run_octave; else echo "no octave"; bad=1; fi
run_dealii
exit $bad
