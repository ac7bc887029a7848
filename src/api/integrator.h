/* The object behind void *mem: one struct of each part of the library, and the values
 * of the options; and functions that the files of the public interface share. */
#ifndef GALPHA_API_INTEGRATOR_H
#define GALPHA_API_INTEGRATOR_H

#include "api/form.h"
#include "api/monitor.h"
#include "base/report.h"
#include "start/mechanics_start.h"
#include "step/controller.h"
#include "step/events.h"
#include "step/jolt.h"
#include "step/passed.h"
#include "step/ripple.h"
#include "step/unresolved.h"
#include "step/zeno.h"

/* M, G, K: see at_step.h. */
#define GALPHA_ASIDE 3

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
  GALPHA_OPT_ZENO,
  GALPHA_OPT_MONITOR_ATTEMPTS,
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
  GALPHA_OPT_AS_IDA,
  GALPHA_OPT_COUNT
};

/* Phases in the life of an object, in order. */
enum galpha_phase
{
  GALPHA_PHASE_NEW,     /* created                                     */
  GALPHA_PHASE_DEFINED, /* GALPHAInit... called, constraints may follow */
  GALPHA_PHASE_CLOSED,  /* sizes and vectors fixed                     */
  GALPHA_PHASE_STARTED, /* consistent start computed                   */
  GALPHA_PHASE_RUNNING  /* steps taken                                 */
};

/* State of watch.h. */
struct galpha_watch
{
  long int later;  /* steps until declarations are compared again; 0: no more */
  long int glance; /* steps until a glance at G and K; 0: no more */
  long int mistaken; /* doubled by each glance that was */
  bool doubted;      /* the last comparison after a glance found G or K wrong */
  bool told;         /* a wrong derivative has been reported */
  bool rough;        /* so has a rough difference */
  bool rate_told;    /* so has a rough g_t */
  bool mass_told;    /* so has a doubled entry of M */
  sunrealtype earlier;   /* start of the step before the last */
  bool alternation_told; /* so have accelerations that alternate */
  long int rounded;      /* steps in which it was rough */
  bool far_told;         /* so has v that large positions make inaccurate */
  int far;               /* recent steps in which they did */
  sunrealtype top;       /* largest multiplier so far */
  long int attempts, next, wait; /* next: attempt of the next comparison */
};

struct galpha_mem
{
  SUNContext sunctx;
  enum galpha_phase phase;
  bool busy;     /* a function that calls callbacks is running */
  bool stepping; /* within a step, or completing the last one (at_step.h) */
  bool unwanted; /* to be freed when it returns */
  struct galpha_err err;
  sunrealtype opt[GALPHA_OPT_COUNT];
  bool opt_given[GALPHA_OPT_COUNT]; /* set by the user */
  sunrealtype opt_tstop;
  bool opt_tstop_set;

  const struct galpha_form *form;
  struct galpha_family family;
  struct galpha_sys sys;
  struct galpha_res res;
  struct galpha_first_order states;
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
  struct galpha_jolt jolt;
  struct galpha_passed passed;
  struct galpha_unresolved unresolved;
  struct galpha_monitor monitor;
  SUNMatrix aside[GALPHA_ASIDE];

  struct galpha_root root;
  struct galpha_zeno zeno;
  GALPHARootFn rootfn;
  GALPHARootFnExt rootfn_ext; /* in its place, or NULL */
  GALPHARootPoint root_at;    /* what they see */
  bool warn_inactive;

  N_Vector q0, v0, lambda0, psi0; /* given initial values */
  N_Vector s0, s_order;           /* given states and their orders, or NULL */
  N_Vector a0;                    /* given y'' of the residual form, or NULL */
  sunrealtype t0;
  sunrealtype tret;         /* time of the last return */
  sunrealtype longest_span; /* longest time from t0 to a tout so far */
  bool after_impact;        /* the next start uses the values of GALPHAImpact */
  bool speeds_off;          /* no memory for what GALPHASetActive does with v */
  bool roots_pending;       /* GALPHARootInit was called during a run */
  /* data of a preconditioner of the library (precond/), or NULL */
  void *bbd;
  void (*bbd_free)(void *bbd);
};

