#!/bin/sh
# The program on motions: what `move` prints, which files it refuses and how, and what `verify` takes for proved.
#   program_motion_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

# moving FILE MOTION [INTERVAL [SHAPE]]: x at the origin with that motion, a unit box y at (3,0,0) at rest.
moving() {
  box='{ "box": [1, 1, 1] }' interval=', "interval": [0, 4]'
  cat >"$1" <<TXT
{ "format": "clearance-scene-1", "objects": [
  { "name": "x", "shape": ${4-$box}, "motion": $2 },
  { "name": "y", "shape": { "box": [1, 1, 1] }, "pose": { "q": [1, 0, 0, 0], "t": [3, 0, 0] } } ]${3-$interval} }
TXT
}

# refuses FILE LINE: `move` refuses it with exactly that line.
refuses() {
  gives 2 move "$1"
  [ "$(cat err)" = "clearance: $1: $2" ] || complain "not the line expected: $2"
}

# --- solved by hand: the gap of 2 closes at speed 1
moving meets.json '{ "velocity": [1, 0, 0] }'
gives 1 move meets.json
says '^x  *y  *contact  *2'
says '^1 pair: 0 clear, 1 come into contact, 0 in contact from the start$'
moving misses.json '{ "velocity": [0, 1, 0] }'
gives 0 move misses.json
says '^x  *y  *clear  *- '
says '^1 pair: 1 clear, 0 come into contact, 0 in contact from the start$'
moving already.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 4]' '{ "box": [5, 1, 1] }'
gives 1 move already.json
says '^x  *y  *already  *0 '
# Two times of contact: there and back. In contact from 2/3 to 4 - 2/3, where the keyframes go to 3 and back.
frames='{ "keyframes": [ { "time": 0, "pose": { "q": [1,0,0,0] } }, { "time": 1, "pose": { "q": [1,0,0,0], "t": [3,0,0] } },
  { "time": 2, "pose": { "q": [1,0,0,0], "t": [0,0,0] } }, { "time": 4, "pose": { "q": [1,0,0,0], "t": [3,0,0] } } ] }'
moving back.json "$frames"
gives 1 move back.json
says ' to .* to '
# An interval of one instant.
moving instant.json '{ "velocity": [1, 0, 0] }' ', "interval": [1, 1]'
gives 0 move instant.json
moving rest.json '{ "velocity": [0, 0, 0] }'
gives 0 move rest.json

# --- a margin: the gap of 2 is 0.5 at t = 1.5, and 2 at the start
gives 1 move meets.json --margin 0.5
says '^x  *y  *contact  *1.5'
says '^contact: no farther apart than 0.5$'
gives 1 move meets.json --margin 2
says '^x  *y  *already '
gives 0 move misses.json --margin 1.9999999999999998
gives 1 move misses.json --margin 2
for margin in '' nan -1 1e301 0x1 1,5; do
  gives 2 move meets.json "--margin=$margin"
  says 'needs a decimal number from 0 to 1e300\|needs a value'
done
gives 2 move
gives 2 move meets.json misses.json
gives 2 move meets.json --within 1

# --- bundled scenes
for scene in spinning_rod bullet graze thrown_gem tumbling_gem; do cp "$repository/examples/$scene.scene.json" .; done
gives 1 move spinning_rod.scene.json
says '^rod  *near peg  *contact '
says '^rod  *far peg  *contact '
for clear in 'peg out of reach' 'wedge a hair away' 'peg below'; do says "^rod  *$clear  *clear "; done
says '^5 pairs: 3 clear, 2 come into contact, 0 in contact from the start$'
# Sorted by the first contact: the near peg is met first.
grep -n 'near peg' out | cut -d: -f1 >near
grep -n 'far peg' out | cut -d: -f1 >far
[ "$(cat near)" -lt "$(cat far)" ] || complain "not sorted by time"
gives 1 move bullet.scene.json
says '^bullet  *thin wall  *contact '
says '^bullet  *low wall  *clear '
gives 1 move graze.scene.json
says '^standing box  *passing box  *contact  *0.33333'
says ' at 0.33333'
gives 1 move thrown_gem.scene.json
says '^block  *gem  *contact  *0.55'
gives 1 move tumbling_gem.scene.json
says '^block  *gem  *contact  *0.61010'

