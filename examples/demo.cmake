# The demo's other files, and where it finds its gnuplot scripts.
target_sources(${example} PRIVATE demo/demo_drift.c demo/demo_galpha.c
  demo/demo_ida.c demo/demo_plot.c demo/demo_run.c)
target_compile_definitions(${example} PRIVATE
  DEMO_PLOT_DIR="${CMAKE_CURRENT_SOURCE_DIR}/plot")
