# awk -f tables.awk benchmark.csv ratios*.csv: the tables of doc/benchmark/benchmark.md.
BEGIN { FS = "," }
FNR == 1 { file = FILENAME; sub(/.*\//, "", file); sub(/\.csv$/, "", file); next }

file == "benchmark" {
  model = $1 " | " $2
  if (!(model in unknowns)) { models[++count] = model; name[model] = $1; N[model] = $2 }
  unknowns[model] = $3
  form = $4 " " $5
  run = model SUBSEP form SUBSEP $6
  time[run] = $7; error[run] = $8; steps[run] = $10
  family = $4 == "IDA" ? "IDA " substr($5, 1, index($5, "/") - 1) : form
  if ($17 > rss[model, family]) { rss[model, family] = $17 }
  next
}

{
  if (!(file in rows)) { files[++kinds] = file }
  model = $1 " | " $2
  if (!((file, model) in seen)) { seen[file, model] = 1; row[file, ++rows[file]] = model }
  cell[file, model, $3 + 0] = fixed($5) " / " fixed($6) " / " fixed($7)
  rival[file, model, $3 + 0] = $4
}

function fixed(x) { return x == "nan" || x == "-nan" ? "-" : x }

function by_error(title, file, what,    i, k, line) {
  printf "\n%s\n\n| model | N | 1e-2 | 3e-3 | 1e-3 | 3e-4 | 1e-4 |\n| --- | --- | --- | --- | --- | --- | --- |\n", title
  for (i = 1; i <= rows[file]; i++) {
    line = "| " row[file, i]
    for (k = 1; k <= 5; k++) { line = line " | " what[file, row[file, i], targets[k]] }
    print line " |"
  }
}

# Microseconds a step and 1000 unknowns.
function per_step(model, form, rtol,    run) {
  run = model SUBSEP form SUBSEP rtol
  return steps[run] > 0 ? 1e9 * time[run] / steps[run] / unknowns[model] : 0
}

function growth(form, rtol,    i, k, a, b) {
  for (i = 1; i <= count; i++) {
    if (N[models[i]] != 1000) { continue }
    for (k = 1; k <= count; k++) {
      if (N[models[k]] != 4000 || name[models[k]] != name[models[i]]) { continue }
      a = per_step(models[i], form, rtol)
      b = per_step(models[k], form, rtol)
      if (a > 0 && b > 0) {
        printf "| %s | %s | %.0f | %.0f | %.2f |\n", name[models[i]], form, a, b, b / a
      }
    }
  }
}

function memory(    i, m, own, ldlt, ggl) {
  for (i = 1; i <= count; i++) {
    m = models[i]
    own = rss[m, "GALPHA soi2/klu"]; ldlt = rss[m, "GALPHA soi2/ldlt"]; ggl = rss[m, "IDA ggl"]
    if (own > 0 && ggl > 0) {
      printf "| %s | %.1f | %s | %.1f | %.1f | %.2f |\n", m, own,
        (ldlt > 0 ? sprintf("%.1f", ldlt) : "-"), ggl, rss[m, "IDA index1"], own / ggl
    }
  }
}

function effort(m, form, rtol,    run) {
  run = m SUBSEP form SUBSEP rtol
  if (!(run in time)) { return "- | - | -" }
  if (error[run] == "nan" || error[run] == "-nan") { return "not within | " time[run] " | -" }
  return steps[run] " | " time[run] " | " error[run]
}

function as_it_comes(    i, k, m) {
  for (i = 1; i <= count; i++) {
    m = models[i]
    if (name[m] != "D" && name[m] !~ /^L|x/) { continue }
    for (k = 2; k <= 4; k++) {
      printf "| %s | 1e-%d | %s | %s |\n", m, k, effort(m, "GALPHA soi2/klu", "1.0e-0" k), effort(m, "IDA ggl/o5/full", "1.0e-0" k)
    }
  }
}

END {
  split("1e-2 3e-3 1e-3 3e-4 1e-4", targets, " ")
  for (k in targets) { targets[k] += 0 }
  by_error("GALPHA as it comes (SOI2, KLU; q and v tested): best IDA form / IDA GGL / best with the same test", "ratios", cell)
  by_error("The best IDA form", "ratios", rival)
  for (k = 1; k <= kinds; k++) {
    if (files[k] == "ratios") { continue }
    by_error("GALPHA " substr(files[k], 8) ": best IDA form / IDA GGL / best with the same test", files[k], cell)
  }
  printf "\nMicroseconds a step and 1000 unknowns\n\n| model | solver | N = 1000 | N = 4000 | ratio |\n| --- | --- | --- | --- | --- |\n"
  growth("GALPHA soi2-pos/klu", "1.0e-04")
  growth("IDA ggl/o2/pos", "1.0e-04")
  growth("IDA index1/o2/pos", "1.0e-04")
  printf "\nPeak memory, MB\n\n| model | N | SOI2, KLU | SOI2, LDL^T | IDA GGL | IDA index 1 | SOI2, KLU / GGL |\n| --- | --- | --- | --- | --- | --- | --- |\n"
  memory()
  printf "\nDefault against default on nearly undamped motion\n\n| model | N | rtol | GALPHA: steps | time | error | IDA GGL: steps | time | error |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
  as_it_comes()
}
