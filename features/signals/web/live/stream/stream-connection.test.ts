import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#core/web/api/call.ts';
import type { LiveState, StreamEvent } from './stream-connection.ts';
import { type Connection, connect } from './stream-connection.ts';

/** A response whose events the test sends. */
interface OpenedStream {
  send(text: string): void;
  end(): void;
}

const ready = (id: string) => `retry: 2000\nid: ${id}\nevent: ready\ndata: {}\n\n`;
const created = (id: string) => `id: ${id}\nevent: created\ndata: {}\n\n`;

const connections: Connection[] = [];

/** Connects to streams that behave as `respond` says, by default normally. */
function start(respond: (attempt: number) => 'stream' | Error = () => 'stream') {
  const streams: OpenedStream[] = [];
  const events: StreamEvent[] = [];
  const states: LiveState[] = [];
  let attempts = 0;
  const connection = connect({
    async open(signal) {
      attempts += 1;
      const response = respond(attempts);
      if (response instanceof Error) throw response;
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          signal.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
          streams.push({
            send: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
          });
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
  connections.push(connection);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    connection,
    streams,
    events,
    states,
    attempts: () => attempts,
    async send(text: string) {
      await settle();
      streams.at(-1)?.send(text);
      await settle();
    },
    async end() {
      streams.at(-1)?.end();
      await settle();
    },
  };
}

describe('a connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });

  it('a connection is live after the first event', async () => {
    const { send, states, events } = start();
    await send(ready('intraday:4'));
    expect(states).toEqual(['live']);
    expect(events.map(({ name }) => name)).toEqual(['ready']);
  });

  it('reconnects after the delay of the server', async () => {
    const { send, end, states, streams } = start();
    await send(ready('intraday:4'));
    await send(created('intraday:5'));
    await vi.advanceTimersByTimeAsync(5_000);
    await end();
    expect(states).toEqual(['live', 'reconnecting']);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(2);
    await send(ready('intraday:5'));
    expect(states).toEqual(['live', 'reconnecting', 'live']);
  });

  it('reconnects when nothing arrives for 45 seconds, not even a heartbeat', async () => {
    const { send, states } = start();
    await send(ready('intraday:4'));
    for (let beat = 0; beat < 5; beat += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      await send(':\n\n');
    }
    await vi.advanceTimersByTimeAsync(44_000);
    expect(states).toEqual(['live']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toEqual(['live', 'reconnecting']);
  });

  it('a connection is not live for more than a second after the computer has slept', async () => {
    const { send, states, streams } = start();
    await send(ready('intraday:4'));
    await vi.advanceTimersByTimeAsync(10_000);
    // No timer runs while it sleeps, and no event reports that it wakes.
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toEqual(['live', 'reconnecting']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(streams).toHaveLength(2);
    await send(ready('intraday:4'));
    expect(states.at(-1)).toBe('live');
  });

  it('stays live when the clock is set back, and still notices silence', async () => {
    const { send, states } = start();
    await send(ready('intraday:4'));
    vi.setSystemTime(Date.now() - 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(states).toEqual(['live']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toEqual(['live', 'reconnecting']);
  });

  it('drops events of an attempt that it has given up', async () => {
    const { send, connection, events } = start();
    await send(ready('intraday:4'));
    connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toHaveLength(1);
  });

  it('polls after four failures, and recovers', async () => {
    const failure = new ApiError(0, undefined);
    const { states, attempts, send } = start((attempt) => (attempt <= 4 ? failure : 'stream'));
    await vi.advanceTimersByTimeAsync(1_500 + 3_000 + 6_000 - 1);
    expect(states).not.toContain('polling');
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toBe('polling');
    expect(attempts()).toBe(4);
    await vi.advanceTimersByTimeAsync(12_000);
    await send(ready('intraday:4'));
    expect(states.at(-1)).toBe('live');
  });

  it('polls after two streams without any bytes, as behind a proxy that stores responses', async () => {
    const { states, attempts } = start();
    await vi.advanceTimersByTimeAsync(10_000 + 3_000 + 10_000);
    expect(attempts()).toBe(2);
    expect(states).toEqual(['reconnecting', 'polling']);
  });

  it('tries a server that stays down every 15 seconds, and streams that are blocked every 90', async () => {
    for (const [status, delayMs] of [
      [503, 15_000],
      [200, 90_000],
    ] as const) {
      const { connection, attempts } = start(() => new ApiError(status, undefined));
      await vi.advanceTimersByTimeAsync(120_000);
      const before = attempts();
      await vi.advanceTimersByTimeAsync(10 * delayMs);
      expect(attempts() - before).toBe(10);
      connection.close();
    }
  });

  it('counts connections that are lost at once as failures', async () => {
    const { send, end, states } = start();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await send(ready('intraday:4'));
      await end();
      await vi.advanceTimersByTimeAsync(2_000 * 2 ** attempt);
    }
    expect(states.at(-1)).toBe('polling');
  });

  it('reconnects soon after the server announces a restart, however early', async () => {
    const { send, end, streams } = start();
    for (let restart = 1; restart <= 5; restart += 1) {
      await send(ready('intraday:4'));
      await send('retry: 2000\nevent: end\ndata: {"reason":"restart"}\n\n');
      await end();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(streams).toHaveLength(restart + 1);
    }
  });

  it.each([403, 404, 429])(
    'polls at once after status %i, for as long as the server says',
    async (status) => {
      const { states, attempts } = start(() => new ApiError(status, undefined, 300));
      await vi.advanceTimersByTimeAsync(299_999);
      expect(states).toEqual(['polling']);
      expect(attempts()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(attempts()).toBe(2);
    },
  );

  it('does not wait any longer when it is asked to retry', async () => {
    const { connection, attempts } = start(() => new ApiError(0, undefined));
    await vi.advanceTimersByTimeAsync(0);
    connection.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts()).toBe(2);
  });

  it('reconnects when it is asked to retry after a long silence, as after sleep', async () => {
    const { connection, send, streams } = start();
    await send(ready('intraday:4'));
    vi.setSystemTime(Date.now() + 3_600_000);
    connection.retry();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(streams).toHaveLength(2);
  });

  it('gives up a stream without a network, and reconnects when asked to retry', async () => {
    const { connection, send, states, streams } = start();
    await send(ready('intraday:4'));
    connection.drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(['live', 'reconnecting']);
    connection.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(2);
  });

  it('does not open another connection after it is closed', async () => {
    const { connection, attempts } = start(() => new ApiError(0, undefined));
    await vi.advanceTimersByTimeAsync(0);
    connection.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(attempts()).toBe(1);
  });
});
