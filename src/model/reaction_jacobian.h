/* The reaction Jacobian, the contribution of the reactions to df/dq and df/dv in the
 * iteration matrix: R = d(G^T lambda + K^T psi)/dq (the geometric stiffness of the
 * reactions) and d(K^T psi)/dv. Supplied by the user, or coloured difference
 * quotients of G and K, which are not evaluated until linear/reaction_control.c
 * switches R on. */
#ifndef GALPHA_MODEL_REACTION_JACOBIAN_H
#define GALPHA_MODEL_REACTION_JACOBIAN_H

#include "model/mechanics.h"

enum galpha_known
{
  GALPHA_UNKNOWN,
  GALPHA_NO,
  GALPHA_YES
};

/* The derivative with respect to q or v. */
struct galpha_reaction_part
{
  SUNMatrix A;                /* NULL: the pattern is not yet known */
  struct galpha_dq *dq;       /* plan of its difference quotients */
  bool symmetric;             /* A is symmetric (no nonholonomic constraints) */
  sunindextype *twin;         /* position of the transposed entry, or NULL */
  enum galpha_known included; /* whether the user's df/dq (df/dv) contains it */
  bool in;                    /* A is part of the current iteration matrix */
};

enum
{
  GALPHA_REACTION_Q,
  GALPHA_REACTION_V,
  GALPHA_REACTION_PARTS
};

struct galpha_reaction_jac
{
  struct galpha_sys *sys;
  GALPHAForceJacFn fn; /* user's R, or NULL */
  SUNMatrix user;      /* user's block for R, or its pattern, or NULL */
  struct galpha_pattern pattern; /* last valid pattern of the user's block */
  bool given;                    /* GALPHASetReactionJac was called */
  bool on;         /* matrices contain R; stage 2 of SOI2 evaluates G at q(a) */
  bool velocities; /* the current stage is stage 2 of SOI2 */
  bool by_positions; /* switched on in another stage than stage 2 of SOI2 */
  bool no_memory;
  struct galpha_reaction_part part[GALPHA_REACTION_PARTS];
  SUNMatrix G, K;    /* at perturbed q, v */
  SUNMatrix G_stage; /* G(q(a)) in stage 2 */
  N_Vector r0, r1;   /* reactions at the base and the perturbed point */
  N_Vector x;        /* perturbed q, or scale */
  N_Vector v;        /* perturbed v; NULL without K */
  sunrealtype dv;    /* |dv/dq| of the step: scale of velocity increments */
  /* Counted in matrices built (galpha_ls.builds): */
  long int next;     /* earliest next test of the effect of R */
  long int wait;     /* interval between tests while off */
  long int min_on;   /* least time between switching on and off */
  long int ended;    /* when R was last switched off */
  long int matrices; /* matrices that contained R */
};

/* The model has reactions that depend on q or v. */
bool galpha_reaction_possible(const struct galpha_reaction_jac *s);
/* The user's derivatives contain all of R. */
bool galpha_reaction_complete(const struct galpha_reaction_jac *s);
/* Allocates work space; after galpha_sys_prepare. -1: no memory. */
int galpha_reaction_prepare(struct galpha_reaction_jac *s);
void galpha_reaction_free(struct galpha_reaction_jac *s);
/* Resets patterns and intervals, for a new start of the same model. */
void galpha_reaction_restart(struct galpha_reaction_jac *s);

/* Begins a stage. velocities: it is stage 2 of SOI2; dv: dv/dq. */
void galpha_reaction_begin_stage(struct galpha_reaction_jac *s, bool velocities,
                                 sunrealtype dv);
/* R is off, and its effect may be tested after this number of matrices; earlier
 * after failures. */
bool galpha_reaction_due(const struct galpha_reaction_jac *s, long int builds,
                         bool failed);
/* Postpones the next test: R is off and the test found another cause (test); R is on
 * (review). */
void galpha_reaction_postpone_test(struct galpha_reaction_jac *s,
                                   long int builds);
void galpha_reaction_postpone_review(struct galpha_reaction_jac *s,
                                     long int builds);
void galpha_reaction_switch_on(struct galpha_reaction_jac *s, long int builds);
void galpha_reaction_switch_off(struct galpha_reaction_jac *s, long int builds);
/* Restores on to its value before a failed solve. */
void galpha_reaction_restore(struct galpha_reaction_jac *s, bool on,
                             long int builds);

/* Evaluates the parts that a matrix at the point contains, and sets part[].in.
 * Returns 0, > 0 or < 0 as the callbacks. */
int galpha_reaction_update(struct galpha_reaction_jac *s,
                           const struct galpha_point *at);
/* Determines part[which].included from products with random directions; the blocks
 * df/dq, df/dv must be those of the point. */
int galpha_reaction_find_included(struct galpha_reaction_jac *s, int which,
                                  const struct galpha_point *at);
/* q or v of the point. */
N_Vector galpha_reaction_argument(const struct galpha_point *at, int which);
/* r0 = G^T lambda + K^T psi at the point of the last residual, from the current
 * blocks if they belong to that point. */
int galpha_reaction_base(struct galpha_reaction_jac *s,
                         const struct galpha_point *at);
/* out = G^T lambda + K^T psi at any point; does not change the model's blocks. */
int galpha_reaction_reactions(struct galpha_reaction_jac *s,
                              const struct galpha_point *place, N_Vector out);
/* out += c_q R d + c_v (d(K^T psi)/dv) d, by one difference quotient with the base r0. */
int galpha_reaction_add(struct galpha_reaction_jac *s,
                        const struct galpha_point *at, sunrealtype c_q,
                        sunrealtype c_v, N_Vector d, N_Vector out);
/* galpha_sys_loads for stage 2 of SOI2: with G at the point if it is on, else
 * with the block G as it stands. The block is not changed. */
int galpha_reaction_loads(struct galpha_reaction_jac *s,
                          const struct galpha_point *at, N_Vector f);

#endif
