if(TARGET SUNDIALS::nvecmanyvector)
  target_compile_definitions(${test} PRIVATE GALPHA_TEST_HAVE_NVECMANYVECTOR)
endif()
