# awk -f calls.awk layers.txt symbols: see calls.sh. A line of symbols is: folder file
# type name.
FNR == NR {
  if ($0 !~ /^#/ && NF) layer[$1] = ++folders
  next
}
$3 ~ /^[TDRB]$/ { home[$4] = $1; where[$4] = $2 }
$3 == "U" { n++; from[n] = $1; file[n] = $2; name[n] = $4 }
END {
  for (i = 1; i <= n; i++)
    if (name[i] in home && layer[home[name[i]]] > layer[from[i]]) {
      print file[i] " calls " name[i] " of " where[name[i]]
      failed = 1
    }
  exit failed
}
