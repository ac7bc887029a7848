#!/bin/sh
# doc_check.sh names root            the reference documents every public function,
#                                    constant and option once, and nothing else
# doc_check.sh index root            prints the table of functions of
#                                    doc/reference/index.md, made of the pages' entries
# doc_check.sh messages root         every quotation of doc/reference/messages.md is
#                                    a message of the source
# doc_check.sh links root            every link of the pages has its target, and every
#                                    `file` of the source that they name is there
# doc_check.sh tables root           prints doc/benchmark/tables.md, made of the
#                                    measurements in doc/benchmark/data
# doc_check.sh generated root        the index and the tables are as printed
# doc_check.sh code page header k    prints the ```c blocks of program k of the page;
#                                    header "-": none, else an #include of it
# doc_check.sh run page program k    runs the program and compares its output with
#                                    the k-th ```text block of the page
# Program k of a page is the ```c blocks before its k-th ```text block.
set -u

# blocks page k: lines keep their numbers; k = 0: of the whole page.
blocks() {
  awk -v wanted="$2" '
    /^```/ {
      if (on_text) { program++ }
      on_text = $0 == "```text"
      on = $0 == "```c"
      print ""
      next
    }
    { print on && (wanted == 0 || program + 1 == wanted) ? $0 : "" }' "$1"
}

# differ what wanted documented: complains about names that are in one list only.
differ() {
  sort "$2" | uniq -d >"$2.twice"
  sort "$3" | uniq -d >"$3.twice"
  sort -u "$2" >"$2.sorted"
  sort -u "$3" >"$3.sorted"
  [ -s "$2.sorted" ] || { echo "no $1 found"; failed=1; }
  if [ -s "$3.twice" ]; then
    echo "$1: documented twice"
    cat "$3.twice"
    failed=1
  fi
  lines=$(comm -3 "$2.sorted" "$3.sorted")
  [ -z "$lines" ] && return
  echo "$1: left only in the source, right only in the guide"
  echo "$lines"
  failed=1
}

names() {
  reference=$1/doc/reference
  work=$(mktemp -d) || exit 1
  trap 'rm -rf "$work"' EXIT
  failed=0
  cat "$1"/include/galpha/*.h >"$work/headers"

  # A declaration may begin on the line before its name.
  tr '\n' ' ' <"$work/headers" | sed 's/GALPHA_EXPORT/\n&/g' |
    sed -n 's/^GALPHA_EXPORT [a-zA-Z *]*[ *]\(GALPHA[A-Za-z0-9_]*\)(.*/\1/p' \
      >"$work/functions"
  grep -h '^### ' "$reference"/*.md | tr -c 'A-Za-z0-9_' '\n' |
    grep '^GALPHA' >"$work/described"
  differ functions "$work/functions" "$work/described"

  # Constants with their values, and options with their defaults, as table rows.
  sed -n 's/^#define \(GALPHA_[A-Z0-9_]*\) *\(-\{0,1\}[0-9][0-9]*\)\( .*\)\{0,1\}$/\1 \2/p' \
    "$work/headers" | grep -v HAVE_ >"$work/constants"
  sed -n 's/^| `\(GALPHA_[A-Z0-9_]*\)` | \(-\{0,1\}[0-9]*\) |.*/\1 \2/p' \
    "$reference"/*.md >"$work/listed"
  differ "constants and values" "$work/constants" "$work/listed"

  sed -n 's/^ *\[GALPHA_OPT_[A-Z_]*\] *= {"\([a-z_A-Z]*\)", \([^,]*\),.*/\1 \2/p' \
    "$1/src/api/options.c" >"$work/options"
  sed -n 's/^| `\([a-z_A-Z]*\)` | \([^ |]*\) | .* | .*/\1 \2/p' \
    "$reference/options.md" >"$work/options_listed"
  differ "options and defaults" "$work/options" "$work/options_listed"

  exit $failed
}

# An entry is "### NAME, NAME", its prototypes, and a paragraph that begins with
# "**Must-call, beginner.** One sentence."
index() (
  cd "$1/doc/reference" || exit 1
  awk '
    BEGIN { print "| function | call | level | what it does |\n|---|---|---|---|" }
    function slug(s) {
      s = tolower(s)
      gsub(/[^a-z0-9 _-]/, "", s)
      gsub(/ /, "-", s)
      return s
    }
    /^### / { title = substr($0, 5) }
    title != "" && /^\*\*[MO][a-z-]*, [a-z]*\.\*\* / {
      split(substr($0, 3), part, /[,.]/)
      text = $0
      sub(/^\*\*[^*]*\*\* /, "", text)
      # A sentence that goes on in the next lines.
      while (text !~ /\.( |$)/ && (getline line) > 0 && line != "") {
        text = text " " line
      }
      if (match(text, /\.( |$)/)) { text = substr(text, 1, RSTART - 1) }
      gsub(/\]\([^)]*\)/, "]", text)
      gsub(/[\[\]]/, "", text)
      name = title
      gsub(/, /, "`, `", name)
      printf "| [`%s`](%s#%s) | %s |%s | %s |\n", name, FILENAME, slug(title), \
        tolower(part[1]), part[2], text
      title = ""
    }' functions_integration.md functions_mechanics.md functions_residual.md \
    functions_options.md functions_statistics.md linear_solver_ldlt.md
)

