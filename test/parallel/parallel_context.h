/* A SUNContext on a communicator with either version of SUNDIALS. */
#pragma once

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
