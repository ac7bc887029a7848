# awk -f compare.awk expected output: compares two texts word by word. Numbers
# agree within 5 %, or when both are below 1e-5 in magnitude (errors and
# residuals, which depend on rounding); other words must be equal. A word * in
# expected agrees with anything (times).
function number(w) { return w ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function abs(x) { return x < 0 ? -x : x }
function agree(a, b) {
  if (a == "*" || a == b) return 1
  if (!number(a) || !number(b)) return 0
  if (abs(a) < 1e-5 && abs(b) < 1e-5) return 1
  return abs(a - b) <= 0.05 * abs(a)
}
{ sub(/\r$/, "") }
NR == FNR { expected[FNR] = $0; lines = FNR; next }
{
  words = split(expected[FNR], want, " ")
  bad = words != NF
  for (i = 1; i <= NF && !bad; i++) bad = !agree(want[i], $i)
  if (bad) { printf "line %d: expected %s\n", FNR, expected[FNR]; failed = 1 }
  seen = FNR
}
END {
  if (seen != lines) { printf "%d lines, expected %d\n", seen, lines; failed = 1 }
  exit failed
}
