# gnuplot -c spring_mass.gp directory: from spring_mass.out position, force and
# errors to spring_mass.svg (Brüls and Arnold (2008), Figures 3 to 6).
load ARG0[1:strlen(ARG0) - strlen("spring_mass.gp")]."style.gp"
set terminal svg size 960,760 font "Helvetica,15" background rgb "white"
set output ARG1."/spring_mass.svg"
data = ARG1."/spring_mass.out"

set multiplot layout 2,2 title "Controlled spring-mass with saturation, \
Brüls and Arnold (2008): ρ = 0.8"
set lmargin 10
set xrange [0:20]
set xlabel "time in s"
set title "Position of the mass, h = 0.1 s"
set ylabel "q in m"
plot data index 0 using 1:2 with lines lt 1
set title "Actuator force, h = 0.1 s"
set ylabel "force in N"
set yrange [-1.2:1.2]
plot data index 0 using 1:3 with lines lt 2

set logscale xy
set xrange [1e-3:0.2]
set yrange [1e-9:3e-2]
set format xy "10^{%T}"
set ylabel "relative error at t = 5 s"
set key bottom right Left reverse samplen 2 font ",13"
set xlabel "step H in s"
set title "Equal steps"
plot data index 1 using 1:2 with lp lt 1 pt 4 title "q", \
     data index 1 using 1:3 with lp lt 2 pt 6 title "x", \
     x * x with lines dt 2 lc rgb "#888888" title "H²"
set xlabel "macro-step H in s"
set title "Steps 0.3 H, 0.7 H, …"
plot data index 1 using 1:4 with lp lt 1 pt 4 title "q, γ and θ fixed", \
     data index 1 using 1:5 with lp lt 2 pt 6 title "x, γ and θ fixed", \
     data index 1 using 1:6 with lp lt 1 pt 5 title "q, γ and θ updated", \
     data index 1 using 1:7 with lp lt 2 pt 7 title "x, γ and θ updated", \
     x * x with lines dt 2 lc rgb "#888888" title "H²"
unset multiplot
