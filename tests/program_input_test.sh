#!/bin/sh
# What the program refuses to call clear: folders with parts that it would leave out, scenes without a pair, files that
# are none; and motions, of which it looks at the start and says so.
#   program_input_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

# refuses_in_time ARGS…: status 2, before somebody wonders whether it hangs.
refuses_in_time() {
  status=0
  timeout 30 "$program" "$@" >out 2>err </dev/null || status=$?
  [ $status -eq 2 ] || complain "status $status (124: still running), not 2: clearance $*"
}

# --- a folder with a part that is read beside three that are not was all clear once: "0 pairs", status 0
right='looks like a part and would be left out: parts are .obj, .stl, .ply, .off, .3mf, .gltf and .glb files; convert, move or remove it'
below='): --recursive reads them; otherwise move or remove them'
mkdir -p mixed/sub
cp "$repository/testdata/tetra.stl" mixed/a.stl
cp "$repository/testdata/tetra.stl" mixed/sub/d.stl
touch mixed/b.step mixed/c.dae
refuses 3 check mixed
says "^clearance: mixed: b.step: $right$"
says "^clearance: mixed: c.dae: $right$"
says "^clearance: mixed: sub: a subfolder with parts that would be left out (sub/d.stl$below$"
gives 2 verify mixed missing.json
rm mixed/b.step mixed/c.dae
gives 2 check mixed
says "^clearance: mixed: sub: a subfolder with parts that would be left out (sub/d.stl$below$"
rm -r mixed/sub
gives 2 check mixed
says '^clearance: mixed: a.stl is the only part; a check needs two or more$'
# Two parts, and files that are none, in any case and spelling.
cp "$repository/testdata/tetra.obj" mixed/B.OBJ
mkdir mixed/pictures
touch mixed/README.txt mixed/B.mtl mixed/pictures/photo.png mixed/notes.json mixed/.hidden.stl
gives 1 check mixed
says '^1 pair: '
for name in x.STEP y.Iges r.SLDPRT s.prt.3 t.stl.gz; do
  touch "mixed/$name"
  gives 2 check mixed
  says "$name: looks like a part"
  rm "mixed/$name"
done
# An empty file, one that is not what its name says, and links.
touch mixed/c.ply
gives 2 check mixed
says '^clearance: mixed: c.ply: the file is empty$'
printf 'solid but not a ply' >mixed/c.ply
gives 2 check mixed
says '^clearance: mixed: c.ply: line 1: not a PLY file'
rm mixed/c.ply
ln -s a.stl mixed/link.stl
gives 1 check mixed
says '^3 pairs: '
ln -s nowhere.stl mixed/broken.stl
gives 2 check mixed
says '^clearance: mixed: broken.stl: is a link to a file that does not exist$'
rm mixed/broken.stl mixed/link.stl
mkdir elsewhere
cp mixed/a.stl elsewhere
ln -s ../elsewhere mixed/more
gives 2 check mixed
says "^clearance: mixed: more: a subfolder with parts that would be left out (more/a.stl$below$"
rm mixed/more

# --- pipes, devices and folders by a file's name are not opened: that could wait for ever
mkfifo mixed/p.stl pipe.json
gives 2 check mixed
says '^clearance: mixed: p.stl: is a pipe, not a regular file$'
rm mixed/p.stl
ln -s /dev/zero zero.stl
mkfifo pipe.stl
mkdir folder.stl
for file in pipe.stl zero.stl folder.stl; do
  refuses_in_time info $file
  says "^clearance: $file: is a .*, not a regular file$"
  printf '{"format":"clearance-scene-1","objects":[{"name":"x","shape":{"mesh":"%s"}}]}' $file >uses.json
  refuses_in_time check uses.json
  says "^clearance: uses.json: objects\[0\].shape.mesh: $file: is a .*, not a regular file$"
