/* Calls of IDAS' functions beyond IDA, generated from SUNDIALS' headers. */
#pragma once

struct missing_call
{
  const char *name;
  int (*call)(void *ida_mem);
  int code;     /* with a block of IDACreate */
  int mem_null; /* with another one */
  int speaks;   /* reports errors */
};

/* The last one has no name. */
extern const struct missing_call missing_calls[];
