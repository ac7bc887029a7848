! What the Fortran programs share: y1' + y2 = 0, y2 = y1^2, whose solution is
! y1 = 1/(1+t), from a wrong y2, and what is asked of it.
module model
  use, intrinsic :: iso_c_binding
  use needed
  implicit none
  real(c_double), parameter :: y_start(2) = [1.0d0, 0.5d0]
  real(c_double), parameter :: kinds(2) = [1.0d0, 0.0d0]

  interface
    function start_context() bind(c) result(context)
      import
      type(c_ptr) :: context
    end function
    function free_context(context) bind(c, name='SUNContext_Free') result(flag)
      import
      type(c_ptr) :: context
      integer(c_int) :: flag
    end function
    function library_is(name) bind(c) result(yes)
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int) :: yes
    end function
  end interface

contains
  subroutine equations(u, rate, out)
    real(c_double), intent(in) :: u(2), rate(2)
    real(c_double), intent(out) :: out(2)
    out = [rate(1) + u(2), u(2) - u(1)**2]
  end subroutine

  ! The library that is to answer, ida or galpha_ida, is the program's argument.
  subroutine need_library()
    character(len=32) :: library
    call get_command_argument(1, library)
    call need(library_is(trim(library)//c_null_char) == 1, 'the library')
  end subroutine

  subroutine need_solution(t, tout, u)
    real(c_double), intent(in) :: t, tout, u(2)
    real(c_double) :: exact(2)
    exact = [1.0d0/(1.0d0 + tout), 1.0d0/(1.0d0 + tout)**2]
    print '(f8.3, 2es16.8, 2es10.1)', t, u, (u - exact)/exact
    call need(all(abs(u - exact) <= 1.0d-4*exact), 'the solution')
  end subroutine

  real(c_double) function output_time(i)
    integer, intent(in) :: i
    output_time = 10.0d0**(i - 2)
  end function
end module
