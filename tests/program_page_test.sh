#!/bin/sh
# clearance view and --report from outside: what is written, what is refused, and that nothing is left behind where it is.
#   program_page_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

box() { # box NAME X
  printf '{"name":"%s","shape":{"box":[1,1,1]},"pose":{"t":[%s,0,0]}}' "$1" "$2"
}
scene() { # scene FILE OBJECTS
  printf '{"format":"clearance-scene-1","objects":[%s]}' "$2" >"$1"
}
scene two.json "$(box a 0),$(box b 2)"

# --- a program without the page says so, and no more is to be had of it
status=0
"$program" view two.json -o page.html >out 2>err || status=$?
if grep -q 'built without the page' err; then
  [ "$status" -eq 2 ] || complain "no page, and status $status"
  [ ! -e page.html ] || complain "no page, and a file"
  gives 2 check two.json --report page.html
  says 'built without the page'
  echo "built without the page: nothing else to test"
  exit 0
fi
[ "$status" -eq 0 ] || complain "no page"

# element FILE ID: what stands in that element, up to the first thing that looks like its end. Raw deflate is gzip without
# its head and its sums, which gzip misses once all is out.
element() {
  if grep -q " data-packed=\"deflate-raw\" data-bytes=\"[0-9]*\" id=\"$2\">" "$1"; then
    { printf '\037\213\010\0\0\0\0\0\0\0' && content "$1" "$2" | base64 -d; } | gzip -dc 2>/dev/null || :
  else
    content "$1" "$2"
  fi
}
content() {
  awk -v begin=" id=\"$2\">" '
    !inside { at = index($0, begin); if (!at) next; inside = 1; $0 = substr($0, at + length(begin)) }
    { end = index($0, "<"); if (end) { print substr($0, 1, end - 1); exit } print }' "$1"
}
# holds FILE ID TEXT
holds() {
  element "$1" "$2" >element
  grep -qF -- "$3" element || complain "$1: $2 lacks $3: $(head -c 600 element)"
}
# whole FILE: a page with all its data, and nothing beside it.
whole() {
  for id in clearance-scene clearance-page clearance-arrays; do
    [ "$(grep -c " id=\"$id\">" "$1")" -eq 1 ] || complain "$1: not one element $id"
  done
  grep -q '</html>' "$1" || complain "$1: no end"
  for rest in "$1".part*; do [ ! -e "$rest" ] || complain "$rest was left behind"; done
  element "$1" clearance-page >element
  ! grep -qi '[:,[]\(nan\|inf\)' element || complain "$1: no number"
}

# --- what is in a page
gives 0 view two.json -o page.html
says '^page.html: 2 bodies, 1 pair, [0-9]* kB$'
whole page.html
holds page.html clearance-scene '"box": [1, 1, 1]'
holds page.html clearance-result '"status":"separated"'
holds page.html clearance-page '"made_by":"clearance view two.json -o page.html"'
holds page.html clearance-page '"title":"two.json"'
scene one.json "$(box alone 0)"
gives 0 view one.json -o page.html
whole page.html
grep -q 'only object' err || complain "nothing was asked, and nothing is said"
! grep -q 'id="clearance-result"' page.html || complain "a result of nothing"
gives 0 view "$repository/examples/bullet.scene.json" -o page.html
holds page.html clearance-result '"query":"move"'
holds page.html clearance-result '"timeline":'
gives 0 view "$repository/testdata/parts" --unit mm -o page.html
whole page.html
holds page.html clearance-scene '"mesh": "#'
holds page.html clearance-result '"unit":"mm"'
holds page.html clearance-page 'foil.off: a surface'

