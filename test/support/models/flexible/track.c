/* Motions of flexible models as recorded tracks. */
#include "support/models/flexible/flexible.h"
#include "support/run/keep.h"

int flexible_track_new(struct flexible_track *track, sunindextype n, int nout,
                       sunrealtype tend)
{
  *track   = (struct flexible_track){.n = n, .nout = nout, .tend = tend};
  track->q = keep_zeros(2 * nout * n, sizeof *track->q);
  track->v = track->q + nout * n;
  return 0;
}

sunrealtype flexible_track_time(const struct flexible_track *track, int out)
{
  return track->tend * (sunrealtype)(out + 1) / (sunrealtype)track->nout;
}

void flexible_track_keep(struct flexible_track *track, int out,
                         const sunrealtype *q, const sunrealtype *v)
{
  const size_t size = (size_t)track->n * sizeof *q;

  memcpy(track->q + out * track->n, q, size);
  memcpy(track->v + out * track->n, v, size);
}

int flexible_track_run(struct flexible_track *track, const struct problem *pb,
                       void *mem, SUNContext ctx)
{
  struct problem_state s;
  int ret = problem_state_new(&s, pb, ctx);

  for (int out = 0; ret >= 0 && out < track->nout; out++)
  {
    ret = GALPHASolve(mem, flexible_track_time(track, out), &s.t, s.q, s.v,
                      GALPHA_NORMAL);
    flexible_track_keep(track, out, N_VGetArrayPointer(s.q),
                        N_VGetArrayPointer(s.v));
  }
  return ret < 0 ? ret : 0;
}

/* Largest relative distance over the outputs; NaN where one is NaN. */
static sunrealtype worst(const struct flexible_track *track,
                         const sunrealtype *x, const sunrealtype *ref)
{
  sunrealtype largest = 0.0;

  for (int out = 0; out < track->nout; out++)
  {
    const sunrealtype *r = ref + out * track->n;
    sunrealtype size     = 0.0;

    for (sunindextype i = 0; i < track->n; i++) { size += r[i] * r[i]; }
    const sunrealtype e =
      problem_dist(x + out * track->n, r, track->n) / sqrt(size);
    if (!(e <= largest)) { largest = e; }
    if (isnan(largest)) { break; }
  }
  return largest;
}

void flexible_track_error(const struct flexible_track *track,
                          const struct flexible_track *ref, sunrealtype *eq,
                          sunrealtype *ev)
{
  *eq = worst(track, track->q, ref->q);
  *ev = worst(track, track->v, ref->v);
}
