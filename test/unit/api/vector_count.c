/* How many vectors of the length of y, or of q, an object holds when it has taken a step,
 * at the highest order and at order 2: 27 for F(t,y,y') with orders to find, also if
 * GALPHASetId tells them; and none
 * while it integrates but one at the first failed error test of F(t,y,y'). */
#include "support/test.h"

enum
{
  N = 4
};

static struct
{
  N_Vector (*clone)(N_Vector w);
  void (*destroy)(N_Vector v);
  int calls, held;
} counted;

static N_Vector counting_clone(N_Vector w)
{
  counted.calls++;
  counted.held++;
  return counted.clone(w);
}

static void counting_destroy(N_Vector v)
{
  counted.held--;
  counted.destroy(v);
}

/* Clones of the vector, and theirs, are counted. */
static N_Vector new_counted(sunrealtype value)
{
  N_Vector v        = N_VNew_Serial(N, ctx);
  counted.clone     = v->ops->nvclone;
  counted.destroy   = v->ops->nvdestroy;
  v->ops->nvclone   = counting_clone;
  v->ops->nvdestroy = counting_destroy;
  N_VConst(value, v);
  return v;
}

/* y' = -y; of the last component, if it is algebraic, y = y of the first. */
static int first(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  N_VLinearSum(1.0, y, 1.0, yp, r);
  if (*(const bool *)data)
  {
    N_VGetArrayPointer(r)[N - 1] =
      N_VGetArrayPointer(y)[N - 1] - N_VGetArrayPointer(y)[0];
  }
  return 0;
}

/* y'' = -y, and the same. */
static int second(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, void *data)
{
  return first(t, y, ypp, r, data);
}

FORCE_EACH(force, -q[i])

enum form
{
  FIRST,
  FIRST_BY_ID, /* with GALPHASetId */
  SECOND,
  SOI2,
  INDEX3,
  FORMS
};

static void *defined(enum form form, N_Vector y, N_Vector yp)
{
  void *mem   = GALPHACreate(ctx);
  SUNMatrix M = KEEP(SUNDenseMatrix(N, N, ctx));
  for (int i = 0; i < N; i++) { SM_ELEMENT_D(M, i, i) = 1.0; }
  CHECK(!(form < SECOND    ? GALPHAInit(mem, first, 0.0, y, yp)
          : form == SECOND ? GALPHAInit2(mem, second, 0.0, y, yp, NULL)
                           : GALPHAInitMech(mem, NULL, M, force, 0.0, y, yp)));
  if (form == INDEX3) { CHECK(!GALPHASetFormulation(mem, GALPHA_INDEX3)); }
  return mem;
}

static void check(enum form form, bool algebraic, int order, int most)
{
  N_Vector y  = new_counted(1.0);
  N_Vector yp = new_counted(form < SECOND ? -1.0 : 0.0);
  N_Vector id = KEEP(N_VClone(y));
  sunrealtype t;
  N_VConst(1.0, id);
  if (algebraic) { N_VGetArrayPointer(id)[N - 1] = 0.0; }
  counted.calls = counted.held = 0;
  void *mem                    = defined(form, y, yp);
  CHECK(!GALPHASetUserData(mem, &algebraic));
  if (form == FIRST_BY_ID) { CHECK(!GALPHASetId(mem, id)); }
  CHECK(!GALPHASStolerances(mem, 1e-4, 1e-6));
  CHECK(!GALPHASetMaxOrd(mem, order));
  CHECK(GALPHASolve(mem, 0.01, &t, y, yp, GALPHA_NORMAL) >= 0);
  const int begun = counted.calls, held = counted.held;
  CHECK(GALPHASolve(mem, 2.0, &t, y, yp, GALPHA_NORMAL) >= 0);
  check_of("form %d, algebraic %d, order %d", (int)form, algebraic, order);
  CHECK_IN(held, 5, most);
  /* a failed error test keeps its estimate to compare the next with */
  CHECK_IN(counted.calls, begun, begun + (form < SECOND));
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
}

TEST_MAIN()
{
  check(FIRST, false, 5, 27);
  check(FIRST, true, 5, 27);
  check(FIRST, true, 2, 25);
  check(FIRST_BY_ID, false, 5, 27);
  check(FIRST_BY_ID, true, 5, 27);
  check(SECOND, false, 5, 57);
  check(SECOND, false, 2, 51);
  check(SOI2, false, 5, 51);
  check(SOI2, false, 2, 45);
  check(INDEX3, false, 5, 43);
  check(INDEX3, false, 2, 37);
}
