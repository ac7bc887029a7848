# gnuplot -c vehicle.gp directory: path, angles, valve currents and pressures of
# the semi-active vehicle, from vehicle.dat and vehicle_ida.dat (vehicle --ida
# directory) to vehicle.svg. As Brüls and Arnold (2008), Figures 12 to 15.
load ARG0[1:strlen(ARG0) - strlen("vehicle.gp")]."style.gp"
set terminal svg size 1000,880 font "Helvetica,15" background rgb "white"
set output ARG1."/vehicle.svg"
galpha = ARG1."/vehicle.dat"
ida    = ARG1."/vehicle_ida.dat"

# Columns: 1 time, a row every 0.02 s, 2 x, 3 y, 4 height, 5 yaw, 6 roll, 7 pitch;
# for each corner acceleration, current, rebound and compression pressure from 8.
current(c) = 9 + 4 * c
corners = "'front left' 'front right' 'rear left' 'rear right'"

set multiplot
set lmargin 9
set rmargin 19
set bmargin 1.2
set tmargin 0.5
set key outside right center Left reverse samplen 2
set origin 0, 0.75
set size 1, 0.24
set title "Semi-active vehicle, lane change and back at 10 m/s: h = 0.01 s and IDA" \
  offset 0, -0.3
set tmargin 2.2
set bmargin 3.2
set xrange [0:97]
set yrange [-3.6:0.5]
set ytics 1
set xlabel "x in m"
set ylabel "y in m"
plot galpha every 5 using 2:3 with lines lt 1 title "chassis", \
     ida every 20 using 2:3 with points pt 6 ps 0.5 lt 4 title "IDA"

set origin 0, 0.53
set size 1, 0.21
unset title
unset xlabel
set tmargin 0.5
set bmargin 1.2
set format x ""
set xrange [0:10]
set xtics 1
set yrange [-4.5:4.5]
set ytics -4, 2
set ylabel "angles in °"
plot galpha every 3 using 1:6 with lines lt 1 title "roll", \
     galpha every 3 using 1:(10 * $7) with lines lt 2 title "10 × pitch", \
     ida every 15 using 1:6 with points pt 6 ps 0.5 lt 4 title "IDA", \
     ida every 15 using 1:(10 * $7) with points pt 6 ps 0.5 lt 4

set origin 0, 0.30
set size 1, 0.22
set yrange [-0.1:1.7]
set ytics 0, 0.4
set ylabel "valve currents in A"
plot galpha using 1:current(0) with lines lt 1 title word(corners, 1), \
     galpha using 1:current(1) with lines lt 2 title word(corners, 2), \
     galpha using 1:current(2) with lines lt 3 lw 1 title word(corners, 3), \
     galpha using 1:current(3) with lines lt 4 title word(corners, 4)

set origin 0, 0
set size 1, 0.29
set bmargin 3.2
set format x
set xlabel "time in s"
set yrange [0:*]
set ytics 0, 10
set ylabel "pressures in bar"
set key title "rear right"
plot galpha every 2 using 1:22 with lines lt 1 title "rebound", \
     galpha every 2 using 1:23 with lines lt 2 title "compression", \
     ida every 8 using 1:22 with points pt 6 ps 0.5 lt 4 title "IDA"
unset multiplot
