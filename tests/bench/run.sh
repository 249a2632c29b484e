#!/usr/bin/env bash
# run.sh [PROGRAM]: measures what the limits of the site export are about, and prints a table.
# PROGRAM is a release build (default build/release/bin/offprint). TOOLS names the folder with gen.py and hugo-peer.sh, WORK
# a folder for corpora, libraries and sites (they are kept: a second run measures only). LARGE=0 leaves out the 10,000 posts.
# CPU time is user + system of the program and everything it starts, the least of three runs; memory is the largest peak of
# one process, and the largest sum of all of them (measure.py).
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:-build/release/bin/offprint}")
tools=$(realpath "${TOOLS:-../shared/tools}")
work=${WORK:-$(mktemp -d)}
base=https://bench.example/
mkdir -p "$work"

# measure COMMAND…: "seconds kilobytes kilobytes-of-all" of the cheapest of three runs; $before runs ahead of each.
before=:
measure() {
  local best= line
  for _ in 1 2 3; do
    $before
    line=$(python3 tests/bench/measure.py "$@" 2>/dev/null) || true
    if [ -z "$best" ] || awk -v a="${line%% *}" -v b="${best%% *}" 'BEGIN {exit !(a < b)}'; then best=$line; fi
  done
  echo "${best% *}"
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN {printf "%.3f", a / b}'; }

library() {
  local n=$1
  [ -d "$work/corpus/$n/posts" ] || python3 "$tools/gen.py" "$n" "$work/corpus/$n"
  [ -d "$work/$n.offprint" ] && return
  "$program" new "$work/$n.offprint" >/dev/null
  "$program" import "$work/$n.offprint" "$work/corpus/$n" >/dev/null 2>&1 || true
}
export_site() { "$program" export "$work/$1.offprint" site "$work/out-$1" --base-url $base --json 2>/dev/null || true; }

row() { printf '| %s | %s s | %s MB | %s MB | %s |\n' "$1" "$2" "$(($3 / 1000))" "$(($4 / 1000))" "$5"; }
echo "$(lscpu | sed -n 's/^Model name: *//p'), $(nproc) cores; $("$program" --version); $(hugo version | cut -d' ' -f1-2)"
echo
echo '| what | CPU time | peak, one process | peak, all | against |'
echo '|---|---|---|---|---|'

library 1000
export PEERS_DIR=$work XDG_CACHE_HOME=$work/cache  # where drawings are kept
[ -d "$work/sites/hugo-1000" ] || bash "$tools/hugo-peer.sh" prepare 1000
read -r hugo hugoMemory hugoAll < <(measure bash "$tools/hugo-peer.sh" build 1000)
row 'hugo, 1,000 posts, math left as text' "$hugo" "$hugoMemory" "$hugoAll" ''
dropAll() { rm -rf "$work/out-1000" "$work/cache"; }
before=dropAll
read -r cold coldMemory coldAll < <(measure "$program" export "$work/1000.offprint" site "$work/out-1000" --base-url $base)
row 'export, nothing drawn yet' "$cold" "$coldMemory" "$coldAll" "hugo × $(ratio "$cold" "$hugo") (limit 0.35)"
drop() { rm -rf "$work/out-1000"; }
before=drop
read -r cold coldMemory coldAll < <(measure "$program" export "$work/1000.offprint" site "$work/out-1000" --base-url $base)
row 'export, drawings at hand' "$cold" "$coldMemory" "$coldAll" "hugo × $(ratio "$cold" "$hugo") (limit 0.15), memory × $(ratio "$coldAll" "$hugoAll") (limit 0.3)"
before=:
read -r second secondMemory secondAll < <(measure "$program" export "$work/1000.offprint" site "$work/out-1000" --base-url $base)
written=$(export_site 1000 | sed -n 's/.*"written": \([0-9]*\).*/\1/p')
row 'second export' "$second" "$secondMemory" "$secondAll" "first × $(ratio "$second" "$cold") (limit 0.1), $written files written"
edit() { "$program" set "$work/1000.offprint" article/post-00500 "summary=Edit $(date +%N)" >/dev/null; }
before=edit
read -r edited editedMemory editedAll < <(measure "$program" export "$work/1000.offprint" site "$work/out-1000" --base-url $base)
before=:
edit
written=$(export_site 1000 | sed -n 's/.*"written": \([0-9]*\).*/\1/p')
row 'after one edit (summary)' "$edited" "$editedMemory" "$editedAll" "first × $(ratio "$edited" "$cold"), $written files written"

if [ "${LARGE:-1}" != 0 ]; then
  library 10000
  drop() { rm -rf "$work/out-10000"; }
  before=drop
  read -r large largeMemory largeAll < <(measure "$program" export "$work/10000.offprint" site "$work/out-10000" --base-url $base)
  row 'export, 10,000 posts' "$large" "$largeMemory" "$largeAll" "1,000 posts × $(ratio "$large" "$cold")"
  before=:
  read -r second secondMemory secondAll < <(measure "$program" export "$work/10000.offprint" site "$work/out-10000" --base-url $base)
  row 'second export, 10,000 posts' "$second" "$secondMemory" "$secondAll" "first × $(ratio "$second" "$large")"
fi
