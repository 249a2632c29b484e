#!/usr/bin/env bash
# validity.sh OFFPRINT SOURCE SHARED: exports a site from every starter, from the Hugo sample and from a page with everything that is drawn, and has judges other than ours
# look at the result: the Nu validator (no error), the link walk (no dead internal link), a real browser (links.mjs, browser.mjs), and the rules of
# reference programs and schema.org (scholar.mjs).
set -euo pipefail
offprint=$1
source=$2
shared=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
modules=$source/packaging/node_modules
failed=0

judge() { # judge NAME LIBRARY [FORMULAS CODES DIAGRAMS]
  local site=$work/$1-site
  "$offprint" export "$2" site "$site" ${theme:+--theme "$theme"} --base-url https://example.org/repo/ --json >"$work/$1.json" || [ $? = 1 ]  # 1: done, with findings such as dead links of the source
  echo "== $1: $(find "$site" -name '*.html' | wc -l) pages"
  java -jar "$modules/vnu-jar/build/dist/vnu.jar" --errors-only --skip-non-html "$site" || failed=1
  node "$source/tests/site/links.mjs" "$site" /repo/ || failed=1
  node "$source/tests/site/browser.mjs" "$site" "$modules" "${@:3}" || failed=1
}

for starter in notebook platform ledger; do
  "$offprint" new "$work/$starter.offprint" --starter "$starter" >/dev/null
  # The research page holds what a researcher has after some years.
  if [ "$starter" = ledger ]; then
    node "$source/tests/site/scholar.mjs" write "$work/scholar"
    "$offprint" import "$work/ledger.offprint" "$work/scholar" --json >"$work/scholar.json" || failed=1
  fi
  judge "$starter" "$work/$starter.offprint"
done
node "$source/tests/site/scholar.mjs" check "$work/ledger-site" || failed=1
# A theme carries every library: each starter once more, in a theme that was not made for it.
theme=ledger judge notebook-in-ledger "$work/notebook.offprint"
theme=notebook judge platform-in-notebook "$work/platform.offprint"
theme=platform judge ledger-in-platform "$work/ledger.offprint"
"$offprint" new "$work/hugo.offprint" --starter empty >/dev/null
"$offprint" import "$work/hugo.offprint" "$shared/inputs/hugo-academic" --json >"$work/import.json" || [ $? = 1 ]
judge hugo "$work/hugo.offprint"
# Formulas, code and a diagram, drawn in the export.
"$offprint" new "$work/drawn.offprint" --starter empty >/dev/null
"$offprint" import "$work/drawn.offprint" "$source/tests/fixtures/typeset" >/dev/null
judge drawn "$work/drawn.offprint" 50 10 1
exit $failed
