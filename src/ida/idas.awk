# awk -f table.awk -f idas.awk ...: definitions of the functions that IDAS has
# beyond IDA, each with SUNDIALS' own prototype. None of them looks at more than
# the memory block.
function last_word(s) {
  gsub(/\[[^]]*\]|[ ]+$/, "", s)
  match(s, /[A-Za-z0-9_]+$/)
  return substr(s, RSTART)
}

function define(name,   arg, n, i, call, what, result) {
  print "\n" type[name] " " name "(" arguments[name] ")\n{"
  n = split(arguments[name], arg, ",")
  for (i = 1; i <= n; i++) arg[i] = last_word(arg[i])
  for (i = 2; i <= n; i++) print "  (void)" arg[i] ";"
  what = section[name]
  if (!sub(/^IDAS: /, "", what)) what = "such function"
  result = status[name] == "accepted" ? "IDA_SUCCESS" : code[name]
  if (result == "") result = "IDA_ILL_INPUT"
  call = "galpha_ida_missing(" arg[1] ", " \
    (result ~ /^IDALS_/ ? "IDALS_MEM_NULL" : "IDA_MEM_NULL") ", " result \
    ",\n    \"" name "\", \"" what "\");"
  if (type[name] == "void") print "  (void)" arg[1] ";"
  else if (type[name] == "int") print "  return " call
  else print "  (void)" call "\n  return NULL;"
  print "}"
}

END {
  include("idas")
  print "\n#include \"idas_missing.h\""
  for (i = 1; i <= founds; i++) {
    if (part_of[found[i]] == "idas") define(found[i])
  }
}
