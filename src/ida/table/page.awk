# awk -f table.awk -f page.awk part=table functions.txt > doc/standin/ida_functions.md
# The table for users: functions that say the same share a row.
function key(name) {
  return versions[name] "|" status[name] "|" code[name] "|" note[name]
}

function flush(   i) {
  if (title_done == "" || keys == 0) return
  print "\n# " title_done "\n"
  print "| Functions | SUNDIALS | | |"
  print "|---|---|---|---|"
  for (i = 1; i <= keys; i++) print "| " names[i] " | " rest[i] " |"
  keys = 0
  split("", place)
}

function add(name,   k) {
  k = key(name)
  if (!(k in place)) {
    place[k] = ++keys
    rest[keys] = versions[name] " | " status[name] \
      (code[name] == "-" ? "" : " `" code[name] "`") " | " note[name]
    names[keys] = "`" name "`"
  }
  else names[place[k]] = names[place[k]] ", `" name "`"
}

END {
  print "# Functions of IDA and IDAS in libgalpha_ida\n"
  print "What the stand-in does with every function of `ida.h`, `ida_ls.h`,"
  print "`ida_bbdpre.h` and of IDAS' headers of the same kind. *SUNDIALS*: the"
  print "versions that declare it. *Honoured*: does what IDA's manual says, apart"
  print "from what is noted. *Accepted*: returns `IDA_SUCCESS`, but has no"
  print "effect. *Refused*: returns the code named and reports what is missing."
  print "*Private*: in no public header, but there. *Internal*: in SUNDIALS' libraries without a public declaration, and not"
  print "provided.\n"
  print "A memory block that is `NULL`, freed or not of this library's `IDACreate`"
  print "gives `IDA_MEM_NULL` (linear solver and preconditioner: `IDALS_MEM_NULL`)."
  print "IDAS' functions that IDA has, too, are the same."
  for (i = 1; i <= rows; i++) {
    if (section[row[i]] != title_done) flush()
    title_done = section[row[i]]
    add(row[i])
  }
  flush()
}
