# awk -f table.awk -f calls.awk mode=calls|every ...: a C file
#   mode=calls  calls of IDAS' own functions, with what the table says of them
#   mode=every  the addresses of all functions
function call(name,   n, arg, i, s) {
  n = split(arguments[name], arg, ",")
  s = name "(mem"
  for (i = 2; i <= n; i++) s = s ", 0"
  return s ")"
}

function wrapper(name,   result) {
  result = code[name] == "-" ? "IDA_SUCCESS" : code[name]
  print "static int call_" name "(void *mem)\n{"
  if (type[name] == "void") print "  " call(name) ";\n  return 0;\n}"
  else if (type[name] == "int") print "  return " call(name) ";\n}"
  else print "  return " call(name) " ? 0 : " result ";\n}"
  table = table "  {\"" name "\", call_" name ", " result ", " \
    (type[name] != "int" ? result : \
      result ~ /^IDALS/ ? "IDALS_MEM_NULL" : "IDA_MEM_NULL") ", " \
    (type[name] == "void" ? "0" : "1") "},\n"
}

END {
  include(headers["idas"] > 0 ? "idas" : "ida")
  if (mode == "every") {
    print "typedef void (*function)(void);\nextern const function every[];"
    print "const function every[] = {"
    for (i = 1; i <= founds; i++) print "  (function)" found[i] ","
    print "  0};"
  }
  else {
    print "#include \"calls.h\""
    for (i = 1; i <= founds; i++) {
      if (part_of[found[i]] == "idas") wrapper(found[i])
    }
    print "const struct missing_call missing_calls[] = {\n" table "  {0}};"
  }
}
