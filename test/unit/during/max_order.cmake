target_link_libraries(${test} PRIVATE SUNDIALS::nvecmanyvector)
