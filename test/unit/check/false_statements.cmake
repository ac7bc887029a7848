# Some ten thousand steps: minutes under valgrind. The sanitizers run it, too.
set(memcheck OFF)
