# awk -f table.awk -f idas.awk ...: definitions of the functions that IDAS has
# beyond IDA, each with SUNDIALS' own prototype. None of them looks at more than
# the memory block.
function last_word(s) {
  gsub(/\[[^]]*\]|[ ]+$/, "", s)
  match(s, /[A-Za-z0-9_]+$/)
  return substr(s, RSTART)
}

# Results that are vectors become NaN: a caller may overlook the code.
function define(name,   arg, declared, n, i, kind, call, what, result) {
  print "\n" type[name] " " name "(" arguments[name] ")\n{"
  n = split(arguments[name], arg, ",")
  for (i = 1; i <= n; i++) {
    declared[i] = arg[i]
    arg[i] = last_word(arg[i])
  }
  for (i = 2; i <= n; i++) {
    kind = ""
    if (name ~ /^IDAGet/ && declared[i] ~ /^ *N_Vector[ *]/ && declared[i] !~ /\*.*\*/)
      kind = declared[i] ~ /\*/ ? "galpha_ida_unknown_all(" arg[1] ", " : "galpha_ida_unknown("
    print "  " (kind == "" ? "(void)" arg[i] : kind arg[i] ")") ";"
  }
  if (name == "IDASensInit") print "  galpha_ida_sensitivities(" arg[1] ", " arg[2] ");"
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
  print "\n#include \"ida/idas_missing.h\""
  for (i = 1; i <= founds; i++) {
    if (part_of[found[i]] == "idas") define(found[i])
  }
}
