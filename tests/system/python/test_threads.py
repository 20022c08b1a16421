# SPDX-License-Identifier: MIT
"""Threads, interrupts, Ctrl-C, and what is left when a Star is closed."""
import gc
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest
from unittest import mock

import numpy as np

import star

FOREVER = 'while true do n := n + 1'
SOON = 5  # seconds that a machine under load may need for what takes milliseconds


def ready(text='var n: integer; n := 0'):
    s = star.open()
    s.enter(text)
    return s


class Threads(unittest.TestCase):
    def test_two_at_once(self):
        """Neither program ends by itself: if the first one held the GIL, the second
        would not begin, and nothing would interrupt them."""
        begun = threading.Barrier(3, timeout=60)
        runs, ended = [], []

        def read(_):
            begun.wait()
            return '1\n'

        def run(s):
            with self.assertRaises(star.Interrupted):
                s.enter(f'readln(n); {FOREVER}')
            ended.append(s)

        for _ in range(2):
            runs.append(star.open(read=read))
            runs[-1].enter('var n: integer')
        threads = [threading.Thread(target=run, args=(s,)) for s in runs]
        for thread in threads:
            thread.start()
        begun.wait()
        while len(ended) < 2:
            for s in runs:
                s.interrupt()
            time.sleep(0.01)
        for thread in threads:
            thread.join()
        for s in runs:
            s.close()

    def test_one_by_one(self):
        """Threads that use one Star wait for each other."""
        s = ready()

        def add():
            for _ in range(200):
                s.enter('n := n + 1')
                s['n'] = s['n']
        threads = [threading.Thread(target=add) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(s['n'], 200)
        s.close()

    def test_many(self):
        results = []

        def close(k):
            with star.open(threads=2) as s:
                s.enter('uses closure')
                for n in (k, 65, 200):
                    result = s.CLOSURE(n, np.eye(n, k=1))
                    results.append(np.array_equal(result, np.triu(np.ones((n, n)), 1)))
        threads = [threading.Thread(target=close, args=(k,)) for k in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [True] * 24)

    def test_closed_by_another(self):
        """Closing waits for the run."""
        s = ready()
        thread = threading.Thread(target=s.close)
        with self.assertRaises(star.Interrupted):
            timer = threading.Timer(0.05, lambda: (thread.start(), s.interrupt()))
            timer.start()
            s.enter(FOREVER)
        timer.join()
        thread.join()
        with self.assertRaises(star.MisuseError):
            s.enter('1')


    def test_closed_once(self):
        """Though Ctrl-C comes when the library has closed it."""
        s = ready()
        library, closed = star.handle.lib, []

        def close(handle):
            library.star_close(handle)
            closed.append(handle)
            raise KeyboardInterrupt
        with mock.patch('star.handle.lib') as lib:
            lib.star_close = close
            with self.assertRaises(KeyboardInterrupt):
                s.close()
        s.close()
        self.assertEqual(len(closed), 1)


class Interrupts(unittest.TestCase):
    def interrupted(self, run, kind):
        """Ends soon after a signal of this process."""
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
        timer = threading.Timer(0.1, send)
        timer.start()
        with self.assertRaises(kind):
            run()
        self.assertLess(time.monotonic() - sent[0], SOON)
        timer.join()

    def test_keyboard(self):
        with ready() as s:
            s.enter('proc P; begin while true do n := n + 1 end;'
                    'function F: integer; begin while true do n := n + 1; F := 1 end;')
            for run in (lambda: s.enter(FOREVER), s.P, s.F):
                self.interrupted(run, KeyboardInterrupt)
                self.assertEqual(s.enter('1 + 1'), 2)
            self.assertEqual(signal.set_wakeup_fd(-1), -1)

    def test_handler_of_others(self):
        """One that raises nothing: the run ends all the same."""
        seen = []
        before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
        try:
            with ready() as s:
                self.interrupted(lambda: s.enter(FOREVER), star.Interrupted)
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual(seen, [signal.SIGINT])

    def test_wakeup_of_others(self):
        """Who had the signals' file descriptor has it again, and the signals."""
        end, wakeup = os.pipe()
        os.set_blocking(wakeup, False)
        signal.set_wakeup_fd(wakeup)
        try:
            with ready() as s:
                self.interrupted(lambda: s.enter(FOREVER), KeyboardInterrupt)
        finally:
            self.assertEqual(signal.set_wakeup_fd(-1), wakeup)
        self.assertEqual(os.read(end, 10), bytes([signal.SIGINT]))
        os.close(end)
        os.close(wakeup)

    def test_other_signals(self):
        with ready() as s:
            seen = []
            before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
            timer = threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1))
            timer.start()
            s.enter('while n < 5000000 do n := n + 1')
            timer.join()
            signal.signal(signal.SIGUSR1, before)
            self.assertEqual((s['n'], seen), (5000000, [1]))

    def test_at_any_time(self):
        """Whatever a call does then: nothing is lost, nothing else is raised."""
        with ready('proc P(n: integer; var m: integer); begin m := n + 1 end;') as s:
            delay = random.Random(1)
            for _ in range(150):
                timer = threading.Timer(delay.random() / 200, os.kill,
                                        (os.getpid(), signal.SIGINT))
                with self.assertRaises(KeyboardInterrupt):
                    timer.start()
                    while True:
                        self.assertEqual(s.P(5), 6)
                timer.join()
                self.assertEqual(s.P(7), 8)
                self.assertEqual(signal.set_wakeup_fd(-1), -1)
                self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_what_it_calls(self):
        """A function that writes is not ended half done; one that reads may wait long."""
        written = []

        def write(text):
            signal.raise_signal(signal.SIGINT)
            written.append(text)
        with star.open(write=write, read=lambda _: time.sleep(60)) as s:
            s.enter('var n: integer; n := 0')
            with self.assertRaises(KeyboardInterrupt):
                s.enter('writeln(n)')
            self.assertEqual(written, ['0\n'])
            self.interrupted(lambda: s.enter('read(n)'), KeyboardInterrupt)
            self.assertEqual(s.enter('n >= 0'), True)

    def test_many_descriptors(self):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most[1] != resource.RLIM_INFINITY and most[1] < 1200:
            self.skipTest('a process may open few files')
        resource.setrlimit(resource.RLIMIT_NOFILE, (1200, most[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, most)
        taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(1024)]
        try:
            with mock.patch('star.interrupts._watcher', None), ready() as s:
                self.interrupted(lambda: s.enter(FOREVER), KeyboardInterrupt)
        finally:
            for file in taken:
                os.close(file)

    def test_handlers_with_stars(self):
        """The handler of another signal runs a Star, wherever it comes."""
        seen = []
        with ready() as s, ready() as other:
            def handler(*_):
                seen.append(other.enter('1 + 1'))
            before = signal.signal(signal.SIGALRM, handler)
            delay = random.Random(2)
            try:
                while len(seen) < 100:  # one at a time: it takes no call of itself
                    rounds = len(seen)
                    signal.setitimer(signal.ITIMER_REAL, 1e-6 + delay.random() / 500)
                    while len(seen) == rounds:
                        s.enter('n := n + 1')
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        self.assertEqual(set(seen), {2})
        self.assertEqual(signal.set_wakeup_fd(-1), -1)

    def test_within_another(self):
        """A run within what another run calls is the one that ends."""
        def write(_):
            with ready() as inner:
                self.interrupted(lambda: inner.enter(FOREVER), KeyboardInterrupt)
        with star.open(write=write) as s:
            s.enter('writeln(1)')
            self.assertEqual(s.enter('2'), 2)

    def test_in_a_child(self):
        """After a fork, which has no thread but one."""
        with ready() as s:
            s.enter('1')
        child = os.fork()
        if child == 0:
            with ready() as s:
                timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
                timer.start()
                try:
                    s.enter(FOREVER)
                except KeyboardInterrupt:
                    os._exit(7)
            os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)

    def test_ignored(self):
        """A process that ignores the signal goes on."""
        text = ('import signal, os, threading, star\n'
                'signal.signal(signal.SIGINT, signal.SIG_IGN)\n'
                's = star.open(); s.enter("var n: integer; n := 0")\n'
                'threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGINT)).start()\n'
                's.enter("while n < 5000000 do n := n + 1")\n'
                'print(s["n"])\n')
        found = subprocess.run([sys.executable, '-c', text], capture_output=True, text=True)
        self.assertEqual(found.stdout, '5000000\n', found.stderr)


