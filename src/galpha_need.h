/* Whether the iteration matrix needs the reactions' share: told by how Newton's
 * iteration converges with a new matrix. */
#ifndef GALPHA_NEED_H
#define GALPHA_NEED_H

#include "galpha_ls.h"

/* After a solve of a stage with the rate seen (0: none), which failed or did not. Turns
 * the share on, for which a failed solve is worth another trial, or off; insist: on
 * unasked where it failed, since no smaller step can be fallen back on, and far from the
 * solution a look tells little. */
void galpha_need_share(struct galpha_ls *ls, sunrealtype seen, bool failed,
                       bool insist);

#endif
