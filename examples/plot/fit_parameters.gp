# gnuplot -c fit_parameters.gp directory: the position of the rod in some iterations and
# the measured values, from fit_parameters.csv (fit_parameters directory) to
# fit_parameters.svg.
load ARG0[1:strlen(ARG0) - strlen("fit_parameters.gp")]."style.gp"
set terminal svg size 900,400 font "Helvetica,15" background rgb "white"
set output ARG1."/fit_parameters.svg"
set datafile separator ","
data = ARG1."/fit_parameters.csv"

# One block for each iteration; columns: 1 iteration, 2 time, 3 position.
$measured << END
1,1.001491807
2,1.380335272
5,0.939030614
10,1.023578559
END

set title "Slider-crank: stiffness, damping and free length fitted to four positions"
set xrange [0:10.3]
set xlabel "time in s"
set ylabel "position of the rod in m"
set key outside right center Left reverse samplen 2
set palette defined (0 "#9cc9ec", 0.5 "#2a78bd", 1 "#002447")
set cbrange [0:1]
unset colorbox
shown = "0 3 5 10"
plot for [i = 1:words(shown)] data skip 1 index int(word(shown, i)) using 2:3 \
       with lines lw 2 lc palette cb (i - 1) / (words(shown) - 1.0) \
       title "iteration ".word(shown, i), \
     $measured using 1:2 with points pt 7 ps 0.9 lc rgb "#c8500a" title "measured"
