# What ./run and ./test share: which packages are needed for what, getting them, configuring and building.
# Sourced by plain sh with $root set to the repository; nothing here writes to stdout.
# shellcheck shell=sh disable=SC2034,SC2154  # used and set by those who source this

packages_program="build-essential cmake ninja-build libcli11-dev libfmt-dev"
packages_test="ccache libgtest-dev nlohmann-json3-dev libeigen3-dev unzip libxml2-utils sqlite3"
packages_bench="pkg-config libfcl-dev libccd-dev libbullet-dev libode-dev libqhull-dev libembree-dev libcgal-dev libeigen3-dev"
packages_wasm="clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32"
packages_clang="clang-19 libclang-rt-19-dev"
packages_wasm="clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32"
packages_lint="clang-tidy-19 clang-format-19"

# Without this ccache leaves alone what uses a parsed header.
export CCACHE_SLOPPINESS=pch_defines,time_macros

say() { printf '%s\n' "$*" >&2; }

# missing_packages NAME…: those that dpkg does not report as installed.
missing_packages() {
  for name in "$@"; do
    case $(dpkg-query -W -f='${Status}' "$name" 2>/dev/null) in
      "install ok installed") ;;
      *) printf ' %s' "$name" ;;
    esac
  done
}

# need_packages NAME…: installs what is missing, as root or by sudo; otherwise says what to type and ends with status 2.
need_packages() {
  # Without dpkg this is no Debian: CMake will name what it lacks.
  command -v dpkg-query >/dev/null 2>&1 || return 0
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -eq 0 ]; then
    as_root=
  elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
  else
    say "Some packages are missing. As root, type:"
    say "  apt-get update && apt-get install -y --no-install-recommends$missing"
    exit 2
  fi
  say "Installing:$missing"
  # An outdated or unreachable index is no reason to stop: the installation itself decides.
  [ -n "${index_is_fresh-}" ] || $as_root apt-get update -qq >&2 || :
  index_is_fresh=yes
  # shellcheck disable=SC2086  # a list of words
  if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 $missing >/dev/null; then
    say "The installation failed. As root, type:"
    say "  apt-get update && apt-get install -y --no-install-recommends$missing"
    exit 2
  fi
  reconfigure=yes
}

has() { command -v "$1" >/dev/null 2>&1; }

# What makes the page that shows scenes, and the checker within it, as far as it is missing. A machine may have its node
# from elsewhere: the command counts, not the package.
missing_for_page() {
  has node || printf ' nodejs'
  has npm || printf ' npm'
  [ ! -x "$root/bindings/wasm/build" ] || "$root/bindings/wasm/build" --missing 2>/dev/null || printf ' %s' "$packages_wasm"
}

# begin_page: begins to install that in the background, after all other packages, since Debian's npm takes as long as half
# of the compilation. Without it the program has no page, which is no reason to stop.
begin_page() {
  page_packages=$(missing_for_page)
  [ -n "$page_packages" ] || return 0
  mkdir -p "$root/build"
  # shellcheck disable=SC2086  # a list of words
  (need_packages $page_packages) >"$root/build/page_packages.log" 2>&1 &
  page_comes=$!
}

# end_page: true when something came, so that there is more to build.
end_page() {
  [ -n "${page_comes-}" ] || return 1
  say "Waiting for$page_packages …"
  wait "$page_comes" || cat "$root/build/page_packages.log" >&2
  page_comes=
  reconfigure=yes
  [ "$(missing_for_page)" != "$page_packages" ]
}

# want_page_tests: all of that at once, and what the page's tests need.
want_page_tests() {
  begin_page
  end_page || :
  ! has node || node "$root/apps/viewer/get_packages.mjs" --dev || :
}

# What the last configuration said of a page that is not there, or has no checker.
without_page() { sed -n 's/^-- \(The program has no page.*\|The page has no checker.*\)/\1/p' "$1/configure.log"; }

# The page is tried again once node is there; where its packages could not be had, an hour later: that can take a minute.
page_may_come() {
  has node && has npm && grep -qs '^-- The program has no page' "$1/configure.log" &&
    { grep -qs 'there is no n' "$1/configure.log" ||
      [ -n "$(find "$1/configure.log" -mmin +60)" ]; }
}

# configure PRESET: runs cmake only when the folder is new, the checkout or the presets changed, or packages came.
configure() {
  folder=$root/build/$1
  state="$root $(cksum <"$root/CMakePresets.json")"
  if [ -e "$folder/build.ninja" ] && [ -z "${reconfigure-}" ] &&
    [ "$(cat "$folder/configured" 2>/dev/null)" = "$state" ] &&
    ! page_may_come "$folder"; then
    return 0
  fi
  case "$(cat "$folder/configured" 2>/dev/null)" in
    "" | "$root "*) ;;
    *) rm -rf "$folder" ;;
  esac
  mkdir -p "$folder"
  # Only a new folder asks for ccache: a launcher that comes later would make everything be built once more.
  if [ ! -e "$folder/build.ninja" ] && launcher=$(command -v ccache); then
    set -- "$1" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"
  fi
  if ! cmake -S "$root" --preset "$@" >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    say "Configuring failed (build/$1)."
    exit 2
  fi
  printf '%s\n' "$state" >"$folder/configured"
  [ -n "${page_comes-}" ] || without_page "$folder" >&2
}

# build PRESET [TARGET…]: configures when needed and builds. The first time a terminal sees ninja's progress; later, and
# elsewhere, only a failure is shown.
build() {
  configure "$1"
  folder=$root/build/$1
  shift
  if [ ! -e "$folder/built" ]; then say "Building in ${folder#"$root/"} …"; fi
  if [ -t 2 ] && [ ! -e "$folder/built" ]; then
    ninja -C "$folder" "$@" >&2 || failed=yes
  else
    ninja -C "$folder" "$@" >"$folder/build.log" 2>&1 || { failed=yes; cat "$folder/build.log" >&2; }
  fi
  if [ -n "${failed-}" ]; then
    say "The build failed (${folder#"$root/"})."
    exit 2
  fi
  : >"$folder/built"
}

cores() { nproc 2>/dev/null || echo 1; }