/* The object, or NULL after a report of GALPHA_MEM_NULL. */
struct galpha_mem *galpha_get(void *mem, const char *function);
/* Reports and returns GALPHA_ILL_INPUT. */
int galpha_no_result(const struct galpha_mem *mem, const char *function);
/* The object after GALPHAInit..., or NULL after a report; *code says why. */
struct galpha_mem *galpha_get_defined(void *mem, const char *function,
                                      int *code);

/* The same for functions that change the object: also NULL, after a report, while
 * GALPHASolve or another function that calls callbacks is running. */
struct galpha_mem *galpha_get_idle(void *memory, const char *function,
                                   int *code);
struct galpha_mem *galpha_get_idle_defined(void *memory, const char *function,
                                           int *code);
/* Reports and returns GALPHA_NO_MALLOC before the start, otherwise 0. */
int galpha_check_started(const struct galpha_mem *mem, const char *function);
/* The same before the first attempt at a step. */
int galpha_check_tried(const struct galpha_mem *mem, const char *function);
/* Enclose code that calls callbacks. leave returns code; it frees mem if a callback has
 * called GALPHAFree. */
void galpha_enter(struct galpha_mem *mem);
int galpha_leave(struct galpha_mem *mem, int code);
/* The end of a function that callbacks, too, may call: like galpha_leave, unless another
 * function is running. */
int galpha_end(struct galpha_mem *mem, int code);
/* True: GALPHAFree was called in a callback, and galpha_leave will free mem. */
bool galpha_free_later(struct galpha_mem *mem);

/* mem, or NULL after a report of GALPHA_ILL_INPUT with this text unless allowed; NULL is
 * passed on. */
struct galpha_mem *galpha_get_if(struct galpha_mem *mem, bool allowed,
                                 const char *text, const char *function,
                                 int *code);

/* The object, if it is in mechanical form and sizes are not yet fixed. */
struct galpha_mem *galpha_get_defining(void *memory, const char *function,
                                       int *code);

/* The object, if it is in residual form; first_order: F(t,y,y'). */
struct galpha_mem *galpha_get_residual(void *mem, const char *function,
                                       int *code);
struct galpha_mem *galpha_get_first_order(void *mem, const char *function,
                                          int *code);
/* Vectors that were set before GALPHAInit (ids, inequalities) are like y0. */
int galpha_check_kept(const struct galpha_mem *mem, N_Vector y0,
                      const char *function);

/* The object, if it is mechanics by products. */
struct galpha_mem *galpha_get_products(void *memory, const char *function,
                                       int *code);

/* Copies the initial values of the mechanical form and takes over M, which it destroys
 * if there is no memory. */
int galpha_keep_mechanics(struct galpha_mem *mem, SUNMatrix M, sunrealtype t0,
                          N_Vector q0, N_Vector v0, const char *function);
/* Fixing of sizes for mechanics: the common parts before (check) and after (finish) the
 * part of each form; dense: creates dense blocks for those that the user did not set. */
int galpha_check_mechanics(struct galpha_mem *mem, const char *function);
int galpha_finish_mechanics(struct galpha_mem *mem, bool dense,
                            const char *function);
int galpha_close_mechanics(struct galpha_mem *mem, const char *function);
int galpha_close_products(struct galpha_mem *mem, const char *function);

/* Allocates the vectors of history, model and method; -1: no memory, none is left. */
int galpha_close_vectors(struct galpha_mem *mem);
/* Fixes sizes, allocates all work vectors; DEFINED -> CLOSED. */
int galpha_close_problem(struct galpha_mem *mem, const char *function);
/* Allocates what steps to a stop time need, if one is set; GALPHA_MEM_FAIL. */
int galpha_close_stop(struct galpha_mem *mem, const char *function);
/* Passes the option values to the structs that use them. */
int galpha_apply_options(struct galpha_mem *mem, const char *function);
/* Once orders are known: algebraic components are also tested where there are no others. */
void galpha_apply_algebraic(struct galpha_mem *mem);
/* States before the last two that this highest order needs. */
int galpha_states_kept(const struct galpha_mem *mem, int order);
/* Allocates the past steps that a higher value of an option needs; must not be called
 * within a step. */
