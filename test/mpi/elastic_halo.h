/* The planes beside those of a process, by MPI. */
#ifndef GALPHA_TEST_MPI_ELASTIC_HALO_H
#define GALPHA_TEST_MPI_ELASTIC_HALO_H

#include <mpi.h>

#include "elastic_model.h"

/* Shares e among the processes of *comm, which must live as long. */
void elastic_spread(struct elastic *e, MPI_Comm *comm);

#endif
