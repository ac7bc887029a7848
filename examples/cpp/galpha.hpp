// GALPHA in C++17, the mechanical form with dense matrices: objects that free what they
// own, functions and lambdas as callbacks, errors and exceptions of callbacks as
// exceptions. A header to copy and to extend.
#ifndef GALPHA_EXAMPLE_GALPHA_HPP
#define GALPHA_EXAMPLE_GALPHA_HPP

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

namespace galpha {

#ifdef SUN_COMM_NULL
inline SUNComm no_communicator()
{
  return SUN_COMM_NULL;
}
#else // SUNDIALS 6
inline void *no_communicator()
{
  return nullptr;
}
#endif

// An error of the library, with its message.
struct error : std::runtime_error
{
  error(int flag, const std::string &message)
      : std::runtime_error(message), code(flag)
  {
  }
  int code;
};

// To be thrown by a callback that wants a smaller step.
struct retry
{
};

// The values of a vector that others own.
class values {
public:
  explicit values(N_Vector v)
      : first(N_VGetArrayPointer(v)),
        count(static_cast<std::size_t>(N_VGetLength(v)))
  {
  }
  sunrealtype &operator[](std::size_t i) const
  {
    return first[i];
  }
  sunrealtype *begin() const
  {
    return first;
  }
  sunrealtype *end() const
  {
    return first + count;
  }
  std::size_t size() const
  {
    return count;
  }

private:
  sunrealtype *first;
  std::size_t count;
};

// The entries of a dense matrix that others own.
class entries {
public:
  explicit entries(SUNMatrix of) : A(of)
  {
  }
  sunrealtype &operator()(sunindextype i, sunindextype j) const
  {
    return SM_ELEMENT_D(A, i, j);
  }

private:
  SUNMatrix A;
};

namespace detail {
struct free_context
{
  void operator()(SUNContext c) const
  {
    SUNContext_Free(&c);
  }
};
struct free_integrator
{
  void operator()(void *mem) const
  {
    GALPHAFree(&mem);
  }
};
struct free_vector
{
  void operator()(N_Vector v) const
  {
    N_VDestroy(v);
  }
};
struct free_matrix
{
  void operator()(SUNMatrix A) const
  {
    SUNMatDestroy(A);
  }
};
template <class T, class Free>
using owner = std::unique_ptr<std::remove_pointer_t<T>, Free>;
} // namespace detail

using vector = detail::owner<N_Vector, detail::free_vector>;
using matrix = detail::owner<SUNMatrix, detail::free_matrix>;

// M v' = f(t,q,v) - G^T lambda, 0 = g(t,q).
class mechanism {
public:
  using force_fn = std::function<void(double t, values q, values v, values f)>;
  using constraint_fn     = std::function<void(double t, values q, values g)>;
  using constraint_jac_fn = std::function<void(double t, values q, entries G)>;
  using root_fn =
    std::function<void(double t, values q, values v, sunrealtype *out)>;
  using list = std::vector<double>;

  // Lumped masses, and the values at t0.
  mechanism(const list &masses, force_fn f, const list &q0, const list &v0,
            double t0 = 0)
      : n(static_cast<sunindextype>(q0.size())), force(std::move(f))
  {
    SUNContext c = nullptr;
    if (SUNContext_Create(no_communicator(), &c)) { throw std::bad_alloc(); }
    context.reset(c);
    q_.reset(copy(q0));
    v_.reset(copy(v0));
    matrix M(SUNDenseMatrix(n, n, c));
    if (!M) { throw std::bad_alloc(); }
    for (sunindextype i = 0; i < n; i++)
    {
      entries(M.get())(i, i) = masses.at(static_cast<std::size_t>(i));
    }
    mem.reset(GALPHACreate(c));
    GALPHASetErrHandlerFn(mem.get(), receive, this);
    call(GALPHAInitMech(mem.get(), nullptr, M.get(), call_force, t0, q_.get(),
                        v_.get()));
    call(GALPHASetUserData(mem.get(), this));
  }
  // Callbacks hold the address.
  mechanism(const mechanism &)            = delete;
  mechanism &operator=(const mechanism &) = delete;