done
refuses_in_time check pipe.json
says '^clearance: pipe.json: is a pipe, not a regular file$'
cat >two.json <<TXT
{ "format": "clearance-scene-1", "objects": [
  { "name": "x", "shape": { "box": [1, 1, 1] } },
  { "name": "y", "shape": { "box": [1, 1, 1] }, "pose": { "q": [1, 0, 0, 0], "t": [3, 0, 0] } } ] }
TXT
refuses_in_time verify two.json pipe.json
says '^clearance: pipe.json: is a pipe, not a regular file$'
# What a shell hands over is read.
cat two.json | "$program" check /dev/stdin >out 2>err || complain "a scene from another program"
says '1 pair: 1 separated'

# --- scenes that ask about nothing
sed 's/} },$/} } ] }/; /"y"/d' two.json >one.json
gives 2 check one.json
says '^clearance: one.json: objects: "x" is the only object; a check needs two or more$'
sed 's/ \] }$/ ], "pairs": [] }/' two.json >none.json
gives 2 check none.json
says '^clearance: none.json: pairs: the list is empty, so there is nothing to check; leave it out to check every pair$'
printf '{ "format": "clearance-result-1", "query": "check", "pairs": [] }' >empty.json
gives 2 verify none.json empty.json

# --- an edge whose half is no double was a flat box once
sed 's/\[1, 1, 1\]/[1, 1, 5e-324]/' two.json >thin.json
gives 2 check thin.json
says 'objects\[0\].shape.box\[2\]: corners stand at half of it, which is no double'
sed 's/\[1, 1, 1\]/[1, 1, 1e-323]/' two.json >thin.json
gives 0 check thin.json

# --- motions: the boxes fly into each other, and only the start is looked at
moving() { # moving FILE MOTION [INTERVAL]
  sed "s/\"name\": \"x\",/\"name\": \"x\", \"motion\": $2,/; s/ \] }\$/ ]${3-, \"interval\": [0, 2]} }/" two.json >"$1"
}
moving fly.json '{ "velocity": [2, 0, 0] }'
gives 0 check fly.json
grep -q '^clearance: fly.json: only the start of the interval, t = 0, was looked at; what happens during the motion of x was not$' err ||
  complain "nothing about the motion"
gives 0 check fly.json --json
[ "$(wc -l <err)" -eq 1 ] || complain "not one line about the motion"
says '"looked_at":{"time":0,"motion":"not looked at"}'
mv out fly.result.json
gives 0 verify fly.json fly.result.json
grep -q 'only the start of the interval' err || complain "verify says nothing about the motion"
sed 's/"time":0/"time":1/' fly.result.json >later.result.json
gives 2 verify fly.json later.result.json
says 'looked_at: not the instant at which'
gives 2 verify two.json fly.result.json
gives 0 check two.json --json
grep -q looked_at out && complain "a scene at rest has an instant"
[ ! -s err ] || complain "a scene at rest is remarked upon"
moving rest.json '{ "velocity": [2, 0, 0] }' ''
gives 0 check rest.json --json
says '"looked_at":{"motion":"not looked at"}'
grep -q 'only the poses as given were looked at' err || complain "nothing about the motion without an interval"
# The pose at the start is taken from keyframes: halfway the boxes touch.
moving frames.json '{ "keyframes": [ { "time": -2, "pose": { "q": [1,0,0,0] } }, { "time": 2, "pose": { "q": [1,0,0,0], "t": [4,0,0] } } ] }'
gives 1 check frames.json
says 'touching'
for motion in '{ "velocity": [1, 2] }' '{ "to": { "q": [-1, 0, 0, 0] } }' '{ "spin": 1 }' '7' '{}' \
  '{ "ballistic": { "angular_velocity": [0, 0, 1e9] } }' '{ "keyframes": [] }'; do
  moving bad.json "$motion"
  gives 2 check bad.json
  says '^clearance: bad.json: objects\[0\].motion'
done
