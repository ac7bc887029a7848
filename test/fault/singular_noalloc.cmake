# valgrind replaces malloc: the program would count nothing.
set(memcheck OFF)
