# awk -v name=NAME -v factor=F -f compare.awk base runs: one row of measured.csv.
# Runs: name, flag, steps, iterations, matrices, error.
function ratio(a, b) { return log((a > 0 ? a : 1e-16) / (b > 0 ? b : 1e-16)) }
BEGIN { FS = "," }
FNR == NR { base[$1] = $0; runs++; next }
$1 in base {
  split(base[$1], b)
  delete base[$1]
  changed += b[2] != $2 || b[3] != $3 || b[4] != $4 || b[5] != $5 || b[6] != $6
  if ($2 != b[2]) { failed += $2 < 0; next }
  compared++
  steps += r = ratio($3, b[3])
  iters += ratio($4, b[4])
  setups += ratio($5, b[5])
  if ($6 > 1e-9 && b[6] > 1e-9) errors += ratio($6, b[6])
  if (r < 0) r = -r
  if (r > most) { most = r; where = $1 }
}
END {
  for (k in base) { failed++; changed++ }
  if (!compared) compared = 1
  printf "%s,%s,%d,%d,%d,%.3f,%.3f,%.3f,%.3f,%.2f,%s\n", name, factor, runs, changed, failed, \
    exp(steps / compared), exp(iters / compared), exp(setups / compared), exp(errors / compared), exp(most), where
}
