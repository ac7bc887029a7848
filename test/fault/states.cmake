# Valgrind sees its lines of src in fault_patterns, unit_api_states_derivatives and
# unit_check_states_jacobian.
set(memcheck OFF)
# Among the lines of src that only this test runs some take the one round in a hundred.
set(sampled OFF)
