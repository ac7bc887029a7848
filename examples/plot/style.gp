# What the pictures have in common; ARG1 of the callers is the data's directory.
set encoding utf8
set border 3 lw 1 lc rgb "#444444"
set tics nomirror out scale 0.6 textcolor rgb "#222222"
set grid lc rgb "#dddddd" lt 1 lw 0.7
set key noautotitle
set linetype 1 lc rgb "#0060a8" lw 2
set linetype 2 lc rgb "#c8500a" lw 2
set linetype 3 lc rgb "#2a8a3c" lw 2
set linetype 4 lc rgb "#222222" lw 1
