# awk -f histogram.awk runs.csv: how far the errors of benchmark_honest are from what
# rtol lets expect.
BEGIN { FS = "," }
NR == 1 { next }

{
  group = $2 ", rho " $3 ", test of " $4
  if (!(group in runs)) { groups[++count] = group }
  runs[group]++
  if ($6 < 0) { failed[group]++; fail[group, failed[group]] = $1 " at " $5 " (" $6 ")"; next }
  for (b in bounds) {
    q[group, b] += !($8 <= bounds[b] * $10)
    v[group, b] += !($9 <= bounds[b] * $10)
  }
  steps[group] += log($7)
  n = ++good[group, $5]
  of_q[group, $5, n] = $8 / $5
  of_v[group, $5, n] = $9 / $5
  ratio[group, ++ranked[group]] = $9 / $10
  name[group, ranked[group]] = $1 " at " $5
}

BEGIN { split("30 100 300", bounds, " "); split("1e-03 1e-04 1e-05 1e-06", rtol, " ") }

function median(of, group, r,    n, i, j, x, sorted) {
  n = good[group, r]
  for (i = 1; i <= n; i++) {
    x = of[group, r, i]
    for (j = i - 1; j > 0 && sorted[j] > x; j--) { sorted[j + 1] = sorted[j] }
    sorted[j + 1] = x
  }
  return n > 0 ? sorted[int((n + 1) / 2)] : "nan"
}

function shares(of, group,    b, line) {
  for (b = 1; b <= 3; b++) { line = line sprintf(" %6.2f", 100 * of[group, b] / runs[group]) }
  return line
}

function medians(of, group,    r, line) {
  for (r = 1; r <= 4; r++) { line = line sprintf(" %7.3g", median(of, group, rtol[r])) }
  return line
}

function worst(group,    i, k, best, line) {
  for (k = 1; k <= 8 && k <= ranked[group]; k++) {
    best = 0
    for (i = 1; i <= ranked[group]; i++) {
      if (!((group, i) in taken) && (!best || ratio[group, i] > ratio[group, best])) { best = i }
    }
    taken[group, best] = 1
    line = line sprintf("%s %s: %.0f", k > 1 ? "," : "", name[group, best], ratio[group, best])
  }
  return line
}

END {
  for (k = 1; k <= count; k++) {
    g = groups[k]
    done = runs[g] - failed[g]
    mean = done ? exp(steps[g] / done) : 0
    printf "%s: %d runs, %d failed, geometric mean of steps %.0f\n", g, runs[g], failed[g], mean
    printf "  %% beyond 30, 100, 300 times the expected: v%s, q%s\n", shares(v, g), shares(q, g)
    printf "  medians over rtol at 1e-3 ... 1e-6:       v%s, q%s\n", medians(of_v, g), medians(of_q, g)
    printf "  largest v over expected, by seed:%s\n", worst(g)
    for (i = 1; i <= failed[g]; i++) { printf "  failed: seed %s\n", fail[g, i] }
  }
}
