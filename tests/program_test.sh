#!/bin/sh
# The program from outside: what it prints where, and its exit status (CONTRACT §3).
#   program_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

boxes() { # boxes FILE GAP: two unit boxes, that far apart along x
  cat >"$1" <<TXT
{ "format": "clearance-scene-1", "objects": [
  { "name": "left", "shape": { "box": [1, 1, 1] } },
  { "name": "right", "shape": { "box": [1, 1, 1] }, "pose": { "q": [1, 0, 0, 0], "t": [$2, 0, 0] } } ] }
TXT
}
boxes apart.json 2
boxes touching.json 1
boxes deep.json 0.5

# --- statuses and words
gives 0 check apart.json
says 'left  *right  *separated  *1 '
says '1 pair: 1 separated, 0 touching, 0 penetrating'
gives 1 check touching.json
says 'touching'
gives 1 check deep.json
says 'penetrating  *depth 0.5 '
gives 0 check apart.json --status-only
says 'separated'
gives 1 check deep.json --status-only
for name in separating_vector gilbert combined exact; do
  gives 0 check apart.json --algorithm $name
  gives 1 check deep.json --algorithm=$name
  gives 0 check apart.json --json --algorithm $name
  mv out "$name.result.json"
  gives 0 verify apart.json "$name.result.json"
done

# --- --within is compared exactly: the boxes are exactly 1 apart
gives 1 check apart.json --within 1
gives 0 check apart.json --within 0.99999999999999988
gives 1 check apart.json --within 1.0000000000000002
gives 1 check apart.json --within 1 --status-only
gives 0 check apart.json --within 0
gives 1 check touching.json --within 0
gives 1 check apart.json --json --within 1

# --- result files: written, read, checked
for scene in apart touching deep; do
  for flags in "" "--proof" "--status-only"; do
    # shellcheck disable=SC2086  # no flag is no word
    "$program" check $scene.json --json $flags >$scene.result.json 2>err || [ $? -eq 1 ] || complain "check $scene.json"
    [ ! -s err ] || complain "check --json spoke on stderr"
    gives 0 verify $scene.json $scene.result.json
    says '^1 claim proved$\|^0 claims proved, 1 decided again$'
  done
done
"$program" check apart.json --json >apart.result.json
grep -q '"distance"' apart.result.json || complain "no distance in the result"

"$program" check deep.json --json >deep.result.json || :
gives 0 verify deep.json deep.result.json
says '^0 claims proved, 1 decided again$'
says 'decided again: the lower end of 1 depth without a shell'
gives 1 verify deep.json deep.result.json --strict
# Without the shell a false depth does not pass, nor does one whose translation is too long, too short or turned.
for lie in 's/"lower":0.[0-9]*/"lower":3/; s/"upper":0.[0-9]*/"upper":3/' 's/"translation":\[\([^]]*\)\]/"translation":[0,0,0]/' \
  's/"translation":\[/"translation":[9/' 's/"direction":\[/"direction":[-/'; do
  sed "/\"depth\"/{$lie
}" deep.result.json >lie.json
  cmp -s lie.json deep.result.json && complain "no depth to corrupt: $lie"
  "$program" verify deep.json lie.json >out 2>&1 && complain "a false depth passes: $lie"
done
"$program" check deep.json --json --proof >deep.result.json || :
gives 0 verify deep.json deep.result.json --strict
says '^1 claim proved$'

# --- a certificate that does not hold
sed 's/"separated"/"penetrating"/' apart.result.json >lie.json
cmp -s lie.json apart.result.json && complain "nothing to corrupt"
gives 1 verify apart.json lie.json
says '^1 of 1 claim fails, 0 proved$'
gives 1 verify touching.json apart.result.json
# A scene that lists its pairs has none left over.
sed 's/}]}$/}],"unlisted":{"pairs":1,"status":"separated"}}/' apart.result.json >lie.json
gives 2 verify apart.json lie.json
says 'unlisted: every pair of apart.json is listed'
gives 1 verify deep.json apart.result.json
sed 's/"lower": *[0-9.e+-]*/"lower": 1.5/; s/"upper": *[0-9.e+-]*/"upper": 1.6/' apart.result.json >lie.json
cmp -s lie.json apart.result.json && complain "no lower end to corrupt"
gives 1 verify apart.json lie.json

