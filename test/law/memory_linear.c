/* Memory grows linearly in n + nnz: bytes on the heap (solver and factors
 * included) and what GALPHAGetWorkSpace says, for chains of 250, 500, 1000 bars.
 * Control: with dense blocks it grows quadratically. */
#include "support/check/count_alloc.h"

#include "support/models/flexible/flexible.h"
#include "support/test.h"

struct memory
{
  long bytes, words;
};

/* What an integrator holds after a few steps on a chain of N bars. */
static struct memory held(sunindextype N, enum problem_storage storage)
{
  struct flexible *fl = flexible_chain(N, 0.01 * (double)N, 1e-5 * (double)N);
  struct problem_state s;
  struct memory out = {0, 0};
  long reals = 0, integers = 0;

  CHECK(problem_state_new(&s, &fl->pb, ctx) == 0);
  const long before   = count_alloc.bytes;
  void *mem           = problem_create(&fl->pb, ctx, storage);
  const sunrealtype h = 1e-4;
  CHECK(problem_run_steps(mem, &fl->pb, &h, 1, 5e-4, &s, NULL) == 0);
  CHECK(GALPHAGetWorkSpace(mem, &reals, &integers) == 0);
  out.bytes = count_alloc.bytes - before;
  out.words = reals + integers;
  GALPHAFree(&mem);
  if (COUNT_ALLOC) { CHECK(count_alloc.bytes == before); }
  return out;
}

/* Growth over the second doubling by growth over the first: 2 for linear. */
static sunrealtype growth(const long x[3])
{
  return (sunrealtype)(x[2] - x[1]) / (sunrealtype)(x[1] - x[0]);
}

static void measure(sunindextype N, enum problem_storage storage,
                    sunrealtype *bytes, sunrealtype *words)
{
  long b[3], w[3];

  for (int i = 0; i < 3; i++, N *= 2)
  {
    const struct memory m = held(N, storage);
    b[i]                  = m.bytes;
    w[i]                  = m.words;
  }
  *bytes = growth(b);
  *words = growth(w);
}

TEST_MAIN()
{
  sunrealtype bytes, words;

  measure(250, PROBLEM_SPARSE, &bytes, &words);
  CHECK_IN(words, 1.9, 2.1);
  if (COUNT_ALLOC) { CHECK_IN(bytes, 1.8, 2.2); }
  measure(15, PROBLEM_DENSE, &bytes, &words);
  CHECK(words >= 3.0);
  if (COUNT_ALLOC) { CHECK(bytes >= 3.0); }
}
