"""Commands against Tests/Fixtures/commands, and against the description of the protocol."""

import json
import os
import re
import unittest

from snapback._commands import Commands

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return json.load(file)


class Recorder(Commands):
    """Keeps the message that a command sends."""

    def command(self, name, timeout=None, **body):
        given = {key: value for key, value in body.items() if value is not None}
        self.message = {name: {"id": 7, **given}}
        return {}


class CommandTests(unittest.TestCase):
    def test_each_command_sends_its_message(self):
        recorder = Recorder()
        for vector in read("Tests/Fixtures/commands/commands.json"):
            arguments = {
                re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), key): value
                for key, value in vector["arguments"].items()}
            getattr(recorder, vector["command"])(**arguments)
            self.assertEqual(recorder.message, vector["message"])

    def test_each_command_of_the_protocol_has_a_vector_with_all_its_keys(self):
        vectors = read("Tests/Fixtures/commands/commands.json")
        for command in read("Sources/Wire/protocol.json")["commands"]:
            keys = {
                key for vector in vectors if vector["command"] == command["name"]
                for key in ["", *vector["arguments"]]}
            self.assertEqual(keys, {"", *(field["name"] for field in command["fields"])})


if __name__ == "__main__":
    unittest.main()
