#!/usr/bin/env bash
# nine.sh OFFPRINT SOURCE RESULTS: the three starters in the three themes. A second export, with nothing remembered of the first, is the same byte for
# byte; every slot of the reference sites is filled (slots.mjs); links lead somewhere from the disk (links.mjs) and below a path (sites.mjs);
# the Nu validator says nothing; every kind of page is looked at in Chromium (sites.mjs). What the judges say is kept in RESULTS.
set -euo pipefail
offprint=$1
source=$2
results=$3
here=$source/tests/site
modules=$source/packaging/node_modules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sites" "$work/again" "$results"
failed=0

for starter in notebook platform ledger; do
  "$offprint" new "$work/$starter.offprint" --starter "$starter" >/dev/null
  for theme in notebook platform ledger; do
    name=$starter-in-$theme
    for into in sites again; do
      XDG_CACHE_HOME=$work/cache-$into "$offprint" export "$work/$starter.offprint" site "$work/$into/$name" --theme "$theme" \
        --base-url https://example.org/sub/path/ --json >"$results/$name.json" 2>"$work/said" || { cat "$work/said"; failed=1; }
    done
    diff -r "$work/sites/$name" "$work/again/$name" || { echo "$name: a second export is not the same"; failed=1; }
    node "$here/links.mjs" "$work/sites/$name" /sub/path/ >"$work/links" || { echo "$name:"; cat "$work/links"; failed=1; }
  done
done
node "$here/slots.mjs" "$work/sites" "$modules" || failed=1
java -jar "$modules/vnu-jar/build/dist/vnu.jar" --skip-non-html --format json "$work/sites" 2>"$results/vnu.json" || true
if grep -qE '"type":"error"|"subType":"warning"' "$results/vnu.json"; then
  echo 'The Nu validator has something to say:'
  tr '}' '\n' <"$results/vnu.json" | grep -E '"error"|"warning"' | cut -c1-400 | head -40
  failed=1
fi
node "$here/sites.mjs" "$work/sites" "$modules" "$results" || failed=1
exit $failed
