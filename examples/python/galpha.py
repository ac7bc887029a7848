"""GALPHA from Python, by ctypes and numpy: the mechanical and the residual form with
dense matrices. Copy this file next to your program; it needs the shared library only.

    import galpha, numpy
    pendulum = galpha.Mechanics(mass=numpy.eye(2), q=[1, 0], v=[0, 0],
                                force=lambda t, q, v: [0, -9.81],
                                g=lambda t, q: [(q @ q - 1) / 2])
    t, q, v = pendulum.solve(0.5)

Your functions get copies of their arguments as arrays and return what they compute. An
exception in one of them ends the call that ran it, as that exception; galpha.Retry asks
for a smaller step. Errors of the library are galpha.Error with its message, warnings are
Python warnings.

The library is sought where galpha.load(file) was told, in the environment variable
GALPHA_LIBRARY (a file), in the prefix that this file is installed in, and where the system
looks; it brings its SUNDIALS, 6.4 or later, along.
"""
import ctypes
import ctypes.util
import glob
import os
import warnings
import weakref

import numpy

SUCCESS, TSTOP, ROOT = 0, 1, 2      # what solve() ended with: attribute `reason`
NORMAL, ONE_STEP = 1, 2
Y_DERIVATIVES, Y_ALL, ACCELERATIONS, PROJECT = 1, 2, 3, 4
WARNING = 99


class Error(RuntimeError):
    """An error of the library: code (as in galpha_codes.h), name, message."""

    def __init__(self, code, name, message):
        super().__init__(f"{name}: {message}" if message else name)
        self.code, self.name = code, name


class Retry(Exception):
    """To be raised by your functions: try again with a smaller step."""


# ---- the library ---------------------------------------------------------------------

# Name, result, arguments: p pointer, d double, i int, l long, s string, n index, - none.
SIGNATURES = """
SUNContext_Free i p
N_VNew_Serial p np
N_VDestroy - p
N_VConst - dp
N_VGetArrayPointer p p
SUNDenseMatrix p nnp
SUNDenseMatrix_Data p p
SUNSparseFromDenseMatrix p pdi
SUNSparseMatrix_IndexPointers p p
SUNMatDestroy - p
GALPHACreate p p
GALPHAFree - p
GALPHAReInit i pdpp
GALPHASetErrHandlerFn i ppp
GALPHASStolerances i pdd
GALPHASVtolerances i pdp
GALPHASetOption i psd
GALPHAGetOption i psp
GALPHASetStopTime i pd
GALPHACalcIC i pid
GALPHAGetConsistentIC i ppp
GALPHASolve i pdpppi
GALPHAGetDky i pdip
GALPHAGetAcceleration i pdp
GALPHARootInit i pip
GALPHASetRootDirection i pp
GALPHAGetRootInfo i pp
GALPHAGetReturnFlagName p l
GALPHACheckJacobian i pdp
GALPHAInitMech i ppppdpp
GALPHASetHolonomic i ppppp
GALPHASetNonholonomic i ppppp
GALPHASetForceJacPos i ppp
GALPHASetForceJacVel i ppp
GALPHASetStates i ppppp
GALPHASetStatesJacPos i ppp
GALPHASetStatesJacVel i ppp
GALPHASetStatesJacStates i ppp
GALPHASetForceJacStates i ppp
GALPHASetStateValues i pp
GALPHAGetStates i pdp
GALPHAGetMultipliers i pdpp
GALPHAGetConstraintNorms i pppp
GALPHAInit i ppdpp
GALPHAInit2 i ppdppp
GALPHASetDiffOrder i pp
"""
COUNTERS = ("Steps ErrTestFails StepSolveFails ResEvals JacEvals LinSolvSetups "
            "NonlinSolvIters GEvals").split()
_library = None


def load(file=None):
    """The library, loaded from this file at the first call."""
    global _library
    if _library is None:
        name = (file or os.environ.get("GALPHA_LIBRARY") or _installed() or
                ctypes.util.find_library("galpha"))
        if not name:
            raise OSError("libgalpha is not found: set GALPHA_LIBRARY to its file")
        _library = _declare(ctypes.CDLL(name))
    return _library


