/* A residual that can be computed on one side of the initial y only, as of a full
 * battery: y' = -sign from y = 1, F where sign (y - 1) <= 0. Jacobians by differences,
 * dense and banded, and products by differences. Built with SUNDIALS' IDA, too. */
#include <sunlinsol/sunlinsol_band.h>

#include "standin/pitfalls/pitfall.h"

struct border
{
  sunrealtype sign;
  bool nan;         /* F is NaN on the other side; else it fails recoverably */
  long int outside; /* calls there */
};

static int one_sided(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                     void *data)
{
  struct border *b = data;
  (void)t;
  N_VLinearSum(1.0, yp, 0.0, y, r);
  N_VAddConst(r, b->sign, r);
  if (!(b->sign * (N_VGetArrayPointer(y)[0] - 1.0) > 0.0)) { return 0; }
  b->outside++;
  if (b->nan) { N_VConst((sunrealtype)NAN, r); }
  return !b->nan;
}

enum solver
{
  DENSE,
  BAND,
  PRODUCTS
};

static void leave_border(enum solver solver, sunrealtype sign, bool nan)
{
  struct border b    = {sign, nan, 0};
  struct standin r   = standin_new(1, VALUES(1), VALUES(-sign));
  SUNMatrix A        = SUNBandMatrix(1, 0, 0, r.ctx);
  SUNLinearSolver LS = solver == BAND ? SUNLinSol_Band(r.y, A, r.ctx)
                                      : SUNLinSol_SPGMR(r.y, 0, 2, r.ctx);
  CHECK(IDAInit(r.mem, one_sided, 0.0, r.y, r.yp) == 0);
  CHECK(IDASetLinearSolver(r.mem, solver == DENSE ? r.LS : LS,
                           solver == DENSE  ? r.A
                           : solver == BAND ? A
                                            : NULL) == 0);
  CHECK(IDASetUserData(r.mem, &b) == 0);
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-4) == 0);
  CHECK(standin_solve(&r, 0.5) == IDA_SUCCESS);
  CHECK_IN(standin_y(&r)[0] - (1.0 - 0.5 * sign), -1e-3, 1e-3);
  printf("solver %d, sign %g: %ld calls on the other side\n", (int)solver, sign,
         b.outside);
  IDAFree(&r.mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  standin_free(&r);
}

/* Control: y' = 1 from 1/2, where F can be computed below 1 only, ends there. */
static int up(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  (void)data, (void)t;
  N_VLinearSum(1.0, yp, 0.0, y, r);
  N_VAddConst(r, -1.0, r);
  return N_VGetArrayPointer(y)[0] > 1.0;
}

static void reach_border(void)
{
  struct standin r = pitfall_begin(up, 1, VALUES(0.5), VALUES(1), NULL);
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-4) == 0);
  CHECK(standin_solve(&r, 1.0) < 0);
  CHECK_IN(r.t, 0.4, 0.501);
  standin_free(&r);
}

int main(void)
{
  for (enum solver s = DENSE; s <= PRODUCTS; s++)
  {
    leave_border(s, 1.0, true);
    leave_border(s, 1.0, false);
    leave_border(s, -1.0, true);
    leave_border(s, -1.0, false);
  }
  reach_border();
  return check_done();
}
