#!/bin/sh
# Parts as they come: several files, subfolders, bad ones; a result is verified by naming what it was made of.
#   program_parts_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

# box FILE X Y Z: a unit cube from that corner.
box() {
  cube_text "$@" >"$1"
}
cube_text() {
  x=$2 y=$3 z=$4
  for k in 0 1; do for j in 0 1; do for i in 0 1; do
    echo "v $((x + i)) $((y + j)) $((z + k))"
  done; done; done
  printf 'f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n'
}

# --- several files
mkdir -p parts/sub
box parts/a.obj 0 0 0
box parts/b.obj 1 0 0
box parts/sub/c.obj 5 0 0
gives 1 check parts/a.obj parts/b.obj
says '^parts/a.obj  parts/b.obj  touching '
gives 0 check parts/a.obj parts/sub/c.obj
says '^parts/a.obj  parts/sub/c.obj  separated  4 '
gives 1 check parts/a.obj parts/b.obj parts/sub --json
mv out files.json
gives 0 verify parts/a.obj parts/b.obj parts/sub files.json
says '^3 claims proved$'
gives 2 verify parts/a.obj parts/b.obj files.json
gives 2 check parts/a.obj
says '^clearance: parts/a.obj: is the only part; a check needs two or more$'
refuses 2 check parts/a.obj parts/x.obj parts/y.stl
says '^clearance: parts/x.obj: no such file$'
says '^clearance: parts/y.stl: no such file$'
gives 2 check parts/a.obj "$repository/examples/demo.scene.json"
says 'demo.scene.json: is neither a folder nor a file of parts (.obj, .stl, .ply, .off, .3mf, .gltf, .glb); a scene file is given alone$'
gives 2 check --recursive "$repository/examples/demo.scene.json"
says 'demo.scene.json: --recursive is about folders and files of parts, and this is a scene file$'

# --- subfolders
gives 2 check parts
gives 1 check parts --recursive --json
grep -q '"b":"sub/c.obj"' out || complain "a part of a subfolder is not named by its folder"
mv out recursive.json
gives 0 verify parts recursive.json --recursive
gives 2 verify parts recursive.json
ln -s .. parts/sub/up
gives 2 check parts --recursive
says '^clearance: parts: sub/up: a link to a folder that is read already'
rm parts/sub/up

# --- bad files: every one is named, and nothing is skipped unless that is wanted
touch parts/empty.stl parts/wheel.step
head -c 90 "$repository/testdata/tetra.stl" >parts/half.stl
printf 'ply\n' >'parts/comma, "quote".ply'
refuses 4 check parts --recursive
says '^clearance: parts: empty.stl: the file is empty$'
gives 1 check parts --recursive --skip-bad
[ "$(grep -c ': skipped: ' err)" -eq 4 ] || complain "not four lines about what was skipped"
rm parts/b.obj
gives 1 check parts --recursive --skip-bad --json
grep -q 'separated' out || complain "not separated"
grep -q '{"file":"empty.stl","error":"the file is empty"}' out || complain "the result does not say what was skipped"
grep -q '{"file":"comma, \\"quote\\".ply","error":' out || complain "a name with quotes"
mv out rest.json
gives 0 verify parts rest.json --recursive --skip-bad
gives 2 check parts --recursive --skip-bad --status-only no-such-file.json
refuses 4 verify parts rest.json --recursive
sed '/"empty.stl"/d' rest.json >less.json
gives 2 verify parts less.json --recursive --skip-bad
says '^clearance: less.json: skipped: says comma, "quote".ply, half.stl, wheel.step, and what is bad is '

# --- an empty folder
mkdir empty
gives 2 check empty
says '^clearance: empty: a folder without parts'
gives 2 check empty --recursive --skip-bad
says '^clearance: empty: a folder without parts'

# --- units, pieces and rules: verify needs the same words
rm -r parts
mkdir parts
box parts/a.obj 0 0 0
box parts/b.obj 2 0 0
gives 0 check parts --unit mm --unit 'b.*=cm' --json
grep -q '"unit":"mm"' out || complain "the result does not say its unit"
mv out unit.json
gives 0 verify parts unit.json --unit mm --unit 'b.*=cm'
gives 2 verify parts unit.json
says '^clearance: unit.json: unit: says mm, and the parts are read in no unit; name them with the same --unit$'
gives 1 verify parts unit.json --unit mm
for bad in parsec '*.obj=' '=mm' 'a=b=inch'; do
  gives 2 check parts --unit "$bad"
  says '^clearance: check: --unit: '
done
gives 2 check parts --unit mm --unit in
{ sed 's/^/# /' parts/a.obj; echo 'o one'; cat parts/a.obj; echo 'o two'; sed 's/^f/#/' parts/b.obj; echo 'f -8 -6 -5 -7'; } >parts/c.obj
gives 1 check parts/c.obj parts/b.obj --split objects --json
grep -q '"a":"parts/c.obj/one","b":"parts/c.obj/two"' out || complain "pieces are not named"
mv out split.json
gives 0 verify parts/c.obj parts/b.obj split.json --split objects
gives 2 verify parts/c.obj parts/b.obj split.json
gives 2 check parts/c.obj parts/b.obj --split halves
says "^clearance: check: --split: 'halves' is neither objects nor components$"
printf 'allow a.obj c.obj\nallow b.obj *\n' >rules
gives 2 check parts --rules rules
says '^clearance: parts: no pair is left to check: the rules allow them all to touch$'
printf 'allow a.obj c.obj\n' >rules
gives 1 check parts --rules rules --json
mv out ruled.json
grep -q '"a":"a.obj","b":"c.obj"' ruled.json && complain "a pair that may touch"
gives 0 verify parts ruled.json --rules rules
gives 2 verify parts ruled.json
for option in '--unit mm' '--split objects' '--rules rules' '--skip-bad'; do
  # shellcheck disable=SC2086  # two words
  gives 2 check "$repository/examples/demo.scene.json" $option
  says 'is about folders and files of parts, and this is a scene file$'
done

# --- assemblies: every mesh that is placed is a part
rm -r parts
mkdir parts
cp "$repository/testdata/fuzz/3mf/components" parts/a.3mf
cp "$repository/testdata/fuzz/glb/nodes" parts/b.glb
cp "$repository/testdata/fuzz/gltf/sparse" parts/c.gltf
gives 0 check parts/a.3mf --json
grep -q '"unit":"in"' out || complain "the unit of a 3MF file"
grep -q '"a":"parts/a.3mf/twice/leaf <1>","b":"parts/a.3mf/twice/leaf <1> (2)"' out || complain "names of components"
mv out one.json
gives 0 verify parts/a.3mf one.json
gives 2 check parts
says '^clearance: parts: a.3mf is in in and b.glb in m: say with --unit in which the result is to be$'
gives 0 check parts --unit mm --json
mv out all.json
gives 0 verify parts all.json --unit mm
cp "$repository/testdata/fuzz/gltf/draco" parts/d.gltf
head -c 300 parts/a.3mf >parts/e.3mf
printf 'PK' >parts/f.3mf
refuses 3 check parts --unit mm
says '^clearance: parts: d.gltf: extensionsRequired\[0\]: KHR_draco_mesh_compression is not read; export without it$'
says '^clearance: parts: e.3mf: no zip archive, or one that was cut off: it has no directory$'
gives 0 info parts/b.glb
says '^parts/b.glb/a (m)$'
says '^  extents   1 x 1 x 1$'
gives 2 info parts/b.glb --brep
