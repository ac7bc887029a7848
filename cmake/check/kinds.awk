# awk -f kinds.awk kinds.txt folder/file ...: see kinds.sh.
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
# The line without comments, and with empty strings.
function code(line,   out) {
  out = ""
  gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
  while (line != "") {
    if (in_comment) {
      if (!match(line, /\*\//)) return out
      line = substr(line, RSTART + 2)
      in_comment = 0
    }
    if (!match(line, /\/\*/)) return out line
    out = out substr(line, 1, RSTART - 1)
    line = substr(line, RSTART + 2)
    in_comment = 1
  }
  return out
}
# What a line tests, or "".
function tested(line) {
  # assignments and initialisers are no conditions
  gsub(/[.>](active|by_product|euler_only|formulation|res1|res2|st) *=([^=][^?&|]*[;,]|[ \t]*$)/, "", line)
  if (match(line, /[.>](active|by_product|euler_only|res[12])([^A-Za-z0-9_(]|$)/) ||
      match(line, />(res|st) *([!=]=|[?]|&&|[|][|])/) ||
      match(line, /(![A-Za-z>.-]*|if \([A-Za-z>.-]*)>(res|st)[ );]/) ||
      match(line, /(&& |[|][|] )[A-Za-z>.-]*>(res|st)[ );]/) ||
      match(line, /[.>](ops|manifold|form|traits) *[!=]= *&/) ||
      match(line, /[.>]formulation *([!=]=|[?]|<|>)/) ||
      match(line, /(switch|case|[!=]=).*GALPHA_(SOI2|SOI2_LITERAL|INDEX3|RESIDUAL)([^A-Z_0-9]|$)/))
    return substr(line, RSTART, RLENGTH)
  return ""
}
function owned(file,   i) {
  for (i = 1; i <= owners; i++)
    if (index(file, owner[i]) == 1) { used_owner[i] = 1; return 1 }
  return 0
}
function allowed(file, line,   i) {
  for (i = 1; i <= rows; i++)
    if (!used[i] && file == row_file[i] && index(line, row_text[i])) {
      used[i] = 1
      return 1
    }
  return 0
}

FILENAME != last { last = FILENAME; files++; in_comment = 0 }
files == 1 {
  if ($0 ~ /^#/ || !NF) next
  split($0, field, "|")
  kind = trim(field[1])
  if (kind == "most") { most = trim(field[2]) + 0 }
  else if (kind == "owner") { owner[++owners] = trim(field[2]) }
  else if (kind == "condition" && trim(field[4]) != "") {
    row_file[++rows] = trim(field[2])
    row_text[rows] = trim(field[3])
  } else { print "not a row: " $0; failed = 1 }
  next
}
{
  line = code($0)
  if (line ~ /^[ \t]*(bool|int|struct|extern|typedef) [^=(]*;/ || tested(line) == "") next
  if (owned(FILENAME)) next
  count++
  if (allowed(FILENAME, $0)) next
  print FILENAME ":" FNR ": condition on the kind of problem or method: " trim($0)
  failed = 1
}
END {
  for (i = 1; i <= rows; i++)
    if (!used[i]) { print "no such condition: " row_file[i] ": " row_text[i]; failed = 1 }
  for (i = 1; i <= owners; i++)
    if (!used_owner[i]) { print "owns no condition: " owner[i]; failed = 1 }
  if (count > most) { print count " conditions, more than " most; failed = 1 }
  printf "%d conditions\n", count
  exit failed
}
