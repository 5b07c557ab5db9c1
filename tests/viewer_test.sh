#!/bin/sh
# The page's own tests: its types, and its modules under node. Without node or a network they are skipped (status 77).
#   viewer_test.sh REPOSITORY
set -eu
viewer=$1/apps/viewer
cd "$viewer"
skip() {
  echo "skipped: $*"
  exit 77
}
command -v node >/dev/null 2>&1 || skip "there is no node"
node get_packages.mjs --dev || skip "the packages of the page's tests are not there"
node node_modules/typescript/bin/tsc --noEmit
files=$(find tests -name '*.test.mjs')
# shellcheck disable=SC2086  # file names of ours, without spaces
[ -z "$files" ] || node --no-warnings --test $files
