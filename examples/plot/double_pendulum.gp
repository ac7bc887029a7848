# gnuplot -c double_pendulum.gp directory: angle and rate of the first bar in
# double_pendulum.out over time, to double_pendulum.svg (Gavrea et al. (2005), Figures 2 and 3).
load ARG0[1:strlen(ARG0) - strlen("double_pendulum.gp")]."style.gp"
set terminal svg size 900,640 font "Helvetica,15" background rgb "white"
set output ARG1."/double_pendulum.svg"
motion = ARG1."/double_pendulum.out"

set multiplot layout 2,1 title "Stiff double pendulum of Gavrea et al. (2005), section 6.2: Newmark \
γ = 3/4, h = 0.001 s"
set lmargin 9
set xrange [0:2]
set ylabel "angle θ₁ in rad"
plot motion using 1:2 with lines lt 1
set xlabel "time in s"
set ylabel "rate of θ₁ in rad/s"
plot motion using 1:3 with lines lt 2
unset multiplot