@unittest.skipIf('ASAN_OPTIONS' in os.environ, 'a sanitizer keeps what is freed')
class Memory(unittest.TestCase):
    def use(self):
        with star.open(write=lambda _: None) as s:
            s.enter('uses closure; var T: table; proc P(X: slice; var m: integer);'
                    'begin m := NUMB(X); writeln(m) end')
            for n in (5, 70):
                s.CLOSURE(n, np.eye(n))
                s.P(np.ones(n))
            try:
                s.enter('T(1)')
            except star.Error:
                pass
            s.names(all=True)

    def test_nothing_is_left(self):
        def objects():
            gc.collect()
            return len(gc.get_objects())

        def kilobytes():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(20):
            self.use()
        before, size = objects(), kilobytes()
        for _ in range(200):
            self.use()
        self.assertLess(objects() - before, 50)
        self.assertLess(kilobytes() - size, 4000)  # a handle that stayed: 200 times 100

    def test_calls_leave_nothing(self):
        def kilobytes():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with ready('uses closure') as s:
            table = np.eye(300, k=1)
            for _ in range(50):
                s.CLOSURE(300, table)
            size = kilobytes()
            for _ in range(1000):
                s.CLOSURE(300, table)
            self.assertLess(kilobytes() - size, 2000)

    def test_forgotten(self):
        """One that nobody closes is freed with its last reference."""
        closed = []
        s = star.open()
        close, s._handle.close = s._handle.close, lambda: (closed.append(1), close())
        del s
        self.assertEqual(closed, [1])


if __name__ == '__main__':
    unittest.main()
