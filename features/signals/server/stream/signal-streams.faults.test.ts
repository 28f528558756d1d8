import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import {
  createNotifications,
  isPremium,
  RecordedStream,
  StoredEvents,
} from '#tests/support/signals/stored-events.ts';
import { SignalStreams } from './signal-streams.ts';
import type { SignedInCaller } from './stream.ts';

const SERVERS = 2;
const CLIENTS = 4;

/** A client that reconnects to any server. */
interface Client {
  caller: SignedInCaller;
  stream: RecordedStream;
  /** The premium events that were committed after its access ended. */
  forbidden: Set<string>;
  server: number;
  /** The events of its earlier streams. */
  received: string[];
}

const type = fc.constantFrom(...SIGNAL_TYPES);
const index = (max: number) => fc.nat({ max: max - 1 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('commit' as const), type }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('notify' as const), type, server: index(SERVERS) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('reconnect' as const),
      client: index(CLIENTS),
      server: index(SERVERS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), client: index(CLIENTS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), server: index(SERVERS) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fail' as const), reads: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 4 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/**
 * Two servers on one database. Events are committed at any time; notifications arrive late, at one server first or never; reads fail; servers restart; premium access ends; clients reconnect to any server at
 * any time.
 */
class Simulation {
  readonly source = new StoredEvents();
  readonly servers = Array.from({ length: SERVERS }, () => this.#startServer());
  readonly clients: Client[] = [];
  readonly #revoked = new Set<SignedInCaller>();
  #failingReads = 0;

  constructor() {
    this.source.afterRead = async () => {
      await nextTurn();
      if (this.#failingReads > 0) {
        this.#failingReads -= 1;
        throw new Error('The database is unreachable.');
      }
    };
  }

  #startServer() {
    const { subscribe, notify } = createNotifications();
    const streams = new SignalStreams({
      source: this.source,
      changes: { subscribe },
      logger: createLogger('silent'),
      checkAccess: async (callers) => {
        const entitled = callers.filter((caller) => !this.#revoked.has(caller));
        await nextTurn();
        return new Set(entitled);
      },
      intervals: { heartbeatMs: 3_600_000, checkMs: 10, retryMs: 1 },
    });
    return Object.assign(streams, { notify });
  }

  connectAll(): void {
    for (let client = 0; client < CLIENTS; client += 1) {
      const caller: SignedInCaller = { kind: 'customer', userId: `${client}`, sessionId: `${client}` };
      const stream = new RecordedStream(SIGNAL_TYPES, { caller });
      this.clients.push({ caller, stream, forbidden: new Set(), server: 0, received: [] });
      this.#connect(client, client % SERVERS);
    }
  }

  isEntitled = ({ caller }: Client): boolean => !this.#revoked.has(caller);

  #connect(index: number, server: number): void {
    const client = this.clients[index] as Client;
    this.#disconnect(client);
    const stream = new RecordedStream(SIGNAL_TYPES, { caller: client.caller });
    Object.assign(client, { stream, server });
    // A stream that cannot be started is disconnected, and the client tries again.
    this.servers[server]?.add(stream).catch(() => (stream.isClosed = true));
  }

  #disconnect({ stream, server, received }: Client): void {
    this.servers[server]?.remove(stream);
    stream.isClosed = true;
    received.push(...stream.received.splice(0));
    expect(stream).toMatchObject({ afterEnd: [], gaps: [] });
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'commit':
        return this.#commit(step.type);
      case 'notify':
        return this.servers[step.server]?.notify(step.type);
      case 'reconnect':
        return this.#connect(step.client, step.server);
      case 'revoke':
        this.#revoked.add((this.clients[step.client] as Client).caller);
        return;
      case 'restart':
        this.servers[step.server]?.close();
        this.servers[step.server] = this.#startServer();
        return;
      case 'fail':
        this.#failingReads = step.reads;
        return;
      case 'wait':
        for (let turn = 0; turn < step.turns; turn += 1) await nextTurn();
    }
  }

  #commit(signalType: SignalType): void {
    const id = this.source.commit(signalType);
    if (!isPremium(signalType)) return;
    for (const client of this.clients) if (!this.isEntitled(client)) client.forbidden.add(id);
  }

  /** Reconnects every client with access until it has the versions of the database. */
  async settle(): Promise<void> {
    this.#failingReads = 0;
    for (const [index, client] of this.clients.entries()) {
      const deadline = performance.now() + 5_000;
      while (this.isEntitled(client) && !this.isCurrent(client) && performance.now() < deadline) {
        if (client.stream.isClosed) this.#connect(index, 0);
        await nextTurn();
      }
      this.#disconnect(client);
    }
    for (const server of this.servers) server.close();
  }

  isCurrent = ({ stream }: Client): boolean =>
    SIGNAL_TYPES.every((each) => stream.versions.get(each) === this.source.list(each).length);
}

it('leads every client with access to the last versions without a gap, and sends no other premium events, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }), async (steps) => {
      const simulation = new Simulation();
      simulation.connectAll();
      for (const each of steps) await simulation.run(each);
      await simulation.settle();
      for (const client of simulation.clients) {
        expect(client.received.filter((id) => client.forbidden.has(id))).toEqual([]);
        expect(simulation.isEntitled(client) && !simulation.isCurrent(client)).toBe(false);
      }
    }),
    { numRuns: 150 },
  );
});
