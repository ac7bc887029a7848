! The module galpha_mod beyond its example: sparse blocks, arguments that are left out,
! arrays, events. A skate whose heading turns at rate 1 goes round a circle of radius 1,
! held by a constraint on velocities; its mass matrix is sparse.
module skate
  use galpha_mod
  use needed
  implicit none

contains
  integer(c_int) function none(t, q, v, f, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, v, f, user_data
    call N_VConst(0.0d0, f)
    none = 0
  end function

  integer(c_int) function sideways(t, q, v, k, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, v, k, user_data
    real(c_double), pointer :: x(:), u(:), k_of(:)
    x    => galpha_array(q)
    u    => galpha_array(v)
    k_of => galpha_array(k)
    k_of = u(1)*sin(x(3)) - u(2)*cos(x(3))
    sideways = 0
  end function

  integer(c_int) function sideways_jac(t, q, v, k, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, v, k, user_data
    real(c_double), pointer :: x(:), values(:)
    integer(sunindex), pointer :: pointers(:), indices(:)
    x => galpha_array(q)
    call galpha_sparse(k, pointers, indices, values)
    pointers = [0, 2]
    indices  = [0, 1]
    values   = [sin(x(3)), -cos(x(3))]
    sideways_jac = 0
  end function

  ! x = 1/2 on the way out, y = 1 on the way up
  integer(c_int) function gates(t, q, v, out, user_data) bind(c)
    real(c_double), value :: t
    type(c_ptr), value :: q, v, user_data
    real(c_double) :: out(2)
    real(c_double), pointer :: x(:)
    x     => galpha_array(q)
    out   = [x(1) - 0.5d0, x(2) - 1]
    gates = 0
  end function
end module

program module_test
  use skate
  implicit none
  type(c_ptr) :: context, mem, q, v, psi, M, K
  real(c_double), pointer :: x(:), u(:), values(:)
  integer(sunindex), pointer :: pointers(:), indices(:)
  real(c_double) :: t, first, last, next, now, k_norm, coefficients(4)
  integer(c_long) :: steps, residuals, setups, failures
  integer(c_int) :: klast, kcur, found(2)

  context = galpha_context()
  q   = N_VNew_Serial(3_sunindex, context)
  v   = N_VNew_Serial(3_sunindex, context)
  psi = N_VNew_Serial(1_sunindex, context)
  M   = SUNSparseMatrix(3_sunindex, 3_sunindex, 3_sunindex, CSC_MAT, context)
  K   = SUNSparseMatrix(1_sunindex, 3_sunindex, 2_sunindex, CSR_MAT, context)
  x => galpha_array(q)
  u => galpha_array(v)
  x = 0
  u = [1.0d0, 0.0d0, 1.0d0]
  call N_VConst(0.0d0, psi)
  call galpha_sparse(M, pointers, indices, values)
  pointers = [0, 1, 2, 3]
  indices  = [0, 1, 2]
  values   = [2.0d0, 2.0d0, 1.0d0]

  mem = GALPHACreate(context)
  call need(GALPHAInitMech(mem, c_null_funptr, M, c_funloc(none), 0.0d0, q, v) &
    == GALPHA_SUCCESS, 'GALPHAInitMech')
  call need(GALPHASetNonholonomic(mem, psi, c_funloc(sideways), K, &
    c_funloc(sideways_jac)) == GALPHA_SUCCESS, 'GALPHASetNonholonomic')
  call need(GALPHASetMethod(mem, GALPHA_CHUNG_HULBERT, [0.8d0]) &
    == GALPHA_SUCCESS, 'GALPHASetMethod')
  call need(GALPHAGetMethod(mem, coefficients) == GALPHA_SUCCESS, 'coefficients')
  call need(abs(coefficients(1) - 0.6d0/1.8d0) < 1d-12 .and. &
    abs(coefficients(2) - 0.8d0/1.8d0) < 1d-12, 'alpha_m, alpha_f of 0.8')
  call need(GALPHASStolerances(mem, 1.0d-6, 1.0d-6) == GALPHA_SUCCESS, &
    'GALPHASStolerances')
  call need(GALPHARootInit(mem, 2, c_funloc(gates)) == GALPHA_SUCCESS, 'roots')
  call need(GALPHASetRootDirection(mem, [1, 1]) == GALPHA_SUCCESS, 'directions')

  call need(GALPHASolve(mem, 3.0d0, t, q, v, GALPHA_NORMAL) == &
    GALPHA_ROOT_RETURN, 'the first gate')
  call need(GALPHAGetRootInfo(mem, found) == GALPHA_SUCCESS, 'found')
  call need(all(found == [1, 0]) .and. abs(t - asin(0.5d0)) < 1d-4, 'x = 1/2')
  call need(GALPHASolve(mem, 3.0d0, t, q, v, GALPHA_NORMAL) == &
    GALPHA_ROOT_RETURN, 'the second gate')
  call need(abs(t - acos(0.0d0)) < 1d-4, 'y = 1')
  call need(GALPHASolve(mem, 3.0d0, t, q, v, GALPHA_NORMAL) == GALPHA_SUCCESS, &
    'GALPHASolve')
  call need(abs(x(1) - sin(3.0d0)) + abs(x(2) - 1 + cos(3.0d0)) < 1d-4, 'circle')
  call need(GALPHAGetConstraintNorms(mem, k=k_norm) == GALPHA_SUCCESS .and. &
    k_norm < 1d-8, 'one of three arguments')
  call need(GALPHAGetIntegratorStats(mem, steps, residuals, setups, failures, &
    klast, kcur, first, last, next, now) == GALPHA_SUCCESS, 'statistics')
  call need(steps > 10 .and. klast >= 2 .and. last > 0 .and. now >= 3, 'their values')

  call GALPHAFree(mem)
  call need(.not. c_associated(mem), 'mem is null')
  call SUNMatDestroy(K)
  call SUNMatDestroy(M)
  call N_VDestroy(psi)
  call N_VDestroy(v)
  call N_VDestroy(q)
  call need(SUNContext_Free(context) == 0, 'SUNContext_Free')
end program
