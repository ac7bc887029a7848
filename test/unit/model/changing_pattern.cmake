# Valgrind sees its lines of src in unit_model_assembly, unit_during_active_rows and
# fault_patterns.
set(memcheck OFF)
