/* A problem whose constraints are those of planar joints: g is linear in the
 * coordinates beside sines and cosines of angles, each of a single angle. What
 * first-order forms need beyond the blocks then comes from the callback of G
 * itself: turning every angle by pi/2 makes the columns of the angles their own
 * derivatives. */
#pragma once

#include "support/models/flexible/flexible.h"

struct mechanism
{
  struct problem *pb; /* sparse blocks, constant M, holonomic constraints */
  int (*is_angle)(const void *data, sunindextype j);
};

/* A model of flexible.h; the chain and the slider-crank. */
struct mechanism mechanism_of(struct flexible *fl);
struct mechanism mechanism_chain(sunindextype N, sunrealtype EI,
                                 sunrealtype eta);
struct mechanism mechanism_slider_crank(sunindextype N, sunrealtype EI,
                                        sunrealtype eta, sunrealtype omega);
/* Crank, rod of nx by ny cells of a spring lattice (stiffness k, damping eta k),
 * slider. */
struct mechanism mechanism_lattice(sunindextype nx, sunindextype ny,
                                   sunrealtype k, sunrealtype eta,
                                   sunrealtype omega);
/* N four-bar linkages in a row (IFToMM A02), hanging below the ground; released
 * at rest with the standing bars at the angle `angle` from the vertical. */
struct mechanism mechanism_fourbar(sunindextype N, sunrealtype angle);
