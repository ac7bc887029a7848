/* What is compared: models and solvers. */
#pragma once

#include "bench.h"

/* Model i of the quick or of the whole benchmark; NULL: there are no more. */
const struct bench_model *catalogue_model(int quick, int i);
/* Solver i of a model, GALPHA's default first; 0: there are no more. */
int catalogue_solver(const struct bench_model *model, int quick, int i,
                     struct bench_solver *solver);
#define CATALOGUE_SOLVERS 32
