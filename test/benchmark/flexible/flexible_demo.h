/* The flexible slider-crank by GALPHA and IDA: what both files share. */
#pragma once

#include "contest.h"

/* Integrates step by step and writes t, h, order, |g|, |G v| of each step to
 * steps_<name>.dat; with GALPHA also positions of the bars at some times to
 * motion.dat. Returns 0 on success. */
int demo_record(const struct bench_model *model,
                const struct bench_solver *solver, sunrealtype rtol,
                const char *name);
