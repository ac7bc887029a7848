/* galpha_block and galpha_assembly against plain dense arithmetic: products,
 * zero rows, packing; blocks dense, CSC and CSR, transposed, overlapping, with
 * duplicates, empty, into a J of the library's or of the user's making. */
#include "model/assembly.h"

#include "support/test.h"

#define ROWS 3
#define COLS 4

enum kind
{
  DENSE,
  CSC,
  CSR
};

/* Row by row; zeros are not stored in the sparse kinds. */
static const sunrealtype sample[ROWS][COLS] = {
  {1, 0, 2, 0}, {0, 0, 0, 0}, {3, 4, 0, 5}};

static SUNMatrix make(enum kind kind)
{
  SUNMatrix D = KEEP(SUNDenseMatrix(ROWS, COLS, ctx));
  for (int i = 0; i < ROWS; i++)
  {
    for (int j = 0; j < COLS; j++) { SM_ELEMENT_D(D, i, j) = sample[i][j]; }
  }
  if (kind == DENSE) { return D; }
  return KEEP(
    SUNSparseFromDenseMatrix(D, 0.0, kind == CSC ? CSC_MAT : CSR_MAT));
}

static void check_products(enum kind kind)
{
  SUNMatrix A    = make(kind);
  SUNMatrix B    = KEEP(galpha_block_copy(A));
  N_Vector x     = KEEP(N_VNew_Serial(COLS, ctx));
  N_Vector y     = KEEP(N_VNew_Serial(ROWS, ctx));
  sunrealtype *X = N_VGetArrayPointer(x), *Y = N_VGetArrayPointer(y);

  CHECK(galpha_block_known(A) && galpha_block_sparse(A) == (kind != DENSE));
  CHECK(galpha_block_rows(A) == ROWS && galpha_block_cols(A) == COLS);
  CHECK(galpha_block_entries(A) == (kind == DENSE ? ROWS * COLS : 5));
  for (int j = 0; j < COLS; j++) { X[j] = j + 1; }
  N_VConst(10, y);
  galpha_block_mul(B, 2.0, x, y);
  CHECK(Y[0] == 10 + 2 * 7 && Y[1] == 10 && Y[2] == 10 + 2 * 31);
  Y[0] = 1;
  Y[1] = 2;
  Y[2] = 3;
  N_VConst(1, x);
  galpha_block_tmul(B, -1.0, y, x);
  CHECK(X[0] == 1 - 10 && X[1] == 1 - 12 && X[2] == 1 - 2 && X[3] == 1 - 15);
  galpha_block_mul(NULL, 1.0, x, y);
  CHECK(Y[0] == 1 && Y[2] == 3);

  CHECK(galpha_block_zero_row(A, y) == 1);
  CHECK(galpha_block_zero_col(A, x) == -1);
  CHECK(galpha_block_finite(A));
  galpha_block_data(A)[2] = (sunrealtype)NAN;
  CHECK(!galpha_block_finite(A) && galpha_block_finite(B));
  galpha_block_data(A)[2] = HUGE_VAL;
  CHECK(!galpha_block_finite(A));
}

/* A diagonal, and two patterns that only look like one. */
static void check_diagonal(int type)
{
  const sunrealtype d[] = {2, -1, 0.5};
  SUNMatrix A           = KEEP(SUNSparseMatrix(3, 3, 3, type, ctx));
  N_Vector x = KEEP(N_VNew_Serial(3, ctx)), y = KEEP(N_VNew_Serial(3, ctx));
  sunrealtype *X = N_VGetArrayPointer(x), *Y = N_VGetArrayPointer(y);
  sunindextype *ptr = SUNSparseMatrix_IndexPointers(A);
  sunindextype *at  = SUNSparseMatrix_IndexValues(A);

  for (int i = 0; i < 3; i++)
  {
    ptr[i + 1]                 = i + 1;
    at[i]                      = i;
    SUNSparseMatrix_Data(A)[i] = d[i];
    X[i]                       = i + 1;
    Y[i]                       = 10;
  }
  ptr[0] = 0;
  CHECK(galpha_block_diagonal(A));
  galpha_block_diagonal_mul(A, 2.0, x, 1.0, y, y);
  CHECK(Y[0] == 14 && Y[1] == 6 && Y[2] == 13);
  galpha_block_diagonal_mul(A, 2.0, x, 5.0, NULL, y);
  CHECK(Y[0] == 4 && Y[1] == -4 && Y[2] == 3);
  at[1] = 2;
  CHECK(!galpha_block_diagonal(A));
  at[1]  = 1;
  ptr[1] = 0;
  CHECK(!galpha_block_diagonal(A));
  A = KEEP(SUNDenseMatrix(3, 3, ctx));
  CHECK(!galpha_block_diagonal(A));
}

