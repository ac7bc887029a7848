#!/bin/sh
# run.sh [--quick] dir: the timing programs of dir (bin/parallel of a build with MPI) on
# one and two processes, and on one and two threads; CSV on standard output. Each
# round runs all of them once, so that what else the machine does hits all alike.
set -u
elements=40 blocks=25 rounds=3 tend=0.2
if [ "${1:-}" = --quick ]; then
  elements=24 blocks=12 rounds=1
  shift
fi
[ $# -eq 1 ] || { sed -n '2,4s/^# //p' "$0"; exit 2; }
programs=$1

# As root, and with more processes than cores, Open MPI would refuse.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
OMPI_MCA_mpi_yield_when_idle=1 OMP_WAIT_POLICY=passive
PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy
export OMPI_MCA_mpi_yield_when_idle OMP_WAIT_POLICY
export PRTE_MCA_rmaps_default_mapping_policy

failed=0
# timed program argument ...: skips programs that were not built.
timed() {
  program=$programs/$1
  name=$1
  shift
  [ -x "$program" ] || return 0
  for workers in 1 2; do
    case $name in
      *openmp) OMP_NUM_THREADS=$workers "$program" "$@" || failed=1 ;;
      *) mpirun -np $workers "$program" "$@" || failed=1 ;;
    esac
  done
}

echo "vectors,workers,unknowns,solver,degree,steps,solves,iterations,products,time_s,cpu_s,error"
round=0
while [ $round -lt $rounds ]; do
  for solver in "pcg 0" "pcg 4" "spgmr 4"; do
    # shellcheck disable=SC2086
    timed elastic_parallel $elements 1e-3 $tend $solver
    # shellcheck disable=SC2086
    timed elastic_openmp $elements 1e-3 $tend $solver
  done
  timed joined_parallel $blocks 1e-4 $tend residual
  timed joined_parallel $blocks 1e-4 $tend soi2
  round=$((round + 1))
done
exit $failed
