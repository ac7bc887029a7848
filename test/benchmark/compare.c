/* GALPHA and IDA on the same models, callbacks and linear solvers: time against
 * true error. Writes benchmark.csv, ratios.csv, ratios-<form>.csv for GALPHA's
 * other forms and curves.csv to the current directory; references are kept there
 * for the next time.
 *
 *     benchmark_compare [--quick] [--repeats n] [--only model[:N]] */
#include "contest.h"

struct files
{
  FILE *runs, *curves, *ratios[CATALOGUE_SOLVERS];
};

static FILE *create(const char *name)
{
  FILE *out = fopen(name, "w");

  if (out == NULL)
  {
    perror(name);
    exit(EXIT_FAILURE);
  }
  return out;
}

/* ratios.csv for the default, ratios-index3-klu.csv and so on for others. */
static FILE *ratio_file(struct files *f, const struct contest *c, int own)
{
  char form[32], name[64];

  if (f->ratios[own] == NULL)
  {
    bench_form_name(&c->sweep[own].solver, form, sizeof form);
    *strchr(form, '/') = '-';
    snprintf(name, sizeof name, own ? "ratios-%s.csv" : "ratios.csv", form);
    f->ratios[own] = create(name);
    write_ratios(f->ratios[own], NULL, own);
  }
  return f->ratios[own];
}

static void write_all(struct files *f, const struct contest *c)
{
  write_runs(f->runs, c);
  write_curves(f->curves, c);
  for (int i = 0; i < c->len && !bench_is_ida(&c->sweep[i].solver); i++)
  {
    write_ratios(ratio_file(f, c, i), c, i);
  }
  fflush(NULL);
}

/* "C", "C:1000" or NULL for all. */
static int is_wanted(const struct bench_model *model, const char *only)
{
  const size_t len = strlen(model->name);

  if (only == NULL) { return 1; }
  if (strncmp(only, model->name, len) != 0) { return 0; }
  return only[len] == '\0' ||
         (only[len] == ':' && atol(only + len + 1) == model->N);
}

static void run_model(struct contest *c, struct files *f)
{
  printf("%s, N = %ld\n", c->model->name, c->model->N);
  fflush(stdout);
  if (reference_make(c->model, &c->ref)) { return; }
  contest_run(c);
  write_all(f, c);
  write_ratios(stdout, c, 0);
}

int main(int argc, char **argv)
{
  struct contest *c = calloc(1, sizeof *c);
  struct files f    = {.runs = NULL};
  const char *only  = NULL;
  int repeats       = 0;

  if (c == NULL) { return EXIT_FAILURE; }
  for (int i = 1; i < argc; i++)
  {
    const int more = i + 1 < argc;

    if (strcmp(argv[i], "--quick") == 0) { c->opt.quick = 1; }
    else if (more && strcmp(argv[i], "--repeats") == 0)
    {
      repeats = atoi(argv[++i]);
    }
    else if (more && strcmp(argv[i], "--only") == 0) { only = argv[++i]; }
    else
    {
      fprintf(stderr, "benchmark_compare [--quick] [--repeats n] "
                      "[--only model[:N]]\n");
      free(c);
      return 2;
    }
  }
  contest_set(&c->opt, c->opt.quick, repeats);
  f.runs   = create("benchmark.csv");
  f.curves = create("curves.csv");
  write_runs(f.runs, NULL);
  write_curves(f.curves, NULL);
  for (int i = 0; (c->model = catalogue_model(c->opt.quick, i)) != NULL; i++)
  {
    if (is_wanted(c->model, only)) { run_model(c, &f); }
  }
  for (int i = 0; i < CATALOGUE_SOLVERS; i++)
  {
    if (f.ratios[i] != NULL) { fclose(f.ratios[i]); }
  }
  fclose(f.runs);
  fclose(f.curves);
  free(c);
  return EXIT_SUCCESS;
}
