#!/bin/sh
# `clearance info` about points and segments of solids, from outside.
#   program_solid_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"
cp "$repository/examples/tetrahedron.obj" "$repository/examples/hook.obj" "$repository/examples/rock.obj" .

# --- what the solid has
gives 0 info tetrahedron.obj
grep -q brep out && complain "info told of vertices, edges and faces unasked"
gives 0 info tetrahedron.obj --brep
says 'brep  *4 vertices, 6 edges, 4 faces, 4 loops$'
says 'index  *balanced, [0-9]* nodes, height [0-9]*, average height [0-9.]*$'
gives 0 info hook.obj --brep --splitting hybrid
says 'brep  *7 vertices, 12 edges, 7 faces, 7 loops$'
says 'index  *hybrid, '
gives 0 info tetrahedron.obj hook.obj --brep --splitting autopartition
says 'autopartition'

# --- points: every kind of answer, and the planes that told it
gives 0 info hook.obj --at 1,1,2
says 'at  *(1, 1, 2): face 0 ([0-9]* planes)$'
says '^  *on  *face 0  *z = 2$'
gives 0 info hook.obj --at 2,1,2 --at 3,1,2 --at=1,1.25,1.5 --at 3,0.5,2 --at -1,0,0
says 'at  *(2, 1, 2): vertex 4 ('
says 'at  *(3, 1, 2): edge 4-5 ('
says 'at  *(1, 1.25, 1.5): inside ('
says 'at  *(3, 0.5, 2): outside ('
says 'at  *(-1, 0, 0): outside (outside its box)$'
# A hair's breadth, exactly; and a tolerance that takes it.
gives 0 info hook.obj --at 1,1,2.0000000000000004
says ': outside ('
gives 0 info hook.obj --at 1,1,1.9999999999999998
says ': inside ('
gives 0 info hook.obj --at 1,1,2.0000000000000004 --tolerance 1e-9
says ': face 0 ('
for splitting in autopartition hybrid balanced; do
  gives 0 info tetrahedron.obj --at 3,0,0 --at 1.5,0,0 --at 1,0.5,0 --at 1,1,1 --splitting $splitting
  says ': vertex 1 ('
  says ': edge 0-1 ('
  says ': face 3 ('
  says ': inside ('
done

# --- the segment of the paper's Figure 3
gives 0 info hook.obj --segment -1,1,2,5,1,2
says 'segment  *\[outside, (edge 1-2, [0-9.]*), face 0, (vertex 4, 0.5), edge 4-5, (vertex 5, [0-9.]*), outside\]$'
says '^  *at 0.5  *vertex 4  *(2, 1, 2)$'
gives 0 info hook.obj --segment 5,1,2,-1,1,2
says 'segment  *\[outside, (vertex 5, [0-9.]*), edge 4-5, (vertex 4, 0.5), face 0, (edge 1-2, [0-9.]*), outside\]$'
gives 0 info hook.obj --segment 1,1.5,2,1,1.5,1
says 'segment  *\[(face 0, 0), inside\]$'

# --- pictures
gives 0 info tetrahedron.obj --splitting autopartition --at 1.5,0,0 --index tree.svg
grep -q '^<svg ' tree.svg || complain "no tree"
[ "$(grep -c 'class="leaf"' tree.svg)" -eq $((2 * $(grep -c 'class="plane"' tree.svg) + 1)) ] || complain "leaves are missing"
grep -q 'class="on" .*stroke-width="3.5"' tree.svg || complain "no path in the tree"
gives 0 info hook.obj --segment -1,1,2,5,1,2 --at 1,1.25,1.5 --trace segment.svg
[ "$(grep -c 'class="piece"' segment.svg)" -eq 4 ] || complain "pieces are missing"
[ "$(grep -c 'class="point"' segment.svg)" -eq 4 ] || complain "points are missing"
gives 2 info hook.obj --at 0,0,0 --trace no/such/folder.svg
says 'no/such/folder.svg'
gives 2 info hook.obj --trace picture.svg
says 'info: --trace: draws points and segments: name one with --at or --segment$'
gives 2 info hook.obj tetrahedron.obj --index picture.svg
says 'info: --index: draws one solid, and there are several files$'
gives 2 info hook.obj --index ''
says 'info: --index: needs the name of a file$'
[ ! -e picture.svg ] || complain "a picture of a refusal"

# --- bad input
for text in 1,2 1,2,3,4 1,2,x 1,2, ,1,2 1,,2 '1 2 3' '' nan,0,0 inf,0,0 1e301,0,0 0x1,0,0; do
  gives 2 info hook.obj --at "$text"
  says "info: --at: needs three decimal numbers x,y,z of at most 1e300, not '$text'$"
done
for text in 1,2,3 1,2,3,4,5 1,2,3,4,5,6,7 1,2,3,4,5,y; do
  gives 2 info hook.obj --segment "$text"
  says "info: --segment: needs six decimal numbers x,y,z,x,y,z of at most 1e300, not '$text'$"
done
gives 2 info hook.obj --at
says 'needs a value'
for text in -1 nan inf much; do
  gives 2 info hook.obj --at 1,1,1 --tolerance $text
  says "info: --tolerance: needs a decimal number from 0 to 1e300, not '$text'$"
done
gives 2 info hook.obj --at 1,1,1 --tolerance 100
says 'hook.obj: --tolerance: 100 is larger than the solid'
gives 2 info hook.obj --segment 1,1,1,2,2,2 --tolerance 1e300
gives 2 info hook.obj --tolerance 0.1
says 'info: --tolerance: is for points and segments: name one with --at or --segment$'
gives 2 info hook.obj --splitting fancy --brep
says "info: --splitting: unknown name 'fancy'; there are balanced, hybrid, autopartition$"
gives 2 info hook.obj --splitting hybrid
says 'info: --splitting: is for the index'

# --- what is no solid has no entities: facts say so, questions about it are refused
sed '$d' hook.obj >open.obj
gives 0 info open.obj --brep
says 'brep  *none: '
gives 2 info open.obj --at 0,0,0
says '^clearance: open.obj: .*not closed'
# Two tetrahedra through each other: closed, but the boundary crosses itself.
{
  cat tetrahedron.obj
  awk '/^v/ { print "v", $2 + 0.5, $3 + 0.25, $4 + 0.25 }' tetrahedron.obj
  awk '/^f/ { print "f", $2 + 4, $3 + 4, $4 + 4 }' tetrahedron.obj
} >crossing.obj
gives 0 info crossing.obj --brep
says 'solid  *yes'
says 'brep  *none: .*triangles .*0 and 5'
gives 2 info crossing.obj --segment 0,0,0,1,1,1
says '^clearance: crossing.obj: '
# Inside out is the same solid.
awk '/^f/ { printf "f"; for (i = NF; i > 1; --i) printf " %s", $i; print ""; next } { print }' hook.obj >turned.obj
gives 0 info turned.obj --at 1,1.25,1.5 --at 1,1,2
says ': inside ('
says ': face 0 ('
