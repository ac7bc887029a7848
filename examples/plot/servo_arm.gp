# gnuplot -c servo_arm.gp directory: angles, voltage and current over time, from
# servo_arm.csv (servo_arm directory) to servo_arm.svg.
load ARG0[1:strlen(ARG0) - strlen("servo_arm.gp")]."style.gp"
set terminal svg size 900,560 font "Helvetica,15" background rgb "white"
set output ARG1."/servo_arm.svg"
set datafile separator ","
data = ARG1."/servo_arm.csv"

# Columns: 1 time, 2 target, 3 angle, 4 elbow, 5 voltage, 6 current, 7 integral.
set multiplot layout 2,1 title "Servo arm: PI controller, a motor of at most 24 V, \
a new target at t = 2 s"
set lmargin 9
set rmargin 9
set xrange [0:4]
set ylabel "angles in rad"
set yrange [-1.8:2.6]
set key top right horizontal
plot data skip 1 using 1:2 with steps lt 4 dt 2 title "target", \
     data skip 1 using 1:3 with lines lt 1 title "upper arm", \
     data skip 1 using 1:4 with lines lt 3 lw 1 title "elbow"
set xlabel "time in s"
set ylabel "voltage in V"
set yrange [-28:34]
set y2range [-56:68]
set y2tics 20
set y2label "current in A"
plot data skip 1 using 1:5 with lines lt 1 title "voltage", \
     data skip 1 using 1:6 axes x1y2 with lines lt 2 lw 1 title "current"
unset multiplot
