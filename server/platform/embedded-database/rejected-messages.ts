/** The reason for closing a connection: an SQLSTATE code and a message for the client. */
export interface Rejection {
  code: string;
  message: string;
}

/**
 * Returns the rejection of a client message that would crash or freeze PGlite; `null` for all other messages. Searches the
 * text of a statement for keywords, so it may reject harmless statements.
 */
export function findRejection(message: Uint8Array): Rejection | null {
  const type = String.fromCharCode(message[0] ?? 0);
  const length = message.length >= LENGTH_END ? Buffer.from(message).readInt32BE(1) : 0;
  if (!MESSAGE_TYPES.includes(type) || length !== message.length - 1) {
    return { code: '08P01', message: `unexpected message type "${type}"` };
  }
  if (type !== 'Q' && type !== 'P') return null;
  const text = Buffer.from(message.subarray(LENGTH_END)).toString('utf8');
  if (COPY_FROM_CLIENT.test(text)) {
    return { code: '0A000', message: 'COPY FROM STDIN is not supported by the embedded database' };
  }
  if (TIMEOUT.test(text.replace(TIMEOUT_OFF, ''))) {
    return {
      code: '0A000',
      message: 'idle and transaction timeouts are not supported by the embedded database',
    };
  }
  return null;
}

/** The error response after which the server closes the connection. */
export function toFatalError({ code, message }: Rejection): Uint8Array {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const header = Buffer.alloc(LENGTH_END);
  header.write('E');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

/** A message is its type (one byte), its length without the type (four bytes) and its content. */
const LENGTH_END = 5;
/** Query, parse, bind, describe, execute, close, sync, flush and terminate (PostgreSQL's protocol, Message Formats). */
const MESSAGE_TYPES = 'QPBDECSHX';
/** The engine accepts a statement only together with its data, and crashes if the data are missing. */
const COPY_FROM_CLIENT = /\bcopy\b[^;]*\bfrom\s+stdin\b/i;
/** The engine has no timers: these timeouts would block its process forever. pg_dump only turns them off. */
const TIMEOUT_OFF =
  /\b(idle_session|idle_in_transaction_session|transaction)_timeout\s*(=|to)\s*'?0'?(?=\s*(;|\0|$))/gi;
const TIMEOUT = /\b(idle_session|idle_in_transaction_session|transaction)_timeout\b/i;
