# gnuplot -c nonlinear_test.gp directory: the errors in nonlinear_test.out over
# the step size, beside a line of slope 2, to nonlinear_test.svg (Jay and Negrut (2009), Figure 1).
load ARG0[1:strlen(ARG0) - strlen("nonlinear_test.gp")]."style.gp"
set terminal svg size 640,480 font "Helvetica,15" background rgb "white"
set output ARG1."/nonlinear_test.svg"
errors = ARG1."/nonlinear_test.out"

step(text) = 1.0 / real(text[3:])

set title "Test problem of Jay and Negrut (2009), (15), steps h/3, 2h/3: order 2 in all components"
set logscale xy
set format y "10^{%T}"
set xtics ("1/320" 1 / 320.0, "1/160" 1 / 160.0, "1/80" 1 / 80.0)
set xrange [2e-3:2e-2]
set yrange [1e-7:1e-3]
set xlabel "h"
set ylabel "error at t = 1"
set key outside right center Left reverse samplen 2
plot errors skip 1 using (step(strcol(1))):2 with lp lt 1 pt 4 title "y", \
     errors skip 1 using (step(strcol(1))):3 with lp lt 2 pt 6 title "z", \
     errors skip 1 using (step(strcol(1))):4 with lp lt 3 pt 1 title "λ", \
     errors skip 1 using (step(strcol(1))):5 with lp lt 4 pt 3 title "ψ", \
     x * x with lines dt 2 lc rgb "#888888" title "h²"
