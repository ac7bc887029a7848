/* The residual form: the acceleration recursion of Bruls and Arnold (2008), (5)-(9)
 * (Algorithm 1) for F(t,y,y',y'') = 0 with components of order 0, 1 and 2. Of the
 * states' vectors q is y, v is y', a holds a (order 2) and w (order 1), qdd holds y''
 * (order 2) and x' (order 1). */
#ifndef GALPHA_METHOD_RESIDUAL_RECURSION_H
#define GALPHA_METHOD_RESIDUAL_RECURSION_H

#include "method/method.h"

/* Local errors: y and x and (algebraic > 0) components of order 0 into est_q, y'
 * of order 2 into est_v. algebraic: the index as which they count, weight
 * |h|^(index - 1). */
void galpha_form_res_errors(struct galpha_form *form, int algebraic,
                            N_Vector est_q, N_Vector est_v);
/* Size of a Newton correction d in the weighted norm, velocities of order 2 on
 * the level of positions included. */
sunrealtype galpha_form_res_norm(struct galpha_form *form, N_Vector d);
/* The weighted norm of the components of one order alone; the largest of orders 1, 2. */
sunrealtype galpha_form_res_order_norm(struct galpha_form *form, int order,
                                       N_Vector d);
sunrealtype galpha_form_res_motion(struct galpha_form *form, N_Vector x);
/* Some row of F contains neither the highest derivatives nor components of order 0: the
 * index is 2 or 3. By a residual next to that of form->rq, once. */
bool galpha_form_res_constrained(struct galpha_form *form);
/* Local errors of some components (mask 0, 1) of F(t,y,y') at the present end point may
 * be such that no h is short enough for: those of order 0; others where the index is 2
 * or 3 and F contains their y' next to components of order 0 only (form->rc = 1 in these
 * rows). By residuals next to it; form->rq is made anew. */
bool galpha_form_res_unbounded(struct galpha_form *form, N_Vector some);
/* Local errors of order 1, also of components that are out of the error test. */
void galpha_form_res_all_errors(struct galpha_form *form, N_Vector est);
/* The index of F(t,y,y') at the start: 1 (or not known), 2, or (some rows with y' contain
 * nothing of order 0) 3. By three residuals; form->rq is made anew. */
int galpha_form_res_start_index(struct galpha_form *form);
/* out = (c_a F_y'' + c_x F_y') est for orders 2 and 1, with c_v F_y' est if est is one
 * of positions, by a residual at the moved end point: the right-hand side of the
 * projection of an estimate. */
int galpha_form_res_weigh(struct galpha_form *form, N_Vector est,
                          bool positions, N_Vector out);
/* The solution x of the projection in place of est; order 0 keeps its own. */
void galpha_form_res_project(struct galpha_form *form, N_Vector x,
                             N_Vector est);

/* The first step's a_alpha, to second order a(t0 + alpha h): Jay and Negrut (2009), (8)
 * with y'' for f, a_alpha = y''_0 + alpha D, D = y''_1 - y''_0 of the solved step,
 * repeated until D settles. Constraints on y ask for more: y_1 = y_0 + h v_0 + ...
 * leaves c h^3 y''', c = beta + alpha/2 - 1/6 (15), to be made up by accelerations
 * wrong by O(h), unless v_0 has that c h D less along their gradients which it has
 * later on. */

/* The coming step is to be shifted. */
bool galpha_form_res_shifts(const struct galpha_form *form);
/* way = what D of the solved step is more than the present one; its relative size. */
sunrealtype galpha_form_res_way(struct galpha_form *form, N_Vector way);
/* The step starts anew with D further by the way, of which the part along the
 * constraints (or all) is given. false: D exceeds y'' itself, a stiff transient that
 * is not resolved. */
bool galpha_form_res_shift(struct galpha_form *form, N_Vector way,
                           N_Vector along);

#endif
