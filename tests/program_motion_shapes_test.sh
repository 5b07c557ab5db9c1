#!/bin/sh
# The program on bodies of triangles and of parts in motion: what `move` prints, and which timelines, covers and
# certificates `verify` takes for proved.
#   program_motion_shapes_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

# An L, a unit high, as a solid; the same triangles as a surface.
triangles='{ "vertices": [[0,0,0],[3,0,0],[3,1,0],[1,1,0],[1,3,0],[0,3,0],[0,0,1],[3,0,1],[3,1,1],[1,1,1],[1,3,1],[0,3,1]],
    "triangles": [[0,2,1],[6,7,8],[0,3,2],[6,8,9],[0,4,3],[6,9,10],[0,5,4],[6,10,11],[0,1,7],[0,7,6],[1,2,8],[1,8,7],
      [2,3,9],[2,9,8],[3,4,10],[3,10,9],[4,5,11],[4,11,10],[5,0,6],[5,6,11]] }'
ell='{ "mesh": '$triangles', "solid": true }'
shell='{ "mesh": '$triangles', "solid": false }'
sheet='{ "mesh": { "vertices": [[0,0,0],[0,2,0],[0,0,2],[0.25,2,2]], "triangles": [[0,1,2],[1,3,2]] }, "solid": false }'
box='{ "box": [1, 1, 1] }'
parts='{ "convex_parts": [ { "box": [1, 1, 1] }, { "rounded": { "core": { "hull": [[2,0,0]] }, "radius": 0.5 } } ] }'

# scene FILE SHAPE MOTION SHAPE REST: x with that shape and motion at the origin, y with the other shape and what REST
# says of it.
scene() {
  cat >"$1" <<TXT
{ "format": "clearance-scene-1", "interval": [0, 4], "objects": [
  { "name": "x", "shape": $2, "motion": $3 },
  { "name": "y", "shape": $4, $5 } ] }
TXT
}
at() { printf '"pose": { "q": [1, 0, 0, 0], "t": [%s] }' "$1"; }
right='{ "velocity": [1, 0, 0] }'
quarter='{ "to": { "q": [1, 0, 0, 1] } }'

# --- solved by hand: the gap of 2 closes at speed 1
scene meets.json "$ell" "$right" "$ell" "$(at 5,0.5,0.25)"
gives 1 move meets.json
says '^x  *y  *contact  *2 ± .* triangles [0-9]* and [0-9]*$'
says '^1 pair: 0 clear, 1 come into contact, 0 in contact from the start$'
gives 1 move meets.json --margin 0.5
says '^x  *y  *contact  *1.5'
# Over the top of it, and through the notch of the L.
scene over.json "$ell" "$right" "$ell" "$(at 5,0.5,1.25)"
gives 0 move over.json
scene notch.json "$ell" '{ "velocity": [0.5, 0, 0] }' "$box" "$(at 4,2,0.5)"
gives 0 move notch.json
# The same bodies as a mesh and as a hull.
scene convex.json "$box" "$right" "$ell" "$(at 4,-0.25,-0.25)"
gives 1 move convex.json
says "^x  *y  *contact  *3.5 ±"
# A ball of a body of parts, half a unit thick, is at 2; a sheet, a surface and a body inside them.
scene parts.json "$parts" "$right" "$ell" "$(at 5,-0.5,-0.25)"
gives 1 move parts.json
says '^x  *y  *contact  *2.5 ± .* near$'
scene sheet.json "$sheet" "$right" "$box" "$(at 3,1,1)"
gives 1 move sheet.json
says '^x  *y  *contact  *2.'
scene solid.json "{ \"box\": [0.1, 0.1, 0.1] }" '{ "velocity": [0, 0, 0.0625] }' "$ell" "$(at -0.5,-0.5,-0.5)"
gives 1 move solid.json
says '^x  *y  *already  *0 .*(-0.05, -0.05, -0.05).* vertex 0 of a inside$'
scene shell.json "{ \"box\": [0.1, 0.1, 0.1] }" '{ "velocity": [0, 0, 0.0625] }' "$shell" "$(at -0.5,-0.5,-0.5)"
gives 0 move shell.json
# Both turn.
scene turns.json "$ell" "$quarter" "$ell" "$(at 5,0.5,0.25), \"motion\": { \"to\": { \"q\": [1, 0, 0, 1], \"t\": [5, 0.5, 0.25] } }"
gives 0 move turns.json
# An offset of what does not turn is a pose; parts of a body that rests are objects.
scene offset.json "$ell" "$right" "$ell" "$(at 5,0,0.25), \"offset\": { \"q\": [1, 0, 0, 0], \"t\": [0, 0.5, 0] }"
gives 1 move offset.json
says '^x  *y  *contact  *2 ±'
cat >rack.json <<TXT
{ "format": "clearance-scene-1", "interval": [0, 4], "objects": [
  { "name": "x", "shape": $ell, "motion": $right },
  { "name": "rack", "parts": [ { "shape": $box, "offset": { "q": [1,0,0,0], "t": [0, 9, 0] } }, { "shape": $ell } ], $(at 5,0.5,0.25) } ] }
