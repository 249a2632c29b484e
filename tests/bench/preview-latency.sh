#!/usr/bin/env bash
# Key press to changed pixels in the live preview, and start to the first window, of Offprint beside the floor
# (a bare web view whose one block is replaced) and ghostwriter, under one X server. Prints medians and ratios.
#
# usage: tests/bench/preview-latency.sh [--program PATH] [--words "1200 20000"] [--keys 25] [--rounds 3] [--starts 5] [--settle SECONDS]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$root/build/release/bin/offprint
words="1200 20000"
keys=25
rounds=3
starts=5
settle=6
while [ $# -gt 0 ]; do
  case $1 in
    --program) program=$2 ;;
    --words) words=$2 ;;
    --keys) keys=$2 ;;
    --rounds) rounds=$2 ;;
    --starts) starts=$2 ;;
    --settle) settle=$2 ;;
    *) echo "usage: $0 [--program PATH] [--words LIST] [--keys N] [--rounds N] [--starts N] [--settle SECONDS]" >&2; exit 2 ;;
  esac
  shift 2
done

tools=$(dirname "$(git -C "$root" rev-parse --path-format=absolute --git-common-dir)")/../shared/tools
[ -d "$root/../shared/tools" ] && tools=$root/../shared/tools
for tool in Xvfb openbox xdotool ghostwriter gcc g++ python3 pkg-config; do
  command -v "$tool" >/dev/null || { echo "$tool is missing; install xvfb openbox xdotool ghostwriter and a compiler" >&2; exit 3; }
done
[ -x "$program" ] || { echo "$program is missing; build it: cmake --preset release && cmake --build build/release --target offprint" >&2; exit 3; }

work=$(mktemp -d)
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
gcc -O2 "$tools/preview-latency/lplat.c" -o "$work/lplat" -lX11 -lXext -lXtst
# shellcheck disable=SC2046
g++ -O2 -fPIC -std=c++17 "$tools/preview-latency/floor.cpp" -o "$work/floor" \
  $(pkg-config --cflags --libs Qt6WebEngineWidgets) -lcmark-gfm -lcmark-gfm-extensions

# Own settings, one window manager that shows every window whole and bare, one screen: regions are fixed.
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config XDG_CACHE_HOME=$work/home/.cache XDG_DATA_HOME=$work/home/.local
export XDG_RUNTIME_DIR=$work/run QT_QPA_PLATFORM=xcb QTWEBENGINE_CHROMIUM_FLAGS=--disable-gpu
[ "$(id -u)" = 0 ] && export QTWEBENGINE_DISABLE_SANDBOX=1
mkdir -p "$XDG_CONFIG_HOME" "$XDG_RUNTIME_DIR" && chmod 700 "$XDG_RUNTIME_DIR"
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

library() {  # WORDS: a library with the article alone, its preview open beside it
  "$program" new "$work/$1.offprint" --starter empty >/dev/null
  mkdir -p "$work/source-$1" && cp "$work/$1.md" "$work/source-$1/"
  "$program" import "$work/$1.offprint" "$work/source-$1" --as markdown >/dev/null 2>&1 || [ $? = 1 ]
  "$program" "$work/$1.offprint" >/dev/null 2>&1 & running=$!
  sleep "$settle"
  xdotool mousemove 350 195 click 1  # the item in the list
  sleep 2
  xdotool key alt+2                  # text and page
  sleep 2
  xdotool key ctrl+q
  wait "$running" || true
}

# Where to click in the text and where the preview shows it, at 1400 x 880: x y of the click, the preview's
# region, the editor's.
place() {
  case $1 in
    floor) echo "350 205  710 2 670 860  2 2 660 860" ;;
    ghostwriter) echo "400 430  785 40 560 790  170 40 560 790" ;;
    offprint) echo "650 332  1000 130 370 700  500 90 460 740" ;;
  esac
}

command_of() {  # NAME WORDS: sets `command`
  case $1 in
    floor) command=(env MODE=block "$work/floor" "$work/$2.md") ;;
    ghostwriter) command=(ghostwriter "$work/$2.md") ;;
    offprint) command=("$program" "$work/$2.offprint") ;;
  esac
}

launch() {  # NAME WORDS: starts it in the background; env replaces itself, so the process is the program's
  command_of "$1" "$2"
  "${command[@]}" >/dev/null 2>&1 &
  running=$!
}

stop() {
  kill "$running" 2>/dev/null || true
  wait "$running" 2>/dev/null || true
  windowless
}

