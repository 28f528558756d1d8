import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteSignal, editSignal } from '#contract/signals/admin-endpoints.ts';
import { listPsxSignals, type SignalList } from '#contract/signals/endpoints.ts';
import { SIGNAL_ORDERINGS } from '#contract/signals/signal-types.ts';
import type { SignalEvent, SignalEventKind } from '#contract/signals/stream.ts';
import { applyEvent, type SignalsQuery } from '#web/signals/live/apply-event.ts';
import { signInAdministrator } from './support/accounts/accounts.ts';
import { listen, openStreamClient } from './support/signals/signal-stream.ts';
import { publish } from './support/signals/signals.ts';
import { useTestApp } from './support/test-app.ts';

const test = useTestApp();

/** Returns the signals of a query as the server lists them. */
const load = async (query: SignalsQuery): Promise<SignalList> =>
  (await test.call(listPsxSignals, { query })).body;

const EMPTY: SignalList = {
  count: 0,
  results: [],
  has_subscription: false,
  risk_statement_required: false,
  states_change_at: '2026-11-23T10:30:00.000Z',
  last_event_id: null,
};

describe('a list that is updated by events', () => {
  const events: SignalEvent[] = [];

  beforeAll(async () => {
    const admin = await signInAdministrator(test);
    const client = await openStreamClient(await listen(test.app));
    await client.waitFor('ready');
    const change = async (id: string, body: object) => {
      test.clock.advance(1_000);
      await test.call(editSignal, { params: { id }, body }, { token: admin.access });
    };
    const ids: string[] = [];
    for (const [symbol, risk_type, sector] of [
      ['OGDC', 'low', 'Oil'],
      ['HUBC', 'high', 'Power'],
      ['KEL', 'medium', 'Power'],
      ['LUCK', 'low', 'Cement'],
      ['ENGRO', 'high', 'Fertilizer'],
      ['PSO', 'medium', 'Oil'],
      ['HUBC', 'low', 'Power'],
    ] as const) {
      const { id } = await publish(test, admin, { symbol, risk_type, sector });
      ids.push(id);
      // Two signals have the same time of publication.
      if (symbol !== 'KEL') test.clock.advance(1_000);
    }
    const [ogdc = '', hubc = '', kel = '', luck = '', engro = ''] = ids;
    await change(hubc, { stop_loss: '449.00' });
    await change(kel, { call_status: 'closed' });
    await change(luck, { call_status: 'closed' });
    await change(luck, { call_status: 'in_progress' });
    await change(ogdc, { risk_type: 'high', sector: 'Power' });
    await test.call(deleteSignal, { params: { id: engro } }, { token: admin.access });
    await client.waitFor('removed');
    client.disconnect();
    for (const { event, data } of client.events.slice(1))
      events.push({ kind: event as SignalEventKind, ...data });
  });

  const queries: SignalsQuery[] = [
    ...SIGNAL_ORDERINGS.map((ordering) => ({ signal_type: 'intraday' as const, ordering })),
    { signal_type: 'intraday', sector: 'Power' },
    { signal_type: 'intraday', symbol: 'HUBC' },
  ];

  it.each(queries)('equals the list of the server: %j', async (query) => {
    let list: SignalList = EMPTY;
    for (const event of events) list = applyEvent(list, query, event) as SignalList;
    expect(list).toEqual({ ...(await load(query)), last_event_id: null });
  });

  it('a list that is updated by events has the same result if it starts anywhere and receives later events again', async () => {
    const query = { signal_type: 'intraday', ordering: '-changed_at' } as const;
    const expected = await load(query);
    for (let start = 0; start < events.length; start += 1) {
      let list = expected;
      for (const event of events.slice(start)) list = applyEvent(list, query, event) ?? expected;
      expect(list).toEqual(expected);
    }
  });
});

describe('a list that is loaded while signals change', () => {
  it('a list that is loaded while signals change has every change once a stream has resumed at its position', async () => {
    const admin = await signInAdministrator(test);
    const port = test.app.server.listening
      ? (test.app.server.address() as AddressInfo).port
      : await listen(test.app);
    const query = { signal_type: 'intraday' } as const;
    /** Different responses, most of which are cached for several requests. */
    const loaded = new Map<string, SignalList>();
    let isChanging = true;
    const changes = Promise.all(Array.from({ length: 3 }, change));
    void changes.finally(() => (isChanging = false));
    while (isChanging) {
      const list = await load(query);
      loaded.set(JSON.stringify(list), list);
      // Cached responses need no I/O, so that the changes would wait for this loop.
      await delay(1);
    }
    await changes;
    const final = await load(query);
    expect(loaded.size).toBeGreaterThan(5);
    for (const start of loaded.values()) {
      const client = await openStreamClient(port, { lastEventId: start.last_event_id ?? '' });
      expect((await client.waitFor('ready')).data.resumed).toBe(true);
      await expect.poll(() => client.lastEventId).toBe(final.last_event_id);
      client.disconnect();
      const list = client.events
        .slice(1)
        .map(({ event, data }) => ({ kind: event as SignalEventKind, ...data }) as SignalEvent)
        .reduce<SignalList>((current, event) => applyEvent(current, query, event) as SignalList, start);
      expect({ ...list, last_event_id: final.last_event_id }).toEqual(final);
    }

    async function change(): Promise<void> {
      for (let count = 0; count < 6; count += 1) {
        const { id } = await publish(test, admin);
        await test.call(
          editSignal,
          { params: { id }, body: { stop_loss: '449.00' } },
          { token: admin.access },
        );
        if (count % 2 === 0) await test.call(deleteSignal, { params: { id } }, { token: admin.access });
      }
    }
  });
});
