#!/usr/bin/env bash
# Memory over one long sitting: types 10,000 edits into a 1,200-word article with formulas through the real window, its
# page beside it, and prints the proportional set size of the process tree on the way and the ratio of the end to the
# state after the first 500 (limit 1.10).
#
# usage: tests/bench/edits.sh [--program PATH] [--edits 10000] [--warm 500] [--delay MS] [--settle SECONDS]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$root/build/release/bin/offprint
edits=10000
warm=500
delay=8
settle=6
while [ $# -gt 0 ]; do
  case $1 in
    --program) program=$(realpath "$2") ;;
    --edits) edits=$2 ;;
    --warm) warm=$2 ;;
    --delay) delay=$2 ;;
    --settle) settle=$2 ;;
    *) sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
for tool in Xvfb openbox xdotool python3; do
  command -v "$tool" >/dev/null || { echo "$tool is missing; install xvfb openbox xdotool" >&2; exit 3; }
done
[ -x "$program" ] || { echo "$program is missing; build it: cmake --preset release && cmake --build --preset release --target offprint" >&2; exit 3; }

work=$(mktemp -d)
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config XDG_CACHE_HOME=$work/home/.cache XDG_DATA_HOME=$work/home/.local
export XDG_RUNTIME_DIR=$work/run QT_QPA_PLATFORM=xcb QTWEBENGINE_CHROMIUM_FLAGS=--disable-gpu
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
mkdir -p "$XDG_CONFIG_HOME" "$XDG_RUNTIME_DIR" "$work/source" && chmod 700 "$XDG_RUNTIME_DIR"
cat > "$work/rc.xml" <<'X'
<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><applications><application class="*" type="normal">
<decor>no</decor><maximized>yes</maximized><focus>yes</focus></application></applications></openbox_config>
X
display=:$((200 + RANDOM % 700))
Xvfb "$display" -screen 0 1400x880x24 -nolisten tcp >/dev/null 2>&1 & pids+=($!)
export DISPLAY=$display
for _ in $(seq 50); do xdotool getdisplaygeometry >/dev/null 2>&1 && break; sleep 0.1; done
openbox --config-file "$work/rc.xml" >/dev/null 2>&1 & pids+=($!)
sleep 0.5

python3 - > "$work/source/article.md" <<'P'
import random
random.seed(1)
words = "memory bandwidth kernel tile softmax cache warp register latency gradient sharding decoder".split()
print("---\ntitle: A long sitting\n---\n")
for paragraph in range(30):
    if paragraph % 6 == 0: print(f"## Part {paragraph // 6 + 1}\n")
    text = [random.choice(words) for _ in range(40)]
    text[12] = f"$N_{{{paragraph}}} \\times d_k$"
    print(" ".join(text).capitalize() + ".\n")
    if paragraph % 5 == 2: print(f"$$\n\\ell_{{{paragraph}}} = \\sum_i e^{{x_i - m}}\n$$\n")
P
"$program" new "$work/l.offprint" --starter empty >/dev/null
"$program" import "$work/l.offprint" "$work/source" --as markdown >/dev/null 2>&1 || [ $? = 1 ]

open_window() {
  "$program" "$work/l.offprint" >/dev/null 2>&1 & running=$!
  pids+=("$running")
  sleep "$settle"
}
open_window
xdotool mousemove 350 195 click 1  # the item in the list
sleep 2
xdotool key alt+2                  # text and page
sleep 2
xdotool key ctrl+q
wait "$running" || true
open_window
xdotool mousemove 650 332 click 1 mousemove 1395 875
sleep 1

memory() {  # of the process with its children: proportional set size in kB
  python3 - "$running" <<'P'
import os, sys
def pss(pid):
    try:
        for line in open(f"/proc/{pid}/smaps_rollup"):
            if line.startswith("Pss:"): return int(line.split()[1])
    except OSError: pass
    return 0
def children(pid):
    found = [pid]
    for task in os.listdir(f"/proc/{pid}/task"):
        for child in open(f"/proc/{pid}/task/{task}/children").read().split(): found += children(child)
    return found
tree = children(sys.argv[1])
print(sum(map(pss, tree)), pss(sys.argv[1]))
P
}

# A round is a hundred edits: a sentence with a formula comes and goes, then the caret moves on.
sentence=' and so the tile of $Q_k$ stays on the chip awhile,'
round() {
  xdotool type --delay "$delay" "$sentence"
  xdotool key --delay "$delay" --repeat ${#sentence} BackSpace
  xdotool key Down Down Down
}
each=$((2 * ${#sentence}))
done=0
base=
echo "edits   tree MB  window MB"
while [ "$done" -lt "$edits" ]; do
  kill -0 "$running" 2>/dev/null || { echo "the program ended after $done edits" >&2; exit 1; }
  round
  done=$((done + each))
  if [ -z "$base" ] && [ "$done" -ge "$warm" ]; then
    sleep "$settle"
    base=$(memory)
    echo "$done $base" | awk '{printf "%-7d %7.1f  %9.1f\n", $1, $2/1024, $3/1024}'
    mark=$((done / 1000))
  elif [ -n "$base" ] && [ $((done / 1000)) -gt "$mark" ]; then
    mark=$((done / 1000))
    echo "$done $(memory)" | awk '{printf "%-7d %7.1f  %9.1f\n", $1, $2/1024, $3/1024}'
  fi
done
sleep "$settle"
last=$(memory)
[ -n "${SHOT:-}" ] && import -window root "$SHOT"
echo "$done $last" | awk '{printf "%-7d %7.1f  %9.1f\n", $1, $2/1024, $3/1024}'
echo "$base $last" | awk '{printf "growth over the sitting: tree %.3f (limit 1.10), window process %.3f\n", $3/$1, $4/$2}'
