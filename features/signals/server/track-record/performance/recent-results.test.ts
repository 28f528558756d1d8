import { beforeAll, describe, expect, it } from 'vitest';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { readPerformance } from '#features/signals/contract/track-record/performance.ts';
import {
  type RecentResults,
  readRecentResults,
} from '#features/signals/contract/track-record/recent-results.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { joinSentences } from '#tests/support/pages/html.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7', TRACK_RECORD_COST_PERCENT: '0.50' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
const PUBLISHED = '2026-11-02T03:00:00Z';
const PAGES = [
  paths.home,
  paths.signals,
  paths.psxSignals,
  paths.intradaySignals,
  paths.swingSignals,
  getCompanyPath('OGDC'),
];

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]) {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

async function evaluateAt(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

type Scope = Parameters<typeof test.call<typeof readRecentResults>>[1]['query'];

async function read(scope: Scope = {}): Promise<RecentResults> {
  const { status, body } = await test.call(readRecentResults, { query: scope });
  expect(status).toBe(200);
  return body;
}

const NONE = { closed: 0, won: 0, average_r: null, unmeasurable_rate: null, is_small_sample: true };
const LINE = / closed, \d+ won, /;

describe('without results', () => {
  it('the summary without results has no figures, and pages have no line', async () => {
    expect(await read()).toEqual(NONE);
    for (const path of PAGES) {
      const { statusCode, body } = await test.request(path);
      expect(statusCode, path).toBe(200);
      expect(body, path).not.toMatch(LINE);
    }
  });

  it('rejects an unknown type', async () => {
    const { status } = await test.call(readRecentResults, { query: { signal_type: 'daily' } } as never);
    expect(status).toBe(400);
  });
});

describe('with results', () => {
  let decided: { id: string };
  beforeAll(async () => {
    const start = { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 103, 99, 101] } as const;
    const bars = structuredClone(start) as unknown as Record<string, [number, number, number, number]>;
    await storeBars(test, 'OGDC', { ...bars, '2026-11-03': [101, 111, 100, 110] });
    await storeBars(test, 'PPL', { ...bars, '2026-11-03': [101, 102, 94, 96] });
    // More than 12 months ago.
    await storeBars(test, 'OGDC', { '2025-10-31': [104, 105, 103, 104], '2025-11-03': [102, 103, 90, 91] });
    await publishAt('2025-11-03T03:00:00Z', { symbol: 'OGDC' });
    decided = await publishAt(PUBLISHED, { symbol: 'OGDC' });
    await publishAt(PUBLISHED, { symbol: 'PPL', signal_type: 'swing' });
    await publishAt(PUBLISHED, { symbol: 'OGDC', signal_type: 'swing' });
    // Open: the target is not reached.
    await publishAt(PUBLISHED, { symbol: 'OGDC', signal_type: 'investment', target_points: ['200.00'] });
    await evaluateAt('2026-11-05T15:00:00Z');
  });

  it('counts nothing of premium signals before their release, in any scope and on any page', async () => {
    const free = { closed: 1, won: 1, average_r: '0.10', unmeasurable_rate: '0.0', is_small_sample: true };
    expect(await read()).toEqual(free);
    expect(await read({ signal_type: 'intraday' })).toEqual(free);
    expect(await read({ symbol: 'ogdc' })).toEqual(free);
    for (const scope of [{ signal_type: 'swing' }, { signal_type: 'investment' }, { symbol: 'PPL' }] as const)
      expect(await read(scope)).toEqual(NONE);
    for (const path of PAGES) {
      const body = joinSentences((await test.request(path)).body);
      if (path === paths.swingSignals) expect(body, path).not.toMatch(LINE);
      else expect(body, path).toContain('1 closed, 1 won, +0.10 R on average after costs; last 12 months');
    }
    expect(joinSentences((await test.request(getCompanyPath('PPL'))).body)).not.toMatch(LINE);
  });

  it('counts all of them after it, and never those that are open', async () => {
    await evaluateAt('2026-11-11T15:00:00Z');
    expect(await read()).toMatchObject({ closed: 3, won: 2, average_r: '0.30', unmeasurable_rate: '0.0' });
    expect(await read({ signal_type: 'swing' })).toMatchObject({ closed: 2, won: 1 });
    expect(await read({ symbol: 'PPL' })).toMatchObject({ closed: 1, won: 0, average_r: '-1.10' });
    expect(await read({ symbol: 'OGDC' })).toMatchObject({ closed: 2, won: 2 });
    expect(await read({ signal_type: 'investment' })).toEqual(NONE);
    expect(joinSentences((await test.request(getCompanyPath('PPL'))).body)).toContain(
      '1 closed, 0 won, −1.10 R on average',
    );
  });

  it('the summary of results has the figures of the page with the statistics of the same 12 months', async () => {
    const { statistics } = (await test.call(readPerformance, { query: { period: '1Y' } })).body;
    const { closed, won, average_r } = await read();
    expect([closed, won, Number(average_r)]).toEqual([
      statistics.closed,
      statistics.won,
      Number(statistics.expectancy),
    ]);
  });

  it('does not change when an administrator voids a signal whose result could be seen', async () => {
    const { access } = await signInAdministrator(test);
    const body = { kind: 'void', reason: 'The stop had a digit too many.' } as const;
    const before = await read();
    await test.call(decideOutcome, { params: { id: decided.id }, body }, { token: access });
    expect(await read()).toEqual(before);
  });

  it('the summary of results is read from the database once for all scopes', async () => {
    test.database.changes.emit('track-record');
    const first = await recordStatements(test.database, async () => void (await read({ symbol: 'MARI' })));
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThanOrEqual(5);
    const next = await recordStatements(test.database, async () => void (await read({ symbol: 'HUBC' })));
    expect(next).toEqual([]);
  });
});
