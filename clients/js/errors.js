/** The errors of this package; all derive from `SnapbackError`. */

/** The base of all errors of this package. */
export class SnapbackError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * Bytes of the daemon that cannot be decoded.
 *
 * `offset` is the position of the invalid message in the stream, in bytes; `kind` is its name or
 * number, if known. The connection is unusable.
 */
export class WireError extends SnapbackError {
  constructor(text, offset = 0, kind = "") {
    super(`${kind ? `${kind} at byte ${offset}` : `byte ${offset}`}: ${text}`);
    /** The error without its position. */
    this.text = text;
    this.offset = offset;
    this.kind = kind;
  }
}

/** The daemon closed the connection and stated the reason. Codes are for programs. */
export class DaemonError extends SnapbackError {
  constructor(code, message) {
    super(`${message} (${code})`);
    this.code = code;
    this.said = message;
  }
}

/**
 * A command was refused. Nothing has changed, and the connection stays open.
 *
 * `code` is for programs, `said` is the daemon's message, and `reply` is the whole answer.
 */
export class CommandError extends SnapbackError {
  constructor(command, code, message, reply = {}) {
    super(`${command}: ${message} (${code})`);
    this.command = command;
    this.code = code;
    this.said = message;
    this.reply = reply;
  }
}

/** No daemon was found, or the connection to it was lost. */
export class ConnectionLost extends SnapbackError {}

/** Nothing arrived within the timeout. */
export class TimedOut extends SnapbackError {}
