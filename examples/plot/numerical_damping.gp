# gnuplot -c numerical_damping.gp directory: spectral radius over w h for each member,
# from numerical_damping.out, to numerical_damping.svg.
load ARG0[1:strlen(ARG0) - strlen("numerical_damping.gp")]."style.gp"
set terminal svg size 900,440 font "Helvetica,15" background rgb "white"
set output ARG1."/numerical_damping.svg"
data = ARG1."/numerical_damping.out"

set title "What a step leaves of a vibration: spectral radius of the members"
set logscale x
set xrange [0.03:1000]
set format x "10^{%T}"
set yrange [0:1.1]
set xlabel "frequency times step, ωh"
set ylabel "amplitude after a step"
set key outside right center Left reverse samplen 2
set object 1 rectangle from 0.03, 0 to 0.314, 1.1 fillcolor rgb "#e8f2e8" \
  fillstyle solid noborder behind
set label 1 "20 steps or\nmore in a period" at 0.035, 0.15 font ",13"
set label 2 "not resolved" at 40, 1.05 font ",13"
plot data index 0 skip 1 using 1:2 with lines lt 4 dt 2 title "ρ_∞ = 1", \
     data index 0 skip 1 using 1:3 with lines lt 3 title "ρ_∞ = 0.9", \
     data index 0 skip 1 using 1:4 with lines lt 1 lw 4 title "ρ_∞ = 0.6, default", \
     data index 0 skip 1 using 1:5 with lines lt 1 lw 1 title "ρ_∞ = 0.3", \
     data index 0 skip 1 using 1:6 with lines lt 1 lw 1 dt 2 title "ρ_∞ = 0", \
     data index 0 skip 1 using 1:7 with lines lt 2 title "HHT, α = −0.3", \
     data index 0 skip 1 using 1:8 with lines lt 2 dt 2 title "Newmark, γ = 0.6"
