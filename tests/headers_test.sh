#!/bin/sh
# Question: does every header of the installed package compile alone, and does the umbrella stay light?
# Method:   headers_test.sh COMPILER ROOT: each is the only thing that a file includes.
set -eu
compiler=$1 root=$2
most_lines=65000

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
alone() {
  printf '#include <%s>\n' "$1" >"$2/alone.cpp"
  "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wshadow -Werror -I"$root" "$2/alone.cpp" ||
    { printf '%s does not compile alone\n' "$1" >>"$2/failed"; }
}
"$root/scripts/public_headers" "$root" | grep -v '^clearance/eigen.h$' >"$work/headers"
[ "$(wc -l <"$work/headers")" -gt 40 ] || { echo "too few headers: $(wc -l <"$work/headers")" >&2; exit 1; }
# Two at a time.
for half in 0 1; do
  mkdir "$work/$half"
  (awk "NR % 2 == $half" "$work/headers" | while read -r header; do alone "$header" "$work/$half"; done) &
done
wait
if cat "$work"/?/failed 2>/dev/null; then exit 1; fi

printf '#include <clearance/clearance.h>\n' >"$work/umbrella.cpp"
lines=$("$compiler" -std=c++20 -E -I"$root" "$work/umbrella.cpp" | wc -l)
echo "$(wc -l <"$work/headers") headers compile alone; clearance.h is $lines lines"
[ "$lines" -le "$most_lines" ] || { echo "more than $most_lines" >&2; exit 1; }
