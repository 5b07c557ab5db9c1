#!/bin/sh
# The list of methods and the pictures of their steps, from outside (CONTRACT §3).
#   trace_test.sh PROGRAM REPOSITORY
set -eu
program=$1
scene=$2/examples/steps.scene.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

complain() {
  echo "FAILED: $1"
  echo "  stdout: $(head -c 2000 out)"
  echo "  stderr: $(head -c 2000 err)"
  exit 1
}

# gives STATUS ARGS…: that exit status; at 2 one line on stderr, no stdout, and no picture.
gives() {
  wanted=$1
  shift
  status=0
  "$program" "$@" >out 2>err </dev/null || status=$?
  [ "$status" -eq "$wanted" ] || complain "status $status, not $wanted: clearance $*"
  [ "$wanted" -eq 2 ] || return 0
  [ ! -s out ] || complain "status 2 with output: clearance $*"
  [ "$(wc -l <err)" -eq 1 ] || complain "status 2 without exactly one line: clearance $*"
  grep -q '^clearance: ' err || complain "a line that does not name the program: clearance $*"
  [ -z "$(find . -name '*.svg*')" ] || complain "a refused call left a picture: clearance $*"
}
says() { cat out err | grep -q -e "$1" || complain "nothing about: $1"; }

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
gives 2 algorithms --json --tabs
gives 2 algorithms more

# --- the errors of --trace
gives 2 check "$scene" --trace a.svg
says 'check: --trace: .*--algorithm'
gives 2 check "$scene" --algorithm gilbert --trace ''
gives 2 check "$scene" --algorithm gilbert --trace
gives 2 check "$scene" --algorithm gilbert --trace missing/a.svg
says 'missing/a.svg: '
gives 2 check "$scene" --algorithm gilbert --trace .
gives 2 check missing.json --algorithm gilbert --trace a.svg
gives 2 check "$scene" --algorithm unheard-of --trace a.svg
printf '{ "format": "clearance-scene-1", "objects": [ { "name": "a", "shape": { "box": [1, 1, 1] } } ] }' >alone.json
gives 2 check alone.json --algorithm gilbert --trace a.svg
says 'no pair'

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
