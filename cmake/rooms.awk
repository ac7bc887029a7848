# awk -f rooms.awk rooms.txt file ...: see rooms.sh. The formatting of the
# project puts the braces of a function, and of nothing else that ends in a plain
# }, alone into column 1.
function fail(text) { printf "%s:%d: %s\n", FILENAME, FNR, text; failed = 1 }
function base(path) { sub(/.*\//, "", path); return path }
function check_include(header,   room) {
  if (header ~ /_impl\.h$/ && header !~ /^galpha/ || header ~ /\/priv\//)
    fail("private header of SUNDIALS: " header)
  header = base(header)
  if (header !~ /^galpha.*\.h$/ || header ~ /^galpha(_bbdpre|_matrixfree|_saddle|_sunlinsol_ldlt)?\.h$/ ||
      header == "galpha_version.h")
    return
  room = header
  sub(/\.h$/, "", room)
  if (!(room in layer))
    fail("no room " room)
  else if (room != self && self in layer && layer[room] >= layer[self])
    fail(self " (layer " layer[self] ") includes " room " (layer " layer[room] ")")
}

FILENAME != last {
  last = FILENAME
  files++
  start = 0
}
files == 1 {
  if ($0 !~ /^#/ && NF >= 2) layer[$1] = $2 + 0
  next
}
FNR == 1 {
  self = base(FILENAME)
  sub(/\.[ch]$/, "", self)
  if (!(self in layer)) fail("not in the table of rooms")
}
/^[ \t]*#[ \t]*include/ {
  header = $0
  sub(/^[^<"]*[<"]/, "", header)
  sub(/[>"].*/, "", header)
  check_include(header)
}
/SUNDIALS_VERSION_M/ && self != "galpha_compat" {
  fail("asks for SUNDIALS' version outside galpha_compat.h")
}
/^\{$/ { start = FNR }
/^\}$/ {
  if (start && FNR - start + 1 > 60)
    fail("function of " FNR - start + 1 " lines, more than 60")
  start = 0
}
FNR == 401 { fail("file of more than 400 lines") }
END { exit failed }
