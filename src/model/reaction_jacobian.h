/* The derivative of the reactions in df/dq and df/dv for the iteration matrix: R = d(G^T lambda +
 * K^T psi)/dq (the geometric stiffness of the reactions) and d(K^T psi)/dv. Either the
 * user's function or coloured differences of G and K. Nothing is evaluated until
 * galpha_reaction_control turns it on. */
#ifndef GALPHA_MODEL_REACTION_JACOBIAN_H
#define GALPHA_MODEL_REACTION_JACOBIAN_H

#include "model/mechanics.h"

enum galpha_known
{
  GALPHA_UNKNOWN,
  GALPHA_NO,
  GALPHA_YES
};

/* The derivative by q or by v. */
struct galpha_reaction_part
{
  SUNMatrix A;                /* NULL: pattern not yet known */
  struct galpha_dq *dq;       /* difference plan for A */
  bool symmetric;             /* A is symmetric (no nonholonomic constraints) */
  sunindextype *twin;         /* position of the transposed entry, or NULL */
  enum galpha_known included; /* whether the user's df/dq (df/dv) contains it */
  bool in;                    /* A is part of the present iteration matrix */
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
  SUNMatrix user;      /* user's block for R or its pattern, or NULL */
  struct galpha_pattern pattern; /* last checked pattern of the user's block */
  bool given;                    /* GALPHASetReactionJac was called */
  bool on; /* matrices contain it; stage 2 of SOI2 evaluates G at q(a) */
  bool velocities;   /* the present stage is stage 2 of SOI2 */
  bool by_positions; /* it was turned on by another stage than that */
  bool no_memory;
  struct galpha_reaction_part part[GALPHA_REACTION_PARTS];
  SUNMatrix G, K;    /* evaluated at perturbed q, v */
  SUNMatrix G_stage; /* G(q(a)) of stage 2 */
  N_Vector r0, r1,
    x;        /* reactions at base and perturbed point; perturbed q or scale */
  N_Vector v; /* perturbed v; NULL without K */
  sunrealtype dv; /* |dv/dq| of the step: scale of velocity increments */
  /* Counted in matrices built (galpha_ls.builds): */
  long int next;     /* earliest next test of its contribution */
  long int wait;     /* interval between tests while it is off */
  long int min_on;   /* minimum duration of being on */
  long int ended;    /* when it was last turned off */
  long int matrices; /* matrices that contained it */
};

/* The model has reactions whose derivatives df0/dq and df0/dv do not contain. */
bool galpha_reaction_possible(const struct galpha_reaction_jac *s);
/* The user's derivatives contain all of it. */
bool galpha_reaction_complete(const struct galpha_reaction_jac *s);
/* Allocates work space; after galpha_sys_prepare. -1: no memory. */
int galpha_reaction_prepare(struct galpha_reaction_jac *s);
void galpha_reaction_free(struct galpha_reaction_jac *s);
/* Discards what was learnt and found, for a new start of the same model. */
void galpha_reaction_restart(struct galpha_reaction_jac *s);

/* A stage begins; velocities: stage 2 of SOI2; dv: dv/dq. */
void galpha_reaction_begin_stage(struct galpha_reaction_jac *s, bool velocities,
                                 sunrealtype dv);
/* After so many matrices: its contribution may be tested while it is off; earlier after
 * failures. */
bool galpha_reaction_due(const struct galpha_reaction_jac *s, long int builds,
                         bool failed);
/* The test has found another cause; while it is on, the next test. */
void galpha_reaction_postpone_test(struct galpha_reaction_jac *s,
                                   long int builds);
void galpha_reaction_postpone_review(struct galpha_reaction_jac *s,
                                     long int builds);
void galpha_reaction_switch_on(struct galpha_reaction_jac *s, long int builds);
void galpha_reaction_switch_off(struct galpha_reaction_jac *s, long int builds);
/* On or off, as before a solve that failed. */
void galpha_reaction_restore(struct galpha_reaction_jac *s, bool on,
                             long int builds);

/* Evaluates the parts that a matrix at the point shall contain (part[].in). 0, > 0 or
 * < 0 as the callbacks. */
int galpha_reaction_update(struct galpha_reaction_jac *s,
                           const struct galpha_point *at);
/* Determines part[which].included from products with random directions; the blocks
 * df/dq, df/dv must be those of the point. */
int galpha_reaction_find_included(struct galpha_reaction_jac *s, int which,
                                  const struct galpha_point *at);
/* q or v of the point. */
N_Vector galpha_reaction_argument(const struct galpha_point *at, int which);
/* r0 = G^T lambda + K^T psi at the point of the last residual, from the present blocks
 * where they belong to it. */
int galpha_reaction_base(struct galpha_reaction_jac *s,
                         const struct galpha_point *at);
/* out = G^T lambda + K^T psi at any point; the blocks of the model stay as they are. */
int galpha_reaction_reactions(struct galpha_reaction_jac *s,
                              const struct galpha_point *place, N_Vector out);
/* out += c_q R d + c_v d(K^T psi)/dv d by one difference from r0. */
int galpha_reaction_add(struct galpha_reaction_jac *s,
                        const struct galpha_point *at, sunrealtype c_q,
                        sunrealtype c_v, N_Vector d, N_Vector out);
/* galpha_sys_loads for stage 2 of SOI2: with G at the point if it is on, else
 * with the block G as it stands. The block is not changed. */
int galpha_reaction_loads(struct galpha_reaction_jac *s,
                          const struct galpha_point *at, N_Vector f);

#endif
