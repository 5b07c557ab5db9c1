# For tests of the program from outside: an empty folder to stand in, and calls whose outcome is checked. Sourced with
# $program set; leaves what the last call printed in out and err.
# shellcheck shell=sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

complain() {
  echo "FAILED: $1"
  echo "  stdout: $(head -c 2000 out)"
  echo "  stderr: $(head -c 2000 err)"
  exit 1
}

# gives STATUS ARGS…: that exit status; at 2 one line on stderr that begins with the program's name, and no stdout.
gives() {
  wanted=$1
  shift
  status=0
  "$program" "$@" >out 2>err </dev/null || status=$?
  [ "$status" -eq "$wanted" ] || complain "status $status, not $wanted: clearance $*"
  [ "$wanted" -eq 2 ] || return 0
  [ ! -s out ] || complain "status 2 with output: clearance $*"
  [ "$(wc -l <err)" -eq 1 ] || complain "status 2 without exactly one line: clearance $*"
  grep -q '^clearance: ' err || complain "a line that does not name the program: clearance $*"
}

# refuses LINES ARGS…: status 2, that many lines on stderr, each with the program's name, and no stdout.
refuses() {
  lines=$1
  shift
  status=0
  "$program" "$@" >out 2>err </dev/null || status=$?
  [ "$status" -eq 2 ] || complain "status $status, not 2: clearance $*"
  [ ! -s out ] || complain "status 2 with output: clearance $*"
  [ "$(grep -c '^clearance: ' err)" -eq "$lines" ] || complain "not $lines lines that name the program: clearance $*"
  [ "$(wc -l <err)" -eq "$lines" ] || complain "other than $lines lines: clearance $*"
}

# says WORDS: the last call printed them, on stdout or (status 2) on stderr.
says() { cat out err | grep -q -e "$1" || complain "nothing about: $1"; }