# --- rounded shapes: exactly 5 apart, tangent, and a rounding to either side
cp "$repository"/testdata/rounded/*.scene.json .
gives 1 check tangent.scene.json
says 'ball  *tangent ball  *touching .* none'
says 'ball  *ball a bit less  *separated .* points\|vector'
says 'ball  *ball a bit more  *penetrating .* near'
for name in separating_vector gilbert exact; do
  gives 1 check tangent.scene.json --algorithm $name
  says '3 pairs: 1 separated, 1 touching, 1 penetrating'
done
gives 1 check tangent.scene.json --status-only
says '3 pairs: 1 separated, 1 touching, 1 penetrating'
for flags in "" "--proof" "--status-only" "--algorithm exact"; do
  for scene in tangent workshop; do
    # shellcheck disable=SC2086  # no flag is no word
    "$program" check $scene.scene.json --json $flags >$scene.result.json || [ $? -eq 1 ] || complain "check $scene"
    gives 0 verify $scene.scene.json $scene.result.json
  done
  gives 0 verify tangent.scene.json tangent.result.json
  says 'decided again: 1 claim without a certificate (tangency, or an overlap too thin for one)'
  gives 1 verify tangent.scene.json tangent.result.json --strict
done
# Without a certificate a status is decided again: a wrong one does not pass.
sed 's/"touching"/"penetrating"/' tangent.result.json >lie.json
cmp -s lie.json tangent.result.json && complain "no touching pair to corrupt"
gives 1 verify tangent.scene.json lie.json
says 'no certificate, and decided again they are touching'
"$program" check workshop.scene.json --json --proof >workshop.result.json || :
grep -q '"kind":"near"' workshop.result.json || complain "no near certificate"
gives 0 verify workshop.scene.json workshop.result.json
says '^10 claims proved$'
[ "$(wc -l <out)" -eq 1 ] || complain "something was not proved"
gives 0 verify workshop.scene.json workshop.result.json --strict
# A larger radius makes the proofs of separation and of the depths' upper ends false.
sed 's/"radius": 0.125/"radius": 1.125/' workshop.scene.json >thicker.scene.json
gives 1 verify thicker.scene.json workshop.result.json
sed 's/"radius": 0.125/"radius": 0.0625/' workshop.scene.json >thinner.scene.json
gives 1 verify thinner.scene.json workshop.result.json
# --within D: the spheres of radius 1.5 and 2.5 are exactly 1 apart.
sed 's/"radius": 3.5 /"radius": 2.5 /; s/, \["ball", "ball a.*/] }/' tangent.scene.json >one.scene.json
gives 0 check one.scene.json
gives 1 check one.scene.json --within 1
gives 0 check one.scene.json --within 0.99999999999999988
sed 's/"radius": 1.5/"radius": -1.5/' tangent.scene.json >negative.scene.json
gives 2 check negative.scene.json
says 'objects\[0\].shape.rounded.radius: is negative (-1.5); it must be 0 or more'

# --- results of another scene
sed 's/"right"/"wrong"/' apart.json >other.json
gives 2 verify other.json apart.result.json
printf '{ "format": "clearance-result-1", "query": "check", "pairs": [] }' >empty.json
gives 2 verify apart.json empty.json
says 'left and right'
gives 2 verify apart.json apart.json
gives 2 verify apart.result.json apart.result.json

# --- usage
gives 2
gives 2 unheard-of
gives 2 check
gives 2 check apart.json apart.json
gives 2 check --unheard-of apart.json
gives 2 check apart.json --algorithm unheard-of
says 'separating_vector'
gives 2 check apart.json --algorithm
gives 2 check apart.json --algorithm ''
gives 2 check apart.json --within=
for limit in ' ' nan inf -1 1x 1e999 1e301 0x1 0x1p3 1,5 '1 ' ' 1' 1e ++1 1_000; do
  gives 2 check apart.json "--within=$limit"
  says 'needs a decimal number from 0 to 1e300'
