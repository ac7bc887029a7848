# gnuplot -c bouncing_ball.gp directory: the parabolas between the bounces listed
# in bouncing_ball.out to bouncing_ball.svg.
load ARG0[1:strlen(ARG0) - strlen("bouncing_ball.gp")]."style.gp"
set terminal svg size 900,250 font "Helvetica,15" background rgb "white"
set output ARG1."/bouncing_ball.svg"
bounces = ARG1."/bouncing_ball.out"

gravity  = 9.81
sideways = 2.0

# Columns: bounce, time, distance, speed up after it. From x0 with speed v the
# ball is at the height below until it is back at the floor.
height(x, x0, v) = (s = (x - x0) / sideways, y = v * s - gravity * s * s / 2, \
                    s >= 0 && y >= -1e-9 ? y : NaN)
stats bounces skip 1 using 3 nooutput
rows = STATS_records
array x0[rows]
array v0[rows]
set table $ignored
plot bounces skip 1 using (x0[$0 + 1] = $3, v0[$0 + 1] = $4, $3):4 \
  with table
unset table

set title "Bouncing ball, restitution 0.8: events and restarts"
set xrange [0:8]
set yrange [0:1.1]
set size ratio -1
set samples 1000
set xlabel "distance in m"
set ylabel "height in m"
set key top right
plot 1 - gravity * (x / sideways)**2 / 2 with lines lt 1, \
     for [k = 1:rows] height(x, x0[k], v0[k]) with lines lt 1, \
     bounces skip 1 using 3:(0) with points pt 6 ps 0.9 lt 2 title "bounces"
