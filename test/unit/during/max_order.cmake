target_link_libraries(${test} PRIVATE SUNDIALS::nvecmanyvector)
set(sanitized OFF)