int galpha_make_room_for(struct galpha_mem *mem, enum galpha_option_id id,
                         sunrealtype value, const char *function);
int galpha_refuse_redundancy(const struct galpha_mem *mem,
                             const char *function);
/* Factor of the tolerance of Newton's iteration, the smaller the nearer r is to 1; r: a
 * spectral radius at infinity. */
sunrealtype galpha_factor_by_rho(sunrealtype r);
/* Operations loosen and tests_positions of forms whose tolerance depends on the size of
 * positions and whose error test depends on the option error_test. */
void galpha_loosen_positions(const struct galpha_mem *mem, sunrealtype factor,
                             struct galpha_nls *nls);
bool galpha_tests_positions(const struct galpha_mem *mem);
void galpha_default_options(struct galpha_mem *mem);
const char *galpha_option_name(int id);
/* The defaults of F(t,y,y') that differ. */
void galpha_first_order_options(struct galpha_mem *mem);
/* Sets ic.direction and ic.span, from t0 to tout, or to a stop time before it. */
void galpha_set_time_span(struct galpha_mem *mem, sunrealtype tout);
/* Refuses a fixed step far longer than the longest time from t0 to a tout so far. */
int galpha_check_fixed_step(struct galpha_mem *mem, sunrealtype tout,
                            const char *function);
/* Consistent start; CLOSED -> STARTED. */
int galpha_start(struct galpha_mem *mem, int icopt, sunrealtype tout1,
                 const char *function);
/* The object, if it is mechanics by matrices and sizes are not yet fixed. */
struct galpha_mem *galpha_get_defining_matrices(void *memory,
                                                const char *function,
                                                int *code);
/* Stores a copy of A (NULL: none) as the block b; without memory the old one stays. */
int galpha_keep_block(const struct galpha_mem *mem, struct galpha_deriv *b,
                      SUNMatrix A, const char *function);
/* Checks an optional derivative: a function without the matrix that it fills is an
 * error. */
int galpha_check_optional(const struct galpha_mem *mem, SUNMatrix A,
                          sunindextype rows, sunindextype cols, bool have_fn,
                          const char *name, const char *function);
/* Applies options that declare derivatives, before blocks are created. */
int galpha_close_declared(struct galpha_mem *mem, const char *function);
/* Allocates the first-order states of a mechanism; dense: with dense blocks. */
int galpha_close_states(struct galpha_mem *mem, bool dense,
                        const char *function);
/* icopt of a start without GALPHACalcIC: computes only what is needed */
#define GALPHA_AUTO_INIT 0
/* Residual form without a linear solver of the user: a dense matrix can be created. */
int galpha_check_residual_size(const struct galpha_mem *mem,
                               const char *function);
int galpha_start_residual(struct galpha_mem *mem, int icopt,
                          const char *function);
int galpha_go_on_residual(struct galpha_mem *mem, const char *function);
/* The solver fits the number of unknowns, as far as it is known. */
int galpha_check_solver(const struct galpha_mem *mem, SUNLinearSolver LS,
                        SUNMatrix A, const char *function);
/* A preconditioner of the library (precond/): frees it; replaces it by data; attaches
 * its functions for the residual form, or for the mechanical form. */
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
/* Attach linear solvers of the mechanical form; forget: returns to the default solver,
 * which the start creates. */
int galpha_set_matrix_solver(struct galpha_mem *mem, SUNLinearSolver LS,
                             SUNMatrix A, const char *function);
int galpha_set_product_solver(struct galpha_mem *mem, SUNLinearSolver LS,
                              SUNMatrix A, const char *function);
int galpha_forget_solver(struct galpha_mem *mem, const char *function);
int galpha_refuse_solver(const struct galpha_mem *mem, const char *function);
int galpha_check_start(const struct galpha_mem *mem, sunrealtype t0,
                       N_Vector y0, N_Vector yp0, const char *function);
void galpha_forget_statistics(struct galpha_mem *mem);
/* A, or NULL, is of the size of the iteration matrix of mechanics. */
int galpha_check_matrix_size(const struct galpha_mem *mem, SUNMatrix A,
                             const char *function);
