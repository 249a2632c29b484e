#!/usr/bin/env bash
# run.sh SOURCE SECONDS: builds the libFuzzer targets (preset "fuzz") and runs all of them at the same time, each for SECONDS.
# An input that fails is printed and kept in SOURCE/build/fuzz/found.
set -euo pipefail
cd "$1"
seconds=$2
found=$PWD/build/fuzz/found
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$found" "$work/directives" "$work/entries"

targets=()
for file in tests/fuzz/fuzz_*.cpp; do targets+=("$(basename "$file" .cpp)"); done
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target "${targets[@]}" -- --quiet

# Seeds: the articles with every construct, and what in them is a directive, attributes or a reference. fuzz_Markdown adds the
# examples of the specifications by itself. Of files of references the first entries: longer inputs are cut.
cp -r tests/fixtures/corpus/article "$work/articles"
grep -rhoE ':::*[a-z].*|\{[^}]*\}|\[@[^]]*\]' "$work/articles" | sort -u | split -l 1 -a 4 - "$work/directives/"
for file in ../shared/inputs/bibtex/*.bib; do head -c 3000 "$file" >"$work/entries/$(basename "$file")"; done
cp tests/fixtures/bibtex/*.bib "$work/entries/"

export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
declare -A runs
for target in "${targets[@]}"; do
  seeds=$work/articles
  [ "$target" = fuzz_Directives ] && seeds=$work/directives
  [ "$target" = fuzz_Bibtex ] && seeds=$work/entries
  mkdir "$work/$target"
  # The same inputs in every run: what fails is the change's own. README.md says how to look further.
  "build/fuzz/tests/$target" -seed=1 -max_total_time="$seconds" -max_len=4096 -timeout=60 -report_slow_units=60 -artifact_prefix="$found/$target-" \
    "$work/$target" "$seeds" >"$work/$target.log" 2>&1 &
  runs[$target]=$!
done
failed=0
for target in "${targets[@]}"; do
  if wait "${runs[$target]}"; then
    tail -n 1 "$work/$target.log"
    continue
  fi
  failed=1
  echo "== $target failed"
  tail -n 80 "$work/$target.log"
  for input in "$found/$target"-*; do
    echo "== $input"
    cat -v "$input"
    echo
    base64 "$input"
  done
done
exit $failed
