# gnuplot -c error_test.gp directory: from error_test.out a ball on a stiff ground and a
# cart with a vibration, by both error tests, to error_test.svg.
load ARG0[1:strlen(ARG0) - strlen("error_test.gp")]."style.gp"
set terminal svg size 960,380 font "Helvetica,15" background rgb "white"
set output ARG1."/error_test.svg"
data = ARG1."/error_test.out"
steps(name, which) = system("awk '/^# ".name.": steps/ {gsub(\",\", \"\"); \
print $".which."}' ".data)

set multiplot layout 1,2 title "Which error test: rtol = atol = 1e-4"
set lmargin 9
set key top right Left reverse samplen 2 font ",13"
set title "Ball on a stiff spring: take the default"
set xrange [0:3]
set yrange [-0.05:1.5]
set xlabel "time in s"
set ylabel "height in m"
plot data index 0 using 1:2 with lines lt 4 lw 3 lc rgb "#bbbbbb" \
       title "exact", \
     data index 0 using 1:3 with lines lt 1 \
       title "q and v: ".steps("ball", 9)." steps", \
     data index 0 using 1:4 with lines lt 2 \
       title "positions alone: ".steps("ball", 12)." steps"
set title "Cart with a vibration of 0.1 mm: take positions"
set label "steps to t = 10" at graph 0.03, 0.06 font ",13"
set xrange [0:0.1]
set yrange [-0.16:0.12]
set ylabel "velocity in m/s"
plot data index 1 using 1:2 with lines lt 4 lw 3 lc rgb "#bbbbbb" \
       title "exact", \
     data index 1 using 1:3 with lines lt 1 \
       title "q and v: ".steps("carts", 9)." steps", \
     data index 1 using 1:4 with lines lt 2 \
       title "positions alone: ".steps("carts", 12)." steps"
unset multiplot
