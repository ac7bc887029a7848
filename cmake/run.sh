#!/bin/sh
# sh cmake/run.sh demo|test|clients|benchmark|honest|doc|lint [argument ...]
#
# Does the whole job on a fresh machine: installs missing packages where there is
# apt-get (Debian, Ubuntu), configures, builds and runs. Arguments of benchmark:
# --quick, --repeats n, --only model[:N]; of honest: first seed, number of mechanisms,
# rho_inf ... (1 62 0.6). SUNDIALS elsewhere: set SUNDIALS_DIR (the
# folder of SUNDIALSConfig.cmake, or a prefix) or CMAKE_PREFIX_PATH.
set -u
cd "$(dirname "$0")/.." || exit 1

usage() {
  sed -n '2s/^# //p' cmake/run.sh
  echo "  demo       elastic and rigid slider-crank by GALPHA and IDA: tables, pictures"
  echo "  test       all tests, then the memory checks"
  echo "  clients    Octave's tests and a deal.II program on the stand-in for IDA"
  echo "  benchmark  speed beside IDA's, in hours; --quick: in minutes"
  echo "  honest     errors on random mechanisms beside what rtol lets expect"
  echo "  doc        the guide as HTML"
  echo "  lint       formatting, clang-tidy, structure of src"
}
say() { printf '\n== %s\n' "$*"; }
die() { printf '\n%s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# ---- what is needed ---------------------------------------------------------

# need COMMAND PACKAGE: PACKAGE is missing unless COMMAND is there.
need() { have "$1" || missing="$missing $2"; }
# need_package PACKAGE: PACKAGE is missing unless installed.
need_package() {
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ||
    missing="$missing $1"
}

own_sundials() { [ -n "${SUNDIALS_DIR:-}${CMAKE_PREFIX_PATH:-}" ]; }

list_needs() {
  cat >&2 <<LIST

GALPHA needs
  a C11 compiler and make
  CMake 3.22 or later
  SUNDIALS 6.4 or later, with IDA
  SuiteSparse (KLU, LDL) with its headers
and, if you want all of it,
  gnuplot          pictures of the demo and the benchmark
  valgrind         memory checks of the tests
  pkg-config, C++  parts of the install test
  MPI, gfortran    tests of parallel vectors and of Fortran programs
  Python 3, numpy  tests of the module for Python
  pandoc           the guide as HTML
  octave, deal.II  programs of others on the stand-in for IDA
  clang-format, clang-tidy, clang  for lint
For example
  Debian 12, Ubuntu 24.04 and later
          apt-get install build-essential cmake pkg-config libsundials-dev \\
                          libsuitesparse-dev gnuplot-nox valgrind
  Fedora  dnf install gcc gcc-c++ make cmake sundials-devel suitesparse-devel \\
                      gnuplot valgrind
  Arch    pacman -S base-devel cmake sundials suitesparse gnuplot valgrind
  macOS   brew install cmake sundials suite-sparse gnuplot
If SUNDIALS is in a place of its own, set SUNDIALS_DIR or CMAKE_PREFIX_PATH.
LIST
}

# Sets missing to the Debian packages that this job lacks.
find_missing() {
  missing=
  need cc build-essential
  need c++ build-essential
  need make build-essential
  need cmake cmake
  own_sundials || need_package libsundials-dev
  need_package libsuitesparse-dev
  case $1 in
    demo | benchmark) need gnuplot gnuplot-nox ;;
    test)
      need ninja ninja-build
      need pkg-config pkg-config
      need valgrind valgrind
      need gnuplot gnuplot-nox
      need mpicc libopenmpi-dev
      need mpirun openmpi-bin
      need gfortran gfortran
      need_package python3-numpy
      ;;
    clients)
      need octave octave
      need_package libdeal.ii-dev
      ;;
    doc) need pandoc pandoc ;;
    lint)
      need clang clang
      need clang-format clang-format
      need clang-tidy clang-tidy
      ;;
  esac
}

