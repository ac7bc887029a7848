/* The reactions' share of the derivatives of the forces, d(G^T lambda + K^T psi)/dq and
 * /dv, for the iteration matrix: the user's, or differences of G and K along its
 * pattern. Nothing is evaluated before it is asked for (galpha_need.h). */
#ifndef GALPHA_SHARE_H
#define GALPHA_SHARE_H

#include "galpha_sys.h"

enum galpha_known
{
  GALPHA_UNKNOWN,
  GALPHA_NO,
  GALPHA_YES
};

/* By q, by v. */
struct galpha_share_part
{
  SUNMatrix A;            /* NULL: no pattern yet */
  struct galpha_dq *dq;   /* its plan */
  bool symmetric;         /* its pattern, and its values but for errors */
  sunindextype *twin;     /* of symmetric ones, or NULL */
  enum galpha_known held; /* by the user's df/dq, df/dv */
  bool in;                /* A is in the matrix at hand */
};

enum
{
  GALPHA_SHARE_Q,
  GALPHA_SHARE_V,
  GALPHA_SHARE_PARTS
};

struct galpha_share
{
  struct galpha_sys *sys;
  GALPHAForceJacFn fn;           /* the user's d/dq, in every matrix */
  SUNMatrix user;                /* its block, or a pattern alone, or NULL */
  struct galpha_pattern pattern; /* the user's, found right */
  bool given;                    /* the user said something about it */
  bool on; /* differences are in the matrices, and stage 2 of SOI2 takes G
                          where it takes the forces */
  bool velocities;   /* the present stage is that one */
  bool by_positions; /* what asked for it was not */
  bool no_memory;
  struct galpha_share_part part[GALPHA_SHARE_PARTS];
  SUNMatrix G, K;     /* at moved places */
  SUNMatrix G_stage;  /* where stage 2 takes the forces */
  N_Vector r0, r1, x; /* reactions here and moved, place or typical size */
  N_Vector v;         /* the same of velocities; NULL without K */
  sunrealtype dv;     /* what a step makes of coordinates as velocities */
  long int next;      /* builds of the matrix before it is looked at again */
  long int wait;      /* between two looks without effect */
  long int hold;      /* matrices that it stays in */
  long int ended;     /* builds when it was left out */
  long int matrices;  /* that held it */
};

/* The model can have a share that its df/dq, df/dv need not hold. */
bool galpha_share_possible(const struct galpha_share *s);
/* What the user gave serves stage 1 as it is. */
bool galpha_share_complete(const struct galpha_share *s);
/* Room to look at it; after galpha_sys_prepare. -1: no memory. */
int galpha_share_prepare(struct galpha_share *s);
void galpha_share_free(struct galpha_share *s);
/* As before the first step of a new problem of the same model. */
void galpha_share_restart(struct galpha_share *s);

/* Brings what a matrix at the point needs up to date: part[].in and their A. 0, > 0, < 0
 * as the callbacks. */
int galpha_share_update(struct galpha_share *s, const struct galpha_point *at);
/* Asks random directions whether the user's df/dq (df/dv), as the blocks stand at the
 * point, holds the share: part[which].held. */
int galpha_share_find_held(struct galpha_share *s, int which,
                           const struct galpha_point *at);
/* q or v. */
N_Vector galpha_share_argument(const struct galpha_point *at, int which);
/* R = G^T lambda + K^T psi at a point, from its blocks where they belong to it, into r0;
 * at another place into out. */
int galpha_share_base(struct galpha_share *s, const struct galpha_point *at);
int galpha_share_reactions(struct galpha_share *s,
                           const struct galpha_point *place, N_Vector out);
/* out += c_q dR/dq d + c_v dR/dv d by one difference from r0. */
int galpha_share_add(struct galpha_share *s, const struct galpha_point *at,
                     sunrealtype c_q, sunrealtype c_v, N_Vector d,
                     N_Vector out);
/* galpha_sys_loads; where the share is on with G at the point, which the block G is not
 * moved to. */
int galpha_share_loads(struct galpha_share *s, const struct galpha_point *at,
                       N_Vector f);

#endif
