#!/bin/sh
# Can the layer check fail? Feeds it a sound tree, then trees with one forbidden line each.
set -eu
check=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sound_tree() {
  rm -rf "$work/tree"
  mkdir -p "$work/tree/clearance/proof" "$work/tree/clearance/convex" "$work/tree/clearance/io" "$work/tree/apps/cli"
  printf '#include <clearance/exact/dyadic.h>\n#include <vector>\n' >"$work/tree/clearance/proof/check.h"
  printf '#include <clearance/proof/check.h>\n#include <immintrin.h>\n' >"$work/tree/clearance/convex/gjk.cpp"
  printf '#include <clearance/build/primitives.h>\n#include <gtest/gtest.h>\n' >"$work/tree/clearance/convex/gjk_test.cpp"
  printf '#include <nlohmann/json.hpp>\n' >"$work/tree/clearance/io/scene.cpp"
  printf '#include <clearance/clearance.h>\n' >"$work/tree/apps/cli/main.cpp"
}

# refuses FILE LINE: with that line in that file the check must fail and name the file.
refuses() {
  sound_tree
  mkdir -p "$work/tree/$(dirname "$1")"
  printf '%s\n' "$2" >>"$work/tree/$1"
  if "$check" "$work/tree" >"$work/said"; then
    echo "accepted in $1: $2"
    exit 1
  fi
  grep -q "^$1" "$work/said" || { echo "did not name $1: $(cat "$work/said")"; exit 1; }
}

sound_tree
"$check" "$work/tree" || { echo "refused a sound tree"; exit 1; }
refuses clearance/proof/check.h '#include <clearance/convex/gjk.h>'
refuses clearance/proof/check.h '  #  include <clearance/support/support.h>'
refuses clearance/convex/gjk.cpp '#include <clearance/io/scene.h>'
refuses clearance/convex/gjk.cpp '#include <clearance/clearance.h>'
refuses clearance/convex/gjk.cpp '#include <clearance/eigen.h>'
refuses clearance/convex/gjk.cpp '#include "../io/scene.h"'
refuses clearance/convex/gjk.cpp '#include <fmt/core.h>'
refuses clearance/convex/gjk_test.cpp '#include <clearance/io/scene.h>'
refuses clearance/io/scene.cpp '#include <clearance/convex/gjk.h>'
refuses apps/cli/main.cpp '#include <clearance/convex/gjk.h>'
refuses clearance/unheard_of/new.h '#include <vector>'
