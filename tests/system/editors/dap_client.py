# SPDX-License-Identifier: MIT
"""A client of star dap: what an editor does, without one."""
import json
import subprocess


class Client:
    """One session; `star` may have options behind it."""

    def __init__(self, *star, **launch):
        self.process = subprocess.Popen(
            [star[0], 'dap', *star[1:]], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.sent = 0
        self.events = []  # that no one has asked for yet
        self.output = {}  # by category
        if launch:
            self.ask('initialize', adapterID='star')
            self.ask('launch', **launch)
            self.event('initialized')

    def send(self, text):
        """Sends bytes as they are."""
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def request(self, command, **arguments):
        """Sends a request; returns its number."""
        self.sent += 1
        text = json.dumps({'seq': self.sent, 'type': 'request',
                           'command': command,
                           'arguments': arguments}).encode()
        self.send(b'Content-Length: %d\r\n\r\n' % len(text) + text)
        return self.sent

    def read(self):
        """Returns the next message, None at the end."""
        length = 0
        while (line := self.process.stdout.readline().strip()) != b'':
            name, value = line.split(b': ')
            assert name == b'Content-Length'
            length = int(value)
        return json.loads(self.process.stdout.read(length)) if length else None

    def take(self, message):
        """Keeps an event."""
        if message['event'] == 'output':
            body = message['body']
            before = self.output.get(body['category'], '')
            self.output[body['category']] = before + body['output']
        else:
            self.events.append(message)

    def response(self, number):
        """Waits for the response to a request."""
        while (message := self.read())['type'] == 'event':
            self.take(message)
        assert message['request_seq'] == number, message
        return message

    def ask(self, command, **arguments):
        """Sends a request that succeeds; returns the body of the response."""
        response = self.response(self.request(command, **arguments))
        assert response['success'], response
        return response.get('body')

    def refused(self, command, **arguments):
        """Sends a request that fails; returns its message."""
        response = self.response(self.request(command, **arguments))
        assert not response['success'], response
        assert response['body']['error']['format'] == response['message']
        return response['message']

    def event(self, name):
        """Waits for the next event, which has this name; returns its body."""
        while not self.events:
            self.take(self.read())
        message = self.events.pop(0)
        assert message['event'] == name, message
        return message.get('body', {})

    def go(self, command, reason, line=None, **arguments):
        """Sends a request after which the run stops; returns the event."""
        self.ask(command, threadId=1, **arguments)
        return self.stops(reason, line)

    def stops(self, reason, line=None):
        body = self.event('stopped')
        assert body['reason'] == reason, (body, self.output)
        if line is not None:
            found = self.stack()[0]['line']
            assert found == line, f'line {found}, expected {line}: {body}'
        return body

    def stack(self):
        return self.ask('stackTrace', threadId=1)['stackFrames']

    def variables(self, reference, **arguments):
        found = self.ask('variables', variablesReference=reference,
                         **arguments)['variables']
        return {v['name']: v for v in found}

    def scope(self, number):
        """The variables of a scope of the newest call."""
        scopes = self.ask('scopes', frameId=self.stack()[0]['id'])['scopes']
        return self.variables(scopes[number]['variablesReference'])

    def value(self, expression, **arguments):
        return self.ask('evaluate', expression=expression,
                        **arguments)['result']

    def breaks(self, path, *breakpoints):
        """Sets breakpoints on lines, numbers or with more."""
        return self.ask('setBreakpoints', source={'path': path}, breakpoints=[
            b if isinstance(b, dict) else {'line': b}
            for b in breakpoints])['breakpoints']

    def watch(self, *expressions):
        """Sets data breakpoints."""
        wanted = []
        for text in expressions:
            info = self.ask('dataBreakpointInfo', name=text)
            assert info['dataId'], info
            wanted.append({'dataId': info['dataId']})
        return self.ask('setDataBreakpoints', breakpoints=wanted)['breakpoints']

    def ends(self, status=0):
        """Waits for the end of the run, and ends the session."""
        assert self.event('exited')['exitCode'] == status
        self.event('terminated')
        self.disconnect()

    def disconnect(self):
        self.ask('disconnect')
        self.closed()

    def closed(self, status=0):
        while (message := self.read()) is not None:
            self.take(message)
        assert self.process.wait(10) == status, self.process.stderr.read()
