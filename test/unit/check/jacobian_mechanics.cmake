# Valgrind sees its lines of src in unit_check_jacobian_no_false_alarm, unit_check_wrong_size
# and unit_api_bad_calls.
set(memcheck OFF)
