"""A terminal: a command runs in it, keys are typed, and what it shows is read."""

import fcntl
import os
import pathlib
import pty
import select
import struct
import termios
import time

import pyte

from client import ISATOPE, ROOT

# Longest time until the screen shows what is waited for, in seconds.
LONGEST = 30


def terminal(command, columns, rows, script, folder=ROOT):
    """Runs a command in a folder. `script` has pairs of keys and of a text that the screen then shows."""
    child, descriptor = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.environ.update(TERM="xterm-256color", PATH=f"{pathlib.Path(ISATOPE).parent}:{os.environ['PATH']}")
        os.chdir(folder)
        os.execvp(command[0], command)
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    for keys, expected in script:
        os.write(descriptor, keys.encode())
        end, quiet = time.monotonic() + LONGEST, False
        while not quiet or expected not in "\n".join(screen.display):
            if time.monotonic() > end:
                raise AssertionError(f"{command[0]} does not show {expected!r}:\n" + "\n".join(screen.display))
            quiet = not select.select([descriptor], [], [], 0.5)[0]
            if not quiet:
                stream.feed(os.read(descriptor, 1 << 16))
    os.close(descriptor)
    os.waitpid(child, 0)
    return screen
