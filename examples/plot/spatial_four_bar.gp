# gnuplot -c spatial_four_bar.gp directory: the linkage in some positions and the force
# on the ground over time, from spatial_four_bar.csv (spatial_four_bar directory) to
# spatial_four_bar.svg.
load ARG0[1:strlen(ARG0) - strlen("spatial_four_bar.gp")]."style.gp"
set terminal svg size 900,760 font "Helvetica,15" background rgb "white"
set output ARG1."/spatial_four_bar.svg"
set datafile separator ","
data = ARG1."/spatial_four_bar.csv"

# Columns: 1 time, a row every 0.01 s, 2, 3 force on the ground, then x, y of the joints
# ground-crank, crank-coupler, coupler-rocker, ground-rocker.
times = "10 30 50 56 62 74"
row(i) = int(word(times, i)) - 1
shade(i) = (i - 1) / (words(times) - 1.0)

set multiplot
set origin 0, 0.44
set size 1, 0.56
set title "Four-bar linkage of three bodies in space, four revolute joints: \
23 constraints for 21 coordinates"
set size ratio -1
set xrange [-0.3:0.8]
set yrange [-0.25:0.5]
set xlabel "x in m"
set ylabel "y in m"
set key outside right center Left reverse samplen 2
set palette defined (0 "#9cc9ec", 0.5 "#2a78bd", 1 "#002447")
set cbrange [0:1]
unset colorbox
plot for [i = 1:words(times)] for [k = 4:8:2] data skip 1 every ::row(i)::row(i) \
       using k:(column(k + 1)):(column(k + 2) - column(k)):(column(k + 3) - column(k + 1)) \
       with vectors nohead lw 3 lc palette cb shade(i) \
       title k == 4 ? sprintf("t = %.2f s", 0.01 * (row(i) + 1)) : "", \
     for [i = 1:words(times)] for [k = 6:8:2] data skip 1 every ::row(i)::row(i) \
       using k:(column(k + 1)) with points pt 7 ps 0.7 lc palette cb shade(i), \
     for [k = 4:10:6] data skip 1 every ::0::0 using k:(column(k + 1)) \
       with points pt 9 ps 1.3 lc rgb "#222222" title k == 4 ? "ground" : ""

set origin 0, 0
set size noratio 1, 0.43
unset title
set lmargin 9
set xrange [0:2]
set yrange [*:*]
set xlabel "time in s"
set ylabel "force on the ground in N"
plot data skip 1 using 1:2 with lines lt 1 title "in x", \
     data skip 1 using 1:3 with lines lt 2 title "in y"
unset multiplot
