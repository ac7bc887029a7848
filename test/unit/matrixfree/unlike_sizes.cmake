target_link_libraries(${test} PRIVATE SUNDIALS::nvecmanyvector)
# Valgrind sees its lines of src in unit_matrixfree_calls and unit_matrixfree_driven.
set(memcheck OFF)
