# Long runs; their lines of src run under valgrind in unit/matrixfree.
set(memcheck OFF)