def _installed():
    """The library of the prefix with this file in share/doc/GALPHA/examples/python."""
    prefix = os.path.abspath(__file__)
    for _ in range(6):
        prefix = os.path.dirname(prefix)
    for pattern in "lib*/libgalpha.so", "lib/*/libgalpha.so", "lib/libgalpha.dylib":
        for name in glob.glob(os.path.join(glob.escape(prefix), pattern)):
            return name
    return None


def _declare(library):
    kinds = {"p": ctypes.c_void_p, "d": ctypes.c_double, "i": ctypes.c_int,
             "l": ctypes.c_long, "s": ctypes.c_char_p, "n": ctypes.c_int64,
             "-": None}
    for line in SIGNATURES.split("\n"):
        if line:
            name, result, arguments = line.split()
            function = getattr(library, name)
            function.restype = kinds[result]
            function.argtypes = [kinds[a] for a in arguments]
    for name in COUNTERS:
        getattr(library, "GALPHAGetNum" + name).argtypes = [ctypes.c_void_p] * 2
    _check_types(library)
    return library


def _no_communicator(library):
    """SUN_COMM_NULL: NULL in SUNDIALS 6, an int since 7, MPI_COMM_NULL with MPI."""
    major = ctypes.c_int()
    rest = [ctypes.byref(ctypes.c_int()) for _ in range(2)]
    label = ctypes.create_string_buffer(16)
    library.SUNDIALSGetVersionNumber(ctypes.byref(major), *rest, label, 16)
    if major.value < 7:
        return ctypes.c_void_p()
    try:
        return ctypes.byref(ctypes.c_char.in_dll(library, "ompi_mpi_comm_null"))
    except ValueError:
        # MPICH counts MPI_COMM_NULL among its constants of type int.
        return ctypes.c_int(0x04000000 if hasattr(library, "MPI_Comm_rank") else 0)


def _context(library):
    context = ctypes.c_void_p()
    library.SUNContext_Create.argtypes = None
    if library.SUNContext_Create(_no_communicator(library), ctypes.byref(context)):
        raise MemoryError("SUNContext_Create")
    return context.value


def _check_types(library):
    """Is sunrealtype double? Index pointers 0, 1, 2 show the size of sunindextype."""
    context = ctypes.c_void_p(_context(library))
    one = library.SUNDenseMatrix(2, 2, context)
    unit = (ctypes.c_double * 4)(1, 0, 0, 1)
    ctypes.memmove(library.SUNDenseMatrix_Data(one), unit, ctypes.sizeof(unit))
    sparse = library.SUNSparseFromDenseMatrix(one, 0.0, 0)
    pointers = ctypes.cast(library.SUNSparseMatrix_IndexPointers(sparse),
                           ctypes.POINTER(ctypes.c_int32))
    ones = library.N_VNew_Serial(1, context)
    library.N_VConst(1.0, ones)
    real = ctypes.c_double.from_address(library.N_VGetArrayPointer(ones)).value
    narrow = pointers[1] == 1
    library.N_VDestroy(ones)
    library.SUNMatDestroy(sparse)
    library.SUNMatDestroy(one)
    library.SUNContext_Free(ctypes.byref(context))
    if real != 1.0:
        raise OSError("SUNDIALS is not built with double precision")
    if narrow:
        index = ctypes.c_int32
        library.N_VNew_Serial.argtypes = [index, ctypes.c_void_p]
        library.SUNDenseMatrix.argtypes = [index, index, ctypes.c_void_p]


# ---- memory and callbacks --------------------------------------------------------------

def _view(address, shape):
    """The memory at the address as an array, columns first."""
    n = int(numpy.prod(shape))
    if n == 0:
        return numpy.zeros(shape)
    block = (ctypes.c_double * n).from_address(address)
    return numpy.frombuffer(block).reshape(shape, order="F")


def _array(function, value, shape):
    """The result of a function, of this shape."""
    name = getattr(function, "__name__", "a function")
    if value is None:
        raise TypeError(f"{name} returned nothing")
    value = numpy.asarray(value, dtype=float)
    if value.size != numpy.prod(shape):
        raise ValueError(f"{name} returned shape {value.shape}, not {shape}")
    return value.reshape(shape)