links() {
  cd "$1" || exit 1
  awk '
    function slug(s) {
      s = tolower(s)
      gsub(/[^a-z0-9 _-]/, "", s)
      gsub(/ /, "-", s)
      return s
    }
    function place(path,   n, part, out, i, k) {
      n = split(path, part, "/")
      k = 0
      for (i = 1; i <= n; i++) {
        if (part[i] == "..") { k-- }
        else if (part[i] != "." && part[i] != "") { out[++k] = part[i] }
      }
      path = out[1]
      for (i = 2; i <= k; i++) { path = path "/" out[i] }
      return path
    }
    FNR == 1 { fenced = 0; dir = FILENAME; if (!sub(/[^\/]*$/, "", dir)) { dir = "" } }
    /^```/ { fenced = !fenced }
    fenced || /^    / { next }
    /^#/ { title = $0; sub(/^#+ */, "", title); gsub(/\]\([^)]*\)/, "]", title)
           anchor[FILENAME "#" slug(title)] = 1 }
    {
      rest = $0
      while (match(rest, /`(src|test|cmake|include|examples)\/[a-z0-9_.\/]*`/)) {
        file = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        link[++links] = FILENAME ":" FNR ": " file
        to[links] = file
      }
      rest = $0
      while (match(rest, /\]\([^) ]*\)/)) {
        target = substr(rest, RSTART + 2, RLENGTH - 3)
        rest = substr(rest, RSTART + RLENGTH)
        if (target ~ /^[a-z]+:/) { continue }
        file = target
        sub(/#.*/, "", file)
        hash = index(target, "#") ? substr(target, index(target, "#")) : ""
        file = file == "" ? FILENAME : place(dir file)
        link[++links] = FILENAME ":" FNR ": " target
        to[links] = file
        part_of[links] = hash
      }
    }
    END {
      for (i = 1; i <= links; i++) {
        if (!(to[i] in absent)) { absent[to[i]] = system("test -e " to[i]) }
        missing = absent[to[i]]
        if (!missing && to[i] ~ /\.md$/ && part_of[i] != "") {
          missing = !((to[i] part_of[i]) in anchor)
        }
        if (missing) { print "no target: " link[i]; failed = 1 }
      }
      exit failed
    }' README.md CONTRIBUTING.md $(find doc -name '*.md')
}

tables() (
  cd "$1/doc/benchmark/data" || exit 1
  set --
  for form in soi2 index3 residual first-order; do
    for rest in -klu -ldlt -pos-klu -pos-ldlt; do
      [ ! -e "ratios-$form$rest.csv" ] || set -- "$@" "ratios-$form$rest.csv"
    done
  done
  awk -f ../../../test/benchmark/tables.awk benchmark.csv "$@"
)

generated() {
  failed=0
  made=$(mktemp) || exit 1
  trap 'rm -f "$made" "$made.page"' EXIT
  index "$1" >"$made"
  sed -n '/^| function /,$p' "$1/doc/reference/index.md" >"$made.page"
  diff "$made.page" "$made" ||
    { echo "doc/reference/index.md: see doc_check.sh index"; failed=1; }
  tables "$1" | diff "$1/doc/benchmark/tables.md" - ||
    { echo "doc/benchmark/tables.md: see doc_check.sh tables"; failed=1; }
  exit $failed
}

mode=${1:-}
case $mode in
  names) names "$2" ;;
  index) index "$2" ;;
  links) links "$2" ;;
  messages)
    find "$2/src" -name '*.[ch]' -exec awk -f "$(dirname "$0")/messages.awk" \
      "$2/doc/reference/messages.md" {} +
    ;;
  tables) tables "$2" ;;
  generated) generated "$2" ;;
  code)
    [ "$3" = - ] || echo "#include <$3>"
    blocks "$2" "$4"
    ;;
  run)
    expected=$(mktemp) || exit 1
    trap 'rm -f "$expected"' EXIT
    awk -v wanted="$4" '
      /^```/ { on = $0 == "```text" && ++texts == wanted; next } on' "$2" >"$expected"
    sh "$(dirname "$0")/compare.sh" "$expected" "$3"
    ;;
  *)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
