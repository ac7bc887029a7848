# gnuplot -c flexible_steps.gp directory: size and order of the steps over time on the
# flexible slider-crank, rtol = 1e-4, from steps_*.dat to flexible_steps.svg.
load ARG0[1:strlen(ARG0) - strlen("flexible_steps.gp")]."style.gp"
set terminal svg size 900,560 font "Helvetica,15" background rgb "white"
set output ARG1."/flexible_steps.svg"
steps(name) = ARG1."/steps_".name.".dat"
number(name) = system("wc -l < '".steps(name)."'") + 0

# Columns: t, h, order, |g|, |G v| at the end of each step.
set multiplot layout 2,1 title "Elastic slider-crank, rtol = 10^{−4}: steps"
set lmargin 10
set rmargin 32
set key outside right center Left reverse samplen 2
set xrange [0:1]
set logscale y
set format y "10^{%T}"
set yrange [1e-6:2e-2]
set ylabel "step size in s"
plot steps("galpha") using 1:2 with lines lt 1 lw 1 \
       title sprintf("GALPHA by default, %d", number("galpha")), \
     steps("positions") using 1:2 with lines lt 3 lw 1 \
       title sprintf("GALPHA, positions, %d", number("positions")), \
     steps("ida") using 1:2 with lines lt 2 lw 1 \
       title sprintf("IDA by default, %d", number("ida"))
unset logscale y
set format y
set yrange [0:5.5]
set ytics 1
set xlabel "time in s"
set ylabel "order"
plot steps("galpha") using 1:3 with steps lt 1 title "GALPHA", \
     steps("ida") using 1:3 with steps lt 2 lw 1 title "IDA"
unset multiplot
