/* Tuned constants: every number that was chosen rather than derived, by concern. A row
 * is: name, value, what it does | the measurement that chose it. doc/theory/constants.md
 * is made of this file and of tuning_start.h (cmake/check/constants.sh page). */
#ifndef GALPHA_BASE_TUNING_H
#define GALPHA_BASE_TUNING_H

// clang-format off

/* Size of the next step */
#define CONTROL_NOW                    0.7                    /* exponent of the last error in the size of the next step, over order + 1 | proportional-integral control; found to work with an order-2 method, numbers not kept */
#define CONTROL_BEFORE                 0.4                    /* the same of the error before | as CONTROL_NOW */
#define CONTROL_GROW                   2.0                    /* largest ratio of a step to the last one | half, twice: 226, 226 of 266 runs change, steps 1.00, 1.01, errors 1.03, 0.95 */
#define CONTROL_SHRINK                 0.2                    /* least ratio of a step to the last one, or to a rejected one | half, twice: 36, 61 of 266 runs change, steps 1.00, 0.99, errors 1.00, 1.09 */
#define CONTROL_LAST                   2                      /* attempts before the last one that shrink by the error | an oscillator whose force jumps by 100 to 1e7 at a stop time, 1e-6 to 1e-9, orders 2 and 5, three forms: 117 of 144 runs ended in GALPHA_ERR_FAIL, none with 2 */
#define CONTROL_SHRINK_LAST            1e-6                   /* the most of it | as CONTROL_LAST: 9 runs end with 1e-3 */
#define CONTROL_UNSOLVED               0.25                   /* ratio after a step that could not be solved | the value of IDA; half, twice: none of 266 runs changes */
#define CONTROL_UNSOLVED_MILD          0.5                    /* the same at the first two failures of mechanics | lattices in index 3: 15 to 20 % fewer steps, 6 to 9 % fewer factorisations than with 0.25 */
#define CONTROL_LEAST                  (10.0 * DBL_EPSILON)   /* least step, over the magnitude of t | a few roundings of t, below which differences of y are round-off */
#define CONTROL_CLASHES                3                      /* attempts at a step whose dependent constraints contradict each other | smaller steps only come nearer to where they do; half, twice: none of 266 runs changes */
#define CONTROL_ERROR_FLOOR            1e-4                   /* least error that the controller sees | keeps quotients of errors of 0 finite; half, twice: 163, 182 of 266 runs change, steps 1.00, 0.99, errors 0.94, 0.96 */
#define CONTROL_DEAD_ERROR             0.7                    /* index 3: error above which h falls by the change band before a step would be rejected | a rejection costs a jump of the multipliers; half, twice: 12, 32 of 266 runs change, steps 1.00, 1.00, errors 1.00, 0.99 */
#define CONTROL_GOOD_FADING            0.9                    /* memory, from step to step, of the size of steps whose callbacks did not fail | a force that is NaN for h > 1e-3: from h0 = 0.02 the run passes, which it did not with a count over all steps */
#define FIXED_BEYOND                   1e6                    /* a fixed step over the time from t0 to tout beyond which it is refused | q'' = -4 q, one step of 1e9: success with q(1) = 992 to 1e9 for -0.42; outputs at logarithmic times from 1e-5 of a step on pass */
#define CONTROL_SAME_SIZE              1e-12                  /* relative change of h by rounding of t + h that is left out | t = 1e9, h = 1e-3: an oscillator was off by 2.2e-4 after 5 s without feeding it back */
#define H_DEADBAND                     1.1                    /* ratio below which h is not changed | a change costs a new matrix; half, twice: 45, 53 of 266 runs change, steps 0.99, 1.01, errors 0.99, 0.95 */
#define H_DEADBAND_JUMPS               1.3                    /* the same in index 3 | multipliers jump at each change of h; half, twice: 101, 109 of 266 runs change, steps 0.99, 1.01, errors 1.06, 0.96 */
#define KEEP_GOOD_ENOUGH               0.65                   /* F(t,y,y'): error up to which a step is not made shorter | A, C, D with positions tested: 26 to 32 % less work at equal error by keeping h, 2 % on linkages */
#define KEEP_WORTH_IT                  1.5                    /* growth that the last four errors have to allow for | a third less work at equal error than without holding */
#define KEEP_SOON                      2.0                    /* growth that the last two errors have to allow for | as KEEP_WORTH_IT */
#define BDF_SHARE_3                    0.95                   /* share of 1/(k+1) by which the leading coefficient of order 3 is larger than that of the BDF | see BDF_SHARE_5; the BDF (0) makes a vibration of omega h = 0.3, 0.5 grow by 0.18, 1.1 % a step, this one by 0.02, 0.5 % */
#define BDF_SHARE_4                    0.9                    /* the same of order 4 | see BDF_SHARE_5; of 0 by 0.02, 0.5 % a step, of this one by nothing up to omega h = 0.6; with 1 the pendulum of index 3 loses three quarters of its energy at 1e-3 */
#define BDF_SHARE_5                    0.5                    /* the same of order 5 | shares 0, 0, 0 and 1, 0.9, 0.5: errors of q and v of 61 random mechanisms 1 and 0.62 with 1.1 % more steps, steps at equal error of 23 problems 1 and 0.92; energy of a pendulum in Cartesian coordinates, 1000 periods of 1 rad, SOI2 (index 3) at 1e-3, 3e-4, 1e-4: 3.5, 2.4, 1.4 (4.2, 2.5, 1.05) and 0.94, 1.4, 1.1 (0.88, 1.33, 1.0); with 0.3: 1.5, 1.95, 1.25; with 0.6 1.15 at 3e-4, but damped modes are stable to 34 degrees from the negative axis only (0: 52, 0.5: 37) */
#define ORDER_FALL                     0.6                    /* ratio of the terms h^j y^(j) of successive orders below which the higher one is taken | with 0.4, 0.5, 0.6, 0.65: steps of smooth mechanisms 683, 611, 593, 587; of a light rod over those of order 2: 1.00, 1.01, 1.03, 1.05 */
#define ORDER_FALL_LESS                0.6                    /* factor on that ratio after each phase in a row that did not pay, but the first | light rod, SOI2, steps over those of order 2 in the mean of 5 tolerances from 4e-3, 4e-4, 4e-5: 1.01, 1.04, 1.06; without 1.05, 1.12, 1.24; smooth mechanisms the same within 0.2 % */
#define ORDER_FALL_LEAST               0.3                    /* the least ratio by that | with 0.2: 1.01, 1.04, 1.05 */
#define ORDER_SAFETY                   3.0                    /* factor on the error in the step of orders 3 to 5 | 2 (IDA), 3, 4: v of random mechanisms beyond 30 times the expected in 3.3, 2.1, 2.1 % of runs; steps of first-order problems by those of IDA 0.92, 0.95, 0.97, errors 0.87, 0.64, 0.50 */
#define ORDER_ERROR_FLOOR              1e-4                   /* error of the step that keeps the ratio finite | the value of IDA */
#define ORDER_GROWTH                   1.5                    /* least growth of a step of orders 3 to 5 | 1.3, 1.5, 2 (IDA): steps 0.92, 0.95, 1.01 by those of IDA, at errors 0.71, 0.64, 0.47 */
#define ORDER_SHRINK                   0.5                    /* least ratio of a step of these to the last | the value of IDA */
#define ORDER_SHRINK_LEAST             0.9                    /* a step that has to be shorter is so by this at least | the value of IDA */
#define ORDER_REJECTED                 0.25                   /* least ratio to a rejected step | the value of IDA */
#define ORDER_STEADY                   0.6                    /* index 3: ratio of a step of order 2 to their mean below which orders 3 to 5 do not begin | steps at equal error of pendulum, residual form of it, Andrews: 0.97, 0.96, 0.74; bars through a singular position: about one run of 120 still fails */
#define ORDER_GAIN                     1.3                    /* steps of orders 3 to 5 pay if longer by this, failures counted | 1.15: 4 % more steps on a light rod */
#define ORDER_BLOCK                    20L                    /* steps of order 2 after a phase that did not pay, doubled each time | 40: no fewer steps on a light rod */
#define ORDER_BLOCK_MOST               100000L                /* the most of these | half, twice: none of 266 runs changes */
#define ORDER_LOOK                     16                     /* steps of orders 3 to 5 after which it is looked whether order 2 would do | a look costs one norm; half, twice: 92, 59 of 266 runs change, steps 1.01, 1.00, errors 1.03, 0.99 */
#define ORDER_PROBE                    8                      /* steps of order 2 after which a phase of orders 3 to 5 is judged | judged at once by the steps before: van der Pol, mu 1e3, 2.5 times the steps of IDA at 1e-6; so 1.0 */
#define ORDER_SLOW                     1.1                    /* ratio of the steps that orders 3 to 5 and 2 allow, below which the former end | half, twice: 32, 41 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.01 */
#define ORDER_LIFT                     0.5                    /* by how much steps become shorter than those of a vain phase until another is tried | half, twice: 0, 7 of 266 runs change, steps 1.00, 1.00, errors 1.00, 0.99 */
#define ORDER_LEAP                     10.0                   /* ratio of a step to the last from which it is of order 2 | a least step of 1e6: the prediction of order 5 left no digits of the matrix */
#define ORDER_FORGET                   0.1                    /* weight of the last step in the mean of order 2 | half, twice: 26, 32 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define GOAL_FIRST_ORDER               0.3                    /* F(t,y,y') without algebraic components: error that steps aim at | work and errors at equal tolerances, see doc/theory/error_control.md */
#define WINDOW_SAME                    1e-9                   /* relative distance of a step from max_step or min_step that counts as equal | rounding; half, twice: none of 266 runs changes */
/* Error test */
#define ESTIMATE_SAME_STEP             0.01                   /* relative change of h that does not count as one, for estimates from positions | half, twice: 0, 1 of 266 runs change, steps 1.00, 1.00, errors 1.00, 0.99 */
#define ESTIMATE_LONGER                2.0                    /* ratio of steps above which estimates from positions are not used | pendulum at walls of 1e7 to 1e11, rho 0.6: error of the energy 6 before, 0.4 with the three bounds, at rtol 1e-3 */
#define RATE_NOISE                     800.0                  /* index 3: roundings of positions over h that the error test of v tolerates | pendulums of 1, 2, 4 bars and a slider-crank, both forms, rho 0.3, 0.6, 0.9, 504 runs from 1e-8 to 1e-13: 2.1e7 steps without, 9.1e5, 6.8e5, 6.2e5 with 200, 400, 800; above 4000 steps 276, 32, 5, 0; errors of q by rtol^0.9 59, 5.6, 5.9, 6.2; from 1e-2 to 1e-7 the same steps to 0.2 % */
#define RATE_ROUND_OFF                 2.0                    /* share of the rounding of positions that the terms by which index 3 chooses its order leave out | Andrews at 6e-9, 4e-9, 3e-9: 0: 9442, 6787, 7288 steps; 2: 1188, 1311, 1575 */
#define RATE_ROUND_OFF_COUNTS          0.1                    /* rounding of positions in an estimate of velocities, in tolerances, from which components are judged one by one | as RATE_ROUND_OFF; always: 2 of 1266 checks of singular positions fail */
#define ESTIMATE_ROUND_OFF             20.0                   /* roundings of positions over h that an estimate of velocities may consist of | pendulum with G differenced: stopped at t = 0.004 at rtol 1e-10 without */
#define ESTIMATE_DIFFERENCED           1e-9                   /* the same by velocities, where G or K are differences | heavy top: stopped at rtol 1e-6 without; differences have errors of 1e-10 */
#define ESTIMATE_NOISE                 1e-3                   /* share of an estimate from positions that may be round-off | half, twice: none of 266 runs changes */
#define ESTIMATE_JUMP                  0.3                    /* least weight of a jump of accelerations in the estimate of velocities, by that of steady steps | the weights vanish at h/h_old = 0.19, 0.27, 0.11 (rho 0.3, 0.6, 0.9); with 0.45 jumps of driven velocities end 48 of 134440 runs and checks of theirs; see ESTIMATE_LONGER */
#define ESTIMATE_JUMP_FREE             0.45                   /* the same without constraints, where accelerations do not jump when h changes | balls on springs of 1e6 to 1e11, SOI2 and F(t,y,y',y''), rtol 1e-2 to 1e-6, orders 2 and 5, 19200 runs: 407 off by more than 200 tolerances (up to 7100) without, at most 197 with 0.3, 140 with 0.45, 109 with 0.6, in 0.95 of the steps; steps of 266 other runs 1.0003 with 0.6, with which friction on a slope fails a check */
#define ESTIMATE_BEND                  0.5                    /* F(t,y,y'), order 2, step far shorter than the last one: weight of the newest rate in an error that rejects it once, over h | the largest error of a bend within the step; 1800 pendulums at walls of 1e6 to 1e9, rho 0 to 0.9, 1e-3 to 1e-5: energy off by a median of 128 tolerances and by more than 300 in 124 runs without; 82 and 41 with it (0.3 % more steps), 81 and 45 where it may reject three attempts, 64 and 42 with 1 and ESTIMATE_BEND_RATIO 0.95 */
#define ESTIMATE_BEND_RATIO            0.8                    /* ratio of h to the last one below which that weight rises from 0, to all of it at half the ratio | as ESTIMATE_BEND: 71 and 42 with 0.95, 48 and 21 with 1.2; work at equal error of A, C, D, linkages without, 0.8, 0.95, 1.2: 1, 1.005, 1.02, 1.03 */
#define PROJECT_NOISE                  10.0                   /* driven index 3: tolerances up to which an estimate is projected before it rejects | 12 of 12 runs of driven rods (rho 0.8, rtol 1e-9) end, which stopped before */
#define PROJECT_DOUBT                  0.5                    /* estimate of v, in tolerances, from which stiffness may hide its size in the projection | pendulum at walls: see ESTIMATE_LONGER */
#define PROJECT_HIDDEN                 0.01                   /* change of a projected estimate by stiffness, in tolerances, that counts | as PROJECT_DOUBT */
#define PROJECT_BRIEF                  1048576.0              /* how much shorter a step is in which inertia and constraints alone count, a power of 2 | residual form, walls of 1e7 to 1e11 (h^2 k/m to 2.5e6): energy off by 0.1 at most at 1e-3, all of it without */
#define PROJECT_BLIND                  1e-3                   /* share left of an estimate below which its projection is not believed | bars joined by springs of 1e10: q off by 4 to 9 with success before; pendulum at 1e-7: 909 steps, 1079 with 0.01 */
#define PROJECT_COUNTS                 0.1                    /* estimates, in tolerances, for which that is asked | as PROJECT_BLIND */
#define START_HARDLY_LESS              0.5                    /* start of index 3: an error of y' that has fallen less than this with a shorter step does not fall | half, twice: 8, 4 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define RING_SHORTER                   0.1                    /* driven index 3: how much shorter a step is whose estimate shows whether multipliers ring | driven rods, rho 0.8, rtol 1e-9: 12 of 12 runs end */
#define RING_FALLEN                    0.3                    /* fall of an honest estimate by then | as RING_SHORTER */
#define RING_TRY_SHORTER               0.3                    /* orders up to 5: the same of the last attempt at this step | pendulum, pivot velocity jumping by 0.6 to 10, rtol 1e-2 to 1e-5, stop times: 0 of 480 runs end early, 36 without */
#define RING_STAYED                    0.6                    /* and what an honest error falls below by then | as RING_TRY_SHORTER: estimates across a jump 1.00 to 0.75 */
#define RING_STAYS                     3                      /* highest order 1 or 2: attempts in a row after which such an estimate shows it | driven rods as F(t,y,y',y''), highest order drawn every 0.05 s: 2 of 1856 runs end at h = 2e-11 by an error that stays at 13 without, none with 3; order 1 at 1e-5: 2 of 2 and none */
#define RING_STEPS                     100                    /* steps for which such estimates count as noise, doubled each time | as RING_SHORTER */
#define RING_MOST                      100000                 /* the most of these | half, twice: none of 266 runs changes */
#define RING_MEMORY                    20                     /* steps for which the longest try is remembered | half, twice: none of 266 runs changes */
#define FIRST_KEPT_FORCE               0.2                    /* a first step is too long if less than this of the force at its start is left at its end | velocities after a short strong force come out to some percent; half, twice: none of 266 runs changes */
#define FIRST_MADE_SPEED               0.1                    /* and if it has made this share of the velocity | as FIRST_KEPT_FORCE */
#define BOUND_LEAVING                  8                      /* moves onto a bound in a row that lead out again, before they are no longer made | y' = -y^p, y >= 0, p 1/3 to 0.7, 1800 runs: 208 end in GALPHA_CONSTR_FAIL with 3, none with 6 to 30 */
#define EXCLUDE_SHORTER                0.1                    /* how much shorter a step is whose error shows whether it falls with h | an error of order 1 falls by 10; half, twice: none of 266 runs changes */
#define EXCLUDE_FALLEN                 0.3                    /* fall of an honest error by then | half, twice: none of 266 runs changes */
#define EXCLUDE_BRIEF                  134217728.0            /* how much shorter a step is in which forces do nothing beside constraints | damper of 1e7: heat 0.0002 where 1/2 is right, without the part along the constraints */
#define EXCLUDE_COUNTS                 0.5                    /* tolerances below which an error need not be excluded | half, twice: none of 266 runs changes */
#define EXCLUDE_SPELL                  2                      /* steps that pass the test between two cuts of the same run | pendulum of index 3, 64 runs: 18 of 48 failed before, 6 of 64 now (all rho = 0.9) */
#define EXCLUDE_PERIOD                 3L                     /* steps out of the test at first, doubled each time | in place of 25: with rho = 0.9 h went down to 1e-17 */
#define EXCLUDE_DOUBLINGS              20                     /* doublings of these at the most | half, twice: none of 266 runs changes */
#define EXCLUDE_ONE                    5                      /* steps within which failures are of the same jump | the history holds a jump for so many steps */
#define MULTIPLIER_DIFFERENCED         10.0                   /* errors of multipliers, by those that the error ESTIMATE_DIFFERENCED of v causes, that are taken for errors of differences | see DIFFERENCE_SIZE: of 180 runs without g_t, with it, with G and without g_t 25, 16, 14 end early with 0, 23, 11, 15 with 1, 16, 0, 10 with 10; with tolerances of multipliers ten times those of q none of 720 */
#define MULTIPLIER_NOISE               0.25                   /* share of q"" that may be noise of q | half, twice: none of 266 runs changes */
#define MULTIPLIER_WIDER               4.0                    /* growth of h by which an error of multipliers that stays is still the same | driven pendulum, rho 0, 0.6, 0.9, no G or g_t, tolerances of multipliers those of q at 1e-3 to 1e-6, 480 runs: 43 end at t + h = t with 1 and a memory of 20, 12 with 4 and 200; ten times those of q: none of 480 either way */
#define MULTIPLIER_MEMORY              200                    /* steps for which the first of such errors is remembered | as MULTIPLIER_WIDER */
#define MULTIPLIER_ROUND_OFF           100.0                  /* roundings that iteration leaves in q | estimate as a whole: 417 of 496 runs of random mechanisms failed with the one before; half, twice: none of 266 runs changes */
#define ROUNDING_WITHIN                10.0                   /* errors up to so many times the estimate of rounding across the constraints are of it | parallelogram through its flat position: 0 of 480 runs fail, before 17 of 20 speeds at rtol 6e-8 */
#define ROUNDING_FADING                0.6                    /* memory of it from step to step | as ROUNDING_WITHIN */
#define ROUNDING_KEPT                  0.7                    /* error of a step that passes so: the next is as long | as ROUNDING_WITHIN */
#define ROUNDING_MOVED                 1e-5                   /* change of q by which the change of G is seen, by q | half, twice: none of 266 runs changes */
#define ROUNDING_MUCH                  1e3                    /* tolerances from which a step should end beside the singular position | as ROUNDING_WITHIN */
#define ROUNDING_BESIDE                3.4                    /* error that asks for a step of 0.6 h | h/2, and then h/2 again, ended in the same place */
#define ROUNDING_APART                 5                      /* steps between two that are cut so | half, twice: none of 266 runs changes */
#define ROUNDING_CLOSE                 1e-12                  /* least motion by rounding, by q, of a singular position | half, twice: none of 266 runs changes */
/* Velocities of index 3 */
#define VELOCITY_OFF                   0.7                    /* fixed steps: velocities off by so many times those that meet the constraints are an error | crank and rocker in steps of 36 degrees: 99 turns with success, g' = 20 where G v is 3, before; 576 runs of spinning bars and linkages in steps of 10 to 120 degrees: 12 with success and 3 times the energy and more (up to 1e9) with 1, 6 with 0.7; 0.4 ends four-bars at a singular position (0.64) */
#define VELOCITY_OFF_AGAIN             0.4                    /* the same in two steps in a row | 5760 runs of one to three spinning bars, two forms, in steps of 10 to 120 degrees: 8 with success and 3 times the energy and more without, 1 with it, which ends 15 more; four-bars at a singular position: 0.58 to 0.64 in one step each */
#define VELOCITY_SMALL                 0.1                    /* share of a velocity that need not be looked at again | half, twice: none of 266 runs changes */
#define VELOCITY_NOTHING               1e-100                 /* square of a change of F that is none | below any number that counts; half, twice: none of 266 runs changes */
#define VELOCITY_FAR                   1.5                    /* way of a step, by the last one, from which velocities are looked at again | half, twice: none of 266 runs changes */
#define VELOCITY_LITTLE                1e-3                   /* share of a step in which F is differenced over t | half, twice: none of 266 runs changes */
#define VELOCITY_ANEW                  0.8                    /* orders up to 5: ratio of a step to the last below which it starts from velocities found from the constraints | random mechanisms at 1e-5, lambda at most: never 2.8e-2, 0.5 1.6e-3, 1 1.0e-3; pendulum with stops each 0.13 s at 1e-7: 8080 steps with 0.5, 3700 with 0.8; with 1 psi is of order 1.5 where steps alternate by 1.2 */
#define JUMP_PARTS                     8                      /* parts of a step, of which that with the largest change of g_t is looked at | two jumps in a step that cancel: 2 of 4000 random runs ended with 2 */
#define JUMP_SHORTER                   0.5                    /* a step that ended before a jump and is rejected is not cut by less than this for another one | as JUMP_PARTS */
#define JUMP_LEFT                      0.3                    /* jump of g_t: share of its change in a part of a step that has to be left in an ever shorter part of that | smooth drives halve it; mechanisms of one to four driven coordinates, one jump of v by 1 or of a by 1 or 100 at a stop time or 1e-6, 1e-3 beside it, rho 0, 0.6, 0.9, rtol 1e-2 to 1e-7, SOI2 and index 3, orders 2 and 5: no run of 12000 with g_t ends with an error, 1050 before (counted without CONTROL_LAST) */
#define JUMP_DIFFERENCED               200.0                  /* shortest part where g_t is a difference, by the least increment of t | a part holds a few increments */
#define JUMP_SLOPE                     1e-4                   /* shortest part, by the step, where the derivative of g_t jumps | v is off by this share of its change in the step, and found anew there */
#define JUMP_STAYS                     2                      /* attempts whose error has not fallen after which velocities at the start are looked at | as JUMP_LEFT: without, 66 of 1500 runs of index 3 with order 2 end with an error */
#define JUMP_RINGS                     3                      /* index 3: the same after which accelerations ring, and are found anew | rho 1, pendulums, chains and slider-cranks over 1 to 4 jumps of v, 1e-2 to 1e-7, orders 2 and 5, without g_t: 46 of 240 runs end with an error, none with 2 or 3; with g_t 28 of 120, none */
#define JUMP_FALLS                     0.9                    /* power of h with which an honest error falls at least | one of a jump of accelerations falls with h */
#define JUMP_SHARE                     0.3                    /* share of the error by which these violate the constraints | as JUMP_STAYS */
#define JUMP_DEAR                      30.0                   /* residual form: error, in tolerances, from which a jump is looked for | index 3, 240 runs of pendulums, chains and slider-cranks, rho 0 to 0.95, rtol 1e-2 to 1e-6, orders 2 and 5. Drive with 1 to 4 kinks, evaluations: 1280300 before, 376500 with 3, 465000 with 30; smooth drive: 271100 before, 307200, 284900; without: 178300, 207900, 183100 */
#define JUMP_MEETS                     3                      /* residual form: corrections of positions after a jump | they are off by the length in which it is found times v: two suffice */
#define JUMP_LITTLE                    0.05                   /* residual form: increments of differences along the motion after a jump, by the longest of the last steps | as JUMP_DEAR: errors fall from order 3 on with them, rounding counts 1e4 times over their square */
#define JUMP_FIRST                     0.05                   /* residual form: first step after a jump, by the same | as JUMP_DEAR: 410800 evaluations with that of a start, 390900 with 0.05, 0.1 the same */
#define VELOCITY_JUMP                  0.05                   /* change of a velocity found anew, by its size, from which its direction is found anew, too | driven pendulum whose velocity jumps, 378 runs at 1e-3: error at most 0.46 without, 0.14 with 0.5, 0.057 with 0.01 to 0.2 */
#define VELOCITY_ROUNDED               1e-9                   /* relative change of h that is rounding before a stop | half, twice: none of 266 runs changes */
#define SHIFT_MOST                     6                      /* solutions of a first step that find its algorithmic acceleration | half, twice: none of 266 runs changes */
#define SHIFT_LEFT                     1e-3                   /* relative change of the last one | half, twice: none of 266 runs changes */
/* Vibrations that decide on the steps */
#define RIPPLE_FUZZ                    1e-8                   /* errors by velocities that waver where G or K are differences | half, twice: none of 266 runs changes */
#define RIPPLE_EVEN                    300.0                  /* longest by shortest step of a window with such a vibration | models that vibrate: to 9; random mechanisms: below 191 in 95 % of 375 messages; balls on springs of 1e6 to 1e11: above 65000, 25 of 160 were told to test positions alone, which loses their energy */
#define JOLT_SHARE                     0.3                    /* change of v in a step, by its largest value, beyond what accelerations explain, that is an impact | positions tested: named in 302 of 324 pendulums at walls, which all lose energy; in none of 1440 runs of random mechanisms, 120 of A, C, D, four-bars, 110 of other tests. With 0.5: 254 */
#define JOLT_QUIET                     0.1                    /* the same in a quiet step | with 0.2 (and a share of 0.5) named in 4 of the 1440 */
#define JOLT_QUIET_STEPS               5                      /* quiet steps before an impact | as JOLT_QUIET; 3 names one of the 110 */
#define PASSED_ERROR                   0.03                   /* fixed steps: error of v in a step, by its largest value, that is passed over | ball on springs of 1e3 to 1e11 in steps of 3e-2 to 3e-5: 69 of 72 runs whose energy is off by a tenth and more are named, all from a fifth on, none of 28 off by less than 0.02; of 720 of random mechanisms 36, none of 463 with v right to 0.02. With 0.05: 65; 16 */
#define PASSED_QUIET                   0.01                   /* the same in a quiet step | as PASSED_ERROR; without quiet steps 196 of the 720, many of them right: springs of 1e6 that damping stills */
#define PASSED_QUIET_STEPS             5                      /* quiet steps before it | as PASSED_QUIET */
#define PASSED_WITHIN                  2                      /* steps after them in which it may come | a first one may just touch the contact: error 0.015, then 0.23 */
#define PASSED_MOVING                  0.1                    /* velocity at the start of the step, by the largest, at least | a step out of rest has an error of the size of v */
#define UNRESOLVED_SHARE               0.1                    /* first fixed step: its error, by the way of y in it, from which values in its first half are told | oscillators, pendulums, chains of springs, stiff relaxations, free fall, four forms: 1200 runs in steps of 1 to 1e6 times the way to tout: 646 of 759 whose y is off by 0.1 of the motion are told (638 with 0.3 and without order 1; 38 of those not told are F(t,y,y',y'') of index 3), 30 of 285 that are right there, in steps of several periods; none of 900 runs in steps of 0.01 to 1 times the way */
#define UNRESOLVED_TURN                6.0                    /* F(t,y,y'): the same of the change of the rate times h | as UNRESOLVED_SHARE; a motion t^k from rest has k */
#define UNRESOLVED_TOP                 0.3                    /* fixed steps: their errors beyond their ways, and beyond so much of the longest way so far, are told | F(t,y,y') of one and two bars that spin in steps of 10 to 120 degrees, index 2 and 3, 3456 runs: 52 with success and 3 times the energy and more, 47 of them told, 49 with 0.03; 2100 runs of oscillators, pendulums, chains, relaxations, overdamped masses that are right to a hundredth: 6 told, 5 of them at rho = 1, 17 with 0.03 */
#define UNRESOLVED_STEPS               20                     /* such steps in a row | as UNRESOLVED_TOP; with 10: 49; 12 */
#define RIPPLE_WINDOW                  200L                   /* steps that are looked at together | two masses joined by a stiff spring: told; 20649 steps to t = 10, 153 with positions alone */
#define RIPPLE_TURNS                   8L                     /* changes of sign in them, at least | a period is resolved by 50 steps */
#define RIPPLE_SPREAD                  4L                     /* one part in so many of them in either half, at least | the guide's pendulum: 8 in its first twelve steps, none in the next 188 */
#define RIPPLE_RESOLVED                5L                     /* steps a period, at least, for a period to be named | vehicle: 2.5 steps were named, whatever the tolerance */
#define RIPPLE_MOST                    0.75                   /* share of the steps that velocities decide | half, twice: none of 266 runs changes */
#define RIPPLE_PLAINLY                 10.0                   /* error of velocities over that of positions in such a step | without v the step would be twice as long */
#define RIPPLE_COUPLED                 30.0                   /* square of a frequency over the largest entry of df/dq over mass, for springs | rigid triple pendulum at 1e-8: multipliers that ring were named; factor in hand for coupled masses, joints */
/* Newton's iteration: tolerance and end */
#define NEWTON_LOOSE                   1e-2                   /* tolerance in controlled steps, in error tolerances | at equal error 7 to 15 % fewer back-solves on chains and a lattice with 5e-3; numbers of 1e-2 not kept */
#define NEWTON_STIFF                   2e-5                   /* bound of it by positions, which are up to 1/rtol tolerances | index 3 on a lattice at rtol 0.1 took 30,000 steps without */
#define NEWTON_LOOSE_RATES             0.33                   /* tolerance of F(t,y,y') with rates of the same matrix and h | the value of IDA */
#define NEWTON_LOOSE_BDF               0.25                   /* share of it in steps of orders 3 to 5 | what is left looks like a change of the highest derivatives; residuals at equal error with 1, 0.3, 0.15: pendulum, squeezer, slider-crank, four-bar chain with differences 1, 0.89, 0.88; A, C, D, 40 linkages, both tests (a matrix counted as 3) 1, 0.95, 0.95; with 0.3 at order 2, too: 0.92, 0.99 */
#define NEWTON_HIDDEN                  0.003                  /* share of it where stretched springs hid motion lately: times the spring a remainder is a force | two bars on springs of 1e9 to 1e11, hung by a spring or a pin, 36 runs at 1e-2 to 1e-4, orders 2 and 5: energy off by more than 100 rtol in 23, mean 134, worst 14358 without (IDA 13, 136, 171873); 9, 7.7, 2349 with 0.01; 6, 2.9, 821 with 0.003; 7, 2.3, 965 with 0.001; residuals 1, 1.79, 2.02, 2.21 (IDA 4.4); Robertson's problem 1.008, 1.009, 1.011 */
#define NEWTON_RHO                     2.0                    /* share of the tolerance by the distance of rho from 1 | an error of f and a stays in the recursion for 1/(1 - rho) steps; half, twice: 188, 160 of 266 runs change, steps 1.00, 1.00, errors 0.99, 0.99 */
#define NEWTON_RHO_LEAST               0.05                   /* the least share | half, twice: none of 266 runs changes */
#define RELAX_SIZE                     500.0                  /* positions in tolerances from which on NEWTON_LOOSE holds | what is left, times a stiff spring, is a force */
#define RELAX_SIZE_JUMPS               5e3                    /* the same in index 3 | the force appears as an acceleration */
#define NEWTON_LOOSER                  4.0                    /* SOI2, orders up to 5: factor on NEWTON_LOOSE | work at equal error of A, C, D with 100 bars and 40 linkages, both error tests, rtol 0.03 to 1e-5, with 1, 4, 8, 16, 30, RELAX_SOONER 1: 1, 0.95, 0.92, 0.90, 0.89; steps, errors of 20 random mechanisms within 2 %; index 3 with 8: bars joined by stiff springs off by 0.017 at 1e-4 */
#define NEWTON_LOOSER_ERROR            10.0                   /* there: the factor falls with the last error below 1 over this | with 3, 10, no fall, NEWTON_LOOSER 8, RELAX_SOONER 0.2: 0.91, 0.90, 0.89 of the work; as NEWTON_SMALL_ERROR */
#define NEWTON_LOOSER_RHO              0.7                    /* there: least factor by rho (rho at most 0.65) | steps on C and D with NEWTON_LOOSER 4, RELAX_SOONER 0.2: rho 0.6: 1.01, rho 0.7: 1.10, rho 0.8 with 3: 1.2 to 2.5; 0.6 is the default */
#define NEWTON_LOOSER_FAR              0.01                   /* there: displacement by forces out of balance against inertia alone, by the size of the coordinates (HIDDEN_REACH), from which the factor is 1 | 112 random mechanisms on springs of 1e5 to 1e11: errors 1.10 of those without NEWTON_LOOSER (up to 25, energy up to 3000), 1.05 with 1, 1.02 with 0.1, 1.02 with 0.01 (one above 2.5); slider-cranks and chain of 40 bars: iterations 1.01 of those with 1, matrices 1.02; 1.03, 1.04 with 0.003; 1.05, 1.25 without NEWTON_LOOSER */
#define RELAX_SOONER                   0.2                    /* there: factor on RELAX_SIZE | C and D, NEWTON_LOOSER 4: 0.94 of the work with 1, 0.88 with 0.2; a lattice at rtol 0.1 to 1e-3: iterations 0.80 to 0.98 of those with both as at order 2 */
#define NEWTON_SMALL_ERROR             3.0                    /* F(t,y,y'): the tolerance falls with the last error below 1 over this | drift in steps cut short by stop times without */
#define NEWTON_TESTED                  4.0                    /* velocities out of the error test: weight of the other components | half, twice: none of 266 runs changes */
#define NEWTON_UNTESTED                30.0                   /* and one over the least weight of all | half, twice: none of 266 runs changes */
#define NEWTON_SAMPLE                  10.0                   /* F = 0: round-off as a multiple of its sample, and increments of y' of order 2, at least | components of order 0; half, twice: 0, 2 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define NEWTON_MULTIPLIERS_MOVED       1e3                    /* tolerances by which multipliers may still move where positions have settled | half, twice: none of 266 runs changes */
#define NEWTON_SINGULAR                1e7                    /* roundings of positions that multipliers next to a singular position amplify | half, twice: none of 266 runs changes */
#define NEWTON_DIVERGED                2.0                    /* growth of a correction that ends the iteration | the value of CVODE; half, twice: 5, 5 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define NEWTON_WILD                    1e3                    /* the same with a new matrix each time | fixed steps have nothing else to do; half, twice: none of 266 runs changes */
#define NEWTON_ROUGH                   0.9                    /* rate of a new matrix that shows no convergence | friction of scale 1e-6, rtol 1e-3: 26 steps, 20000 and more before the line search */
#define NEWTON_SMOOTH                  0.1                    /* the same, where it has shown none lately | the same at 1e-4, rho 0.6: v at 1.000 of the creep, 0.73 with any good rate */
#define NEWTON_EARLY                   10.0                   /* tolerances that stage 1 may leave to stage 2 | with the ages of rates 10 to 20 % fewer iterations on chains and lattices */
#define NEWTON_EARLY_RATE              0.05                   /* rate up to which it may | a lattice at rtol 1.5e-2 ran into tiny steps without */
#define NEWTON_EARLY_RATE_LOOSER       0.2                    /* the same, orders up to 5 | work of A, C with 100 bars and 40 linkages, both error tests, rtol 0.03 to 1e-5, with 0.05, 0.08, 0.12, 0.2, 0.3: 1, 0.99, 0.97, 0.96, 0.95, steps and errors within 1, 4 %; a change of h by 1.1 makes 0.1; lattices of 20 rows (L2) at 0.03 to 3e-3: 0.95 */
#define NEWTON_ROUND_OFF               1e3                    /* roundings of the state that corrections may consist of | half, twice: none of 266 runs changes */
#define NEWTON_DIFFERENCED             5e6                    /* the same where G or K are differences | starts and tight tolerances hold with a differenced G; half, twice: none of 266 runs changes */
#define NEWTON_GAVREA_C                1e-3                   /* c of Gavrea et al. (2005), (36b) | as published */
#define NEWTON_MULTIPLIERS             0.03                   /* share of their tolerances that may be left of multipliers | over h^2 it would count as a change of them; half, twice: none of 266 runs changes */
#define HIDDEN_FAR                     1.0                    /* displacement by forces out of balance against inertia alone, by the size of the coordinates (HIDDEN_REACH), from which a matrix may hide motion | rods on springs of 1e10, 1e11 at 1e-2 to 1e-3: wrong in 241 of 432 runs without, in none with 0.1 to 2, in 2 with 10; chains, cranks, lattices: 1.00 of the steps and errors, 1.05 of the matrices, 1.22 with positions alone; half, twice: 6, 5 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define HIDDEN_STIFF                   30.0                   /* the same by what the iteration moved, from which stiffness decides | without it starts from q = 0 and coarse fixed steps get a second matrix; half, twice: 1, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define HIDDEN_REACH                   100.0                  /* size of the coordinates: at most so many displacements of a prediction (of a tolerance) count, wherever the origin is | 112 runs of random mechanisms on springs of 1e5 to 1e11, positions alone, tolerances as at the origin: wrong 20 (SOI2), 22 (index 3) at the origin, 53, 54 at 1000, 65, 66 at 1e5 without; 19 to 22, 20 to 24 with 30, 20 to 23, 21 to 25 with 60, 21 to 26, 22 to 27 with 100; with 30 a beam of 20 bars keeps the stricter iteration at 3e-3 */
#define HIDDEN_LEFT                    0.5                    /* imbalance at the solution, in tolerances of the iteration, that hides nothing | it was never below what a new matrix found, 73000 looks; of 6912 runs of rods off by more than 3 times what pins are: 330 before, 333, 343, 345, 360 with 0, 0.1, 0.5, 2; work of a beam of 100 bars, both error tests, 0.95, 0.94, 0.92 with 0.1, 0.5, 2 */
#define HIDDEN_FALLS                   0.5                    /* share of the last imbalance, above which further iterations do not tell | new matrices per look, rods 0.316, 0.306, 0.302, beams and cables 0.208, 0.173, 0.168 with 0.1, 0.5, 1 */
#define HIDDEN_LOOKS                   2                      /* iterations with the present matrix before a new one | new matrices per look on beams and cables 0.60, 0.33, 0.17, work 0.70, 0.52, 0.44 of a new matrix each time, with 0, 1, 2 */
#define HIDDEN_ROUNDS                  3                      /* solves with new matrices for what a matrix hid, each after a look that found less than half as much left | F(t,y,y',y''), four bars on springs of 1e11 at 8 rad/s, rtol 1e-2, rho 0.6: 25 of 340 J gained in 274 steps with 1, 10 in 147 with 3, pins 1; index 3, rods on 1e9 to 1e11 at 1e-2, 1e-3: 4 of 430 runs wrong with 1, 1 with 3, steps 1.00, failed solves 0.8 */
#define HIDDEN_BALANCED                1.0                    /* F(t,y,y'), where a matrix hides motion: imbalance, in tolerances of the error test, that solves a stage | chains on springs of 1e9, 1e10 at 1e-2, 1e-3, 72 runs, usual increments: 32 wrong without, 0, 9 with 1, 10; of 432 runs on 1e7 to 1e11 154 without, none */
#define HIDDEN_SLOW                    3                      /* there: iterations that do not reduce the imbalance, before the step is cut | 26 of the 72 wrong with steps that are taken as they are, usual increments */
#define HIDDEN_UNSEEN                  31                     /* F(t,y,y'): matrices that are not examined after one that hid nothing, at the most | Robertson's DAE at 1e-3: 258 residuals without, 455, 292, 285, 264 with 0, 3, 15, 63; chains on springs of 1e9 to 1e11, 162 runs, usual increments: 5, 5, 5, 6 wrong */
#define HIDDEN_STRICT                  200                    /* F(t,y,y'): solves after hidden motion in which NEWTON_HIDDEN holds | those 36 runs with 0.01: 10 off, mean 11, worst 9717 with 50, in 0.95 of the residuals; 9, 6.3, 1208 with 200 */
#define HIDDEN_STRICT_FROM             1e5                    /* there: imbalance of a prediction, in tolerances of the error test, from which it does | solves of A, C with 100 bars in index 1 at 1e-2 to 1e-5: 3817, 7257 with 0, 3505, 6930 with 1e4, 3255, 6852 with 1e5 (2870, 6697 without NEWTON_HIDDEN); the bars of law_newton_leftover: mean 25, 30, 67 with 0, 1e5, 1e6; the 36 runs of NEWTON_HIDDEN: 8 off, mean 7.4, worst 774 with 1e5, residuals 1.92 */
#define HIDDEN_GROWN                   100.0                  /* growth of forces out of balance since the last matrix that hid nothing, from which one is examined all the same; again by as much where that was in vain | two bars on a spring of 1e11, 8 rad/s, rtol 1e-3, orders 2 and 5: off by 500, 680 rtol without, 50, 64 with 10, all 18 runs of spinning rods within 75 with 10, 30, 100; Robertson's DAE with SUNDIALS' tolerances, two solvers: 585, 587 residuals without, 800, 760 with 30, 716, 704 with a factor that rises, 644, 698 with 100 and that */
#define INERTIA_USES                   50                     /* F(t,y,y',y''): matrices for which the inertia of its rows serves | with 1, 25, 100: none of 266 runs changes; rods on springs of 1e10, 36 runs, inertia kept by row: 5647, 5633, 5580 steps, errors the same to 2 % */
#define NEWTON_FULL                    3                      /* iterations with a new matrix each, by the number allowed | half, twice: 1, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00, 1, 0 fail */
#define NEWTON_GROWN                   3                      /* corrections that may grow, before a line search | half, twice: 3, 2 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define BOUND_INSIDE                   0.1                    /* distance from a strict bound, in Newton's tolerances | y' = -1000 y, y > 0: ten thousand steps without */
#define BOUND_LEADS                    0.1                    /* Newton's tolerances that a rate leads out of a bound in a step, to be set to 0 | half, twice: none of 266 runs changes */
/* Newton's iteration: contraction rates */
#define RATE_RELIED_ON                 20                     /* steps for which a rate is believed | see NEWTON_EARLY; half, twice: 159, 125 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define RATE_FARTHER                   10.0                   /* first corrections larger by this than the one it was seen with do not go by it | half, twice: 97, 69 of 266 runs change, steps 1.00, 1.00, errors 1.01, 1.00 */
#define RATE_FADING                    0.3                    /* share of a rate that is not seen any more, from iteration to iteration | half, twice: 36, 50 of 266 runs change, steps 1.00, 1.00, errors 1.00, 0.98 */
#define RATE_SAME_H                    0.02                   /* relative change of h that does not count | half, twice: 7, 8 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define RATE_ROUNDED                   1e-9                   /* the same of steps that are to keep their size | rounding; half, twice: none of 266 runs changes */
#define RATE_LINEAR                    1e-10                  /* rates that are round-off: the problem is linear | half, twice: none of 266 runs changes */
#define RATE_SEEN                      3                      /* observations before it is believed to be | half, twice: 18, 12 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define RATE_FLOOR                     0.002                  /* least rate that is believed of what is not linear | half, twice: 129, 146 of 266 runs change, steps 1.00, 1.00, errors 0.98, 1.01 */
#define RATE_FLOOR_FIRST_ORDER         0.02                   /* the same of F(t,y,y') | half, twice: 17, 19 of 266 runs change, steps 1.01, 1.00, errors 1.00, 0.99 */
/* Line search */
#define SEARCH_CORRECTIONS             3                      /* corrections of a search, by the iterations allowed | half, twice: 1, 0 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define SEARCH_RESIDUALS               150                    /* residuals of a stage in fixed steps | half, twice: none of 266 runs changes */
#define SEARCH_RESIDUALS_CUT           40                     /* the same where a smaller step is the alternative | of 4000 searches in friction none that succeeded took more; lattice at 1e-3: 218 residuals for 317 */
#define SEARCH_HALF                    0.5                    /* a correction as small as this is accepted at any share | natural monotonicity: Deuflhard (2004), 3.3 */
#define SEARCH_DECREASE                0.25                   /* decrease asked for, by the share | as SEARCH_HALF */
#define SEARCH_LEAST                   1e-8                   /* least share of a correction | half, twice: none of 266 runs changes */
#define SEARCH_CLOSE                   1e-8                   /* relative length of the interval around a bend | half, twice: none of 266 runs changes */
/* Life of the matrix */
#define MATRIX_BACKSOLVE               0.11                   /* cost of a back-solve for each entry of a column of L + U, in residuals | fitted to chains and lattices */
#define MATRIX_UNKNOWN_COST            4.0                    /* cost of a new matrix whose fill is not known, in iterations | half, twice: none of 266 runs changes */
#define MATRIX_SMALL                   50                     /* rows up to which mechanisms have a new matrix in each step | orders 1 to 5, seven mechanisms of 3 to 50 unknowns in SOI2 and index 3, rtol 1e-5: reuse takes 0.90 to 1.38 of the time; results do not depend on units and the past */
#define MATRIX_JACOBIAN                1.4                    /* evaluations of the equations that a Jacobian costs: blocks | fitted to chains and lattices, with MATRIX_BACKSOLVE */
#define MATRIX_JACOBIAN_PRODUCTS       1.4                    /* the same: a set-up by products | as MATRIX_JACOBIAN */
#define MATRIX_JACOBIAN_RESIDUAL       1.4                    /* the same: the user's Jacobian of F | as MATRIX_JACOBIAN */
#define MATRIX_AGE                     20                     /* largest age in steps | with older matrices the order is lost; beam rod, N = 1000, rtol 1e-5: 0.26 factorisations a step in place of 1 */
#define MATRIX_AGE_NEWEST              0.4                    /* share of the last observation in the mean at an age | half, twice: 25, 32 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define MATRIX_AGE_FADING              0.97                   /* memory of ages that are not reached, to be tried again | half, twice: 17, 15 of 266 runs change, steps 1.00, 1.00, errors 1.00, 1.00 */
#define MATRIX_AS_NEW                  0.5                    /* orders up to 5: iterations more than with a new matrix for which it is kept | factorisations, work of these runs (see NEWTON_EARLY_RATE_LOOSER) without, 0, 0.5: 1, 0.85, 0.84 and 1, 0.99, 0.99; with NEWTON_EARLY_RATE_LOOSER 0.76 and 0.95; F(t,y,y'): the same work in more steps, left out */
#define MATRIX_CLOCK_NEWEST            0.1                    /* share of the last time in a mean | half, twice: none of 266 runs changes */
#define MATRIX_RATIO_LEAST             0.8                    /* least ratio of h to that of the matrix | a wider range costs work: doc/benchmark/cost.md */
#define MATRIX_RATIO_MOST              1.25                   /* the largest one | as MATRIX_RATIO_LEAST */
#define MATRIX_DEAR                    10.0                   /* F(t,y,y'), orders up to 5: cost of a matrix, weighted, in iterations, from which the two below and rates of the same matrix and h hold | residuals at equal error on the four of NEWTON_LOOSE_BDF, with that share: 0.89 without, 0.76 with 6, 9, 10, 12; A, C, D and linkages: 0.95 without, 0.96, 0.95, 0.95, 0.95; with components of order 0 in the error test, food web and heat equation, nine tolerances each: residuals 4436 and 766 without, 2784 and 487 with (IDA: 3288, 555), errors the same; with rates carried over from other h 2982 and 512, errors of the latter 1.1 in place of 0.29 tolerances */
#define MATRIX_RATIO_DEAR_LEAST        0.6                    /* least ratio of h to that of such a matrix | there 0.5 and 3 in place of 0.6 and 2.1: 0.77; 0.6 and 1.67, both for all matrices and a tolerance of 0.1: 0.90 in place of 0.83 */
#define MATRIX_RATIO_DEAR_MOST         2.1                    /* the largest one | as MATRIX_RATIO_DEAR_LEAST */
#define MATRIX_SLOW                    0.2                    /* rate from which the next step has a new matrix | a higher price of a matrix costs work: doc/benchmark/cost.md */
#define MATRIX_SLOW_EXPENSIVE          0.5                    /* the same where a matrix is expensive | as MATRIX_SLOW */
#define MATRIX_SLOW_LOOSE              0.4                    /* the same with rates of the same matrix and h | half, twice: none of 266 runs changes */
#define MATRIX_WEIGHT_LOOSE            2.0                    /* weight of the cost of a matrix then | half, twice: none of 266 runs changes */
#define MATRIX_EXPENSIVE               6.0                    /* cost of a matrix in iterations from which it is expensive | as MATRIX_SLOW */
/* Linear systems */
#define PIVOT_DIAGONAL                 1e-14                  /* least share of its column of a diagonal pivot, redundant constraints | half, twice: none of 266 runs changes */
#define LDLT_COLUMN                    50.0                   /* entries of a column of L + U from which L D L^T takes the place of KLU | lattice 150 x 50: 39 and 2.4 ms, KLU 71 and 4.8; equally fast at the bounds */
#define LDLT_ROWS                      500                    /* and rows | as LDLT_COLUMN */
#define CORRECTION_TOL                 1e-10                  /* relative error of a correction by L D L^T | small against what Newton's iteration leaves; half, twice: none of 266 runs changes */
#define PRODUCTS_START                 1e-8                   /* relative tolerance of systems of the start | half, twice: none of 266 runs changes */
#define PRODUCTS_LEFT                  0.25                   /* residual, relative, that may be left there: a preconditioner hides the rest | half, twice: none of 266 runs changes */
#define REDUNDANT_SUSPECT              1e-3                   /* share of its parts that the effect of multipliers may have to be looked at | 90 runs of pendulums and four-bars with 1 to 7 redundant rows, times 1e-6 to 1e6, three residual forms: all are named; by the matrix alone, with 1e-6 of each row, and not in F(t,y,y'): 25 */
#define REDUNDANT_NOISE                1e-6                   /* the same that differences leave, by the largest parts | effects are at most 1e-7 where there is a redundancy */
#define REDUNDANT_STAYS                0.03                   /* what J^-1 J leaves of them, where J is singular | 0.25 and more there; noise where J is not */
#define REDUNDANT_ITERATIONS           3                      /* solutions by which they are found | index 2 in short steps: 4 of 117 bars were not found with 1 */
#define REDUNDANT_MIXED                0.01                   /* random part of the right-hand side of each | where rows do not stand in the order of multipliers */
#define REDUNDANT_PIVOT                1e-30                  /* of a matrix without a pivot: that in rows of multipliers, over their columns; far below h^2, which is that of all multipliers | equal rows, 12 of the 90 runs */
#define REDUNDANT_LOAD                 1e6                    /* size of the multipliers whose effect on F is looked at, over F | far above rounding of F */
#define KRYLOV_REDUCTION               0.01                   /* least reduction of a residual | F may be scaled as the user likes; half, twice: none of 266 runs changes */
#define LDLT_MATE                      0.1                    /* least entry of the coordinate that a constraint is eliminated with; the largest are about 1 | half, twice: none of 266 runs changes */
#define LDLT_WAIT                      64                     /* factorisations by KLU before the next attempt, at the most | half, twice: none of 266 runs changes */
#define LDLT_FLOOR                     1e-3                   /* share of the largest unknown added to the terms of a row, where they vanish | half, twice: none of 266 runs changes */
#define LDLT_SYMMETRIC                 1e-6                   /* largest skew part of the scaled matrix | half, twice: none of 266 runs changes */
#define LDLT_SINGULAR                  1e-14                  /* pivot at which the matrix counts as singular | half, twice: none of 266 runs changes */
#define LDLT_REFINED                   5e-15                  /* backward error that ends refinement | some roundings; half, twice: none of 266 runs changes */
#define LDLT_ACCEPTED                  1e-12                  /* the largest one of a solution, or KLU solves | half, twice: none of 266 runs changes */
#define LDLT_REFINEMENTS               10                     /* steps of refinement | half, twice: none of 266 runs changes */
/* Reactions in the matrix */
#define REACTION_SLOW                  0.3                    /* rate with a new matrix from which the cause is looked for | pendulum at rest: 207 steps, 1e5 and 43418 failures before; looks cost 1 % of evaluations of G */
#define REACTION_CAUSE                 0.1                    /* rate, at least, that the missing reactions explain to be included | as REACTION_SLOW */
#define REACTION_PART                  0.5                    /* and share of the one seen | as REACTION_SLOW */
#define REACTION_LEAVE                 0.03                   /* rate they explain below which they leave | half, twice: none of 266 runs changes */
#define REACTION_WAIT                  16                     /* matrices between looks that found another cause, doubled each time | half, twice: none of 266 runs changes */
#define REACTION_WAIT_MOST             128                    /* the most of these | half, twice: none of 266 runs changes */
#define REACTION_WAIT_FAILED           16                     /* the same after a failed solve | half, twice: none of 266 runs changes */
#define REACTION_MIN_ON                32                     /* matrices that contain them, at least; doubled where they left too early | half, twice: none of 266 runs changes */
#define REACTION_MIN_ON_MOST           1024                   /* the most of these | half, twice: none of 266 runs changes */
#define REACTION_INCREMENT             1e-7                   /* relative increment of directional differences | half, twice: none of 266 runs changes */
#define REACTION_INCREMENT_DIFFERENCED 1e-4                   /* the same if G or K are differences | half, twice: none of 266 runs changes */
#define REACTION_TRIES                 4                      /* directions that show whether df/dq contains reactions | half, twice: none of 266 runs changes */
#define REACTION_CLEAR                 0.2                    /* distance from "none" and "all" that is conclusive | half, twice: none of 266 runs changes */
#define REACTION_PROBE                 1e-5                   /* relative increment of differences of f there | half, twice: none of 266 runs changes */
#define REACTION_GENERIC               1e-3                   /* relative distance of the second point that shows a pattern | half, twice: none of 266 runs changes */
#define REACTION_THIN                  1e-4                   /* share of a column that is 0 where G or K are differences | half, twice: none of 266 runs changes */
#define REACTION_ENTRIES               2e6                    /* entries of G^T G from which the pattern is found by trial | a constraint on all coordinates has n^2 entries */
#define REACTION_INCREMENT_SHARE       1e-4                   /* relative increment, if G or K are differences | half, twice: none of 266 runs changes */
/* Dependent constraints */
#define DEPENDENT_EIGENVALUE           1e-13                  /* eigenvalue of dependent rows | differenced G: 1e-15; 4000 bars in a row: 4e-8 */
#define DEPENDENT_OPEN                 1e-12                  /* the same beside -delta D | next to a singular position it is 1e-10 */
#define DEPENDENT_OFF                  30.0                   /* off the constraints it is as large as this times the square of the distance | half, twice: none of 266 runs changes */
#define DEPENDENT_MOST                 1e-3                   /* the largest one by that | half, twice: none of 266 runs changes */
#define DEPENDENT_ROUNDS               4                      /* steps of the inverse iteration | half, twice: none of 266 runs changes */
#define DEPENDENT_DELTA                1e-9                   /* delta of the block -delta D | nothing is divided by it; half, twice: none of 266 runs changes */
#define DEPENDENT_GONE                 1e-8                   /* eigenvalue of a combination that has become independent | start in a singular position */
#define DEPENDENT_WEIGHT_K             1e6                    /* weight of K before G where rows of both depend | positions are met, k follows; half, twice: none of 266 runs changes */
#define DEPENDENT_SHARE                1e-4                   /* share of a vector in a kind of rows that it does not mix in | half, twice: none of 266 runs changes */
#define DEPENDENT_LEAST_S              1e-2                   /* least diagonal of S by the mean one: quaternions have zeros on it | half, twice: none of 266 runs changes */
#define DEPENDENT_ROWS                 2000                   /* rows up to which they are made orthogonal at a start, for a message | time and memory of a message; half, twice: none of 266 runs changes */
#define DEPENDENT_PRODUCTS             1e8                    /* the same, by products: operations, m^2 n | 0.1 s at a start */
#define MASSES_MOST                    500                    /* components up to which a message looks for masses that are zero or negative | one evaluation of F each, in a run that has failed */
#define MASSES_NEAR                    1e-4                   /* change of multipliers for such a difference, by the largest y | F is linear in multipliers, and need not be in outputs */
#define MASSES_ZERO                    1e-8                   /* derivative of F by the highest derivative of a component, by the largest one, that is none | a mass that vanishes in the run is 1e-8 to 1e-16 in its last step */
#define DEPENDENT_NOTHING              1e-6                   /* share that a row keeps beside those that it depends on | G may be differenced */
#define DEPENDENT_COLUMN               1e-10                  /* largest share of a column in a row from which it is not noise | rods of 1e-6, 1e-9 with an angle: two redundant rows for one */
#define SINGULAR_MOVE                  0.3                    /* share of a generic displacement that is looked at beside a start | an angle moves little where lengths are in mm; half, twice: none of 266 runs changes */
#define SINGULAR_SHARE                 1e-2                   /* least share of what generic multipliers do on tangents | three parallel cranks in line: energy off by 100 with success before */
#define SINGULAR_NOISE                 1e-10                  /* differences of reactions, relative, that are noise | half, twice: none of 266 runs changes */
#define SINGULAR_NOISE_DIFFERENCED     1e-6                   /* the same, differenced G | half, twice: none of 266 runs changes */
#define SINGULAR_ACROSS                1e-4                   /* least share of the last correction across the constraints | half, twice: none of 266 runs changes */
#define SINGULAR_CORRECTIONS           15                     /* corrections | half, twice: none of 266 runs changes */
/* Prediction and output */
#define PREDICT_DISTANCE               1e-2                   /* distance of values, in last steps, below which they tell no rate | rho = 0: two values of one time made a polynomial that is not finite */
#define OUTPUT_DISTANCE                3.0                    /* tolerances between cubic and parabola at which output changes over | at rest, h = 4e4, rtol 1e-4: the cubic swung out by 0.4; 2 of 122500 steps in motion change */
#define OUTPUT_RATIO                   0.1                    /* least ratio of two steps for a parabola over both | half, twice: none of 266 runs changes */
#define OUTPUT_BARELY                  1e5                    /* units in the last place by which q moves in a step whose output of v is the line between both v | q = 100, v = 0.4, t = 1: v(t + 1e-14) was 38 by the cubic */
#define OUTPUT_LEAST                   1e-100                 /* least distance of times that a parabola connects | not measured: squares are not 0 */
#define LITERAL_INNER                  12                     /* inner iterations of SOI2 as published | half, twice: none of 266 runs changes */
#define EVENT_SECANTS                  30                     /* secant passes before every other one is a bisection | bounds the passes; half, twice: none of 266 runs changes */
#define EVENT_MOVE                     (256.0 * DBL_EPSILON)  /* how far arguments of root functions are moved to see what rounding does to a value near 0, relative | by less a jump of a function looks like rounding */
#define EVENT_ROUNDING                 (1.0 / 32.0)           /* share of what these movements do that is rounding: that of 8 roundings | 60 balls that leave moving planes at t = 1e6, SOI2: 30 of 160 runs landed at once without, none with this, a quarter, four times of it */
#define EVENT_SAMPLES                  3                      /* movements | two may cancel in a difference of coordinates */
#define EVENT_LEAST_RTOL               1e-8                   /* least rtol for which atol/rtol is a size of coordinates near 0 | rounding stays below 1e-6 of atol */
#define ZENO_LEAST                     8                      /* intervals between roots that shrink before they can accumulate | not measured: a few do by chance */
#define ZENO_SHRINK                    0.99                   /* length of such an interval, by the one before | not measured: equal intervals differ by rounding of 1e-7 */
#define ZENO_SAME                      1e-6                   /* length of an interval, by the one before, up to which its ends are one root | not measured: roots found again after a restart are 1e-12 apart */
#define ZENO_LEFT                      1e-3                   /* time left until roots accumulate, by the time in which intervals have been shrinking, from which it is told | a ball with e = 0.5: at its 11th impact, with e = 0.9 at its 67th */

// clang-format on

#include "base/tuning_start.h"

#endif
