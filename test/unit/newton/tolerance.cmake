# Whole runs of a flexible mechanism: valgrind sees its lines of src in other
# tests (fault_noalloc, unit_api_*); the sanitizers run it.
set(memcheck OFF)
