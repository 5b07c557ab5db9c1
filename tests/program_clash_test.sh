#!/bin/sh
# clearance clash from outside: what it lists and what its exit status says, beside check; the files that it writes and
# what becomes of them on a full disk; three versions of an assembly; taking up again. program_clash_ends_test.sh has
# interruptions.
#   program_clash_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

box() { # box NAME SIDE X [Y]
  printf '{"name":"%s","shape":{"box":[%s,%s,%s]},"pose":{"q":[1,0,0,0],"t":[%s,%s,0]}}' "$1" "$2" "$2" "$2" "$3" "${4-0}"
}
scene() { # scene FILE OBJECTS…
  file=$1
  shift
  { printf '{"format":"clearance-scene-1","objects":['; IFS=,; printf '%s' "$*"; unset IFS; printf ']}'; } >"$file"
}

# --- flush bricks at tenths: one pair overlaps by a rounding
scene bricks.json "$(box a 0.1 0)" "$(box b 0.1 0.1)" "$(box c 0.1 0.2)" "$(box d 0.1 0.3)"
gives 1 clash bricks.json
says '^clash    c  d  depth 2.77[0-9]*e-17  (0.25, 0, 0)$'
says '^4 parts, 6 pairs: 1 clash, 2 touching$'
says '^1 clash is no deeper than the roundings of its coordinates: --tolerance'
gives 1 clash bricks.json --tolerance 1e-12
says '^4 parts, 6 pairs: 0 clashes, 3 touching$'
gives 0 clash bricks.json --tolerance 1e-12 --allow-touching
gives 1 clash bricks.json --allow-touching
gives 1 clash bricks.json --tolerance 1e-12 --touching
says '^touching  c  d  depth 2.77'

# --- exit statuses are those of check
scene kinds.json "$(box out 4 0)" "$(box in 1 0.5)" "$(box again 4 0)" "$(box far 1 9)"
scene apart.json "$(box left 1 0)" "$(box right 1 2)"
statuses=
for asked in bricks.json kinds.json apart.json "$repository/testdata/parts" "$repository/examples/plant.scene.json"; do
  for options in '' '--tolerance 1e-12' '--tolerance 400' '--allow-touching' '--tolerance 1e-12 --allow-touching' \
    '--tolerance 400 --allow-touching' '--within 0.05' '--within 1' '--within 0.1 --tolerance 1 --allow-touching' \
    '--within 0.2 --tolerance 1e-12 --allow-touching'; do
    status=0
    # shellcheck disable=SC2086  # words
    "$program" check "$asked" $options >check.out 2>&1 || status=$?
    # shellcheck disable=SC2086
    gives $status clash "$asked" $options
    # shellcheck disable=SC2086
    gives $status clash "$asked" $options --json
    statuses="$statuses$status"
    mv out result.json
    gives 0 verify "$asked" result.json
  done
done
case $statuses in *0*1* | *1*0*) ;; *) complain "the same status of everything says little: $statuses" ;; esac

# --- check records what it was asked, and where the nearest points are
gives 1 check apart.json --within 1 --json
says '"tolerance":0,"within":1'
says '"verdict":"near"'
says '"points":\[\[0.5,[-0-9.e]*,[-0-9.e]*\],\[1.5,'
mv out near.json
gives 0 verify apart.json near.json
sed 's/"verdict":"near"/"verdict":"clear"/' near.json >lies.json
gives 1 verify apart.json lies.json
says 'verdict: "clear", but by the claim it is "near"'
gives 2 check apart.json --tolerance 1 --status-only
gives 2 clash apart.json --depth off --tolerance 1
gives 2 clash apart.json --depth deep
says "unknown word 'deep'; there are off, fast, tight"
gives 2 clash apart.json --within -1

# --- duplicates, containment, surfaces
gives 1 clash kinds.json
says 'clash    out *again .*the same part twice$'
says 'clash    out *in .*b inside a$'
gives 1 clash kinds.json --json
mv out kinds.result.json
gives 0 verify kinds.json kinds.result.json
sed 's/"inside":"b"/"inside":"a"/' kinds.result.json >lies.json
gives 1 verify kinds.json lies.json
sed 's/"unlisted":{"pairs":3/"unlisted":{"pairs":4/' kinds.result.json >lies.json
gives 2 verify kinds.json lies.json
gives 1 clash "$repository/testdata/parts"
says 'foil.off  surfaces: no depth'
gives 1 clash "$repository/testdata/parts" --json --within 20
mv out parts.json
gives 0 verify "$repository/testdata/parts" parts.json
gives 1 clash "$repository/testdata/parts" --group part
says '^bracket.obj: 2 pairs$'
gives 1 clash "$repository/testdata/parts" --group place
says '^around ('
# A pair that is listed twice is one.
sed 's/]}$/],"pairs":[["out","in"],["in","out"],["out","far"]]}/' kinds.json >twice.json
gives 1 clash twice.json --json
mv out twice.result.json
gives 0 verify twice.json twice.result.json
# A clash that is left out of a result is noticed.
gives 1 clash apart.json --within 1 --json
sed 's/"pairs":\[$/"pairs":[],/; /"a":"left"/,/"points"/d; s/"pairs":0,"status"/"pairs":1,"status"/' out |
  tr -d '\n' | sed 's/"pairs":\[\],[^u]*"unlisted"/"pairs":[],"unlisted"/' >cut.json