done
for limit in 1e300 2. +1 1E1 1.0000000000000000000000000001; do gives 1 check apart.json "--within=$limit"; done
for limit in .5 -0 5e-324 1e-400; do gives 0 check apart.json "--within=$limit"; done
LC_ALL=de_DE.UTF-8 gives 0 check apart.json --within 0.5
gives 2 verify apart.json
gives 2 info
gives 2 demo more
gives 2 move apart.json
says '^clearance: apart.json: has no "interval": a motion is followed from one time to another'
for flag in --help --version; do
  gives 0 $flag
  if [ ! -s out ] || [ -s err ]; then complain "$flag says nothing, or on the wrong side"; fi
done
gives 0 check --help
says '--within'

# --- bad input
gives 2 check "missing
file.json"
gives 2 check missing.json
says 'missing.json'
gives 2 check .
gives 2 info missing.obj
printf '{' >broken.json
gives 2 check broken.json
says 'broken.json'
gives 2 verify apart.json broken.json
gives 2 verify apart.json missing.json

# --- stdout that cannot be written
if [ -e /dev/full ]; then
  status=0
  "$program" check apart.json >/dev/full 2>err || status=$?
  [ $status -eq 2 ] || complain "a full device went unnoticed"
fi

# --- meshes
cp "$repository/examples/rock.obj" .
gives 0 info rock.obj
says 'closed *yes'
says 'convex *yes'
says 'oriented *yes, outward'
says 'solid *yes'
says 'defects *none'
grep -q crossings out && complain "info looked for crossings unasked"
gives 0 info --self-intersections rock.obj
says 'crossings *none'
grep -v '^f' rock.obj >points.obj
gives 2 info rock.obj points.obj
sed '$d' rock.obj >open.obj
gives 0 info open.obj
says 'closed *no'
says '3 boundary edges'
says 'solid *no: not closed: edge [0-9]*–[0-9]* has one triangle, edge .* and edge .* has one triangle$'
says 'convex *no'
awk '/^f/ { print $1, $3, $2, $4; next } { print }' rock.obj >inside_out.obj
gives 0 info inside_out.obj rock.obj
says 'oriented *yes, inside out'
says 'solid *yes'
# A second rock in the first one's place: every face lies on its twin.
awk '/^v/ { v[++n] = $0 } /^f/ { f[++m] = $0 } END { for (i = 1; i <= n; ++i) print v[i]; for (i = 1; i <= m; ++i) print f[i] "\n" f[i] }' rock.obj >twice.obj
gives 0 info --self-intersections twice.obj
says 'closed *yes'
says 'manifold *no'
says 'solid *yes'
says '44 duplicate faces'
says 'crossings *44 pairs, the first of triangles 0 and 1$'

# --- a folder of parts: clashes by part, with place and depth; the rest is counted
cp -r "$repository/testdata/parts" "$repository/testdata/meshes" .
gives 1 check parts
says 'bracket.obj  *peg.obj  *penetrating  *depth 3 .* (.*, .*, .*)  .* interior'
says 'bracket.obj  *plate.stl  *touching  *0  *(.*, .*, 0)  .* triangles'
says 'bracket.obj  *foil.off  *intersecting  *0  *(0, .*, .*)  .* triangles'
says '^10 pairs: 7 separated, 1 touching, 1 penetrating, 1 intersecting$'
says '^7 separated pairs are not listed$'
says 'foil.off: a surface: not closed: edge 0–1 has one triangle'
grep -q 'slug' out && complain "a clear pair is listed"
gives 1 check parts --status-only
says '^10 pairs: 7 separated, 1 touching, 1 penetrating, 1 intersecting$'
# Bracket and slug are exactly 0.5 apart.
gives 1 check parts --within 0.5
says 'bracket.obj  *slug.off  *separated  *0.5 '
says '^6 separated pairs, more than 0.5 apart, are not listed$'
gives 1 check parts --within 0.49999999999999994
grep -q 'slug' out && complain "a pair farther apart than the limit is listed"
# --json lists every pair, and what it says is checked against the folder.
for flags in "" "--proof" "--status-only" "--status-only --proof"; do
  # shellcheck disable=SC2086  # no flag is no word
  gives 1 check parts/ --json $flags
  mv out parts.result.json
  grep -q '"a":"peg.obj","b":"slug.off","status":"separated"' parts.result.json || complain "a pair is missing"
  gives 0 verify parts parts.result.json
  says '[0-9]* claims proved, [0-9]* decided again$'
