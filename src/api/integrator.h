/* The memory behind void *mem: the rooms' structs, one each, and the values of
 * the options. Only the layer of the public functions includes it. */
#ifndef GALPHA_API_INTEGRATOR_H
#define GALPHA_API_INTEGRATOR_H

#include "api/form.h"
#include "base/report.h"
#include "start/mechanics_start.h"
#include "step/controller.h"
#include "step/events.h"
#include "step/ripple.h"

enum galpha_option_id
{
  GALPHA_OPT_RHO_INF,
  GALPHA_OPT_RHO_STATE,
  GALPHA_OPT_STATE_COEFFICIENTS,
  GALPHA_OPT_FORMULATION,
  GALPHA_OPT_MASS_ALPHA,
  GALPHA_OPT_CORRECTION,
  GALPHA_OPT_START,
  GALPHA_OPT_PREDICTOR,
  GALPHA_OPT_SCLERONOMIC,
  GALPHA_OPT_CONSTANT_G,
  GALPHA_OPT_DF_DQ_ZERO,
  GALPHA_OPT_DF_DV_ZERO,
  GALPHA_OPT_DK_DQ_ZERO,
  GALPHA_OPT_REACTION_JAC,
  GALPHA_OPT_TEST_ALGEBRAIC,
  GALPHA_OPT_ERROR_TEST,
  GALPHA_OPT_FIXED_STEP,
  GALPHA_OPT_INIT_STEP,
  GALPHA_OPT_MIN_STEP,
  GALPHA_OPT_MAX_STEP,
  GALPHA_OPT_SAFETY,
  GALPHA_OPT_MAX_NUM_STEPS,
  GALPHA_OPT_MAX_ERR_FAILS,
  GALPHA_OPT_MAX_CONV_FAILS,
  GALPHA_OPT_MAX_HNIL,
  GALPHA_OPT_MAX_NONLIN_ITERS,
  GALPHA_OPT_NONLIN_COEF,
  GALPHA_OPT_LINEAR,
  GALPHA_OPT_LINE_SEARCH,
  GALPHA_OPT_RULE,
  GALPHA_OPT_KEEP_JAC,
  GALPHA_OPT_CHECK_WHEN_SLOW,
  GALPHA_OPT_MAX_JAC_AGE,
  GALPHA_OPT_LDLT,
  GALPHA_OPT_REDUNDANCY,
  GALPHA_OPT_MAX_ORDER,
  GALPHA_OPT_EPS_LIN,
  GALPHA_OPT_LS_NORM_FACTOR,
  GALPHA_OPT_INCREMENT_FACTOR,
  GALPHA_OPT_SOLUTION_SCALING,
  GALPHA_OPT_IC_NONLIN_COEF,
  GALPHA_OPT_IC_MAX_STEPS,
  GALPHA_OPT_IC_MAX_JACS,
  GALPHA_OPT_IC_MAX_ITERS,
  GALPHA_OPT_IC_NO_LINE_SEARCH,
  GALPHA_OPT_IC_MAX_BACKS,
  GALPHA_OPT_IC_STEP_TOLERANCE,
  GALPHA_OPT_COUNT
};

/* Life of an object, in order. */
enum galpha_phase
{
  GALPHA_PHASE_NEW,     /* created                                     */
  GALPHA_PHASE_DEFINED, /* GALPHAInitMech done, constraints may follow */
  GALPHA_PHASE_CLOSED,  /* sizes and vectors fixed                     */
  GALPHA_PHASE_STARTED, /* consistent start computed                   */
  GALPHA_PHASE_RUNNING  /* steps taken                                 */
};

/* What galpha_watch.h looks after. */
struct galpha_watch
{
  int later; /* steps until declarations are compared anew */
  bool told;
  long int attempts, next, wait;
};

struct galpha_mem
{
  SUNContext sunctx;
  enum galpha_phase phase;
  bool busy;     /* a call that calls back is running */
  bool unwanted; /* to be freed at its end            */
  struct galpha_err err;
  sunrealtype opt[GALPHA_OPT_COUNT];
  bool opt_given[GALPHA_OPT_COUNT]; /* by the user */
  sunrealtype opt_tstop;
  bool opt_tstop_set;