gives 1 verify apart.json cut.json
says 'unlisted: left, right: near'

# --- files: a table of values; a full disk, a folder that is not there, something that is no file of ours
gives 1 clash kinds.json --csv kinds.csv
head -1 kinds.csv | grep -q '^a,b,verdict,status,depth_lower,' || complain "no heading in the table of values"
[ "$(wc -l <kinds.csv)" -eq 4 ] || complain "not a line for each clash"
gives 2 clash kinds.json --csv both --bcf ./both
says '^clearance: ./both: two outputs would be written into this file$'
[ ! -e both ] || complain "two outputs in one file"
gives 2 clash kinds.json --csv /dev/full
says '^clearance: /dev/full: is there already and is no plain file$'
for option in --csv --bcf --resume; do
  said=$( (trap '' XFSZ; ulimit -f 0; "$program" clash kinds.json $option full 2>&1 >/dev/null || echo "status $?") | grep -v 'unit of the parts')
  [ "$said" = "$(printf 'clearance: full: cannot be written: File too large\nstatus 2')" ] || complain "no room for $option: $said"
  [ ! -e full ] || complain "a half-written file: $option"
done
gives 2 clash kinds.json --csv nowhere/kinds.csv
says '^clearance: nowhere/kinds.csv: cannot be written: the folder nowhere/ is not there, or not writable$'
gives 1 clash kinds.json --bcf kinds.bcf
[ "$(head -c 2 kinds.bcf)" = PK ] || complain "no archive of topics"
grep -q '^clearance: --bcf: nothing says the unit' err || complain "a unit was assumed in silence"
gives 1 clash "$repository/testdata/parts" --unit mm --bcf parts.bcf
grep -q 'nothing says the unit' err && complain "the unit was given"
gives 2 clash kinds.json --bcf nowhere/kinds.bcf
echo precious >notes.txt
gives 2 clash kinds.json --resume notes.txt
says '^clearance: notes.txt: is no file of --resume, and would be overwritten; name another$'
grep -q precious notes.txt || complain "somebody's notes were overwritten"
find . -name '*.part*' | grep -q . && complain "a half-written file"
# A table that nobody can take is told, too.
if "$program" clash kinds.json >/dev/full 2>err; then complain "a full disk took the table"; fi
grep -q '^clearance: cannot write to stdout$' err || complain "nothing about stdout"

# --- names of any kind, read back from the table of values by SQLite
mkdir odd
odd_lines='two
lines.obj'
for name in 'a, b.obj' 'say "no".obj' "$odd_lines" 'Träger 管道 🦆.obj'; do
  cp "$repository/testdata/parts/peg.obj" "odd/$name"
done
gives 1 clash odd --csv odd.csv
sqlite3 -bail :memory: '.import --csv odd.csv clashes' '.mode quote' \
  "SELECT replace(a || ' & ' || b, char(10), '/'), verdict, status, note, change FROM clashes" | LC_ALL=C sort >out
LC_ALL=C sort >err <<'END'
'a, b.obj & say "no".obj','clash','penetrating','duplicate',''
'a, b.obj & two/lines.obj','clash','penetrating','duplicate',''
'Träger 管道 🦆.obj & a, b.obj','clash','penetrating','duplicate',''
'say "no".obj & two/lines.obj','clash','penetrating','duplicate',''
'Träger 管道 🦆.obj & say "no".obj','clash','penetrating','duplicate',''
'Träger 管道 🦆.obj & two/lines.obj','clash','penetrating','duplicate',''
END
cmp -s out err || complain "SQLite reads other values"
gives 1 clash odd --bcf odd.bcf
unzip -tq odd.bcf >out || complain "unzip does not take the archive"

# --- a proof that is not in the output is not promised
gives 0 check "$repository/testdata/parts/bracket.obj" "$repository/testdata/parts/slug.off"
says ' cover (with --proof)$'

