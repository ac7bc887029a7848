#!/bin/sh
# names.sh galpha_mod.f90 header ...: the module has every public function and constant
# of the headers, once.
module=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
{
  cat "$@" | tr '\n' ' ' | sed 's/GALPHA_EXPORT/\n&/g' |
    sed -n 's/^GALPHA_EXPORT [a-zA-Z *]*[ *]\(GALPHA[A-Za-z0-9_]*\)(.*/\1/p' |
    grep -v SetAdaptController
  sed -n 's/^#define \(GALPHA[A-Z]*_[A-Z0-9_]*\) *-\{0,1\}[0-9].*/\1/p' "$@" |
    grep -v HAVE_
} | sort >"$work/wanted"
{
  sed -n "s/.*bind(c, name='\(GALPHA[A-Za-z0-9_]*\)').*/\1/p" "$module"
  sed -n 's/.*parameter :: \(GALPHA[A-Z]*_[A-Z0-9_]*\) .*/\1/p' "$module"
} | sort >"$work/there"
[ "$(wc -l <"$work/wanted")" -gt 200 ] || { echo "too few names"; exit 1; }
diff "$work/wanted" "$work/there"
