import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '#core/server/http/caller.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { filterActiveSessions } from '#features/accounts/server/accounts.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { filterSignalAccess } from '#features/signals/server/signal-access.ts';

/** Beyond this, a client reads too slowly: it is disconnected and loads its lists when it returns. */
const MAX_PENDING_BYTES = 256 * 1024;
/** The time without progress after which a stream that has ended is disconnected. */
const MAX_END_MS = 20 * SECOND;

export interface StreamOptions {
  signalTypes: readonly SignalType[];
  caller: SignedInCaller | null;
  headers: Readonly<Record<string, string>>;
}

/**
 * Starts the response of a stream. The body ends with the connection and frames are written to the socket as they are, so
 * that one buffer is shared by all streams and nothing is stored per response.
 */
export function openStream(
  response: ServerResponse,
  { signalTypes, caller, headers }: StreamOptions,
): SignalStream {
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, { ...headers, Connection: 'close' });
  response.flushHeaders();
  return new ResponseStream(response, signalTypes, caller);
}

/** An open stream of one client. */
export type SignalStream = Pick<ResponseStream, keyof ResponseStream>;

class ResponseStream {
  readonly signalTypes: readonly SignalType[];
  /** `null` for a visitor, who reads free signals only. */
  readonly caller: SignedInCaller | null;
  readonly #response: ServerResponse;
  readonly #socket: Socket | null;
  /** The bytes that the client had received when it last kept others waiting; `null` if none are waiting. */
  #receivedBytes: number | null = null;

  constructor(response: ServerResponse, signalTypes: readonly SignalType[], caller: SignedInCaller | null) {
    this.signalTypes = signalTypes;
    this.caller = caller;
    this.#response = response;
    this.#socket = response.socket;
  }

  /** The client has disconnected. */
  get isClosed(): boolean {
    return this.#socket === null || this.#socket.destroyed;
  }

  send(frame: Buffer): void {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return;
    if (socket.writableLength > MAX_PENDING_BYTES) socket.destroy();
    else socket.write(frame);
  }

  /**
   * Sends a frame unless others are waiting to be sent. Disconnects the client if it has received nothing of them since the
   * last call.
   */
  sendIfIdle(frame: Buffer): void {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return;
    const isIdle = socket.writableLength === 0;
    const receivedBytes = isIdle ? null : socket.bytesWritten - socket.writableLength;
    // Otherwise the stream would count until TCP gives up, which takes many minutes.
    if (receivedBytes !== null && receivedBytes === this.#receivedBytes) socket.destroy();
    else if (isIdle) socket.write(frame);
    this.#receivedBytes = receivedBytes;
  }

  /** Sends the last frame and closes the connection. */
  end(frame: Buffer): void {
    if (this.isClosed) return;
    this.#socket?.write(frame);
    // A client that has stopped reading receives no end: without progress, the connection is closed anyway.
    this.#socket?.setTimeout(MAX_END_MS, () => this.#socket?.destroy());
    this.#response.end();
  }
}

export type SignedInCaller = Exclude<Caller, { kind: 'visitor' | 'api_key' }>;

/**
 * Returns which of these callers may read premium signals now: those with an active session who are administrators or
 * have premium access and have accepted the risk statement. Three queries, regardless of the number of callers.
 */
export async function findEntitled<C extends SignedInCaller>(
  db: Queryable,
  callers: readonly C[],
  now: Date,
): Promise<Set<C>> {
  const sessionIds = new Set(callers.map(({ sessionId }) => sessionId));
  const customers = new Set(callers.flatMap((caller) => (caller.kind === 'customer' ? [caller.userId] : [])));
  // Together, because an event waits for them.
  const [active, entitled] = await Promise.all([
    filterActiveSessions(db, [...sessionIds], now),
    filterSignalAccess(db, [...customers], 'swing', now),
  ]);
  return new Set(
    callers.filter(
      (caller) =>
        active.has(caller.sessionId) && (caller.kind === 'administrator' || entitled.has(caller.userId)),
    ),
  );
}
