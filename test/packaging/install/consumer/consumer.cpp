// A user's C++ program: the header's names link from C++.
#include <galpha/galpha.h>

int main()
{
  char version[16] = "";
  int flag         = GALPHAGetVersion(version, sizeof version);
  return flag == GALPHA_SUCCESS && version[0] != '\0' ? 0 : 1;
}
