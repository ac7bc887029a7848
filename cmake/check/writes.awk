# awk -f writes.awk writes.txt pass=1 file ... pass=2 file ...: see writes.sh. Pass 1
# reads which folder defines a struct, and the types of its members; pass 2 finds
# assignments to members, by the types of variables and members on the way.
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function folder(path) { return substr(path, 1, index(path, "/") - 1) }
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
# Names that a declaration of this type gives: members of tag, or variables.
function declare(tag, type, names,   n, i, part) {
  gsub(/\[[^]]*\]|=[^,]*/, "", names)
  n = split(names, part, ",")
  for (i = 1; i <= n; i++) {
    gsub(/[* \t;]|const/, "", part[i])
    if (part[i] !~ /^[a-z][A-Za-z0-9_]*$/) continue
    if (tag != "") member[tag, part[i]] = type
    else variable[part[i]] = type
  }
}
# The struct that the last pointer of the chain x->a.b leads to: what it contains is its
# own. "": it is not known, or a value of this function.
function holder(chain,   n, i, k, part, type) {
  gsub(/\[[^]]*\]/, "", chain)
  k = 0
  n = split(chain, part, /->|[.]/)
  # the number of parts before the last pointer
  text = chain
  while (match(text, /->/)) {
    before = substr(text, 1, RSTART - 1)
    k += split(before, dummy, ".")
    text = substr(text, RSTART + 2)
  }
  if (!k || !(part[1] in variable)) return ""
  type = variable[part[1]]
  for (i = 2; i <= k; i++) {
    if (!((type, part[i]) in member)) return ""
    type = member[type, part[i]]
  }
  last = part[n]
  return type
}
function written(chain,   type, i) {
  type = holder(chain)
  if (type == "" || !(type in home) || home[type] == self || (self in exempt)) return
  count++
  for (i = 1; i <= rows; i++)
    if (row_file[i] == FILENAME && row_what[i] == type "." last) {
      used[i] = 1
      return
    }
  print FILENAME ":" FNR ": writes " last " of struct " type " of " home[type]
  failed = 1
}

FILENAME != current { current = FILENAME; self = folder(FILENAME); in_comment = 0; tag = "" }
pass == 0 {
  if ($0 ~ /^#/ || !NF) next
  n = split($0, field, "|")
  kind = trim(field[1])
  if (kind == "exempt") exempt[trim(field[2])] = 1
  else if (kind == "write" && trim(field[4]) != "") {
    row_file[++rows] = trim(field[2])
    row_what[rows] = trim(field[3])
  } else { print "not a row: " $0; failed = 1 }
  next
}
{ line = code($0) }
pass == 1 {
  if (line ~ /^struct [a-z_0-9]+$/) tag = substr(line, 8)
  else if (line ~ /^};/) tag = ""
  else if (tag != "" && line ~ /^\{/) home[tag] = self
  else if (tag != "" && match(line, /^  +(const )?struct [a-z_0-9]+ [^(]*;/)) {
    sub(/^ +(const )?struct /, "", line)
    type = substr(line, 1, index(line, " ") - 1)
    declare(tag, type, substr(line, index(line, " ")))
  }
  next
}
# A new function.
/^[a-z].*\(/ { split("", variable) }
{
  # Parameters and variables.
  rest = line
  while (match(rest, /struct [a-z_0-9]+ [^;){}]*[;){,=]/)) {
    text = substr(rest, RSTART + 7, RLENGTH - 8)
    rest = substr(rest, RSTART + 7)
    type = substr(text, 1, index(text, " ") - 1)
    names = substr(text, index(text, " "))
    # "struct a *x, struct b *y" or "struct a *x = f, *y"
    sub(/,[^,]*struct.*/, "", names)
    declare("", type, names)
  }
  while (match(line, /[A-Za-z_][A-Za-z0-9_]*((->|\.)[A-Za-z_0-9]+(\[[^]]*\])?)+ *([-+*\/|&]?=([^=]|$)|\+\+|--)/)) {
    chain = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH - 1)
    sub(/ *([-+*\/|&]?=.?|\+\+|--)$/, "", chain)
    written(chain)
  }
}
END {
  for (i = 1; i <= rows; i++)
    if (!used[i]) { print "no such write: " row_file[i] ": " row_what[i]; failed = 1 }
  print count + 0 " writes into structs of other folders"
  exit failed
}
