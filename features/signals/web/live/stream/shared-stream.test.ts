import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatVersions } from '#features/signals/contract/stream.ts';
import { SharedStream } from './shared-stream.ts';
import type { LiveState } from './stream-connection.ts';

/** The server: the open streams, oldest first. */
interface ServerStream {
  isClosed: boolean;
  send(text: string): void;
}

const encoder = new TextEncoder();
let servedStreams: ServerStream[] = [];

async function open(signal: AbortSignal): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const stream: ServerStream = {
        isClosed: false,
        send: (text) => controller.enqueue(encoder.encode(text)),
      };
      signal.addEventListener('abort', () => {
        stream.isClosed = true;
        controller.error(new DOMException('', 'AbortError'));
      });
      servedStreams.push(stream);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** Lends locks like a browser, to the tab that has waited longest. */
class FakeLocks {
  #holder: { fail: (error: unknown) => void } | null = null;
  readonly #waiting: (() => void)[] = [];

  request = (async (_name: string, options: LockOptions, hold: () => Promise<void> | undefined) => {
    if (options.steal) {
      this.#holder?.fail(new DOMException('', 'AbortError'));
    } else if (this.#holder !== null) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve);
        options.signal?.addEventListener('abort', () => {
          this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
          reject(new DOMException('', 'AbortError'));
        });
      });
    }
    let holder = null;
    const stolen = new Promise<void>((_resolve, reject) => {
      holder = { fail: reject };
      this.#holder = holder;
    });
    await Promise.race([hold(), stolen]);
    if (this.#holder !== holder) return;
    this.#holder = null;
    this.#waiting.shift()?.();
  }) as unknown as LockManager['request'];
}

/** Delivers messages to the other channels of the same name, a little later. */
class FakeChannel extends EventTarget {
  static readonly all: FakeChannel[] = [];
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    FakeChannel.all.push(this);
  }

  postMessage(data: unknown): void {
    const others = FakeChannel.all.filter((other) => other !== this && other.name === this.name);
    const copy = structuredClone(data);
    queueMicrotask(() => {
      for (const other of others.filter((each) => FakeChannel.all.includes(each)))
        other.dispatchEvent(new MessageEvent('message', { data: copy }));
    });
  }

  close(): void {
    FakeChannel.all.splice(FakeChannel.all.indexOf(this), 1);
  }
}

interface Tab {
  stream: SharedStream;
  received: string[];
  starts: string[];
  reloads: number;
  accessEnds: number;
  states: LiveState[];
  isCurrent: boolean;
}

const tabs: Tab[] = [];

function openTab(locks: FakeLocks | null, { scope = 'customer a' }: { scope?: string } = {}): Tab {
  const tab: Omit<Tab, 'stream'> = {
    received: [],
    starts: [],
    reloads: 0,
    accessEnds: 0,
    states: [],
    isCurrent: true,
  };
  const stream = new SharedStream({
    scope,
    isCurrent: () => tab.isCurrent,
    open,
    onEvent: ({ id }) => tab.received.push(id ?? ''),
    onStart: (versions, isSpread) =>
      tab.starts.push(`${formatVersions(versions)}${isSpread ? ' later' : ''}`),
    onReload: () => (tab.reloads += 1),
    onAccessEnded: () => (tab.accessEnds += 1),
    onState: (state) => tab.states.push(state),
    reloadSpreadMs: 20_000,
    locks,
  });
  const opened = Object.assign(tab, { stream });
  tabs.push(opened);
  return opened;
}

const listOpen = () => servedStreams.filter(({ isClosed }) => !isClosed);
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

async function serve(text: string): Promise<void> {
  await settle();
  listOpen().at(-1)?.send(text);
  await settle();
}

const ready = (id: string, types = ['intraday']) =>
  `id: ${id}\nevent: ready\ndata: ${JSON.stringify({ signal_types: types })}\n\n`;
const created = (id: string, type = 'intraday') =>
  `id: ${id}\nevent: created\ndata: {"signal_type":"${type}"}\n\n`;