static void check_packing(void)
{
  N_Vector part[] = {small_vector(ctx, 2, NULL), small_vector(ctx, 1, NULL),
                     small_vector(ctx, 3, NULL)};
  N_Vector x      = KEEP(N_VNew_Serial(6, ctx));
  sunrealtype *X  = N_VGetArrayPointer(x);

  for (int i = 0; i < 6; i++) { X[i] = i; }
  galpha_unpack(NULL, x, part[0], part[1], part[2]);
  CHECK(N_VGetArrayPointer(part[0])[1] == 1);
  CHECK(N_VGetArrayPointer(part[1])[0] == 2);
  CHECK(N_VGetArrayPointer(part[2])[2] == 5);
  N_VConst(-1, x);
  galpha_pack(NULL, part[0], NULL, part[2], x);
  CHECK(X[0] == 0 && X[2] == 3 && X[4] == 5 && X[5] == -1);
}

/* J(i,j), whatever its kind. */
static sunrealtype entry(SUNMatrix J, sunindextype i, sunindextype j)
{
  struct galpha_cursor c = galpha_cursor_begin(J);
  sunrealtype sum        = 0;
  sunindextype r, s;
  while (galpha_cursor_next(&c, &r, &s))
  {
    if (r == i && s == j) { sum += galpha_block_data(J)[c.k - 1]; }
  }
  return sum;
}

#define SIZE 7

/* [2 A + 3 B at (0,0), and C^T at (2,4)] added up without the library. */
static void check_filled(SUNMatrix J, sunrealtype a, sunrealtype b,
                         sunrealtype c)
{
  sunrealtype want[SIZE][SIZE] = {{0}};
  for (int i = 0; i < ROWS; i++)
  {
    for (int j = 0; j < COLS; j++)
    {
      want[i][j] += (a + b) * sample[i][j];
      want[2 + j][4 + i] += c * sample[i][j];
    }
  }
  for (int i = 0; i < SIZE; i++)
  {
    for (int j = 0; j < SIZE; j++) { CHECK(entry(J, i, j) == want[i][j]); }
  }
}

static SUNMatrix user_matrix(int user)
{
  switch (user)
  {
  case 1: return KEEP(SUNDenseMatrix(SIZE, SIZE, ctx));
  case 2: return KEEP(SUNSparseMatrix(SIZE, SIZE, 1, CSC_MAT, ctx));
  case 3: return KEEP(SUNSparseMatrix(SIZE, SIZE, 100, CSR_MAT, ctx));
  default: return NULL;
  }
}

static void spoil(SUNMatrix J)
{
  for (sunindextype k = 0; k < galpha_block_entries(J); k++)
  {
    galpha_block_data(J)[k] = (sunrealtype)NAN;
  }
}