install_missing() {
  if ! have apt-get || ! have dpkg-query; then
    have cmake && have cc && return
    list_needs
    die "Please install what is missing and run this again."
  fi
  find_missing "$1"
  [ -n "$missing" ] || return 0
  say "Installing$missing"
  root=
  if [ "$(id -u)" -ne 0 ]; then
    root=sudo
    have sudo || root=
    [ -n "$root" ] || echo "Neither root nor sudo: please install them yourself."
  fi
  if [ "$(id -u)" -eq 0 ] || [ -n "$root" ]; then
    $root apt-get update
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
      --no-install-recommends $missing ||
      echo "Not all packages could be installed; going on with what is there."
  fi
  have cmake || { list_needs; die "There is no cmake."; }
}

# ---- building ---------------------------------------------------------------

cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || nproc 2>/dev/null || echo 2; }

# configure DIR [cmake argument ...]; SUNDIALS is looked for anew every time.
configure() {
  dir=$1
  shift
  if have ninja && [ ! -f "$dir/CMakeCache.txt" ]; then set -- -G Ninja "$@"; fi
  if [ -f "${SUNDIALS_DIR:-}/SUNDIALSConfig.cmake" ]; then
    set -- "$@" -D "SUNDIALS_DIR=$SUNDIALS_DIR"
  else
    set -- "$@" -U SUNDIALS_DIR
  fi
  say "Configuring $dir"
  cmake -S . -B "$dir" "$@" || {
    list_needs
    die "CMake could not configure the project: see its message above."
  }
}

# build DIR [target ...]
build() {
  dir=$1
  shift
  say "Building $dir"
  # cmake --build takes a list of targets only after one --target.
  [ $# -eq 0 ] || set -- --target "$@"
  cmake --build "$dir" -j "$(cores)" "$@" || die "The build in $dir failed."
}

# ---- jobs -------------------------------------------------------------------

run_demo() {
  configure build/demo -D CMAKE_BUILD_TYPE=Release -D GALPHA_BUILD_TESTS=OFF \
    -D GALPHA_BUILD_BENCHMARKS=ON
  build build/demo benchmark_flexible_demo example_demo
  plots=$(pwd)/examples/plot
  mkdir -p build/demo/pictures && cd build/demo/pictures || exit 1
  say "Slider-crank with an elastic rod by GALPHA and IDA: half a minute"
  ../bin/benchmark_flexible_demo "$plots" || die "The demo failed."
  say "Rigid slider-crank by GALPHA and IDA"
  ../examples/demo "$@" || die "The demo failed."
  pictures=$(find "$(pwd)" -name '*.svg' | sort)
  [ -n "$pictures" ] || die "The demo wrote no pictures (is gnuplot there?)."
  printf '\nPictures, for any browser:\n%s\n' "$pictures"
}

run_test() {
  configure build/test -D CMAKE_BUILD_TYPE=RelWithDebInfo \
    -D CMAKE_C_FLAGS_RELWITHDEBINFO="-O2 -g1 -DNDEBUG" \
    -D GALPHA_VALGRIND=ON -D GALPHA_BUILD_BENCHMARKS=ON -D GALPHA_JOINED_TESTS=ON
  build build/test
  say "Tests"
  ctest --test-dir build/test -j 2 --output-on-failure || die "Tests failed."

  say "Tests under the address and undefined-behaviour sanitizers"
  configure build/test-sanitized --preset asan-ubsan -D GALPHA_BUILD_EXAMPLES=OFF \
    -D GALPHA_BUILD_FORTRAN=OFF -D GALPHA_JOINED_TESTS=ON
  build build/test-sanitized tests_sanitized
  GALPHA_TEST_SAMPLED=1 UBSAN_OPTIONS=print_stacktrace=1 \
    ctest --test-dir build/test-sanitized -j 2 --output-on-failure \
    --label-regex '^sanitized$' ||
    die "Tests under the sanitizers failed."
  say "All tests passed"
}

run_clients() {
  own_sundials && say "These programs take the system's SUNDIALS, GALPHA yours"
  configure build/clients -D CMAKE_BUILD_TYPE=Release \
    -D GALPHA_BUILD_TESTS=OFF -D GALPHA_BUILD_EXAMPLES=OFF
  build build/clients galpha_ida_shared
  say "Programs of others, with IDA and with GALPHA preloaded"
  sh test/standin/clients/clients.sh "$(pwd)/build/clients/libgalpha_ida.so" \
    build/clients/results || die "Something that IDA does fails."
}

run_benchmark() {
  configure build/benchmark -D CMAKE_BUILD_TYPE=Release \
    -D GALPHA_BUILD_TESTS=OFF -D GALPHA_BUILD_EXAMPLES=OFF \
    -D GALPHA_BUILD_BENCHMARKS=ON
  build build/benchmark benchmarks
  source=$(pwd)/test/benchmark
  mkdir -p build/benchmark/results && cd build/benchmark/results || exit 1
  # Libraries of linear algebra stay on one core, as the integrators do.
  export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
  quick=
  case " $* " in *" --quick "*) quick=--quick ;; esac
  case " $* " in
    *" --only "*) ;;
    *)
      say "What a step costs (SOI2)"
      ../bin/benchmark_beam_rod 1000 && ../bin/benchmark_beam_rod 4000 ||
        die "The measurement of a step failed."
      if [ -d ../bin/parallel ] && have mpirun; then
        say "Parallel vectors"
        # shellcheck disable=SC2086
        sh "$source/parallel/run.sh" $quick ../bin/parallel | tee parallel.csv
      fi
      say "Small mechanisms"
      ../bin/benchmark_small | tee small.txt
      ;;
  esac
  say "GALPHA and IDA at equal error"
  rm -f ratios*.csv
  ../bin/benchmark_compare "$@" || die "The comparison failed."
  say "Tables"
  awk -f "$source/tables.awk" benchmark.csv ratios*.csv | tee tables.md
  if have gnuplot; then
    awk -F, 'NR > 1 && !seen[$1, $2]++ { print $1, $2 }' curves.csv |
      while read -r model N; do
        gnuplot -c "$source/plot.gp" "$model" "$N"
      done
  fi
  printf '\nNumbers and pictures: %s\n' "$(pwd)"
}

