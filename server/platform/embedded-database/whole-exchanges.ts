import type { PGlite } from '@electric-sql/pglite';

/**
 * The database as the socket server must see it, so that one connection's parse, bind and execute never mix with
 * another's: they share one session, and with it one unnamed statement. The server lets a connection whose transaction
 * is open go first; here an exchange that its sync has not ended yet counts as one.
 *
 * `onBroken` is called when the engine itself fails (a statement's error is an answer, not a failure): the server's queue
 * would wait for ever.
 */
export function keepExchangesWhole(database: PGlite, onBroken: (error: unknown) => void): PGlite {
  let isExchangeOpen = false;

  const isInTransaction = () => isExchangeOpen || database.isInTransaction();

  const execProtocolRawStream: PGlite['execProtocolRawStream'] = async (message, options) => {
    try {
      await database.execProtocolRawStream(message, options);
    } catch (error) {
      onBroken(error);
      throw error;
    }
    const kind = String.fromCharCode(message[0] ?? 0);
    if (EXCHANGE.includes(kind)) isExchangeOpen = true;
    else if (kind === SYNC || kind === QUERY) isExchangeOpen = false;
  };

  // How the server rolls back when a connection ends: the exchange that it left open ends first.
  const exec: PGlite['exec'] = async (query, options) => {
    if (isExchangeOpen) await database.execProtocolRaw(SYNC_MESSAGE);
    isExchangeOpen = false;
    return database.exec(query, options);
  };

  const replaced = new Map<PropertyKey, unknown>(
    Object.entries({ isInTransaction, execProtocolRawStream, exec }),
  );
  return new Proxy(database, {
    get(target, name) {
      const value = replaced.get(name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Parse, bind, describe, execute and close (PostgreSQL's protocol, Message Formats). */
const EXCHANGE = 'PBDEC';
const SYNC = 'S';
const QUERY = 'Q';
const SYNC_MESSAGE = Uint8Array.from([0x53, 0, 0, 0, 4]);
