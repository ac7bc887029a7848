/* Andrews' squeezing mechanism (Bari test set, andrews.f; IFToMM A03).
 * q = (beta, Theta, gamma, Phi, delta, Omega, epsilon). */
#include "support/models/reference.h"

enum
{
  BE,
  TH,
  GA,
  PH,
  DE,
  OM,
  EP
};

static const sunrealtype m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706,
                         m5 = .07050, m6 = .00706, m7 = .05498;
static const sunrealtype i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6,
                         i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                         i7 = 1.912e-5;
static const sunrealtype xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273,
                         xc = .014, yc = .072, c0 = 4530, l0 = .07785,
                         drive = .033;
static const sunrealtype d = .028, da = .0115, e = .02, ea = .01421, rr = .007,
                         ra = .00092, ss = .035, sa = .01874, sb = .01043,
                         sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
                         ua = .01228, ub = .00449, zf = .02, zt = .04,
                         fa = .01421;

static void put_symmetric(sunrealtype *a, int i, int j, sunrealtype x)
{
  a[i + 7 * j] = x;
  a[j + 7 * i] = x;
}

MASS(andrews_mass)
{
  const sunrealtype ct = cos(q[TH]), sp = sin(q[PH]), so = sin(q[OM]);
  const sunrealtype ee = e - ea, zz = zf - fa;
  sunrealtype a[49] = {0.0};
  put_symmetric(a, BE, BE,
                m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * ct + da * da) +
                  i1 + i2);
  put_symmetric(a, TH, BE, m2 * (da * da - da * rr * ct) + i2);
  put_symmetric(a, TH, TH, m2 * da * da + i2);
  put_symmetric(a, GA, GA, m3 * (sa * sa + sb * sb) + i3);
  put_symmetric(a, PH, PH, m4 * ee * ee + i4);
  put_symmetric(a, DE, PH, m4 * (ee * ee + zt * ee * sp) + i4);
  put_symmetric(a, DE, DE,
                m4 * (zt * zt + 2 * zt * ee * sp + ee * ee) +
                  m5 * (ta * ta + tb * tb) + i4 + i5);
  put_symmetric(a, OM, OM, m6 * zz * zz + i6);
  put_symmetric(a, EP, OM, m6 * (zz * zz - u * zz * so) + i6);
  put_symmetric(a, EP, EP,
                m6 * (zz * zz - 2 * u * zz * so + u * u) +
                  m7 * (ua * ua + ub * ub) + i6 + i7);
  ref_put_full(M, 7, 7, a);
}

/* Generalized force -c0 (L - l0) L' of the spring on gamma and its derivative.
 */
static void spring(sunrealtype ga, sunrealtype *f, sunrealtype *df)
{
  const sunrealtype s = sin(ga), c = cos(ga);
  const sunrealtype rx = sd * c + sc * s + xb - xc;
  const sunrealtype ry = sd * s - sc * c + yb - yc;
  const sunrealtype dx = -sd * s + sc * c, dy = sd * c + sc * s;
  const sunrealtype L = hypot(rx, ry), dL = (rx * dx + ry * dy) / L;
  *f  = -c0 * (L - l0) * dL;
  *df = -c0 * (l0 * dL * dL / L +
               (1 - l0 / L) * (dx * dx + dy * dy - rx * dy + ry * dx));
}

FORCE(andrews_force)
{
  const sunrealtype ct = m2 * da * rr * sin(q[TH]);
  const sunrealtype cp = m4 * zt * (e - ea) * cos(q[PH]);
  const sunrealtype co = m6 * u * (zf - fa) * cos(q[OM]);
  sunrealtype unused;
  f[BE] = drive - ct * v[TH] * (v[TH] + 2 * v[BE]);
  f[TH] = ct * v[BE] * v[BE];
  spring(q[GA], &f[GA], &unused);
  f[PH] = cp * v[DE] * v[DE];
  f[DE] = -cp * v[PH] * (v[PH] + 2 * v[DE]);
  f[OM] = -co * v[EP] * v[EP];
  f[EP] = co * v[OM] * (v[OM] + 2 * v[EP]);
}

