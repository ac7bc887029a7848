/* A program that needs every public function of IDA (and of IDAS) links with the
 * stand-in before SUNDIALS' library: nothing is missing or defined twice. */
#include <stdio.h>

typedef void (*function)(void);
extern const function every[];

int main(void)
{
  int n = 0;
  while (every[n]) { n++; }
  printf("%d functions\n", n);
  return n < 100;
}
