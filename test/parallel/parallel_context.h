/* A SUNContext on a communicator with either version of SUNDIALS. */
#ifndef GALPHA_TEST_PARALLEL_PARALLEL_CONTEXT_H
#define GALPHA_TEST_PARALLEL_PARALLEL_CONTEXT_H

#include <mpi.h>

#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>

/* NULL on failure; *comm must live as long. */
static inline SUNContext parallel_context(MPI_Comm *comm)
{
  SUNContext ctx = NULL;
#if SUNDIALS_VERSION_MAJOR >= 7
  const int flag = SUNContext_Create(*comm, &ctx);
#else
  const int flag = SUNContext_Create(comm, &ctx);
#endif
  return flag ? NULL : ctx;
}

#endif
