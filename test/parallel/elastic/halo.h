/* The planes beside those of a process, by MPI. */
#ifndef GALPHA_TEST_PARALLEL_ELASTIC_HALO_H
#define GALPHA_TEST_PARALLEL_ELASTIC_HALO_H

#include <mpi.h>

#include "model.h"

/* Shares e among the processes of *comm, which must live as long. */
void elastic_spread(struct elastic *e, MPI_Comm *comm);

#endif
