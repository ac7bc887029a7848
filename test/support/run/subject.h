/* A model in a form under an integrator, driven in fixed steps and measured against its
 * solution in the same way whatever the form: what the laws of order are made of. */
#pragma once

#include "support/lowering/residual.h"

/* Kinds of errors: coordinates, velocities, accelerations, states, their rates, outputs,
 * multipliers. */
enum subject_kind
{
  SUBJECT_Q,
  SUBJECT_V,
  SUBJECT_A,
  SUBJECT_X,
  SUBJECT_XP,
  SUBJECT_U,
  SUBJECT_LAMBDA,
  SUBJECT_PSI,
  SUBJECT_KINDS
};
extern const char *const subject_kind_name[SUBJECT_KINDS];

struct subject
{
  /* What is run: a mechanical problem, as such or lowered to the residual form, or a
     residual problem with the function that fills in its errors at the time reached. */
  const struct problem *mech, *known; /* known: with the solution; NULL: mech */
  int lowered, find_ypp; /* find_ypp: y'' of the residual is not given */
  const struct residual_problem *residual;
  void (*errors)(const struct residual_run *run, sunrealtype *e);
  /* and how */
  int formulation; /* 0: the default */
  enum problem_storage storage;
  /* allocates all vectors; NULL: N_VNew_Serial */
  N_Vector (*make_vec)(sunindextype length, SUNContext ctx);
  int family; /* 0: Chung and Hulbert's with rho */
  sunrealtype par[2], rho;
  int order;             /* the highest; 0: the default */
  int correct;           /* GALPHA_CORRECT_... */
  int start;             /* 0: the default */
  sunrealtype tol, atol; /* atol 0: tol */
  /* last settings of its own, 0 on success; a solver that it leaves in run is freed */
  int (*prepare)(struct subject *s);
  int strict; /* a new matrix for every step, 20 iterations */
  /* multipliers against those of the equations of motion at the q and v reached */
  int own_multipliers;

  void *mem;
  sunrealtype t;
  int ldlt;                 /* run.LS is L D L^T */
  struct problem mech_copy; /* with make_vec */
  struct residual_problem residual_copy;
  struct problem_state now, right;
  struct residual_mech low;
  struct residual_run run;
};

/* SUBJECT(.mech = &pb, .rho = 0.5) as an expression. */
#define SUBJECT(...) ((struct subject){__VA_ARGS__})

/* Copies `what` into s and sets it up. 0 on success; */
int subject_begin(struct subject *s, const struct subject *what,
                  SUNContext ctx);
int subject_step(struct subject *s, sunrealtype h);
/* To t1 exactly, under error control or (h > 0) in fixed steps. */
int subject_to(struct subject *s, sunrealtype t1, sunrealtype h);
/* Takes over the state at the end of the last step; for who has made it otherwise. */
int subject_read(struct subject *s);
/* The state reached; y, y', y'' of a residual are q, v, a. */
N_Vector subject_vector(const struct subject *s, enum subject_kind kind);
/* Errors at the time reached; 0 for kinds that the model has not or does not know. */
int subject_errors(struct subject *s, sunrealtype e[SUBJECT_KINDS]);

/* Steps of mean 1, repeated. */
struct subject_pattern
{
  const char *name;
  int len;
  sunrealtype step[8];
};

/* count steps to t1; errors are the largest from step `from` on, multipliers (and
 * accelerations, outputs) from step `settled` on. from = 0: those at t1. */
struct subject_march
{
  sunrealtype t1;
  long count, from, settled;
};

int subject_march(const struct subject *what, SUNContext ctx,
                  const struct subject_pattern *p,
                  const struct subject_march *m, sunrealtype e[SUBJECT_KINDS]);

/* Orders between m->count steps and so many times more; 2 for an error that is
 * round-off. fine: the errors of the smaller steps. */
int subject_orders(const struct subject *what, SUNContext ctx,
                   const struct subject_pattern *p, struct subject_march m,
                   int times, sunrealtype order[SUBJECT_KINDS],
                   sunrealtype fine[SUBJECT_KINDS]);