TXT
gives 1 move rack.json
says '^x  *rack/1  *contact  *2 ±'
says '^x  *rack/0  *clear '

# A floor, 5 below: a unit box comes down on it at 2.25, a body of parts with a tip 1 lower than its box at 2; a ball
# thrown down turns round before it.
floor='{ "half_space": { "normal": [0, 0, 1], "offset": -5 } }'
tipped='{ "convex_parts": [ { "box": [1, 1, 1] }, { "hull": [[2,0,0],[3,0,0],[2,1,0],[2,0,-1]] } ] }'
ball='{ "rounded": { "core": { "hull": [[0,0,0]] }, "radius": 0.5 } }'
down='{ "velocity": [0, 0, -2] }'
scene lands.json "$box" "$down" "$floor" "\"static\": true"
gives 1 move lands.json
says '^x  *y  *contact  *2.25 '
scene ell_lands.json "$ell" "$down" "$floor" "\"static\": true"
gives 1 move ell_lands.json
says '^x  *y  *contact  *2.5 '
scene tip_lands.json "$tipped" "$down" "$floor" "\"static\": true"
gives 1 move tip_lands.json
says '^x  *y  *contact  *2 '
scene thrown.json "$ball" '{ "ballistic": { "velocity": [0, 0, -4], "acceleration": [0, 0, 2] } }' "$floor" "\"static\": true"
gives 0 move thrown.json
scene falls_over.json "$ell" '{ "to": { "q": [1, 1, 0, 0], "t": [0, 0, -6] } }' "$floor" "\"static\": true"
gives 1 move falls_over.json
# An offset that no doubles take into the vertices, of what turns.
turned='"offset": { "q": [3, 0, 0, 1], "t": [1, 0.125, 0] }, "motion": { "to": { "q": [1, 0, 0, 1], "t": [3, 0, 0] } }'
scene held.json "$ell" '{ "velocity": [0, 0, 0] }' "$parts" "$(at -7,0.5,0.25), $turned"
gives 1 move held.json
says '^x  *y  *contact  '
scene held_far.json "$ell" '{ "velocity": [0, 0, 0] }' "$ell" "$(at -5,0.5,4), $turned"
gives 1 move held_far.json
# A constant angular velocity.
scene spins.json "$ell" '{ "ballistic": { "velocity": [0.25, 0, 0], "angular_velocity": [0, 0.25, 1] } }' "$ell" "$(at 6,0.5,0.25)"
gives 0 move spins.json
scene hits.json "$box" '{ "ballistic": { "velocity": [1, 0, 0], "angular_velocity": [0, 0, 1] } }' "$box" "$(at 3,0,0)"
gives 1 move hits.json
# A box that tumbles onto a floor: its times of contact are brackets when they are decided again, too, and once were taken
# for wrong where two brackets overlap.
scene tumbles.json "$box" '{ "ballistic": { "velocity": [0, 0, -4], "angular_velocity": [3, 40, 0] } }' "$floor" "$(at 0,0,-3), \"static\": true"
gives 1 move tumbles.json
says '^x  *y  *contact  *1.8184'

# --- bundled scenes
for scene in key wrong_key gears slipping_gears engine late_valve; do cp "$repository/examples/$scene.scene.json" .; done
gives 0 move key.scene.json
gives 1 move wrong_key.scene.json
says '^lock  *key without a notch  *contact  *1.2504'
gives 0 move gears.scene.json
gives 1 move slipping_gears.scene.json
says '^pinion  *wheel that slips  *contact  *18.27897'
gives 0 move engine.scene.json
says '^20 pairs: 20 clear, '
gives 1 move late_valve.scene.json
says '^piston  *late exhaust valve  *contact  *1.89039'
says '^7 pairs: 6 clear, 1 come into contact, 0 in contact from the start$'

