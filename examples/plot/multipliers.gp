# gnuplot -c multipliers.gp directory: the force in the pin between crank and
# rod over time, from galpha.dat and ida.dat to multipliers.svg.
load ARG0[1:strlen(ARG0) - strlen("multipliers.gp")]."style.gp"
set terminal svg size 900,420 font "Helvetica,15" background rgb "white"
set output ARG1."/multipliers.svg"
galpha = ARG1."/galpha.dat"
ida    = ARG1."/ida.dat"

set title "Force in the pin between crank and rod: the constraints' multipliers"
set xlabel "time in s"
set ylabel "force in N"
set xrange [0:10]
set key outside right center Left reverse samplen 2
plot galpha using 1:8 with lines lt 1 title "λ₁, along x", \
     galpha using 1:9 with lines lt 2 title "λ₂, along y", \
     for [k = 8:9] ida using 1:k with points pt 6 ps 0.7 lc rgb "#222222" \
       title k == 8 ? "IDA" : ""
