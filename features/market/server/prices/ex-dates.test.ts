import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  getBookClosuresFeedPath,
  getCompanyPath,
  getPerformanceExportPath,
  getSignalPath,
  getSignalPicturePath,
  paths,
  recordFiles,
} from '#core/contract/paths.ts';
import { exportRecordBundle } from '#features/ledger/contract/bundle.ts';
import { listPriceCoverage, listPrices, listQuotes } from '#features/market/contract/prices.ts';
import { getSignalChecks } from '#features/signals/contract/publishing/signal-checks.ts';
import { listSignalOutcomes } from '#features/signals/contract/track-record/decisions.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { evaluateAll } from '#features/signals/server/signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { priceAdjustments } from './prices.tables.ts';

const test = useTestApp();

const BEFORE = 100;
/** The price after the ex-date, and the factor for the prices before it, which cash leaves as they are. */
const PAYOUTS = {
  split: { payout: 'Stock split 2:1', after: 50, factor: 0.5 },
  bonus: { payout: '100%(B)', after: 50, factor: 0.5 },
  right: { payout: '100%(R)', after: 55, factor: 0.55 },
  cash: { payout: '50%(F) (D)', after: 95, factor: 1 },
};

const [DAY_1, DAY_2, DAY_3, DAY_4] = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
const EX_DATES = {
  'the last bar': { exDate: DAY_4, before: [DAY_2, DAY_3], after: [DAY_4] },
  'the first bar': { exDate: DAY_2, before: [], after: [DAY_2, DAY_3, DAY_4] },
  'a day without a bar': { exDate: DAY_3, before: [DAY_1, DAY_2], after: [DAY_4] },
  'a day after the last bar': { exDate: DAY_4, before: [DAY_2, DAY_3], after: [] },
} satisfies Record<string, { exDate: string; before: string[]; after: string[] }>;

const SYMBOLS = 'LUCK HBL UBL MCB OGDC PPL MARI PSO HUBC FFC EFERT SYS NML DGKC MLCF ATRL'.split(' ');

const CASES = Object.entries(EX_DATES).flatMap(([place, { exDate, before, after }]) =>
  Object.entries(PAYOUTS).map(([kind, payout]) => ({ place, exDate, before, after, kind, payout })),
);

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
const signalIds = new Map<string, string>();

beforeAll(async () => {
  test.clock.set('2026-11-16T06:00:00Z');
  admin = await signInAdministrator(test);
  const levels = { entry_price: '100.00', stop_loss: '80.00', target_points: ['140.00'] };
  for (const symbol of SYMBOLS) {
    const { id } = await publish(test, admin, { symbol, signal_type: 'swing', ...levels });
    signalIds.set(symbol, id);
  }
  for (const [index, { exDate, before, after, payout }] of CASES.entries()) {
    const symbol = SYMBOLS[index] ?? '';
    const makeBar = (price: number) =>
      [price, price + 1, price - 1, price] as [number, number, number, number];
    await storeBars(
      test,
      symbol,
      Object.fromEntries([
        ...before.map((date) => [date, makeBar(BEFORE)]),
        ...after.map((date) => [date, makeBar(payout.after)]),
      ]),
      { hasPreviousCloses: false },
    );
    await makeClosures(test.database, [
      { symbol, payout: payout.payout, bcFrom: '2026-11-24', bcTo: null, exDate },
    ]);
  }
  test.clock.set('2026-11-21T05:42:00Z');
  admin = await signInAdministrator(test);
  await evaluateAll({ ...test, releaseDays: 7 });
});

const formatPrice = (price: number) => price.toFixed(2);

