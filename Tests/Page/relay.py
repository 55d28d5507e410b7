"""A proxy for a daemon's socket that removes roles from the welcome, so that any user can test
them.
"""

import socket
import struct
import threading

HEADER = struct.Struct("<IHBBQQ")
WELCOME = 16
# After the header and the version, two bytes each.
ROLES = HEADER.size + 2
BITS = {"view": 1, "view-touches": 2, "control": 4, "inject": 8}


class Relay:
    """Hands on what both sides say, but for the roles of a welcome in the binary encoding."""

    def __init__(self, path, daemon, roles):
        self.daemon, self.roles = daemon, sum(BITS[role] for role in roles)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.daemon)
            threading.Thread(target=self._carry, args=(client, server), daemon=True).start()
            threading.Thread(target=self._tell, args=(server, client), daemon=True).start()

    def _tell(self, server, client):
        welcome = bytearray()
        while len(welcome) < ROLES + 2:
            part = server.recv(65536)
            if not part:
                return
            welcome += part
        if HEADER.unpack_from(welcome)[1] == WELCOME:
            struct.pack_into("<H", welcome, ROLES, self.roles)
        try:
            client.sendall(welcome)
        except OSError:
            return
        self._carry(server, client)

    @staticmethod
    def _carry(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def close(self):
        self.listener.close()
