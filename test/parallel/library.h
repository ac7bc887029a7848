/* Which library answers the calls of a program for IDA. */
#pragma once

/* Is IDACreate found in a file libsundials_ida (name "ida") or libgalpha_ida
 * ("galpha_ida")? */
int library_is(const char *name);
