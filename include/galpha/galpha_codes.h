/* Constants and return codes. */
#ifndef GALPHA_CODES_H
#define GALPHA_CODES_H

/* itask of GALPHASolve */
#define GALPHA_NORMAL   1
#define GALPHA_ONE_STEP 2

/* icopt of GALPHACalcIC */
#define GALPHA_YA_YDP_INIT  1 /* residual form: y'' , y', y of orders 2, 1, 0 */
#define GALPHA_Y_INIT       2 /* residual form: all of y, from y' and y''     */
#define GALPHA_ACC_INIT     3 /* a0, lambda0, psi0 from given q0, v0          */
#define GALPHA_PROJECT_INIT 4 /* first move q0, v0 onto the constraints       */

/* family of GALPHASetMethod */
#define GALPHA_NEWMARK       1 /* par = { beta, gamma }                       */
#define GALPHA_HHT           2 /* par = { alpha }, alpha = -alpha_f           */
#define GALPHA_CHUNG_HULBERT 3 /* par = { rho }                               */
#define GALPHA_CUSTOM        4 /* par = { alpha_m, alpha_f, beta, gamma }     */

/* formulation of GALPHASetFormulation */
#define GALPHA_SOI2         1 /* two stages per step (default)                */
#define GALPHA_SOI2_LITERAL 2 /* as published: Jay and Negrut (2009), (13)    */
#define GALPHA_INDEX3       3 /* position constraints only                    */

/* test of GALPHASetErrorTest */
#define GALPHA_TEST_VELOCITIES 1 /* q and v, each in weights of its own       */
#define GALPHA_TEST_POSITIONS  2 /* q, and h v in the weights of q            */

/* mode of GALPHASetRedundancy */
#define GALPHA_REDUNDANT_REFUSE     0
#define GALPHA_REDUNDANT_LEAST_NORM 1

/* kind of GALPHASetActive */
#define GALPHA_HOLONOMIC    1 /* rows of g, multipliers lambda                */
#define GALPHA_NONHOLONOMIC 2 /* rows of k, multipliers psi                   */

/* option mass_alpha: M_alpha of Jay and Negrut (2009), (13d) */
#define GALPHA_MASS_PREVIOUS   1 /* M_{1+alpha} of the previous step          */
#define GALPHA_MASS_RECOMPUTED 2

/* option start */
#define GALPHA_START_SHIFTED 1 /* a_alpha = a(t0 + alpha h) to second order   */
#define GALPHA_START_A0      2 /* a_alpha = a(t0)                             */

/* option step_change_correction: what keeps order 2 when h changes */
#define GALPHA_CORRECT_NONE       0 /* nothing: order 1, for comparisons      */
#define GALPHA_CORRECT_A          1 /* Jay and Negrut (2009), (14), a and w   */
#define GALPHA_CORRECT_WEIGHTS    2 /* Bruls and Arnold (2008), (28)-(29)     */
#define GALPHA_CORRECT_VELOCITIES 3 /* as 1; in index 3 also on velocities    */

/* option predictor: degree of the polynomial that Newton's iteration starts from,
 * Gavrea et al. (2005), section 4.5 */
#define GALPHA_PREDICT_CONSTANT  1
#define GALPHA_PREDICT_LINEAR    2
#define GALPHA_PREDICT_QUADRATIC 3
#define GALPHA_PREDICT_CUBIC     4
#define GALPHA_PREDICT_VARIABLE  5 /* chosen in each step                     */

/* option state_coefficients: delta_m, delta_f, theta of first-order states */
#define GALPHA_STATES_FIRST_ORDER  1 /* Bruls and Arnold (2008), (13)         */
#define GALPHA_STATES_SECOND_ORDER 2 /* alpha_m, alpha_f, gamma of the method */

/* option control_rule */
#define GALPHA_RULE_DEFAULT 1
#define GALPHA_RULE_GAVREA  2 /* Gavrea et al. (2005), (35), (36)             */

/* what kept a step from being longer: GALPHAGetNumStepsBy, GALPHAStepInfo */
#define GALPHA_BY_POSITIONS   0  /* the error of q (y)                        */
#define GALPHA_BY_VELOCITIES  1  /* the error of v (y')                       */
#define GALPHA_BY_STATES      2  /* the error of first-order states           */
#define GALPHA_BY_MULTIPLIERS 3  /* the error of multipliers                  */
#define GALPHA_BY_GROWTH      4  /* twice the last step, the limit of growth  */
#define GALPHA_BY_START       5  /* the first step                            */
#define GALPHA_BY_SOLUTION    6  /* a longer attempt could not be solved      */
#define GALPHA_BY_CALLBACK    7  /* a callback failed                         */
#define GALPHA_BY_INEQUALITY  8  /* an inequality of GALPHASetConstraints     */
#define GALPHA_BY_FIXED_STEP  9  /* GALPHASetFixedStep                        */
#define GALPHA_BY_MAX_STEP    10 /* GALPHASetMaxStep                          */
#define GALPHA_BY_MIN_STEP    11 /* GALPHASetMinStep: may not be shorter      */
#define GALPHA_BY_STOP_TIME   12 /* GALPHASetStopTime                         */

/* return codes: values as IDA's */
#define GALPHA_SUCCESS         0
#define GALPHA_TSTOP_RETURN    1
#define GALPHA_ROOT_RETURN     2
#define GALPHA_WARNING         99
#define GALPHA_TOO_MUCH_WORK   -1
#define GALPHA_TOO_MUCH_ACC    -2
#define GALPHA_ERR_FAIL        -3
#define GALPHA_CONV_FAIL       -4
#define GALPHA_LINIT_FAIL      -5
#define GALPHA_LSETUP_FAIL     -6
#define GALPHA_LSOLVE_FAIL     -7
#define GALPHA_RES_FAIL        -8
#define GALPHA_REP_RES_ERR     -9
#define GALPHA_RTFUNC_FAIL     -10
#define GALPHA_CONSTR_FAIL     -11
#define GALPHA_FIRST_RES_FAIL  -12
#define GALPHA_LINESEARCH_FAIL -13
#define GALPHA_NO_RECOVERY     -14
#define GALPHA_NLS_INIT_FAIL   -15
#define GALPHA_NLS_SETUP_FAIL  -16
#define GALPHA_NLS_FAIL        -17
#define GALPHA_MEM_NULL        -20
#define GALPHA_MEM_FAIL        -21
#define GALPHA_ILL_INPUT       -22
#define GALPHA_NO_MALLOC       -23
#define GALPHA_BAD_EWT         -24
#define GALPHA_BAD_K           -25
#define GALPHA_BAD_T           -26
#define GALPHA_BAD_DKY         -27
#define GALPHA_VECTOROP_ERR    -28
#define GALPHA_CONTEXT_ERR     -29
#define GALPHALS_SUCCESS       0 /* the same, where IDA has IDALS_SUCCESS */
/* codes beyond IDA's */
#define GALPHA_SINGULAR_JAC    -101 /* M, G, K give a singular matrix */
#define GALPHA_INCONSISTENT_IC -102 /* q0, v0 violate the constraints */
#define GALPHA_ZENO            -103 /* roots accumulate (option zeno = 2) */

#endif