/* Warns of settings without effect (unused_settings.c). */
void galpha_warn_unused(const struct galpha_mem *mem, const char *function);
/* The value is not the default one. */
bool galpha_option_changed(const struct galpha_mem *mem, int id);
/* Numbers of reals and integers in use, without those of linear and nonlinear solvers. */
void galpha_space(const struct galpha_mem *mem, long int *reals,
                  long int *integers);
/* Sets the error weights at the last state. */
int galpha_weights(struct galpha_mem *mem, const char *function);

/* New initial values, as GALPHAReInit sets them; the arguments are right. */
void galpha_restart(struct galpha_mem *mem, sunrealtype t0, N_Vector q0,
                    N_Vector v0);
/* The state that the last call returned, which may be inside the last step, in vectors of
 * its own, which the caller frees also without memory (-1); and the restart from it. */
int galpha_present(struct galpha_mem *mem, struct galpha_point *at);
void galpha_free_present(struct galpha_point *at);
void galpha_restart_here(struct galpha_mem *mem, const struct galpha_point *at);
/* A jump of driven velocities (ctrl.jump) lies between two known times, and so does *end,
 * the output time, or (set) the stop time, which then comes first; *code is to be returned. */
bool galpha_ends_in_jump(struct galpha_mem *mem, bool one_step,
                         sunrealtype *end, int *code);
/* Continues after such a jump: impulse of the constraints and new accelerations. *end,
 * the output time: a time ahead. Returns a code. */
int galpha_pass_jump(struct galpha_mem *mem, sunrealtype *end,
                     const char *function);
/* Root functions (roots.c). Their values at t, as a galpha_root_eval. */
int galpha_eval_roots(void *ctx, sunrealtype t, sunrealtype *gout);
/* Allocates their arguments, as far as sizes are fixed; -1: no memory. */
int galpha_prepare_roots(struct galpha_mem *mem);
void galpha_free_roots(struct galpha_mem *mem);
/* Reports a failure of the search, GALPHA_ROOT_EVALFAIL or GALPHA_ROOT_STAYS; returns the code. */
int galpha_report_root(const struct galpha_mem *mem, int flag);

/* Reports in terms of the model (components, constraints, time); they return the code. */
int galpha_explain_start(const struct galpha_mem *mem, int code,
                         const char *function);
/* A false declaration (ic->declared). */
int galpha_explain_declaration(const struct galpha_mem *mem, int code,
                               const char *function);
int galpha_explain_work(const struct galpha_mem *mem, long int taken,
                        sunrealtype tout, const char *function);
int galpha_explain_step(const struct galpha_mem *mem, int code,
                        const char *function);
/* Names of the levels, for messages. */
const char *galpha_level_name(enum galpha_level level);
/* A singular matrix in a step, of unknown cause. */
int galpha_explain_singular(const struct galpha_mem *mem, const char *function);
/* Redundant rows and other causes of a singular matrix (explain_redundant.c): at the start of
 * mechanics by matrices and by products, at the start and in a step of F = 0. */
int galpha_explain_singular_start(const struct galpha_mem *mem,
                                  const char *function);
int galpha_explain_accelerations(const struct galpha_mem *mem,
                                 const char *function);
int galpha_explain_undetermined(const struct galpha_mem *mem,
                                const char *function);
int galpha_explain_singular_residual(const struct galpha_mem *mem,
                                     const char *function);
/* Redundant constraints contradict each other. */
int galpha_explain_clash(const struct galpha_mem *mem, int code,
                         const char *function);
/* Steps have become too short to change t. */
int galpha_explain_standstill(const struct galpha_mem *mem, sunrealtype h,
                              const char *function);
/* GALPHA_RES_FAIL, reported, if a callback has asked to stop. */
int galpha_stopped(const struct galpha_mem *mem, const char *function);
/* A callback failed; a linear solver has no preconditioner yet. */
int galpha_explain_model(const struct galpha_mem *mem, int code,
                         const char *function, sunrealtype h);
int galpha_explain_preconditioner(const struct galpha_mem *mem,
                                  const char *function);

#endif
