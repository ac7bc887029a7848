# awk -f messages.awk messages.md src/*/*.c: quotations (**...**, or a list item's *...*)
# of which less than 3 of 10 runs of three words stand in the string literals of the
# source, numbers and names aside. Exit status 1: there are some.
function words(text) {
  gsub(/[^A-Za-z_]+/, " ", text)
  return tolower(text)
}

function quoted(pattern, width,   rest) {
  rest = page
  while (match(rest, pattern)) {
    quotes[++n] = substr(rest, RSTART + width, RLENGTH - 2 * width)
    rest = substr(rest, RSTART + RLENGTH)
  }
}

FNR == NR {
  page = page ($0 == "" ? "\n" : " " $0)
  next
}

# A literal goes on where the next line begins with a quotation mark.
{
  line = $0
  continued = line ~ /^[ \t]*"/
  text = ""
  while (match(line, /"([^"\\]|\\.)*"/)) {
    text = text (text == "" ? "" : " ") substr(line, RSTART + 1, RLENGTH - 2)
    line = substr(line, RSTART + RLENGTH)
  }
  recent = recent (continued ? "" : " . ") text
  # The whole string is not copied for each line.
  if (FNR % 100 == 1) {
    source = source recent
    recent = ""
  }
}

END {
  quoted("\\*\\*[^*]+\\*\\*", 2)
  quoted("\\* \\*[^*]+\\*", 1)
  source = " " words(source recent) " "
  for (i = 1; i <= n; i++) {
    runs = found = 0
    count = split(words(quotes[i]), word, " ")
    for (k = 1; k + 2 <= count; k++) {
      runs++
      found += index(source, word[k] " " word[k + 1] " " word[k + 2]) > 0
    }
    if (runs > 2 && found < 0.3 * runs) {
      print "no such message: " quotes[i]
      failed = 1
    }
  }
  exit failed
}
