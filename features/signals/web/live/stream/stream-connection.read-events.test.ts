import { describe, expect, it } from 'vitest';
import { readEvents, type StreamEvent } from './stream-connection.ts';

const encoder = new TextEncoder();

async function read(chunks: readonly (string | Uint8Array)[]) {
  const events: StreamEvent[] = [];
  const retries: number[] = [];
  let reads = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  await readEvents(body, {
    onEvent: (event) => events.push(event),
    onRetry: (delayMs) => retries.push(delayMs),
    onBytes: () => (reads += 1),
  });
  return { events, retries, reads };
}

const READY = 'retry: 1800\nid: intraday:4\nevent: ready\ndata: {"signal_types":[]}\n\n';

describe('readEvents', () => {
  it('reads the ID, the name, the data and the delay of the server', async () => {
    const { events, retries } = await read([READY]);
    expect(events).toEqual([{ id: 'intraday:4', name: 'ready', data: { signal_types: [] } }]);
    expect(retries).toEqual([1800]);
  });

  it('reads events that are divided at any byte', async () => {
    const text = `${READY}id: intraday:5\nevent: created\ndata: {"symbol":"کے الیکٹرک"}\n\n`;
    const { events } = await read(Array.from(encoder.encode(text), (byte) => Uint8Array.of(byte)));
    expect(events.map(({ name }) => name)).toEqual(['ready', 'created']);
    expect(events[1]?.data).toEqual({ symbol: 'کے الیکٹرک' });
  });

  it('reads several events of one chunk, in order', async () => {
    const { events } = await read([
      'id: intraday:1\nevent: updated\ndata: {}\n\nid: intraday:2\nevent: closed\ndata: {}\n\n',
    ]);
    expect(events.map(({ id }) => id)).toEqual(['intraday:1', 'intraday:2']);
  });

  it('reports heartbeats as bytes, not as events', async () => {
    const { events, reads } = await read([':\n\n', ':\n\n']);
    expect(events).toEqual([]);
    expect(reads).toBe(2);
  });

  it('drops an event that the end of the stream cuts off', async () => {
    const { events } = await read([READY, 'id: intraday:5\nevent: created\ndata: {}\n']);
    expect(events.map(({ name }) => name)).toEqual(['ready']);
  });
});
