#!/usr/bin/env bash
# lighthouse.sh OFFPRINT SOURCE RESULTS: the three starters in their own themes through Lighthouse (lighthouse.mjs); its reports are kept in RESULTS.
set -euo pipefail
offprint=$1
source=$2
results=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$results"

for starter in notebook platform ledger; do
  "$offprint" new "$work/$starter.offprint" --starter "$starter" >/dev/null
  XDG_CACHE_HOME=$work/cache "$offprint" export "$work/$starter.offprint" site "$work/sites/$starter-in-$starter" \
    --base-url https://example.org/sub/path/ --json >"$results/$starter.json" 2>"$work/said" || { cat "$work/said"; exit 1; }
done
node "$source/tests/site/lighthouse.mjs" "$work/sites" "$source/packaging/node_modules" "$results"
