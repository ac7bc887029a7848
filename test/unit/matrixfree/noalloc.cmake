target_link_libraries(${test} PRIVATE SUNDIALS::nvecmanyvector)
# valgrind replaces malloc: the program would count nothing.
set(memcheck OFF)
