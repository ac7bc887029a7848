# awk -v built="NAME ..." -v values=file -f variant.awk tuning.h: the table with each number read
# from an array, which values, a C file, fills from the environment: GALPHA_TUNE=NAME=factor. The
# names in `built` stay numbers.
BEGIN {
  n = split(built, part)
  for (i = 1; i <= n; i++) stays[part[i]] = 1
  count = 0
  print "extern double galpha_tuned[];"
}
/^#define [A-Z_0-9]+ .*\/\*/ && !($2 in stays) {
  value = $0
  sub(/^#define [A-Z_0-9]+ +/, "", value)
  sub(/ *\/\*.*/, "", value)
  type = value ~ /L$/ ? "long" : value ~ /^-?[0-9]+$/ ? "int" : "double"
  printf "#define %s ((%s)galpha_tuned[%d])\n", $2, type, count
  names[count] = $2
  numbers[count++] = value
  next
}
{ print }
END {
  print "#include <float.h>\n#include <stdlib.h>\n#include <string.h>\n" > values
  print "extern double galpha_tuned[];\ndouble galpha_tuned[] = {" > values
  for (i = 0; i < count; i++) print "  " numbers[i] "," > values
  print "};\n\nstatic const char *const names[] = {" > values
  for (i = 0; i < count; i++) print "  \"" names[i] "\"," > values
  print "};\n\n__attribute__((constructor)) static void tune(void)\n{" > values
  print "  const char *text = getenv(\"GALPHA_TUNE\"), *factor = text ? strchr(text, '=') : NULL;" > values
  print "  for (int i = 0; factor && i < " count "; i++)\n  {" > values
  print "    const size_t len = strlen(names[i]);" > values
  print "    if (text + len == factor && !strncmp(text, names[i], len))\n    {" > values
  print "      galpha_tuned[i] *= atof(factor + 1);\n      return;\n    }\n  }" > values
  print "  if (text) { abort(); }\n}" > values
}