describe.each(CASES.map((each, index) => ({ ...each, symbol: SYMBOLS[index] ?? '' })))(
  'a $kind whose ex-date is $place',
  ({ symbol, before, after, payout, kind }) => {
    it('has a quote with the close before in shares of the last one', async () => {
      const { status, body } = await test.call(listQuotes, { query: { symbols: symbol } });
      expect(status).toBe(200);
      const previous =
        after.length === 1 ? BEFORE * payout.factor : after.length === 0 ? BEFORE : payout.after;
      expect(body.results).toEqual([
        {
          symbol,
          name: expect.not.stringMatching(new RegExp(`^${symbol}$`)),
          close: formatPrice(after.length === 0 ? BEFORE : payout.after),
          previous_close: formatPrice(previous),
          date: after.at(-1) ?? before.at(-1),
        },
      ]);
    });

    it('has its prices as adjusted and as traded', async () => {
      const read = async (adjusted: 'true' | 'false') => {
        const { status, body } = await test.call(listPrices, { params: { symbol }, query: { adjusted } });
        expect(status).toBe(200);
        return body.bars.map((bar: { close: string }) => bar.close);
      };
      const afterwards = after.map(() => formatPrice(payout.after));
      expect(await read('false')).toEqual([...before.map(() => formatPrice(BEFORE)), ...afterwards]);
      expect(await read('true')).toEqual([
        ...before.map(() => formatPrice(BEFORE * payout.factor)),
        ...afterwards,
      ]);
    });

    it('has price limits from the price after the payout', async () => {
      const { status, body } = await test.call(
        getSignalChecks,
        { query: { symbol } },
        { token: admin.access },
      );
      expect(status).toBe(200);
      expect(body.price_limits).toMatchObject({
        close: formatPrice(after.length === 0 ? BEFORE : payout.after),
        reference_price: formatPrice(payout.after),
        payouts: after.length === 0 ? [{ payout: payout.payout, is_applied: true }] : [],
      });
    });

    it('has a company page, and a signal with a page and a picture', async () => {
      const id = signalIds.get(symbol) ?? '';
      const page = await test.request(getCompanyPath(symbol));
      expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(symbol)]);
      expect(page.body).toContain(formatPrice(after.length === 0 ? BEFORE : payout.after));
      const details = await test.call(getSignalDetails, { params: { id } }, { token: admin.access });
      expect([details.status, details.body.report?.evaluations.length]).toEqual([200, 1]);
      for (const path of [getSignalPath(id), getSignalPicturePath(id)])
        expect([path, (await test.request(path)).statusCode]).toEqual([path, 200]);
      const adjustments = await test.database.db.select().from(priceAdjustments);
      const isRecorded = adjustments.some((row) => row.symbol === symbol && (row.factor ?? row.dividend));
      // The factor of a right depends on the close before it.
      expect(isRecorded).toBe(!(kind === 'right' && before.length === 0));
    });
  },
);

describe('lists of companies that have ex-dates', () => {
  it.each([
    paths.home,
    paths.today,
    paths.watchlist,
    paths.companies,
    paths.psxSignals,
    paths.swingSignals,
    paths.performance,
    paths.record,
    paths.bookClosure,
    `/api/market/quotes/?symbols=${SYMBOLS.join(',')}`,
    getPerformanceExportPath('all'),
    getBookClosuresFeedPath('export.csv', new URLSearchParams()),
    getBookClosuresFeedPath('calendar.ics', new URLSearchParams()),
    recordFiles.entries,
  ])('%s is returned', async (path) => {
    expect((await test.request(path)).statusCode).toBe(200);
  });

  it('are shown to administrators', async () => {
    const ids = [...signalIds.values()].join(',');
    const outcomes = await test.call(listSignalOutcomes, { query: { ids } }, { token: admin.access });
    expect([outcomes.status, outcomes.body.results.length]).toEqual([200, SYMBOLS.length]);
    const coverage = await test.call(listPriceCoverage, {}, { token: admin.access });
    expect([coverage.status, coverage.body.results.length]).toEqual([200, SYMBOLS.length]);
    const body = { from_date: '2026-11-16', to_date: '2026-11-21', password: admin.password };
    expect((await test.call(exportRecordBundle, { body }, { token: admin.access })).status).toBe(200);
  });

  it('have quotes although that of one company cannot be calculated, which is logged once', async () => {
    const logged = vi.spyOn(test.logger, 'error');
    onTestFinished(() => logged.mockRestore());
    await test.database.transaction(async (tx, announce) => {
      announce('prices');
      // Volumes are divided by the factor.
      await tx.insert(priceAdjustments).values({
        ...{ source: 'test', symbol: 'LUCK', exDate: DAY_4, kind: 'split', factor: '0' },
        ...{ description: 'Stock split', recordedAt: test.clock.now() },
      });
    });
    const read = async (symbols: string) => {
      const { status, body } = await test.call(listQuotes, { query: { symbols } });
      return [status, ...body.results.map(({ close }: { close: string | null }) => close)];
    };
    expect(await read('HBL,LUCK')).toEqual([200, '50.00', null]);
    expect(await read('LUCK,UBL')).toEqual([200, null, '55.00']);
    expect(logged.mock.calls).toEqual([
      [{ symbol: 'LUCK', err: expect.any(Error) }, 'quote could not be calculated'],
    ]);
  });
});
