# Whole runs at small steps: valgrind sees its lines of src in other tests
# (unit_model_reaction_pattern, unit_check_wrong_later); the sanitizers run it.
set(memcheck OFF)
