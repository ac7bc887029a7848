# awk -f compare.awk -v bounds="y=1 z=2" reference words output: lines of the tags
# in bounds and root lines agree with the file reference; flag and claim lines with
# those of the file words. Of a value v the error may be
#   C rtol^(2/3) (|v| + atol/rtol)
# with C from bounds and the tolerances from the output's own tol lines: an error
# tolerance per step of rtol makes h ~ rtol^(1/3) for a method of order 2, and its
# global error h^2. Root times agree within 0.3 %, root flags and the order of lines
# exactly. Lines with # are not compared; GALPHA in a ported program counts as IDA.
function abs(x) { return x < 0 ? -x : x }
function number(w) { return w ~ /^[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/ }
function fail(text) {
  failed++
  if (failed <= 10) print "line " FNR ": " text
}
# Bound of column i of a tag, by the factor C.
function bound(tag, i, v) {
  if (i > atols[tag]) i = atols[tag]
  return rtol[tag] ^ (2 / 3) * (abs(v) + atol[tag, i] / rtol[tag])
}
function compare_root(want, i, n, w) {
  n = split(want, w, " ")
  if (w[1] != "root" || n != NF) { fail("expected " want ", found " $0); return }
  if (!(abs($2 - w[2]) <= 0.003 * abs(w[2]))) fail("root at " $2 ", not " w[2])
  for (i = 3; i <= n; i++)
    if ($i != w[i]) fail("root flags " $0 ", not " want)
}
function compare_line(want, i, n, w, e) {
  n = split(want, w, " ")
  if (w[1] != $1 || n != NF || !(abs(w[2] - $2) <= 1e-9 * abs(w[2]))) {
    fail("expected " want ", found " $0)
    return
  }
  for (i = 3; i <= n; i++) {
    e = abs($i - w[i]) / bound($1, i - 2, w[i])
    if (!number($i) || !(e <= factor[$1]))
      fail(sprintf("%s at %s, column %d: %s, not %s, %.3g of the bound", $1, $2,
                   i - 2, $i, w[i], e / factor[$1]))
    if (e > worst[$1]) { worst[$1] = e; where[$1] = $2 }
  }
}
BEGIN {
  count = split(bounds, pair, " ")
  for (k = 1; k <= count; k++) {
    split(pair[k], name, "=")
    tags[k] = name[1]
    factor[name[1]] = name[2]
  }
}
FNR == 1 { file++ }
{ gsub(/GALPHA/, "IDA") }
{ sub(/\r$/, "") }
/^#/ || NF == 0 { next }
file == 1 && ($1 in factor || $1 == "root") { reference[++lines] = $0 }
file == 2 && ($1 == "flag" || $1 == "claim") { words[++texts] = $0 }
file < 3 { next }
$1 == "tol" {
  rtol[$2] = $3
  atols[$2] = NF - 3
  for (i = 4; i <= NF; i++) atol[$2, i - 3] = $i
  next
}
$1 == "root" { compare_root(reference[++seen]); next }
$1 in factor { compare_line(reference[++seen]); next }
/^claim .* fails/ { fail($0) }
$1 == "flag" || $1 == "claim" {
  if ($0 != words[++heard]) fail("expected " words[heard] ", found " $0)
  next
}
{ fail("unknown line: " $0) }
END {
  if (lines == 0 || seen != lines) fail(seen + 0 " lines, expected " lines + 0)
  if (heard != texts) fail(heard + 0 " statements, expected " texts + 0)
  for (k = 1; k <= count; k++)
    printf "  %s: error %.2g of %s x bound, at t = %s\n", tags[k],
      worst[tags[k]] / factor[tags[k]], factor[tags[k]], where[tags[k]] + 0
  if (failed > 10) print failed " differences"
  exit failed > 0
}