class _Memory:
    """What an integrator owns in C, freed in the right order, and what its callbacks
    leave for the call that runs them: an exception, the library's message."""

    def __init__(self):
        self.library = load()
        self.context = _context(self.library)
        self.vectors, self.matrices = [], []
        self.raised, self.message = None, ""
        self.mem = self.library.GALPHACreate(self.context)
        self.handler = ctypes.CFUNCTYPE(
            None, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p,
            ctypes.c_void_p)(self.receive)
        self.library.GALPHASetErrHandlerFn(self.mem, self.handler, None)

    def free(self):
        pointer = ctypes.c_void_p
        self.library.GALPHAFree(ctypes.byref(pointer(self.mem)))
        for v in self.vectors:
            self.library.N_VDestroy(v)
        for m in self.matrices:
            self.library.SUNMatDestroy(m)
        self.library.SUNContext_Free(ctypes.byref(pointer(self.context)))

    def receive(self, code, module, function, message, data):
        try:
            text = message.decode(errors="replace")
            if code == WARNING:
                warnings.warn(text, stacklevel=4)
            else:
                self.message = text
        except BaseException as raised:  # a warning that is to be an error
            self.raised = raised

    def check(self, flag):
        """The flag of a call that ended, or the exception for it."""
        raised, message = self.raised, self.message
        self.raised, self.message = None, ""
        if raised is not None:
            raise raised
        if flag < 0:
            name = ctypes.c_void_p(self.library.GALPHAGetReturnFlagName(flag))
            text = ctypes.string_at(name).decode()
            _free(name)
            raise Error(flag, text, message)
        return flag

    def vector(self, values):
        values = numpy.atleast_1d(numpy.asarray(values, dtype=float))
        if values.ndim != 1:
            raise ValueError(f"not a vector, but of shape {values.shape}")
        v = self.library.N_VNew_Serial(len(values), self.context)
        self.vectors.append(v)
        self.array(v, len(values))[:] = values
        return v

    def array(self, vector, n):
        return _view(self.library.N_VGetArrayPointer(vector), (n,))

    def matrix(self, rows, columns, values=0.0):
        m = self.library.SUNDenseMatrix(rows, columns, self.context)
        self.matrices.append(m)
        _view(self.library.SUNDenseMatrix_Data(m), (rows, columns))[:] = values
        return m

    def callback(self, function, signature, sizes, shape):
        """A C function that calls `function`. Each letter of the signature is an
        argument: t a number and small letters vectors, of these sizes, that are passed
        on; the capital V, M or P the result, a vector, matrix or plain array of this
        shape; _ pointers that are not used."""
        data = {"V": self.library.N_VGetArrayPointer,
                "M": self.library.SUNDenseMatrix_Data, "P": int}

        def call(*given):
            try:
                arguments, where = [], None
                for letter, value in zip(signature, given):
                    if letter == "t":
                        arguments.append(value)
                    elif letter in sizes:
                        arguments.append(self.array(value, sizes[letter]).copy())
                    elif letter in data:
                        where = data[letter](value)
                value = _array(function, function(*arguments), shape)
                _view(where, shape)[:] = value
                return 0
            except Retry:
                return 1
            except BaseException as raised:  # KeyboardInterrupt, too
                self.raised = raised
                return -1

        return ctypes.CFUNCTYPE(ctypes.c_int, *(
            ctypes.c_double if letter == "t" else ctypes.c_void_p
            for letter in signature))(call)


def _free(pointer):
    """C's free, for a string that the library hands over."""
    free = ctypes.CDLL(None).free
    free.argtypes, free.restype = [ctypes.c_void_p], None
    free(pointer)


# ---- integrators ---------------------------------------------------------------------

