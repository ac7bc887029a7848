/* GALPHACheckJacobian in the mechanical form: what is wrong is found and
 * named. */
#include "jacobian_model.h"

#include "support/test.h"

static struct model spoilt(enum spoilt_block block, enum spoilt_how how,
                           sunindextype row, sunindextype col)
{
  struct model m;
  model_init(&m, 6, 2, 3);
  m.block = block;
  m.how   = how;
  m.row   = row;
  m.col   = col;
  return m;
}

/* So many wrong entries (-1: some) are found in so many messages (-1: any), and this is
 * heard. */
static void expect(struct model *m, enum problem_storage storage,
                   long int wrong, int messages, const char *text)
{
  struct heard h;
  long int nwrong = -1;
  m->pb.data      = m;
  void *mem       = KEEP(problem_create(&m->pb, ctx, storage));
  CHECK(checked(mem, 0.0, &nwrong, &h) ==
        (wrong ? GALPHA_WARNING : GALPHA_SUCCESS));
  CHECK(wrong < 0 ? nwrong > 0 : nwrong == wrong);
  CHECK(messages < 0 || h.count == messages);
  CHECK(heard_says(&h, text));
  if (!wrong && h.count) { printf("%s", h.text); }
}

static void single_entries(enum problem_storage storage)
{
  static const struct
  {
    enum spoilt_block block;
    sunindextype row, col;
    const char *text;
  } cases[] = {
    {SPOILT_K, 2, 3, "K = dk/dv: row 2, column 3: yours is "},
    {SPOILT_G, 1, 2, "G = dg/dq: row 1, column 2: yours is "},
    {SPOILT_KQ, 0, 2, "Kq = dk/dq: row 0, column 2: yours is "},
    {SPOILT_FQ, 3, 4, "Fq = df/dq of f0: row 3, column 4: yours is "},
    {SPOILT_FV, 1, 1, "Fv = df/dv of f0: row 1, column 1: yours is "},
    {SPOILT_GT, 1, 0, "g_t = dg/dt: component 1: yours is "},
  };
  for (int i = 0; i < COUNT_OF(cases); i++)
  {
    struct model m =
      spoilt(cases[i].block, SPOILT_FACTOR, cases[i].row, cases[i].col);
    expect(&m, storage, 1, 1, cases[i].text);
    expect(&m, storage, 1, 1, "relative deviation 2\n");
  }
}

/* The values in the message are those of the model. */
static void values_named(void)
{
  struct model m = spoilt(SPOILT_K, SPOILT_FACTOR, 2, 3);
  struct heard h;
  sunrealtype q[6], v[6], yours = 0.0, fd = 0.0;
  m.pb.data = &m;
  checked(KEEP(problem_create(&m.pb, ctx, PROBLEM_DENSE)), 0.0, NULL, &h);
  model_start(q, v, &m);
  const sunrealtype k23 = cos(q[3]) + 0.6 * v[3];
  const char *at        = strstr(h.text, "yours is ");
  CHECK(at && sscanf(at, "yours is %lf, the difference %lf", &yours, &fd) == 2);
  CHECK_REL(yours, -k23, 1e-9);
  CHECK_REL(fd, k23, 1e-9);
}

static void whole_blocks(enum problem_storage storage)
{
  struct model m = spoilt(SPOILT_FQ, SPOILT_TRANSPOSED, 0, 0);
  expect(&m, storage, 10, 1, "Fq = df/dq of f0: the whole block is transposed");
  m.share = SHARE_ALL;
  expect(&m, storage, -1, -1, "K^T psi: the whole block is transposed");
  m.how = SPOILT_WHOLE;
  expect(&m, storage, -1, -1, "the whole block has the opposite sign");
  m.block = SPOILT_G;
  m.share = SHARE_NONE;
  expect(&m, storage, 6, 1, "G = dg/dq: the whole block has the opposite sign");
  /* neither transposed nor a sign: entries, ten of them */
  m.block  = SPOILT_FQ;
  m.factor = 1.5;
  expect(&m, storage, 16, 11, "6 more entries are wrong");
}

/* Reactions in df/dq, df/dv: all of them or none. */
static void shares(enum problem_storage storage)
{
  struct model m = spoilt(SPOILT_NONE, SPOILT_FACTOR, 0, 0);
  expect(&m, storage, 0, -1, "");
  m.share = SHARE_ALL;
  expect(&m, storage, 0, 0, "");
  m.share = SHARE_HALF;
  expect(&m, storage, -1, -1, "");
}

static void missing_entries(void)
{
  struct model m = spoilt(SPOILT_FQ, SPOILT_DROPPED, 2, 1);
  expect(&m, PROBLEM_SPARSE, 1, 1, "row 2, column 1: missing in the pattern");
  /* the dense block holds a zero there */
  expect(&m, PROBLEM_DENSE, -1, -1, "row 2, column 1: yours is 0");
  /* an entry stored in vain is not wrong */
  m.row = 0;
  m.col = 2;
  expect(&m, PROBLEM_SPARSE, 0, -1, "");
}

