/** What can go wrong; all of it is a `SnapbackError`. */

/** The base of all errors of this package. */
export class SnapbackError extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * Bytes of the daemon that cannot be read.
 *
 * `offset` is the place in the stream of the message that is at fault, in bytes, and `kind` its
 * name or number, where it is known. The connection cannot be used any more.
 */
export class WireError extends SnapbackError {
  constructor(text, offset = 0, kind = "") {
    super(`${kind ? `${kind} at byte ${offset}` : `byte ${offset}`}: ${text}`);
    /** The fault without its place. */
    this.text = text;
    this.offset = offset;
    this.kind = kind;
  }
}

/** The daemon closes the connection and says why. Codes are for programs. */
export class DaemonError extends SnapbackError {
  constructor(code, message) {
    super(`${message} (${code})`);
    this.code = code;
    this.said = message;
  }
}

/**
 * A command was refused; nothing has changed, and the connection goes on.
 *
 * `code` is for programs, `said` the daemon's sentence, and `reply` the whole answer.
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

/** There is no daemon, or it has gone. */
export class ConnectionLost extends SnapbackError {}

/** Nothing came within the time that was given. */
export class TimedOut extends SnapbackError {}
