#include "serial.h"

#include "support/models/problem.h"

/* What the callbacks need; zero is a vector of zeros. */
struct work
{
  struct joined *j;
  N_Vector zero, unit;
  SUNMatrix Fq, Fv;
};

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct work *w = data;
  joined_elastic(w->j, t, N_VGetArrayPointer(q), N_VGetArrayPointer(v),
                 N_VGetArrayPointer(w->zero), N_VGetArrayPointer(f));
  N_VScale(-1.0, f, f);
  return 0;
}

HOLONOMIC(constraints)
{
  struct work *w = data;
  struct rods ends;
  joined_ends(w->j, q, &ends);
  joined_constraints(w->j, &ends, g);
}

/* Row by row, as the reaction to a unit force. */
static int gradients(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  struct work *w = data;
  struct rods ends;
  sunrealtype *row     = N_VGetArrayPointer(w->unit);
  const sunindextype n = N_VGetLength(q);
  joined_ends(w->j, N_VGetArrayPointer(q), &ends);
  for (int i = 0; i < RODS; i++)
  {
    sunrealtype l[RODS] = {0.0};
    l[i]                = 1.0;
    N_VConst(0.0, w->unit);
    joined_reactions(w->j, &ends, l, row);
    for (sunindextype k = 0; k < n; k++) { SM_ELEMENT_D(G, i, k) = row[k]; }
  }
  return 0;
}

/* A = factor (M x'' + C x' + K x) of all unit vectors, two of these being zero. */
static void fill(struct work *w, SUNMatrix A, sunrealtype factor, N_Vector x,
                 N_Vector xp, N_Vector xpp)
{
  const sunindextype n = N_VGetLength(w->unit);
  sunrealtype *unit    = N_VGetArrayPointer(w->unit);
  for (sunindextype k = 0; k < n; k++)
  {
    sunrealtype *column = SM_COLUMN_D(A, k);
    N_VConst(0.0, w->unit);
    unit[k] = factor;
    joined_tangent(w->j, N_VGetArrayPointer(x), N_VGetArrayPointer(xp),
                   N_VGetArrayPointer(xpp), column);
  }
}

static int mass(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  struct work *w = data;
  fill(w, A, 1.0, w->zero, w->zero, w->unit);
  return 0;
}

static int stiffness(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix A, void *data)
{
  struct work *w = data;
  return SUNMatCopy(w->Fq, A);
}

static int damping(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, SUNMatrix A, void *data)
{
  struct work *w = data;
  return SUNMatCopy(w->Fv, A);
}

static void copy(N_Vector from, sunrealtype *to)
{
  const sunrealtype *x = N_VGetArrayPointer(from);
  const sunindextype n = N_VGetLength(from);
  for (sunindextype i = 0; i < n; i++) { to[i] = x[i]; }
}

int joined_serial(struct joined *j, SUNContext ctx, sunrealtype rtol,
                  sunrealtype tend, sunrealtype *q, sunrealtype *v,
                  sunrealtype *lambda)
{
  struct work w = {.j = j};
  const struct problem pb =
    PROBLEM(.name = "joined blocks", .n = (sunindextype)joined_size(j),
            .m = RODS, .mass = mass, .constant_mass = 1, .force = force,
            .dfdq = stiffness, .dfdv = damping, .g = constraints,
            .G = gradients, .data = &w);
  struct problem_state s;
  if (problem_state_new(&s, &pb, ctx)) { return GALPHA_MEM_FAIL; }
  w.zero = N_VClone(s.q);
  w.unit = N_VClone(s.q);
  w.Fq   = SUNDenseMatrix(pb.n, pb.n, ctx);
  w.Fv   = SUNDenseMatrix(pb.n, pb.n, ctx);
  N_VConst(0.0, w.zero);
  fill(&w, w.Fq, -1.0, w.unit, w.zero, w.zero);
  fill(&w, w.Fv, -1.0, w.zero, w.unit, w.zero);
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);
  int flag = mem ? GALPHASStolerances(mem, rtol, 0.01 * rtol) : GALPHA_MEM_FAIL;
  if (!flag) { flag = GALPHASetStopTime(mem, tend); }
  if (!flag) { flag = GALPHASolve(mem, tend, &s.t, s.q, s.v, GALPHA_NORMAL); }
  if (flag == GALPHA_TSTOP_RETURN)
  {
    flag = GALPHAGetMultipliers(mem, tend, s.lambda, NULL);
    copy(s.q, q);
    copy(s.v, v);
    copy(s.lambda, lambda);
  }
  GALPHAFree(&mem);
  SUNMatDestroy(w.Fq);
  SUNMatDestroy(w.Fv);
  N_VDestroy(w.zero);
  N_VDestroy(w.unit);
  return flag;
}
