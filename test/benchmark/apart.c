/* Runs in processes of their own, so that peak memory is a solver's and nothing
 * that goes wrong or takes too long ends the benchmark. */
#include "bench.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

double bench_peak_rss(void)
{
  struct rusage use;

#ifdef __APPLE__
  const double unit = 1024.0 * 1024.0; /* bytes */
#else
  const double unit = 1024.0; /* kilobytes */
#endif
  return getrusage(RUSAGE_SELF, &use) ? 0.0 : (double)use.ru_maxrss / unit;
}

long bench_minor_faults(void)
{
  struct rusage use;

  return getrusage(RUSAGE_SELF, &use) ? 0 : use.ru_minflt;
}

/* SIGPROF ends the process when its CPU time is used up. */
static void set_limit(double seconds)
{
  const struct itimerval timer = {
    .it_value = {(time_t)seconds,
                 (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))}};

  if (seconds > 0.0) { setitimer(ITIMER_PROF, &timer, NULL); }
}

static int run_here(const struct bench_run *run,
                    const struct flexible_track *ref,
                    struct flexible_track *track, struct bench_result *res)
{
  const int ret  = run->model->make ? bench_integrate(run, track, res)
                                    : bench_vehicle(run, track, res);
  sunrealtype eq = nan(""), ev = nan("");

  if (!ret && ref != NULL) { flexible_track_error(track, ref, &eq, &ev); }
  res->err_q = (double)eq;
  res->err_v = (double)ev;
  return ret;
}

/* What the child hands over: result, length of the track, track. */
static void child(int fd, const struct bench_run *run,
                  const struct flexible_track *ref, int wanted)
{
  struct flexible_track track = {.n = 0};
  struct bench_result res     = {.failed = 1};
  FILE *out                   = fdopen(fd, "wb");

  /* What a solver says on failing is in the result. */
  if (freopen("/dev/null", "w", stderr) == NULL) { _exit(1); }
  set_limit(run->limit);
  res.failed = run_here(run, ref, &track, &res) != 0;
  if (out == NULL) { _exit(1); }
  fwrite(&res, sizeof res, 1, out);
  fwrite(&track, sizeof track, 1, out);
  if (wanted && !res.failed)
  {
    fwrite(track.q, sizeof *track.q, (size_t)(2 * track.nout * track.n), out);
  }
  fclose(out);
  _exit(0);
}

/* What the child wrote. */
static int receive(FILE *in, struct flexible_track *keep,
                   struct bench_result *res)
{
  struct flexible_track head;
  struct bench_result got;

  if (fread(&got, sizeof got, 1, in) != 1) { return 1; }
  *res = got;
  if (keep == NULL || got.failed) { return got.failed; }
  if (fread(&head, sizeof head, 1, in) != 1) { return 1; }
  if (flexible_track_new(keep, head.n, head.nout, head.tend)) { return 1; }
  const size_t len = (size_t)(2 * head.nout * head.n);

  return fread(keep->q, sizeof *keep->q, len, in) != len;
}

void bench_apart(const struct bench_run *run, const struct flexible_track *ref,
                 struct flexible_track *keep, struct bench_result *res)
{
  int ends[2], status = 0;

  *res = (struct bench_result){
    .failed = 1, .seconds = run->limit, .err_q = nan(""), .err_v = nan("")};
  if (pipe(ends)) { return; }
  fflush(NULL);
  const pid_t id = fork();

  if (id == 0)
  {
    close(ends[0]);
    child(ends[1], run, ref, keep != NULL);
  }
  close(ends[1]);
  FILE *in = fdopen(ends[0], "rb");

  if (id > 0 && in != NULL)
  {
    if (receive(in, keep, res)) { res->failed = 1; }
  }
  if (in != NULL) { fclose(in); }
  if (id > 0) { waitpid(id, &status, 0); }
}
