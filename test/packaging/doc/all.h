/* Every public header: pages of the reference declare what these declare. */
#include <galpha/galpha.h>
#include <galpha/galpha_bbdpre.h>
#include <galpha/galpha_matrixfree.h>
#include <galpha/galpha_saddle.h>
#include <galpha/galpha_sunlinsol_ldlt.h>
