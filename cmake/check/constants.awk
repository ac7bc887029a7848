# awk -v mode=page|check -f constants.awk tuning.h [constants.txt file ...]: see
# constants.sh.
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function fail(text) { print text; failed = 1 }
function number(s) { return s ~ /^\(?-?[0-9.]+([eE]-?[0-9]+)?[LUf]*( *[*\/] *[A-Z_0-9.]+\))?([ \t]|$)/ }
BEGIN {
  if (mode != "page") next_file = 1
  else {
    print "# Tuned constants\n"
    print "The numbers in the rules of [error control](error_control.md), [Newton's iteration](newton.md), the"
    print "[methods](methods.md) and the checks that were chosen rather than derived. \"half, twice\": what half and twice"
    print "the value do (of a number near 1 that is not an integer: half and twice its distance from 1) in 266 short runs of"
    print "40 models, mechanical and residual, at 1e-3 and 1e-5: how many take other steps, and the geometric means of the"
    print "ratios of steps and of errors (`test/benchmark/sensitivity`). A number that changes none matters only in"
    print "situations that these runs do not meet. \"as X\": the measurement of X. Defaults of options are in"
    print "[options](../reference/options.md). This page is made of"
    print "`src/base/tuning.h` and `tuning_start.h` by `cmake/check/constants.sh page`."
  }
}
FNR == 1 { files++ }
# The table.
files == 1 && /^\/\* .* \*\/$/ && mode == "page" {
  title = $0
  gsub(/^\/\* | \*\/$/, "", title)
  print "\n## " title "\n\n| constant | value | what it is | measurement |\n|---|---|---|---|"
}
files == 1 && /^#define [A-Z_0-9]+ / {
  name = $2
  text = $0
  sub(/^#define [A-Z_0-9]+ +/, "", text)
  value = trim(substr(text, 1, index(text, "/*") - 1))
  text = substr(text, index(text, "/*") + 2)
  sub(/\*\/ *$/, "", text)
  n = split(text, part, "|")
  role = trim(part[1])
  why = trim(part[2])
  if (mode == "page") {
    gsub(/\(|\)|L$/, "", value)
    printf "| `%s` | %s | %s | %s |\n", name, value, role, why
    next
  }
  if (n != 2 || role == "" || why == "" || !number(value)) fail("no row: " $0)
  if (why ~ /^as [A-Z_]+$/) refers[name] = substr(why, 4)
  if (name in line_of) fail("twice: " name)
  line_of[name] = FNR
  next
}
files == 1 { next }
# Exceptions: file | name | reason.
files == 2 {
  if ($0 ~ /^#/ || !NF) next
  n = split($0, field, "|")
  if (n != 3 || trim(field[3]) == "") fail("no exception: " $0)
  except[trim(field[1]), trim(field[2])] = 1
  next
}
/^[ \t]*#[ \t]*define[ \t]+[A-Z_0-9]+([ \t]|$)/ {
  name = $2
  text = $0
  sub(/^[ \t]*#[ \t]*define[ \t]+[A-Z_0-9]+[ \t]*/, "", text)
  if (text == "\\") { pending = name; next }
  check_define(name, text)
}
pending != "" {
  text = trim($0)
  check_define(pending, text)
  pending = ""
}
function check_define(name, text) {
  if (!number(text)) return
  if ((FILENAME, name) in except) { found[FILENAME, name] = 1; return }
  fail(FILENAME ":" FNR ": a number outside src/base/tuning.h: " name)
}
{
  rest = $0
  while (match(rest, /[A-Z][A-Z_0-9]+/)) {
    word = substr(rest, RSTART, RLENGTH)
    if (word in line_of) used[word] = 1
    rest = substr(rest, RSTART + RLENGTH)
  }
}
END {
  if (mode == "page") exit 0
  for (name in line_of) if (!(name in used)) fail("not used: " name)
  for (name in refers) if (!(refers[name] in line_of)) fail(name ": no constant " refers[name])
  for (key in except) if (!(key in found)) { split(key, k, SUBSEP); fail("no such number: " k[1] " " k[2]) }
  exit failed
}
