/* Tuned constants of starts, checks and messages: the rest of tuning.h, which includes it. */
#ifndef GALPHA_BASE_TUNING_START_H
#define GALPHA_BASE_TUNING_START_H

// clang-format off

/* Start of mechanics */
#define START_TIME_DIGITS              1e-7                   /* least increment of t, relative: below too many digits are lost | half, twice: none of 266 runs changes */
#define START_RESTART                  0.003                  /* share of the last step over which velocities of a restart may be off | half, twice: none of 266 runs changes */
#define START_SWITCHED                 100.0                  /* change of velocities, in units of the error test, that a restart forgives, also for constraints just switched on | a rocking rod after 1700 steps of order 2 at 1e-7: 17 */
#define START_PROJECTIONS              25                     /* projections of given values | half, twice: none of 266 runs changes */
#define START_PASSES                   200                    /* passes through a loop of outputs | half, twice: none of 266 runs changes */
#define START_JERK                     7                      /* increments of the derivative of accelerations | half, twice: 4, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define START_NEWTON                   15                     /* corrections of accelerations | half, twice: 3, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define IMPACT_HELD                    1e-10                  /* momentum left of a unit impulse, by the largest entry of its direction, up to which constraints hold it | rounding; half, twice: none of 266 runs changes */
#define IMPACT_ROUND                   1e-12                  /* speed, by that of all kinetic energy, that is rounding | half, twice: none of 266 runs changes */
#define IMPACT_MOST                    100                    /* impacts in a row at one time before the rest ends without restitution | half, twice: none of 266 runs changes */
#define DRIVE_SPAN                     1e-3                   /* least span of time, by the coordinates' own, that counts | half, twice: none of 266 runs changes */
#define DRIVE_FAR                      0.25                   /* how far increments are sought, by the span | pivot that moves as A (1 - cos w t): a0 = 0 before, whatever tout */
#define DRIVE_TIME                     1e3                    /* a drive's time by the increment that differences of order 5 take | as DRIVE_FAR */
#define DRIVE_RESOLVED                 256.0                  /* the same by the largest increment that resolves it | A sin(w t) and A e^-t sin(w t) from t = 0, rho 0.6: v'' from increments of 1e-15 to 1e-9 was -860 to 3e6 for -800, lambda of the first step off by 4 %, now by 1e-5; test law/driven_start */
#define DRIVE_SHORT                    8.0                    /* increment of t for g_t in steps short against the drives, by that of the others, 0.02 h | lambda contains its rounding over h: SOI2 with tolerances on lambda, a driven pendulum (see DIFFERENCE_SIZE), of 180 runs 34 end early with 1, 25 with 4 and 8 */
#define DRIVE_SHORT_MOST               0.125                  /* the most there, by the largest increment that resolves the drive | errors of the formula below those of the step */
#define DRIVE_DOUBT                    10.0                   /* weight of estimated errors of g_t | half, twice: none of 266 runs changes */
#define CURVATURE_REFINE               9                      /* refinements of an increment | half, twice: 0, 21 of 266 runs change, steps 1.00, 1.00, errors 1.00, 0.97 */
#define CURVATURE_REFINE_G             4                      /* the same of second differences, which lose twice as many digits | half, twice: none of 266 runs changes */
#define CURVATURE_FAR                  0.25                   /* farthest point, by the coordinates' own time | as DRIVE_FAR */
#define CURVATURE_REACH                64.0                   /* the same by the increment of the drives, if that is farther | q = A sin(w t) near 0 at w t = 8e7: lambda 0 for 6020, 9% of starts off by 1e-3 or more without */
#define CURVATURE_TOLD                 256.0                  /* roundings by which a value must differ to tell something | as DRIVE_FAR */
#define CURVATURE_LEAST                1e-6                   /* least increment by the first one | half, twice: none of 266 runs changes */
#define CURVATURE_DRIVE                1e-3                   /* increment of a drive that is not known, by the farthest point | v0 = sin(pi) in place of 0: the drive is seen */
#define DRIVE_LEAST_DT                 64.0                   /* least increment of t over the distance of numbers there | from t0 = 1e5 on the error of g_t counts */
#define PATH_FURTHER                   256.0                  /* how much further a row is followed that moves and is not resolved | as DRIVE_FAR */
#define PATH_RISEN                     100.0                  /* errors, by the least one, of too long an increment | half, twice: none of 266 runs changes */
#define PATH_SMOOTH                    1000.0                 /* growth over 8 times the time below which a change is noise, or grows like tau or tau^2 | half, twice: none of 266 runs changes */
#define PATH_RESOLVED                  0.01                   /* disagreement of two formulas | half, twice: none of 266 runs changes */
#define PATH_GRAIN                     10.0                   /* rounding of values in first derivatives, by their least change | 20000 rods L(t) from t = 0, sin(w t + 5.6): 4 starts refused at 0.3, 3 at 3, 1 at 10; from 100 on errors at late times grow fourfold */
#define PATH_GRAIN_2                   0.3                    /* the same in second derivatives | not measured */
#define PATH_CLOCK                     3.0                    /* rounding of values, by their change within one unit in the last place of t | 168000 starts of four drives: 48 refused, 17 with wrong lambda at 0, none at 2 to 4 */
#define PATH_RESTS                     1e-2                   /* share of the change that the derivative explains up to which a row begins at rest | drive of order 5 at t = -5, rtol 1e-7: increments of g_t of 1.5e-8, whose rounding stopped the run at t = 0.96 of 3 */
#define PATH_STEEPER                   1e3                    /* derivative over the last increment, by that over the best one, of a row without a time of its own | a drive like t^7 from rest: increments of g_t of 3e-14 for the whole run, 100000 steps up to t = 0.66 */
#define PATH_HIDDEN                    0.1                    /* a value below this share of its error is hidden | half, twice: 0, 1 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define PATH_BISECTIONS                14                     /* bisections of an increment | half, twice: none of 266 runs changes */
/* Start of F = 0 */
#define IC_SHORTER                     1e-4                   /* ratio of the step sizes that are tried | with the shortest a correction is almost Newton's own; half, twice: none of 266 runs changes */
#define IC_SHORTEST                    1e-12                  /* the shortest, by the time ahead | half, twice: none of 266 runs changes */
#define IC_FIRST                       1e-3                   /* first step size, by the time ahead | the value of IDA */
#define IC_BLUR                        1e3                    /* index 2 and 3: the first step keeps rounding of multipliers below one part in so many of the tolerances | pendulum, 1e-8: first step 1e-9, 100000 steps end at t = 1e-6 without */
#define IC_SUFFICIENT                  1e-4                   /* decrease in the line search | the value of IDA */
#define IC_SLOW                        0.9                    /* rate from which another matrix is tried | the value of IDA */
#define IC_TO_BOUND                    0.99                   /* share of the way to a bound | half, twice: none of 266 runs changes */
#define IC_REFUSED                     10                     /* trials in a row that a callback may refuse | half, twice: none of 266 runs changes */
#define IC_POLISH                      20                     /* corrections down to round-off | half, twice: none of 266 runs changes */
#define IC_ENOUGH                      1e-4                   /* tolerance, by that of the start, where digits cost iterations | half, twice: none of 266 runs changes */
/* Checks of derivatives and declarations */
#define WRONG_CONSTRAINT               1e-3                   /* least relative deviation of a row of G or K that the start refuses | they are part of the equations; half, twice: none of 266 runs changes */
#define WRONG_FORCE                    1e-2                   /* the same of other derivatives, which messages name | they serve Newton's iteration alone; half, twice: none of 266 runs changes */
#define WRONG_INCREMENT                1e-5                   /* displacement by the largest component, or each one's by its size | the errors of quotients are far below WRONG_CONSTRAINT */
#define WRONG_SHORTER                  12                     /* shorter displacements, by CHECK_RATIO each, with one of which a right row agrees | angle beside lengths of 1e5 to 1e11: refused without, with 4 from 1e8 on */
#define WRONG_OPEN                     30.0                   /* their uncertainty, by the deviation that is refused, up to which they acquit a row | without a bound rounding acquits one in ten */
#define WRONG_ROUNDINGS                64.0                   /* roundings of a row's terms up to which what it bends by is rounding | rod at 4e8 where its angle hardly moves x: accused without */
#define WRONG_SIZES                    1e3                    /* usual sizes of components, by the largest component or it by them, from which each moves by its own, too | body of 1e-8 with an angle: a wrong G passed */
#define WRONG_TRANSPOSE                1e-6                   /* the same of products with G and its transpose | G may be differences of g */
#define WRONG_CONFLICT                 0.1                    /* share of what rows demand by which they contradict each other | curvature leaves less; half, twice: none of 266 runs changes */
#define NEARLY_DEPENDENT               0.03                   /* length of a combination of rows of length 1, by that of its coefficients, at a singular position | bars that a driven pin draws into line, all formulations, 1e-2 to 1e-8: named, "a jump" before; 1e-2 missed one */
#define NEARLY_MORE                    10.0                   /* and how many times as much nearby | as NEARLY_DEPENDENT */
#define NEARLY_MOVED                   0.3                    /* how far nearby is at the most, by the size of q | the same bars in residual form: v grows to 1e5 before a run ends */
#define NEARLY_PLACES                  4                      /* residual form: times looked at, from that to the span | the same bars in index 2: 1 of 5 named without */
#define NEARLY_EXACT                   1e-2                   /* relative error of its square | half, twice: none of 266 runs changes */
#define NEARLY_ROUNDS                  10                     /* gradients per row at the most | chains of 10 to 1000 rows need 1 to 3 */
#define DECLARED_BENT                  1e-6                   /* second over first difference of g that rounding does not make | half, twice: none of 266 runs changes */
#define DECLARED_MOVED                 1e-2                   /* how far coordinates are moved for it, relative | half, twice: none of 266 runs changes */
#define DECLARED_NEAR                  1e-3                   /* how far g is compared with a g_t where no dependence on t has been seen, by the farthest time looked at | not measured */
#define ORDER_NEARBY                   1e-3                   /* how far the second point is at which orders are checked, relative | half, twice: none of 266 runs changes */
#define ORDER_FEW                      300                    /* components up to which each is looked at | calls of F; half, twice: none of 266 runs changes */
#define DETECT_FEW                     50                     /* components up to which columns are looked at without a matrix | calls of F; half, twice: none of 266 runs changes */
#define PATTERN_OTHERS                 4                      /* points with the other arguments moved that show a pattern | half, twice: none of 266 runs changes */
#define PATTERN_AWAY                   1e-3                   /* how far these are moved, relative | half, twice: none of 266 runs changes */
#define PATTERN_NEARER                 8                      /* displacements, each an eighth of the one before, of which the first is kept that no callback refuses | gap of 2e-6 beside an angle of 1: the start failed */
#define PATTERN_SLOW                   0.5                    /* contraction rate of a new matrix from which found patterns may lack entries | 192 runs of contacts, latches and beams: steps 1.05, calls of f 0.25 times those with dense blocks; 0.2: 1.07, 0.25; without: 1.08, 0.26 */
#define DIFFERENCE_TOLERANCES          1e-3                   /* G and K by differences: least size of a coordinate, by its tolerance | a drive that begins smoothly from q = 0: q of 1e-30 against a drive of 1e-21 in the first step made G zero */
#define DIFFERENCE_SIZE                0.1                    /* the same by its tolerance over rtol, at most, by the largest coordinate | a coordinate that passes through 0: increments of 6e-9 made errors of 1e-8 in G, over h in lambda; SOI2 with tolerances on lambda equal to those of q, a driven pendulum without g_t, 180 runs with rho 0 to 0.9 and rtol 1e-2 to 1e-6: 47 end early without, 29 with, of those with g_t 41 and 16 */
#define DIFFERENCE_FINE                1e-11                  /* relative increments of differences of F in a line search | friction at rest: forces change within less than the usual increment */
#define DIFFERENCE_RATES               1e-3                   /* F(t,y,y',y''), after a line search: increments of y' of order 2 by its tolerance; within it the square | friction on rails, 1148 random runs: 7.6e6 evaluations, 29 runs of far more steps than SOI2 with increments of y alone; 3.8e6 to 3.9e6, 7 to 15 with 1e-1 to 1e-6 (1e-3: 9); of 240 runs with friction below speeds of 1e-7, 1e-8 119 take more than 300 steps, 36, 20, 24, 20 with 1e-4, 1e-3, 1e-5, 1e-6 */
#define DIFFERENCE_APART               50                     /* matrices after it that are made so | friction on rails, 572 runs: 2.10e6, 2.00e6, 1.95e6, 1.93e6 evaluations with 5, 20, 50, 200 */
#define REACH_SEEN                     1e-7                   /* relative change of an entry of a differenced G or K, with an eighth of the increment, from which increments are searched for | none of the 266 runs is searched */
#define REACH_NOISE                    16.0                   /* the same by the rounding of the rows' terms over the increment | as REACH_SEEN */
#define REACH_SIZES                    9                      /* shorter and longer increments that are compared, by CHECK_RATIO each | down to 4e-9 of the usual one: an angle beside lengths of 4e9 moves by a fortieth of them */
#define REACH_ROUNDED                  3e-8                   /* rounding of an entry, by the largest one of its row, from which longer increments are searched for | an angle that passes through 0 beside lengths of 1e-6: 100000 steps; none of 320 runs of random mechanisms is searched */
#define REACH_LONGER_BY                64.0                   /* growth of an increment in such a search | as REACH_GROWTH */
#define REACH_RISEN                    30.0                   /* error, by the least one, at which a search ends | beyond the best increment it rises by 64, below it by 8 */
#define REACH_GROWTH                   2.0                    /* growth of an increment in one search | where curvature is not seen in one position, one of the next ones shows it */
#define REACH_RARE                     256                    /* evaluations from which a quarter of them passes between two looks | a look costs as much as one G or K: 2 % */
#define PRODUCT_ROUNDINGS              1e4                    /* roundings of y, by an increment for J v, from which motion and multipliers have increments of their own | pendulum of index 3 at walls of 1e7 to 1e11, SPGMR, 192 runs: all end, in 22 % fewer evaluations than with 1e6 and 0.2 % fewer than with 100; one increment for all: 122 end */
#define CHECK_DOUBT                    4.0                    /* weight of estimated errors of differences | half, twice: none of 266 runs changes */
#define CHECK_GRAIN                    4e-10                  /* relative error of a G or K that the library differences | with some reserve; half, twice: none of 266 runs changes */
#define CHECK_FIRST                    1e-4                   /* first relative increment | half, twice: none of 266 runs changes */
#define CHECK_RATIO                    8.0                    /* ratio of increments | half, twice: none of 266 runs changes */
#define CHECK_SIZES                    7                      /* increments | half, twice: none of 266 runs changes */
#define CHECK_CLEAR                    1e-3                   /* error of a difference over shorter increments, by the entry, up to which it may agree | rounding alone does not */
#define CHECK_TOLERANCE                1e-6                   /* deviation of an entry that GALPHACheckJacobian reports by default | above errors of differences, below any mistake; half, twice: none of 266 runs changes */
/* Advice and warnings */
#define ADVICE_FAILURES                0.2                    /* share of attempts that fail from which failures limit a run | half, twice: none of 266 runs changes */
#define ADVICE_FAR                     1e4                    /* distance of neighbouring numbers, in which a usual step is short | not measured: t = 1e16, h = 22 was "a jump" */
#define ADVICE_FIRST                   1e-3                   /* a usual step by the interval, before there is one | not measured */
#define ADVICE_CUTS                    1.5                    /* failed solves of a standstill, by the cuts of h that it takes, up to which they tell a jump | F without a solution from t = 0.5 on, orders up to 5: "check the Jacobian" before, for one that is right */
#define ADVICE_ATTEMPTS                5                      /* attempts or rejections that are few | half, twice: none of 266 runs changes */
#define ADVICE_REJECTIONS              0.08                   /* the same of rejections by the error test | half, twice: none of 266 runs changes */
#define ADVICE_MOST                    0.5                    /* share of steps that a limit decides | half, twice: none of 266 runs changes */
#define ADVICE_CREEPS                  1e-3                   /* h, by the longest step, from which singular positions are looked for | bars that a driven pin draws into line: named */
#define ADVICE_ROUND_OFF               3e-3                   /* round-off of q, by its tolerance, from which a run that takes too many steps is told so | double pendulum over 2 s, orders up to 5: 6073 steps at rtol = 1e-13 (1e-3), more than 100000 at 1e-14 (1e-2) */
#define WATCH_UNSOLVED                 20                     /* unsolved of the last hundred attempts from which derivatives are compared | wrong derivatives make such runs */
#define WATCH_COLLAPSE                 1e-5                   /* h, by the longest step, from which they are | as WATCH_UNSOLVED */
#define WATCH_LATER                    20                     /* steps after which declarations are compared anew | half, twice: none of 266 runs changes */
#define WATCH_ROUGH                    30.0                   /* errors of v by a rough G or K, in tolerances, that are told | rod at coordinates of 4e8, 4e9, tolerances of 1e-5: errors of 4e-5 and 3e-4, 15 and 100 of these */
#define WATCH_WAIT                     100                    /* attempts between comparisons, doubled each time | half, twice: none of 266 runs changes */

// clang-format on

#endif