  const struct galpha_form *form;
  struct galpha_family family;
  struct galpha_sys sys;
  struct galpha_res res;
  struct galpha_states states;
  struct galpha_hist hist;
  struct galpha_model model;
  struct galpha_method method;
  struct galpha_errtest errtest;
  struct galpha_ls ls;
  struct galpha_nls nls;
  struct galpha_step step;
  struct galpha_ctrl ctrl;
  struct galpha_ic ic;
  struct galpha_watch watch;
  struct galpha_ripple ripple;

  struct galpha_root root;
  GALPHARootFn rootfn;
  bool warn_inactive;
  N_Vector root_q, root_v;

  N_Vector q0, v0, lambda0, psi0; /* as given */
  N_Vector s0, s_order;           /* states as given, or NULL */
  N_Vector a0;                    /* y'' of the residual form, or NULL */
  sunrealtype t0;
  sunrealtype tret;   /* of the last return */
  bool roots_pending; /* GALPHARootInit was called in mid-run */
  /* Of a preconditioner that comes with the library, or NULL. */
  void *bbd;
  void (*bbd_free)(void *bbd);
};

/* mem as its struct, or NULL after a report of GALPHA_MEM_NULL / NO_MALLOC. */
struct galpha_mem *galpha_get(void *mem, const char *function);
/* Reports and returns GALPHA_ILL_INPUT. */
int galpha_no_result(const struct galpha_mem *mem, const char *function);
struct galpha_mem *galpha_get_defined(void *mem, const char *function,
                                      int *code);

/* The same for functions that change the object: NULL, after a report, while a call
 * of GALPHASolve or another one that calls back is running. */
struct galpha_mem *galpha_get_idle(void *memory, const char *function,
                                   int *code);
struct galpha_mem *galpha_get_idle_defined(void *memory, const char *function,
                                           int *code);
/* Around what calls back; leave returns code, and mem may be gone. */
void galpha_enter(struct galpha_mem *mem);
int galpha_leave(struct galpha_mem *mem, int code);
/* True: GALPHAFree was called from inside a callback; leave does it. */
bool galpha_free_later(struct galpha_mem *mem);

/* The object, stated in mechanical form and not yet fixed. */
struct galpha_mem *galpha_get_defining(void *memory, const char *function,
                                       int *code);

/* The object, stated in residual form; first: as F(t,y,y'). */
struct galpha_mem *galpha_get_residual(void *mem, const char *function,
                                       int *code);
/* What was kept of components before n was known. */
int galpha_check_kept(const struct galpha_mem *mem, N_Vector y0,
                      const char *function);
struct galpha_mem *galpha_get_first_order(void *mem, const char *function,
                                          int *code);

/* The object, stated as mechanics by products. */
struct galpha_mem *galpha_get_products(void *memory, const char *function,
                                       int *code);

/* Takes initial values of the mechanical form and M over; without memory M is
 * destroyed. */
int galpha_keep_mechanics(struct galpha_mem *mem, SUNMatrix M, sunrealtype t0,
                          N_Vector q0, N_Vector v0, const char *function);
/* Closing of mechanics: what is common, before and after what a form does by itself;
 * dense: blocks that nobody stated are made, dense. */
int galpha_check_mechanics(struct galpha_mem *mem, const char *function);
int galpha_finish_mechanics(struct galpha_mem *mem, bool dense,
                            const char *function);
int galpha_close_mechanics(struct galpha_mem *mem, const char *function);
int galpha_close_products(struct galpha_mem *mem, const char *function);

/* The vectors of history, model and method; none are left without memory (-1). */
int galpha_close_vectors(struct galpha_mem *mem);
/* Fixes sizes, allocates all work vectors; STATED -> CLOSED. */
int galpha_close_problem(struct galpha_mem *mem, const char *function);
/* Hands the option values to the rooms that use them. */
int galpha_apply_options(struct galpha_mem *mem, const char *function);
int galpha_refuse_redundancy(const struct galpha_mem *mem,
                             const char *function);
/* Newton's tolerance is the tighter the nearer r, a root at infinity, is to 1. */
sunrealtype galpha_share_by_rho(sunrealtype r);
/* Operations of forms whose tolerance hangs on the size of positions, and whose error
 * test on the option. */
void galpha_loosen_positions(const struct galpha_mem *mem, sunrealtype share,
                             struct galpha_nls *nls);
bool galpha_tests_positions(const struct galpha_mem *mem);
void galpha_default_options(struct galpha_mem *mem);
/* Defaults that F(t,y,y') has of its own. */
void galpha_first_order_options(struct galpha_mem *mem);
/* Direction and length of the way from t0 to tout, or to a stop time before it. */
void galpha_set_time_span(struct galpha_mem *mem, sunrealtype tout);
/* Consistent start; CLOSED -> STARTED. */
int galpha_start(struct galpha_mem *mem, int icopt, sunrealtype tout1,
                 const char *function);
