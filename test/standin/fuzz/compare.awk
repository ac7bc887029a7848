# Compares what sequence printed on IDA and on the stand-in:
#   awk -f compare.awk [-v stale=1] part=1 differences.txt part=2 ida part=3 \
#     standin
# Each call must be the same and return the same code, apart from what
# differences.txt lists; solutions must agree within factor times the tolerances.
# stale: names entries that did not occur. differences.txt: an entry is a pattern
# for "call: code on IDA, code on the stand-in" and, in the next lines, indented,
# the explanation. A pattern after "end" ends the comparison of the sequence, as the
# libraries are in different states from there on.
function fail(why) {
  printf "seed %s %s: %s\n", seed, key, why
  failed++
  over = 1
}
function listed(text,   i, found) {
  for (i = 1; i <= entries; i++) {
    if (text ~ pattern[i]) {
      used[i]++
      found = 1
      if (ends[i]) over = 1
    }
  }
  return found
}
# What both say of the call.
function compare(mine, theirs,   a, b, n, m) {
  n = split(mine, a, " [|] ")
  m = split(theirs, b, " [|] ")
  calls++
  if (a[1] != b[1]) {
    if (!listed(a[1] " / " b[1])) fail("different calls: " a[1] " / " b[1])
    over = 1
    return
  }
  if (a[2] == b[2]) return
  sub(/^. /, "", a[2])
  sub(/^. /, "", b[2])
  if (!listed(a[1] ": " a[2] ", " b[2])) fail(a[1] ": " a[2] ", " b[2])
}
function solutions(mine, theirs,   a, b, n, i, bound, size, ratio) {
  n = split(mine, a, " ")
  split(theirs, b, " ")
  if (a[2] != b[2]) return
  size = 0
  for (i = 5; i <= n; i++) if (a[i] * a[i] > size) size = a[i] * a[i]
  bound = a[3] * sqrt(size) + a[4]
  for (i = 5; i <= n; i++) {
    ratio = (a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]) / bound
    if (!(ratio <= worst)) { worst = ratio; worst_at = seed " " key " " i - 4 }
  }
  points++
}
BEGIN { factor = 1000 }
part == 1 && /^[^# ]/ {
  pattern[++entries] = $0
  ends[entries] = sub(/^end /, "", pattern[entries])
}
part == 1 { next }
# Lines of SUNDIALS' own logger.
$1 !~ /^(seed|end|=|[0-9]+[.][0-9]+)$/ { next }
part == 2 && $1 == "seed" { seed = $2 }
part == 2 {
  lines[seed]++
  mine[seed, lines[seed]] = $0
  next
}
$1 == "seed" { seed = $2; line = 0; over = 0; seeds++ }
{ line++ }
over { next }
$1 != "=" { key = $1 }
$1 == "=" || substr(mine[seed, line], 1, 1) == "=" {
  if ($1 == substr(mine[seed, line], 1, 1)) solutions(mine[seed, line], $0)
  else over = 1
  next
}
!((seed, line) in mine) { fail("IDA's sequence ended before " $0); next }
{ compare(mine[seed, line], $0) }
END {
  if ($1 != "end") { key = "end"; fail("the stand-in's sequence ended after " $0) }
  printf "%d calls of %d sequences, %d differ; %d solutions, largest distance %.3g " \
    "tolerances (%s)\n", calls, seeds, failed, points, worst, worst_at
  if (stale) {
    for (i = 1; i <= entries; i++) if (!used[i]) print "not met: " pattern[i]
  }
  exit failed > 0 || !calls || !(worst <= factor)
}