# --- a result that is there
"$program" check two.json --json --proof >two.result.json
gives 0 view two.json two.result.json -o page.html
holds page.html clearance-result '"status":"separated"'
sed 's/"separated"/"penetrating"/' two.result.json >lies.json # for the page to find out
gives 0 view two.json lies.json -o page.html
holds page.html clearance-result '"penetrating"'
rm page.html
scene three.json "$(box a 0),$(box b 2),$(box c 4)"
scene other.json "$(box a 0),$(box z 2)"
gives 2 view three.json two.result.json -o page.html
says 'two.result.json: pairs: nothing about a and c'
gives 2 view other.json two.result.json -o page.html
says 'two.result.json: pairs\[0\].b'
"$program" clash two.json --json >clash.json
gives 0 view two.json clash.json -o page.html
rm page.html
scene moved.json "$(box a 0),$(box b 2.5)"
gives 2 view moved.json clash.json -o page.html
says 'clash.json: parts\[1\]: b is another part, or elsewhere'
"$program" move "$repository/examples/bullet.scene.json" --json >bullet.json || true
sed 's/"interval": *\[[^]]*\]/"interval":[0,7]/' "$repository/examples/bullet.scene.json" >longer.json
gives 2 view longer.json bullet.json -o page.html
says 'bullet.json: interval'
gives 2 view two.json missing.json -o page.html
says 'missing.json: no such file'
gives 2 view two.json two.json -o page.html
mkdir skipping
printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >skipping/a.off
cp skipping/a.off skipping/b.off
printf 'OFF\n1 1 0\n' >skipping/bad.off
gives 2 view skipping -o page.html
says 'bad.off'
[ ! -e page.html ] || complain "a refused call left a page"
gives 0 view skipping --skip-bad -o page.html
holds page.html clearance-page 'bad.off: skipped'
holds page.html clearance-result '"skipped"'
printf '{"format":"clearance-scene-1","objects":[{"name":"a","shape":{"mesh":"gone.stl"}}]}' >gone.json
gives 2 view gone.json -o gone.html
says 'gone.json: objects\[0\].shape.mesh: gone.stl: no such file'
[ ! -e gone.html ] || complain "a refused call left a page"

# --- reports: the same output and status, and a page
same() { # same STATUS ARGS…
  gives "$@"
  mv out before
  cp err before.err
  rm -f report.html
  gives "$@" --report report.html
  cmp -s out before || complain "other output with --report: $*"
  whole report.html
}
for json in '' --json '--json --proof'; do
  # shellcheck disable=SC2086 # words
  same 0 check two.json $json
  # shellcheck disable=SC2086
  same 1 check "$repository/testdata/parts" $json
  # shellcheck disable=SC2086
  same 1 move "$repository/examples/bullet.scene.json" $json
done
same 1 check "$repository/testdata/parts" --within 20 --contacts
holds report.html clearance-result '"contacts":'
same 0 move "$repository/examples/key.scene.json"
same 0 clash two.json
same 1 clash "$repository/testdata/parts" --json
holds report.html clearance-result '"query":"clash"'
gives 2 check two.json --report
gives 2 check two.json --report ''
says 'check: --report: needs the name of a file'

# --- a run that is interrupted leaves its page, too
awk 'BEGIN {
  printf "{\"format\":\"clearance-scene-1\",\"objects\":["
  for (i = 0; i < 20000; i++)
    printf "%s{\"name\":\"b%d\",\"shape\":{\"box\":[1,1,1]},\"pose\":{\"q\":[1,0.1,0.%d,0],\"t\":[%.2f,%.2f,%.2f]}}", i ? "," : "", i, i % 97, i % 27 * 0.6, int(i / 27) % 27 * 0.6, int(i / 729) * 0.6
  print "]}" }' >heap.json
for delay in 1 2 0.5 4; do
  status=0
  rm -f cut.html
  timeout --preserve-status -s INT $delay "$program" clash heap.json --report cut.html --json >out 2>err || status=$?
  [ "$status" -eq 130 ] && [ -e cut.html ] && break
done
if [ "$status" -eq 130 ] && [ -e cut.html ]; then
  whole cut.html
  holds cut.html clearance-result '"ending":"interrupted"'
  holds cut.html clearance-page '"pairs not looked at"'
fi

# --- where a page cannot be written
for word in 'view two.json -o' 'check two.json --report' 'clash two.json --report' \
  "move $repository/examples/bullet.scene.json --report"; do
  # shellcheck disable=SC2086
  gives 2 $word missing/page.html
  says 'missing/page.html: cannot be written'
  # shellcheck disable=SC2086
  gives 2 $word .
  # shellcheck disable=SC2086
  gives 2 $word /dev/full
  says '/dev/full: is there already and is no plain file'
done
gives 2 view two.json -o two.json
says 'two.json: is what is read'
gives 2 check two.json --report ./two.json
gives 2 view two.json two.result.json -o two.result.json
grep -q clearance-scene-1 two.json || complain "the scene was overwritten"
gives 2 view two.json
gives 2 view two.json -o ''
if [ "$(id -u)" -ne 0 ]; then
  mkdir closed
  chmod a-w closed
  gives 2 view two.json -o closed/page.html