# --- result files: written, read, checked
bundled=wrong_key.scene
[ "${CLEARANCE_TEST_LEVEL-}" != full ] || bundled='wrong_key.scene key.scene gears.scene slipping_gears.scene'
for scene in meets over notch convex parts sheet solid shell turns offset rack lands ell_lands tip_lands thrown falls_over held held_far \
  spins hits tumbles $bundled; do
  for flags in "" "--proof" "--proof --margin 0.001"; do
    # shellcheck disable=SC2086  # no flag is no word
    "$program" move "$scene.json" --json $flags >"$scene.result.json" 2>err || [ $? -eq 1 ] || complain "move $scene.json"
    [ ! -s err ] || complain "move --json spoke on stderr"
    gives 0 verify "$scene.json" "$scene.result.json"
    case "$flags" in
    *--proof*) grep -q 'without a timeline' out && complain "$scene: a timeline is missing" ;;
    *) grep -q '"cover"' "$scene.result.json" && complain "a cover without --proof" ;;
    esac
  done
done
# proves SCENE: leaves what move says, with proofs, in SCENE.result.json.
proves() {
  "$program" move "$1.json" --json --proof >"$1.result.json" || [ $? -eq 1 ] || complain "move $1.json"
  gives 0 verify "$1.json" "$1.result.json"
  says '^1 claim proved'
}
for scene in meets turns parts solid shell sheet; do proves "$scene"; done
gives 0 verify turns.json turns.result.json --strict
gives 0 move turns.json --json
mv out bare.result.json
gives 0 verify turns.json bare.result.json
says '^0 claims proved, 1 decided again$'
says 'decided again: 1 pair without a timeline (move --proof writes them)'
gives 1 verify turns.json bare.result.json --strict
gives 1 move meets.json --json
mv out bare_meets.result.json
gives 0 verify meets.json bare_meets.result.json
says '^0 claims proved, [12] decided again$'

# --- pictures
gives 1 move meets.json --trace meets.svg
[ -s meets.svg ] || complain "no picture"

