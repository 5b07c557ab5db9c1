#!/bin/sh
# `clearance check --contacts` and what verify says of it, from outside: closed forms, every kind of shape, forged and
# broken files.
#   program_contacts_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

scene() { printf '{"format":"clearance-scene-1","objects":[%s]}\n' "$1"; }
object() { printf '{"name":"%s","shape":%s,"pose":{"q":[1,0,0,0],"t":[%s]}}' "$1" "$2" "$3"; }
floor='{"half_space":{"normal":[0,0,1],"offset":0}}'
cube='{"box":[1,1,1]}'
ball='{"rounded":{"core":{"hull":[[0,0,0]]},"radius":0.5}}'
# Dented from above in the middle of its top, so that it is no convex body; the bottom is one face of two triangles.
dented='{"mesh":{"vertices":[[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0],[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],[0,0,-0.5]],"triangles":[[0,1,8],[1,2,8],[2,3,8],[3,0,8],[0,4,1],[1,4,5],[1,5,2],[2,5,6],[2,6,3],[3,6,7],[3,7,0],[0,7,4],[4,6,5],[4,7,6]]}}'
parts='{"convex_parts":[{"box":[1,1,1]},{"hull":[[3,0,-0.5],[4,0,-0.5],[3,1,-0.5],[3,0,0.5]]}]}'

# --- a cube that rests on a floor: four points, its lower corners
scene "$(object floor "$floor" 0,0,0),$(object crate "$cube" 0,0,0.5)" >rest.json
gives 1 check rest.json
grep -q vertex out && complain "contacts unasked"
gives 1 check rest.json --contacts
says '^a  *b  *place  *normal  *gap  *on a  *on b$'
for corner in '(-0.5, -0.5, 0)  *(0, 0, 1)  *0  *face 0  *vertex 0' '(0.5, -0.5, 0) .* vertex 1' '(-0.5, 0.5, 0) .* vertex 2' \
  '(0.5, 0.5, 0) .* vertex 3'; do
  says "^floor  *crate  *$corner\$"
done
[ "$(grep -c vertex out)" -eq 4 ] || complain "four points"
gives 1 check rest.json --contacts --points 2
[ "$(grep -c vertex out)" -eq 2 ] || complain "two points"
gives 1 check rest.json --contacts --json
mv out rest.result
grep -q '"contacts":\[{"normal":\[0,0,1\],"gap":{"lower":' rest.result || complain "no contacts in the result"
gives 0 verify rest.json rest.result
says '^4 contact points checked$'
says '^1 claim proved$'
gives 0 verify rest.json rest.result --strict

# --- a margin: what does not touch yet
scene "$(object floor "$floor" 0,0,0),$(object crate "$cube" 0,0,0.75)" >above.json
gives 0 check above.json --contacts
grep -q vertex out && complain "nothing touches"
gives 0 check above.json --contacts --json
says '"contacts":\[\]'
sed 's/"contacts":\[\]/"contacts":7/' out >no_list.result
gives 2 verify above.json no_list.result
says '^clearance: no_list.result: pairs\[0\]\.contacts: expected a list, found a number$'
gives 0 check above.json --contacts --margin 0.25
says '(-0.5, -0.5, 0.125)  *(0, 0, 1)  *0.25  *face 0  *vertex 0$'
gives 0 check above.json --contacts --margin 0.25 --json
mv out above.result
gives 0 verify above.json above.result
says '^4 contact points checked$'

# --- all kinds of shapes on each other
stand=-0.00390625  # 1/256 within each other
scene "$(object floor "$floor" 0,0,0),$(object slab "$dented" 0,0,0.99609375),$(object on "$cube" 1.5,1.5,1.4921875),$(
  object ball "$ball" 1.5,1.5,2.48828125),$(object table "$parts" 6,0,0.49609375),$(object box "$cube" 6.25,0.25,1.4921875)" >all.json
gives 1 check all.json --contacts
says "^floor  *slab  *(-2, -2, -0.00195312)  *(0, 0, 1)  *-0.00390625  *face 0  *vertex 4\$"
says "^on  *ball  *(1.5, 1.5, 1.99023)  *(0, 0, 1)  *-0.00390625  *face 4-5-7-6  *vertex 0\$"
says '^floor  *table part 0  .* vertex 0$'
says '^floor  *table part 1  .* vertex 1$'
says "^table part 0  *box  .* (0, 0, 1)  *$stand  *"
says "^slab  *on  "
gives 1 check all.json --contacts --margin 0.01 --json
mv out all.result
grep -q '"part":{"a":0}' all.result || complain "parts are named"
gives 0 verify all.json all.result
says '^[0-9]* contact points checked$'
# The other way round.
scene "$(object crate "$cube" 0,0,0.5),$(object floor "$floor" 0,0,0)" >turned.json
gives 1 check turned.json --contacts
says '^crate  *floor  *(-0.5, -0.5, 0)  *(0, 0, -1)  *0  *vertex 0  *face 0$'
gives 1 check turned.json --contacts --json
mv out turned.result
gives 0 verify turned.json turned.result

