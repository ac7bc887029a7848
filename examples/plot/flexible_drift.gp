# gnuplot -c flexible_drift.gp directory: violation of the constraints and of their rates
# over time on the flexible slider-crank, rtol = 1e-4, from steps_*.dat to
# flexible_drift.svg.
load ARG0[1:strlen(ARG0) - strlen("flexible_drift.gp")]."style.gp"
set terminal svg size 900,560 font "Helvetica,15" background rgb "white"
set output ARG1."/flexible_drift.svg"
steps(name) = ARG1."/steps_".name.".dat"

# Columns: t, h, order, |g|, |G v| at the end of each step.
set multiplot layout 2,1 title "Elastic slider-crank, rtol = 10^{−4}: constraints"
set lmargin 10
set rmargin 32
set key outside right center Left reverse samplen 2
set xrange [0:1]
set logscale y
set format y "10^{%T}"
set yrange [1e-16:1e-2]
do for [k = 4:5] {
  set ylabel k == 4 ? "largest gap in m" : "its rate in m/s"
  if (k == 5) { set xlabel "time in s" }
  plot steps("galpha") using 1:k with lines lt 1 lw 1 title "GALPHA by default", \
       steps("index3") using 1:k with lines lt 3 lw 1 title "GALPHA, index 3", \
       steps("ida") using 1:k with lines lt 2 lw 1 title "IDA by default"
}
unset multiplot
