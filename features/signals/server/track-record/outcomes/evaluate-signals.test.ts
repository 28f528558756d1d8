import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { revertImport, startImport } from '#features/imports/contract/imports.ts';
import { recordAdjustments } from '#features/market/server/prices/adjustments/record-adjustments.ts';
import { priceAdjustments } from '#features/market/server/prices/prices.tables.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { signalMarks } from '#features/signals/server/track-record/track-record.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { evaluateSignals } from './evaluate-signals.ts';
import { listLastOutcomes, type OutcomeRow } from './outcomes.queries.ts';

const test = useTestApp();
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00', '120.00'] };

/** Publishes before the open of Monday 2 November 2026, so that the bar of that day counts in full. */
async function publishSwing(symbol: string, time = '2026-11-02T03:00:00Z'): Promise<AdminSignal> {
  return publish(test, await signInAt(time), { ...LEVELS, symbol, signal_type: 'swing' });
}

function signInAt(time: string): Promise<{ access: string }> {
  test.clock.set(time);
  return signInAdministrator(test);
}

async function evaluate(clock = '2026-11-20T15:00:00Z'): Promise<number | null> {
  test.clock.set(clock);
  return evaluateSignals({ ...test, releaseDays: 7 });
}

async function getOutcomes(id: string) {
  const { rows } = await test.database.pool.query(
    'select sequence, state, reason, r_multiple from signal_outcomes where signal_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ sequence, state, reason, r_multiple }) =>
    [sequence, state, reason, r_multiple].filter((each) => each !== null).join(' '),
  );
}

async function importPrices(
  kind: 'prices' | 'intraday-prices',
  rows: string[],
  confirmed: string[] = [],
): Promise<string> {
  const { access } = await signInAdministrator(test);
  const body = { kind, file_name: 'prices.csv', content: rows.join('\n'), confirmed };
  const response = await test.call(startImport, { body }, { token: access });
  expect(response.status).toBe(201);
  await test.importer.waitUntilIdle();
  return String(response.body.id);
}

async function edit(time: string, signal: AdminSignal, body: object): Promise<void> {
  const { access } = await signInAt(time);
  const { status } = await test.call(editSignal, { params: { id: signal.id }, body }, { token: access });
  expect(status).toBe(200);
}