  void constraints(sunindextype m, constraint_fn g, constraint_jac_fn G = {})
  {
    constraint     = std::move(g);
    constraint_jac = std::move(G);
    lambda_.reset(copy(list(static_cast<std::size_t>(m))));
    matrix shape(SUNDenseMatrix(m, n, context.get()));
    if (!shape) { throw std::bad_alloc(); }
    call(GALPHASetHolonomic(mem.get(), lambda_.get(), call_constraint,
                            shape.get(),
                            constraint_jac ? call_constraint_jac : nullptr));
  }
  // Events: sign changes in these directions (1 rising, -1 falling, 0 both).
  void roots(root_fn g, std::vector<int> directions)
  {
    root = std::move(g);
    call(GALPHARootInit(mem.get(), static_cast<int>(directions.size()),
                        call_root));
    call(GALPHASetRootDirection(mem.get(), directions.data()));
  }
  void tolerances(double rtol, double atol)
  {
    call(GALPHASStolerances(mem.get(), rtol, atol));
  }
  void option(const char *name, double value)
  {
    call(GALPHASetOption(mem.get(), name, value));
  }

  // Integrates to tout or to an event, which it returns as true.
  bool solve(double tout)
  {
    return call(GALPHASolve(mem.get(), tout, &t_, q_.get(), v_.get(),
                            GALPHA_NORMAL)) == GALPHA_ROOT_RETURN;
  }
  // Goes on from the present q(), v(), which may have been changed.
  void restart()
  {
    call(GALPHAReInit(mem.get(), t_, q_.get(), v_.get()));
    if (lambda_) { call(GALPHACalcIC(mem.get(), GALPHA_PROJECT_INIT, t_ + 1)); }
  }

  double t() const
  {
    return t_;
  }
  values q() const
  {
    return values(q_.get());
  }
  values v() const
  {
    return values(v_.get());
  }
  values lambda()
  {
    call(GALPHAGetMultipliers(mem.get(), t_, lambda_.get(), nullptr));
    return values(lambda_.get());
  }
  // For the functions that are not wrapped here.
  void *handle() const
  {
    return mem.get();
  }

private:
  N_Vector copy(const list &from) const
  {
    N_Vector to =
      N_VNew_Serial(static_cast<sunindextype>(from.size()), context.get());
    if (!to) { throw std::bad_alloc(); }
    std::copy(from.begin(), from.end(), values(to).begin());
    return to;
  }
  int call(int flag)
  {
    if (thrown) { std::rethrow_exception(std::exchange(thrown, nullptr)); }
    if (flag < 0) { throw error(flag, message); }
    return flag;
  }
  static void receive(int code, const char *, const char *, char *text,
                      void *data)
  {
    if (code < 0) { static_cast<mechanism *>(data)->message = text; }
    else { std::fprintf(stderr, "%s\n", text); }
  }
  // Exceptions must not pass through C: they wait for the end of the call.
  template <class F> static int guard(void *data, F &&f)
  {
    auto *self = static_cast<mechanism *>(data);
    try
    {
      f(*self);
      return 0;
    } catch (const retry &)
    {
      return 1;
    } catch (...)
    {
      self->thrown = std::current_exception();
      return -1;
    }
  }
  static int call_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                        void *data)
  {
    return guard(
      data, [&](mechanism &m) { m.force(t, values(q), values(v), values(f)); });
  }
  static int call_constraint(sunrealtype t, N_Vector q, N_Vector g, void *data)
  {
    return guard(data,
                 [&](mechanism &m) { m.constraint(t, values(q), values(g)); });
  }
  static int call_constraint_jac(sunrealtype t, N_Vector q, SUNMatrix G,
                                 void *data)
  {
    return guard(
      data, [&](mechanism &m) { m.constraint_jac(t, values(q), entries(G)); });
  }
  static int call_root(sunrealtype t, N_Vector q, N_Vector v, sunrealtype *out,
                       void *data)
  {
    return guard(data,
                 [&](mechanism &m) { m.root(t, values(q), values(v), out); });
  }

  // Freed from below: the context is the last.
  detail::owner<SUNContext, detail::free_context> context;
  vector q_, v_, lambda_;
  std::unique_ptr<void, detail::free_integrator> mem;
  sunindextype n;
  double t_ = 0;
  force_fn force;
  constraint_fn constraint;
  constraint_jac_fn constraint_jac;
  root_fn root;
  std::exception_ptr thrown;
  std::string message;
};

} // namespace galpha

#endif