static void check_assembly(enum kind a, enum kind b, enum kind c, int user,
                           bool sparse)
{
  struct galpha_assembly as;
  SUNMatrix part[]         = {make(a), make(b), make(c)};
  const sunrealtype coef[] = {2, 3, 0, -1}, some[] = {0, 3, 0, 0};

  memset(&as, 0, sizeof as);
  as.size = SIZE;
  as.J    = user_matrix(user);
  galpha_assembly_add(&as, part[0], 0, 0, false);
  galpha_assembly_add(&as, part[1], 0, 0, false);
  CHECK(galpha_assembly_add(&as, NULL, 5, 5, false) == 2);
  galpha_assembly_add(&as, part[2], 2, 4, true);
  CHECK(!galpha_assembly_current(&as));
  CHECK(galpha_assembly_plan(&as, ctx, sparse) == 0);
  CHECK(galpha_assembly_current(&as));
  CHECK(galpha_block_sparse(as.J) == sparse && as.own_J == (user == 0));
  for (int twice = 0; twice < 2; twice++)
  {
    spoil(as.J);
    galpha_assembly_fill(&as, coef, as.J);
    check_filled(as.J, 2, 3, -1);
    galpha_assembly_fill(&as, some, as.J);
    check_filled(as.J, 0, 3, 0);
  }
  SUNMatrix other = KEEP(SUNMatClone(as.J));
  CHECK(SUNMatCopy(as.J, other) == 0);
  galpha_assembly_fill(&as, coef, other);
  check_filled(other, 2, 3, -1);
  /* what has no share need not be finite */
  spoil(part[0]);
  spoil(part[2]);
  galpha_assembly_fill(&as, some, as.J);
  check_filled(as.J, 0, 3, 0);
  galpha_assembly_free(&as);
}

/* A pattern that changes is noticed; two entries at one place are added; a
 * column without entries and a block without any are fine. */
static void check_patterns(void)
{
  struct galpha_assembly as;
  const sunrealtype coef[] = {1, 1};
  SUNMatrix A              = KEEP(SUNSparseMatrix(2, 2, 3, CSC_MAT, ctx));
  SUNMatrix E              = KEEP(SUNSparseMatrix(2, 2, 0, CSC_MAT, ctx));
  sunindextype *ptr        = SUNSparseMatrix_IndexPointers(A);
  sunindextype *row        = SUNSparseMatrix_IndexValues(A);
  sunrealtype *x           = SUNSparseMatrix_Data(A);

  memset(&as, 0, sizeof as);
  as.size = 2;
  ptr[0]  = 0;
  ptr[1] = ptr[2] = 3;
  row[0] = row[1] = 1;
  row[2]          = 0;
  x[0]            = 1;
  x[1]            = 2;
  x[2]            = 4;
  SUNMatZero(E);
  galpha_assembly_add(&as, A, 0, 0, false);
  galpha_assembly_add(&as, E, 0, 0, false);
  CHECK(galpha_assembly_plan(&as, ctx, true) == 0);
  galpha_assembly_fill(&as, coef, as.J);
  CHECK(galpha_block_entries(as.J) == 2);
  CHECK(entry(as.J, 1, 0) == 3 && entry(as.J, 0, 0) == 4);
  CHECK(entry(as.J, 1, 1) == 0);
  ptr[1] = 2;
  CHECK(!galpha_assembly_current(&as));
  CHECK(galpha_assembly_plan(&as, ctx, true) == 0);
  CHECK(galpha_assembly_current(&as));
  galpha_assembly_fill(&as, coef, as.J);
  CHECK(entry(as.J, 0, 1) == 4 && entry(as.J, 0, 0) == 0);
  galpha_assembly_free(&as);
}

TEST_MAIN()
{
  for (int k = DENSE; k <= CSR; k++) { check_products((enum kind)k); }
  check_diagonal(CSC_MAT);
  check_diagonal(CSR_MAT);
  check_packing();
  for (int mix = 0; mix < 27; mix++)
  {
    const enum kind a = (enum kind)(mix % 3), b = (enum kind)(mix / 3 % 3),
                    c = (enum kind)(mix / 9);
    check_assembly(a, b, c, 0, false);
    check_assembly(a, b, c, 0, true);
    for (int user = 1; user <= 3; user++)
    {
      check_assembly(a, b, c, user, user > 1);
    }
  }
  check_patterns();
}
