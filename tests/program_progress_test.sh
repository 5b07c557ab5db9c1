#!/bin/sh
# The line of progress: on a terminal for work that lasts, never where stderr is none, and gone in the end.
#   program_progress_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"
SHELL=/bin/sh
export SHELL

plant=$repository/examples/plant.scene.json
empty=$(printf "\033\\[K")

# --- where stderr is no terminal, not a word
: >err
for word in clash check; do
  CLEARANCE_PROGRESS_AFTER=0 "$program" $word "$plant" >"$word.piped" 2>err </dev/null || true
  grep -q "…" err && complain "$word: progress where stderr is no terminal"
done

if ! script -qefc true typed </dev/null >/dev/null 2>&1; then
  echo "no terminal can be had here: progress on one is not tested"
  exit 0
fi

# shown_by WORDS ARGS…: with stderr alone on a terminal these words are there, and nothing is left of them; stdout has
# what it has without one.
shown_by() {
  words=$1
  shift
  CLEARANCE_PROGRESS_AFTER=0 "$program" "$@" >silent 2>/dev/null </dev/null || true
  line="CLEARANCE_PROGRESS_AFTER=0 '$program'"
  for argument in "$@"; do line="$line '$argument'"; done
  script -qefc "$line >out" err </dev/null >/dev/null 2>&1 || true
  cmp -s silent out || complain "progress in what stdout has: clearance $*"
  grep -q -e "$words …" err || complain "no progress ($words): clearance $*"
  # The last line that was made empty stays so.
  tr "\r" "\n" <err | grep "^$empty" | tail -n 1 | grep -q "…" && complain "something is left on the terminal: clearance $*"
  CLEARANCE_PROGRESS_AFTER=1000000 script -qefc "'$program' $1 '$2' >out" err </dev/null >/dev/null 2>&1 || true
  grep -q "…" err && complain "progress of short work: clearance $*"
  return 0
}
shown_by 'reading .*plant.scene.json' clash "$plant"
shown_by 'pairs 0 of [1-9][0-9]*' clash "$plant"
shown_by 'reading .*plant.scene.json' check "$plant"
shown_by 'pairs 0 of 36' check "$plant"
shown_by 'reading .*parts' clash "$repository/testdata/parts"
shown_by 'pairs 0 of [1-9][0-9]*' clash "$repository/testdata/parts" --depth tight
shown_by 'files 0 of 1' info "$repository/testdata/parts/bracket.obj"
"$program" check "$plant" --json >result.json 2>/dev/null || true
shown_by 'certificates 0 of 36' verify "$plant" result.json
shown_by 'pairs 0 of 1' move "$repository/examples/thrown_gem.scene.json"

# --- without a word about it: after a second, and not before
mkfifo feed
begun=$(date +%s%N)
script -qefc "cat feed | '$program' clash /dev/stdin >out" err </dev/null >/dev/null 2>&1 &
exec 3>feed
waited=0
until grep -q 'reading /dev/stdin …' err 2>/dev/null; do
  waited=$((waited + 1))
  [ $waited -le 600 ] || complain "no progress after a minute"
  sleep 0.1
done
[ $(($(date +%s%N) - begun)) -ge 1000000000 ] || complain "progress within the first second"
cat "$plant" >&3
exec 3>&-
wait $! || true
cmp -s clash.piped out || complain "another table from a pipe that is slow"
