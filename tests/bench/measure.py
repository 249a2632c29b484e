#!/usr/bin/env python3
"""measure.py COMMAND…: runs it and prints "CPU-SECONDS KILOBYTES KILOBYTES-OF-ALL SECONDS" on standard output.

CPU time is user + system of the command and of everything it started, also of what outlived its parent (the web
engine's processes are nobody's children in the end: this process takes them over and waits for them). The first
memory figure is the largest peak of one process, the second the largest sum of the proportional set sizes of all of
them, looked at every 50 ms. The command's own output goes to standard error; its exit status is passed on.
"""
import ctypes
import os
import resource
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36


def descendants():
    parents = {}
    for entry in os.listdir('/proc'):
        if entry.isdigit():
            try:
                with open(f'/proc/{entry}/stat', 'rb') as stat:
                    parents[int(entry)] = int(stat.read().rpartition(b')')[2].split()[1])
            except OSError:
                pass
    found, frontier = set(), {os.getpid()}
    while frontier:
        frontier = {pid for pid, parent in parents.items() if parent in frontier}
        found |= frontier
    return found


def proportional_set_size(pid):
    try:
        with open(f'/proc/{pid}/smaps_rollup', 'rb') as rollup:
            return next((int(line.split()[1]) for line in rollup if line.startswith(b'Pss:')), 0)
    except OSError:
        return 0


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(2, 1)
        os.execvp(sys.argv[1], sys.argv[1:])
    largest, ended = 0, threading.Event()

    def watch():
        nonlocal largest
        while not ended.wait(0.05):
            largest = max(largest, sum(map(proportional_set_size, descendants())))

    watcher = threading.Thread(target=watch)
    watcher.start()
    status = 0
    while True:
        try:
            pid, code = os.wait()
        except ChildProcessError:
            break
        if pid == child:
            status = os.waitstatus_to_exitcode(code)
    ended.set()
    watcher.join()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f'{used.ru_utime + used.ru_stime:.2f} {used.ru_maxrss} {largest} {time.monotonic() - start:.2f}')
    return status


sys.exit(main())
