# Options in any order: a view of a freed vector showed here alone.
set(memcheck ON)
