include(${CMAKE_CURRENT_LIST_DIR}/alloc.cmake)
