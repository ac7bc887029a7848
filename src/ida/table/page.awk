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
  print "What the [stand-in](from_ida.md) does with every function of `ida.h`,"
  print "`ida_ls.h`, `ida_bbdpre.h` and of the corresponding headers of IDAS.\n"
  print "* *SUNDIALS*: the versions that declare it."
  print "* *Honoured*: works as IDA\047s manual says, except as noted."
  print "* *Accepted*: returns `IDA_SUCCESS`, but has no effect."
  print "* *Refused*: returns the code named and reports what is missing."
  print "* *Private*: no public header declares it, but it is provided."
  print "* *Internal*: exported by SUNDIALS without a public declaration, and not"
  print "  provided.\n"
  print "A memory block that is `NULL`, freed or not created by `IDACreate` of this"
  print "library gives `IDA_MEM_NULL` (linear solver and preconditioner:"
  print "`IDALS_MEM_NULL`). IDAS functions that IDA also has are the same."
  for (i = 1; i <= rows; i++) {
    if (section[row[i]] != title_done) flush()
    title_done = section[row[i]]
    add(row[i])
  }
  flush()
}
