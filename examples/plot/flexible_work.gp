# gnuplot -c flexible_work.gp directory: time over error of GALPHA and IDA on the flexible
# slider-crank, from flexible_work.dat to flexible_work.svg.
load ARG0[1:strlen(ARG0) - strlen("flexible_work.gp")]."style.gp"
set terminal svg size 900,460 font "Helvetica,15" background rgb "white"
set output ARG1."/flexible_work.svg"
data = ARG1."/flexible_work.dat"

set title "Slider-crank with an elastic rod of 200 bars: time for an error"
set logscale xy
set xrange [2e-1:2e-4]
set format x "10^{%T}"
set yrange [5:3000]
set xlabel "error of all positions, relative"
set ylabel "time in ms"
set key outside right center Left reverse samplen 2
plot data index 0 using 1:(1e3 * $2) with lp lt 1 pt 7 ps 0.7 title "GALPHA by default", \
     data index 1 using 1:(1e3 * $2) with lp lt 1 dt 2 pt 6 ps 0.7 \
       title "GALPHA, positions tested", \
     data index 2 using 1:(1e3 * $2) with lp lt 3 pt 4 ps 0.7 \
       title "GALPHA, index 3, positions", \
     data index 3 using 1:(1e3 * $2) with lp lt 2 pt 7 ps 0.7 title "IDA by default", \
     data index 4 using 1:(1e3 * $2) with lp lt 2 dt 2 pt 6 ps 0.7 \
       title "IDA at its best"
