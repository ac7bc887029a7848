# awk -v known=known.txt -f failed.awk LOG: what failed in the log of Octave's
# test(name, "quiet", LOG), a line each: the reason if a line of known.txt is in its
# code, else FAIL; then the assertion that failed and by how much.
function finish(   reason, i) {
  if (!failed) return
  reason = "FAIL"
  for (i = 1; i <= patterns; i++) if (index(code, pattern[i])) reason = why[i]
  printf "%s  %s  %s\n", reason, assertion, amount
}
BEGIN {
  while ((getline line < known) > 0) {
    if (line ~ /^#/ || line == "") continue
    patterns++
    why[patterns] = pattern[patterns] = line
    sub(/ .*/, "", why[patterns])
    sub(/^[^ ]* /, "", pattern[patterns])
  }
}
/^\*\*\*\*\* / { finish(); code = assertion = amount = ""; failed = 0; inside = 1; next }
/^!!!!! / { failed = 1; inside = 0; next }
inside { code = code $0 "\n"; next }
failed && /^ASSERT errors for:/ { assertion = $0; sub(/^ASSERT errors for: */, "", assertion); next }
failed && assertion == "" && !/^$/ { assertion = $0; next }
failed && /(err|match|Dimensions|Class)/ && amount == "" { amount = $0; gsub(/^ +/, "", amount); gsub(/ +/, " ", amount) }
END { finish() }