# --- forgeries: each is refused, and why is told
# forged SCENE RESULT SED REASON
forged() {
  sed "$3" "$2" >lie.json
  cmp -s lie.json "$2" && complain "nothing to forge: $3"
  gives 1 verify "$1" lie.json
  says "$4"
}
t='pairs\[0\]: x, y: clear: timeline: spans\[0\]: '
forged turns.json turns.result.json 's/"offset":\[[^,]*,/"offset":[9,/' "$t"
forged turns.json turns.result.json 's/\("offset":\[[^,]*,\)[^]]*\]/\13]/' "$t"
forged turns.json turns.result.json 's/,"offset":\[[^]]*\]//g' "$t"
forged turns.json turns.result.json 's/"outside":{"a":\[0\],/"outside":{"a":[],/' "$t"
forged turns.json turns.result.json 's/"outside":{"a":\[0\],/"outside":{"a":[99],/' "$t"
forged turns.json turns.result.json 's/"normal":\[[^]]*\]/"normal":[0,0,1]/' "$t"
forged turns.json turns.result.json 's/"normal":\[[^]]*\]/"normal":[0,0,0]/' "$t"
forged turns.json turns.result.json 's/"plane":{"kind":"vector","normal":\[[^]]*\]}/"plane":{"kind":"points","a":0,"b":0}/' "$t.*not a vector"
forged turns.json turns.result.json 's/"to":4/"to":3.5/' 'pairs\[0\]: x, y: clear: timeline: '
forged turns.json turns.result.json 's/"from":0,/"from":0.5,/' 'pairs\[0\]: x, y: clear: timeline: '
# Planes for the bodies as a whole are no cover.
forged turns.json turns.result.json 's/"cover":{"kind":"cover","root":{\("plane":{[^}]*}\),\("offset":\[[^]]*\]\)},"outside":{[^}]*}}/\1,\2/' 'timeline: needs a cover for each span'
# Splits: a triangle twice, one of the other body's, all of them.
t='pairs\[0\]: x, y: clear: timeline: spans\[[0-9]*\]: '
forged notch.json notch.result.json 's/"first":\[\([0-9]*\),/"first":[\1,\1,/' "$t"
forged notch.json notch.result.json 's/"root":{"split":"a","first":\[[^]]*\]/"root":{"split":"a","first":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]/' "$t"
# Contact: of other triangles, too early, of a vertex inside, without a certificate, never.
forged meets.json meets.result.json 's/"kind":"triangles","a":[0-9]*,"b":[0-9]*/"kind":"triangles","a":0,"b":0/' 'pairs\[0\]: x, y: contact: '
forged meets.json meets.result.json 's/"upper":2\.[0-9]*}/"upper":1.99999999999999}/' 'pairs\[0\]: x, y: contact: '
forged meets.json meets.result.json 's/{"kind":"triangles","a":[0-9]*,"b":[0-9]*}/{"kind":"inside","of":"a","vertex":0}/' 'pairs\[0\]: x, y: contact: '
sed '/"certificate"/d' meets.result.json >lie.json
gives 1 verify meets.json lie.json
says 'contact: no certificate, though there is one that shows it'
forged meets.json meets.result.json 's/"status":"contact"/"status":"already"/' 'already: not at the beginning'
sed 's/"lower":0,"upper":0/"lower":1,"upper":1/; s/"already"/"contact"/' solid.result.json >lie.json
gives 1 verify solid.json lie.json
says 'pairs\[0\]: x, y: contact: '
# A result of another motion, without a proof.
gives 1 verify meets.json bare.result.json
says 'clear: decided again they first meet between'
# Parts: another one, none, one that is not there.
forged parts.json parts.result.json 's/"part":{"a":1}/"part":{"a":0}/' 'pairs\[0\]: x, y: contact: '
forged parts.json parts.result.json '/"part":/d' 'pairs\[0\]: x, y: contact: '
sed 's/"part":{"a":1}/"part":{"a":2}/' parts.result.json >lie.json
gives 2 verify parts.json lie.json
says 'lie.json: pairs\[0\].part.a: part 2 of a shape that has 2: a result of another scene?'
# In a surface a body may be apart from all its triangles; in the solid that they bound it is not.
gives 1 verify solid.json shell.result.json
says 'pairs\[0\]: x, y: clear: timeline: spans\[0\]: '
# A margin that the planes do not leave.
"$program" move turns.json --json --proof --margin 0.25 >near.result.json
forged turns.json near.result.json 's/"margin":0.25/"margin":0.75/' 'pairs\[0\]: x, y: clear: '

# --- files that are refused, each with its line
sed 's/"split":"a","first":\[[0-9]*/"split":"a","first":[20/' notch.result.json >lie.json
gives 2 verify notch.json lie.json
says 'lie.json: pairs\[0\].timeline.spans\[0\].cover: triangle 20 of a shape that has 20: a result of another scene?'
sed 's/"split":"a"/"split":"b"/' notch.result.json >lie.json
gives 2 verify notch.json lie.json
says 'of a shape that has 1: a result of another scene?'
sed 's/"kind":"triangles","a":[0-9]*/"kind":"triangles","a":20/' meets.result.json >lie.json
gives 2 verify meets.json lie.json
says 'lie.json: pairs\[0\].certificate: triangle 20 of a shape that has 20: a result of another scene?'
sed 's/,"offset":\[[^]]*\]/,"offset":[1]/' turns.result.json >lie.json
gives 2 verify turns.json lie.json
says 'lie.json: pairs\[0\].timeline.spans\[0\].cover.root.offset: expected 2 numbers, found 1'
sed 's/"frame":"world","cover"/"frame":"a","cover"/' turns.result.json >lie.json
gives 2 verify turns.json lie.json
says 'lie.json: pairs\[0\].timeline.spans\[0\].frame: the planes of a cover are vectors of the "world"'
# A cover that is deeper than any tree.
awk 'BEGIN {
  printf "{\"format\":\"clearance-result-1\",\"query\":\"move\",\"pairs\":[{\"a\":\"x\",\"b\":\"y\",\"status\":\"clear\",\"contact\":null,\"timeline\":{\"kind\":\"timeline\",\"spans\":[{\"from\":0,\"to\":4,\"frame\":\"world\",\"cover\":{\"kind\":\"cover\",\"root\":"
  for (i = 0; i < 5000; ++i) printf "{\"split\":\"a\",\"first\":[0],\"of_first\":"
  printf "{}"
}' >deep.json
gives 2 verify turns.json deep.json
says 'deep.json: line 1, column '
