/* The object behind IDA's opaque pointer, and what the files of the stand-in share:
 * access to it, error reports, and options that outlive a GALPHA object. */
#ifndef GALPHA_IDA_MEM_H
#define GALPHA_IDA_MEM_H

#include <stdbool.h>
#include <stdint.h>

#include <galpha/galpha.h>

#include "ida/compat.h"

/* "GalphIDA": marks a block as made by IDACreate of this library. */
#define GALPHA_IDA_MAGIC UINT64_C(0x47616c7068494441)

#define GALPHA_IDA_MAXORD   5    /* IDA's highest order */
#define GALPHA_IDA_EPCON    0.33 /* IDA's default of IDASetNonlinConvCoef */
#define GALPHA_IDA_COEF     0.05 /* GALPHA's for F(t,y,y'), where IDA has that */
#define GALPHA_IDA_SETTINGS 40

typedef int (*galpha_ida_int_fn)(void *galpha, int value);
typedef int (*galpha_ida_real_fn)(void *galpha, sunrealtype value);

/* A scalar option as it was set last: for the next GALPHA object, or, where GALPHA
 * takes it only before the start (pending), for the next IDAReInit. One of set_int,
 * set_real and name is there. */
struct galpha_ida_setting
{
  galpha_ida_int_fn set_int;
  galpha_ida_real_fn set_real;
  char name[32];
  sunrealtype value;
  bool pending;
};

enum galpha_ida_tol_kind
{
  GALPHA_IDA_TOL_NONE,
  GALPHA_IDA_TOL_SS,
  GALPHA_IDA_TOL_SV,
  GALPHA_IDA_TOL_WF
};

struct galpha_ida_tol
{
  enum galpha_ida_tol_kind kind;
  sunrealtype rtol, atol;
  N_Vector vatol;
  IDAEwtFn efun;
  bool refused; /* IDA finds out in IDASolve only */
};

/* What IDALS keeps about the linear solver attached. */
struct galpha_ida_linear
{
  bool attached, matrix_based, given_jac, given_jtimes, bbd;
  SUNLinearSolver LS;
  SUNMatrix A;
};

/* How messages of GALPHA reach the user. */
enum galpha_ida_voice
{
  GALPHA_IDA_LOUD,
  GALPHA_IDA_QUIET,
  GALPHA_IDA_LINEAR /* as those of IDALS */
};

struct galpha_ida
{
  uint64_t magic; /* first */
  SUNContext sunctx;
  void *galpha;
  bool defined; /* IDAInit succeeded */
  struct galpha_ida_sink sink;
  enum galpha_ida_voice voice;
  void *user_data;

  struct galpha_ida_setting setting[GALPHA_IDA_SETTINGS];
  int nsettings;
  sunrealtype epcon;           /* GALPHA's value for IDA's default */
  sunrealtype max_steps;       /* for IDASetMaxNumSteps(mem, 0) */
  sunrealtype hmin, hmax, hin; /* 0: not set */
  int maxord, maxord_alloc, maxord_limit;
  bool tstop_set;
  sunrealtype tstop;
  bool suppress_alg;
  N_Vector id, constraints; /* as given; NULL: none */
  bool id_pending;
  struct galpha_ida_tol tol;

  sunrealtype t0;
  N_Vector y0, yp0; /* of the last IDAInit or IDAReInit */
  int nrtfn;
  int *rootdir;
  IDARootFn rootfn;
  SUNNonlinearSolver NLS; /* the program's; NULL: Newton's iteration */
  struct galpha_ida_linear linear;
  bool verbose;
  int sensitivities; /* that IDASensInit asked for, in vain */
};

/* ---- ida_error.c --------------------------------------------------------- */

/* Reports code in IDA's manner and returns it; mem NULL: there is no object. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
int galpha_ida_report(const struct galpha_ida *mem, const char *module,
                      int code, const char *function, const char *fmt, ...);
/* GALPHA's codes as IDA's (to which bad weights are an illegal input), and as those
 * of IDALS. */
int galpha_ida_code(int galpha_code);
int galpha_ida_ls_code(int galpha_code);
/* GALPHA's error handler (eh_data: the object). */
void galpha_ida_forward(int code, const char *module, const char *function,
                        char *msg, void *eh_data);

/* The object, or NULL: ida_mem is NULL or not made here. */
struct galpha_ida *galpha_ida_find(void *ida_mem);
/* The same, reported. */
struct galpha_ida *galpha_ida_get(void *ida_mem, const char *function);
/* The same after IDAInit; *code says why it is NULL. */
struct galpha_ida *galpha_ida_get_defined(void *ida_mem, const char *function,
                                          int *code);
/* The same with a linear solver, with codes of IDALS. */
struct galpha_ida *galpha_ida_get_linear(void *ida_mem, const char *function,
                                         int *code);

/* ---- ida_setting.c ------------------------------------------------------- */

/* Sets an option now, or where GALPHA takes it only before the start, at the next
 * IDAInit or IDAReInit. The values are checked before. */
void galpha_ida_set_int(struct galpha_ida *mem, galpha_ida_int_fn set,
                        int value);
void galpha_ida_set_real(struct galpha_ida *mem, galpha_ida_real_fn set,
                         sunrealtype value);
/* An option of GALPHASetOption; its error is reported. */
int galpha_ida_set_option(struct galpha_ida *mem, const char *name,
                          sunrealtype value);
/* Hands the options to the GALPHA object; all: not only those pending. */
void galpha_ida_settings_apply(struct galpha_ida *mem, bool all);
/* id, constraints and tolerances, for a new GALPHA object. */
int galpha_ida_vectors_apply(struct galpha_ida *mem, const char *function);
int galpha_ida_id_apply(struct galpha_ida *mem);
int galpha_ida_constraints_apply(struct galpha_ida *mem, N_Vector constraints);
/* A clone that survives a lack of memory, which N_VClone does not. NULL: no memory. */
N_Vector galpha_ida_clone(N_Vector w);
/* *copy becomes a copy of v (NULL: none); false: no memory. */
bool galpha_ida_copy(N_Vector *copy, N_Vector v);
/* Is v as long as y0, as far as vectors tell? */
bool galpha_ida_fits(const struct galpha_ida *mem, N_Vector v);

/* ---- ida_environment.c --------------------------------------------------- */

/* Defaults from environment variables GALPHA_... */
void galpha_ida_environment(struct galpha_ida *mem);
/* The spectral radius of both forms. */
void galpha_ida_set_rho(struct galpha_ida *mem, sunrealtype rho);
/* With GALPHA_VERBOSE: what the object has done. */
void galpha_ida_print_counts(const struct galpha_ida *mem);

#endif
