! The program of own_interface.f90 on SUNDIALS' Fortran modules.
module problem
  use, intrinsic :: iso_c_binding
  use model
#ifdef SUNDIALS_CORE
  use fsundials_core_mod
#else
  use fsundials_nvector_mod
  use fsundials_matrix_mod
  use fsundials_linearsolver_mod
#endif
  implicit none

contains
  integer(c_int) function residual(t, y, yp, r, user_data) bind(c)
    real(c_double), value :: t
    type(N_Vector) :: y, yp, r
    type(c_ptr), value :: user_data
    real(c_double), pointer :: u(:), rate(:), out(:)
    u    => FN_VGetArrayPointer(y)
    rate => FN_VGetArrayPointer(yp)
    out  => FN_VGetArrayPointer(r)
    call equations(u, rate, out)
    residual = 0
  end function
end module

program sundials_module
  use problem
  use fida_mod
  use fnvector_serial_mod
  use fsunmatrix_dense_mod
  use fsunlinsol_dense_mod
  implicit none
  real(c_double), target :: u(2), rate(2), kind_of(2)
  real(c_double) :: t(1), tout
  type(c_ptr) :: context, mem
  type(N_Vector), pointer :: y, yp, id
  type(SUNMatrix), pointer :: a
  type(SUNLinearSolver), pointer :: solver
  integer :: i

  call need_library()
  u       = y_start
  rate    = 0.0d0
  kind_of = kinds
  context = start_context()
  y       => FN_VMake_Serial(2_c_int64_t, u, context)
  yp      => FN_VMake_Serial(2_c_int64_t, rate, context)
  id      => FN_VMake_Serial(2_c_int64_t, kind_of, context)
  a       => FSUNDenseMatrix(2_c_int64_t, 2_c_int64_t, context)
  solver  => FSUNLinSol_Dense(y, a, context)
  mem     = FIDACreate(context)
  call need(FIDAInit(mem, c_funloc(residual), 0.0d0, y, yp) == 0, 'IDAInit')
  call need(FIDASStolerances(mem, 1.0d-6, 1.0d-9) == 0, 'IDASStolerances')
  call need(FIDASetId(mem, id) == 0, 'IDASetId')
  call need(FIDASetLinearSolver(mem, solver, a) == 0, 'IDASetLinearSolver')
  call need(FIDACalcIC(mem, IDA_YA_YDP_INIT, 0.1d0) == 0, 'IDACalcIC')
  do i = 1, 4
    tout = output_time(i)
    call need(FIDASolve(mem, tout, t, y, yp, IDA_NORMAL) == 0, 'IDASolve')
    call need_solution(t(1), tout, u)
  end do
  call FIDAFree(mem)
  i = FSUNLinSolFree(solver)
  call FSUNMatDestroy(a)
  call FN_VDestroy(id)
  call FN_VDestroy(yp)
  call FN_VDestroy(y)
  i = free_context(context)
end program
