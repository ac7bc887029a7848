include(fault/alloc.cmake)
