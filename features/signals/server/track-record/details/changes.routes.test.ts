import { beforeAll, describe, expect, it } from 'vitest';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { countPremiumSignals } from '#features/signals/contract/premium-endpoints.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import {
  type ChangedSignal,
  listSignalChanges,
} from '#features/signals/contract/track-record/signal-details.ts';
import { releaseEndedSignals } from '#features/signals/server/ledger/release-ended-signals.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { explainStatements } from '#tests/support/database/explain-statements.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7' }, { paddle: createFakePaddle() });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00', '120.00'] };
const MONDAY = '2026-10-05';
/** Before the session of Monday. */
const PUBLISHED_AT = `${MONDAY}T03:00:00Z`;

const signIn = async () => ({ token: (await signInAdministrator(test)).access });

async function publishAt(time: string, overrides: Parameters<typeof publish>[2] = {}) {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

const edit = async (id: string, body: object) =>
  expect(
    await test.call(
      editSignal,
      { params: { id }, body: { ...body, override_reason: 'Made for a test' } },
      await signIn(),
    ),
  ).toMatchObject({ status: 200 });

const decide = async (id: string, body: Parameters<typeof test.call<typeof decideOutcome>>[1]['body']) =>
  expect(await test.call(decideOutcome, { params: { id }, body }, await signIn())).toMatchObject({
    status: 201,
  });

const evaluate = () => evaluateSignals({ ...test, releaseDays: 7 });

async function read(after?: string, token?: string) {
  const { status, body } = await test.call(
    listSignalChanges,
    { query: after === undefined ? {} : { after } },
    { token },
  );
  expect(status).toBe(200);
  return body as { position: string; is_complete: boolean; results: ChangedSignal[] };
}

const readPosition = async () => (await read()).position;

/** Returns what happened to a signal since a position, each as its kind and its detail. */
async function readEvents(id: string, after: string, token?: string): Promise<string[]> {
  const { results } = await read(after, token);
  const signal = results.find((each) => each.id === id);
  return (signal?.events ?? []).map(({ kind, target, field, price, reason }) =>
    [kind, target ?? field, price, reason].filter((part) => part !== null).join(' '),
  );
}

describe('the changes of an intraday signal since a position', () => {
  const ADMINISTRATOR: Record<string, (id: string) => Promise<unknown>> = {
    'changed title': (id) => edit(id, { title: 'Another title' }),
    'changed stop_loss': (id) => edit(id, { stop_loss: '97.00' }),
    closed: (id) => edit(id, { call_status: 'closed' }),
    'void A digit too many.': (id) => decide(id, { kind: 'void', reason: 'A digit too many.' }),
    deleted: async (id) => test.call(deleteSignal, { params: { id } }, await signIn()),
  };

  it('are empty without a position, which leads to the next ones', async () => {
    await publishAt(PUBLISHED_AT);
    const first = await read();
    expect(first).toEqual({ position: expect.any(String), is_complete: true, results: [] });
    const { id } = await publishAt(PUBLISHED_AT);
    const next = await read(first.position);
    expect(next.results).toEqual([
      {
        id,
        symbol: 'LUCK',
        signal_type: 'intraday',
        order_type: 'buy',
        r_multiple: null,
        events: [
          expect.objectContaining({ kind: 'published', at: '2026-10-05T03:00:00.000Z', date: MONDAY }),
        ],
      },
    ]);
    expect(await read(next.position)).toEqual({ ...next, results: [] });
  });

  it.each(Object.entries(ADMINISTRATOR))('name what an administrator does: %s', async (expected, change) => {
    const { id } = await publishAt(PUBLISHED_AT);
    const before = await readPosition();
    expect(await readEvents(id, before)).toEqual([]);
    await change(id);
    expect(await readEvents(id, before)).toEqual([expected]);
    expect(await readEvents(id, await readPosition())).toEqual([]);
  });

  it('are the expiry once the session has ended, without a write', async () => {
    const { id } = await publishAt(PUBLISHED_AT);
    const before = await readPosition();
    test.clock.set(`${MONDAY}T10:29:59Z`);
    expect(await readEvents(id, before)).toEqual([]);
    test.clock.set(`${MONDAY}T10:30:00Z`);
    expect(await readEvents(id, before)).toEqual(['expired']);
    const after = await readPosition();
    test.clock.set('2026-10-06T12:00:00Z');
    expect(await readEvents(id, after)).toEqual([]);
  });

  it('are the exit instead of the expiry if prices are known', async () => {
    const { id } = await publishAt(PUBLISHED_AT, { symbol: 'MARI' });
    const before = await readPosition();
    test.clock.set(`${MONDAY}T12:00:00Z`);
    await storeBars(test, 'MARI', {
      '2026-10-02': [104, 105, 103, 104],
      [MONDAY]: [102, 103, 99, 101],
    });
    await evaluate();
    expect(await readEvents(id, before)).toEqual(['filled 100.00', 'exited 101.00 session_end']);
  });

  it.each([
    ['a malformed position', 'yesterday', 400],
    ['a release that is no number', '7.2026-10-05.x', 400],
    ['a date that does not exist', '1.2026-13-01', 400],
    ['a number', '7', 400],
    ['a position of another database', '999999999999999.2026-10-05', 200],
  ])('are not listed for %s', async (_, after, status) => {
    const response = await test.call(listSignalChanges, { query: { after } });
    expect(response.status).toBe(status);
    if (status === 200) expect(response.body).toMatchObject({ results: [], position: await readPosition() });
  });

  it('are found by indexes alone', async () => {
    const before = await readPosition();
    const { id } = await publishAt(PUBLISHED_AT);
    await edit(id, { title: 'Another title' });
    test.clock.set(`${MONDAY}T12:00:00Z`);
    const plans = await explainStatements(test.database, () => read(before));
    expect(plans.join('\n')).toContain('ledger_payloads_pkey');
    for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  });

  it('are listed with the newest first, an expiry by the end of its session', async () => {
    // Later than the other tests: entries of the ledger are never earlier than those before them.
    const publishBefore = () => publishAt('2026-10-07T03:00:00Z');
    const [expired, closed] = [await publishBefore(), await publishBefore()];
    const before = await readPosition();
    test.clock.set('2026-10-07T09:00:00Z');
    await edit(closed.id, { call_status: 'closed' });
    const published = await publishAt('2026-10-08T03:00:00Z');
    const { results } = await read(before);
    // Those of other tests have expired too.
    const expected = [published.id, expired.id, closed.id];
    expect(results.map(({ id }) => id).filter((id) => expected.includes(id))).toEqual(expected);
  });

  it('are incomplete if more signals have expired than are listed', async () => {
    test.clock.set('2026-10-12T03:00:00Z');
    const before = await readPosition();
    await test.database.pool.query(
      `insert into signals (signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type, risk_type,
         order_type, call_status, version, created_at)
       select 'intraday', 'LUCK', 100, 95, array[110::numeric], 1, 'Unknown', 'low', 'buy', 'in_progress', 1, $1::timestamptz
       from generate_series(1, 301)`,
      ['2026-10-12T03:00:00Z'],
    );
    expect((await read(before)).is_complete).toBe(true);
    test.clock.set('2026-10-12T12:00:00Z');
    expect((await read(before)).is_complete).toBe(false);
  });
});

describe('the changes of a swing signal since a position', () => {
  const tokens: Record<string, string | undefined> = {};
  let id: string;
  /** Of a visit after the publication, before prices are imported. */
  let visit: string;

  beforeAll(async () => {
    ({ id } = await publishAt('2026-11-16T03:01:00Z', { symbol: 'OGDC', signal_type: 'swing' }));
    tokens.customer = (await signUpCustomer(test)).access;
    visit = await readPosition();
    test.clock.set('2026-11-19T03:00:00Z');
    await storeBars(test, 'OGDC', {
      '2026-11-13': [104, 105, 103, 104],
      '2026-11-16': [102, 103, 99, 101],
      '2026-11-17': [101, 111, 100, 110],
    });
    await evaluate();
    test.clock.set('2026-11-21T06:00:00Z');
    for (const name of ['paused', 'subscriber'] as const) {
      const status = name === 'paused' ? { status: 'paused', current_billing_period: null } : {};
      tokens[name] = (await signUpSubscriber(test, status)).access;
    }
    tokens.customer = (await signUpCustomer(test)).access;
  });

  it('are those that late prices show, at the dates on which they happened', async () => {
    const { results } = await read(visit, tokens.subscriber);
    const { events, r_multiple } = results.find((each) => each.id === id) as ChangedSignal;
    expect(events).toMatchObject([
      { kind: 'filled', at: null, date: '2026-11-16', price: '100.00' },
      { kind: 'target_hit', at: null, date: '2026-11-17', price: '110.00', target: 1 },
    ]);
    expect(r_multiple).toBeNull();
  });

  it.each(['visitor', 'customer', 'paused'])('are hidden from a caller without access: %s', async (name) => {
    expect(JSON.stringify(await read(visit, tokens[name]))).not.toContain(id);
  });

  it('have the result once the signal has ended, and the decision that replaces it', async () => {
    const before = await readPosition();
    await storeBars(test, 'OGDC', { '2026-11-18': [110, 121, 109, 120] });
    await evaluate();
    const readResult = async () => {
      const { results } = await read(before, tokens.subscriber);
      return results.find((each) => each.id === id)?.r_multiple;
    };
    expect(await readEvents(id, before, tokens.subscriber)).toEqual(['target_hit 2 120.00']);
    expect(await readResult()).toBe('3.00');
    const ended = await readPosition();
    await storeBars(test, 'OGDC', { '2026-11-18': [110, 112, 94, 95] });
    await evaluate();
    expect(await readEvents(id, ended, tokens.subscriber)).toEqual(['stop_hit 95.00', 'reevaluated']);
    // Who saw neither evaluation learns the one that applies.
    expect(await readEvents(id, visit, tokens.subscriber)).toEqual([
      'filled 100.00',
      'target_hit 1 110.00',
      'stop_hit 95.00',
    ]);
    await decide(id, { kind: 'void', reason: 'A digit too many.' });
    expect(await readResult()).toBeNull();
  });

  it('reach the public with the release of its entries', async () => {
    expect(JSON.stringify(await read(visit))).not.toContain(id);
    test.clock.set('2026-12-01T06:00:00Z');
    await releaseEndedSignals(test);
    tokens.customer = (await signUpCustomer(test)).access;
    for (const token of [undefined, tokens.customer])
      expect(await readEvents(id, visit, token)).toContain('target_hit 1 110.00');
  });

  it('reach the public as a result if all of them are before the last visit', async () => {
    test.clock.set('2026-12-01T03:00:00Z');
    const signal = await publishAt('2026-12-01T03:00:00Z', { symbol: 'PPL', signal_type: 'swing' });
    await storeBars(test, 'PPL', {
      '2026-11-30': [104, 105, 103, 104],
      '2026-12-01': [102, 103, 99, 101],
      '2026-12-02': [101, 121, 100, 120],
    });
    test.clock.set('2026-12-03T03:00:00Z');
    await evaluate();
    const [before, earlier] = [await readPosition(), (await readPosition()).replace(/\.\d+$/, '')];
    expect(JSON.stringify(await read(before))).not.toContain(signal.id);
    test.clock.set('2026-12-20T06:00:00Z');
    await releaseEndedSignals(test);
    const { results, position } = await read(before);
    const released = results.find((each) => each.id === signal.id);
    expect(released?.events.map(({ kind }) => kind)).toEqual(['filled', 'target_hit', 'target_hit']);
    expect(released?.r_multiple).toBe('3.00');
    // Once, not to subscribers, who have read it before, and not after a visit of an earlier release of Tezi.
    expect(JSON.stringify(await read(position))).not.toContain(signal.id);
    expect(JSON.stringify(await read(earlier))).not.toContain(signal.id);
    const { access } = await signUpSubscriber(test);
    expect(JSON.stringify(await read(before, access))).not.toContain(signal.id);
  });
});

describe('the number of premium signals in progress', () => {
  it('is what subscribers can list, for every customer and in no cache', async () => {
    const time = '2026-11-21T06:00:00Z';
    await publishAt(time, { symbol: 'HBL', signal_type: 'swing' });
    await publishAt(time, { symbol: 'MCB', signal_type: 'investment' });
    const { access: token } = await signUpSubscriber(test);
    const counts = Object.fromEntries(
      await Promise.all(
        (['swing', 'investment'] as const).map(async (signal_type) => {
          const query = { signal_type, state: 'active' } as const;
          return [signal_type, (await test.call(listPsxSignals, { query }, { token })).body.count] as const;
        }),
      ),
    );
    expect(counts.swing).toBeGreaterThan(0);
    for (const { access } of [
      await signUpCustomer(test),
      await signUpSubscriber(test, { status: 'paused', current_billing_period: null }),
    ]) {
      const { body, headers } = await test.call(countPremiumSignals, {}, { token: access });
      expect(body).toEqual(counts);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect((await test.call(countPremiumSignals, {})).status).toBe(401);
  });
});
