# awk -f table.awk -f names.awk mode=... version=6.4.1 idas=ON ...: names, one a line
#   mode=headers  declared in the headers
#   mode=rows     rows of the table for this version, with or without IDAS
#   mode=exports  the same with those that no public header declares
#   mode=all      all rows
# and errors of form in the table, which no list contains.
function number(version,   part) {
  split(version, part, ".")
  return 10000 * part[1] + 100 * part[2] + part[3]
}

function wanted(name,   v, range) {
  v = versions[name]
  if (mode == "all") return 1
  if (status[name] == "internal") return 0
  if (status[name] == "private" && mode != "exports") return 0
  if (section[name] ~ /^IDAS/ && idas != "ON") return 0
  if (v == "all") return 1
  split(v, range, /[-+]/)
  if (number(version) < number(range[1])) return 0
  return v ~ /\+$/ || number(version) <= number(range[2]) + 99
}

function check(name) {
  if (versions[name] !~ /^(all|[0-9.]+(\+|-[0-9.]+))$/) print "versions of " name
  if (status[name] !~ /^(honoured|accepted|refused|private|internal)$/) {
    print "status of " name
  }
  if ((status[name] == "refused") != (code[name] ~ /^IDA(LS)?_[A-Z_]+$/)) {
    print "code of " name
  }
  if (note[name] !~ /\.$/) print "note of " name
}

END {
  for (i = 1; i <= founds && mode == "headers"; i++) print found[i]
  for (i = 1; i <= rows && mode != "headers"; i++) {
    check(row[i])
    if (wanted(row[i])) print row[i]
  }
}
