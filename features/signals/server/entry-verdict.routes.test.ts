import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { revertCompanyStatus, saveCompanyStatus } from '#features/market/contract/company-statuses.ts';
import { priceAdjustments, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { parseHtml } from '#tests/support/pages/html.ts';
import { listen, openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { evaluateSignals } from './track-record/outcomes/evaluate-signals.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

/** Before the session of Monday. */
const MONDAY = '2026-11-23T03:00:00Z';
const TUESDAY_EVENING = '2026-11-24T15:00:00Z';

let port: number;

beforeAll(async () => {
  port = await listen(test.app);
});

type Who = { access: string } | null;

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]) {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), overrides);
}

async function evaluateAt(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

const list = (signal_type: SignalType, who: Who) =>
  test.call(listPsxSignals, { query: { signal_type } }, { token: who?.access });

async function readVerdict(signal_type: SignalType, { id }: { id: string }, who: Who) {
  const { body } = await list(signal_type, who);
  return body.results.find((signal: Signal) => signal.id === id)?.entry_verdict;
}

const readDetails = async ({ id }: { id: string }, who: Who) =>
  (await test.call(getSignalDetails, { params: { id } }, { token: who?.access })).body;

describe('a premium signal whose price has run', () => {
  it('has its verdict in lists and details of those who may read its levels, and of no other caller', async () => {
    await storeBars(test, 'LUCK', { '2026-11-20': [475, 480, 474, 478] });
    const signal = await publishAt(MONDAY, { signal_type: 'swing' });
    expect(await readVerdict('swing', signal, await signUpSubscriber(test))).toEqual({
      verdict: 'open',
      reason: 'order',
      date: '2026-11-20',
      close: '478.00',
      risk_percent: '4.88',
      reward_to_risk: '3.00',
    });

    await storeBars(test, 'LUCK', {
      '2026-11-23': [475, 499, 470, 498],
      '2026-11-24': [499, 522, 498, 520.52],
    });
    test.clock.set('2026-11-23T16:00:00Z');
    const edited = { params: signal, body: { stop_loss: '465.00' } };
    const { access } = await signInAdministrator(test);
    expect((await test.call(editSignal, edited, { token: access })).status).toBe(200);
    await evaluateAt(TUESDAY_EVENING);

    const verdict = {
      verdict: 'run_away',
      reason: 'past_entry',
      date: '2026-11-24',
      close: '520.52',
      risk_percent: '10.67',
      reward_to_risk: '0.35',
    };
    for (const who of [await signUpSubscriber(test), await signInAdministrator(test)]) {
      expect((await list('swing', who)).body.results[0].state).toMatchObject({
        kind: 'target_hit',
        targets_hit: 2,
      });
      expect(await readVerdict('swing', signal, who)).toEqual(verdict);
      expect((await readDetails(signal, who)).report.signal.entry_verdict).toEqual(verdict);
    }
    for (const who of [null, await signUpCustomer(test)])
      for (const body of [(await list('swing', who)).body, await readDetails(signal, who)]) {
        expect(JSON.stringify(body)).not.toContain('entry_verdict');
        expect(JSON.stringify(body)).not.toContain('10.67');
      }
  });
});

describe('the verdict of a free signal', () => {
  it('follows imported prices in cached lists, on pages and in open streams', async () => {
    await storeBars(test, 'OGDC', { '2026-11-20': [475, 480, 474, 478] });
    const signal = await publishAt(MONDAY, { symbol: 'OGDC' });
    const readTexts = async () =>
      Promise.all(
        [paths.intradaySignals, paths.today, getSignalPath(signal.id)].map(async (url) =>
          parseHtml((await test.request(url)).body)
            .find('main')
            .text.replaceAll(/\s+/g, ' '),
        ),
      );
    for (const text of await readTexts())
      expect(text).toContain(
        'Open to new entries at the entry price of Rs. 471.00, last close Rs. 478.00 (20 Nov 2026): ' +
          'risk 4.9 %, reward to risk 3.00',
      );
    const stream = await openStreamClient(port, {});
    await stream.waitFor('ready');
    await storeBars(test, 'OGDC', { '2026-11-20': [475, 490, 474, 485] });
    await stream.waitFor('reload');
    expect(await readVerdict('intraday', signal, null)).toMatchObject({ reason: 'order', close: '485.00' });
    for (const text of await readTexts()) expect(text).toContain('last close Rs. 485.00');
    stream.disconnect();
  });

  it('is in the events of live streams', async () => {
    test.clock.set(MONDAY);
    const stream = await openStreamClient(port, {});
    await stream.waitFor('ready');
    await publishAt(MONDAY, { symbol: 'OGDC' });
    const { data } = await stream.waitFor('created');
    expect(data.signal.entry_verdict).toMatchObject({ verdict: 'open', reason: 'order' });
    stream.disconnect();
  });

  it('is not open after a split, from its ex-date on', async () => {
    await storeBars(test, 'PPL', { '2026-11-20': [475, 480, 474, 478] });
    const swing = await publishAt(MONDAY, { symbol: 'PPL', signal_type: 'swing' });
    const administrator = await signInAdministrator(test);
    expect(await readVerdict('swing', swing, administrator)).toMatchObject({ reason: 'order' });
    await test.database.transaction(async (tx, announce) => {
      announce('prices');
      const split = {
        symbol: 'PPL',
        exDate: '2026-11-24',
        kind: 'split',
        factor: '0.2',
        dividend: null,
      } as const;
      await tx
        .insert(priceAdjustments)
        .values({ ...split, source: 'test', description: 'Split 5:1', recordedAt: test.clock.now() });
    });
    const verdict = { verdict: 'not_open', reason: 'not_comparable', reward_to_risk: null };
    expect(await readVerdict('swing', swing, administrator)).toEqual({
      ...verdict,
      date: null,
      close: null,
      risk_percent: null,
    });
    await storeBars(test, 'PPL', { '2026-11-24': [95, 96, 94, 95] });
    expect(await readVerdict('swing', swing, administrator)).toMatchObject({ ...verdict, close: '95.00' });
  });

  it('is not open while the share is suspended, and stops saying so as soon as the status is reverted', async () => {
    const signal = await publishAt(MONDAY, { symbol: 'HUBC' });
    const token = { token: (await signInAdministrator(test)).access };
    const read = () => readVerdict('intraday', signal, null);
    expect(await read()).toMatchObject({ verdict: 'open' });
    const body = { symbol: 'HUBC', status: 'suspended', date: null, successor: null, note: null } as const;
    expect((await test.call(saveCompanyStatus, { body }, token)).status).toBe(200);
    expect(await read()).toMatchObject({ verdict: 'not_open', reason: 'not_traded', risk_percent: null });
    await test.call(revertCompanyStatus, { params: { symbol: 'HUBC' } }, token);
    expect(await read()).toMatchObject({ verdict: 'open' });
  });

  it('is not open for a share that the table of changes suspends, until it is traded', async () => {
    const signal = await publishAt(MONDAY, { symbol: 'REGAL' });
    const read = () => readVerdict('intraday', signal, null);
    const store = (volume: number) =>
      test.database.transaction(async (tx, announce) => {
        announce('prices');
        const row = { symbol: 'REGAL', date: '2026-11-20', close: 47_800, volume, importId: 1 };
        await tx
          .insert(priceBars)
          .values(row)
          .onConflictDoUpdate({ target: [priceBars.symbol, priceBars.date], set: row });
      });
    expect(await read()).toMatchObject({ reason: 'not_traded' });
    await store(0);
    expect(await read()).toMatchObject({ reason: 'not_traded', close: '478.00' });
    await store(1000);
    expect(await read()).toMatchObject({ verdict: 'open' });
  });
});

it('does not say that a stop order that waits has passed its stop', async () => {
  const levels = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
  await storeBars(test, 'FFC', { '2026-11-20': [93, 94, 92, 93] });
  const signal = await publishAt(MONDAY, { symbol: 'FFC', signal_type: 'swing', ...levels });
  await storeBars(test, 'FFC', { '2026-11-23': [93, 95, 92, 94] });
  await evaluateAt('2026-11-23T15:00:00Z');
  const { body } = await list('swing', await signInAdministrator(test));
  expect(body.results.find(({ id }: Signal) => id === signal.id)).toMatchObject({
    state: { kind: 'waiting' },
    price_status: null,
    entry_verdict: { verdict: 'open', reason: 'order', close: '94.00', risk_percent: '5.00' },
  });
});
