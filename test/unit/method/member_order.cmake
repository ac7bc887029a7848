# The members run under valgrind in unit/matrixfree/member.c.
set(memcheck OFF)
