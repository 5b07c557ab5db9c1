#!/bin/sh
# Pictures of motions, from outside: `move --trace` (CONTRACT §3).
#   motion_trace_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

# scene FILE MOTION [REST [SHAPE]]: x at the origin with that motion, a unit box y at (3,0,0) at rest.
scene() {
  box='{ "box": [1, 1, 1] }' interval=', "interval": [0, 4]'
  cat >"$1" <<TXT
{ "format": "clearance-scene-1", "objects": [
  { "name": "x", "shape": ${4-$box}, "motion": $2 },
  { "name": "y", "shape": { "box": [1, 1, 1] }, "pose": { "q": [1, 0, 0, 0], "t": [3, 0, 0] } } ]${3-$interval} }
TXT
}

# refuses WORDS ARGS…: status 2 with these words, and no picture, not even half of one.
refuses() {
  words=$1
  shift
  gives 2 "$@"
  says "$words"
  [ -z "$(find . -name '*.svg*')" ] || complain "a refused call left a picture: clearance $*"
}

# draws STATUS FILE ARGS…: that status, the usual answer, and a picture of whole elements.
draws() {
  wanted=$1 picture=$2
  shift 2
  gives "$wanted" "$@" --trace "$picture"
  [ ! -s err ] || complain "a picture is no reason to speak on stderr: clearance $*"
  head -n 1 "$picture" | grep -q '^<svg ' || complain "no picture: clearance $*"
  tail -n 1 "$picture" | grep -q '^</svg>$' || complain "half a picture: clearance $*"
  [ "$(grep -o '<[a-z]' "$picture" | wc -l)" -eq "$(grep -o '/>\|</[a-z]' "$picture" | wc -l)" ] || complain "an open element: clearance $*"
  ! grep -q 'nan\|inf["< ]' "$picture" || complain "nonsense in a picture: clearance $*"
  ! command -v xmllint >/dev/null || xmllint --noout "$picture" || complain "not XML: clearance $*"
}

# shows WORDS [COUNT]: so often in the last picture; once or more, if no number is given.
shows() {
  n=$(grep -o -e "$1" "$picture" | wc -l)
  if [ $# -eq 2 ]; then
    [ "$n" -eq "$2" ] || complain "$picture: $n times, not $2: $1"
  else
    [ "$n" -gt 0 ] || complain "$picture: nothing about: $1"
  fi
}

# --- what is refused
scene meets.json '{ "velocity": [1, 0, 0] }'
refuses 'move: --trace: needs the name of a file' move meets.json --trace ''
refuses 'needs a value' move meets.json --trace
refuses 'missing/a.svg: ' move meets.json --trace missing/a.svg
refuses 'clearance: ' move meets.json --trace .
refuses "move: --method: unknown name 'unheard-of'; there are translation, features, advancement, fixed_steps, prisms, prism_trees\$" \
  move meets.json --trace a.svg --method unheard-of
refuses 'move: --method: needs a value' move meets.json --trace a.svg --method=
refuses "move: --method: unknown name ''" move meets.json --trace a.svg --method ''
refuses "unknown name 'automatic'" move meets.json --trace a.svg --method automatic
refuses 'move: --method: .*--trace' move meets.json --method features
refuses 'missing.json: ' move missing.json --trace a.svg
scene bad.json '{ "velocity": [1, 0, 0] }' ''
refuses 'has no "interval"' move bad.json --trace a.svg
scene bad.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 4], "pairs": []'
refuses 'pairs: the list is empty' move bad.json --trace a.svg
scene bad.json '{ "ballistic": { "angular_velocity": [0, 0, 262145] } }'
refuses 'angular_velocity' move bad.json --trace a.svg

# --- a mesh: its distance, and no bounds, since a cover has many planes
scene sheet.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 4]' \
  '{ "mesh": { "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]] }, "solid": false }'
draws 1 sheet.svg move sheet.json
says '^x  *y  *contact  *1.5'
draws 1 sheet.svg move sheet.json --method features

# --- solved by hand: the gap of 2 closes at speed 1
draws 1 a.svg move meets.json
says '^x  *y  *contact  *2'
shows '>automatic<'
for method in translation advancement features fixed_steps prisms prism_trees; do
  draws 1 $method.svg move meets.json --method $method
  shows ">$method<"
  shows '>a: x<'
  shows '>time[;<]'
  shows 'class="final"' 1
  cp $method.svg once
  draws 1 $method.svg move meets.json --method $method --json
  grep -q '"clearance-result-1"' out || complain "no result beside the picture"
  cmp -s $method.svg once || complain "$method: another picture the second time"
done
picture=translation.svg
shows '>first contact 2<'
shows 'class="bound"' 1
picture=features.svg
shows 'class="contact"' 1
picture=fixed_steps.svg
shows '>contact seen at 2<'
shows 'class="instant"' 13 # 0, 1/6, … 2
# A picture that is there already is replaced.
draws 1 features.svg move meets.json --method fixed_steps
shows '>fixed_steps<'

# --- a margin is the level of contact; clear; in contact from the start; one instant
draws 1 a.svg move meets.json --margin 0.5 --method advancement
shows '>margin 0.5<'
shows '>first contact 1.5<'
scene misses.json '{ "velocity": [0, 1, 0] }'
draws 0 a.svg move misses.json
shows '>clear at every instant<'
shows 'class="final"' 0
draws 0 a.svg move misses.json --method fixed_steps
shows '>nothing seen, nothing proved<'
scene already.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 4]' '{ "box": [5, 1, 1] }'
draws 1 a.svg move already.json
shows '>in contact at the start<'
scene instant.json '{ "velocity": [1, 0, 0] }' ', "interval": [1, 1]'
draws 0 a.svg move instant.json
scene round.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 4]' '{ "rounded": { "core": { "box": [1, 0, 0] }, "radius": 0.25 } }'
draws 1 a.svg move round.json
shows '>first contact 1.75<'
# Names that are no XML.
sed 's/"name": "x"/"name": "x<\&>"/' meets.json >names.json
draws 1 a.svg move names.json
shows '>a: x&lt;&amp;><'

# --- sizes and times at the ends of their range
scene slow.json '{ "velocity": [5e-324, 0, 0] }' ', "interval": [0, 1e300]'
draws 0 a.svg move slow.json
scene fast.json '{ "velocity": [1e300, 0, 0] }' ', "interval": [0, 1]'
draws 1 a.svg move fast.json
scene far.json '{ "velocity": [-1, 0, 0] }' ', "interval": [-1e300, 1e300]'
for method in translation advancement features fixed_steps prisms prism_trees; do draws 0 a.svg move far.json --method $method; done

# --- bundled scenes
examples=$repository/examples
draws 1 a.svg move "$examples/spinning_rod.scene.json" --method advancement
shows '>b: near peg<'
shows 'time that is left until contact' 1
sed 's/"interval": \[0, 4\],/& "pairs": [["rod", "peg out of reach"], ["rod", "far peg"]],/' "$examples/spinning_rod.scene.json" >listed.json
draws 1 a.svg move listed.json
shows '>b: peg out of reach<'
shows '>clear at every instant<'
draws 1 a.svg move "$examples/spinning_rod.scene.json" --method features
shows 'class="contact"' 2
draws 1 a.svg move "$examples/bullet.scene.json" --method fixed_steps
shows '>contact missed<'
shows 'class="missed"' 2
draws 1 a.svg move "$examples/graze.scene.json" --method features
shows 'the root of a contact function'
