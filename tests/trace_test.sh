#!/bin/sh
# The list of methods and the pictures of their steps, from outside (CONTRACT §3).
#   trace_test.sh PROGRAM REPOSITORY
set -eu
program=$1
scene=$2/examples/steps.scene.json
. "$2/tests/calls.sh"

# refuses ARGS…: status 2, and no picture.
refuses() {
  gives 2 "$@"
  [ -z "$(find . -name '*.svg*')" ] || complain "a refused call left a picture: clearance $*"
}

# --- the list, in its three forms
gives 0 algorithms
says '^gilbert  *separated, penetrating  *yes '
says '^exact  *separated, touching, penetrating '
gives 0 algorithms --tabs
[ "$(awk -F '\t' 'NF != 6' out | wc -l)" -eq 0 ] || complain "a line without six fields"
cut -f 1 out >names
[ "$(wc -l <names)" -ge 17 ] || complain "methods are missing"
[ "$(sort names | uniq -d | wc -l)" -eq 0 ] || complain "a name twice"
gives 0 algorithms --json
[ "$(grep -c '"name":' out)" -eq "$(wc -l <names)" ] || complain "another number of methods in JSON"
refuses algorithms --json --tabs
refuses algorithms more

# --- the errors of --trace
refuses check "$scene" --trace a.svg
says 'check: --trace: .*--algorithm'
refuses check "$scene" --algorithm gilbert --trace ''
refuses check "$scene" --algorithm gilbert --trace
refuses check "$scene" --algorithm gilbert --trace missing/a.svg
says 'missing/a.svg: '
refuses check "$scene" --algorithm gilbert --trace .
refuses check missing.json --algorithm gilbert --trace a.svg
refuses check "$scene" --algorithm unheard-of --trace a.svg
printf '{ "format": "clearance-scene-1", "objects": [ { "name": "a", "shape": { "box": [1, 1, 1] } } ] }' >alone.json
refuses check alone.json --algorithm gilbert --trace a.svg
says 'a check needs two or more'

# --- every method draws one, beside the usual answer; the picture is the same every time
while read -r name; do
  gives 0 check "$scene" --algorithm "$name" --trace "$name.svg"
  says '1 pair: 1 separated'
  [ ! -s err ] || complain "a picture is no reason to speak on stderr"
  head -n 1 "$name.svg" | grep -q '^<svg ' || complain "$name: no picture"
  tail -n 1 "$name.svg" | grep -q '^</svg>$' || complain "$name: half a picture"
  cp "$name.svg" once
  gives 0 check "$scene" --algorithm "$name" --trace "$name.svg" --json
  grep -q '"clearance-result-1"' out || complain "no result beside the picture"
  cmp -s "$name.svg" once || complain "$name: another picture the second time"
done <names
grep -q 'separated after' gilbert.svg || complain "no verdict in the picture"
