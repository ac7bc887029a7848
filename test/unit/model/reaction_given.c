/* The reactions' share of the iteration matrix stated by the user: values or pattern,
 * its sign, a df/dq that holds it, too, and what is refused. */
#include "reaction_session.h"

static long calls_of_R;
static sunrealtype sign_of_R;
static GALPHAForceJacFn plain_dfdq;

static void begin_given(struct session *x, enum problem_storage storage)
{
  begin_counted(x, storage);
  plain_dfdq = x->r.pb.dfdq;
  calls_of_R = 0;
}

/* R from df/dq with the share, f0 having none. */
static int given_R(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, SUNMatrix R, void *data)
{
  struct rest *r = data;
  r->share       = 1;
  const int ret  = plain_dfdq(t, q, v, lambda, psi, R, data);
  r->share       = 0;
  calls_of_R++;
  for (sunindextype k = 0; k < galpha_block_entries(R); k++)
  {
    galpha_block_data(R)[k] *= -sign_of_R;
  }
  return ret;
}

static SUNMatrix block(enum problem_storage storage, struct session *x)
{
  const sunindextype n = x->r.pb.n;
  SUNMatrix R =
    KEEP(storage == PROBLEM_DENSE ? SUNDenseMatrix(n, n, ctx)
                                  : SUNSparseMatrix(n, n, n * n, CSC_MAT, ctx));
  N_Vector lambda = KEEP(N_VNew_Serial(x->r.links, ctx));
  N_VConst(1.0, lambda);
  CHECK(given_R(0.0, x->s.q, x->s.v, lambda, NULL, R, &x->r) == 0);
  return R;
}

static long wrong_entries(struct session *x)
{
  long int nwrong = -1;
  const int ret   = GALPHACheckJacobian(x->s.mem, 0, &nwrong);
  CHECK(ret == (nwrong ? GALPHA_WARNING : 0));
  return nwrong;
}

/* R by the user: its values, or its pattern. */
static void check_given(enum problem_storage storage)
{
  long taken[2];
  for (int values = 0; values < 2; values++)
  {
    struct session x;
    begin_given(&x, storage);
    sign_of_R   = 1.0;
    SUNMatrix R = block(storage, &x);
    CHECK(GALPHASetReactionJac(x.s.mem, R, values ? given_R : NULL) == 0);
    calls_of_R = 0;
    CHECK(small_solve(&x.s, 1e4) == 0);
    long matrices = 0, fails = 0;
    GALPHAGetNumJacEvals(x.s.mem, &matrices);
    GALPHAGetNumStepSolveFails(x.s.mem, &fails);
    CHECK(calls_of_R == (values ? matrices : 0));
    CHECK(fails <= 3);
    CHECK(share_of(&x)->part[GALPHA_REACTION_Q].in);
    CHECK(wrong_entries(&x) == 0);
    taken[values] = count_of(x.s.mem, GALPHAGetNumSteps);
  }
  CHECK_REL(taken[0], taken[1], 0.1);
}

/* The sign matters: with the wrong one the run stalls. */
static void check_wrong_sign(void)
{
  struct session x;
  begin_given(&x, PROBLEM_DENSE);
  sign_of_R   = -1.0;
  SUNMatrix R = block(PROBLEM_DENSE, &x);
  CHECK(GALPHASetReactionJac(x.s.mem, R, given_R) == 0);
  CHECK(GALPHASetMaxNumSteps(x.s.mem, 1000) == 0);
  CHECK(small_solve(&x.s, 1e4) == GALPHA_TOO_MUCH_WORK);
  CHECK(wrong_entries(&x) == 14); /* all of R */
}

static int with_share(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                      N_Vector psi, SUNMatrix J, void *data)
{
  struct rest *r = data;
  r->share       = 1;
  const int ret  = plain_dfdq(t, q, v, lambda, psi, J, data);
  r->share       = 0;
  return ret;
}

/* A df/dq that holds R, too, is found wrong. */
static void check_twice(void)
{
  struct session x;
  begin_given(&x, PROBLEM_DENSE);
  sign_of_R   = 1.0;
  SUNMatrix R = block(PROBLEM_DENSE, &x);
  CHECK(GALPHASetForceJacPos(x.s.mem, R, with_share) == 0);
  CHECK(wrong_entries(&x) == 0);
  CHECK(GALPHASetReactionJac(x.s.mem, R, given_R) == GALPHA_ILL_INPUT);
  begin_given(&x, PROBLEM_DENSE);
  CHECK(GALPHASetForceJacPos(x.s.mem, R, with_share) == 0);
  CHECK(GALPHASetReactionJac(x.s.mem, R, given_R) == 0);
  CHECK(small_solve(&x.s, 1.0) == 0);
  CHECK(wrong_entries(&x) > 0);
}

GENERAL_FORCE_EACH(general, 0.0)

static void check_errors(void)
{
  struct session x;
  SUNMatrix R     = KEEP(SUNDenseMatrix(6, 6, ctx)),
            small = KEEP(SUNDenseMatrix(3, 3, ctx)),
            Fr    = KEEP(SUNDenseMatrix(6, 3, ctx));
  CHECK(GALPHASetReactionJac(NULL, R, NULL) == GALPHA_MEM_NULL);
  begin_given(&x, PROBLEM_DENSE);
  CHECK(GALPHASetReactionJac(x.s.mem, small, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetReactionJac(x.s.mem, R, NULL) == 0);
  CHECK(GALPHASetGeneralForce(x.s.mem, general, Fr, NULL) == 0);
  CHECK(small_solve(&x.s, 1.0) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetReactionJac(x.s.mem, NULL, given_R) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetOption(x.s.mem, "reaction_jac", 0) == 0);
  CHECK(small_solve(&x.s, 1.0) == GALPHA_ILL_INPUT);
  /* nothing to add is right for a general force */
  CHECK(GALPHASetReactionJac(x.s.mem, NULL, NULL) == 0);
  CHECK(small_solve(&x.s, 0.01) != GALPHA_ILL_INPUT);
  begin_given(&x, PROBLEM_DENSE);
  CHECK(small_solve(&x.s, 1.0) == 0);
  CHECK(GALPHASetReactionJac(x.s.mem, NULL, NULL) == GALPHA_ILL_INPUT);
}

TEST_MAIN()
{
  check_given(PROBLEM_DENSE);
  check_given(PROBLEM_SPARSE);
  check_wrong_sign();
  check_twice();
  check_errors();
}