class _Integrator:
    """What both forms share."""

    def __init__(self, t, q, v):
        self._memory = memory = _Memory()
        self._library = memory.library
        weakref.finalize(self, memory.free)
        self._callbacks = []
        self._q, self._v = memory.vector(q), memory.vector(v)
        self.n = len(numpy.atleast_1d(q))
        self._work = memory.vector(numpy.zeros(self.n))
        self._sizes = {"q": self.n, "v": self.n, "a": self.n}
        self._roots = 0
        self.t, self.reason = float(t), SUCCESS
        if len(numpy.atleast_1d(v)) != self.n:
            raise ValueError("positions and velocities are not of the same length")

    def _call(self, name, *arguments):
        call = getattr(self._library, "GALPHA" + name)
        return self._memory.check(call(self._memory.mem, *arguments))

    def _function(self, function, signature, shape):
        if function is None:
            return None
        c = self._memory.callback(function, signature, self._sizes, shape)
        self._callbacks.append(c)
        return ctypes.cast(c, ctypes.c_void_p)

    def _copy(self, vector, n=None):
        return self._memory.array(vector, self.n if n is None else n).copy()

    def tolerances(self, rtol, atol):
        """atol a number or an array."""
        if numpy.ndim(atol) == 0:
            self._call("SStolerances", rtol, atol)
        else:
            self._call("SVtolerances", rtol, self._memory.vector(atol))

    def option(self, name, value=None):
        """Sets an option of the reference by its name; without a value returns it."""
        if value is not None:
            self._call("SetOption", name.encode(), value)
            return value
        present = ctypes.c_double()
        self._call("GetOption", name.encode(), ctypes.byref(present))
        return present.value

    def stop_time(self, t):
        self._call("SetStopTime", t)

    def roots(self, function, directions):
        """Events: sign changes of function(t, q, v), one value for each direction (1
        rising, -1 falling, 0 both); solve() returns there, with reason ROOT."""
        self._roots = len(directions)
        self._call("RootInit", self._roots,
                   self._function(function, "tqvP_", (self._roots,)))
        self._call("SetRootDirection", (ctypes.c_int * self._roots)(*directions))

    def root_info(self):
        found = (ctypes.c_int * self._roots)()
        self._call("GetRootInfo", found)
        return list(found)

    def start(self, tout, how=ACCELERATIONS):
        """A consistent start, q and v. solve() does it, too; PROJECT first moves q and v
        onto the constraints."""
        self._call("CalcIC", how, tout)
        self._call("GetConsistentIC", self._q, self._v)
        return self._copy(self._q), self._copy(self._v)

    def solve(self, tout, task=NORMAL):
        """Integrates to tout, an event or a stop time: t, q, v there. The attribute
        `reason` says which."""
        t = ctypes.c_double()
        self.reason = self._call("Solve", tout, ctypes.byref(t), self._q, self._v, task)
        self.t = t.value
        return self.t, self._copy(self._q), self._copy(self._v)

    def interpolate(self, t, k=0):
        """q (k = 0), v (1) or v' (2) inside the last step."""
        self._call("GetDky", t, k, self._work)
        return self._copy(self._work)

    def acceleration(self, t=None):
        self._call("GetAcceleration", self.t if t is None else t, self._work)
        return self._copy(self._work)

    def restart(self, t, q, v):
        """The same problem from other values."""
        self._set(self._q, q)
        self._set(self._v, v)
        self._call("ReInit", t, self._q, self._v)
        self.t = float(t)

    def _set(self, vector, values):
        self._memory.array(vector, self.n)[:] = values

    def check_jacobian(self, tolerance=0.0):
        """Number of wrong entries in your derivatives; a warning names them."""
        wrong = ctypes.c_long()
        self._call("CheckJacobian", tolerance, ctypes.byref(wrong))
        return wrong.value

    def statistics(self):
        values = {}
        for name in COUNTERS:
            value = ctypes.c_long()
            self._call("GetNum" + name, ctypes.byref(value))
            values[name] = value.value
        return values


