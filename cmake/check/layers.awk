# awk -f layers.awk layers.txt folder/file ...: see layers.sh. The formatting of the
# project puts the braces of a function, and of nothing else that ends in a plain
# }, alone into column 1.
function fail(text) { printf "%s:%d: %s\n", FILENAME, FNR, text; failed = 1 }
function folder(path) { return substr(path, 1, index(path, "/") - 1) }
function check_include(header,   from) {
  if ((header ~ /_impl\.h$/ || header ~ /\/priv\//) && self != "ida")
    fail("private header of SUNDIALS: " header)
  if (quoted && header !~ /\//) fail("not by its folder: " header)
  if (!quoted) return
  from = folder(header)
  if (!(from in layer)) fail("no folder " from)
  else if (layer[from] > layer[self]) fail(self " includes " header)
}

FILENAME != last {
  last = FILENAME
  files++
  start = 0
}
files == 1 {
  if ($0 !~ /^#/ && NF) layer[$1] = ++folders
  next
}
FNR == 1 {
  # The stand-in includes nothing but its own folder.
  self = folder(FILENAME)
  if (self == "ida") layer["ida"] = 0
  else if (!(self in layer)) fail("no folder " self " in the table")
}
/^[ \t]*#[ \t]*include/ {
  quoted = /"/
  header = $0
  sub(/^[^<"]*[<"]/, "", header)
  sub(/[>"].*/, "", header)
  check_include(header)
}
/SUNDIALS_VERSION_M/ && FILENAME !~ /compat\.h$/ && self != "ida" {
  fail("asks for SUNDIALS' version outside base/sundials_compat.h")
}
/^\{$/ { start = FNR }
/^\}$/ {
  if (start) {
    lines = FNR - start + 1
    if (lines > 60) fail("function of " lines " lines, more than 60")
    functions++
    of_length[lines > 61 ? 61 : lines]++
  }
  start = 0
}
FNR == 401 { fail("file of more than 400 lines") }
END {
  for (lines = 1; lines <= 61 && 2 * below < functions; lines++)
    below += of_length[lines]
  if (functions > 1 && lines - 1 > 12) {
    print "median length of functions: " lines - 1 " lines, more than 12"
    failed = 1
  }
  exit failed
}