describe('the evaluation of all signals', () => {
  it('appends an outcome only when the result differs, and marks open signals', async () => {
    const signal = await publishSwing('OGDC');
    await storeBars(test, 'OGDC', { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 103, 99, 101] });
    expect(await evaluate('2026-11-02T15:00:00Z')).toBe(1);
    expect(await evaluate('2026-11-02T16:00:00Z')).toBeNull();
    await storeBars(test, 'OGDC', { '2026-11-03': [101, 104, 100, 103] });
    expect(await evaluate('2026-11-03T15:00:00Z')).toBe(0);
    expect(await test.database.db.select().from(signalMarks)).toMatchObject([
      { signalId: signal.id, date: '2026-11-03', price: 103_00, rMultiple: '0.6000', percent: '3.00' },
    ]);
    await storeBars(test, 'OGDC', { '2026-11-04': [104, 111, 103, 109], '2026-11-05': [109, 110, 94, 95] });
    expect(await evaluate('2026-11-04T15:00:00Z')).toBe(1);
    expect(await evaluate()).toBe(1);
    expect(await getOutcomes(signal.id)).toEqual(['1 open', '2 open', '3 closed stop 0.5000']);
    expect(await test.database.db.select().from(signalMarks)).toEqual([]);
    const [last] = await listLastOutcomes(test.database.db, [signal.id]);
    expect(last).toMatchObject({ fillDate: '2026-11-02', endedOn: '2026-11-05', pricesUntil: '2026-11-05' });
    expect(last?.steps.map(({ code }) => code)).toEqual([
      'published',
      'filled',
      'held',
      'target_hit',
      'stop_hit',
    ]);
  });

  it('uses imported intraday prices after the publication and until the close if they are dense, and those that are reverted no longer', async () => {
    await storeBars(test, 'SYS', { '2026-11-18': [104, 105, 103, 104], '2026-11-19': [104, 121, 99, 120] });
    const signal = await publish(test, await signInAt('2026-11-19T06:00:00Z'), {
      ...LEVELS,
      symbol: 'SYS',
      signal_type: 'intraday',
    });
    await evaluate('2026-11-19T15:00:00Z');
    const prices = {
      '09:32': 104,
      '10:30': 121,
      // The publication was at 11:00 and the close is at 15:30.
      '12:00': 99,
      '15:00': 111,
      '15:49': 94,
    };
    const toRows = (times: Record<string, number>) => [
      'symbol,date,time,price',
      ...Object.entries(times).map(([time, price]) => `SYS,2026-11-19,${time},${price}`),
    ];
    // The prices are beyond the limits of the day. They contain its high and its low, but others may be left out.
    await importPrices('intraday-prices', toRows(prices), ['2']);
    await evaluate('2026-11-19T15:05:00Z');
    expect(await getOutcomes(signal.id)).toEqual(['1 not_measurable']);
    const dense: Record<string, number> = {};
    for (let minute = 9 * 60 + 32; minute <= 15 * 60 + 30; minute += 14) {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      dense[time] = minute < 12 * 60 ? 104 : minute < 15 * 60 ? 105 : 111;
    }
    const all = Object.entries({ ...dense, ...prices }).sort(([a], [b]) => (a < b ? -1 : 1));
    const id = await importPrices('intraday-prices', toRows(Object.fromEntries(all)), ['2']);
    await evaluate('2026-11-19T15:10:00Z');
    const [{ bars }] = (await listLastOutcomes(test.database.db, [signal.id])) as [OutcomeRow];
    const seconds = all.slice(0, -1).map(([time, price]) => {
      const paisa = price * 100;
      return [Date.parse(`2026-11-19T${time}:00+05:00`) / 1000, paisa, paisa, paisa, paisa];
    });
    const intraday = createHash('sha256').update(JSON.stringify(seconds)).digest('hex');
    expect(bars).toMatchObject([{ date: '2026-11-19', intraday }]);
    const { access } = await signInAdministrator(test);
    expect((await test.call(revertImport, { params: { id } }, { token: access })).status).toBe(200);
    await test.importer.waitUntilIdle();
    await evaluate('2026-11-19T15:20:00Z');
    expect(await getOutcomes(signal.id)).toEqual([
      '1 not_measurable',
      // Half at 110, half at the close of 120.
      '2 closed session_end 3.0000',
      '3 not_measurable',
    ]);
  });

  it('subtracts the cash dividend of a book closure from an open sell', async () => {
    await storeBars(test, 'FFC', {
      '2026-10-30': [96, 97, 95, 96],
      '2026-11-02': [98, 101, 97, 99],
      '2026-11-03': [97, 98, 96, 97],
      '2026-11-04': [97, 106, 96, 105],
    });
    const signal = await publish(test, await signInAt('2026-11-02T03:00:00Z'), {
      symbol: 'FFC',
      signal_type: 'swing',
      order_type: 'sell',
      entry_price: '100.00',
      stop_loss: '105.00',
      target_points: ['80.00'],
    });
    await test.database.db.insert(bookClosures).values({
      eventKey: 'FFC|2026-11-05',
      symbol: 'FFC',
      companyName: 'Fauji Fertilizer Company Limited',
      payout: '25%(i)',
      bcFrom: '2026-11-05',
      exDate: '2026-11-03',
      updatedAt: new Date('2026-11-01T00:00:00Z'),
    });
    test.clock.set('2026-11-20T15:00:00Z');
    await recordAdjustments(test);
    await evaluate();
    // 1 R is Rs. 5, and 25 % of the face value Rs. 2.50.
    expect(await getOutcomes(signal.id)).toEqual(['1 closed stop -1.5000']);
  });

  it('does not use the bar of a running session', async () => {
    const signal = await publishSwing('PPL', '2026-11-18T15:00:00Z');
    await storeBars(test, 'PPL', { '2026-11-19': [104, 105, 103, 104], '2026-11-20': [102, 103, 90, 91] });
    await evaluate('2026-11-20T08:00:00Z');
    expect(await getOutcomes(signal.id)).toHaveLength(1);
    const [outcome] = await listLastOutcomes(test.database.db, [signal.id]);
    expect(outcome?.pricesUntil).toBe('2026-11-19');
  });

  it('appends a new outcome after a corrected price and after an adjustment', async () => {
    const signal = await publishSwing('MARI');
    await storeBars(test, 'MARI', {
      '2026-10-30': [104, 105, 103, 104],
      '2026-11-02': [102, 103, 99, 101],
      '2026-11-03': [81, 82, 79, 80],
    });
    await evaluate();
    await test.database.transaction(async (tx, announce) => {
      announce('prices');
      const times = { recordedAt: test.clock.now(), description: '25%(B)' };
      await tx.insert(priceAdjustments).values({
        ...times,
        source: 'closure:mari:0',
        symbol: 'MARI',
        exDate: '2026-11-03',
        kind: 'bonus',
        factor: '0.800000000000',
        review: 'confirmed',
      });
    });
    await evaluate();
    await storeBars(test, 'MARI', { '2026-11-03': [81, 97, 80, 95] });
    await evaluate();
    expect(await getOutcomes(signal.id)).toEqual([
      '1 closed stop -3.8000',
      '2 open',
      '3 closed target 3.0000',
    ]);
  });

  it('exits at the close of the day on which an administrator closes or deletes a signal', async () => {
    for (const symbol of ['HUBC', 'EFERT']) {
      await storeBars(test, symbol, {
        '2026-10-30': [104, 105, 103, 104],
        '2026-11-02': [102, 103, 99, 101],
        '2026-11-03': [101, 104, 100, 103],
        '2026-11-04': [103, 109, 102, 108],
      });
    }
    const [closed, deleted] = [await publishSwing('HUBC'), await publishSwing('EFERT')];
    await edit('2026-11-03T06:00:00Z', closed, { call_status: 'closed' });
    const { access } = await signInAt('2026-11-03T06:00:00Z');
    await test.call(deleteSignal, { params: { id: deleted.id } }, { token: access });
    // Reopening after that day does not change the result.
    await edit('2026-11-04T06:00:00Z', closed, { call_status: 'in_progress' });
    await evaluate();
    expect(await getOutcomes(closed.id)).toEqual(['1 closed manual 0.6000']);
    expect(await getOutcomes(deleted.id)).toEqual(['1 closed manual 0.6000']);
  });

  it('applies a moved stop from the next day', async () => {
    const signal = await publishSwing('FFC');
    await edit('2026-11-03T06:00:00Z', signal, { stop_loss: '99.00' });
    await storeBars(test, 'FFC', {
      '2026-10-30': [104, 105, 103, 104],
      '2026-11-02': [102, 103, 99.5, 101],
      '2026-11-03': [101, 104, 98, 103],
      '2026-11-04': [103, 104, 98, 100],
    });
    await evaluate();
    expect(await getOutcomes(signal.id)).toEqual(['1 closed stop -0.2000']);
  });
});

it.each(['signal_outcomes', 'signal_decisions'])('rejects changes and deletions in %s', async (table) => {
  const { pool } = test.database;
  await expect(pool.query(`update ${table} set signal_id = gen_random_uuid()`)).rejects.toThrow('only grows');
  await expect(pool.query(`delete from ${table}`)).rejects.toThrow('only grows');
  await expect(pool.query(`truncate ${table}`)).rejects.toThrow('only grows');
});
