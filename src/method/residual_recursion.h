/* The residual form: the acceleration recursion of Bruls and Arnold (2008), (5)-(9)
 * (Algorithm 1) for F(t,y,y',y'') = 0 with components of order 0, 1 and 2. In struct
 * galpha_state q is y, v is y', a holds a (order 2) and w (order 1), qdd holds y''
 * (order 2) and x' (order 1). */
#ifndef GALPHA_METHOD_RESIDUAL_RECURSION_H
#define GALPHA_METHOD_RESIDUAL_RECURSION_H

#include "method/method.h"

/* est = local error estimate of all components of orders 1 and 2, tested or not. */
void galpha_method_res_all_errors(struct galpha_method *method, N_Vector est);
/* Right-hand side of the projection of an estimate onto the constraint manifold:
 * out = (c_a F_y'' + c_x F_y') est for orders 2 and 1, plus c_v F_y' est for order 2 if
 * positions is set. One residual, at the end point displaced by est. */
int galpha_method_res_estimate_rhs(struct galpha_method *method, N_Vector est,
                                   bool positions, N_Vector out);
/* est = x, the solution of the projection, for orders 2 and 1; order 0 is left as it
 * is. */
void galpha_method_res_project(struct galpha_method *method, N_Vector x,
                               N_Vector est);

/* r = F(t,y,y') at the start of the first step with the rates and components of order 0 of
 * this state. */
int galpha_method_res_start_residual(struct galpha_method *method,
                                     const struct galpha_state *z, N_Vector r);
/* The rates of order 1 at the start become those of the trial state. */
void galpha_method_res_take_rates(struct galpha_method *method);

/* Operations shared by the methods of this recursion; they differ in its coefficients. */
int galpha_recursion_predict(struct galpha_method *method);
int galpha_recursion_stages(const struct galpha_method *method);
int galpha_recursion_begin(struct galpha_method *method, int stage);
int galpha_recursion_residual(struct galpha_method *method, int stage,
                              N_Vector x, N_Vector r);
int galpha_recursion_end(struct galpha_method *method, int stage, N_Vector x);
/* The shifts of the step's matrix. */
void galpha_recursion_set_shifts(struct galpha_method *method);
/* Stores y, y' and y'' at x in the trial state. */
void galpha_recursion_store(struct galpha_method *method, N_Vector x);
void galpha_recursion_tested(struct galpha_method *method, int algebraic,
                             N_Vector x);
bool galpha_recursion_mask(const struct galpha_method *method, int algebraic,
                           N_Vector *mask);
void galpha_recursion_estimate(struct galpha_method *method, int algebraic,
                               N_Vector est_q, N_Vector est_v);
extern const struct galpha_method_traits galpha_recursion_traits;
/* What their tables of operations share. */
#define GALPHA_RECURSION_MEMBER                                             \
  .formulation = GALPHA_RESIDUAL, .traits = &galpha_recursion_traits,       \
  .coefficients = galpha_method_coefficients,                               \
  .predict = galpha_recursion_predict, .stages = galpha_recursion_stages,   \
  .begin = galpha_recursion_begin, .residual = galpha_recursion_residual,   \
  .end             = galpha_recursion_end,                                  \
  .keep_velocities = galpha_method_keep_velocities_by_order,                \
  .estimate = galpha_recursion_estimate, .tested = galpha_recursion_tested, \
  .tested_mask = galpha_recursion_mask, .dense = galpha_method_dense_by_order

#endif
