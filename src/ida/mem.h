/* The object behind IDA's opaque pointer, and the functions that the files of the
 * stand-in share: access to the object, error reports, and options that outlive a
 * GALPHA object. */
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
#define GALPHA_IDA_COEF     0.05 /* GALPHA's default of the same, F(t,y,y') = 0 */
#define GALPHA_IDA_SETTINGS 40

typedef int (*galpha_ida_int_fn)(void *galpha, int value);
typedef int (*galpha_ida_real_fn)(void *galpha, sunrealtype value);

/* The last value of a scalar option, to be set again on the next GALPHA object, or,
 * where GALPHA accepts it only before the start (pending), at the next IDAReInit.
 * Exactly one of set_int, set_real and name is set. */
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
  bool refused; /* by GALPHA; IDA reports bad weights in IDASolve only */
};

/* The attached linear solver, and which of its callbacks the program has set. */
struct galpha_ida_linear
{
  bool attached, matrix_based, given_jac, given_jtimes, bbd;
  SUNLinearSolver LS;
  SUNMatrix A;
};

/* How GALPHA's messages are passed on to the user. */
enum galpha_ida_voice
{
  GALPHA_IDA_LOUD,  /* with codes of IDA */
  GALPHA_IDA_QUIET, /* dropped */
  GALPHA_IDA_LINEAR /* with codes of IDALS */
};

struct galpha_ida
{
  uint64_t magic; /* GALPHA_IDA_MAGIC; must be the first member */
  SUNContext sunctx;
  void *galpha;
  bool defined; /* IDAInit succeeded */
  struct galpha_ida_sink sink;
  enum galpha_ida_voice voice;
  void *user_data;

  struct galpha_ida_setting setting[GALPHA_IDA_SETTINGS];
  int nsettings;
  sunrealtype epcon;           /* GALPHA's coefficient that replaces 0.33 */
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
  SUNNonlinearSolver NLS; /* attached by the program; NULL: GALPHA's Newton */
  struct galpha_ida_linear linear;
  bool verbose;
  sunrealtype progress; /* seconds between lines of progress; < 0: none */
  int sensitivities;    /* requested by IDASensInit, none is computed */
};

/* error.c */

/* Reports code as IDA does and returns it; mem NULL: there is no object. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
int galpha_ida_report(const struct galpha_ida *mem, const char *module,
                      int code, const char *function, const char *fmt, ...);
/* The same of module IDA, with a fixed text. */
int galpha_ida_refuse(const struct galpha_ida *mem, int code,
                      const char *function, const char *why);
/* Number of steps so far. */
long int galpha_ida_steps(const struct galpha_ida *mem);
/* Translates GALPHA's codes to IDA's (IDA reports bad weights as an illegal input)
 * and to those of IDALS. */
int galpha_ida_code(int galpha_code);
int galpha_ida_ls_code(int galpha_code);
/* GALPHA's error handler (eh_data: the object). */
void galpha_ida_forward(int code, const char *module, const char *function,
                        char *msg, void *eh_data);

/* The object, or NULL if ida_mem is NULL or was not made by this library. */
struct galpha_ida *galpha_ida_find(void *ida_mem);
/* The same, and reports an error. */
struct galpha_ida *galpha_ida_get(void *ida_mem, const char *function);
/* The same, and requires IDAInit; *code says why the result is NULL. */
struct galpha_ida *galpha_ida_get_defined(void *ida_mem, const char *function,
                                          int *code);
/* The same, and requires a linear solver; *code is a code of IDALS. */
struct galpha_ida *galpha_ida_get_linear(void *ida_mem, const char *function,
                                         int *code);

/* setting.c */

/* Sets an option now, or, where GALPHA accepts it only before the start, at the next
 * IDAInit or IDAReInit. The caller has checked the value. */
int galpha_ida_set_int(struct galpha_ida *mem, galpha_ida_int_fn set,
                       int value);
void galpha_ida_set_real(struct galpha_ida *mem, galpha_ida_real_fn set,
                         sunrealtype value);
/* Sets an option of GALPHASetOption; reports an error. */
int galpha_ida_set_option(struct galpha_ida *mem, const char *name,
                          sunrealtype value);
/* Sets the stored options on the GALPHA object; all false: only those pending. */
void galpha_ida_settings_apply(struct galpha_ida *mem, bool all);
/* Sets id, constraints and tolerances on a new GALPHA object. */
int galpha_ida_vectors_apply(struct galpha_ida *mem, const char *function);
int galpha_ida_id_apply(struct galpha_ida *mem);
int galpha_ida_constraints_apply(struct galpha_ida *mem, N_Vector constraints);
/* Clones w; NULL: no memory. N_VClone dereferences the clone without a check. */
N_Vector galpha_ida_clone(N_Vector w);
/* Replaces *copy by a copy of v (v NULL: by NULL); false: no memory. */
bool galpha_ida_copy(N_Vector *copy, N_Vector v);
/* v has the kind and length of y0, as far as its operations can tell. */
bool galpha_ida_fits(const struct galpha_ida *mem, N_Vector v);

/* environment.c */

/* Sets the defaults that environment variables GALPHA_... give. */
void galpha_ida_environment(struct galpha_ida *mem);
/* Sets the spectral radius at infinity of components of order 1 and 2. */
void galpha_ida_set_rho(struct galpha_ida *mem, sunrealtype rho);
/* Prints the counters of the run if GALPHA_VERBOSE is set. */
void galpha_ida_print_counts(const struct galpha_ida *mem);

#endif
