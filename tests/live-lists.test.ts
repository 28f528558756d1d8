import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { listPsxSignals, type SignalList } from '#features/signals/contract/endpoints.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { parseVersions, type SignalEvent, type SignalEventKind } from '#features/signals/contract/stream.ts';
import { applyEvent } from '#features/signals/web/live/apply-event.ts';
import { signInAdministrator } from './support/accounts/accounts.ts';
import { listen, openStreamClient } from './support/signals/signal-stream.ts';
import { publish } from './support/signals/signals.ts';
import { useTestApp } from './support/test-app.ts';

/** The browser repeats the default order of the server, and relies on the version of a list. */

const test = useTestApp();
const QUERY = { signal_type: 'intraday' } as const;

const load = async (): Promise<SignalList> => (await test.call(listPsxSignals, { query: QUERY })).body;

const getVersion = (id: string | null | undefined) => parseVersions(id ?? '').get('intraday') ?? 0;

/** Applies the events that lead to later versions than that of the list. */
function update(list: SignalList, events: readonly { version: number; event: SignalEvent }[]): SignalList {
  const since = getVersion(list.last_event_id);
  return events
    .filter(({ version }) => version > since)
    .reduce((current, { event }) => {
      const applied = applyEvent(current, QUERY, event);
      expect(applied.isComplete).toBe(true);
      return applied.list;
    }, list);
}

let port: number;
beforeAll(async () => {
  port = await listen(test.app);
});

/** Returns the events of a stream that was open while `change` ran. */
async function record(change: () => Promise<void>) {
  const client = await openStreamClient(port);
  await client.waitFor('ready');
  await change();
  const { last_event_id } = await load();
  await expect.poll(() => getVersion(client.lastEventId)).toBe(getVersion(last_event_id));
  client.disconnect();
  return client.events
    .filter(({ event }) => !['ready', 'reload'].includes(event))
    .map(({ id, event, data }) => ({
      version: getVersion(id),
      event: { kind: event as SignalEventKind, ...data } as SignalEvent,
    }));
}

it('a list without filters that is updated by events equals that of the server', async () => {
  const empty = await load();
  const events = await record(async () => {
    const admin = await signInAdministrator(test);
    const change = async (id: string, body: object) => {
      test.clock.advance(1_000);
      await test.call(editSignal, { params: { id }, body }, { token: admin.access });
    };
    const ids: string[] = [];
    for (const symbol of ['OGDC', 'HUBC', 'KEL', 'LUCK', 'ENGRO', 'PSO', 'HUBC']) {
      ids.push((await publish(test, admin, { symbol })).id);
      // Two signals have the same time of publication.
      if (symbol !== 'KEL') test.clock.advance(1_000);
    }
    const [, hubc = '', kel = '', luck = '', engro = ''] = ids;
    await change(hubc, { stop_loss: '449.00' });
    await change(kel, { call_status: 'closed' });
    await change(luck, { call_status: 'closed' });
    await change(luck, { call_status: 'in_progress' });
    await test.call(deleteSignal, { params: { id: engro } }, { token: admin.access });
  });
  const final = await load();
  expect(final.count).toBe(6);
  expect({ ...update(empty, events), last_event_id: final.last_event_id }).toEqual(final);
});

it('a list that is loaded while signals change has every change up to its version', async () => {
  /** Different responses, most of which are cached for several requests. */
  const loaded = new Map<string, SignalList>();
  const events = await record(async () => {
    const admin = await signInAdministrator(test);
    let isChanging = true;
    const changes = Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let count = 0; count < 6; count += 1) {
          const { id } = await publish(test, admin);
          const edit = { params: { id }, body: { stop_loss: '449.00' } };
          await test.call(editSignal, edit, { token: admin.access });
          if (count % 2 === 0) await test.call(deleteSignal, { params: { id } }, { token: admin.access });
        }
      }),
    );
    void changes.finally(() => {
      isChanging = false;
    });
    while (isChanging) {
      const list = await load();
      loaded.set(JSON.stringify(list), list);
      // Cached responses need no I/O, so that the changes would wait for this loop.
      await delay(1);
    }
    await changes;
  });
  const final = await load();
  expect(loaded.size).toBeGreaterThan(5);
  for (const list of loaded.values())
    expect({ ...update(list, events), last_event_id: final.last_event_id }).toEqual(final);
});