# --- result files: written, read, checked
for scene in meets misses already back instant rest spinning_rod.scene bullet.scene graze.scene thrown_gem.scene tumbling_gem.scene; do
  for flags in "" "--proof" "--margin 0.25" "--proof --margin 0.25"; do
    # shellcheck disable=SC2086  # no flag is no word
    "$program" move $scene.json --json $flags >$scene.result.json 2>err || [ $? -eq 1 ] || complain "move $scene.json"
    [ ! -s err ] || complain "move --json spoke on stderr"
    gives 0 verify $scene.json $scene.result.json
    case "$flags" in
    *--proof*) grep -q 'without a timeline' out && complain "$scene: a timeline is missing" ;;
    *) grep -q timeline $scene.result.json && complain "a timeline without --proof" ;;
    esac
  done
done
gives 0 move misses.json --json --proof
says '"status":"clear"'
says '"contact":null'
says '"timeline":{"kind":"timeline","spans":\['
mv out misses.result.json
gives 0 verify misses.json misses.result.json --strict
says '^1 claim proved$'
gives 0 move misses.json --json
mv out bare.result.json
gives 0 verify misses.json bare.result.json
says '^0 claims proved, 1 decided again$'
says 'decided again: 1 pair without a timeline (move --proof writes them)'
gives 1 verify misses.json bare.result.json --strict
gives 1 move meets.json --json --proof
says '"interval":\[0,4\]'
mv out meets.result.json
gives 0 verify meets.json meets.result.json
says '^1 claim proved, 1 decided again$'
says 'decided again: the times of contact of 1 pair (contact throughout has no certificate)'
gives 1 verify meets.json meets.result.json --strict
gives 1 move graze.scene.json --json --proof
says '"root":{'
says '"between":\[0.333333'
mv out graze.result.json
gives 1 move back.json --json --proof
says '"gaps":\[{"kind":"timeline"'
mv out back.result.json

# --- forgeries: each is refused, and why is told
# forged SCENE RESULT SED REASON
forged() {
  sed "$3" "$2" >lie.json
  cmp -s lie.json "$2" && complain "nothing to forge: $3"
  gives 1 verify "$1" lie.json
  says "$4"
}
forged meets.json meets.result.json 's/"status":"contact"/"status":"already"/' 'already: not at the beginning'
forged misses.json misses.result.json 's/"normal":\[[^]]*\]/"normal":[0,0,1]/' 'pairs\[0\]: x, y: clear: .*'
forged misses.json misses.result.json 's/"to":4/"to":3/' 'pairs\[0\]: x, y: clear: .*'
forged misses.json misses.result.json 's/"from":0/"from":0.5/' 'pairs\[0\]: x, y: clear: .*'
# A result of another motion, whose timeline was not printed.
gives 1 verify meets.json bare.result.json
says 'clear: decided again they first meet between'
# Contact too late, too early, and without its certificate.
forged meets.json meets.result.json 's/"contact":{"lower":[^,]*,"upper":[^}]*}/"contact":{"lower":2.5,"upper":3}/' 'pairs\[0\]: x, y: contact: '
forged meets.json meets.result.json 's/"contact":{"lower":\([^,]*\),"upper":[^}]*}/"contact":{"lower":\1,"upper":1.9999}/' 'pairs\[0\]: x, y: contact: '
sed '/"certificate"/d' meets.result.json >lie.json
cmp -s lie.json meets.result.json && complain "no certificate to cut out"
gives 1 verify meets.json lie.json
says 'contact: needs a simplex, a touch or a witness within the radii'
# Times of contact: shifted, one left out, one too many.
forged meets.json meets.result.json 's/"end":{"lower":4,"upper":4}/"end":{"lower":3,"upper":3.5}/' 'intervals\[0\]: decided again it begins between'
sed 's/"gaps":\[.*\]}\]}/"gaps":[]}]}/; s/"intervals":\[{.*}\]/"intervals":[]/' meets.result.json >lie.json
gives 1 verify meets.json lie.json
says '0 intervals of contact, decided again there are 1'
forged back.json back.result.json 's/"gaps":\[{"kind":"timeline","spans":\[/"gaps":[{"kind":"timeline","spans":[{"from":0,"to":1,"frame":"world","plane":{"kind":"vector","normal":[1,0,0]}},/' 'gaps\[0\]: '
# A graze of other features.
forged graze.scene.json graze.result.json 's/"edges":{"a":\[\([0-9]*\),\([0-9]*\)\]/"edges":{"a":[\1,\1]/g; s/"vertex":[0-9]*/"vertex":0/g' 'root: '
# Another margin, another interval, another scene, nothing about a pair.
gives 1 move meets.json --json --proof --margin 0.5
mv out near.result.json
forged meets.json near.result.json 's/"margin":0.5/"margin":0.25/' 'pairs\[0\]: x, y: contact: '
sed 's/"interval":\[0,4\]/"interval":[0,3]/' meets.result.json >lie.json
gives 2 verify meets.json lie.json
says 'interval: not that of the scene: a result of another scene?'
gives 2 verify bullet.scene.json meets.result.json
says 'interval: not that of the scene: a result of another scene?'
printf '{ "format": "clearance-result-1", "query": "move", "pairs": [] }' >empty.json
gives 2 verify meets.json empty.json
says 'nothing about x and y'
gives 1 verify misses.json meets.result.json

