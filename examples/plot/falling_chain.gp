# gnuplot -c falling_chain.gp directory: the chain in some moments, force of the plane and
# energy over time, from falling_chain.csv (falling_chain directory) to falling_chain.svg.
load ARG0[1:strlen(ARG0) - strlen("falling_chain.gp")]."style.gp"
set terminal svg size 900,720 font "Helvetica,15" background rgb "white"
set output ARG1."/falling_chain.svg"
set datafile separator ","
data = ARG1."/falling_chain.csv"

# Columns: 1 time, a row every 0.0025 s, 2 force, 3 energy, then x and y of the nodes.
links = 8
times = "1 60 90 114 132 152 600"
row(i) = int(word(times, i)) - 1
shade(i) = (i - 1) / (words(times) - 1.0)
x(k) = column(4 + 2 * k)
y(k) = column(5 + 2 * k)

set multiplot
set origin 0, 0.42
set size 1, 0.58
set title "A chain of eight rods falls on a rough plane"
set size ratio -1
set xrange [-0.2:1]
set yrange [-0.05:0.6]
set xlabel "x in m"
set ylabel "y in m"
set key outside right center Left reverse samplen 2
set palette defined (0 "#9cc9ec", 0.5 "#2a78bd", 1 "#002447")
set cbrange [0:1]
unset colorbox
set arrow 1 from -0.2, 0 to 1, 0 nohead lw 2 lc rgb "#888888" back
plot for [i = 1:words(times)] for [k = 0:links - 1] data skip 1 every ::row(i)::row(i) \
       using (x(k)):(y(k)):(x(k + 1) - x(k)):(y(k + 1) - y(k)) \
       with vectors nohead lw 2 lc palette cb shade(i) \
       title k == 0 ? sprintf("t = %.2f s", 0.0025 * (row(i) + 1)) : "", \
     for [i = 1:words(times)] for [k = 0:links] data skip 1 every ::row(i)::row(i) \
       using (x(k)):(y(k)) with points pt 7 ps 0.5 lc palette cb shade(i)

unset arrow 1
set origin 0, 0
set size noratio 1, 0.42
unset title
set lmargin 9
set xrange [0:0.6]
set yrange [0:*]
set ytics nomirror
set y2range [0:2]
set y2tics
set xlabel "time in s"
set ylabel "force of the plane in N"
set y2label "energy in J"
set key inside top right
plot data skip 1 using 1:2 with lines lt 2 lw 1 title "force", \
     data skip 1 using 1:3 axes x1y2 with lines lt 1 title "energy"
unset multiplot
