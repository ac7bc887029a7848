/* Tuned constants of starts, checks and messages: the rest of tuning.h, which includes it. */
#ifndef GALPHA_BASE_TUNING_START_H
#define GALPHA_BASE_TUNING_START_H

// clang-format off

/* Start of mechanics */
#define START_TIME_DIGITS              1e-7                   /* least relative increment of t, below which too many digits are lost | half, twice: none of 266 runs changes */
#define START_RESTART                  0.003                  /* restart: time over which an error of v may move positions by a tolerance, relative to the last step | half, twice: none of 266 runs changes */
#define START_LEFT                     1000.0                 /* restart: change of velocities, in tolerances, above which they are not those of the run before | own values of ten mechanisms from 1e-2 to 1e-8: at most 15 in SOI2, 700 in index 3 */
#define START_LEFT_SHARE               0.05                   /* and as a share of the largest velocity | the error of a run at rtol = 1e-2 is below it; a velocity after an impact is not */
#define START_SWITCHED                 100.0                  /* change of velocities, in units of the error test, up to which a restart accepts it, also for constraints just switched on | a rocking rod after 1700 steps of order 2 at 1e-7: 17 */
#define START_PROJECTIONS              25                     /* largest number of projections of given values | half, twice: none of 266 runs changes */
#define START_PASSES                   200                    /* largest number of passes through a loop of outputs | half, twice: none of 266 runs changes */
#define START_LOOP_LEFT                1e-9                   /* what may be left of an output equation, relative to the largest state or output | rounding of a loop of gain 100 leaves 1e-13 */
#define START_LOOP_NEWTON              30                     /* largest number of Newton iterations for a loop of outputs | 166 checks of loops of gains -100 to 100, 13 of them limited: with 3, 5, 8 iterations 30, 9, 0 fail */
#define START_LOOP_WIDTH               1e-3                   /* increment of an output for its derivatives, relative to what is left of its equation | those loops: 1e-6, 0.1, 1 do not change a check */
#define START_LOOP_HALVINGS            20                     /* largest number of halvings of an iteration | those loops: with 3, 8 halvings 18, 0 checks fail */
#define START_JERK                     7                      /* largest number of increments for the derivative of accelerations | half, twice: 4, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define START_JERK_ROUNDING            1e-12                  /* size of this derivative of a rate that is 0, relative to the quotient from which it is extrapolated, up to which it is 0 | loads that grow like t^2 from rest: 1e-16 in one order of sums and 0 in another, and first steps differ */
#define START_INCREMENT                1e-3                   /* first of these increments, relative to the time in which the rate changes its argument by its size | it falls by tens to the best one: START_JERK */
#define START_JERK_LITTLE              1e-5                   /* change of this derivative, over the time scale of the start, relative to accelerations, in tolerances, at which it is known well enough: at rest it vanishes | 1000 linkages from rest: 4 increments instead of 8, 6 % of the instructions at 1e-3; four-bar, A, C, 84 runs: the same errors of q and v; 1e-3: 2 increments, an angle beside lengths of 1e8 off by 100 tolerances */
#define START_BRIEF                    1e-5                   /* least first step with constraints on positions, relative to the time in which the coordinates change by their size | rounding over h^2 is 2e-6 of the accelerations; pendulums whose first tout is 1e-13 to 1e-4 away: lambda off by more than 1e3 tolerances in 27 of 51 runs without, 2 with it, in 0.71 times the steps */
#define START_NEWTON                   15                     /* largest number of corrections of accelerations | half, twice: 3, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define IMPACT_HELD                    1e-10                  /* momentum left of a unit impulse, relative to the largest entry of its direction, up to which constraints hold it | rounding; half, twice: none of 266 runs changes */
#define IMPACT_ROUND                   1e-12                  /* speed, relative to that of all kinetic energy, up to which it is rounding | half, twice: none of 266 runs changes */
#define IMPACT_MOST                    100                    /* impacts in a row at one time, after which the rest end without restitution | half, twice: none of 266 runs changes */
#define DRIVE_SPAN                     1e-3                   /* least time scale of a start, relative to the coordinates' own | half, twice: none of 266 runs changes */
#define DRIVE_FAR                      0.25                   /* longest increment searched, relative to the time to the first output or 1 | pivot that moves as A (1 - cos w t): before, a0 = 0 whatever tout */
#define DRIVE_TIME                     1e3                    /* time scale of a drive, in increments chosen by differences of order 5 | as DRIVE_FAR */
#define DRIVE_RESOLVED                 256.0                  /* the same in largest increments that resolve it | A sin(w t) and A e^-t sin(w t) from t = 0, rho 0.6: v'' from increments of 1e-15 to 1e-9 was -860 to 3e6 instead of -800, lambda of the first step off by 4 %, now by 1e-5; test law/driven_start */
#define DRIVE_ALLOWED                  1e-6                   /* error of g_t by rounding of g, relative to the tolerance of v, that is negligible | supports, pendulums and cranks driven at 0.3 to 100 rad/s, 0 to 1000 from the origin, 1e-4 to 1e-10, 186 runs: lambda is off in 7 with 1e-2, 5 with 1e-3 to 1e-5; driven pendulum with tolerances on lambda (see DIFFERENCE_SIZE): two of five runs take more than 100000 steps with 1e-4, none with 1e-6 */
#define DRIVE_AGREES                   1.0                    /* difference of two g_t, over the error by rounding of that with shorter increments, up to which longer ones are as good | those 186 runs: 1 does not end, 2 take 1.3 times the steps with g_t, 5 are off in lambda; 1, 3, 6 with 2; 2, 3, 6 with 4; with 0.5 one result in a hundred disagrees by chance */
#define DRIVE_TYPICAL                  0.01                   /* rounding of g_t that the error test tolerates, over its largest, in units of RATE_NOISE | support at 30 rad/s, 100 from the origin, 1e-10: more than 60000, 6065, 2256, 1936, 1393 steps with 0, 0.003, 0.01, 0.02, 0.125, with g_t 2408; errors of q 5e-9, 6e-11, 3e-10, 3e-10, 1e-9 */
#define DRIVE_DOUBT                    10.0                   /* factor on estimated errors of g_t | half, twice: none of 266 runs changes */
#define CURVATURE_REFINE               9                      /* largest number of refinements of an increment | half, twice: 0, 21 of 266 runs change, steps 1.00, 1.00, errors 1.00, 0.97 */
#define CURVATURE_REFINE_G             4                      /* the same for second differences, which lose twice as many digits | half, twice: none of 266 runs changes */
#define CURVATURE_FAR                  0.25                   /* longest increment, relative to the coordinates' own time scale | as DRIVE_FAR */
#define CURVATURE_REACH                64.0                   /* the same relative to the increment of the drives, if that is longer | q = A sin(w t) near 0 at w t = 8e7: without, lambda 0 instead of 6020, 9% of starts off by 1e-3 or more */
#define CURVATURE_RESOLVED             256.0                  /* change of a value, in roundings, from which its rounding is negligible | as DRIVE_FAR */
#define CURVATURE_LEAST                1e-6                   /* upper bound of the first increment, relative to the coordinates' own time scale | half, twice: none of 266 runs changes */
#define CURVATURE_DRIVE                1e-3                   /* increment of a drive that is not known, relative to the longest one | v0 = sin(pi) instead of 0: the drive is found */
#define DRIVE_LEAST_DT                 64.0                   /* least increment of t, in roundings of t | from t0 = 1e5 on the error of g_t counts */
#define PATH_FURTHER                   256.0                  /* factor on the longest increment for a row that changes and is not resolved | as DRIVE_FAR */
#define PATH_RISEN                     100.0                  /* ratio of the error to the least one above which the increment is too long | half, twice: none of 266 runs changes */
#define PATH_SMOOTH                    1000.0                 /* growth of a change over 8 times the time up to which it is noise, or grows like tau or tau^2 | half, twice: none of 266 runs changes */
#define PATH_RESOLVED                  0.01                   /* relative disagreement of two formulas up to which a change is resolved | half, twice: none of 266 runs changes */
#define PATH_GRAIN                     10.0                   /* rounding of values in first derivatives, over their least change | 20000 rods L(t) from t = 0, sin(w t + 5.6): 4 starts refused with 0.3, 3 with 3, 1 with 10; from 100 on errors at late times grow fourfold */
#define PATH_GRAIN_2                   0.3                    /* the same in second derivatives | not measured */
#define PATH_CLOCK                     3.0                    /* rounding of values, over their change within one unit in the last place of t | 168000 starts of four drives: 48 refused, 17 with wrong lambda with 0, none with 2 to 4 */
#define PATH_RESTS                     1e-2                   /* share of its change that the derivative of a row explains, up to which the row begins at rest | drive of order 5 at t = -5, rtol 1e-7: increments of g_t of 1.5e-8, whose rounding stopped the run at t = 0.96 of 3 */
#define PATH_STEEPER                   1e3                    /* ratio of the derivative over the last increment to that over the best one above which a row has no time scale of its own | a drive like t^7 from rest: increments of g_t of 3e-14 for the whole run, 100000 steps up to t = 0.66 */
#define PATH_HIDDEN                    0.1                    /* ratio of a value to its error up to which it is 0 | half, twice: 0, 1 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define PATH_BISECTIONS                14                     /* largest number of bisections of an increment | half, twice: none of 266 runs changes */
/* Start of F = 0 */
#define IC_SHORTER                     1e-4                   /* smallest ratio of the step sizes that are tried | with the shortest one a correction is almost Newton's own; half, twice: none of 266 runs changes */
#define IC_SHORTEST                    1e-12                  /* smallest step size, relative to the time to the first output | half, twice: none of 266 runs changes */
#define IC_FIRST                       1e-3                   /* first step size, relative to the time to the first output | the value of IDA */
#define IC_ROUNDING                    1e3                    /* index 2 and 3: the first step is so long that rounding of multipliers is below 1/IC_ROUNDING of the tolerances | pendulum, 1e-8: without, first step 1e-9, 100000 steps end at t = 1e-6 */
#define IC_SUFFICIENT                  1e-4                   /* sufficient decrease in the line search | the value of IDA */
#define IC_SLOW                        0.9                    /* contraction rate above which another matrix is tried | the value of IDA */
#define IC_TO_BOUND                    0.99                   /* share of the distance to a bound that a correction may use | half, twice: none of 266 runs changes */
#define IC_REFUSED                     10                     /* largest number of trials in a row at which a callback fails | half, twice: none of 266 runs changes */
#define IC_POLISH                      20                     /* largest number of corrections down to round-off | half, twice: none of 266 runs changes */
#define IC_ENOUGH                      1e-4                   /* iterative solvers, whose iterations increase with accuracy: tolerance relative to that of the start | half, twice: none of 266 runs changes */
/* Checks of derivatives and declarations */
#define WRONG_CONSTRAINT               1e-3                   /* relative deviation of a row of G or K above which a start is refused | they are part of the equations; half, twice: none of 266 runs changes */
#define WRONG_LATER                    1e-4                   /* the same in a run, where a glance finds more and two comparisons in succession agree | G times 1.001 from some time on: lambda off by as much */
#define WRONG_FORCE                    1e-2                   /* the same of other derivatives, which messages name | they only serve Newton's iteration; half, twice: none of 266 runs changes */
#define WRONG_INCREMENT                1e-5                   /* displacement, relative to the largest component, or of each component relative to its size | errors of the quotients are far below WRONG_CONSTRAINT */
#define WRONG_SHORTER                  12                     /* number of shorter displacements, by CHECK_RATIO each, one of which confirms a right row | angle beside lengths of 1e5 to 1e11: refused without, with 4 from 1e8 on */
#define WRONG_OPEN                     30.0                   /* uncertainty of these, over the deviation that is refused, up to which they confirm a row | without, rounding confirms one row in ten */
#define WRONG_ROUGH                    4.0                    /* deviation of a user's G or K from extrapolated differences, over their uncertainty, from which it is an error of G or K | given ones deviate by at most the uncertainty */
#define WRONG_LEAST_ROW                1e-3                   /* least size of a row, relative to the largest one, to which this error is related | terms of a row may cancel along the direction */
#define WRONG_ROUNDINGS                64.0                   /* uncertainty, in roundings of a row's terms, up to which it is rounding and not curvature | rod at 4e8 whose angle hardly moves x: refused without */
#define WRONG_BRIEF                    1e-2                   /* displacement relative to the usual size of each component, up to which it accuses a G or K in a run | 4500 right models of ten kinds, up to 1e10 lengths from the origin, 1300 of them compared after every step: none accused but two whose G is differenced across a kink */
#define WRONG_SIZES                    1e3                    /* ratio of the usual size of a component to the largest component, or the inverse, above which each is displaced by its own size, too | body of 1e-8 with an angle: a wrong G passed */
#define WRONG_TRANSPOSE                1e-6                   /* relative difference of products with G and with its transpose above which they are refused | G may be differences of g */
#define WRONG_CONFLICT                 0.1                    /* relative contradiction of dependent rows above which a start is refused | curvature leaves less; half, twice: none of 266 runs changes */
#define NEARLY_DEPENDENT               0.03                   /* singular position: largest length of a combination of rows of length 1, relative to that of its coefficients | bars that a driven pin draws into line, all formulations, 1e-2 to 1e-8: reported, before as "a jump"; 1e-2 missed one */
#define NEARLY_MORE                    10.0                   /* and least ratio of that length nearby to it | as NEARLY_DEPENDENT */
#define NEARLY_MOVED                   0.3                    /* largest distance of these nearby positions, relative to q | the same bars in residual form: v grows to 1e5 before a run ends */
#define NEARLY_PLACES                  4                      /* residual form: number of times at which this is examined, from that distance to the span | the same bars in index 2: without, 1 of 5 reported */
#define NEARLY_EXACT                   1e-2                   /* relative error of the square of that length | half, twice: none of 266 runs changes */
#define NEARLY_ROUNDS                  10                     /* largest number of gradients per row | chains of 10 to 1000 rows need 1 to 3 */
#define DECLARED_BENT                  1e-6                   /* ratio of the second to the first difference of g above which G is not constant | half, twice: none of 266 runs changes */
#define DECLARED_MOVED                 1e-2                   /* relative displacement of the coordinates for it | half, twice: none of 266 runs changes */
#define DECLARED_NEAR                  1e-3                   /* time over which g is compared with g_t if no dependence on t was found, relative to the longest time examined | not measured */
#define ORDER_NEARBY                   1e-3                   /* relative distance of the second point at which orders are checked | half, twice: none of 266 runs changes */
#define ORDER_FEW                      300                    /* largest number of components that are examined one by one | calls of F; half, twice: none of 266 runs changes */
#define DETECT_FEW                     50                     /* largest number of components whose columns are examined without a matrix | calls of F; half, twice: none of 266 runs changes */
#define PATTERN_OTHERS                 4                      /* largest number of other arguments of a function, which are displaced when a pattern is searched for | half, twice: none of 266 runs changes */
#define PATTERN_AWAY                   1e-3                   /* relative displacement of arguments | half, twice: none of 266 runs changes */
#define PATTERN_NEARER                 8                      /* number of displacements, each an eighth of the one before, tried until no callback fails | gap of 2e-6 beside an angle of 1: without, the start failed */
#define PATTERN_SLOW                   0.5                    /* contraction rate of a new matrix above which patterns found by searching may lack entries | 192 runs of contacts, latches and beams, over dense blocks: steps 1.05, calls of f 0.25; with 0.2 1.07, 0.25; without 1.08, 0.26 */
#define DIFFERENCE_TOLERANCES          1e-3                   /* differenced G and K: least size assumed for a coordinate, in its tolerances | a drive that begins smoothly from q = 0: q of 1e-30 against a drive of 1e-21 in the first step made G zero */
#define DIFFERENCE_SIZE                0.1                    /* differenced G and K: largest size, relative to the largest coordinate, that is assumed for a coordinate from its tolerance over rtol | a coordinate that passes through 0: increments of 6e-9 made errors of 1e-8 in G, over h in lambda; SOI2 with tolerances on lambda equal to those of q, a driven pendulum, 180 runs each with rho 0 to 0.9 and rtol 1e-2 to 1e-6: without g_t 47 end early without this, 29 with it; with g_t 41 and 16 */
#define DIFFERENCE_CLEAR               100.0                  /* residual form: difference of F, in its rounding, from which the quotient of a multiplier is used | 1176 starts of pendulums, a spinning body and a sleigh of 1 to 1e13 kg at 1e-2 to 1e-8, one tolerance for all: 229 end early with 0 (no longer increments); none, and steps within 0.4 percent, with 1, 10, 1e4 */
#define DIFFERENCE_WIDER               1e4                    /* residual form: growth of the increments of multipliers whose differences are rounding | slider-crank of 1e8 to 1e12 kg at 1e-8, forces to 1e14, one tolerance for all: once to three times */
#define DIFFERENCE_WIDER_MOST          4                      /* times in a row | as DIFFERENCE_WIDER */
#define DIFFERENCE_FINE                1e-11                  /* relative increment of differences of F in a line search | friction at rest: forces change within less than the usual increment */
#define DIFFERENCE_RATES               1e-3                   /* F(t,y,y',y''), after a line search: increments of y' of order 2 in its tolerances; in the search the square of this | friction on rails, 1148 random runs, evaluations and runs of far more steps than SOI2: 7.6e6, 29 with increments of y alone; 3.8e6 to 3.9e6, 7 to 15 with 1e-1 to 1e-6 (1e-3: 9); of 240 runs with friction below speeds of 1e-7, 1e-8 119 take more than 300 steps, 36, 20, 24, 20 with 1e-4, 1e-3, 1e-5, 1e-6 */
#define DIFFERENCE_BY_RATES            0.1                   /* F(t,y,y'), matrices after a failure of Newton's iteration: increments of y' relative to it and to the fastest y' in tolerances | nine F of three components that are not linear in y', h0 1e-8 to 1e-14 or tolerances 1e-6 to 3e-13, 1296 runs: 462 end early without (IDA 434), 128 with this, 124 with 1e-3 (76 of these singular); Robertson at 1e-3: 571 matrices without, 181, 141, 113 with 1, 0.1, 1e-3; bars on springs of law_newton_leftover: error of the energy 30 tolerances without, 26, 22, 17, 33, 75, 83, 38 with 1, 0.3, 0.1, 0.03, 1e-2, 1e-3, 1e-4 */
#define DIFFERENCE_SEPARATE            50                     /* matrices after a line search in which y' and y'' are perturbed separately; F(t,y,y'): of DIFFERENCE_BY_RATES | friction on rails, 572 runs: 2.10e6, 2.00e6, 1.95e6, 1.93e6 evaluations with 5, 20, 50, 200 */
#define REACH_CHANGED                  1e-7                   /* relative change of an entry of a differenced G or K with an eighth of the increment above which other increments are searched for | none of the 266 runs needs a search */
#define REACH_FINE                     1e-7                   /* tolerance, relative to its coordinate, from which a G or K is differenced finely | law_differenced, SOI2, steps with G given, without fine differences, with 1e-8, with this: 292 380 380 292 at 3e-8; 339 1375 1375 343 at 1e-8; 480, more than 10000, 511 511 at 1e-9; 1e-6: 522, 838, 838 iterations at 1e-7, with 1e-6 556, for twice the evaluations of g */
#define REACH_FINE_INCREMENT           6e-4                   /* the shorter of the two increments, relative to the coordinate | the same at 1e-10: 4789 steps with 2e-4, 1612 with this (680 with G given); a chain of three bars at 1e-11: 39228 with 2e-4, 10000 with 5e-4, 6000 with 1e-3, 4800 with 2e-3; longer ones pass over knots of a piecewise g */
#define REACH_FINE_GRAIN               2e-12                  /* assumed relative error of these | rounding of g over the increment, with some reserve */
#define REACH_CHANGED_FINE             1e-10                  /* as REACH_CHANGED, of fine differences | its ratio to their error is that of REACH_CHANGED */
#define REACH_NOISE                    16.0                   /* plus this multiple of the rounding of the row's terms over the increment | as REACH_CHANGED */
#define REACH_SIZES                    9                      /* number of shorter, and of longer, increments that are compared, by CHECK_RATIO each | down to 4e-9 of the usual one: an angle beside lengths of 4e9 moves by a fortieth of them */
#define REACH_ROUNDED                  3e-8                   /* rounding of an entry, relative to the largest one of its row, above which longer increments are searched for | an angle that passes through 0 beside lengths of 1e-6: 100000 steps; none of 320 runs of random mechanisms needs a search */
#define REACH_LONGER_BY                64.0                   /* largest growth of an increment in such a search | as REACH_GROWTH */
#define REACH_RISEN                    30.0                   /* ratio of the error to the least one above which a search ends | beyond the best increment it rises by 64, below it by 8 */
#define REACH_GROWTH                   2.0                    /* largest growth of an increment in any other search | curvature that one position does not show is shown by one of the next ones */
#define REACH_RARE                     256                    /* evaluations up to which the distance of two comparisons grows: a quarter of them | a comparison costs as much as one G or K: 2 % */
#define PRODUCT_ROUNDINGS              1e4                    /* increment for J v, in roundings of y, below which motion and multipliers have increments of their own | pendulum of index 3 at walls of 1e7 to 1e11, SPGMR, 192 runs: all finish, in 22 % fewer evaluations than with 1e6 and 0.2 % fewer than with 100; with one increment for all 122 finish */
#define CHECK_DOUBT                    4.0                    /* factor on estimated errors of differences | half, twice: none of 266 runs changes */
#define CHECK_GRAIN                    4e-10                  /* assumed relative error of a G or K that the library differences | with some reserve; half, twice: none of 266 runs changes */
#define CHECK_FIRST                    1e-4                   /* first relative increment | half, twice: none of 266 runs changes */
#define CHECK_RATIO                    8.0                    /* ratio of successive increments | half, twice: none of 266 runs changes */
#define CHECK_SIZES                    7                      /* number of increments | half, twice: none of 266 runs changes */
#define CHECK_CLEAR                    1e-3                   /* largest relative error of a difference over shorter increments that may confirm an entry | rounding alone does not */
#define CHECK_TOLERANCE                1e-6                   /* relative deviation of an entry above which GALPHACheckJacobian reports it by default | above errors of differences, below any mistake; half, twice: none of 266 runs changes */
/* Advice and warnings */
#define ADVICE_FAILURES                0.2                    /* share of failed attempts above which failures limit a run | half, twice: none of 266 runs changes */
#define ADVICE_FAR                     1e4                    /* a usual step, in distances of neighbouring numbers at t, below which it is short | not measured: t = 1e16, h = 22 was "a jump" */
#define ADVICE_FIRST                   1e-3                   /* a usual step, relative to the interval, before there is one | not measured */
#define ADVICE_CUTS                    1.5                    /* failed solves, over the cuts of h to its present size, up to which they indicate a jump | F without a solution from t = 0.5 on, orders up to 5: before, "check the Jacobian", for a right one */
#define ADVICE_ATTEMPTS                5                      /* number of attempts or rejections below which they are few | half, twice: none of 266 runs changes */
#define ADVICE_REJECTIONS              0.08                   /* share of attempts rejected by the error test above which rejections limit a run | half, twice: none of 266 runs changes */
#define ADVICE_ROUGH                   0.03                   /* effect of an error of G or K on a velocity, in its tolerances, from which it is named if the user gave the block | two rods, the user's G by differences, SOI2 and its literal form at 1e-4 to 1e-11: 19 runs collapse, 16 are named with 1, 19 with this; none that does not */
#define ADVICE_MOST                    0.5                    /* share of steps whose size a limit decides above which it limits a run | half, twice: none of 266 runs changes */
#define ADVICE_CREEPS                  1e-3                   /* ratio of h to the longest step below which singular positions are searched for | bars that a driven pin draws into line: reported */
#define ADVICE_ROUND_OFF               3e-3                   /* round-off of q, in tolerances, above which it is reported when a run takes too many steps | double pendulum over 2 s, orders up to 5: 6073 steps at rtol = 1e-13 (1e-3), more than 100000 at 1e-14 (1e-2) */
#define WATCH_UNSOLVED                 20                     /* unsolved attempts of the last hundred above which derivatives are checked | wrong derivatives make such runs */
#define WATCH_COLLAPSE                 1e-5                   /* ratio of h to the longest step below which they are checked | as WATCH_UNSOLVED */
#define WATCH_LATER                    20                     /* steps after which declarations are checked again | half, twice: none of 266 runs changes */
#define WATCH_GLANCE                   12                     /* least number of steps between glances at G and K | 64 runs with G or K times 1.001 from 0.1 to 0.9 of the time on: 50 named, none before; chains A and C of 100 bars: 0.46 and 0.36 % of the instructions; every 16 steps: 53, 0.82 % */
#define WATCH_GLANCE_SHARE             0.25                   /* the same as a share of the steps so far | as WATCH_GLANCE */
#define WATCH_GLANCE_MOST              48                     /* largest number of them | as WATCH_GLANCE */
#define MASS_DOUBLED                   1e-3                   /* deviation of an entry of M that has come to be stored twice from twice its value at the time before, relative to it, up to which it is a fault | 384 faults in time: 0.2 at another q accuses one of 128 entries stored as two halves */
#define WATCH_RATE                     0.03                   /* error of multipliers by rounding in a differenced g_t, relative to the largest multiplier, above which a step is rough | a support at 3 rad/s, 1e4 from the origin, at 1e-6: multipliers off by 0.3 %, reported; 100 from it, at 1e-8, by 0.03 %: not */
#define WATCH_ROUNDED                  100L                   /* rough steps after which this is reported | first steps, and passages of v through 0, are rough for a few */
#define WATCH_ROUGH                    30.0                   /* error of v by an inaccurately differenced G or K, in tolerances, above which it is reported | rod at coordinates of 4e8, 4e9, tolerances of 1e-5: errors of 4e-5 and 3e-4, 15 and 100 of these */
#define WATCH_WAIT                     100                    /* attempts between checks, doubled each time | half, twice: none of 266 runs changes */

// clang-format on

#endif
