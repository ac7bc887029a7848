! How the Fortran programs check.
module needed
  implicit none

contains
  subroutine need(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    print *, 'failed: ', what
    stop 1
  end subroutine
end module
