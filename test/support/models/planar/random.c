/* A planar mechanism by its seed. */
#include "support/models/planar/planar.h"

#include <stdint.h>

static const sunrealtype stiffest[] = {1.0, 3.0, 5.0, 6.0}; /* log10 */

struct maker
{
  struct planar *p;
  uint64_t random;
  sunrealtype stiffest;
  int closed, driven;
  struct planar_end end;    /* of the chain so far */
  sunrealtype x, y, vx, vy; /* where it is */
};

static sunrealtype uniform(struct maker *k, sunrealtype a, sunrealtype b)
{
  k->random ^= k->random << 13;
  k->random ^= k->random >> 7;
  k->random ^= k->random << 17;
  return a + (b - a) * ldexp((double)(k->random >> 11), -53);
}

static int chance(struct maker *k, sunrealtype share)
{
  return uniform(k, 0.0, 1.0) < share;
}

static sunrealtype decades(struct maker *k, sunrealtype a, sunrealtype b)
{
  return pow(10.0, uniform(k, a, b));
}

/* Seven of ten have damping, up to 0.6 of the critical one of this mass. */
static sunrealtype damping(struct maker *k, sunrealtype stiffness,
                           sunrealtype mass)
{
  const sunrealtype share = uniform(k, 0.0, 0.6);
  return chance(k, 0.7) ? 2.0 * share * sqrt(stiffness * mass) : 0.0;
}

static void add_pin(struct planar *p, struct planar_end a, struct planar_end b)
{
  p->pin[p->pins++] = (struct planar_link){.a = a, .b = b};
  p->m += 2;
}

static void add_bushing(struct maker *k, struct planar_end a,
                        struct planar_end b)
{
  struct planar_link *l = &k->p->bushing[k->p->bushings++];
  *l                    = (struct planar_link){.a = a, .b = b};
  l->k                  = decades(k, 0.5, k->stiffest);
  l->c                  = damping(k, l->k, k->p->mass[a.bar]);
}

static struct planar_end ground(sunrealtype x, sunrealtype y)
{
  return (struct planar_end){.bar = -1, .x = x, .y = y};
}

static void add_angle(struct planar *p, int i, sunrealtype amplitude,
                      sunrealtype omega)
{
  const int below       = i - 1;
  p->angle[p->angles++] = (struct planar_turn){
    .a         = i,
    .b         = below,
    .rest      = p->q0[3 * i + 2] - (below < 0 ? 0.0 : p->q0[3 * below + 2]),
    .amplitude = amplitude,
    .omega     = omega};
  p->m++;
}

static void add_spring(struct maker *k, int i)
{
  struct planar *p      = k->p;
  struct planar_turn *s = &p->spring[p->springs++];
  const sunrealtype now = p->q0[3 * i + 2] - (i == 0 ? 0.0 : p->q0[3 * i - 1]);
  *s                    = (struct planar_turn){.a = i, .b = i - 1};
  s->k                  = decades(k, 0.5, k->stiffest);
  s->c                  = damping(k, s->k, p->inertia[i]);
  const sunrealtype apart = s->k > 1e3 ? 1e3 / s->k : 1.0;
  s->rest                 = now + apart * uniform(k, -0.3, 0.3);
}

static void choose_bars(struct maker *k)
{
  struct planar *p = k->p;
  p->bars          = 1 + (int)uniform(k, 0.0, PLANAR_BARS - 1);
  p->n             = 3 * p->bars;
  for (int i = 0; i < p->bars; i++)
  {
    const sunrealtype L = uniform(k, 0.3, 1.5);
    p->mass[i]          = decades(k, -1.0, 1.0);
    p->length[i]        = L;
    p->inertia[i]       = p->mass[i] * L * L / 12.0 * uniform(k, 0.7, 2.0);
    p->q0[3 * i + 2]    = uniform(k, -3.0, 3.0);
    p->v0[3 * i + 2]    = uniform(k, -2.0, 2.0);
  }
  k->closed = p->bars >= 3 && chance(k, 0.35);
  k->driven = chance(k, 0.2) && !k->closed;
  for (int i = 0; k->closed && i < p->bars; i++) { p->v0[3 * i + 2] = 0.0; }
}

/* Centre of bar i, whose head is where the chain ends; the chain goes on to its tail. */
static void hang(struct maker *k, int i)
{
  sunrealtype *q = k->p->q0 + 3 * i, *v = k->p->v0 + 3 * i;
  const sunrealtype hx = 0.5 * k->p->length[i] * cos(q[2]);
  const sunrealtype hy = 0.5 * k->p->length[i] * sin(q[2]);
  q[0]                 = k->x + hx;
  q[1]                 = k->y + hy;
  v[0]                 = k->vx - hy * v[2];
  v[1]                 = k->vy + hx * v[2];
  k->x += 2.0 * hx;
  k->y += 2.0 * hy;
  k->vx -= 2.0 * hy * v[2];
  k->vy += 2.0 * hx * v[2];
  k->end = (struct planar_end){.bar = i, .side = 1.0};
}

static void join(struct maker *k, int i)
{
  struct planar *p             = k->p;
  const struct planar_end last = k->end, head = {.bar = i, .side = -1.0};
  const int pinned            = k->closed || chance(k, i == 0 ? 0.85 : 0.8);
  const int welded            = pinned && i > 0 && !k->closed && chance(k, 0.1);
  const sunrealtype amplitude = uniform(k, 0.1, 0.8);
  const sunrealtype omega     = uniform(k, 1.0, 6.0);
  const int driven            = pinned && i == 0 && k->driven;
  if (driven) { p->v0[2] = amplitude * omega; }
  if (welded) { p->v0[3 * i + 2] = p->v0[3 * i - 1]; }
  if (!pinned)
  {
    k->vx += uniform(k, -0.5, 0.5);
    k->vy += uniform(k, -0.5, 0.5);
  }
  hang(k, i);
  if (!pinned)
  {
    add_bushing(k, head, last);
    return;
  }
  add_pin(p, head, last);
  if (welded) { add_angle(p, i, 0.0, 0.0); }
  if (driven) { add_angle(p, i, amplitude, omega); }
  if (chance(k, 0.6)) { add_spring(k, i); }
}

int planar_random(struct planar *p, int seed)
{
  struct maker k = {.p = p, .stiffest = stiffest[seed % 4]};
  memset(p, 0, sizeof *p);
  k.random = (uint64_t)seed * UINT64_C(0x9E3779B97F4A7C15) + 12345;
  for (int i = 0; i < 20; i++) { uniform(&k, 0.0, 1.0); }
  choose_bars(&k);
  k.x   = uniform(&k, -1.0, 1.0);
  k.y   = uniform(&k, -1.0, 1.0);
  k.end = ground(k.x, k.y);
  for (int i = 0; i < p->bars; i++) { join(&k, i); }
  if (k.closed) { add_pin(p, k.end, ground(k.x, k.y)); }
  else if (chance(&k, 0.3)) { add_bushing(&k, k.end, ground(k.x, k.y)); }
  p->load  = chance(&k, 0.5) ? uniform(&k, 0.0, 10.0) : 0.0;
  p->omega = uniform(&k, 1.0, 15.0);
  return p->n <= p->m;
}
