# gnuplot -c flexible_four_bar.gp directory: the linkage in six positions, its
# deflection magnified, torque and deflection over time, from flexible_four_bar.csv
# (flexible_four_bar directory) to flexible_four_bar.svg.
load ARG0[1:strlen(ARG0) - strlen("flexible_four_bar.gp")]."style.gp"
set terminal svg size 900,820 font "Helvetica,15" background rgb "white"
set output ARG1."/flexible_four_bar.svg"
set datafile separator ","
data = ARG1."/flexible_four_bar.csv"

# Columns: 1 time, a row every ms, 2 crank angle, 3 torque, 4 deflection, then x and y
# of the nodes 0 ... links.
links  = 20
ground = 0.5
large  = 5
x(k) = column(5 + 2 * k)
y(k) = column(6 + 2 * k)
dx(k) = x(links) - x(0)
dy(k) = y(links) - y(0)
# Node k, moved away from the straight line between the ends.
away(k) = (large - 1) * (dx(0) * (y(k) - y(0)) - dy(0) * (x(k) - x(0))) / \
          (dx(0)**2 + dy(0)**2)
X(k) = x(k) - away(k) * dy(0)
Y(k) = y(k) + away(k) * dx(0)

times = "0 120 180 220 260 320"
row(i) = int(word(times, i))

set multiplot
set origin 0, 0.46
set size 1, 0.54
set title sprintf("Four-bar linkage with a flexible coupler, deflection magnified %d times", large)
set size ratio -1
set xrange [-0.15:0.75]
set yrange [-0.12:0.36]
set xlabel "x in m"
set ylabel "y in m"
set key outside right center Left reverse samplen 2
set palette defined (0 "#9cc9ec", 0.5 "#2a78bd", 1 "#002447")
set cbrange [0:1]
unset colorbox
shade(i) = (i - 1) / (words(times) - 1.0)
plot for [i = 1:words(times)] data skip 1 every ::row(i)::row(i) \
       using (0):(0):(x(0)):(y(0)) with vectors nohead lw 3 lc palette cb shade(i), \
     for [i = 1:words(times)] data skip 1 every ::row(i)::row(i) \
       using (ground):(0):(x(links) - ground):(y(links)) \
       with vectors nohead lw 3 lc palette cb shade(i) \
       title sprintf("t = %.2f s", 1e-3 * row(i)), \
     for [i = 1:words(times)] for [k = 0:links - 1] data skip 1 \
       every ::row(i)::row(i) using (X(k)):(Y(k)):(X(k + 1) - X(k)):(Y(k + 1) - Y(k)) \
       with vectors nohead lw 2 lc palette cb shade(i), \
     for [i = 1:words(times)] data skip 1 every ::row(i)::row(i) using (x(0)):(y(0)) \
       with points pt 7 ps 0.7 lc palette cb shade(i), \
     for [i = 1:words(times)] data skip 1 every ::row(i)::row(i) \
       using (x(links)):(y(links)) with points pt 7 ps 0.7 lc palette cb shade(i), \
     data skip 1 every ::0::0 using (0):(0) with points pt 9 ps 1.3 lc rgb "#222222" \
       title "ground", \
     data skip 1 every ::0::0 using (ground):(0) with points pt 9 ps 1.3 lc rgb "#222222"

set origin 0, 0
set size noratio 1, 0.45
unset title
set lmargin 9
set xrange [0:1]
set yrange [-12:12]
set ytics nomirror
set y2range [-1.2:1.2]
set y2tics
set xlabel "time in s"
set ylabel "deflection in mm"
set y2label "torque in N m"
set key inside top right vertical
plot data skip 1 every 2 using 1:(1e3 * $4) with lines lt 1 title "deflection of the middle", \
     data skip 1 every 2 using 1:3 axes x1y2 with lines lt 2 title "torque of the drive"
unset multiplot
