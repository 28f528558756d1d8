import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { createLogger } from '#server/platform/logger.ts';
import {
  createNotifications,
  presentStored,
  RecordedStream,
  StoredEvents,
} from '#tests/support/signals/stored-events.ts';
import { createSignalStreams } from './signal-streams.ts';
import type { SignedInCaller } from './stream.ts';
import { isPremium } from './stream.ts';

const SERVERS = 2;
const CLIENTS = 4;

/** A client that reconnects to any server and remembers everything that it has received. */
interface Client {
  caller: SignedInCaller;
  stream: RecordedStream;
  /** The premium events that were committed after its access ended. */
  forbidden: Set<string>;
  server: number;
  received: string[];
}

const type = fc.constantFrom(...SIGNAL_TYPES);
const index = (max: number) => fc.nat({ max: max - 1 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('commit' as const), type, time: fc.nat({ max: 50 }) }),
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
 * Two servers on one database. Events are committed at any time, with the times of different clocks; notifications arrive
 * late, at one server first or never; reads fail; servers restart; premium access ends; clients reconnect to any server at
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
    const streams = createSignalStreams({
      source: this.source,
      changes: { subscribe },
      logger: createLogger('silent'),
      present: presentStored,
      checkAccess: async (callers) => {
        const entitled = callers.filter((caller) => !this.#revoked.has(caller));
        await nextTurn();
        return new Set(entitled);
      },
      intervals: { heartbeatMs: 3_600_000, checkMs: 10, pullRetryMs: 1 },
    });
    return { ...streams, notify };
  }

  connectAll(): void {
    const lastEventId = SIGNAL_TYPES.map((each) => `${each}:0`).join();
    for (let client = 0; client < CLIENTS; client += 1) {
      const caller: SignedInCaller = { kind: 'customer', userId: `${client}`, sessionId: `${client}` };
      const stream = new RecordedStream(SIGNAL_TYPES, { caller, lastEventId });
      this.clients.push({ caller, stream, forbidden: new Set(), server: 0, received: [] });
      this.#connect(client, client % SERVERS);
    }
  }

  isEntitled = ({ caller }: Client): boolean => !this.#revoked.has(caller);

  #connect(index: number, server: number): void {
    const client = this.clients[index] as Client;
    this.#disconnect(client);
    const { caller, stream: last } = client;
    const stream = new RecordedStream(SIGNAL_TYPES, { caller, lastEventId: last.lastEventId });
    Object.assign(client, { stream, server });
    // A stream that cannot be started is disconnected, and the client tries again.
    this.servers[server]?.add(stream, stream.positions).catch(() => (stream.isClosed = true));
  }

  #disconnect({ stream, server, received }: Client): void {
    this.servers[server]?.remove(stream);
    stream.isClosed = true;
    received.push(...stream.received.splice(0));
    expect(stream.afterEnd).toEqual([]);
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'commit':
        return this.#commit(step.type, new Date(step.time));
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

  #commit(signalType: SignalType, recordedAt: Date): void {
    const id = this.source.commit(signalType, recordedAt);
    if (!isPremium(signalType)) return;
    for (const client of this.clients) if (!this.isEntitled(client)) client.forbidden.add(id);
  }

  /** Reconnects every client with access until it has received all events. */
  async settle(): Promise<void> {
    this.#failingReads = 0;
    const expected = SIGNAL_TYPES.flatMap((each) => this.source.list(each)).length;
    for (const [index, client] of this.clients.entries()) {
      if (!this.isEntitled(client)) {
        this.#disconnect(client);
        continue;
      }
      const deadline = performance.now() + 5_000;
      while (client.received.length + client.stream.received.length < expected) {
        if (performance.now() > deadline) break;
        if (client.stream.isClosed) this.#connect(index, 0);
        await nextTurn();
      }
      this.#disconnect(client);
    }
    for (const server of this.servers) server.close();
  }
}

it('sends every event once and in order, and premium events only with access, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }), async (steps) => {
      const simulation = new Simulation();
      simulation.connectAll();
      for (const each of steps) await simulation.run(each);
      await simulation.settle();
      for (const client of simulation.clients) {
        const { received, forbidden } = client;
        expect(received.filter((id) => forbidden.has(id))).toEqual([]);
        for (const each of SIGNAL_TYPES) {
          const ofType = received.filter((id) => id.startsWith(`${each} `));
          const expected = simulation.source.list(each);
          if (simulation.isEntitled(client)) expect(ofType).toEqual(expected);
          else expect(ofType).toEqual(expected.slice(0, ofType.length));
        }
      }
    }),
    { numRuns: 150 },
  );
});
