# awk -f tables.awk benchmark.csv ratios*.csv: doc/benchmark/tables.md. Each row ends with
# the commit, the date and the SUNDIALS of its measurement.
BEGIN { FS = "," }
FNR == 1 { file = FILENAME; sub(/.*\//, "", file); sub(/\.csv$/, "", file); next }

function origin(i) {
  return ($i == "" ? "not recorded" : $i) " | " ($(i + 1) == "" ? "not recorded" : $(i + 1)) \
    " | " ($(i + 2) == "" ? "not recorded" : $(i + 2))
}

file == "benchmark" {
  model = $1 " | " $2
  if (!(model in unknowns)) { models[++count] = model; name[model] = $1; N[model] = $2 }
  unknowns[model] = $3
  form = $4 " " $5
  run = model SUBSEP form SUBSEP $6
  if ($7 != "") { time[run] = $7; error[run] = $8; steps[run] = $10; source[run] = origin(19) }
  family = $4 == "IDA" ? "IDA " substr($5, 1, index($5, "/") - 1) : form
  if ($17 > rss[model, family]) { rss[model, family] = $17; rss_source[model] = origin(19) }
  if ($18 > faults[model, family]) { faults[model, family] = $18 }
  next
}

{
  if (!(file in rows)) { files[++kinds] = file }
  model = $1 " | " $2
  if (!((file, model) in seen)) {
    seen[file, model] = 1
    row[file, ++rows[file]] = model
    row_source[file, model] = origin(9)
  }
  cell[file, model, $3 + 0] = fixed($5) " / " fixed($6) ($7 == "" ? "" : " / " fixed($7)) ($8 == "" ? "" : " / " fixed($8))
  if ($4 == "") { next }
  if (!(model in with_rival)) {
    with_rival[model] = 1
    rival_row[++rivals] = model
    rival_source[model] = origin(9)
  }
  rival[model, $3 + 0] = $4
}

function fixed(x) { return x == "nan" || x == "-nan" ? "-" : x }

# soi2-pos-klu: SOI2, KLU, positions tested.
function title(file,   form, solver, tested) {
  form = file == "ratios" ? "soi2-klu" : substr(file, 8)
  solver = form ~ /-ldlt$/ ? "LDL^T" : "KLU"
  sub(/-(klu|ldlt)$/, "", form)
  tested = sub(/-pos$/, "", form) ? "positions tested" : "positions and velocities tested"
  sub(/^soi2$/, "SOI2", form)
  sub(/^index3$/, "Index 3", form)
  sub(/^residual$/, "Residual form", form)
  sub(/^first-order$/, "First-order form", form)
  return form ", " solver ", " tested
}

function head(what) {
  print "\n" what "\n"
  print "| model | N | 1e-2 | 3e-3 | 1e-3 | 3e-4 | 1e-4 | 1e-5 | 1e-6 | 1e-7 | commit | date | SUNDIALS |"
  print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
}

function ratios(file,   i, k, line) {
  head("### " title(file))
  for (i = 1; i <= rows[file]; i++) {
    line = "| " row[file, i]
    for (k = 1; k <= 8; k++) { line = line " | " cell[file, row[file, i], targets[k]] }
    print line " | " row_source[file, row[file, i]] " |"
  }
}

function best(   i, k, line) {
  if (rivals == 0) { return }
  head("## The fastest IDA configuration")
  for (i = 1; i <= rivals; i++) {
    line = "| " rival_row[i]
    for (k = 1; k <= 8; k++) { line = line " | " rival[rival_row[i], targets[k]] }
    print line " | " rival_source[rival_row[i]] " |"
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
        if (!grown++) {
          print "\n## Microseconds per step and 1000 unknowns\n"
          print "| model | solver | N = 1000 | N = 4000 | ratio | commit | date | SUNDIALS |"
          print "| --- | --- | --- | --- | --- | --- | --- | --- |"
        }
        printf "| %s | %s | %.0f | %.0f | %.2f | %s |\n", name[models[i]], form, a, b, b / a,
          source[models[k] SUBSEP form SUBSEP rtol]
      }
    }
  }
}

function either(model, form,   pos) {
  pos = form
  sub(/\//, "-pos/", pos)
  return (model, form) in rss ? used(model, form) : used(model, pos)
}

# Peak memory and minor page faults, where they were recorded.
function used(model, form) {
  if (!((model, form) in rss)) { return "-" }
  return sprintf("%.1f", rss[model, form]) (faults[model, form] > 0 ? " / " faults[model, form] : "")
}

function memory(    i, m) {
  print "\n## Peak memory of the process, MB / minor page faults, the largest of all tolerances\n"
  print "| model | N | SOI2, KLU | SOI2, LDL^T | First-order form | IDA GGL | IDA index 1 | commit | date | SUNDIALS |"
  print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
  for (i = 1; i <= count; i++) {
    m = models[i]
    if (either(m, "GALPHA soi2/klu") == "-" || used(m, "IDA ggl") == "-") { continue }
    printf "| %s | %s | %s | %s | %s | %s | %s |\n", m, either(m, "GALPHA soi2/klu"),
      either(m, "GALPHA soi2/ldlt"), either(m, "GALPHA first-order/klu"), used(m, "IDA ggl"),
      used(m, "IDA index1"), rss_source[m]
  }
}

function effort(run) {
  if (!(run in time)) { return "- | - | -" }
  if (error[run] == "nan" || error[run] == "-nan") { return "ended after | " time[run] " | -" }
  return steps[run] " | " time[run] " | " error[run]
}

function default_row(m, tested, form, k,   own) {
  own = m SUBSEP form SUBSEP "1.0e-0" k
  if (!(own in time)) { return }
  printf "| %s | %s | 1e-%d | %s | %s | %s |\n", m, tested, k, effort(own),
    effort(m SUBSEP "IDA ggl/o5/full" SUBSEP "1.0e-0" k), source[own]
}

function defaults(    i, k, m) {
  print "\n## Default settings of both on nearly undamped motion\n"
  print "| model | N | GALPHA tests | rtol | GALPHA: steps | time, s | error | IDA GGL: steps | time, s | error | commit | date | SUNDIALS |"
  print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
  for (i = 1; i <= count; i++) {
    m = models[i]
    if (name[m] != "D" && name[m] !~ /^L|x/) { continue }
    for (k = 2; k <= 4; k++) {
      default_row(m, "q, v", "GALPHA soi2/klu", k)
      default_row(m, "q", "GALPHA soi2-pos/klu", k)
    }
  }
}

END {
  split("1e-2 3e-3 1e-3 3e-4 1e-4 1e-5 1e-6 1e-7", targets, " ")
  for (k in targets) { targets[k] += 0 }
  print "# Benchmark: tables\n"
  print "Made by `test/benchmark/tables.awk`; the [benchmark](benchmark.md) explains them. Commit: the one measured, or, of rows"
  print "measured before commits were recorded, the one that recorded the row.\n"
  print "## Time of IDA divided by the time of GALPHA at equal error of q\n"
  print "Each cell: against the fastest IDA configuration / against GGL / against the fastest with the same error test /"
  print "against the fastest on the same form (index 3 for index 3, else GGL) with the same error test (where recorded)."
  for (k = 1; k <= kinds; k++) { ratios(files[k]) }
  best()
  growth("GALPHA soi2-pos/klu", "1.0e-04")
  growth("IDA ggl/o2/pos", "1.0e-04")
  growth("IDA index1/o2/pos", "1.0e-04")
  memory()
  defaults()
}