done
gives 1 check parts --json
grep -q '"place":{"point":\[' out || complain "no place of a clash"
mkdir clear
cp parts/slug.off parts/plate.stl clear
gives 0 check clear
says '^1 pair: 1 separated, 0 touching, 0 penetrating$'
gives 2 check parts --algorithm gilbert --trace steps.svg
says 'the methods work on convex bodies'

# --- folders that are no assembly
mkdir empty
gives 2 check empty
says 'empty: a folder without parts'
cp -r clear broken
head -c 400 parts/plate.stl >broken/plate.stl
gives 2 check broken
says '^clearance: broken: plate.stl: '
gives 2 verify broken parts.result.json

# --- meshes in scenes: in a cavity, snug in it, within the wall, of parts, the same bracket as a mesh and as two boxes
gives 1 check meshes/hollow.scene.json
says 'shell  *loose box  *separated  *1.5 '
says 'shell  *snug box  *touching '
says 'shell  *tight box  *penetrating  *depth '
says 'shell  *loose caltrop  *separated  *1 '
says 'shell  *caltrop in the wall  *penetrating  *depth .* interior'
says 'shell  *paper caltrop in the wall  *intersecting .* inside'
says 'shell  *caltrop at the wall  *touching  *0  *(2, 0, 0) '
says 'shell  *two lamps  *separated  *3 '
gives 1 check meshes/bracket_twice.scene.json
for bracket in 'bracket' 'bracket of two boxes'; do
  says "^$bracket  *peg  *penetrating  *depth 3 "
  says "^$bracket  *plate  *touching "
  says "^$bracket  *slug  *separated  *0.5 "
  says "^$bracket  *hanging peg  *separated  *13 "
done
for scene in hollow bracket_twice; do
  for flags in "" "--proof" "--status-only --proof"; do
    # shellcheck disable=SC2086  # no flag is no word
    gives 1 check meshes/$scene.scene.json --json $flags
    mv out $scene.result.json
    gives 0 verify meshes/$scene.scene.json $scene.result.json
    says '^[0-9]* claims* proved, [0-9]* decided again'
  done
done
sed 's/"separated"/"penetrating"/' hollow.result.json >lie.json
gives 1 verify meshes/hollow.scene.json lie.json
cat >foil.json <<TXT
{ "format": "clearance-scene-1", "objects": [
  { "name": "foil", "shape": { "mesh": "parts/foil.off", "solid": true } } ] }
TXT
gives 2 check foil.json
says 'foil.json: objects\[0\].shape.mesh: parts/foil.off: .*not closed: edge 0–1 has one triangle'

