#!/bin/sh
# constants.sh page root      prints doc/theory/constants.md, made of src/base/tuning.h and
#                             src/base/tuning_start.h
# constants.sh check root     the page is as printed; no number is defined outside the
#                             table, but for those of constants.txt; each row of the table
#                             has a role and a measurement, and is used
here=$(cd "$(dirname "$0")" && pwd)
mode=${1:-}
cd "${2:-.}" || exit 1
table() { cat src/base/tuning.h src/base/tuning_start.h; }
page() { table | awk -v mode=page -f "$here/constants.awk" -; }
case $mode in
  page) page; exit ;;
  check) ;;
  *)
    sed -n '2,/^here/s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
failed=0
page | diff doc/theory/constants.md - ||
  { echo "doc/theory/constants.md: see constants.sh page"; failed=1; }
files=$(find src -name '*.[ch]' ! -path 'src/ida/*' ! -path 'src/base/tuning*.h' | sort)
IFS='
'
# shellcheck disable=SC2086
table | awk -v mode=check -f "$here/constants.awk" - "$here/constants.txt" $files ||
  failed=1
exit $failed