# --- forged contacts: exit status 1, and a line that says which
forge() {  # NAME SED-SCRIPT WORDS
  sed -E "$2" rest.result >"$1"
  cmp -s "$1" rest.result && complain "$1 is not forged"
  gives 1 verify rest.json "$1"
  says "^pairs\\[0\\]: floor, crate: contacts\\[0\\]$3"
  says '^4 contact points checked, those of 1 pair fail$'
  says '^1 claim proved$'
}
forge normal 's/"contacts":\[\{"normal":\[0,0,1\]/"contacts":[{"normal":[0,0,1.00000001]/' ': the normal is not of unit length$'
forge turned 's/"contacts":\[\{"normal":\[0,0,1\]/"contacts":[{"normal":[1,0,0]/' ': the normal is not that of the half-space$'
forge corner 's/"vertex":0/"vertex":7/' '\.points\[0\]\.features\.b: the place is farther than the error from it$'
forge plane 's/"face":0/"vertex":0/' '\.points\[0\]\.features\.a: a half-space has one face, 0$'
forge edge 's/"vertex":0/"edge":[0,3]/' '\.points\[0\]\.features\.b: there is no edge from 0 to 3$'
forge face 's/"vertex":0/"face":[0,1,3,2]/' '\.points\[0\]\.features\.b: the body has points beyond the face$'
forge place 's/"b":\[-0.5,-0.5,0\]/"b":[-0.5,-0.4999,0]/' '\.points\[0\]: b − a is not gap·normal within the error$'
forge both 's/"(a|b)":\[-0.5,-0.5,0\]/"\1":[-0.5,-0.4999,0]/g' '\.points\[0\]\.features\.b: the place is farther than the error from it$'
forge gap 's/("b":\[-0.5,-0.5,0\],"gap":)\{[^}]*\}/\1{"lower":0.1,"upper":0.2}/' '\.points\[0\]: b − a is not gap·normal within the error$'
forge depth 's/("normal":\[0,0,1\],"gap":)\{[^}]*\}/\1{"lower":0.1,"upper":0.2}/' '\.gap: along the normal the bodies are nearer than lower$'

# --- broken files and lines
broken() {  # SED-SCRIPT WORDS
  sed -E "$1" rest.result >broken.result
  cmp -s broken.result rest.result && complain "not broken: $1"
  gives 2 verify rest.json broken.result
  says "^clearance: broken.result: pairs\\[0\\]\\.contacts$2"
}
broken 's/"vertex":0/"vertex":8/' '\[0\]\.points\[0\]\.features\.b: vertex 8 of a shape that has 8: a result of another scene?$'
broken 's/"vertex":0/"vertex":0.5/' '\[0\]\.points\[0\]\.features\.b\.vertex: not the number of a vertex$'
broken 's/"vertex":0/"corner":0/' '\[0\]\.points\[0\]\.features\.b'
broken 's/"vertex":0/"vertex":0,"face":0/' '\[0\]\.points\[0\]\.features\.b: expected one of "vertex", "edge" and "face"$'
broken 's/"vertex":0/"face":[0,1]/' '\[0\]\.points\[0\]\.features\.b\.face: a face has three vertices at least$'
broken 's/"error":/"mistake":/' '\[0\]\.points\[0\]'
broken 's/"error":/"error":-/' '\[0\]\.points\[0\]\.error: expected zero or more$'
broken 's/"contacts":\[\{"normal":\[0,0,1\]/"contacts":[{"normal":[0,1]/' '\[0\]\.normal: '
broken 's/"contacts":\[\{/"contacts":[{"part":{"b":1},/' '\[0\]\.part\.b: part 1 of a shape that has 1: a result of another scene?$'
gives 2 check rest.json --margin 1
says '^clearance: check: --margin: is about contacts: ask for them with --contacts$'
gives 2 check rest.json --points 4
says '^clearance: check: --points: is about contacts'
gives 2 check rest.json --contacts --status-only
says 'asks for more than --status-only decides$'
for margin in -1 nan inf 1e301 x ''; do gives 2 check rest.json --contacts --margin "$margin"; done
for points in 0 -1 1.5 1e10 x ''; do gives 2 check rest.json --contacts --points "$points"; done
gives 0 --help
gives 0 check --help
says '\-\-contacts'

echo "contacts from outside: closed forms, every kind of shape, forged and broken files"
