#!/bin/sh
# Question: does every header of the installed package compile alone, does the umbrella stay light, and do the headers
#           that stay here keep to a namespace of their own?
# Method:   headers_test.sh COMPILER ROOT: each is the only thing that a file includes; `namespace` lines of the others.
set -eu
compiler=$1 root=$2
most_lines=67000  # a standard header too many is thousands; our own are 4,400

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

# Lanes of the processor have a namespace of their own; those of World's parts that are its members have World's.
(cd "$root" && find clearance -name '*.h' ! -name '*_test.h' | LC_ALL=C sort) >"$work/all"
"$root/scripts/public_headers" "$root" | LC_ALL=C sort | LC_ALL=C comm -23 "$work/all" - >"$work/internal"
(cd "$root" && xargs grep -lE '^namespace clearance( |::(bench|lab))' <"$work/internal") |
  grep -v '^clearance/world/world_data.h$' >"$work/loose" || :
if [ -s "$work/loose" ]; then
  sed 's/$/: not installed, so it belongs into clearance::detail/' "$work/loose"
  exit 1
fi

printf '#include <clearance/clearance.h>\n' >"$work/umbrella.cpp"
lines=$("$compiler" -std=c++20 -E -I"$root" "$work/umbrella.cpp" | wc -l)
echo "$(wc -l <"$work/headers") headers compile alone; clearance.h is $lines lines"
[ "$lines" -le "$most_lines" ] || { echo "more than $most_lines" >&2; exit 1; }