# --- a crowd, whose pairs are too many to list: 600 boxes in a row 2 apart, the last one 0.5 from the one before
crowd() { # crowd FILE SHIFT of the last [SHAPE]
  awk -v shift="$2" -v shape="${3-\"box\":[1,1,1]}" 'BEGIN {
    printf "{ \"format\": \"clearance-scene-1\", \"objects\": ["
    for (i = 0; i < 600; ++i) {
      x = 2 * i; if (i == 599) x = x - shift
      printf "%s{\"name\":\"b%d\",\"shape\":{%s},\"pose\":{\"q\":[1,0,0,0],\"t\":[%s,0,0]}}", i ? ",\n" : "\n", i, shape, x
    }
    print "] }" }' >"$1"
}
crowd free.json 0.5
gives 0 check free.json
says '179700 pairs: 179700 separated, 0 touching, 0 penetrating'
says '179700 separated pairs are not listed'
gives 1 check free.json --within 0.5
says 'b598  *b599  *separated  *no  *0.5 '
says '179699 separated pairs, more than 0.5 apart, are not listed'
crowd clash.json 1.5
gives 1 check clash.json --json
says '"unlisted":{"pairs":179699,"status":"separated"}'
mv out crowd.result.json
gives 0 verify clash.json crowd.result.json
says '^0 claims proved, 179700 decided again$'
says 'decided again: 179699 pairs not listed are separated'
gives 1 verify clash.json crowd.result.json --strict
# A result that keeps quiet about the clash, and one that counts wrongly.
gives 0 check free.json --json
mv out quiet.result.json
gives 1 verify clash.json quiet.result.json
says 'unlisted: b598, b599: not separated'
says '^1 of 179700 claims fails, 0 proved, 179699 decided again$'
sed 's/"pairs":179699/"pairs":179698/' crowd.result.json >short.result.json
gives 2 verify clash.json short.result.json
says 'unlisted: clash.json has 179699 pairs that are not listed, not 179698'
sed 's/"status":"separated"}}/"status":"touching"}}/' crowd.result.json >odd.result.json
gives 2 verify clash.json odd.result.json
says 'unlisted.status'
# The same with brackets 1 long instead of boxes: the last one stands with its foot in the one before.
crowd brackets.json 1.5 '"mesh":"parts/bracket.obj","scale":0.025'
gives 1 check brackets.json --json
says '"a":"b598","b":"b599","status":"penetrating"'
says '"unlisted":{"pairs":179699,"status":"separated"}'
[ "$(wc -l <err)" -eq 1 ] || complain "one file, told of more than once"
mv out brackets.result.json
gives 0 verify brackets.json brackets.result.json
says 'decided again: 179699 pairs not listed are separated'
gives 2 check clash.json --algorithm gilbert --trace steps.svg
says 'too many pairs: list the one to be drawn'

# --- the demonstration, from a folder that knows nothing of the repository
gives 0 demo
says '^1  An engine at rest: 7 bodies, [0-9,]* triangles, 20 pairs$'
says '^   piston and late exhaust valve: penetrating, depth 0.02716'
says '^   checked again: 19 claims proved, 1 decided again$'
says '^   piston and late exhaust valve meet after 1.89039'
says '^3  500 polytopes tumble in a box: 400 frames of 124,750 pairs$'
says '^   \([0-9,]*\) of \1 proofs hold, checked again in exact arithmetic: '
! grep -q 'around ([^)]*e-' out || complain "a place of rounding errors"
if grep -q '^Look at it: clearance-demo.html (' out; then
  grep -q 'id="clearance-result"' clearance-demo.html || complain "the page of the demonstration holds no result"
else
  says '^This program has no page to show it: '
fi
gives 2 demo -o no/such/folder.html
gives 0 demo --scenes
says '^engine  *one cylinder of an engine'
for scene in $("$program" demo --scenes | sed 's/ .*//'); do
  gives 0 demo --scene "$scene" -o "$scene.scene.json"
  says "^$scene.scene.json$"
  gives 0 demo --scene "$scene"
  cmp -s out "$scene.scene.json" || complain "$scene is printed in another way than it is written"
done
gives 1 check engine_clash.scene.json
gives 2 demo --scene nothing
says "there is no 'nothing'; clearance demo --scenes lists them$"
gives 2 demo --scene engine -o no/such/folder.json
gives 2 demo --scenes --scene engine
cp "$repository/examples/demo.scene.json" .
"$program" check --json --proof demo.scene.json >result.json || [ $? -eq 1 ] || complain "check of the demonstration"
gives 0 verify demo.scene.json result.json