/* A pattern without a callback: the differences would be wrong in silence. */
static void missing_in_pattern_only(void)
{
  struct model m;
  struct heard h;
  long int nwrong = 0;
  model_init(&m, 6, 2, 3);
  SUNMatrix A = KEEP(SUNSparseMatrix(6, 6, 30, CSC_MAT, ctx));
  N_Vector q = KEEP(N_VNew_Serial(6, ctx)), v = KEEP(N_VNew_Serial(6, ctx));
  N_Vector l = KEEP(N_VNew_Serial(2, ctx)), psi = KEEP(N_VNew_Serial(3, ctx));
  model_start(N_VGetArrayPointer(q), N_VGetArrayPointer(v), &m);
  N_VConst(1.0, l);
  N_VConst(1.0, psi);
  m.how = SPOILT_DROPPED;
  m.row = m.col = 4;
  for (int spoilt = 0; spoilt < 2; spoilt++)
  {
    void *mem = KEEP(problem_create(&m.pb, ctx, PROBLEM_SPARSE));
    m.block   = spoilt ? SPOILT_FQ : SPOILT_NONE;
    model_Fq(0.4, q, v, l, psi, A, &m);
    m.block = SPOILT_NONE;
    CHECK(GALPHASetForceJacPos(mem, A, NULL) == GALPHA_SUCCESS);
    CHECK(checked(mem, 0.0, &nwrong, &h) ==
          (spoilt ? GALPHA_WARNING : GALPHA_SUCCESS));
    CHECK(nwrong == spoilt);
    CHECK(!spoilt || heard_says(&h, "row 4, column 4: missing in the pattern"));
  }
}

/* What was declared to be zero, or not to depend on t. */
static void declared_zero(void)
{
  struct model m = spoilt(SPOILT_NONE, SPOILT_FACTOR, 0, 0), still = m;
  m.pb.dfdv    = NULL;
  m.pb.no_dfdv = 1;
  expect(&m, PROBLEM_SPARSE, 6, -1,
         "Fv = df/dv of f0: row 0, column 0: yours is 0, the difference");
  still.pb.moving = 0;
  still.pb.gt     = NULL;
  expect(&still, PROBLEM_DENSE, 2, -1, "g_t (declared scleronomic): component");
}

static void reactions_general(void)
{
  struct heard h;
  long int nwrong   = 0;
  struct problem pb = paper_problem15;
  pb.dfdr           = paper_problem15.dfdq; /* the wrong function: 2 x 2, too */
  void *mem         = KEEP(problem_create(&pb, ctx, PROBLEM_DENSE));
  CHECK(checked(mem, 0.0, &nwrong, &h) == GALPHA_WARNING);
  CHECK(heard_says(&h, "Fr = [df/dlambda df/dpsi]: row"));
}

static void large_model(enum problem_storage storage)
{
  struct model m;
  model_init(&m, 50, 10, 10);
  expect(&m, storage, 0, -1, "");
  m.share = SHARE_ALL;
  expect(&m, storage, 0, 0, "");
  m.offset = 1000.0;
  expect(&m, storage, 0, -1, "");
  m.offset = 0.0;
  /* an error of a thousandth is seen in each decade of the forces */
  m.block  = SPOILT_FQ;
  m.factor = 1.001;
  for (m.row = 20; m.row < 25; m.row++)
  {
    m.col = m.row;
    expect(&m, storage, 1, -1, "");
  }
}

static int broken_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  return 1;
}

static void bad_input(void)
{
  struct model m;
  struct heard h;
  long int nwrong = 0;
  model_init(&m, 6, 2, 3);
  CHECK(GALPHACheckJacobian(NULL, 0.0, &nwrong) == GALPHA_MEM_NULL);
  void *mem = KEEP(GALPHACreate(ctx));
  CHECK(checked(mem, 0.0, &nwrong, &h) == GALPHA_NO_MALLOC);
  mem = KEEP(problem_create(&m.pb, ctx, PROBLEM_DENSE));
  CHECK(checked(mem, 1.0, &nwrong, &h) == GALPHA_ILL_INPUT);
  CHECK(checked(mem, (sunrealtype)NAN, &nwrong, &h) == GALPHA_ILL_INPUT);
  CHECK(checked(mem, 1e-4, NULL, &h) == GALPHA_SUCCESS);
  mem         = KEEP(problem_create(&m.pb, ctx, PROBLEM_DENSE));
  N_Vector l  = KEEP(N_VNew_Serial(2, ctx));
  SUNMatrix G = KEEP(SUNDenseMatrix(2, 6, ctx));
  N_VConst(0.0, l);
  CHECK(!GALPHASetHolonomic(mem, l, model_g, G, broken_G));
  CHECK(checked(mem, 0.0, &nwrong, &h) == GALPHA_RES_FAIL);
  CHECK(heard_says(&h, "constraint Jacobian G returned 1"));
}

TEST_MAIN()
{
  static const enum problem_storage both[] = {PROBLEM_DENSE, PROBLEM_SPARSE};
  for (int i = 0; i < 2; i++)
  {
    single_entries(both[i]);
    whole_blocks(both[i]);
    shares(both[i]);
    large_model(both[i]);
  }
  values_named();
  missing_entries();
  missing_in_pattern_only();
  declared_zero();
  reactions_general();
  bad_input();
}
