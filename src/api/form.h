/* The forms in which a problem can be defined: mechanics by matrices, mechanics by
 * products, F(t,y,y') and F(t,y,y',y''). A struct galpha_form holds all that the public
 * functions need of a form: operations, properties, and the words of messages. */
#ifndef GALPHA_API_FORM_H
#define GALPHA_API_FORM_H

#include "check/block_report.h"
#include "start/mechanics_start.h"

struct galpha_mem;
struct galpha_nls;

/* Groups of rows of GALPHAPrintAllStats that only some forms have (bit mask). */
#define GALPHA_STATISTICS_MECHANICS 1U
#define GALPHA_STATISTICS_RESIDUAL  2U
#define GALPHA_STATISTICS_KRYLOV    4U

/* Names and phrases for messages; "": omitted. */
struct galpha_words
{
  const char *q, *v;         /* parts of the state */
  const char *q0, *v0;       /* arguments with the initial values */
  const char *g;             /* constraints on positions */
  const char *loads, *jumps; /* data that may jump; a question about it */
  const char *started;       /* results of a start */
  const char *requests;      /* for a wrong icopt of GALPHACalcIC */
  const char *solver_size;   /* number of unknowns of a linear solver */
  const char *unknowns, *with_states; /* the same for a nonlinear solver */
  const char *sizes_known;            /* when these numbers are known */
  const char *iteration[2];           /* Newton's iteration of stage 0, 1 */
  const char *component[2];   /* of a correction: before and after its index */
  const char *preconditioner; /* functions that set one */
  const char *sparse;         /* how to make a matrix sparse */
  const char *check_rows,
    *check_entries;         /* advice to call GALPHACheckJacobian */
  const char *other_method; /* advice for fixed steps that are too long */
  const char *keep;         /* how to keep a redundant constraint */
};

/* Functions of type int return GALPHA_... codes and have reported an error. */
struct galpha_form
{
  const char *name;
  struct galpha_words words;
  bool any_vector;     /* vectors need not be arrays */
  bool multiplies;     /* vectors must have the operation nvprod */
  bool one_output;     /* q and v of GALPHASolve may be the same vector */
  bool declares;       /* declarations of the user can be compared in a run */
  bool constraints;    /* constraints are separate from other equations */
  bool chooses_order;  /* max_order = 1 selects backward Euler */
  int start;           /* icopt of a start without a call of GALPHACalcIC */
  unsigned statistics; /* groups of rows listed */
  /* Fixes sizes and allocates vectors. */
  int (*close)(struct galpha_mem *mem, const char *function);
  int (*set_solver)(struct galpha_mem *mem, SUNLinearSolver LS, SUNMatrix A,
                    const char *function);
  /* Without a matrix of the user, that of the library is dense. */
  bool (*is_dense)(const struct galpha_mem *mem);
  /* *formulation: the one that the options select. */
  int (*select)(const struct galpha_mem *mem, int *formulation,
                const char *function);
  /* Allows redundant constraints, or not. */
  int (*set_redundancy)(struct galpha_mem *mem, bool on, const char *function);
  /* Sets nls->least and nls->most if the tolerance of Newton's iteration may be loose;
     share: factor by which the method tightens it. */
  void (*loosen)(const struct galpha_mem *mem, sunrealtype factor,
                 struct galpha_nls *nls);
  /* The error test of velocities uses h v with the weights of q. */
  bool (*tests_positions)(const struct galpha_mem *mem);
  /* icopt is valid for this form. */
  bool (*can_start)(int icopt);
  int (*begin)(struct galpha_mem *mem, int icopt, const char *function);
  /* The same within a run, from q and v before a jump of the velocities. */
  int (*go_on)(struct galpha_mem *mem, const char *function);
  /* Stores the values found by GALPHACalcIC; NULL: nothing to store. */
  void (*keep_start)(struct galpha_mem *mem);
  sunrealtype (*first_step)(const struct galpha_ic *ic);
  int (*check_jacobian)(struct galpha_mem *mem, struct galpha_compare *cmp,
                        struct galpha_failure *fail);
  /* See galpha_advice_newton. */
  const char *(*advice)(const struct galpha_mem *mem);
  /* See galpha_advice_derivative. */
  bool (*name_derivative)(const struct galpha_mem *mem, bool forces,
                          char *text);
  /* See galpha_advice_mass. */
  bool (*name_mass)(const struct galpha_mem *mem, bool negative, char *text);
  /* See nearly_singular.h. */
  sunindextype (*nearly_singular)(const struct galpha_ic *ic, sunrealtype span);
  /* Report a singular matrix at the start, and in a step. */
  int (*explain_start)(const struct galpha_mem *mem, const char *function);
  int (*explain_step)(const struct galpha_mem *mem, const char *function);
};
extern const struct galpha_form galpha_form_mechanics;    /* by matrices  */
extern const struct galpha_form galpha_form_products;     /* by products  */
extern const struct galpha_form galpha_form_first_order;  /* F(t,y,y')    */
extern const struct galpha_form galpha_form_second_order; /* F(t,y,y',y'') */

#endif
