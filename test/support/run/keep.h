/* What a test makes and TEST_MAIN frees at its end, integrators before the vectors,
 * matrices and solvers that they use: N_Vector y = KEEP(N_VNew_Serial(2, ctx)). */
#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

/* The argument; an integrator is a void *. What the functions of support make is kept;
 * KEEP of what was kept just before changes nothing. */
N_Vector keep_vector(N_Vector v);
SUNMatrix keep_matrix(SUNMatrix A);
SUNLinearSolver keep_solver(SUNLinearSolver LS);
SUNNonlinearSolver keep_iteration(SUNNonlinearSolver NLS);
void *keep_integrator(void *mem);
void *keep_memory(void *x); /* of malloc */
/* Zeros, and x with room for more, which are kept; the program ends where there is no memory. */
void *keep_zeros(sunindextype count, size_t size);
void *keep_more(void *x, sunindextype count, size_t size);
/* A dense matrix of these rows, one after the other, which is kept. */
SUNMatrix keep_rows(int rows, int cols, const sunrealtype *x, SUNContext ctx);

#define KEEP(x) \
  _Generic((x),                          \
    N_Vector: keep_vector,               \
    SUNMatrix: keep_matrix,              \
    SUNLinearSolver: keep_solver,        \
    SUNNonlinearSolver: keep_iteration,  \
    void *: keep_integrator)(x)

/* Now in the hands of the caller. */
void keep_no_more(const void *x);
/* Frees x at once, which may be NULL. */
void keep_drop(void *x);
/* Frees all that is kept; what was kept since this mark, but for memory. */
void keep_free(void);
size_t keep_mark(void);
void keep_back(size_t mark);
