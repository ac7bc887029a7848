/* The planes beside those of a process, by MPI. */
#pragma once

#include <mpi.h>

#include "model.h"

/* Shares e among the processes of *comm, which must live as long. */
void elastic_spread(struct elastic *e, MPI_Comm *comm);
