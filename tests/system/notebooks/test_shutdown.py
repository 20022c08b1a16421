# SPDX-License-Identifier: MIT
"""A frontend that ends the kernel: what runs is interrupted, and a reply comes."""
import time

from client import Frontend, equal


def shut_down(before, code, stdin=False):
    """Asks for the end while a cell runs, in half a second; how long that takes."""
    f = Frontend()
    equal(f.run(before).status, 'ok')
    f.client.execute(code, allow_stdin=stdin)
    time.sleep(0.5)
    asked = time.monotonic()
    f.client.shutdown()
    reply = f.client.get_control_msg(timeout=20)
    took = time.monotonic() - asked
    equal((reply['msg_type'], reply['content']['status']), ('shutdown_reply', 'ok'))
    while f.manager.is_alive() and time.monotonic() - asked < 20:
        time.sleep(0.05)
    equal(f.manager.provisioner.process.poll(), 0)
    f.client.stop_channels()
    f.manager.cleanup_resources()
    del f.client  # while it can still log
    return took


times = [shut_down('', '1 + 1'),
         shut_down('var n: integer; n := 0',
                   'while true do begin n := n + 1; if n mod 1000 = 0 then writeln(n) end'),
         shut_down('var n: integer; n := 0; while n < 150000000 do n := n + 1', '%trace'),
         shut_down('var n: integer', 'readln(n)', stdin=True)]
print('s:', [round(took, 2) for took in times])
assert max(times) < 5, times
