#!/bin/sh
# How runs of clearance clash end when something comes between: interruptions at random moments, taken up again; disks
# that are full, folders that cannot be written.
#   program_clash_ends_test.sh PROGRAM REPOSITORY
set -eu
program=$1
repository=$2
. "$repository/tests/calls.sh"

# --- interrupted at random moments, each result is whole, and taken up again it becomes that of one run
cp "$repository/testdata/parts/bracket.obj" .
awk 'BEGIN {
  printf("{\"format\":\"clearance-scene-1\",\"objects\":[")
  for (x = 0; x < 12; ++x)
    for (y = 0; y < 12; ++y)
      printf("%s{\"name\":\"b%dx%d\",\"shape\":{\"mesh\":\"bracket.obj\"},\"pose\":{\"q\":[1,%.1f,0.2,%.1f],\"t\":[%d,%d,0]}}",
             (x + y ? "," : ""), x, y, x % 10 / 10, y % 10 / 10, 21 * x, 21 * y)
  printf("]}")
}' >heap.json
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
below() { echo $(($(od -An -N4 -tu4 /dev/urandom) % $1)); } # below N: a random number
run() { "$program" clash heap.json --depth tight "$@"; }

begun=$(milliseconds)
run --json --csv whole.csv >whole 2>err </dev/null || [ $? -eq 1 ] || complain "the heap is not judged"
lasts=$(($(milliseconds) - begun))
cut_runs=0
for round in 1 2 3; do
  rm -f heap.known
  for attempt in 1 2 3 4 5; do
    delay=$(below "$lasts")
    status=0
    timeout --preserve-status -s INT "$((delay / 1000)).$(printf '%03d' $((delay % 1000)))" \
      "$program" clash heap.json --depth tight --resume heap.known --csv cut.csv --json >out 2>err </dev/null || status=$?
    # Through before it was struck: nothing is left for other rounds.
    [ $status -ne 1 ] || break
    [ $status -eq 130 ] || complain "status $status after an interruption"
    # A signal that strikes before anybody listens leaves nothing.
    [ -s out ] || continue
    cut_runs=$((cut_runs + 1))
    mv out cut.json
    grep -q '"ending":"interrupted","not_looked_at":[1-9]' cut.json || complain "an interrupted result does not say so"
    [ "$(wc -l <cut.csv)" -eq $((1 + $(grep -c '"a":' cut.json))) ] || complain "another number of rows and pairs"
    [ -s heap.known ] || complain "nothing is kept of an interrupted run"
    [ $attempt -gt 1 ] || gives 0 verify heap.json cut.json
  done
  gives 1 clash heap.json --depth tight --resume heap.known --csv last.csv --json
  cmp -s out whole || complain "taken up again, another result, in round $round"
  cmp -s last.csv whole.csv || complain "taken up again, another table of values"
done
[ $cut_runs -gt 0 ] || complain "of 15 signals none came while pairs were looked at"

# --- no room, or no right to write: one line, what was there stays, and nothing half-written
no_part_files() { [ -z "$(find "$1" -name '*.part*')" ] || complain "a half-written file in $1"; }
# refused PATH SAID OPTION: that file of that option is refused with these words.
refused() {
  gives 2 clash heap.json --tolerance 1e-9 "$3" "$1"
  says "^clearance: $1: cannot be written: $2"
}
mkdir shut
echo precious >shut/old
chmod 555 shut
for option in --csv --bcf --resume; do
  refused "/proc/new" '' $option
  # Root may write anywhere.
  if [ "$(id -u)" -ne 0 ]; then
    refused shut/new 'the folder shut/ is not there, or not writable$' $option
  elif command -v setpriv >/dev/null && setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
    chmod 755 .
    status=0
    setpriv --reuid 65534 --clear-groups "$program" clash "$PWD/heap.json" $option "$PWD/shut/new" >out 2>err || status=$?
    [ $status -eq 2 ] || complain "status $status in a folder of others"
    says "^clearance: $PWD/shut/new: cannot be written: the folder $PWD/shut/ is not there, or not writable$"
  fi
done
chmod 755 shut
no_part_files shut

# A file system of a few pages, and one that is only read: by a name space of our own, where the system allows it.
cat >in_small_room.sh <<'END'
set -eu
mount -t tmpfs -o size=8k none room
echo precious >room/old
: >failed
for option in --csv --bcf --resume; do
  files="room/new room/old"
  [ $option != --resume ] || files=room/new  # which overwrites nothing but its own
  for file in $files; do
    status=0
    "$1" clash heap.json $option $file >out 2>err || status=$?
    [ $status -eq 2 ] && [ ! -s out ] && [ "$(grep -v 'triangulated\|unit of the parts' err)" = \
      "clearance: $file: cannot be written: No space left on device" ] || { echo "$option $file: status $status"; cat err; } >>failed
  done
done
[ "$(ls -A room)" = old ] && [ "$(cat room/old)" = precious ] || ls -A room >>failed
mount -o remount,ro none room
for option in --csv --bcf --resume; do
  status=0
  "$1" clash heap.json $option room/new >out 2>err || status=$?
  [ $status -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q '^clearance: room/new: cannot be written: ' err ||
    { echo "read only, $option: status $status"; cat err; } >>failed
done
END
mkdir room
if unshare -rm mount -t tmpfs none room 2>/dev/null; then
  unshare -rm sh in_small_room.sh "$program" || complain "no small file system"
  [ ! -s failed ] || complain "a full disk: $(cat failed)"
else
  echo "no name spaces here: a full disk is tested by a limit of sizes alone (program_clash_test.sh)"
fi
