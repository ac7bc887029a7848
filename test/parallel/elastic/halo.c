#include "halo.h"

static void exchange(struct elastic *e)
{
  MPI_Comm comm      = *(MPI_Comm *)e->world;
  const int n        = (int)elastic_padded_plane(e);
  sunrealtype *first = e->padded + n;
  sunrealtype *last  = e->padded + e->count * n;
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int below = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int above = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(last, n, MPI_DOUBLE, above, 1, e->padded, n, MPI_DOUBLE, below,
               1, comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(first, n, MPI_DOUBLE, below, 2, last + n, n, MPI_DOUBLE, above,
               2, comm, MPI_STATUS_IGNORE);
}

void elastic_spread(struct elastic *e, MPI_Comm *comm)
{
  int rank = 0, size = 1;
  MPI_Comm_rank(*comm, &rank);
  MPI_Comm_size(*comm, &size);
  elastic_share(e, rank, size);
  e->world    = comm;
  e->exchange = size > 1 ? exchange : NULL;
}
