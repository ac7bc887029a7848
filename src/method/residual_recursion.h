/* The residual form: the acceleration recursion of Bruls and Arnold (2008), (5)-(9)
 * (Algorithm 1) for F(t,y,y',y'') = 0 with components of order 0, 1 and 2. Of the
 * states' vectors q is y, v is y', a holds a (order 2) and w (order 1), qdd holds y''
 * (order 2) and x' (order 1). */
#ifndef GALPHA_METHOD_RESIDUAL_RECURSION_H
#define GALPHA_METHOD_RESIDUAL_RECURSION_H

#include "method/method.h"

/* Local errors of order 1, also of components that are out of the error test. */
void galpha_method_res_all_errors(struct galpha_method *method, N_Vector est);
/* out = (c_a F_y'' + c_x F_y') est for orders 2 and 1, with c_v F_y' est if est is one
 * of positions, by a residual at the moved end point: the right-hand side of the
 * projection of an estimate. */
int galpha_method_res_weigh(struct galpha_method *method, N_Vector est,
                            bool positions, N_Vector out);
/* The solution x of the projection in place of est; order 0 keeps its own. */
void galpha_method_res_project(struct galpha_method *method, N_Vector x,
                               N_Vector est);

/* Operations of the recursion with any coefficients. */
int galpha_recursion_predict(struct galpha_method *method);
int galpha_recursion_stages(const struct galpha_method *method);
int galpha_recursion_begin(struct galpha_method *method, int stage);
int galpha_recursion_residual(struct galpha_method *method, int stage,
                              N_Vector x, N_Vector r);
int galpha_recursion_end(struct galpha_method *method, int stage, N_Vector x);
void galpha_recursion_estimate(struct galpha_method *method, int algebraic,
                               N_Vector est_q, N_Vector est_v);
extern const struct galpha_method_traits galpha_recursion_traits;

#endif