run_honest() {
  configure build/benchmark -D CMAKE_BUILD_TYPE=Release \
    -D GALPHA_BUILD_TESTS=OFF -D GALPHA_BUILD_EXAMPLES=OFF \
    -D GALPHA_BUILD_BENCHMARKS=ON
  build build/benchmark benchmark_honest
  source=$(pwd)/test/benchmark/honest
  mkdir -p build/benchmark/honest && cd build/benchmark/honest || exit 1
  say "Random mechanisms"
  ../bin/benchmark_honest "$@" > runs.csv || die "The runs failed."
  awk -f "$source/histogram.awk" runs.csv | tee histogram.txt
  printf '\nNumbers: %s\n' "$(pwd)"
}

run_doc() {
  configure build/doc -D GALPHA_BUILD_DOC=ON -D GALPHA_BUILD_TESTS=OFF \
    -D GALPHA_BUILD_EXAMPLES=OFF
  build build/doc doc
  printf '\nThe guide, for any browser: %s\n' "$(pwd)/build/doc/doc/index.html"
}

run_lint() {
  failed=0
  say "Formatting"
  find include src test examples fortran cmake/klu \
    \( -name '*.[ch]' -o -name '*.[ch]pp' \) -exec clang-format --dry-run -Werror {} + || failed=1
  say "Structure of src"
  sh cmake/check/layers.sh src || failed=1
  sh cmake/check/kinds.sh src || failed=1
  sh cmake/check/writes.sh src || failed=1
  sh cmake/check/constants.sh check . || failed=1
  say "clang and clang-tidy"
  configure build/tidy --preset tidy
  cmake --build build/tidy -j "$(cores)" || failed=1
  say "Calls between the folders of src"
  sh cmake/check/calls.sh build/tidy/CMakeFiles/galpha_objects.dir/src || failed=1
  [ $failed -eq 0 ] || die "lint found something."
  say "Nothing found"
}

job=${1:-}
case $job in
  demo | test | clients | benchmark | honest | doc | lint) shift ;;
  *)
    usage
    exit 2
    ;;
esac
install_missing "$job"
run_"$job" "$@"
