# gnuplot -c flexible_motion.gp directory: the flexible slider-crank at some moments, its
# deflection magnified, from motion.dat to flexible_motion.svg.
load ARG0[1:strlen(ARG0) - strlen("flexible_motion.gp")]."style.gp"
set terminal svg size 900,420 font "Helvetica,15" background rgb "white"
set output ARG1."/flexible_motion.svg"
data = ARG1."/motion.dat"

# One block for each moment: t, centre of each bar, how far it is from the straight rod;
# the first is the crank, of length 0.3, the others are the rod, of length 1.
large   = 5
moments = 6
shade(i) = i / (moments - 1.0)
moment(i) = system(sprintf("awk 'BEGIN {RS=\"\"} NR == %d {print $1}' '%s'", i, data))

set title sprintf("Slider-crank with an elastic rod of 200 bars, deflection magnified %d \
times", large)
set size ratio -1
set xrange [-0.4:1.45]
set yrange [-0.42:0.42]
set xlabel "x in m"
set ylabel "y in m"
set key outside right center Left reverse samplen 2
set palette defined (0 "#9cc9ec", 0.5 "#2a78bd", 1 "#002447")
set cbrange [0:1]
unset colorbox
plot for [i = 1:moments] data index i - 1 every ::0::0 \
       using (0):(0):(2 * $2):(2 * $3) with vectors nohead lw 4 lc palette cb shade(i - 1), \
     for [i = 1:moments] data index i - 1 every ::1 \
       using ($2 + (large - 1) * $4):($3 + (large - 1) * $5) \
       with lines lw 2 lc palette cb shade(i - 1) \
       title sprintf("t = %.2f s", real(moment(i))), \
     for [i = 1:moments] data index i - 1 every ::200::200 using 2:3 \
       with points pt 5 ps 1 lc palette cb shade(i - 1), \
     data index 0 every ::0::0 using (0):(0) with points pt 9 ps 1.3 lc rgb "#222222" \
       title "ground"