FORCE_JAC(andrews_dfdv)
{
  const sunrealtype ct = 2 * m2 * da * rr * sin(q[TH]);
  const sunrealtype cp = 2 * m4 * zt * (e - ea) * cos(q[PH]);
  const sunrealtype co = 2 * m6 * u * (zf - fa) * cos(q[OM]);
  sunrealtype a[49]    = {0.0};
  a[BE + 7 * BE]       = -ct * v[TH];
  a[BE + 7 * TH]       = -ct * (v[TH] + v[BE]);
  a[TH + 7 * BE]       = ct * v[BE];
  a[PH + 7 * DE]       = cp * v[DE];
  a[DE + 7 * PH]       = -cp * (v[PH] + v[DE]);
  a[DE + 7 * DE]       = -cp * v[PH];
  a[OM + 7 * EP]       = -co * v[EP];
  a[EP + 7 * OM]       = co * (v[OM] + v[EP]);
  a[EP + 7 * EP]       = co * v[OM];
  ref_put_full(J, 7, 7, a);
}

/* a -= d(G^T l)/dq */
static void subtract_geometric(const sunrealtype *q, const sunrealtype *l,
                               sunrealtype *a)
{
  const sunrealtype lx = l[0] + l[2] + l[4], ly = l[1] + l[3] + l[5];
  const sunrealtype bt = q[BE] + q[TH], pd = q[PH] + q[DE], oe = q[OM] + q[EP];
  const sunrealtype arm   = d * (lx * cos(bt) + ly * sin(bt));
  const sunrealtype slide = e * (l[2] * sin(pd) - l[3] * cos(pd));
  const sunrealtype knee  = zf * (l[4] * cos(oe) + l[5] * sin(oe));
  a[BE + 7 * BE] -= arm - rr * (lx * cos(q[BE]) + ly * sin(q[BE]));
  a[BE + 7 * TH] -= arm;
  a[TH + 7 * BE] -= arm;
  a[TH + 7 * TH] -= arm;
  a[GA + 7 * GA] -= ss * (l[0] * sin(q[GA]) - l[1] * cos(q[GA]));
  a[PH + 7 * PH] -= slide;
  a[PH + 7 * DE] -= slide;
  a[DE + 7 * PH] -= slide;
  a[DE + 7 * DE] -= slide + zt * (l[2] * cos(q[DE]) + l[3] * sin(q[DE]));
  a[OM + 7 * OM] -= knee;
  a[OM + 7 * EP] -= knee;
  a[EP + 7 * OM] -= knee;
  a[EP + 7 * EP] -= knee + u * (l[4] * sin(q[EP]) - l[5] * cos(q[EP]));
}

FORCE_JAC(andrews_dfdq)
{
  const sunrealtype ct = m2 * da * rr * cos(q[TH]);
  const sunrealtype sp = m4 * zt * (e - ea) * sin(q[PH]);
  const sunrealtype so = m6 * u * (zf - fa) * sin(q[OM]);
  sunrealtype a[49]    = {0.0}, unused;
  a[BE + 7 * TH]       = -ct * v[TH] * (v[TH] + 2 * v[BE]);
  a[TH + 7 * TH]       = ct * v[BE] * v[BE];
  spring(q[GA], &unused, &a[GA + 7 * GA]);
  a[PH + 7 * PH] = -sp * v[DE] * v[DE];
  a[DE + 7 * PH] = sp * v[PH] * (v[PH] + 2 * v[DE]);
  a[OM + 7 * OM] = so * v[EP] * v[EP];
  a[EP + 7 * OM] = -so * v[OM] * (v[OM] + 2 * v[EP]);
  subtract_geometric(q, lambda, a);
  ref_put_full(J, 7, 7, a);
}