# --- files that are refused, each with its line
moving bad.json '{ "velocity": [1, 0, 0] }' ''
refuses bad.json 'has no "interval": a motion is followed from one time to another, "interval": [0, 1]'
moving bad.json '{ "velocity": [1, 0, 0] }' ', "interval": [4, 0]'
refuses bad.json 'interval: ends before it begins; it is [start, end]'
moving bad.json '{ "velocity": [1, 0, 0] }' ', "interval": []'
refuses bad.json 'interval: expected 2 numbers, found 0'
moving bad.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 1e999]'
gives 2 move bad.json
says '^clearance: bad.json: line 3, column '
moving bad.json '{ "velocity": [NaN, 0, 0] }'
gives 2 move bad.json
says "^clearance: bad.json: line 2, column .*: unexpected 'N'"
moving bad.json '{ "velocity": [1e301, 0, 0] }'
refuses bad.json 'objects[0].motion.velocity: a coordinate is beyond 1e300'
moving bad.json '{ "velocity": [1, 0, 0], "spin": 1 }'
refuses bad.json 'objects[0].motion.spin: unknown field; there are velocity, to, ballistic and keyframes'
moving bad.json '{ "to": { "q": [-2, 0, 0, 0] } }'
refuses bad.json 'objects[0].motion.to: its q is opposite to the one before: the rotation between them is not defined'
moving bad.json '{ "to": { "q": [1, 0, 0, 1] } }' ', "interval": [1, 1]'
refuses bad.json "objects[0].motion.to: needs time to get there, and the scene's \"interval\" is a single instant"
# As many radians as the series of sine and cosine are bounded for, and a few more.
moving bad.json '{ "ballistic": { "angular_velocity": [0, 0, 262145] } }'
refuses bad.json 'objects[0].motion.ballistic.angular_velocity: turns by more than 2^20 radians over the interval'
moving bad.json '{ "velocity": [1, 0, 0] }' ', "interval": [0, 1]' '{ "mesh": { "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2]] }, "scale": 2 }'
sed 's/"scale": 2 }/"scale": 2 }, "padding": 0.5/' bad.json >padded.json
refuses padded.json '"x": a mesh with a padding: the library'"'"'s worlds take it, this program does not yet; leave the padding out, or give the body as convex_parts'
gives 2 move missing.json
gives 2 move "$repository/testdata/parts"
says 'has no "interval"'

# --- what is strange and has an answer
moving slow.json '{ "velocity": [5e-324, 0, 0] }'
gives 0 move slow.json
moving slow.json '{ "velocity": [5e-324, 0, 0] }' ', "interval": [0, 1e300]'
gives 0 move slow.json
moving fast.json '{ "velocity": [1e300, 0, 0] }' ', "interval": [0, 1]'
gives 1 move fast.json
moving far.json '{ "velocity": [-1, 0, 0] }' ', "interval": [-1e300, 1e300]'
gives 0 move far.json
# Keyframes that repeat a pose, and one whose pose at the start of the interval is none of doubles.
moving same.json '{ "keyframes": [ { "time": 0, "pose": { "q": [1,0,0,1] } }, { "time": 1, "pose": { "q": [1,0,0,1] } }, { "time": 4, "pose": { "q": [2,0,0,2] } } ] }'
gives 0 move same.json
moving third.json '{ "keyframes": [ { "time": -1, "pose": { "q": [1,0,0,0] } }, { "time": 5, "pose": { "q": [1,0,0,1], "t": [0,1,0] } } ] }'
gives 0 move third.json
gives 2 check third.json
says 'objects\[0\].motion.keyframes: the pose at the start of the interval, 0, is not one of doubles, which a check of that instant needs'
# q and −q are one pose and two motions.
moving round.json '{ "to": { "q": [-1, 0, 0, 1e-9] } }'
gives 0 move round.json
# Coincident bodies at rest.
sed 's/"t": \[3, 0, 0\]/"t": [0, 0, 0]/' rest.json >coincident.json
gives 1 move coincident.json --json
says '"status":"already"'
mv out coincident.result.json
gives 0 verify coincident.json coincident.result.json
