# Valgrind sees its lines of src in unit_model_assembly and other tests.
set(memcheck OFF)
