# gnuplot -c motion.gp directory: the slider-crank in five positions, and its
# coordinates over time, from galpha.dat and ida.dat to motion.svg.
load ARG0[1:strlen(ARG0) - strlen("motion.gp")]."style.gp"
set terminal svg size 900,760 font "Helvetica,15" background rgb "white"
set output ARG1."/motion.svg"
galpha = ARG1."/galpha.dat"
ida    = ARG1."/ida.dat"

# Columns: 1 time, a row every 0.02 s, 2 crank angle, 3 the rod's centre (on the
# x axis). The crank has length 0.5, the rod's other end mirrors the pin at the
# centre, the spring runs from the crank's middle to that of the rod's first half.
row(t) = int(50 * t + 0.5)
x(q) = 0.5 * cos(q)
y(q) = 0.5 * sin(q)

set multiplot
set origin 0, 0.52
set size 1, 0.48
set title "Slider-crank with spring and damper, its free end pulled to the right"
set size ratio -1
set xrange [-0.3:2.7]
set yrange [-0.62:0.62]
set xlabel "x in m"
set ylabel "y in m"
set key outside right center Left reverse samplen 2
set palette defined (0 "#9cc9ec", 2 "#2a78bd", 4 "#002447")
set cbrange [0:4]
unset colorbox
plot for [t = 0:4] galpha every ::row(t)::row(t) \
       using (x($2) / 2):(y($2) / 2):($3 / 2):(0) \
       with vectors nohead dt 3 lw 2 lc palette cb t, \
     for [t = 0:4] galpha every ::row(t)::row(t) \
       using (0):(0):(x($2)):(y($2)) \
       with vectors nohead lw 4 lc palette cb t, \
     for [t = 0:4] galpha every ::row(t)::row(t) \
       using (x($2)):(y($2)):(2 * ($3 - x($2))):(-2 * y($2)) \
       with vectors nohead lw 4 lc palette cb t title sprintf("t = %d s", t), \
     for [t = 0:4] galpha every ::row(t)::row(t) using (x($2)):(y($2)) \
       with points pt 7 ps 0.8 lc palette cb t, \
     for [t = 0:4] galpha every ::row(t)::row(t) using 3:(0) \
       with points pt 5 ps 0.9 lc palette cb t, \
     galpha every ::0::0 using (0):(0) \
       with points pt 9 ps 1.3 lc rgb "#222222" title "ground", \
     NaN with lines dt 3 lw 2 lc rgb "#222222" title "spring"

set origin 0, 0
set size noratio 1, 0.5
unset title
set xrange [0:10]
set yrange [*:*]
set xlabel "time in s"
set ylabel "angles in rad, position in m"
plot galpha using 1:2 with lines lt 1 title "crank angle", \
     galpha using 1:3 with lines lt 2 title "rod's centre", \
     galpha using 1:4 with lines lt 3 title "rod angle", \
     for [k = 2:4] ida using 1:k with points pt 6 ps 0.7 lc rgb "#222222" \
       title k == 2 ? "IDA" : ""
unset multiplot