windowless() {  # waits until no window is left, so that the next one is not taken for it
  for _ in $(seq 50); do
    xdotool search --onlyvisible --class . >/dev/null 2>&1 || break
    sleep 0.1
  done
}

memory() {  # of a process, and of it with its children: proportional set size in MB
  python3 - "$1" <<'P'
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
print(f"{pss(sys.argv[1])/1024:.0f} {sum(map(pss, tree))/1024:.0f}")
P
}

keyed() {  # NAME WORDS: one round, appends "NAME WORDS median p90 echo pss tree" to the results
  local x y region echo_region
  read -r x y px py pw ph ex ey ew eh < <(place "$1" | tr -s ' ')
  launch "$1" "$2"
  sleep "$settle"
  xdotool mousemove "$x" "$y" click 1
  sleep 0.5
  xdotool mousemove 1395 875
  local line
  line=$("$work/lplat" key "$px" "$py" "$pw" "$ph" "$keys" a "$ex" "$ey" "$ew" "$eh")
  [ -n "${SHOTS:-}" ] && import -window root "$SHOTS/$1-$2.png"
  python3 - "$1" "$2" "$line" "$(memory "$running")" >> "$work/keys.txt" <<'P'
import re, sys
name, words, line, memory = sys.argv[1:]
first = re.search(r"first change: median ([\d.]+).*?p90 ([\d.]+)", line)
echo = re.search(r"editor echo: median (-?[\d.]+)", line)
print(name, words, first[1] if first else "nan", first[2] if first else "nan", echo[1] if echo else "nan", memory)
P
  stop
}

for count in $words; do
  python3 "$tools/gen.py" --long "$count" "$work/$count.md"
  library "$count"
done
for _ in $(seq "$rounds"); do
  for count in $words; do
    for name in floor ghostwriter offprint; do keyed "$name" "$count"; done
  done
done

first=${words%% *}
for _ in $(seq "$starts"); do
  for name in ghostwriter offprint; do
    command_of "$name" "$first"
    read -r _ _ _ _ _ _ ex ey ew eh < <(place "$name" | tr -s ' ')
    line=$("$work/lplat" start "$ex" "$ey" "$ew" "$eh" 30 "${command[@]}")
    running=$(grep -o 'pid [0-9]*' <<<"$line" | cut -d' ' -f2)
    echo "$name $(grep -o 'mapped [0-9-]*' <<<"$line" | cut -d' ' -f2) $(grep -o 'inked [0-9-]*' <<<"$line" | cut -d' ' -f2)" >> "$work/starts.txt"
    kill "$running" 2>/dev/null || true
    windowless
    sleep 0.5
  done
done

python3 - "$work/keys.txt" "$work/starts.txt" <<'P'
import collections, statistics, sys
rows = collections.defaultdict(list)
for line in open(sys.argv[1]):
    name, words, *figures = line.split()
    rows[name, int(words)].append([float(f) for f in figures])
middle = {key: [statistics.median(column) for column in zip(*figures)] for key, figures in rows.items()}
print("words   program      preview ms  p90 ms  editor ms  window MB  tree MB")
for (name, words), f in sorted(middle.items(), key=lambda kv: (kv[0][1], kv[0][0])):
    print(f"{words:<7} {name:<12} {f[0]:>10.1f} {f[1]:>7.1f} {f[2]:>10.1f} {f[3]:>10.0f} {f[4]:>8.0f}")
for words in sorted({w for _, w in middle}):
    ours, floor, peer = (middle[n, words][0] for n in ("offprint", "floor", "ghostwriter"))
    print(f"{words} words: {ours / floor:.2f} x floor (limit 1.3), {ours / peer:.2f} x ghostwriter (limit {0.7 if words < 5000 else 0.5})")
starts = collections.defaultdict(list)
for line in open(sys.argv[2]):
    name, mapped, inked = line.split()
    starts[name].append((float(mapped), float(inked)))
medians = {n: [statistics.median(c) for c in zip(*v)] for n, v in starts.items()}
for name, (mapped, inked) in sorted(medians.items()):
    print(f"start {name:<12} window {mapped:.0f} ms, content {inked:.0f} ms")
print(f"start: {medians['offprint'][0] / medians['ghostwriter'][0]:.2f} x ghostwriter's time to the window (limit 0.6), "
      f"{medians['offprint'][1] / medians['ghostwriter'][1]:.2f} x to its content")
P
