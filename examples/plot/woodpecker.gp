# gnuplot -c woodpecker.gp directory: angles of sleeve and bird, and the height, over two
# cycles, with the modes, from woodpecker.csv (woodpecker directory) to woodpecker.svg.
load ARG0[1:strlen(ARG0) - strlen("woodpecker.gp")]."style.gp"
set terminal svg size 900,560 font "Helvetica,15" background rgb "white"
set output ARG1."/woodpecker.svg"
set datafile separator ","
data = ARG1."/woodpecker.csv"

# Columns: 1 time, 2 height, 3 sleeve, 4 bird, 5 mode: 0 free, 1 an edge slides, 2 sticks.
set multiplot layout 2,1 title "Woodpecker toy: the sleeve sticks, slides, falls; \
the beak strikes at 0.12"
set lmargin 9
set rmargin 14
set xrange [0.05:0.4]
set ylabel "angles in rad"
set yrange [-0.55:0.35]
set key outside center right vertical width -2
plot data skip 1 every 2 using 1:(column(5) == 2 ? 0.35 : -0.55) with filledcurves y1=-0.55 \
       fc rgb "#c8d8ea" title "sticks", \
     data skip 1 every 2 using 1:(column(5) == 1 ? 0.35 : -0.55) with filledcurves y1=-0.55 \
       fc rgb "#f3e0cf" title "slides", \
     0.12 with lines lt 4 dt 2, \
     data skip 1 every 2 using 1:3 with lines lt 2 title "sleeve", \
     data skip 1 every 2 using 1:4 with lines lt 1 title "bird"
set xlabel "time in s"
set ylabel "height in mm"
set yrange [-55:5]
unset key
plot data skip 1 every 2 using 1:(1e3*$2) with lines lt 3
unset multiplot
