# Reads the table of functions and SUNDIALS' headers into arrays, for the awk
# programs given after it: awk -f table.awk -f program.awk part=table functions.txt
# part=ida header ... part=idas header ...
#   row[1..rows]       names in the table, with section[], versions[], status[],
#                      code[], note[]
#   found[1..founds]   names in the headers, with part_of[] (the first one that
#                      declares it), type[] and arguments[]
#   header[part,1..headers[part]]  names of the headers
part == "table" && /^## / { title = substr($0, 4) }
part == "table" && /^IDA/ {
  row[++rows] = $1
  section[$1] = title
  versions[$1] = $2
  status[$1] = $3
  code[$1] = $4
  note[$1] = $0
  sub(/^[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "", note[$1])
}
part == "table" { next }

FNR == 1 {
  file = FILENAME
  sub(/.*\//, "", file)
  header[part, ++headers[part]] = file
}
directive || /^[ \t]*#/ { directive = /\\$/; next }
{ text[part] = text[part] $0 "\n" }

# On one line: some versions of awk split at ends of lines, too.
function without_comments(s,   out, i) {
  while ((i = index(s, "/*")) > 0) {
    out = out substr(s, 1, i - 1) " "
    s = substr(s, i + 2)
    s = substr(s, index(s, "*/") + 2)
  }
  out = out s
  gsub(/\/\/[^\n]*/, "", out)
  gsub(/[ \t\n]+/, " ", out)
  return out
}

# "int IDAFree(void **mem)" into the arrays.
function prototype(s, part,   open, name) {
  open = index(s, "(")
  match(substr(s, 1, open - 1), /IDA[A-Za-z0-9]*[ ]*$/)
  if (RSTART < 1) return
  name = substr(s, RSTART, open - RSTART)
  gsub(/ /, "", name)
  if (name in part_of) return
  found[++founds] = name
  part_of[name] = part
  type[name] = substr(s, 1, RSTART - 1)
  gsub(/^ +| +$/, "", type[name])
  arguments[name] = substr(s, open + 1)
  sub(/\) *$/, "", arguments[name])
}

function include(part,   i) {
  for (i = 1; i <= headers[part]; i++) {
    print "#include <" part "/" header[part, i] ">"
  }
}

function prototypes(part,   piece, n, i, s) {
  n = split(without_comments(text[part]), piece, ";")
  for (i = 1; i <= n; i++) {
    s = piece[i]
    if (!match(s, /SUNDIALS_[A-Z_]*EXPORT(_MSG ?\( ?"[^"]*" ?\))?/)) continue
    prototype(substr(s, RSTART + RLENGTH), part)
  }
}

END {
  prototypes("ida")
  prototypes("idas")
}
