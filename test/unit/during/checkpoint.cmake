target_link_libraries(${test} PRIVATE SUNDIALS::nvecmanyvector)
# the bytes of padding are written as they are
set(memcheck OFF)
