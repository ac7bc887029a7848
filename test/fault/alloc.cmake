# Everything by which the library gets memory goes through the test.
foreach(function malloc calloc realloc free N_VClone N_VCloneEmpty
                 N_VNew_Serial N_VDestroy
                 SUNDenseMatrix SUNSparseMatrix SUNMatClone SUNMatDestroy
                 SUNSparseMatrix_Reallocate SUNLinSol_Dense SUNLinSol_KLU
                 SUNLinSolFree SUNNonlinSol_Newton SUNNonlinSolFree)
  target_link_options(${test} PRIVATE LINKER:--wrap=${function})
endforeach()
# The linker looks for the wrappers in the name of shared libraries, too.
set_target_properties(${test} PROPERTIES C_VISIBILITY_PRESET default)