class Mechanics(_Integrator):
    """M(t,q) v' = f(t,q,v) - G^T lambda - K^T psi, 0 = g(t,q), 0 = k(t,q,v).

    mass        a constant matrix, or a function of t, q
    force       f(t, q, v)
    g, G        position constraints g(t, q) and their derivative dg/dq (optional)
    k, K        velocity constraints k(t, q, v) and dk/dv (optional)
    df_dq, df_dv  derivatives of f, functions of t, q, v (optional)
    s, F        states and outputs of a controller and F(t, q, v, s), the rate of a state
                and the value of an output; the force is then force(t, q, v, s)
    order       1 for each state, 0 for each output (all states)
    dF_dq, dF_dv, dF_ds, df_ds  derivatives of F and by s, functions of t, q, v, s
                (optional)
    """

    def __init__(self, mass, force, q, v, t=0.0, g=None, G=None, k=None, K=None,
                 df_dq=None, df_dv=None, s=None, F=None, order=None,
                 dF_dq=None, dF_dv=None, dF_ds=None, df_ds=None,
                 rtol=1e-6, atol=1e-6):
        super().__init__(t, q, v)
        n, memory = self.n, self._memory
        square = (n, n)
        varies = callable(mass)
        M = memory.matrix(n, n, 0 if varies else numpy.asarray(mass, dtype=float))
        self._call("InitMech",
                   self._function(mass, "tqM_", square) if varies else None, M,
                   self._function(force, "tqvV_", (n,)) if s is None else None,
                   t, self._q, self._v)
        self._lambda = self._psi = None
        self.m = self._count(g, t, q)
        self.p = self._count(k, t, q, v)
        if self.m:
            self._lambda = memory.vector(numpy.zeros(self.m))
            self._call("SetHolonomic", self._lambda,
                       self._function(g, "tqV_", (self.m,)), memory.matrix(self.m, n),
                       self._function(G, "tqM_", (self.m, n)))
        if self.p:
            self._psi = memory.vector(numpy.zeros(self.p))
            self._call("SetNonholonomic", self._psi,
                       self._function(k, "tqvV_", (self.p,)), memory.matrix(self.p, n),
                       self._function(K, "tqvM_", (self.p, n)))
        if s is not None:
            self._set_states(s, order, F, force)
            r = self.r
            for name, function, shape in (
                    ("StatesJacPos", dF_dq, (r, n)), ("StatesJacVel", dF_dv, (r, n)),
                    ("StatesJacStates", dF_ds, (r, r)), ("ForceJacStates", df_ds, (n, r))):
                if function is not None:
                    self._call("Set" + name, memory.matrix(*shape),
                               self._function(function, "tqvsM_", shape))
        for name, function in ("Pos", df_dq), ("Vel", df_dv):
            if function is not None:
                self._call("SetForceJac" + name, memory.matrix(n, n),
                           self._function(function, "tqv__M_", square))
        self.tolerances(rtol, atol)

    def _set_states(self, s, order, F, force):
        self.r = self._sizes["s"] = numpy.size(s)
        self._s = self._memory.vector(s)
        self._call("SetStates", self._s,
                   None if order is None else self._memory.vector(order),
                   self._function(F, "tqvsV_", (self.r,)),
                   self._function(force, "tqvsV_", (self.n,)))

    def states(self, t=None):
        self._call("GetStates", self.t if t is None else t, self._s)
        return self._copy(self._s, self.r)

    def set_states(self, s):
        """Other values, after restart()."""
        self._memory.array(self._s, self.r)[:] = s
        self._call("SetStateValues", self._s)

    @staticmethod
    def _count(function, t, *values):
        if function is None:
            return 0
        return numpy.size(function(t, *(numpy.array(x, dtype=float) for x in values)))

    def multipliers(self, t=None):
        """lambda and psi."""
        self._call("GetMultipliers", self.t if t is None else t, self._lambda, self._psi)
        return (self._copy(self._lambda, self.m) if self.m else numpy.zeros(0),
                self._copy(self._psi, self.p) if self.p else numpy.zeros(0))

    def constraint_norms(self):
        """Largest |g|, |dg/dt| and |k| at the end of the last step."""
        norms = [ctypes.c_double() for _ in range(3)]
        self._call("GetConstraintNorms", *map(ctypes.byref, norms))
        return tuple(x.value for x in norms)


class Residual(_Integrator):
    """F(t,y,y') = 0 or, with ypp (values of y'', or True if they are not known),
    F(t,y,y',y'') = 0. order holds 0 (no derivative), 1 or 2 for each component."""

    def __init__(self, F, y, yp, ypp=None, t=0.0, order=None, rtol=1e-6, atol=1e-6):
        super().__init__(t, y, yp)
        known = ypp is not None and ypp is not True
        self._second = ypp is not None
        if self._second:
            self._call("Init2", self._function(F, "tqvaV_", (self.n,)), t, self._q,
                       self._v, self._memory.vector(ypp) if known else None)
        else:
            self._call("Init", self._function(F, "tqvV_", (self.n,)), t, self._q, self._v)
        if order is not None:
            self._call("SetDiffOrder", self._memory.vector(order))
        self.tolerances(rtol, atol)
