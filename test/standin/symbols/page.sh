#!/bin/sh
# page.sh page awk argument ...: the page is what the awk program makes of the table.
page=$1
shift
made=$(mktemp) || exit 1
trap 'rm -f "$made"' EXIT
"$@" >"$made" && diff "$page" "$made" && exit 0
echo "out of date: $page; make it anew:"
echo "$* > $page"
exit 1
