#!/bin/sh
# A folder of very many files that touch everywhere, and what it takes of time and memory; with
# CLEARANCE_TEST_LEVEL=full 100,000 of them.
#   program_clash_many_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

high=2 seconds=60
[ "${CLEARANCE_TEST_LEVEL-}" != full ] || high=40 seconds=600
# Unit cubes, 50 by 50 by `high`, one of which is pushed into the next.
mkdir cubes
awk -v high=$high 'BEGIN {
  for (x = 0; x < 50; ++x)
    for (y = 0; y < 50; ++y)
      for (z = 0; z < high; ++z) {
        file = sprintf("cubes/cube-%02d-%02d-%02d.off", x, y, z)
        printf("OFF\n8 6 0\n") > file
        for (c = 0; c < 8; ++c)
          printf("%s %d %d\n", x + c % 2 + (x == 20 && y == 30 && z == 1 ? 0.25 : 0), y + int(c / 2) % 2,
                 z + int(c / 4)) > file
        printf("4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n") > file
        close(file)
      }
}'
count=$((2500 * high))

# What 100,000 parts may take is what one processor needs, and some room for each thread: their stacks and heaps are
# reserved, not used.
kilobytes=$((1300000 + 100000 * $(nproc)))
# shellcheck disable=SC3045  # dash and bash have it
if ! (ulimit -v $kilobytes && "$program" --help) >/dev/null 2>&1; then
  echo "a program that reserves more than it uses (a sanitizer?): memory is not bounded here"
  kilobytes=unlimited
fi

# bounded ARGS…: clash of the folder, within that time and memory.
bounded() {
  status=0
  # shellcheck disable=SC3045  # dash and bash have it
  (ulimit -v $kilobytes && timeout $seconds "$program" clash cubes "$@") >out 2>err </dev/null || status=$?
  [ $status -ne 124 ] || complain "more than $seconds s: clash $*"
  [ $status -eq 1 ] || complain "status $status: clash $*"
}
# Neighbours by a face, an edge or a corner; the cube that was pushed has left those behind it, and runs into the next.
layers=$((high > 2 ? 3 : 2))
touching=$((2 * 49 * 50 * high + 50 * 50 * (high - 1) + 2 * 49 * 49 * high + 4 * 49 * 50 * (high - 1) + 4 * 49 * 49 * (high - 1) - 3 * layers - 1))
bounded
says "^$count parts, $((count * (count - 1) / 2)) pairs: 1 clash, $touching touching\$"
says '^clash    cube-20-30-01.off  cube-21-30-01.off  depth 0.25 '

# Listed one by one they are as many.
if [ $high -eq 2 ]; then
  bounded --touching
  [ "$(grep -c '^touching  ' out)" -eq "$touching" ] || complain "another number of touching pairs is listed"
  bounded --json
  [ "$(grep -c '"verdict":"touching"' out)" -eq "$touching" ] || complain "another number of touching pairs in the result"
  mv out result.json
  gives 0 verify cubes result.json
  [ "$(grep -c '"verdict":"clash"' result.json)" -eq 1 ] || complain "another number of clashes in the result"
  status=0
  "$program" clash cubes --allow-touching >out 2>err || status=$?
  [ $status -eq 1 ] || complain "a clash passes for touching"
  rm cubes/cube-20-30-01.off
  gives 0 clash cubes --allow-touching
  gives 1 clash cubes
fi

# One bad file of so many is named, and nothing else is said.
printf 'OFF\n8 6 0\n0 0' >cubes/half.off
gives 2 clash cubes
says '^clearance: cubes: half.off: '