fi
# A full disk: no file may be longer than some kilobytes.
(
  trap '' XFSZ 2>/dev/null || true
  ulimit -f 1
  status=0
  "$program" view two.json -o full.html >full.out 2>full.err || status=$?
  echo "$status" >full.status
)
if [ "$(cat full.status)" -ne 0 ]; then
  [ "$(cat full.status)" -eq 2 ] || complain "a full disk: status $(cat full.status)"
  grep -q '^clearance: full.html: cannot be written' full.err || complain "a full disk: $(cat full.err)"
  [ ! -s full.out ] || complain "a full disk, and output"
  for rest in full.html*; do [ ! -e "$rest" ] || complain "$rest was left on a full disk"; done
else
  complain "a page of a few kilobytes fits on a full disk"
fi

# --- hostile names
rlo=$(printf '\342\200\256') lines=$(printf '\342\200\250\342\200\251') nut=$(printf '\360\237\224\251')
scene names.json "$(box '</script><script>alert(1)</script>' 0),$(box '\"quoted\" and \\' 2),$(box "${rlo}evil$lines" 4),$(box "$nut" 6),$(box __proto__ 8),$(box '<!--' 10),$(box constructor 12)"
gives 0 view names.json -o names.html
whole names.html
! grep -qF '</script><script>alert' names.html || complain "a name ended its element"
holds names.html clearance-scene '\u003c/script>\u003cscript>alert(1)\u003c/script>'
holds names.html clearance-scene '\u003c!--'
holds names.html clearance-scene "${rlo}evil\\u2028\\u2029"
holds names.html clearance-result '__proto__'
cp names.json 'a;<b>&"'"'"'.json'
gives 0 view 'a;<b>&"'"'"'.json' -o names.html
holds names.html clearance-page 'a;\u003cb>&\"'
bytes=$(printf 'x\377y')
cp two.json "$bytes.json"
gives 0 view "$bytes.json" -o names.html
whole names.html
holds names.html clearance-page "$(printf '"title":"x\357\277\275y.json"')"

# --- traces
gives 0 view two.json --trace all -o page.html
holds page.html clearance-page '"method":"lin_canny"'
gives 0 view two.json --trace lin_canny,gilbert --pair b,a --frames 3 -o page.html
[ "$(element page.html clearance-page | grep -c '^{"time":')" -eq 6 ] || complain "not three frames for each of two"
gives 2 view two.json --trace unheard -o page2.html
gives 2 view two.json --trace '' -o page2.html
gives 2 view two.json --trace gilbert --pair a,z -o page2.html
gives 2 view two.json --trace gilbert --frames 0 -o page2.html
gives 2 view two.json --frames 3 -o page2.html
says 'name them with --trace'
gives 2 view "$repository/testdata/parts" --pair a,b -o page2.html
[ ! -e page2.html ] || complain "a refused call left a page"

# --- sizes: 500 bodies of which some meet (a pair that penetrates takes 800 bytes), and a million triangles of which there is room for some
awk 'BEGIN {
  printf "{\"format\":\"clearance-scene-1\",\"objects\":["
  for (i = 0; i < 500; i++) {
    printf "%s{\"name\":\"body %d\",\"shape\":{\"hull\":[", i ? "," : "", i
    for (k = 0; k < 20; k++) printf "%s[%.3f,%.3f,%.3f]", k ? "," : "", cos(k * (1 + i % 7)), sin(k * 1.7 + i % 5), cos(k * 0.3 + 1) * sin(k)
    printf "]},\"pose\":{\"q\":[1,%.2f,%.2f,0],\"t\":[%d,%d,%d]}}", i % 3, i % 4, i % 8 * 2.5, int(i / 8) % 8 * 2.5, int(i / 64) * 2.5
  }
  print "]}" }' >many.json
gives 0 view many.json -o many.html
[ "$(wc -c <many.html)" -lt 1500000 ] || complain "a page of 500 bodies has $(wc -c <many.html) bytes"
awk 'BEGIN {
  n = 708 # squared, twice: a million triangles
  print "OFF"; print (n + 1) * (n + 1), 2 * n * n, 0
  for (i = 0; i <= n; i++) for (j = 0; j <= n; j++) print i, j, (i * 7 + j * 13) % 5 * 0.1
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) { a = i * (n + 1) + j; print 3, a, a + 1, a + n + 2; print 3, a, a + n + 2, a + n + 1 }
}' >ground.off
printf '{"format":"clearance-scene-1","objects":[{"name":"ground","shape":{"mesh":"ground.off"}},{"name":"ball","shape":{"box":[1,1,1]},"pose":{"t":[5,5,3]}}]}' >large.json
gives 0 view large.json -o large.html
says 'large.html: 2 bodies, 1 pair'
whole large.html
holds large.html clearance-page '"triangles","value":"1002540"'
holds large.html clearance-page '"left_out":[]'
echo "pages: all as they should be"
