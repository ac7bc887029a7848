# gnuplot -c drift.gp directory: velocity of the pin at the ground, index 3
# beside SOI2, from drift_index3.dat and drift_soi2.dat to drift.svg.
load ARG0[1:strlen(ARG0) - strlen("drift.gp")]."style.gp"
set terminal svg size 960,540 font "Helvetica,15" background rgb "white"
set output ARG1."/drift.svg"

set multiplot layout 1,2 title "Velocity of the pin at the ground, which should \
be 0: rigid slider-crank, HHT α = −0.3, h = 2⁻¹⁰ s"
set size square
set lmargin 9
set title "index 3: a limit cycle"
set xlabel "x velocity in 10⁻⁴ m/s"
set ylabel "y velocity in 10⁻⁴ m/s"
plot ARG1."/drift_index3.dat" using ($2 * 1e4):($3 * 1e4) \
       with points pt 7 ps 0.3 lt 2

set title "SOI2: rounding errors"
set xlabel "x velocity in 10⁻¹⁵ m/s"
set ylabel "y velocity in 10⁻¹⁵ m/s"
plot ARG1."/drift_soi2.dat" using ($2 * 1e15):($3 * 1e15) \
       with points pt 7 ps 0.3 lt 1
unset multiplot
