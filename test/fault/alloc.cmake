# Everything by which the library gets memory goes through the test.
foreach(function malloc calloc realloc free galpha_clone galpha_clone_empty
                 N_VNew_Serial N_VDestroy SUNMatNewEmpty
                 SUNDenseMatrix SUNSparseMatrix galpha_clone_matrix SUNMatDestroy
                 SUNSparseMatrix_Reallocate SUNLinSol_Dense SUNLinSol_KLU
                 GALPHASunLinSol_LDLT
                 SUNLinSolFree galpha_new_newton SUNNonlinSolFree)
  target_link_options(${test} PRIVATE LINKER:--wrap=${function})
endforeach()
# The linker looks for the wrappers in the name of shared libraries, too.
set_target_properties(${test} PROPERTIES C_VISIBILITY_PRESET default)
target_link_libraries(${test} PRIVATE SUNDIALS::nvecmanyvector)
