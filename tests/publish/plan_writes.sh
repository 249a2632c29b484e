#!/usr/bin/env bash
# plan_writes.sh PROGRAM: what `offprint plan` writes, seen from the kernel. Beside temporary folders and the person's cache that is
# nothing: not on the target, and of the library only the shared memory by which SQLite lets others read and write meanwhile.
# Ends with 77 where no process may be looked at.
set -euo pipefail
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strace -o /dev/null true 2>/dev/null || { echo 'strace may not look at processes here'; exit 77; }
export QT_QPA_PLATFORM=offscreen QTWEBENGINE_DISABLE_SANDBOX=1 LC_ALL=C.UTF-8
export TMPDIR=$work/tmp XDG_CACHE_HOME=$work/cache XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work/run
mkdir -p -m 700 "$TMPDIR" "$XDG_RUNTIME_DIR"
"$program" new "$work/Site.offprint" --starter notebook >/dev/null
"$program" target "$work/Site.offprint" add folder --name live --field "path=$work/www" >/dev/null
before=$(cd "$work/Site.offprint" && find . -type f -exec sha256sum {} + | sort)

strace -f -qq -e trace=file,ftruncate -o "$work/trace" "$program" plan "$work/Site.offprint" live >"$work/plan" 2>&1
grep -q ' added' "$work/plan" || { cat "$work/plan"; exit 1; }

# Calls that succeeded and could change something, by the last path that they name.
written=$(grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|[0-9] (mkdir|rename|unlink|symlink|link|rmdir|truncate|chmod|chown|utime|mknod)[a-z0-9]*\(' "$work/trace" |
  grep -v ' = -1 E' | sed -nE 's/.*"([^"]*)"[^"]*$/\1/p' | sort -u |
  grep -vE "^($work/(tmp|cache|run)(/|$)|/dev/|/proc/|$work/Site\.offprint/library\.sqlite(-wal|-shm)?$)" || true)
if [ -n "$written" ]; then
  echo "plan wrote: $written"
  exit 1
fi
[ "$before" = "$(cd "$work/Site.offprint" && find . -type f -exec sha256sum {} + | sort)" ] || { echo 'plan changed the library'; exit 1; }
[ ! -e "$work/www" ] || { echo 'plan made the target'; exit 1; }
echo "plan wrote nothing"