/* The room of states beside a mechanism; dense: their blocks are dense. */
/* For mechanics by matrices: the object while the problem may still be defined. */
struct galpha_mem *galpha_get_defining_matrices(void *memory,
                                                const char *function,
                                                int *code);
/* Keeps a copy of block A (NULL: none, as before the first call); without memory, the
 * block it had. */
int galpha_keep_block(struct galpha_mem *mem, enum galpha_block_id id,
                      SUNMatrix A, const char *function);
/* Options that declare derivatives, before blocks are made. */
int galpha_close_declared(struct galpha_mem *mem, const char *function);
int galpha_close_states(struct galpha_mem *mem, bool dense,
                        const char *function);
/* The residual form's part of closing and starting, and its linear solvers. */
#define GALPHA_AUTO_INIT 0 /* icopt: as far as needed, without being asked */
/* Without a linear solver of the user's: the dense default can be made. */
int galpha_check_residual_size(const struct galpha_mem *mem,
                               const char *function);
int galpha_start_residual(struct galpha_mem *mem, int icopt,
                          const char *function);
/* The solver fits the unknowns as far as they are known. */
int galpha_check_solver(const struct galpha_mem *mem, SUNLinearSolver LS,
                        SUNMatrix A, const char *function);
/* The preconditioner that came with the library: dropped; kept in the place of the one
 * before, with the residual form's callbacks, or by mechanics'. */
void galpha_drop_preconditioner(struct galpha_mem *mem);
void galpha_keep_preconditioner(struct galpha_mem *mem, void *data,
                                void (*release)(void *data));
void galpha_use_preconditioner(struct galpha_mem *mem,
                               GALPHALsPrecSetupFn setup,
                               GALPHALsPrecSolveFn solve);
void galpha_use_mechanics_preconditioner(struct galpha_mem *mem,
                                         struct galpha_prec prec);
int galpha_set_krylov(struct galpha_mem *mem, SUNLinearSolver LS, SUNMatrix A,
                      const char *function);
/* Linear solvers of mechanics; the library's own, which the start makes. */
int galpha_set_matrix_solver(struct galpha_mem *mem, SUNLinearSolver LS,
                             SUNMatrix A, const char *function);
int galpha_set_product_solver(struct galpha_mem *mem, SUNLinearSolver LS,
                              SUNMatrix A, const char *function);
int galpha_forget_solver(struct galpha_mem *mem, const char *function);
int galpha_refuse_solver(const struct galpha_mem *mem, const char *function);
int galpha_check_start(const struct galpha_mem *mem, sunrealtype t0,
                       N_Vector y0, N_Vector yp0, const char *function);
void galpha_forget_statistics(struct galpha_mem *mem);
/* Words held, without those of linear and nonlinear solvers. */
void galpha_space(const struct galpha_mem *mem, long int *reals,
                  long int *integers);
/* New weights at the last state. */
int galpha_weights(struct galpha_mem *mem, const char *function);

/* Messages in the words of the model. */
int galpha_explain_start(const struct galpha_mem *mem, int code,
                         const char *function);
/* A declaration that is wrong (ic->declared). */
int galpha_explain_declaration(const struct galpha_mem *mem, int code,
                               const char *function);
int galpha_explain_work(const struct galpha_mem *mem, long int taken,
                        sunrealtype tout, const char *function);
int galpha_explain_step(const struct galpha_mem *mem, int code,
                        const char *function);
/* Names of what a start has to meet. */
const char *galpha_level_name(enum galpha_level level);
/* A singular matrix of a step, without a reason. */
int galpha_explain_singular(const struct galpha_mem *mem, const char *function);
/* Dependent constraints that are gone on with contradict each other. */
int galpha_explain_clash(const struct galpha_mem *mem, int code,
                         const char *function);
/* h no longer changes t. */
int galpha_explain_standstill(const struct galpha_mem *mem,
                              const char *function);
/* A callback's failure; a solver that waits for a preconditioner. */
int galpha_explain_model(const struct galpha_mem *mem, int code,
                         const char *function, sunrealtype h);
int galpha_explain_preconditioner(const struct galpha_mem *mem,
                                  const char *function);

#endif
