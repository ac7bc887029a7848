# awk -v part=constants|functions -f interfaces.awk header ...: the public constants as
# Fortran parameters, or the public functions as interfaces. Callbacks are type(c_funptr),
# vectors, matrices and other objects type(c_ptr); a number that C returns through a
# pointer is an argument that may be left out (NULL).
part == "constants" && /^#define GALPHA[A-Z]*_[A-Z0-9_]* +-?[0-9]+( |$)/ && !/HAVE_/ {
  printf "  integer(c_int), parameter :: %s = %s_c_int\n", $2, $3
}
part != "functions" { next }

/^\/\*/ { comment = 1 }
!comment && /^#ifdef GALPHA_HAVE_/ { skip = 1 }
!comment && /^#endif/ { skip = 0 }
!comment && !skip { text = text " " $0 }
/\*\/ *$/ { comment = 0 }

function scalar(kind, reference) {
  return kind (reference ? ", optional" : ", value")
}
# The Fortran type of a C type; name: of the argument, * stands for a pointer.
function type_of(c, name) {
  if (c ~ /^(GALPHA.*Fn)$/) { return scalar("type(c_funptr)", 0) }
  if (c == "const char*" || c == "char*") {
    return "character(kind=c_char)" (c == "char*" ? "" : ", intent(in)")
  }
  if (c == "void**") { return "type(c_ptr)" }
  if (c ~ /^(N_Vector|SUNMatrix)\*$/) { return "type(c_ptr)" }
  if (c ~ /\*$/ && name ~ /^(par|coef|c|rootdir|rootsfound)$/) {
    sub(/^const /, "", c)
    return scalar(c ~ /^int/ ? "integer(c_int)" : "real(c_double)", 1)
  }
  if (c ~ /^int\*?$/) { return scalar("integer(c_int)", c ~ /\*/) }
  if (c ~ /^long int\*?$/) { return scalar("integer(c_long)", c ~ /\*/) }
  if (c ~ /^sunrealtype\*?$/) { return scalar("real(c_double)", c ~ /\*/) }
  if (c == "sunindextype") { return scalar("integer(sunindex)", 0) }
  if (c == "SUNOutputFormat") { return scalar("integer(c_int)", 0) }
  return scalar("type(c_ptr)", 0)
}
function is_array(c, name) {
  return c ~ /char\*/ || (c ~ /\*$/ && name ~ /^(par|coef|c|rootdir|rootsfound)$/)
}

function interface(declaration,    head, tail, k, i, c, name, seen, list, lines, result) {
  match(declaration, /\(.*\)/)
  head = substr(declaration, 1, RSTART - 1)
  tail = substr(declaration, RSTART + 1, RLENGTH - 2)
  match(head, /GALPHA[A-Za-z0-9_]*$/)
  name = substr(head, RSTART)
  result = substr(head, 1, RSTART - 1)
  gsub(/^ +| +$/, "", result)
  k = split(tail, argument, /, */)
  lines = list = ""
  for (i = 1; i <= k; i++) {
    c = argument[i]
    gsub(/ +/, " ", c)
    gsub(/^ | $/, "", c)
    match(c, /[A-Za-z0-9_]+(\[[0-9]*\])?$/)
    arg = substr(c, RSTART)
    c = substr(c, 1, RSTART - 1)
    if (sub(/\[.*\]/, "", arg)) { c = c "*" }
    gsub(/ *\*/, "*", c)
    gsub(/ +$/, "", c)
    # Fortran does not distinguish g from G.
    if (tolower(arg) in seen) { arg = arg "_matrix" }
    seen[tolower(arg)] = 1
    list = list (i > 1 ? ", &\n        " : "") arg
    lines = lines "      " type_of(c, arg) " :: " arg (is_array(c, arg) ? "(*)" : "") "\n"
  }
  kind = result == "void" ? "subroutine" : "function"
  printf "    %s %s( &\n        %s) &\n        bind(c, name='%s')", kind, name, list, name
  if (kind == "function") { printf " result(returned)" }
  printf "\n      import\n%s", lines
  if (kind == "function") {
    print "      " (result == "int" ? "integer(c_int)" : "type(c_ptr)") " :: returned"
  }
  printf "    end %s\n", kind
}

END {
  if (part == "functions") {
    n = split(text, declarations, /GALPHA_EXPORT /)
    for (d = 2; d <= n; d++) {
      declaration = declarations[d]
      # The definition of GALPHA_EXPORT itself has no semicolon that ends a prototype.
      if (declaration !~ /^[a-zA-Z ]*\**GALPHA[A-Za-z0-9_]* *\([^;]*\);/) { continue }
      sub(/;.*/, "", declaration)
      interface(declaration)
    }
  }
}
