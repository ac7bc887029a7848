# gnuplot -c plot.gp model N: time against true error of each solver, from
# curves.csv of the current directory to work-precision-<model>-<N>.svg.
load ARG0[1:strlen(ARG0) - strlen("test/benchmark/plot.gp")]."examples/plot/style.gp"
set terminal svg size 900,620 font "Helvetica,15" background rgb "white"
set output "work-precision-".ARG1."-".ARG2.".svg"

select = "awk -F, '$1 == \"".ARG1."\" && $2 == ".ARG2
names  = system(select." && !seen[$3]++ { gsub(/ /, \"_\", $3); print $3 }' curves.csv")
spaced(name)  = system("echo '".name."' | tr _ ' '")
points(name)  = "< ".select." && $3 == \"".spaced(name)."\" { print $4, $5 }' curves.csv | sort -g"
is_own(name)  = name[1:6] eq "GALPHA"

set linetype 4 lc rgb "#18a0a8"
set linetype 5 lc rgb "#8a2a8c"
set linetype 6 lc rgb "#d070b8"
set linetype 7 lc rgb "#222222"
set linetype 8 lc rgb "#777777"
set linetype 9 lc rgb "#b0821e"
set linetype 10 lc rgb "#c02020"
line(i) = is_own(word(names, i)) ? i : i - own + 6
own = 0
do for [i = 1:words(names)] { own = own + is_own(word(names, i)) }

set title ARG1.", N = ".ARG2
set logscale xy
set format xy "10^{%T}"
set xrange [5e-5:5e-2]
set xlabel "true error of q"
set ylabel "CPU time in s"
set key outside right top Left reverse samplen 2
plot for [i = 1:words(names)] points(word(names, i)) using 1:2 with linespoints \
  lt line(i) lw (is_own(word(names, i)) ? 3 : 1.5) pt (is_own(word(names, i)) ? 7 : 4) \
  ps 0.6 title spaced(word(names, i)) noenhanced
