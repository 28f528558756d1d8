import { createParser } from 'eventsource-parser';
import { ApiError } from '#core/web/api/call.ts';

/**
 * - `connecting`: the first attempt.
 * - `live`: events arrive as they happen.
 * - `reconnecting`: the connection was lost.
 * - `polling`: streams do not work here, so the data is queried repeatedly.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling';

/** The server sends the first event at once. A proxy that stores responses would send nothing. */
const FIRST_BYTES_MS = 10_000;
/** The server sends a heartbeat every 20 seconds. */
const SILENCE_MS = 45_000;
/** The time limits above are checked this often. */
const CHECK_MS = 1_000;
/** A connection that is lost earlier counts as a failure. */
const STABLE_MS = 5_000;
const FAILURES_UNTIL_POLLING = 4;
/** Where streams are blocked, they are tried again this often. */
const RETRY_BLOCKED_MS = 60_000;

/** Responses after which an attempt within seconds would fail too: streams are not offered, or there are too many. */
const POLLING_STATUSES = [403, 404, 429];

interface ConnectionOptions {
  /** Requests the stream. Throws an `ApiError` if it is rejected. */
  open: (signal: AbortSignal) => Promise<Response>;
  onEvent: (event: StreamEvent) => void;
  onState: (state: LiveState) => void;
}

export type Connection = ReturnType<typeof connect>;

/** Keeps a stream open until it is closed: reconnects after a delay. */
export function connect({ open, onEvent, onState }: ConnectionOptions) {
  let isClosed = false;
  let failures = 0;
  let serverDelayMs: number | null = null;
  let attempt = createAttempt();
  let endWait = () => {};

  async function run(): Promise<void> {
    while (!isClosed) {
      const delayMs = await runOnce();
      if (isClosed) return;
      onState(failures >= FAILURES_UNTIL_POLLING ? 'polling' : 'reconnecting');
      await new Promise<void>((resolve) => {
        endWait = resolve;
        setTimeout(resolve, delayMs);
      });
    }
  }

  /** Connects and reads until the connection ends. Returns the delay before the next attempt. */
  async function runOnce(): Promise<number> {
    attempt = createAttempt();
    const { signal } = attempt;
    const watchdog = setInterval(attempt.check, CHECK_MS);
    let readyAt: number | null = null;
    let hasEnded = false;
    let isUnreachable = false;
    let retryAfterMs = 0;
    try {
      await readEvents(getBody(await open(signal)), {
        onEvent(event) {
          if (signal.aborted) return;
          if (event.name === 'ready') readyAt = Date.now();
          if (event.name === 'end') hasEnded = true;
          onEvent(event);
          if (event.name === 'ready') onState('live');
        },
        onRetry: (delay) => (serverDelayMs = delay),
        onBytes: attempt.extend,
      });
    } catch (error) {
      isUnreachable = !signal.aborted && isServerDown(error);
      if (error instanceof ApiError && POLLING_STATUSES.includes(error.status)) {
        failures = FAILURES_UNTIL_POLLING;
        retryAfterMs = (error.retryAfterSeconds ?? 0) * 1_000;
      }
    }
    // It waited long, so it counts twice.
    if (signal.aborted && !attempt.hasBytes()) failures += 1;
    clearInterval(watchdog);
    attempt.abort();
    const isStable = readyAt !== null && (hasEnded || Date.now() - readyAt >= STABLE_MS);
    const delayMs = getReconnectDelay(isStable ? 0 : failures, serverDelayMs);
    failures = isStable ? 0 : failures + 1;
    // A server that restarts slowly is not a network without streams.
    if (isUnreachable || failures < FAILURES_UNTIL_POLLING) return delayMs;
    return Math.max(RETRY_BLOCKED_MS * (1 + Math.random() / 2), retryAfterMs);
  }

  void run();
  return {
    /** Reconnects now if the connection is lost or silent. Returns whether it is silent. */
    retry(): boolean {
      // While a stream is open, nothing waits.
      endWait();
      return attempt.check();
    },
    /** Gives up the current attempt, because the network is gone, and reconnects. */
    drop: () => attempt.abort(),
    close() {
      isClosed = true;
      attempt.abort();
      endWait();
    },
  };
}

/**
 * Watches one attempt to connect. Compares times instead of waiting once, because timers stand still while the computer
 * sleeps: after it wakes, the page must not look live until the rest of the time has passed.
 */
function createAttempt() {
  const controller = new AbortController();
  let lastBytesAt = Date.now();
  let limitMs = FIRST_BYTES_MS;
  return {
    signal: controller.signal,
    hasBytes: () => limitMs === SILENCE_MS,
    /** Some bytes have arrived. */
    extend() {
      lastBytesAt = Date.now();
      limitMs = SILENCE_MS;
    },
    /** Aborts the attempt if nothing has arrived in time. Returns whether it did. */
    check(): boolean {
      // The clock was set back.
      lastBytesAt = Math.min(lastBytesAt, Date.now());
      const isSilent = Date.now() - lastBytesAt >= limitMs;
      if (isSilent) controller.abort();
      return isSilent;
    },
    abort: () => controller.abort(),
  };
}

const isServerDown = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Throws if the response is not a stream, for example the page of a proxy. */
function getBody({ body, headers, status }: Response): ReadableStream<Uint8Array> {
  if (body === null || !headers.get('Content-Type')?.startsWith('text/event-stream'))
    throw new ApiError(status, undefined);
  return body;
}

/** An event of a stream. */
export interface StreamEvent {
  /** The versions that it leads to; `null` for an event without them. */
  id: string | null;
  name: string;
  data: unknown;
}

interface Callbacks {
  onEvent: (event: StreamEvent) => void;
  /** The server's delay before the client reconnects. */
  onRetry: (delayMs: number) => void;
  /** Some bytes arrived, perhaps only a heartbeat. */
  onBytes: () => void;
}

/** Reads Server-Sent Events until the stream ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onRetry, onBytes }: Callbacks,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      onEvent({ id: id ?? null, name: event ?? 'message', data: JSON.parse(data) }),
    onRetry,
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

const DEFAULT_BASE_MS = 1_500;
const MAX_MS = 15_000;

/**
 * Returns the delay before the next attempt to connect: it doubles with each failure, and a random half of it keeps clients
 * from reconnecting together. `baseMs` is the server's `retry`.
 */
export function getReconnectDelay(
  failures: number,
  baseMs: number | null,
  random: () => number = Math.random,
): number {
  const delay = Math.min((baseMs ?? DEFAULT_BASE_MS) * 2 ** failures, MAX_MS);
  return delay / 2 + (delay / 2) * random();
}
