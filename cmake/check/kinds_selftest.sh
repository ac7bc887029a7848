#!/bin/sh
# kinds_selftest.sh dir: shows that kinds.sh accepts good input and refuses each kind of
# bad one. Writes into dir.
here=$(cd "$(dirname "$0")" && pwd)
work=$1
failed=$work.failed # a file: the ends of pipes are subshells
rm -f "$failed"

# one name want: the file src/name is stdin; the table is $table; want is pass or fail.
one() {
  rm -rf "$work" && mkdir -p "$work/src/$(dirname "$1")" || exit 1
  cat >"$work/src/$1"
  printf '%s\n' "$table" >"$work/table"
  if sh "$here/kinds.sh" "$work/src" "$work/table" >"$work/log"; then got=pass
  else got=fail; fi
  [ $got = "$2" ] && return
  echo "$1: $got, expected $2"
  cat "$work/src/$1" "$work/log"
  echo "$1" >>"$failed"
}

table='most | 1 |'
echo 'int f(void) { return 0; }' | one step/a.c pass
# each kind of condition
for text in 'if (mem->res.active) { f(); }' 'if (model->res)' 'x = !model->res;' \
  'if (a && model->st) { f(); }' 'model->res ? a : b' 'f(sys->by_product ? a : b)' \
  'x = s->res->res2 ? a : b;' 'if (model->ops == &galpha_model_products)' \
  'if (opt->formulation == GALPHA_SOI2)' 'case GALPHA_INDEX3:' \
  'if (mem->form != &galpha_form_mechanics)' 'return method->euler_only || x;'; do
  echo "$text" | one step/a.c fail
done
# none: assignments, arguments, members, comments, texts
for text in '  mem->res.active = true;' '  f(model->res, x);' '  bool by_product;' \
  '/* if (mem->res.active) */' '  say("if model->res == GALPHA_SOI2");' \
  'x = mem->res.activity;' '  *euler = (struct m){.euler_only = x};' '  g(model->rest);'; do
  echo "$text" | one step/a.c pass
done
# owners and reasons
table='most | 1 |
owner | step/res | of residuals'
echo 'if (model->res)' | one step/res.c pass
echo 'if (model->res)' | one step/a.c fail
echo 'if (model->rest)' | one step/res.c fail
table='most | 1 |
condition | step/a.c | model->res | why'
echo 'if (model->res)' | one step/a.c pass
printf 'if (model->res)\nif (model->res)\n' | one step/a.c fail
echo 'if (model->rest)' | one step/a.c fail
table='most | 1 |
condition | step/a.c | model->res |'
echo 'if (model->res)' | one step/a.c fail
table='most | 0 |
condition | step/a.c | model->res | why'
echo 'if (model->res)' | one step/a.c fail
[ ! -e "$failed" ]
