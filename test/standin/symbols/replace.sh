#!/bin/sh
# replace.sh nm real folder name program: by SUNDIALS' name a library of the folder
# is loaded, which has what the real one has apart from IDA's own functions (see
# symbols.sh).
set -u
nm=$1 real=$2 folder=$3 name=$4 program=$5

# The memory helper is not in any library of its own.
names=$("$nm" -D --defined-only "$real" |
  awk '$NF !~ /^(_|IDA|ida|SUNMemoryHelper_.*Sys$)/ { print $NF }')
[ -n "$names" ] || { echo "no names in $real"; exit 1; }
# shellcheck disable=SC2086
LD_LIBRARY_PATH=$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
  exec "$program" "$name" $names