describe('a stream that tabs share', () => {
  beforeEach(() => vi.stubGlobal('BroadcastChannel', FakeChannel));
  afterEach(() => {
    for (const { stream } of tabs.splice(0)) stream.close();
    FakeChannel.all.length = 0;
    servedStreams = [];
  });

  it('a stream that tabs share has one connection, whose events reach every tab', async () => {
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    await serve(created('intraday:5'));
    expect(servedStreams).toHaveLength(1);
    expect([first.received, second.received]).toEqual([['intraday:5'], ['intraday:5']]);
    expect([first.states.at(-1), second.states.at(-1)]).toEqual(['live', 'live']);
  });

  it('reports to every tab where the stream starts', async () => {
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    expect([first.starts, second.starts]).toEqual([['intraday:4'], ['intraday:4']]);
    expect([first.reloads, second.reloads]).toEqual([0, 0]);
  });

  it('makes every tab load its lists after a connection was lost, which may have missed the request to do so', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    expect([first.reloads, second.reloads]).toEqual([0, 0]);
    first.stream.reconnect();
    await serve(ready('intraday:4'));
    await expect.poll(() => [first.reloads, second.reloads]).toEqual([1, 1]);
  });

  it('gives a new tab the state, and reports what it may have missed', async () => {
    const locks = new FakeLocks();
    openTab(locks);
    await serve(ready('intraday:4'));
    await serve(created('intraday:5'));
    const late = openTab(locks);
    await settle();
    expect(late.states).toEqual(['live']);
    expect(late.starts).toEqual(['intraday:5']);
    await serve(created('intraday:6'));
    expect(late.received).toEqual(['intraday:6']);
  });

  it('continues in another tab when the leading tab is closed', async () => {
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    await serve(created('intraday:5'));
    first.stream.close();
    await settle();
    expect(servedStreams).toHaveLength(2);
    expect(listOpen()).toHaveLength(1);
    await serve(ready('intraday:5'));
    await serve(created('intraday:6'));
    expect(second.received).toEqual(['intraday:5', 'intraday:6']);
    // At once, because no other browser connects for the same reason.
    expect(second.starts).toEqual(['intraday:4', 'intraday:5']);
  });

  it('reports the versions of every start to every tab, later ones to be compared at a random time', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    // Changes that cannot be sent one by one, or a connection that was lost.
    await serve(ready('intraday:400'));
    for (const { starts } of [first, second]) expect(starts).toEqual(['intraday:4', 'intraday:400 later']);
  });

  it('reports the versions at once after the user has returned', async () => {
    const tab = openTab(new FakeLocks());
    await serve(ready('intraday:4'));
    tab.stream.drop();
    await settle();
    expect(tab.states.at(-1)).toBe('reconnecting');
    tab.stream.wake();
    await serve(ready('intraday:6'));
    expect(tab.starts).toEqual(['intraday:4', 'intraday:6']);
  });

  it('tells every tab to compare the versions at once when the lead has changed, because no other browser connects', async () => {
    const locks = new FakeLocks();
    const [first, second, third] = [openTab(locks), openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    first.stream.close();
    await serve(ready('intraday:5'));
    for (const { starts } of [second, third]) expect(starts).toEqual(['intraday:4', 'intraday:5']);
  });

  it('spreads the comparison of every tab but the one that the user returned to while the connection was lost', async () => {
    const locks = new FakeLocks();
    const [leading, returnedTo, other] = [openTab(locks), openTab(locks), openTab(locks)];
    await serve(`retry: 20\n${ready('intraday:4')}`);
    leading.stream.drop();
    await settle();
    returnedTo.stream.wake();
    await expect.poll(() => servedStreams).toHaveLength(2);
    await serve(ready('intraday:6'));
    const starts = [leading, returnedTo, other].map((tab) => tab.starts.at(-1));
    expect(starts).toEqual(['intraday:6 later', 'intraday:6', 'intraday:6 later']);
    await serve(ready('intraday:400'));
    expect(returnedTo.starts.at(-1)).toBe('intraday:400 later');
  });

  it('reports the end of access to every tab', async () => {
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4,swing:1', ['intraday', 'swing']));
    await serve('event: end\ndata: {"reason":"access"}\n\n');
    expect([first.accessEnds, second.accessEnds]).toEqual([1, 1]);
  });

  it('does not report the end of access when the server restarts', async () => {
    const tab = openTab(new FakeLocks());
    await serve(ready('intraday:4'));
    await serve('event: end\ndata: {"reason":"restart"}\n\n');
    expect(tab.accessEnds).toBe(0);
  });

  it('connects again when any tab may read more', async () => {
    const locks = new FakeLocks();
    const [, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4'));
    second.stream.reconnect();
    await settle();
    expect(servedStreams).toHaveLength(2);
    expect(listOpen()).toHaveLength(1);
  });

  it('never passes the events of one account to another', async () => {
    const locks = { a: new FakeLocks(), visitor: new FakeLocks() };
    const customer = openTab(locks.a);
    await serve(ready('intraday:4,swing:1', ['intraday', 'swing']));
    const visitor = openTab(locks.visitor, { scope: 'visitor' });
    await settle();
    servedStreams[0]?.send(created('intraday:4,swing:2', 'swing'));
    await settle();
    expect(customer.received).toEqual(['intraday:4,swing:2']);
    expect(visitor.received).toEqual([]);
  });

  it('neither shows nor passes on events after the user has signed out', async () => {
    const locks = new FakeLocks();
    const [first, second] = [openTab(locks), openTab(locks)];
    await serve(ready('intraday:4,swing:1', ['intraday', 'swing']));
    first.isCurrent = false;
    await serve(created('intraday:4,swing:2', 'swing'));
    expect([first.received, second.received]).toEqual([[], []]);

    first.isCurrent = true;
    second.isCurrent = false;
    await serve(created('intraday:4,swing:3', 'swing'));
    expect([first.received, second.received]).toEqual([['intraday:4,swing:3'], []]);
  });

  it('a stream that tabs share has a connection per tab without locks', async () => {
    const [first, second] = [openTab(null), openTab(null)];
    await settle();
    expect(servedStreams).toHaveLength(2);
    for (const stream of servedStreams) stream.send(ready('intraday:4') + created('intraday:5'));
    await settle();
    expect([first.received, second.received]).toEqual([['intraday:5'], ['intraday:5']]);
  });

  it('takes the lead from a tab that no longer responds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { visibilityState: 'visible' });
    const locks = new FakeLocks();
    // Another tab leads, which the browser has frozen.
    const stopFrozen = vi.fn();
    locks.request('tezi:signals 2 customer a', {}, () => new Promise(() => {})).catch(stopFrozen);
    openTab(locks);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(servedStreams).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(servedStreams).toHaveLength(1);
    expect(stopFrozen).toHaveBeenCalled();
  });
});