HOLONOMIC(andrews_g)
{
  const sunrealtype bt = q[BE] + q[TH], pd = q[PH] + q[DE], oe = q[OM] + q[EP];
  const sunrealtype X = rr * cos(q[BE]) - d * cos(bt);
  const sunrealtype Y = rr * sin(q[BE]) - d * sin(bt);
  g[0]                = X - ss * sin(q[GA]) - xb;
  g[1]                = Y + ss * cos(q[GA]) - yb;
  g[2]                = X - e * sin(pd) - zt * cos(q[DE]) - xa;
  g[3]                = Y + e * cos(pd) - zt * sin(q[DE]) - ya;
  g[4]                = X - zf * cos(oe) - u * sin(q[EP]) - xa;
  g[5]                = Y - zf * sin(oe) + u * cos(q[EP]) - ya;
}

HOLONOMIC_JAC(andrews_G)
{
  const sunrealtype bt = q[BE] + q[TH], pd = q[PH] + q[DE], oe = q[OM] + q[EP];
  sunrealtype a[42] = {0.0};
  for (int i = 0; i < 6; i += 2)
  {
    a[i + 6 * BE]     = -rr * sin(q[BE]) + d * sin(bt);
    a[i + 6 * TH]     = d * sin(bt);
    a[i + 1 + 6 * BE] = rr * cos(q[BE]) - d * cos(bt);
    a[i + 1 + 6 * TH] = -d * cos(bt);
  }
  a[0 + 6 * GA] = -ss * cos(q[GA]);
  a[1 + 6 * GA] = -ss * sin(q[GA]);
  a[2 + 6 * PH] = -e * cos(pd);
  a[2 + 6 * DE] = -e * cos(pd) + zt * sin(q[DE]);
  a[3 + 6 * PH] = -e * sin(pd);
  a[3 + 6 * DE] = -e * sin(pd) - zt * cos(q[DE]);
  a[4 + 6 * OM] = zf * sin(oe);
  a[4 + 6 * EP] = zf * sin(oe) - u * cos(q[EP]);
  a[5 + 6 * OM] = -zf * cos(oe);
  a[5 + 6 * EP] = -zf * cos(oe) - u * sin(q[EP]);
  ref_put_full(G, 6, 7, a);
}

/* Rows q, v, a at t = 0.03 from an integration in quadruple precision. The test
 * set's published values are good to 2.7e-10, 5.1e-8, 1.3e-6 relative. */
static const sunrealtype at_end[3][7] = {
  {15.81077119515370709711939, -15.75637105841183946972775,
   0.04082224011964580485828232, -0.5347301163420795937701850,
   0.5244099658799540693716558, 0.5347301163420795937701850,
   1.048080741041937873068515},
  {1139.920302259106064198097, -1424.379295177540073196026,
   11.03291191061859374532731, 19.29337410503204083162756,
   0.5735699148295024538176879, -19.29337410503204083162756,
   0.3231791492491308749907484},
  {-24631.76312287463447005080, 51850.31963646423153375400,
   324102.6007075786058119411, 566749.4220009953264932948,
   16743.63541834544460964463, -566749.4220009953264932948,
   9826.507801544162688490504}};
static const sunrealtype lambda_end[6] = {
  199.1753481045386281862395, -29.75530997497176332441573,
  23.06654361162215112861737, 31.45272527577113707538454,
  22.64249478639437857771292, 11.61739235261125590680148};

EXACT(andrews_exact)
{
  sunrealtype *out[3] = {q, v, a};
  if (!(fabs(t - 0.03) < 1e-14)) { return 1; }
  for (int i = 0; i < 21; i++)
  {
    if (out[i / 7]) { out[i / 7][i % 7] = at_end[i / 7][i % 7]; }
  }
  for (int i = 0; lambda && i < 6; i++) { lambda[i] = lambda_end[i]; }
  return 0;
}

struct problem ref_andrews(void)
{
  static const sunrealtype q0[7] = {
    -0.0617138900142764496358948458001, 0.0,
    0.455279819163070380255912382449,   0.222668390165885884674473185609,
    0.487364979543842550225598953530,   -0.222668390165885884674473185609,
    1.23054744454982119249735015568};
  return PROBLEM(.name = "Andrews' squeezer", .n = 7, .m = 6, .q0 = q0,
                 .exact = andrews_exact, .mass = andrews_mass,
                 .force = andrews_force, .dfdq = andrews_dfdq,
                 .dfdv = andrews_dfdv, .g = andrews_g, .G = andrews_G);
}
