/* The heat equation on MPI vectors, strips of rows: heat_parallel diagonal|bbd
 * ida|galpha_ida. */
#include <mpi.h>

#include <nvector/nvector_parallel.h>

#include "heat.h"
#include "parallel/parallel_context.h"

static void exchange(struct heat *h, const sunrealtype *u)
{
  MPI_Comm comm          = *(MPI_Comm *)h->world;
  const sunrealtype *top = u + (h->rows - 1) * SIDE;
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int south = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int north = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(top, SIDE, MPI_SUNREALTYPE, north, 1, h->below, SIDE,
               MPI_SUNREALTYPE, south, 1, comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(u, SIDE, MPI_SUNREALTYPE, south, 2, h->above, SIDE,
               MPI_SUNREALTYPE, north, 2, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  MPI_Comm comm = MPI_COMM_WORLD;
  int rank = 0, size = 1, failed = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  struct heat h = {
    .first = SIDE * rank / size, .exchange = exchange, .world = &comm};
  h.rows         = SIDE * (rank + 1) / size - h.first;
  SUNContext ctx = parallel_context(&comm);
  N_Vector like  = N_VNew_Parallel(comm, SIDE * h.rows, SIDE * SIDE, ctx);
  if (ctx && like) { failed = heat_main(argc, argv, &h, ctx, like); }
  N_VDestroy(like);
  SUNContext_Free(&ctx);
  MPI_Finalize();
  return failed;
}
