/* The forms in which a problem is stated: mechanics by matrices, mechanics by products,
 * F(t,y,y') and F(t,y,y',y''). What the public functions need to know of a form is here:
 * operations, properties, and the words of messages. */
#ifndef GALPHA_API_FORM_H
#define GALPHA_API_FORM_H

#include "check/block_report.h"
#include "start/mechanics_start.h"

struct galpha_mem;
struct galpha_nls;

/* Rows of GALPHAPrintAllStats that belong to some forms. */
#define GALPHA_STATISTICS_MECHANICS 1U
#define GALPHA_STATISTICS_RESIDUAL  2U
#define GALPHA_STATISTICS_KRYLOV    4U

/* Names and phrases of messages; "": nothing is to be said. */
struct galpha_words
{
  const char *q, *v;         /* the parts of a state     */
  const char *q0, *v0;       /* initial values           */
  const char *loads, *jumps; /* what may jump; a question about it */
  const char *started;       /* what a start computes    */
  const char *requests;      /* GALPHACalcIC with a wrong icopt */
  const char *solver_size; /* by what a linear solver's unknowns are counted */
  const char *unknowns, *with_states; /* the same of a nonlinear solver */
  const char *sizes_known;            /* when they are          */
  const char *iteration[2];           /* Newton's, of a stage   */
  const char *component[2];   /* of a correction: before and after its number */
  const char *preconditioner; /* the functions that set one          */
  const char *sparse;         /* how a matrix becomes sparse         */
  const char *check_rows, *check_entries; /* GALPHACheckJacobian, if it helps */
  const char *other_method; /* for fixed steps that are too long   */
};

/* Functions return GALPHA_... codes after a report. */
struct galpha_form
{
  const char *name;
  struct galpha_words words;
  bool any_vector;     /* vectors need not be arrays      */
  bool multiplies;     /* vectors have the operation prod */
  bool one_output;     /* q and v of GALPHASolve may be the same vector */
  bool declares;       /* the user's declarations can be compared later */
  bool constraints;    /* are told from other equations                 */
  bool chooses_order;  /* max_order = 1 stands for backward Euler       */
  int start;           /* icopt of a start that nobody asked for */
  unsigned statistics; /* rows listed */
  /* Fixes sizes, makes vectors. */
  int (*close)(struct galpha_mem *mem, const char *function);
  int (*set_solver)(struct galpha_mem *mem, SUNLinearSolver LS, SUNMatrix A,
                    const char *function);
  /* Without a matrix of the user's the library's would be dense. */
  bool (*is_dense)(const struct galpha_mem *mem);
  /* The formulation that the options ask for. */
  int (*select)(const struct galpha_mem *mem, int *formulation,
                const char *function);
  /* Dependent constraints are gone on with, or not. */
  int (*set_redundancy)(struct galpha_mem *mem, bool on, const char *function);
  /* Bounds of Newton's tolerance where it may be loose; share: by the method. */
  void (*loosen)(const struct galpha_mem *mem, sunrealtype share,
                 struct galpha_nls *nls);
  /* Velocities are tested as h v in the weights of q. */
  bool (*tests_positions)(const struct galpha_mem *mem);
  /* icopt is one of this form. */
  bool (*can_start)(int icopt);
  int (*begin)(struct galpha_mem *mem, int icopt, const char *function);
  /* After GALPHACalcIC. NULL: nothing. */
  void (*keep_start)(struct galpha_mem *mem);
  sunrealtype (*first_step)(const struct galpha_ic *ic);
  int (*check_jacobian)(struct galpha_mem *mem, struct galpha_compare *cmp,
                        struct galpha_failure *fail);
  /* What to check where Newton's iteration gives up and no derivative is found wrong. */
  const char *(*advice)(const struct galpha_mem *mem);
  /* A derivative of the user's that is wrong, in a sentence; false: none was found. */
  bool (*suspect)(const struct galpha_mem *mem, bool forces, char *text);
  /* A singular matrix at the start, and in a step. */
  int (*explain_start)(const struct galpha_mem *mem, const char *function);
  int (*explain_step)(const struct galpha_mem *mem, const char *function);
};
extern const struct galpha_form galpha_form_mechanics;    /* by matrices  */
extern const struct galpha_form galpha_form_products;     /* by products  */
extern const struct galpha_form galpha_form_first_order;  /* F(t,y,y')    */
extern const struct galpha_form galpha_form_second_order; /* F(t,y,y',y'') */

#endif
