! Conical pendulum in Fortran: a mass on a rod goes round in a horizontal circle. Coordinates
! are x, y, z; the rod is one constraint, its multiplier the tension. Checks position,
! velocity and tension against the closed form.
module conical
  use galpha_mod
  implicit none
  real(c_double), parameter :: mass = 2, length = 1.5d0, gravity = 9.81d0

contains
  integer(c_int) function force(t, q, v, f, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, v, f, user_data
    real(c_double), pointer :: f_of(:)
    f_of  => galpha_array(f)
    f_of  = [0.0d0, 0.0d0, -mass*gravity]
    force = 0
  end function

  ! g = (|q|^2 - L^2)/(2 L)
  integer(c_int) function rod(t, q, g, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, g, user_data
    real(c_double), pointer :: x(:), g_of(:)
    x    => galpha_array(q)
    g_of => galpha_array(g)
    g_of = (dot_product(x, x) - length**2)/(2*length)
    rod  = 0
  end function

  ! G = dg/dq, one row
  integer(c_int) function rod_jac(t, q, g, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, g, user_data
    real(c_double), pointer :: x(:), g_of(:, :)
    x    => galpha_array(q)
    g_of => galpha_matrix(g)
    g_of(1, :) = x/length
    rod_jac = 0
  end function

  ! Ends the program when a call fails; the library has written its message.
  subroutine try(flag)
    integer(c_int), intent(in) :: flag
    if (flag < 0) stop 1
  end subroutine
end module

program conical_pendulum
  use conical
  implicit none
  real(c_double), parameter :: angle = 0.5d0
  real(c_double), parameter :: rate = sqrt(gravity/(length*cos(angle)))
  real(c_double), parameter :: radius = length*sin(angle)
  type(c_ptr) :: context, mem, q, v, lambda, M, G
  real(c_double), pointer :: x(:), u(:), tension(:), M_of(:, :)
  real(c_double) :: t, exact(3), worst
  integer(c_long) :: steps
  integer :: i

  ! Context, vectors, matrices.
  context = galpha_context()
  q       = N_VNew_Serial(3_sunindex, context)
  v       = N_VNew_Serial(3_sunindex, context)
  lambda  = N_VNew_Serial(1_sunindex, context)
  M       = SUNDenseMatrix(3_sunindex, 3_sunindex, context)
  G       = SUNDenseMatrix(1_sunindex, 3_sunindex, context)
  x       => galpha_array(q)
  u       => galpha_array(v)
  tension => galpha_array(lambda)
  M_of    => galpha_matrix(M)
  x       = [radius, 0.0d0, -length*cos(angle)]
  u       = [0.0d0, radius*rate, 0.0d0]
  tension = 0
  M_of    = 0
  do i = 1, 3
    M_of(i, i) = mass
  end do

  ! The mechanism. A constant mass matrix has no function; the force depends on neither q
  ! nor v.
  mem = GALPHACreate(context)
  call try(GALPHAInitMech(mem, c_null_funptr, M, c_funloc(force), 0.0d0, q, v))
  call try(GALPHASetHolonomic(mem, lambda, c_funloc(rod), G, c_funloc(rod_jac)))
  call try(GALPHASetScleronomic(mem, 1))
  call try(GALPHASetOption(mem, 'df_dq_zero'//c_null_char, 1.0d0))
  call try(GALPHASetOption(mem, 'df_dv_zero'//c_null_char, 1.0d0))
  call try(GALPHASStolerances(mem, 1.0d-7, 1.0d-7))

  print '(a)', '   t        x        y        z  tension'
  worst = 0
  do i = 1, 8
    call try(GALPHASolve(mem, 0.5d0*i, t, q, v, GALPHA_NORMAL))
    call try(GALPHAGetMultipliers(mem, t, lambda, c_null_ptr))
    print '(f4.1, 4f9.4)', t, x, tension
    exact = [radius*cos(rate*t), radius*sin(rate*t), -length*cos(angle)]
    worst = max(worst, maxval(abs(x - exact)), &
      abs(tension(1)*cos(angle)/(mass*gravity) - 1))
  end do
  call try(GALPHAGetNumSteps(mem, steps))
  print '(a, i0)', 'steps ', steps

  call GALPHAFree(mem)
  call SUNMatDestroy(G)
  call SUNMatDestroy(M)
  call N_VDestroy(lambda)
  call N_VDestroy(v)
  call N_VDestroy(q)
  call try(SUNContext_Free(context))
  if (.not. worst < 1.0d-4) then
    print '(a, es8.1)', 'off by ', worst
    stop 1
  end if
end program