# --- parts as they come, and what was skipped is not clear
mkdir parts
cp "$repository/testdata/parts/peg.obj" "$repository/testdata/parts/plate.stl" parts
gives 0 clash parts
gives 0 clash parts/peg.obj parts/plate.stl
echo nonsense >parts/bad.off
gives 2 clash parts
gives 1 clash parts --skip-bad --json
mv out skipped.json
gives 0 verify parts --skip-bad skipped.json

# --- three versions of an assembly
scene one.json "$(box beam 2 0)" "$(box duct 2 1.5)" "$(box pipe 2 0 5)" "$(box bolt 2 0 9)"
scene two.json "$(box beam 2 0)" "$(box duct 2 1.5)" "$(box pipe 2 0 1.5)" "$(box bolt 2 0 9)"
scene three.json "$(box beam 2 0)" "$(box 'duct v2' 2 1.5)" "$(box bolt 2 0 1)"
gives 1 clash one.json --json
mv out one.result.json
gives 1 clash two.json --against one.result.json
says '^clash *still there *beam *duct '
says '^clash *new *beam *pipe '
says ', 0 resolved$'
gives 1 clash two.json --against one.result.json --json
mv out two.result.json
gives 0 verify two.json two.result.json
gives 2 verify three.json two.result.json
gives 1 clash three.json --against two.result.json
says '^clash *still there *beam *duct v2 '
says '^clash *new *beam *bolt '
says '^resolved: beam, pipe: was clash, and pipe is not there any more$'
gives 1 clash three.json --against two.result.json --within 0.5
says 'two.result.json: was made with another --within'
gives 2 clash three.json --against notes.txt
# Back to the first: what was resolved is new again, and what the last one brought is gone.
gives 1 clash three.json --against two.result.json --json --csv changes.csv
mv out three.result.json
gives 0 verify three.json three.result.json
[ "$(sqlite3 :memory: '.import --csv changes.csv t' "SELECT group_concat(a || '+' || b || ' ' || change, '; ')
  FROM (SELECT * FROM t ORDER BY change, a, b)")" = 'beam+bolt new; duct v2+bolt new; beam+duct v2 still' ] || complain "changes.csv"
gives 1 clash one.json --against three.result.json --json
mv out back.result.json
gives 1 clash one.json --against three.result.json
says '^clash *still there *beam *duct '
says '^resolved: beam, bolt: was clash$'
says '^4 parts, 6 pairs: 1 clash, 0 touching, 2 resolved$'
gives 1 clash two.json --against back.result.json
says '^clash *new *beam *pipe '
says ', 0 resolved$'

# --- the worked example of docs/clash.md is what is printed
is_in_the_docs() {
  while IFS= read -r printed; do
    grep -qxF -e "$printed" "$repository/docs/clash.md" || complain "docs/clash.md has another line than: $printed"
  done <out
}
plant=$repository/examples/plant.scene.json
gives 1 clash "$plant" --within 5
is_in_the_docs
gives 1 clash "$plant" --json
mv out monday.json
gives 0 verify "$plant" monday.json
sed '/"bolt-7b"/d; s/900, 1350, 2400/900, 1350, 2340/; s/1000, 500, 2563/1000, 500, 2440/' "$plant" >tuesday.scene.json
gives 1 clash tuesday.scene.json --against monday.json
is_in_the_docs

# --- what is known is not asked again; what is damaged or of another question is not believed
gives 1 clash kinds.json --resume known --json
mv out first.json
gives 1 clash kinds.json --resume known --json
cmp -s out first.json || complain "another result from what is known"
[ ! -s err ] || complain "something to say about a sound file"
sed 's/penetrating/separated/' known >damaged
gives 1 clash kinds.json --resume damaged --json
cmp -s out first.json || complain "a damaged file was believed"
grep -q '^clearance: damaged: is of other options or another version, or damaged; every pair is looked at again$' err ||
  complain "nothing about the damage"
gives 1 clash kinds.json --resume known --within 9 --json
mv out other.json
gives 0 verify kinds.json other.json

# --- on a terminal: rows as they are found, then the table; piped, the table alone
if command -v script >/dev/null && script -qec true typed >/dev/null 2>&1; then
  script -qec "'$program' clash kinds.json" typed >/dev/null 2>&1 || true
  [ "$(tr -d '\r' <typed | grep -c 'clash .*out.*again')" -eq 2 ] || complain "rows are not shown as they are found"
else
  echo "no terminal can be had here: rows that appear as they are found are not tested"
fi
gives 1 clash kinds.json
[ "$(grep -c 'out.*again' out)" -eq 1 ] || complain "a row twice, where nobody looks on"
