! A Fortran program for IDA with an interface of its own to the C functions.
module ida_interface
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), parameter :: ida_normal = 1, ida_ya_ydp_init = 1

  interface
    function new_vector(n, values, context) bind(c, name='N_VMake_Serial') &
        result(v)
      import
      integer(c_int64_t), value :: n
      type(c_ptr), value :: values, context
      type(c_ptr) :: v
    end function
    function values_of(v) bind(c, name='N_VGetArrayPointer') result(values)
      import
      type(c_ptr), value :: v
      type(c_ptr) :: values
    end function
    subroutine free_vector(v) bind(c, name='N_VDestroy')
      import
      type(c_ptr), value :: v
    end subroutine
    function dense_matrix(m, n, context) bind(c, name='SUNDenseMatrix') &
        result(a)
      import
      integer(c_int64_t), value :: m, n
      type(c_ptr), value :: context
      type(c_ptr) :: a
    end function
    subroutine free_matrix(a) bind(c, name='SUNMatDestroy')
      import
      type(c_ptr), value :: a
    end subroutine
    function dense_solver(y, a, context) bind(c, name='SUNLinSol_Dense') &
        result(solver)
      import
      type(c_ptr), value :: y, a, context
      type(c_ptr) :: solver
    end function
    function free_solver(solver) bind(c, name='SUNLinSolFree') result(flag)
      import
      type(c_ptr), value :: solver
      integer(c_int) :: flag
    end function
    function ida_create(context) bind(c, name='IDACreate') result(mem)
      import
      type(c_ptr), value :: context
      type(c_ptr) :: mem
    end function
    function ida_init(mem, residual, t0, y, yp) bind(c, name='IDAInit') &
        result(flag)
      import
      type(c_ptr), value :: mem, y, yp
      type(c_funptr), value :: residual
      real(c_double), value :: t0
      integer(c_int) :: flag
    end function
    function ida_tolerances(mem, rtol, atol) bind(c, name='IDASStolerances') &
        result(flag)
      import
      type(c_ptr), value :: mem
      real(c_double), value :: rtol, atol
      integer(c_int) :: flag
    end function
    function ida_set_id(mem, id) bind(c, name='IDASetId') result(flag)
      import
      type(c_ptr), value :: mem, id
      integer(c_int) :: flag
    end function
    function ida_set_solver(mem, solver, a) bind(c, name='IDASetLinearSolver') &
        result(flag)
      import
      type(c_ptr), value :: mem, solver, a
      integer(c_int) :: flag
    end function
    function ida_calc_ic(mem, icopt, tout) bind(c, name='IDACalcIC') &
        result(flag)
      import
      type(c_ptr), value :: mem
      integer(c_int), value :: icopt
      real(c_double), value :: tout
      integer(c_int) :: flag
    end function
    function ida_solve(mem, tout, t, y, yp, itask) bind(c, name='IDASolve') &
        result(flag)
      import
      type(c_ptr), value :: mem, y, yp
      real(c_double), value :: tout
      real(c_double) :: t
      integer(c_int), value :: itask
      integer(c_int) :: flag
    end function
    subroutine ida_free(mem) bind(c, name='IDAFree')
      import
      type(c_ptr) :: mem
    end subroutine
  end interface
end module

module problem
  use ida_interface
  use model
  implicit none
contains
  integer(c_int) function residual(t, y, yp, r, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: y, yp, r, user_data
    real(c_double), pointer :: u(:), rate(:), out(:)
    call c_f_pointer(values_of(y), u, [2])
    call c_f_pointer(values_of(yp), rate, [2])
    call c_f_pointer(values_of(r), out, [2])
    call equations(u, rate, out)
    residual = 0
  end function
end module

program own_interface
  use problem
  implicit none
  real(c_double), target :: u(2), rate(2), kind_of(2)
  real(c_double) :: t, tout
  type(c_ptr) :: context, y, yp, id, a, solver, mem
  integer :: i

  call need_library()
  u       = y_start
  rate    = 0.0d0
  kind_of = kinds
  context = start_context()
  y       = new_vector(2_c_int64_t, c_loc(u), context)
  yp      = new_vector(2_c_int64_t, c_loc(rate), context)
  id      = new_vector(2_c_int64_t, c_loc(kind_of), context)
  a       = dense_matrix(2_c_int64_t, 2_c_int64_t, context)
  solver  = dense_solver(y, a, context)
  mem     = ida_create(context)
  call need(ida_init(mem, c_funloc(residual), 0.0d0, y, yp) == 0, 'IDAInit')
  call need(ida_tolerances(mem, 1.0d-6, 1.0d-9) == 0, 'IDASStolerances')
  call need(ida_set_id(mem, id) == 0, 'IDASetId')
  call need(ida_set_solver(mem, solver, a) == 0, 'IDASetLinearSolver')
  call need(ida_calc_ic(mem, ida_ya_ydp_init, 0.1d0) == 0, 'IDACalcIC')
  do i = 1, 4
    tout = output_time(i)
    call need(ida_solve(mem, tout, t, y, yp, ida_normal) == 0, 'IDASolve')
    call need_solution(t, tout, u)
  end do
  call ida_free(mem)
  i = free_solver(solver)
  call free_matrix(a)
  call free_vector(id)
  call free_vector(yp)
  call free_vector(y)
  i = free_context(context)
end program
