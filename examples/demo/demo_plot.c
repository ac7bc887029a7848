/* Data files and their pictures. */
#include "demo.h"

#define PATH_MAX_LENGTH 1024

FILE *demo_file(const char *dir, const char *name)
{
  char path[PATH_MAX_LENGTH];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *file = fopen(path, "w");
  if (!file)
  {
    perror(path);
    exit(EXIT_FAILURE);
  }
  return file;
}

/* One gnuplot script with the directory as its argument, in quotes that the
 * shell leaves alone. */
static int plot(const char *dir, const char *script)
{
  char command[2 * PATH_MAX_LENGTH];
  const int length =
    snprintf(command, sizeof command, "gnuplot -c '%s/%s' '%s'", DEMO_PLOT_DIR,
             script, dir);

  if (length < 0 || (size_t)length >= sizeof command) { return -1; }
  return system(command);
}

int demo_pictures(const char *dir)
{
  static const char *const scripts[] = {"motion.gp", "multipliers.gp",
                                        "drift.gp"};

  if (strchr(dir, '\'') || strchr(DEMO_PLOT_DIR, '\''))
  {
    printf("No pictures: there is a ' in a directory's name.\n");
    return 0;
  }
  if (system("gnuplot --version >/dev/null 2>&1") != 0)
  {
    printf("No pictures: there is no gnuplot. With it,\n");
    for (int i = 0; i < 3; i++)
    {
      printf("  gnuplot -c '%s/%s' '%s'\n", DEMO_PLOT_DIR, scripts[i], dir);
    }
    return 0;
  }
  for (int i = 0; i < 3; i++)
  {
    if (plot(dir, scripts[i]) != 0)
    {
      printf("gnuplot failed on %s/%s\n", DEMO_PLOT_DIR, scripts[i]);
      return -1;
    }
  }
  printf("Pictures in %s: motion.svg, multipliers.svg, drift.svg\n", dir);
  return 0;
}
